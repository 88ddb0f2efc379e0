"""All guesses at once: how each splits a secret set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from mastermind_core.checker.scoring import Row, Scored, row_of

#: The scores per byte, one bit each, and the limit of scores up to which bit masks are used.
_BITS = 8
_NARROW = 256

#: The maximum number of bytes of the masks of secrets that are stored.
_KEPT = 1 << 28

#: The values that determine the shape of a guess: its number of scores, ended secrets, cost, ...
Trait = tuple[Any, ...]

_BIT_COUNTS = bytes(number.bit_count() for number in range(256))


class AnswerShape(NamedTuple):
    """A guess's effect on a set.

    Attributes:
        answers: How many different scores there are. All end states count as one.
        cost: The guess's cost in addition to its price.
        over: How many of the set's secrets end the game.
        ended: How many secrets of any subset end the game, at most.
        blocks: How many blocks continue the game.
        mixed: Whether secrets with several goals score end states.
    """

    answers: int
    cost: int
    over: int
    ended: int
    blocks: int
    mixed: bool


class Answers:
    """A game's scores, from which any secret set can be partitioned.

    If there are at most 255 scores, all guesses are evaluated together. One large integer has one
    byte per guess, with one bit per score that occurs in the set.
    """

    def __init__(self, scored: Scored, *, winners_only: bool):
        self._scored = scored
        self._winners_only = winners_only and not scored.never_ends
        self._over = min(scored.ends, default=-1)
        merged = {score: score for score in range(scored.n_scores)}
        merged.update(dict.fromkeys(scored.ends, self._over))
        self._rows: list[Row] = [row_of(row, map(merged.__getitem__, row)) for row in scored.rows]
        self._bits = [
            bytes(1 << score - low if low <= score < low + _BITS else 0 for score in range(256))
            for low in range(0, min(scored.n_scores, _NARROW), _BITS)
        ]
        self._costs = [scored.cost(guess) for guess in range(len(scored.guesses))]
        self._ending: list[list[int]] = [[] for _ in scored.secrets]
        for guess, row in enumerate(self._rows):
            for secret, score in enumerate(row):
                if score == self._over:
                    self._ending[secret].append(guess)
        self._masks = lru_cache(_KEPT // (len(self._bits) * len(self._costs) + 1))(self._masks_of)

    def traits(self, secrets: Sequence[int]) -> Iterable[Trait]:
        """Return for each guess the values that determine its shape."""
        if self._scored.goals:
            parted = (self.blocks(guess, secrets) for guess in range(len(self._rows)))
            return list(map(self._trait, parted, self._costs))
        counts = self._counts(secrets)
        ended = self._ended(secrets)
        of_each = (ended[guess] for guess in range(len(counts)))
        return zip(counts, of_each, self._costs, strict=True)

    def kinds(self, secrets: Sequence[int]) -> frozenset[Trait]:
        """Return the distinct traits, with the maximum scores per ended secrets."""
        if self._scored.goals or self._scored.costs:
            return frozenset(self.traits(secrets))
        counts = self._counts(secrets)
        most = dict[int, int]()
        for guess, some in self._ended(secrets).items():
            most[some] = max(most.get(some, 0), counts[guess])
            counts[guess] = 0
        # Searching for a byte is much faster than computing the maximum.
        most[0] = next(many for many in range(len(secrets), -1, -1) if many in counts)
        return frozenset((many, some, 0) for some, many in most.items() if many)

    def _ended(self, secrets: Iterable[int]) -> Counter[int]:
        """Return for how many secrets each guess ends the game."""
        return Counter(chain.from_iterable(map(self._ending.__getitem__, secrets)))

    def shape(self, trait: Trait) -> AnswerShape | None:
        """Return a guess's shape, or None if it is not allowed, or is uninformative."""
        answers, ended, cost, *known = trait
        if not ended and (answers == 1 or self._winners_only):
            return None
        if known:
            return AnswerShape(answers, cost, *known)
        return AnswerShape(answers, cost, ended, ended, answers - (ended > 0), ended > 1)

    def pattern(self, secrets: Sequence[int]) -> Callable[[int], Any]:
        """Return a function from a guess to its scores with the secrets."""
        pick = itemgetter(*secrets)
        return lambda guess: pick(self._rows[guess])

    def blocks(self, guess: int, secrets: Iterable[int]) -> dict[int, list[int]]:
        """Return each score's secrets."""
        row = self._rows[guess]
        blocks = dict[int, list[int]]()
        for secret in secrets:
            blocks.setdefault(row[secret], []).append(secret)
        return blocks

    def going(self, guess: int, secrets: Iterable[int]) -> list[tuple[int, ...]]:
        """Return the blocks after which the game continues."""
        return [
            tuple(block)
            for score, block in self.blocks(guess, secrets).items()
            if score != self._over and not self._scored.known(block)
        ]

    def _trait(self, blocks: dict[int, list[int]], cost: int) -> Trait:
        """Return a guess's trait in a game with goals."""
        answers = len(blocks)
        ended = blocks.pop(self._over, [])
        goal_of = self._scored.goals.__getitem__
        by_goal = [Counter(map(goal_of, block)).values() for block in blocks.values()]
        most = len(ended) + sum(map(max, by_goal))
        over = len(ended) + sum(max(own) for own in by_goal if len(own) == 1)
        going = sum(len(own) > 1 for own in by_goal)
        mixed = len(ended) > 1 and not self._scored.known(ended)
        return answers, len(ended), cost, over, most, going, mixed

    def _counts(self, secrets: Sequence[int]) -> Any:
        """Return how many different scores each guess has, as a new, mutable sequence."""
        if self._scored.n_scores >= _NARROW:
            pattern = self.pattern((*secrets, secrets[0]))
            return [len(set(pattern(guess))) for guess in range(len(self._rows))]
        joined = [0] * len(self._bits)
        for secret in secrets:
            for at, mask in enumerate(self._masks(secret)):
                joined[at] |= mask
        # No sum of bits reaches 256, so no byte overflows into the next.
        size = len(self._rows)
        total = sum(
            int.from_bytes(mask.to_bytes(size, "little").translate(_BIT_COUNTS), "little")
            for mask in joined
        )
        return bytearray(total.to_bytes(size, "little"))

    def _masks_of(self, secret: int) -> list[int]:
        """Return all guesses' scores with a secret, as one integer per eight scores."""
        column = bytes(row[secret] for row in self._rows)
        return [int.from_bytes(column.translate(bits), "little") for bits in self._bits]
