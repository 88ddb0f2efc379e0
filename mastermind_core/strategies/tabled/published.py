"""The published greedy strategies: a metric, a pool and a tie rule each, and one in stages.

Those that carry a person's name keep that person's rule: they count secrets, whatever these weigh,
whatever guesses cost and whatever has to be known. ``entropy``, ``most_parts``, ``naming``,
``ranks`` and ``pairs`` weigh secrets and guesses, and count what still has to be known.
"""

from __future__ import annotations

from mastermind_core.metrics import (
    ENTROPY,
    EXPECTED_REDUCTION,
    EXPECTED_SIZE,
    MAX_BLOCK,
    MAXENT,
    MAXMIN,
    MOST_PARTS,
    NAMING,
    PAIRS,
    RANKS,
    WORST_CHOICE,
)
from mastermind_core.strategies.tabled.composed import Staged
from mastermind_core.strategies.tabled.greedy import Greedy, TieRule
from mastermind_core.strategies.tabled.look_ahead import Beam

_THESIS = "S. de Graaf, Cracking the Mastermind code, thesis, LIACS Leiden (2019), section "

# One guess ahead, over all guesses.
knuth = Greedy(MAX_BLOCK, weighs=False, name="knuth", source=MAX_BLOCK.source)
irving = Greedy(EXPECTED_SIZE, weighs=False, name="irving", source=EXPECTED_SIZE.source)
entropy = Greedy(ENTROPY, name="entropy", source=ENTROPY.source)
most_parts = Greedy(MOST_PARTS, name="most_parts", source=MOST_PARTS.source)
maxmin = Greedy(MAXMIN, weighs=False, name="maxmin", source=MAXMIN.source)
maxent = Greedy(MAXENT, weighs=False, name="maxent", source=MAXENT.source)
secondary_minimax = Greedy(
    MAX_BLOCK,
    ties=TieRule(win_levels=2),
    weighs=False,
    name="secondary_minimax",
    source=_THESIS + "2.4",
)

# One guess ahead, over the candidates only.
minimax_candidates = Greedy(
    MAX_BLOCK,
    pool="candidates",
    weighs=False,
    name="minimax_candidates",
    source=_THESIS + "2.3",
)
norvig = Greedy(
    MAX_BLOCK,
    pool="candidates",
    weighs=False,
    name="norvig",
    source="P. Norvig, Playing Mastermind optimally, SIGART Bulletin 90 (1984)",
)
merc = Greedy(
    EXPECTED_REDUCTION,
    pool="candidates",
    weighs=False,
    name="merc",
    source=EXPECTED_REDUCTION.source,
)
worst_choice = Greedy(
    WORST_CHOICE,
    pool="candidates",
    weighs=False,
    name="worst_choice",
    source=WORST_CHOICE.source,
)

# One guess ahead, by what it takes to name the secret or its class: our own.
naming = Greedy(NAMING, name="naming")
ranks = Greedy(RANKS, name="ranks")
pairs = Greedy(PAIRS, name="pairs")

# The best play when few candidates are left. Their number decides, as the source is cited; with 39
# M(4,6) takes the 5656 guesses that are printed.
neuwirth = Staged(
    [(1, Beam(EXPECTED_SIZE, None)), (39, irving)],
    name="neuwirth",
    source="E. Neuwirth, Some strategies for Mastermind, Zeitschrift Operations Research 26 (1982)",
)
