"""Forms of study results in files."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, starmap
from operator import ge
from typing import Any

from mastermind_core.errors import BadFile, shown
from mastermind_core.exact import as_tuple
from mastermind_core.results import Form, paired
from mastermind_core.studies.hiding import Equilibrium
from mastermind_core.studies.spectrum import ExpectedDistribution, TieSpectrum
from mastermind_core.studies.ties import TieStudy
from mastermind_core.studies.verdict import Verdict
from mastermind_core.table import compile_game


def _check_verdict(verdict: Verdict) -> None:
    """Check that the values of a verdict match its parts."""
    solution = verdict.solution
    lengths = verdict.lengths
    greedy = lengths and as_tuple(verdict.objective.figures_of(lengths))
    best = as_tuple(solution.values)
    stated = None if verdict.greedy is None else as_tuple(verdict.greedy)
    if stated != greedy or as_tuple(verdict.optimal) != best:
        raise BadFile(
            f"the verdict states {shown(verdict.greedy)} against {shown(verdict.optimal)}, but its "
            f"parts have {greedy} against {best}"
        )
    table = compile_game(verdict.game)
    weight = table.weigh(table.everything)
    secrets = weight if lengths is None else lengths.count
    if verdict.objective != solution.objective or secrets != weight:
        raise BadFile("the verdict and its solution have different games or objectives")
    if verdict.counterexample is not None and verdict.counterexample not in table.secrets:
        raise BadFile(
            f"counterexample is {shown(verdict.counterexample)}, which is not a secret of the game"
        )


def _check_spectrum(spectrum: TieSpectrum) -> None:
    """Check that the totals increase."""
    if any(starmap(ge, pairwise(spectrum.totals))):
        raise BadFile(f"totals of the tie_spectrum must increase, not {shown(spectrum.totals)}")


def _write_expected(write: Any, shares: ExpectedDistribution) -> dict[str, Any]:
    """Return the probability of each length."""
    return {"shares": write(tuple(shares.items()))}


def _expected(*, shares: Sequence[tuple[int, Fraction]]) -> ExpectedDistribution:
    """Return a distribution after a check that its probabilities add up to 1."""
    made = paired(shares, "an expected distribution")
    if not all(made.values()) or sum(made.values()) != 1:
        raise BadFile(
            "the probabilities of an expected distribution must be over 0 and add up to 1"
        )
    return ExpectedDistribution(made)


#: The forms of results.
FORMS = (
    Form("equilibrium", Equilibrium, has_game=True),
    Form("expected_distribution", ExpectedDistribution, _expected, _write_expected),
    Form("tie_spectrum", TieSpectrum, check=_check_spectrum),
    Form("tie_study", TieStudy),
    Form("verdict", Verdict, check=_check_verdict, has_game=True),
)
