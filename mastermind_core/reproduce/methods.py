"""The computations behind the claims, by the names that claims use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from mastermind_core.analysis import length_distribution
from mastermind_core.games import Mastermind
from mastermind_core.metrics import ENTROPY, EXPECTED_SIZE
from mastermind_core.reproduce.claims import Claim
from mastermind_core.reproduce.counting import until_known
from mastermind_core.strategies.tabled.composed import Opened
from mastermind_core.strategies.tabled.greedy import Greedy, TieRule
from mastermind_core.strategies.tabled.look_ahead import Beam
from mastermind_core.strategies.tabled.lots import AnyBest, random_candidate, uninformed_random
from mastermind_core.strategies.tabled.published import (
    entropy,
    irving,
    knuth,
    merc,
    minimax_candidates,
    most_parts,
    neuwirth,
    norvig,
    secondary_minimax,
    worst_choice,
)
from mastermind_core.studies import expected_distribution, path_distribution

Lengths = Mapping[int, Any]
Study = Callable[[Any, Any], Lengths]

#: M is with repeats, AB without: holes and colours.
GAMES: dict[str, Any] = {
    **{f"M(4,{n})": Mastermind(colours=n, holes=4) for n in range(6, 11)},
    **{f"AB(4,{n})": Mastermind(colours=n, holes=4, repeats="none") for n in range(6, 11)},
}

_OPENED: tuple[Any, ...] = ((1, 1, 2, 2),)
_ENTROPY_INSIDE = Greedy(ENTROPY, pool="candidates", name="entropy of candidates")


def _shuffled(strategy: Greedy, seed: int) -> Greedy:
    """Break the ties of a strategy by a random order of the guesses."""
    return strategy.but(ties=TieRule(shuffle=seed))


#: What is computed of a game, and for which strategy.
RULES: dict[str, tuple[Study, Any]] = {
    "five-guess": (length_distribution, knuth),
    "candidates only": (length_distribution, minimax_candidates),
    "secondary minimax": (length_distribution, secondary_minimax),
    "worst choice": (length_distribution, worst_choice),
    "expected size": (length_distribution, irving),
    "entropy": (length_distribution, entropy),
    "most parts": (length_distribution, most_parts),
    "norvig": (length_distribution, norvig),
    "neuwirth": (length_distribution, neuwirth),
    "neuwirth from 1123": (length_distribution, Opened(neuwirth, [(1, 1, 2, 3)])),
    "beam 1": (length_distribution, Beam(EXPECTED_SIZE, 1)),
    "beam 20": (length_distribution, Beam(EXPECTED_SIZE, 20)),
    "every branch": (path_distribution, AnyBest(opening=_OPENED)),
    "every candidate branch": (path_distribution, AnyBest(outside="first", opening=_OPENED)),
    "random candidate": (expected_distribution, random_candidate),
    "uninformed random": (expected_distribution, uninformed_random),
    "entropy, candidates only": (length_distribution, _ENTROPY_INSIDE),
    "until known, candidates only": (until_known, minimax_candidates),
    "until known, entropy of candidates": (until_known, _ENTROPY_INSIDE),
    "five-guess from 1123": (length_distribution, knuth.but(opening=[(1, 1, 2, 3)])),
    "entropy from 1123": (length_distribution, entropy.but(opening=[(1, 1, 2, 3)])),
    "merc from 1122": (length_distribution, merc.but(opening=_OPENED)),
    "candidates only, order 1": (length_distribution, _shuffled(minimax_candidates, 1)),
    "expected size, order 16": (length_distribution, _shuffled(irving, 16)),
    "most parts, order 68": (length_distribution, _shuffled(most_parts, 68)),
}


@cache
def compute(game: str, rule: str) -> Lengths:
    """Return the distribution that a rule has on a game, both by name."""
    study, strategy = RULES[rule]
    return study(GAMES[game], strategy)


def computed(claim: Claim) -> Lengths:
    """Return the distribution that a claim is about."""
    return compute(claim.game, claim.rule)
