"""The published greedy strategies: a metric, a pool and a tie rule each, and one in stages.

Those that carry a person's name keep that person's rule: they count secrets, whatever these weigh,
whatever guesses cost and whatever has to be known. ``entropy``, ``most_parts``, ``naming``,
``ranks`` and ``pairs`` weigh secrets and guesses, and count what still has to be known.
"""

from __future__ import annotations

from typing import Any

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
    Metric,
)
from mastermind_core.strategies.tabled.composed import Staged
from mastermind_core.strategies.tabled.greedy import Greedy, TieRule
from mastermind_core.strategies.tabled.look_ahead import Beam

_THESIS = "S. de Graaf, Cracking the Mastermind code, thesis, LIACS Leiden (2019), section "


def _person(name: str, metric: Metric, source: str = "", **options: Any) -> Greedy:
    """Return the greedy strategy of a person's rule, which counts secrets and guesses alike."""
    return Greedy(metric, weighs=False, name=name, source=source or metric.source, **options)


# One guess ahead, over all guesses.
knuth = _person("knuth", MAX_BLOCK)
irving = _person("irving", EXPECTED_SIZE)
entropy = Greedy(ENTROPY, name="entropy", source=ENTROPY.source)
most_parts = Greedy(MOST_PARTS, name="most_parts", source=MOST_PARTS.source)
maxmin = _person("maxmin", MAXMIN)
maxent = _person("maxent", MAXENT)
secondary_minimax = _person(
    "secondary_minimax", MAX_BLOCK, _THESIS + "2.4", ties=TieRule(win_levels=2)
)

# One guess ahead, over the candidates only.
minimax_candidates = _person("minimax_candidates", MAX_BLOCK, _THESIS + "2.3", pool="candidates")
norvig = minimax_candidates.but(
    name="norvig", source="P. Norvig, Playing Mastermind optimally, SIGART Bulletin 90 (1984)"
)
merc = _person("merc", EXPECTED_REDUCTION, pool="candidates")
worst_choice = _person("worst_choice", WORST_CHOICE, pool="candidates")

# One guess ahead, by what it takes to name the secret or its class: our own.
naming, ranks, pairs = (Greedy(one, name=one.name) for one in (NAMING, RANKS, PAIRS))

# The best play when few candidates are left. Their number decides, as the source is cited; with 39
# M(4,6) takes the 5656 guesses that are printed.
neuwirth = Staged(
    [(1, Beam(EXPECTED_SIZE, None)), (39, irving)],
    name="neuwirth",
    source="E. Neuwirth, Some strategies for Mastermind, Zeitschrift Operations Research 26 (1982)",
)
