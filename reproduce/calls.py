"""The names that the claims' calls use: with these imported, a call can be pasted."""

# All are imported to be imported from here; M, AB and SO are what the games are called.
# ruff: noqa: F401, N802

from __future__ import annotations

from fractions import Fraction
from math import ceil, prod

from mastermind_core.analysis import length_distribution
from mastermind_core.exact.search import optimal, optimal_worst_case, solution_exists
from mastermind_core.games import Mastermind, TwoD
from mastermind_core.metrics import ENTROPY, EXPECTED_SIZE, MAX_BLOCK, MOST_PARTS
from mastermind_core.simulation.run import simulate
from mastermind_core.strategies import (
    AnyBest,
    Beam,
    Evolutionary,
    Generational,
    Genetic,
    Greedy,
    HillClimbing,
    Listing,
    MostPartsOfSpread,
    Opened,
    RandomCandidate,
    RhodesAnnealing,
    Staged,
    Swaszek,
    Tabu,
    TieRule,
    TwoColour,
    bento,
    berghman,
    bernier,
    entropy,
    irving,
    kalisker_camens,
    knuth,
    maxent,
    maxmin,
    merc,
    merelo,
    minimax_candidates,
    most_parts,
    neuwirth,
    norvig,
    rhodes_annealing,
    rhodes_merc,
    rosu,
    secondary_minimax,
    singley,
    swaszek,
    temporel_kovacs,
    two_colour,
    two_colour_program,
    ugurdag,
    uninformed_random,
    worst_choice,
)
from mastermind_core.studies import expected_distribution, path_distribution, tie_spectrum
from reproduce.annealing import accepted_by_step, annealed, zero_if_fitting
from reproduce.counting import (
    added_colours,
    against,
    best_guesses,
    codes_of_colours,
    codes_of_length,
    difference,
    exchanged,
    falls,
    has_chain,
    in_order_from,
    jotto,
    largest_block,
    least_within_bound,
    left_by_pairs,
    left_by_score,
    lengths_after,
    less,
    longest_chain,
    matching_drawn,
    matching_share,
    mean_evaluations,
    mean_left,
    near_line,
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
from reproduce.printed import (
    EveryTie,
    MercAsPrinted,
    pegs_by_rule,
    right_by_sorted_pairs,
    secondary_as_printed,
    shuffling_takes_times,
    solver_plays,
    sorting_takes_longer,
    sorts_by_entropy,
    two_d_ends,
    worst_as_printed,
)


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
