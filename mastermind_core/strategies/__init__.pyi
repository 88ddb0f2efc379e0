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

# The strategies for codes of any size, which an application has.
from mastermind_core.heuristics import *
from mastermind_core.strategies.tabled.composed import Opened as Opened, Staged as Staged
from mastermind_core.strategies.base import Position as Position, Strategy as Strategy
from mastermind_core.strategies.catalogue import STRATEGIES as STRATEGIES
from mastermind_core.strategies.tabled.greedy import Greedy as Greedy, TieRule as TieRule
from mastermind_core.strategies.thinking import Thinking as Thinking

__all__: list[str]
