"""The strategies for codes of any size, whose names are in lower case, and their classes."""

from mastermind_core.heuristics.fitting import (
    Elimination as Elimination,
    Rosu as Rosu,
    Shapiro as Shapiro,
    Swaszek as Swaszek,
    shapiro as shapiro,
    swaszek as swaszek,
    rosu as rosu,
    elimination as elimination,
)
from mastermind_core.heuristics.generations import (
    BernierGenetic as BernierGenetic,
    Evolutionary as Evolutionary,
    Generational as Generational,
    Genetic as Genetic,
    berghman as berghman,
    bernier as bernier,
    bento as bento,
    kalisker_camens as kalisker_camens,
    merelo as merelo,
)
from mastermind_core.heuristics.local import (
    BernierAnnealing as BernierAnnealing,
    HillClimbing as HillClimbing,
    RhodesAnnealing as RhodesAnnealing,
    Tabu as Tabu,
    temporel_kovacs as temporel_kovacs,
    bernier_annealing as bernier_annealing,
    singley as singley,
    rhodes_annealing as rhodes_annealing,
)
from mastermind_core.heuristics.fitting import (
    Listing as Listing,
    MostPartsOfSpread as MostPartsOfSpread,
    TwoColour as TwoColour,
    ugurdag as ugurdag,
    rhodes_knuth as rhodes_knuth,
    rhodes_merc as rhodes_merc,
    two_colour as two_colour,
)
from mastermind_core.heuristics.anytime import (
    Anytime as Anytime,
    anytime as anytime,
)
from mastermind_core.heuristics.sampled import Sampled as Sampled, sampled as sampled
