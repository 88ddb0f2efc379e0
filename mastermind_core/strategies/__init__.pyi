"""Every strategy by name, and what they are made of; a name in lower case is registered."""

from mastermind_core.strategies.tabled.published import (
    knuth as knuth,
    irving as irving,
    entropy as entropy,
    most_parts as most_parts,
    maxmin as maxmin,
    maxent as maxent,
    secondary_minimax as secondary_minimax,
    minimax_candidates as minimax_candidates,
    norvig as norvig,
    merc as merc,
    worst_choice as worst_choice,
    neuwirth as neuwirth,
    naming as naming,
    ranks as ranks,
    pairs as pairs,
)
from mastermind_core.strategies.tabled.lots import (
    AnyBest as AnyBest,
    Drawing as Drawing,
    RandomCandidate as RandomCandidate,
    UninformedRandom as UninformedRandom,
    random_candidate as random_candidate,
    every_branch as every_branch,
    every_candidate_branch as every_candidate_branch,
    uninformed_random as uninformed_random,
)
from mastermind_core.strategies.tabled.two_colours import two_colour_program as two_colour_program
from mastermind_core.strategies.tabled.look_ahead import (
    Beam as Beam,
    TwoPly as TwoPly,
    beam as beam,
    two_ply as two_ply,
)
from mastermind_core.strategies.codes.shapiro import (
    Shapiro as Shapiro,
    shapiro as shapiro,
)
from mastermind_core.strategies.codes.swaszek import (
    Swaszek as Swaszek,
    swaszek as swaszek,
)
from mastermind_core.strategies.codes.rosu import (
    Rosu as Rosu,
    rosu as rosu,
)
from mastermind_core.strategies.codes.temporel_kovacs import (
    HillClimbing as HillClimbing,
    temporel_kovacs as temporel_kovacs,
)
from mastermind_core.strategies.codes.elimination import (
    Elimination as Elimination,
    elimination as elimination,
)
from mastermind_core.strategies.codes.berghman import (
    Genetic as Genetic,
    berghman as berghman,
)
from mastermind_core.strategies.codes.bernier import (
    BernierAnnealing as BernierAnnealing,
    BernierGenetic as BernierGenetic,
    bernier as bernier,
    bernier_annealing as bernier_annealing,
)
from mastermind_core.strategies.codes.bento import bento as bento
from mastermind_core.strategies.codes.kalisker_camens import (
    Generational as Generational,
    kalisker_camens as kalisker_camens,
)
from mastermind_core.strategies.codes.merelo import (
    Evolutionary as Evolutionary,
    merelo as merelo,
)
from mastermind_core.strategies.codes.ugurdag import (
    MostPartsOfSpread as MostPartsOfSpread,
    ugurdag as ugurdag,
)
from mastermind_core.strategies.codes.singley import (
    Tabu as Tabu,
    singley as singley,
)
from mastermind_core.strategies.codes.rhodes import (
    Listing as Listing,
    rhodes_knuth as rhodes_knuth,
    rhodes_merc as rhodes_merc,
)
from mastermind_core.strategies.codes.rhodes_annealing import (
    RhodesAnnealing as RhodesAnnealing,
    rhodes_annealing as rhodes_annealing,
)
from mastermind_core.strategies.codes.ostrowska import (
    TwoColour as TwoColour,
    two_colour as two_colour,
)
from mastermind_core.strategies.codes.anytime import (
    Anytime as Anytime,
    anytime as anytime,
)
from mastermind_core.strategies.codes.sampled import (
    Sampled as Sampled,
    sampled as sampled,
)
from mastermind_core.strategies.codes.thinking import Thinking as Thinking
from mastermind_core.strategies.tabled.composed import (
    Opened as Opened,
    Staged as Staged,
)
from mastermind_core.strategies.base import (
    Position as Position,
    Strategy as Strategy,
)
from mastermind_core.strategies.catalogue import STRATEGIES as STRATEGIES
from mastermind_core.strategies.tabled.greedy import (
    Greedy as Greedy,
    TieRule as TieRule,
)

__all__: list[str]
