"""Every strategy by name, and what they are made of; a name in lower case is registered."""

from mastermind_core.strategies.base import (
    Position as Position,
)
from mastermind_core.strategies.base import (
    Strategy as Strategy,
)
from mastermind_core.strategies.catalogue import (
    STRATEGIES as STRATEGIES,
)
from mastermind_core.strategies.codes.anytime import (
    Anytime as Anytime,
)
from mastermind_core.strategies.codes.anytime import (
    anytime as anytime,
)
from mastermind_core.strategies.codes.bento import (
    bento as bento,
)
from mastermind_core.strategies.codes.berghman import (
    Genetic as Genetic,
)
from mastermind_core.strategies.codes.berghman import (
    berghman as berghman,
)
from mastermind_core.strategies.codes.bernier import (
    BernierAnnealing as BernierAnnealing,
)
from mastermind_core.strategies.codes.bernier import (
    BernierGenetic as BernierGenetic,
)
from mastermind_core.strategies.codes.bernier import (
    bernier as bernier,
)
from mastermind_core.strategies.codes.bernier import (
    bernier_annealing as bernier_annealing,
)
from mastermind_core.strategies.codes.elimination import (
    Elimination as Elimination,
)
from mastermind_core.strategies.codes.elimination import (
    elimination as elimination,
)
from mastermind_core.strategies.codes.kalisker_camens import (
    Generational as Generational,
)
from mastermind_core.strategies.codes.kalisker_camens import (
    kalisker_camens as kalisker_camens,
)
from mastermind_core.strategies.codes.merelo import (
    Evolutionary as Evolutionary,
)
from mastermind_core.strategies.codes.merelo import (
    merelo as merelo,
)
from mastermind_core.strategies.codes.ostrowska import (
    TwoColour as TwoColour,
)
from mastermind_core.strategies.codes.ostrowska import (
    two_colour as two_colour,
)
from mastermind_core.strategies.codes.rhodes import (
    Listing as Listing,
)
from mastermind_core.strategies.codes.rhodes import (
    rhodes_knuth as rhodes_knuth,
)
from mastermind_core.strategies.codes.rhodes import (
    rhodes_merc as rhodes_merc,
)
from mastermind_core.strategies.codes.rhodes_annealing import (
    RhodesAnnealing as RhodesAnnealing,
)
from mastermind_core.strategies.codes.rhodes_annealing import (
    rhodes_annealing as rhodes_annealing,
)
from mastermind_core.strategies.codes.rosu import (
    Rosu as Rosu,
)
from mastermind_core.strategies.codes.rosu import (
    rosu as rosu,
)
from mastermind_core.strategies.codes.sampled import (
    Sampled as Sampled,
)
from mastermind_core.strategies.codes.sampled import (
    sampled as sampled,
)
from mastermind_core.strategies.codes.shapiro import (
    Shapiro as Shapiro,
)
from mastermind_core.strategies.codes.shapiro import (
    shapiro as shapiro,
)
from mastermind_core.strategies.codes.singley import (
    Tabu as Tabu,
)
from mastermind_core.strategies.codes.singley import (
    singley as singley,
)
from mastermind_core.strategies.codes.swaszek import (
    Swaszek as Swaszek,
)
from mastermind_core.strategies.codes.swaszek import (
    swaszek as swaszek,
)
from mastermind_core.strategies.codes.temporel_kovacs import (
    HillClimbing as HillClimbing,
)
from mastermind_core.strategies.codes.temporel_kovacs import (
    temporel_kovacs as temporel_kovacs,
)
from mastermind_core.strategies.codes.thinking import (
    Thinking as Thinking,
)
from mastermind_core.strategies.codes.ugurdag import (
    MostPartsOfSpread as MostPartsOfSpread,
)
from mastermind_core.strategies.codes.ugurdag import (
    ugurdag as ugurdag,
)
from mastermind_core.strategies.tabled.composed import (
    Opened as Opened,
)
from mastermind_core.strategies.tabled.composed import (
    Staged as Staged,
)
from mastermind_core.strategies.tabled.greedy import (
    Greedy as Greedy,
)
from mastermind_core.strategies.tabled.greedy import (
    TieRule as TieRule,
)
from mastermind_core.strategies.tabled.look_ahead import (
    Beam as Beam,
)
from mastermind_core.strategies.tabled.look_ahead import (
    TwoPly as TwoPly,
)
from mastermind_core.strategies.tabled.look_ahead import (
    beam as beam,
)
from mastermind_core.strategies.tabled.look_ahead import (
    two_ply as two_ply,
)
from mastermind_core.strategies.tabled.lots import (
    AnyBest as AnyBest,
)
from mastermind_core.strategies.tabled.lots import (
    Drawing as Drawing,
)
from mastermind_core.strategies.tabled.lots import (
    RandomCandidate as RandomCandidate,
)
from mastermind_core.strategies.tabled.lots import (
    UninformedRandom as UninformedRandom,
)
from mastermind_core.strategies.tabled.lots import (
    every_branch as every_branch,
)
from mastermind_core.strategies.tabled.lots import (
    every_candidate_branch as every_candidate_branch,
)
from mastermind_core.strategies.tabled.lots import (
    random_candidate as random_candidate,
)
from mastermind_core.strategies.tabled.lots import (
    uninformed_random as uninformed_random,
)
from mastermind_core.strategies.tabled.published import (
    entropy as entropy,
)
from mastermind_core.strategies.tabled.published import (
    irving as irving,
)
from mastermind_core.strategies.tabled.published import (
    knuth as knuth,
)
from mastermind_core.strategies.tabled.published import (
    maxent as maxent,
)
from mastermind_core.strategies.tabled.published import (
    maxmin as maxmin,
)
from mastermind_core.strategies.tabled.published import (
    merc as merc,
)
from mastermind_core.strategies.tabled.published import (
    minimax_candidates as minimax_candidates,
)
from mastermind_core.strategies.tabled.published import (
    most_parts as most_parts,
)
from mastermind_core.strategies.tabled.published import (
    naming as naming,
)
from mastermind_core.strategies.tabled.published import (
    neuwirth as neuwirth,
)
from mastermind_core.strategies.tabled.published import (
    norvig as norvig,
)
from mastermind_core.strategies.tabled.published import (
    ranks as ranks,
)
from mastermind_core.strategies.tabled.published import (
    secondary_minimax as secondary_minimax,
)
from mastermind_core.strategies.tabled.published import (
    worst_choice as worst_choice,
)
from mastermind_core.strategies.tabled.two_colours import (
    two_colour_program as two_colour_program,
)

__all__: list[str]
