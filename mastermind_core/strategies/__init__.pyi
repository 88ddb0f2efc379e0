"""The strategies, whose names are in lower case and registered, and their classes."""

from mastermind_core.strategies.tabled.composed import (
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
from mastermind_core.strategies.tabled.randomized import (
    AnyBest as AnyBest,
    Drawing as Drawing,
    RandomCandidate as RandomCandidate,
    UninformedRandom as UninformedRandom,
    random_candidate as random_candidate,
    every_branch as every_branch,
    every_candidate_branch as every_candidate_branch,
    uninformed_random as uninformed_random,
    two_colour_program as two_colour_program,
)
from mastermind_core.strategies.tabled.look_ahead import (
    Beam as Beam,
    TwoPly as TwoPly,
    beam as beam,
    two_ply as two_ply,
)
from mastermind_core.strategies.codes.fitting import (
    Elimination as Elimination,
    Rosu as Rosu,
    Shapiro as Shapiro,
    Swaszek as Swaszek,
    shapiro as shapiro,
    swaszek as swaszek,
    rosu as rosu,
    elimination as elimination,
)
from mastermind_core.strategies.codes.generations import (
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
from mastermind_core.strategies.codes.local import (
    BernierAnnealing as BernierAnnealing,
    HillClimbing as HillClimbing,
    RhodesAnnealing as RhodesAnnealing,
    Tabu as Tabu,
    temporel_kovacs as temporel_kovacs,
    bernier_annealing as bernier_annealing,
    singley as singley,
    rhodes_annealing as rhodes_annealing,
)
from mastermind_core.strategies.codes.fitting import (
    Listing as Listing,
    MostPartsOfSpread as MostPartsOfSpread,
    TwoColour as TwoColour,
    ugurdag as ugurdag,
    rhodes_knuth as rhodes_knuth,
    rhodes_merc as rhodes_merc,
    two_colour as two_colour,
)
from mastermind_core.strategies.codes.anytime import (
    Anytime as Anytime,
    Thinking as Thinking,
    anytime as anytime,
)
from mastermind_core.strategies.codes.sampled import Sampled as Sampled, sampled as sampled
from mastermind_core.strategies.tabled.composed import Opened as Opened, Staged as Staged
from mastermind_core.strategies.base import Position as Position, Strategy as Strategy
from mastermind_core.strategies.catalogue import STRATEGIES as STRATEGIES
from mastermind_core.strategies.tabled.greedy import Greedy as Greedy, TieRule as TieRule

__all__: list[str]
