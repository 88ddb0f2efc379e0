"""The names that the claims' calls use: with these imported, a call can be pasted."""

# All are imported to be imported from here; M, AB and SO are what the games are called.
# ruff: noqa: F401, N802

from __future__ import annotations

from fractions import Fraction
from math import ceil, prod

from mastermind_core.analysis import length_distribution
from mastermind_core.exact import optimal, optimal_worst_case, solution_exists
from mastermind_core.games import Mastermind, TwoD
from mastermind_core.metrics import ENTROPY, EXPECTED_SIZE, MAX_BLOCK, MOST_PARTS
from mastermind_core.simulation.run import simulate
from mastermind_core.strategies.codes.bento import bento
from mastermind_core.strategies.codes.berghman import Genetic, berghman
from mastermind_core.strategies.codes.bernier import bernier
from mastermind_core.strategies.codes.kalisker_camens import Generational, kalisker_camens
from mastermind_core.strategies.codes.merelo import Evolutionary, merelo
from mastermind_core.strategies.codes.ostrowska import TwoColour, two_colour
from mastermind_core.strategies.codes.rhodes import Listing, rhodes_merc
from mastermind_core.strategies.codes.rhodes_annealing import RhodesAnnealing, rhodes_annealing
from mastermind_core.strategies.codes.rosu import rosu
from mastermind_core.strategies.codes.singley import Tabu, singley
from mastermind_core.strategies.codes.swaszek import Swaszek, swaszek
from mastermind_core.strategies.codes.temporel_kovacs import HillClimbing, temporel_kovacs
from mastermind_core.strategies.codes.ugurdag import MostPartsOfSpread, ugurdag
from mastermind_core.strategies.tabled.composed import Opened, Staged
from mastermind_core.strategies.tabled.greedy import Greedy, TieRule
from mastermind_core.strategies.tabled.look_ahead import Beam
from mastermind_core.strategies.tabled.lots import AnyBest, RandomCandidate, uninformed_random
from mastermind_core.strategies.tabled.published import (
    entropy,
    irving,
    knuth,
    minimax_candidates,
    most_parts,
    neuwirth,
    norvig,
    secondary_minimax,
    worst_choice,
)
from mastermind_core.strategies.tabled.two_colours import two_colour_program
from mastermind_core.studies import expected_distribution, path_distribution, tie_spectrum
from reproduce.counting import (
    against,
    best_guesses,
    codes_of_colours,
    codes_of_length,
    difference,
    exchanged,
    has_chain,
    in_order_from,
    jotto,
    largest_block,
    least_within_bound,
    left_by_pairs,
    left_by_score,
    longest_chain,
    matching_drawn,
    matching_share,
    mean_left,
    never_more,
    one_list,
    opening_of,
    roughly_same,
    score_of,
    solution_exists_as_written,
    swaszek_over_first_guesses,
    tells_apart_at_most,
    took,
    two_then_best,
    unplayed,
    until_known,
    within_guesses,
)
from reproduce.fixed_pairs import least_after_two_fixed
from reproduce.printed import MercAsPrinted, solver_plays, sorts_by_entropy


def M(holes: int, colours: int) -> Mastermind:
    """Return the game with repeats: Mastermind(colours, holes, a), or sca.

    >>> len(M(4, 6).secrets)
    1296
    """
    return Mastermind(colours=colours, holes=holes)


def AB(holes: int, colours: int) -> Mastermind:
    """Return the game without repeats: Mastermind(colours, holes, na), or scna."""
    return Mastermind(colours=colours, holes=holes, repeats="none")


def SO(holes: int, colours: int) -> Mastermind:
    """Return the game with repeats in guesses only."""
    return Mastermind(colours=colours, holes=holes, repeats="guesses")
