"""All guesses of a position at once: what each costs, and which of them split alike."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any
from weakref import WeakKeyDictionary

from attrs import frozen

from mastermind_core.kernels import kernel
from mastermind_core.metrics import Metric
from mastermind_core.table import ScoreTable


@frozen
class Weighed:
    """Hold a guess, its cost, whether it may win, and the answer of every candidate."""

    guess: int
    cost: Any
    may_win: bool
    tells: bool
    answers: Sequence[int]

    @property
    def rank(self) -> tuple[Any, bool]:
        """Return what sorts guesses: the cost, then those that may win."""
        return self.cost, not self.may_win


def weighed(
    table: ScoreTable, candidates: array[int], metric: Metric, guesses: Iterable[int]
) -> Iterator[Weighed]:
    """Yield the cost of guesses for one or more candidates, in the order of the guesses."""
    numbers, scores, final = kernel(), table.kernel_scores, table.final
    first = candidates[0]
    pick: Any = itemgetter(*candidates) if len(candidates) > 1 else lambda row: (row[first],)
    known: dict[Any, tuple[Any, bool, bool]] = {}
    costs: dict[Any, Any] = {}
    narrow = len(final) <= 256
    for guess in guesses:
        answers = pick(numbers.row(scores, guess))
        if narrow:
            answers = bytes(answers)
        found = known.get(answers)
        if found is None:
            sizes = Counter(answers)
            shape = tuple(sorted(sizes.values()))
            if shape not in costs:
                costs[shape] = metric.cost(shape)
            may_win = any(final[score] for score in sizes)
            found = known[answers] = (costs[shape], may_win, may_win or len(sizes) > 1)
        yield Weighed(guess, *found, answers)


def distinct(
    table: ScoreTable, candidates: array[int], metric: Metric, guesses: Iterable[int]
) -> list[Weighed]:
    """Return the guesses that tell something, the first of those that split alike, best first."""
    kept: dict[Any, Weighed] = {}
    for option in weighed(table, candidates, metric, guesses):
        if option.tells and option.answers not in kept:
            kept[option.answers] = option
    different: dict[Any, Weighed] = {}
    for option in kept.values():
        names: dict[int, int] = {}
        final = table.final
        alike = tuple(
            -1 if final[score] else names.setdefault(score, len(names)) for score in option.answers
        )
        different.setdefault(alike, option)
    return sorted(different.values(), key=lambda option: option.rank)


def winning_guesses(table: ScoreTable, candidates: array[int]) -> list[int]:
    """Return the guesses that some candidate answers with an end state."""
    winners = _winners(table)
    return sorted({guess for secret in candidates for guess in winners[secret]})


def wins_one_each(table: ScoreTable) -> bool:
    """Say whether no guess wins for two secrets."""
    winners = _winners(table)
    return len({guess for own in winners for guess in own}) == sum(map(len, winners))


_known_winners: WeakKeyDictionary[ScoreTable, list[list[int]]] = WeakKeyDictionary()


def _winners(table: ScoreTable) -> list[list[int]]:
    """Return for each secret the guesses that win."""
    if table not in _known_winners:
        winners: list[list[int]] = [[] for _ in table.secrets.items]
        for guess in range(len(table.guesses.items)):
            for score, block in table.split(guess, table.everything):
                if table.final[score]:
                    for secret in block:
                        winners[secret].append(guess)
        _known_winners[table] = winners
    return _known_winners[table]
