"""Studies of strategies: tie-breaking, randomized strategies, races, and the hiding game."""

from mastermind_core import names
from mastermind_core.studies.hiding import Equilibrium as Equilibrium
from mastermind_core.studies.hiding import equilibrium as equilibrium
from mastermind_core.studies.hiding import verify_equilibrium as verify_equilibrium
from mastermind_core.studies.racing import race_against as race_against
from mastermind_core.studies.spectrum import ExpectedDistribution as ExpectedDistribution
from mastermind_core.studies.spectrum import TieSpectrum as TieSpectrum
from mastermind_core.studies.spectrum import expected_distribution as expected_distribution
from mastermind_core.studies.spectrum import path_distribution as path_distribution
from mastermind_core.studies.spectrum import tie_spectrum as tie_spectrum
from mastermind_core.studies.ties import TieStudy as TieStudy
from mastermind_core.studies.ties import tie_study as tie_study

__all__ = names.exported(__name__)
__dir__ = __all__.copy
