"""Studies of strategies: tie-breaking, randomized strategies, races, and the hiding game."""

from __future__ import annotations

from mastermind_core.studies.extensive import to_efg
from mastermind_core.studies.hiding import Equilibrium, equilibrium, verify_equilibrium
from mastermind_core.studies.racing import Race, race_against, race_for_secret
from mastermind_core.studies.spectrum import (
    ExpectedDistribution,
    TieSpectrum,
    expected_distribution,
    path_distribution,
    tie_spectrum,
)
from mastermind_core.studies.ties import TieStudy, tie_study

__all__ = [
    "Equilibrium",
    "ExpectedDistribution",
    "Race",
    "TieSpectrum",
    "TieStudy",
    "equilibrium",
    "expected_distribution",
    "path_distribution",
    "race_against",
    "race_for_secret",
    "tie_spectrum",
    "tie_study",
    "to_efg",
    "verify_equilibrium",
]

__dir__ = __all__.copy
