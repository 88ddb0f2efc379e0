"""The heuristic strategies by name, each with the parameters of its source."""

from __future__ import annotations

from mastermind_core.strategies.base import Strategy
from mastermind_core.strategies.codes.annealing import BernierAnnealing, RhodesAnnealing
from mastermind_core.strategies.codes.consistent_first import Rosu, Shapiro, Swaszek
from mastermind_core.strategies.codes.evolutionary import Evolutionary, Generational
from mastermind_core.strategies.codes.genetic import Genetic
from mastermind_core.strategies.codes.listing import Listing, TwoColour
from mastermind_core.strategies.codes.local import HillClimbing, Tabu
from mastermind_core.strategies.codes.population import MostPartsOfSpread
from mastermind_core.strategies.codes.sampling import Sampled
from mastermind_core.strategies.codes.thinking import Anytime
from mastermind_core.strategies.codes.words import Elimination

_BERNIER = BernierAnnealing().source

# Rules of thumb.
shapiro = Shapiro()
swaszek = Swaszek()
rosu = Rosu()
temporel_kovacs = HillClimbing()
elimination = Elimination()

# Populations.
berghman = Genetic()
bernier = Evolutionary(opening="random", name="bernier", source=_BERNIER)
bernier_annealing = BernierAnnealing()
bento = Generational(
    start_different=True,
    settle=True,
    name="bento",
    source="L. Bento, L. Pereira and A. Rosa, Mastermind by evolutionary algorithms, SAC (1999)",
)
kalisker_camens = Generational()
merelo = Evolutionary()
ugurdag = MostPartsOfSpread()
singley = Tabu()

# The codes that fit, listed and weighed.
rhodes_knuth = Listing("largest", name="rhodes_knuth")
rhodes_annealing = RhodesAnnealing()
rhodes_merc = Listing()
two_colour = TwoColour()

# As long as it may think.
anytime = Anytime()

# Samples of what fits.
sampled = Sampled()

#: All of these play without a score table: games of codes of any size, and elimination any game.
HEURISTICS: dict[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        shapiro,
        swaszek,
        rosu,
        temporel_kovacs,
        elimination,
        berghman,
        bernier,
        bernier_annealing,
        bento,
        kalisker_camens,
        merelo,
        ugurdag,
        singley,
        rhodes_knuth,
        rhodes_annealing,
        rhodes_merc,
        two_colour,
        anytime,
        sampled,
    )
}
