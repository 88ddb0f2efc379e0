"""Strategies by name: a value each, with the source that it is from."""

from __future__ import annotations

from typing import Any

from mastermind_core.game import CodeGame
from mastermind_core.metrics import (
    ENTROPY,
    EXPECTED_REDUCTION,
    EXPECTED_SIZE,
    MAX_BLOCK,
    MAXENT,
    MAXMIN,
    MOST_PARTS,
    WORST_CHOICE,
)
from mastermind_core.strategies.base import Position, Strategy
from mastermind_core.strategies.codes.annealing import BernierAnnealing, RhodesAnnealing
from mastermind_core.strategies.codes.catalogue import (
    HEURISTICS,
    anytime,
    bento,
    berghman,
    bernier,
    bernier_annealing,
    elimination,
    kalisker_camens,
    merelo,
    rhodes_annealing,
    rhodes_knuth,
    rhodes_merc,
    rosu,
    sampled,
    shapiro,
    singley,
    swaszek,
    temporel_kovacs,
    two_colour,
    ugurdag,
)
from mastermind_core.strategies.codes.consistent_first import Rosu, Shapiro, Swaszek
from mastermind_core.strategies.codes.evolutionary import Evolutionary, Generational
from mastermind_core.strategies.codes.genetic import Genetic
from mastermind_core.strategies.codes.listing import Listing, TwoColour
from mastermind_core.strategies.codes.local import HillClimbing, Tabu
from mastermind_core.strategies.codes.population import MostPartsOfSpread
from mastermind_core.strategies.codes.sampling import Sampled
from mastermind_core.strategies.codes.thinking import Anytime, Thinking
from mastermind_core.strategies.codes.words import Elimination
from mastermind_core.strategies.tabled.composed import Opened, Staged
from mastermind_core.strategies.tabled.greedy import Greedy, TieRule, best_decision
from mastermind_core.strategies.tabled.look_ahead import Beam, TwoPly
from mastermind_core.strategies.tabled.lots import (
    AnyBest,
    Drawing,
    RandomCandidate,
    UninformedRandom,
)
from mastermind_core.table import too_large

_THESIS = "S. de Graaf, Cracking the Mastermind code, thesis, LIACS Leiden (2019), section "

# One guess ahead, over all guesses.
knuth = Greedy(MAX_BLOCK, name="knuth", source=MAX_BLOCK.source)
irving = Greedy(EXPECTED_SIZE, name="irving", source=EXPECTED_SIZE.source)
entropy = Greedy(ENTROPY, name="entropy", source=ENTROPY.source)
most_parts = Greedy(MOST_PARTS, name="most_parts", source=MOST_PARTS.source)
maxmin = Greedy(MAXMIN, name="maxmin", source=MAXMIN.source)
maxent = Greedy(MAXENT, name="maxent", source=MAXENT.source)
secondary_minimax = Greedy(
    MAX_BLOCK, ties=TieRule(win_levels=2), name="secondary_minimax", source=_THESIS + "2.4"
)

# One guess ahead, over the candidates only.
minimax_candidates = Greedy(
    MAX_BLOCK, pool="candidates", name="minimax_candidates", source=_THESIS + "2.3"
)
norvig = Greedy(
    MAX_BLOCK,
    pool="candidates",
    name="norvig",
    source="P. Norvig, Playing Mastermind optimally, SIGART Bulletin 90 (1984)",
)
merc = Greedy(EXPECTED_REDUCTION, pool="candidates", name="merc", source=EXPECTED_REDUCTION.source)
worst_choice = Greedy(
    WORST_CHOICE, pool="candidates", name="worst_choice", source=WORST_CHOICE.source
)

# Another rule when few candidates are left.
neuwirth = Staged(
    [(1, most_parts), (20, entropy)],
    name="neuwirth",
    source="E. Neuwirth, Some strategies for Mastermind, Zeitschrift Operations Research 26 (1982)",
)

# Lots.
random_candidate = RandomCandidate(
    source=_THESIS + "2.7; R. Rosu, Mastermind, thesis, North Carolina State University (1999)"
)
every_branch = AnyBest(name="every_branch", source=_THESIS + "2.6")
every_candidate_branch = AnyBest(
    outside="first", name="every_candidate_branch", source=_THESIS + "2.5"
)
uninformed_random = UninformedRandom(source=_THESIS + "2.2")

# Further ahead.
beam = Beam(
    width=2,
    source="S. Chen, S. Lin, L. Huang and S. Hsu, Strategy optimization for deductive games, "
    "European J. of Operational Research 183 (2007)",
)
two_ply = TwoPly(ENTROPY, width=20, source="two steps of entropy instead of one")

STRATEGIES: dict[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        knuth,
        irving,
        entropy,
        most_parts,
        maxmin,
        maxent,
        secondary_minimax,
        minimax_candidates,
        norvig,
        merc,
        worst_choice,
        neuwirth,
        random_candidate,
        every_branch,
        every_candidate_branch,
        uninformed_random,
        beam,
        two_ply,
    )
} | HEURISTICS


def default_strategy(game: Any) -> Strategy:
    """Return what to play by default: ``entropy``, but ``sampled`` in games of too many codes.

    >>> from mastermind_core import Mastermind
    >>> default_strategy(Mastermind(colours=6, holes=4)).name
    'entropy'
    >>> default_strategy(Mastermind(colours=12, holes=8)).name
    'sampled'
    """
    large = isinstance(game, CodeGame) and too_large(game)
    return sampled if large else entropy


__all__ = [
    "STRATEGIES",
    "AnyBest",
    "Anytime",
    "Beam",
    "BernierAnnealing",
    "Drawing",
    "Elimination",
    "Evolutionary",
    "Generational",
    "Genetic",
    "Greedy",
    "HillClimbing",
    "Listing",
    "MostPartsOfSpread",
    "Opened",
    "Position",
    "RandomCandidate",
    "RhodesAnnealing",
    "Rosu",
    "Sampled",
    "Shapiro",
    "Staged",
    "Strategy",
    "Swaszek",
    "Tabu",
    "Thinking",
    "TieRule",
    "TwoColour",
    "TwoPly",
    "UninformedRandom",
    "anytime",
    "bento",
    "berghman",
    "bernier",
    "bernier_annealing",
    "best_decision",
    "default_strategy",
    "elimination",
    "kalisker_camens",
    "merelo",
    "rhodes_annealing",
    "rhodes_knuth",
    "rhodes_merc",
    "rosu",
    "sampled",
    "shapiro",
    "singley",
    "swaszek",
    "temporel_kovacs",
    "two_colour",
    "ugurdag",
    *sorted(STRATEGIES.keys() - HEURISTICS.keys()),
]
