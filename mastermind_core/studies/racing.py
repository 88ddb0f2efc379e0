"""Two who guess secrets of their own, and the tree that is soonest there."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate, pairwise

from mastermind_core.arguments.checks import whole_number
from mastermind_core.errors import BadArgument, shown
from mastermind_core.exact import penalty
from mastermind_core.exact.objective import LengthObjective
from mastermind_core.game.amounts import Exact, exact_numbers


def race_against(lengths: Mapping[int, Exact]) -> LengthObjective:
    """Return the objective that the chance to win a race is greatest.

    Both look for secrets of their own, drawn alike, and the other one takes as many guesses as
    ``lengths`` say how often; equally many win half. The sum that is least is twice what both lose
    together, for every secret against every other: the chance to lose, times twice the secrets of
    one and the other.

    >>> race_against({1: 1, 2: 3})
    'penalty:1,5,8'
    """
    if not isinstance(lengths, Mapping) or not lengths:
        raise BadArgument(f"lengths must map numbers of guesses to secrets, not {shown(lengths)}")
    for length in lengths:
        whole_number("lengths", length, 1, 1 << 16)
    steps = range(1, max(lengths) + 2)
    counts = exact_numbers("count", [lengths.get(step, 0) for step in steps], steps, zero=True)
    return penalty(before + after for before, after in pairwise([0, *accumulate(counts)]))
