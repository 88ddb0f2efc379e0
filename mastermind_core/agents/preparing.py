"""An oracle made ahead: the best first guesses, and each position that they lead to."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any

from mastermind_core.arguments import expect, whole_number
from mastermind_core.errors import BadArgument
from mastermind_core.exact import Oracle
from mastermind_core.game import has_rule
from mastermind_core.kernels import choose as kernels
from mastermind_core.metrics import ENTROPY
from mastermind_core.table import ScoreTable, compile_game

#: The number of candidates up to which a position is solved too quickly to be stored.
_QUICK = 2


def prepare_oracle(
    oracle: Oracle[Any, Any, Any], *, openings: int = 100, best: int = 20
) -> Iterator[tuple[int, int]]:
    """Solve positions ahead, so that an oracle that is saved knows their exact values.

    It learns the game's minimum total and the best first guesses with their totals. After each
    score for these guesses it learns the minimum total, and the most informative guesses' totals.
    Later positions are smaller, and are searched when they are asked for.

    The iterator may be stopped anywhere, for example by Ctrl-C. The oracle keeps its totals, and a
    new iterator skips them. The best first guesses are found together, before the first pair.

    Args:
        oracle: The oracle, new or from a file.
        openings: How many best first guesses to prepare. Those with the last one's total are added.
        best: How many guesses to prepare in each position after them.

    Yields:
        How many first guesses are done, and how many there are.

    Raises:
        BadArgument: If the game has a rule for legal guesses, on which totals depend.

    See Also:
        :class:`Oracle`, :func:`save`.

    >>> from mastermind_core import Mastermind, Oracle
    >>> oracle = Oracle(Mastermind(colours=3, holes=2))
    >>> list(prepare_oracle(oracle, openings=1))[-1]
    (6, 6)
    """
    expect(isinstance(oracle, Oracle), "oracle", "an Oracle", oracle)
    openings = whole_number("openings", openings, 1)
    best = whole_number("best", best, 0)
    if has_rule(oracle.game):
        raise BadArgument("oracle must be of a game without a rule for legal guesses")
    return _prepared(oracle, openings, best)


def _prepared(oracle: Oracle[Any, Any, Any], openings: int, best: int) -> Iterator[tuple[int, int]]:
    """Yield the progress of preparing an oracle."""
    table = compile_game(oracle.game)
    everything = table.everything
    firsts = _first_guesses(oracle, table, openings)
    yield 0, len(firsts)
    for done, first in enumerate(firsts, start=1):
        for score, block in table.split(first, everything):
            if table.over(block, score) or len(block) <= _QUICK:
                continue
            oracle.total_of(block, pin=True)
            for guess in _informative(table, block, best):
                oracle.total_of(block, guess, pin=True)
        yield done, len(firsts)


def _first_guesses(
    oracle: Oracle[Any, Any, Any], table: ScoreTable, openings: int
) -> Sequence[int]:
    """Return the best first guesses: known ones if there are enough, else found together."""
    everything = table.everything
    oracle.total_of(everything, pin=True)
    guesses = range(len(table.guesses.items))
    known = {
        guess: total
        for guess in guesses
        if (total := oracle.total_of(everything, guess, search=False)) is not None
    }
    if len(known) < min(openings, len(guesses)):
        values = oracle.values(best=openings)
        known = {table.guesses[value.guess]: 0 for value in values}
        for guess in known:
            known[guess] = oracle.total_of(everything, guess, pin=True) or 0
    ordered = sorted(known, key=lambda guess: (known[guess], guess))
    last = known[ordered[min(openings, len(ordered)) - 1]]
    return [guess for guess in ordered if known[guess] <= last]


def _informative(table: ScoreTable, candidates: array[int], number: int) -> Sequence[int]:
    """Return the guesses with the most information, one for each partition."""
    if not number:
        return ()
    order = range(len(table.guesses.items))
    weights = () if table.uniform else table.weights
    rule = ENTROPY.criterion(len(candidates), order, weights=weights)
    return kernels.greedy.ranked_guesses(table.kernel_scores, candidates, rule, number)
