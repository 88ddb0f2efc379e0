"""The studies, each imported at its first use."""

from mastermind_core.studies.hiding import Equilibrium as Equilibrium
from mastermind_core.studies.hiding import equilibrium as equilibrium
from mastermind_core.studies.hiding import verify_equilibrium as verify_equilibrium
from mastermind_core.studies.hindsight import diagnose as diagnose
from mastermind_core.studies.hindsight import review as review
from mastermind_core.studies.racing import race_against as race_against
from mastermind_core.studies.spectrum import ExpectedDistribution as ExpectedDistribution
from mastermind_core.studies.spectrum import TieSpectrum as TieSpectrum
from mastermind_core.studies.spectrum import expected_distribution as expected_distribution
from mastermind_core.studies.spectrum import path_distribution as path_distribution
from mastermind_core.studies.spectrum import tie_spectrum as tie_spectrum
from mastermind_core.studies.static import StaticGuesses as StaticGuesses
from mastermind_core.studies.static import static_guesses as static_guesses
from mastermind_core.studies.ties import TieStudy as TieStudy
from mastermind_core.studies.ties import tie_study as tie_study

__all__: list[str]
