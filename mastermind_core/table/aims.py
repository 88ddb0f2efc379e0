"""What a game weighs, costs and aims at, as numbers beside its score table."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any

from attrs import frozen

from mastermind_core.errors import BadGame, shown
from mastermind_core.game import Game, check_totals, costs_of, goals_of, weights_of
from mastermind_core.game.amounts import Exact, in_units
from mastermind_core.kernels.choose import greedy_kernel
from mastermind_core.kernels.shared.listening import tell
from mastermind_core.kernels.types import Scores


@frozen
class Aims:
    """Weights, costs and goals as integers, and the units that they count.

    ``costs`` is empty where all guesses cost the same, ``goals`` where secrets have to be named.
    Secrets of one goal have the same number there, which is its place in ``names``.
    """

    weights: tuple[int, ...]
    weight_unit: Fraction
    costs: tuple[int, ...]
    cost_unit: Fraction
    goals: array[int]
    names: tuple[Hashable, ...]

    @property
    def possible(self) -> array[int]:
        """Return the ids of the secrets that may be hidden: those that weigh something."""
        return array("I", (at for at, weight in enumerate(self.weights) if weight))


def aims_of(game: Game[Any, Any, Any], secrets: Sequence[Any]) -> Aims:
    """Return what a game weighs, costs and aims at."""
    given, prices = weights_of(game), costs_of(game)
    if given or prices:
        check_totals(given, prices, len(secrets))
    weights, weight_unit = in_units(given) if given else ((1,) * len(secrets), Fraction(1))
    costs, cost_unit = _costs(prices)
    ids: dict[Hashable, int] = {}
    goals = array("I", (ids.setdefault(goal, len(ids)) for goal in goals_of(game, secrets)))
    return Aims(weights, weight_unit, costs, cost_unit, goals, tuple(ids))


def _costs(prices: Sequence[Exact]) -> tuple[tuple[int, ...], Fraction]:
    if not prices:
        return (), Fraction(1)
    costs, unit = in_units(prices)
    return (() if set(costs) == {1} else costs), unit


def all_one(goals: Sequence[int], candidates: Sequence[int]) -> bool:
    """Return whether candidates have one goal, where there are goals.

    >>> all_one([0, 1, 1], [1, 2]), all_one([0, 1, 1], [0, 1]), all_one([], [0])
    (True, False, False)
    """
    if not goals or not candidates:
        return False
    first = goals[candidates[0]]
    return all(goals[secret] == first for secret in candidates)


def check_goals(scores: Scores, aims: Aims, secrets: Sequence[Any]) -> None:
    """Refuse goals that no guesses can tell apart, naming two secrets that show it."""
    if not aims.goals:
        return
    kernel, final = greedy_kernel(), scores.final  # which is copied whenever it is read
    open_blocks = [aims.possible]
    open_blocks = [block for block in open_blocks if not all_one(aims.goals, block)]
    for guess in range(scores.n_guesses):
        if not open_blocks:
            return
        tell(scores.n_guesses, scores.n_guesses)  # who listens may end this
        open_blocks = [
            block
            for known in open_blocks
            for score, block in kernel.split(scores, guess, known)
            if not final[score] and not all_one(aims.goals, block)
        ]
    if not open_blocks:
        return
    first, *others = open_blocks[0]
    other = next(secret for secret in others if aims.goals[secret] != aims.goals[first])
    raise BadGame(
        f"no guess tells {shown(secrets[first])} from {shown(secrets[other])}, whose goals differ: "
        "give them one goal, or add a guess that tells them apart"
    )
