"""Races between two codebreakers for different secrets."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate, pairwise

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadArgument, shown
from mastermind_core.exact import LengthObjective, penalty
from mastermind_core.game import Exact, exact_numbers

#: The maximum number of guesses of the opponent.
_LONGEST = 1 << 16


def race_against(lengths: Mapping[int, Exact]) -> LengthObjective:
    """Return the objective that maximizes the winning probability in a race.

    Both players look for independent random secrets. A tie counts as half a win. The minimized sum
    is the losing probability, times twice the number of secret pairs.

    Args:
        lengths: The opponent's distribution: from guesses to secret counts.

    Returns:
        The objective, for :func:`~mastermind_core.optimal`.

    Raises:
        BadArgument: If ``lengths`` is not valid.

    >>> race_against({1: 1, 2: 3})
    'penalty:1,5,8'
    """
    counts = _counted(lengths)
    each = (counts.get(step, 0) for step in range(1, max(counts) + 2))
    return penalty(before + after for before, after in pairwise([0, *accumulate(each)]))


def _counted(lengths: object) -> dict[int, Exact]:
    """Return the validated weight for each game length."""
    if not isinstance(lengths, Mapping) or not lengths:
        raise BadArgument(f"lengths must map numbers of guesses to secrets, not {shown(lengths)}")
    taken = [whole_number("lengths", length, 1, _LONGEST) for length in lengths]
    counts = exact_numbers("count", [*lengths.values()], taken, zero=True)
    return dict(zip(taken, counts, strict=True))
