"""Bounds where secrets have goals and guesses have costs, from what each guess leaves of a set.

Nothing is looked at together here, and nothing is taken for granted but the page on certificates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from itertools import accumulate

from attrs import frozen

from mastermind_core.checker.fronts import Lines
from mastermind_core.checker.glances import IMPOSSIBLE, Memo, capacities
from mastermind_core.checker.scoring import Scored

#: Secrets of all blocks together that are remembered.
_REMEMBERED = 1 << 22

#: Says what is known of a block within guesses and money.
Best = Callable[[tuple[int, ...], int, int], int]


@frozen
class _Guess:
    """What a guess does with a set.

    ``going`` are its blocks that go on, ``ends`` the most secrets that it ends of any part of the
    set, ``mixed`` says whether its end states come from secrets of different goals.
    """

    number: int
    cost: int
    going: list[tuple[int, ...]]
    ends: int
    answers: int
    mixed: bool


@frozen
class _Reach:
    """What holds of all guesses to look at, for a set and for any part of it."""

    capacities: list[int]
    answers: int
    cheapest: int
    pure: bool

    @classmethod
    def of(cls, guesses: Sequence[_Guess], steps: int, size: int) -> _Reach:
        """Take the most, or the least, of the guesses."""
        return cls(
            capacities(
                steps - 1,
                max((guess.ends for guess in guesses), default=0),
                max((len(guess.going) for guess in guesses), default=0),
                size,
            ),
            max((guess.answers for guess in guesses), default=0),
            min((guess.cost for guess in guesses), default=1),
            not any(guess.mixed for guess in guesses),
        )


class Paths:
    """The bounds of sets of secrets of one game."""

    def __init__(self, scored: Scored, _prices: Sequence[int], *, winners_only: bool):
        self._scored = scored
        self._winners_only = winners_only and not scored.never_ends
        self._cheapest = min(scored.costs, default=1)
        self._dearest = max(scored.costs, default=1)
        self._remembered = Memo(self._look, _REMEMBERED)

    def limits(self, size: int, steps: int | None, money: int | None) -> tuple[int, int]:
        """Return guesses and money, no more of each than a set of some size can use."""
        steps = size if steps is None else min(steps, size)
        if money is not None:
            steps = min(steps, money // self._cheapest)
        most = steps * self._dearest
        return steps, most if money is None else min(money, most)

    def weakest(
        self,
        secrets: tuple[int, ...],
        steps: int,
        money: int,
        least: int,
        looked_at: bytes | None,
        best: Best,
        _lines: Lines,
    ) -> tuple[int, int] | None:
        """Return a guess after which less than ``least`` is shown, with that bound; or None."""
        guesses = self._guesses(secrets, money, looked_at)
        reach = _Reach.of(guesses, steps, len(secrets))
        weight = self._weigh(secrets)
        for guess in guesses:
            left = steps - 1, money - guess.cost
            known = [max(self._base(b, *left, reach), best(b, *left)) for b in guess.going]
            bound = weight * guess.cost + sum(known)
            for own, block in sorted(zip(known, guess.going, strict=True), key=_size):
                if bound >= least:
                    break
                bound += max(0, self._glance(block, *left) - own)
            if bound < least:
                return guess.number, bound
        return None

    def _glance(self, block: tuple[int, ...], steps: int, money: int) -> int:
        """Return what a block costs at least by its own guesses, without a lemma about it."""
        return self._remembered(block, *self.limits(len(block), steps, money))

    def _look(self, block: tuple[int, ...], steps: int, money: int) -> int:
        if steps < 1:
            return IMPOSSIBLE
        guesses = self._guesses(block, money, None)
        reach = _Reach.of(guesses, steps, len(block))
        weight = self._weigh(block)
        return min(
            (
                weight * guess.cost
                + sum(self._base(b, steps - 1, money - guess.cost, reach) for b in guess.going)
                for guess in guesses
            ),
            default=IMPOSSIBLE,
        )

    def _base(self, block: tuple[int, ...], steps: int, money: int, reach: _Reach) -> int:
        """Return what a block costs at least by its weights alone."""
        steps = min(steps, money // reach.cheapest)
        size, capacity = len(block), reach.capacities
        if size > capacity[min(steps, len(capacity) - 1)]:
            return IMPOSSIBLE
        weights = self._scored.weights
        heaviest = list(accumulate(sorted((weights[s] for s in block), reverse=True), initial=0))
        total = sum(heaviest[-1] - heaviest[most] for most in capacity if most < size)
        if reach.pure:
            lots = self._lots(block)
            if _more_than_power(len(lots), reach.answers, steps):
                return IMPOSSIBLE
            total = max(total, _shortest_code(lots, reach.answers))
        return reach.cheapest * total

    def _lots(self, block: tuple[int, ...]) -> list[int]:
        """Return the weights of the goals in a block, or of its secrets where there are none."""
        weights, goals = self._scored.weights, self._scored.goals
        if not goals:
            return [weights[secret] for secret in block]
        lots: dict[int, int] = {}
        for secret in block:
            lots[goals[secret]] = lots.get(goals[secret], 0) + weights[secret]
        return list(lots.values())

    def _guesses(
        self, secrets: tuple[int, ...], money: int, looked_at: bytes | None
    ) -> list[_Guess]:
        """Return the guesses that may be made, of those with the same answers the cheapest."""
        cheapest: dict[tuple[int, ...], _Guess] = {}
        scored = self._scored
        over = min(scored.ends, default=-1)
        for number, row in enumerate(scored.rows):
            cost = scored.cost(number)
            if cost > money or (looked_at is not None and not looked_at[number]):
                continue
            answers = tuple(over if row[s] in scored.ends else row[s] for s in secrets)
            known = cheapest.get(answers)
            if known is None:
                made = self._guess(number, secrets, answers, over)
                if made is not None:
                    cheapest[answers] = made
            elif cost < known.cost:
                going, ends, mixed = known.going, known.ends, known.mixed
                cheapest[answers] = _Guess(number, cost, going, ends, known.answers, mixed)
        return list(cheapest.values())

    def _guess(
        self, number: int, secrets: tuple[int, ...], answers: tuple[int, ...], over: int
    ) -> _Guess | None:
        """Return what a guess does; None if it may not be made, or tells nothing."""
        blocks: dict[int, list[int]] = {}
        for secret, answer in zip(secrets, answers, strict=True):
            blocks.setdefault(answer, []).append(secret)
        ended = blocks.pop(over, [])
        if not ended and (self._winners_only or len(blocks) == 1):
            return None
        going = [tuple(one) for one in blocks.values() if not self._scored.known(one)]
        ends = len(ended) + sum(map(self._most_of_a_goal, blocks.values()))
        mixed = len(ended) > 1 and not self._scored.known(ended)
        answered = len(blocks) + bool(ended)
        return _Guess(number, self._scored.cost(number), going, ends, answered, mixed)

    def _most_of_a_goal(self, block: Iterable[int]) -> int:
        """Return the most secrets of a block that have the same goal; 0 where there are none."""
        goals = self._scored.goals
        if not goals:
            return 0
        counts: dict[int, int] = {}
        for secret in block:
            counts[goals[secret]] = counts.get(goals[secret], 0) + 1
        return max(counts.values())

    def _weigh(self, secrets: Iterable[int]) -> int:
        return sum(map(self._scored.weights.__getitem__, secrets))


def _size(known: tuple[int, tuple[int, ...]]) -> int:
    return len(known[1])


def _more_than_power(number: int, base: int, exponent: int) -> bool:
    """Return whether a number is more than a power."""
    power = 1
    for _ in range(exponent):
        if power >= number or base < 2:
            break
        power *= base
    return number > power


def _shortest_code(weights: list[int], letters: int) -> int:
    """Return the least total length of a code, a word for each weight: Huffman's.

    >>> _shortest_code([1, 1, 2, 4], 2), _shortest_code([1, 1, 1, 1, 1], 3)
    (14, 8)
    """
    if len(weights) < 2 or letters < 2:
        return 0
    heap = weights + [0] * (-(len(weights) - 1) % (letters - 1))
    heapify(heap)
    total = 0
    while len(heap) > 1:
        joined = sum(heappop(heap) for _ in range(letters))
        total += joined
        heappush(heap, joined)
    return total
