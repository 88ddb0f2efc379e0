"""The published greedy strategies: a metric, a pool and a tie rule each, and one in stages."""

from __future__ import annotations

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
from mastermind_core.strategies.tabled.composed import Staged
from mastermind_core.strategies.tabled.greedy import Greedy, TieRule

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
