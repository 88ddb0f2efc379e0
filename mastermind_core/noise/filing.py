"""Forms of games and results with wrong answers in files."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import compress, product, starmap
from typing import Any

from mastermind_core.errors import BadFile, BadGame, GameTooLarge
from mastermind_core.game import FastScores, FiniteGame, Game, costs_of, goal_of, weights_of
from mastermind_core.games.parts import LikelyVariant, Variant, count_pairs
from mastermind_core.names import application
from mastermind_core.noise.distribution import NoisyCostDistribution, NoisyDistribution
from mastermind_core.noise.figures import Figures
from mastermind_core.noise.model import NoisyGame, is_noisy, noisy, noisy_table
from mastermind_core.noise.policies import NoisySolution, Policy
from mastermind_core.noise.tabulated import TabulatedLikelihood
from mastermind_core.results import (
    MOST_PAIRS,
    Form,
    GameForm,
    check_rows,
    integers,
    lists_of,
    paired,
)
from mastermind_core.tree import Outcome

#: Maximum number of pairs of a game with noise and fast scores in a file.
_MOST_FAST = 1 << 26


def _cells(game: Any) -> Game | None:
    """Return the game whose scores are the cells of a table with probable answers, or None."""
    if isinstance(game, LikelyVariant) and (cells := _cells(game.game)) is not None:
        return Variant(cells, game.weights, game.costs, game.goals)
    return game.cells if isinstance(game, FiniteGame) and hasattr(game, "cells") else None


def _parts(game: Any) -> tuple[Game, Any] | None:
    """Return an exact game and its noise, or None if each pair has its own probabilities.

    The scores of a table of probabilities are its cells, which may have noise, too.
    """
    if not isinstance(game, NoisyGame):
        cells = _cells(game)
        return None if cells is None else (cells, None)
    if game.function is not None or (is_noisy(game.game) and _cells(game.game) is None):
        return None
    return game.exact, game.noise


def _noisy(game: Any, write: Any) -> dict[str, Any] | None:
    """Return an exact game with the probabilities of wrong answers, or None."""
    with suppress(BadGame):  # the exact game may not end, or have too large totals
        if (parts := _parts(game)) is None:
            return None
        number = write.game(parts[0])
        if "given" not in write.specs[number]:
            return {"game": number, "noise": write(parts[1]), "again": _again(game)}
    return None


def _likely(game: Any, write: Any) -> dict[str, Any] | None:
    """Return an exact game with the probabilities of each pair, or None for a large game."""
    with suppress(BadGame):  # the exact game may not end, or have too large totals
        if _parts(game) is not None or count_pairs(game) > MOST_PAIRS:
            return None
        exact = _exact(game)
        table = noisy_table(game)
        answers = set(starmap(exact.score, product(exact.guesses, exact.secrets)))
        if not answers.issuperset(compress(table.answers.items, table.final)):
            return None  # the exact game of a file has no end state that is always a mistake
        number = write.game(exact)
        if "given" not in write.specs[number]:
            return {"game": number, **_likelihood(game, write), "again": _again(game)}
    return None


def _again(game: Any) -> str:
    """Return whether a question that is asked again gets a fresh answer or the same one."""
    return str(getattr(game, "again", "fresh"))


def _exact(game: Any) -> Any:
    """Return the exact game of one with its own probabilities for each pair."""
    if isinstance(game, NoisyGame) and not is_noisy(game.game):
        return game.exact
    parts: Any = {"weights": weights_of(game), "costs": costs_of(game), "goal": goal_of(game)}
    return FiniteGame(game.guesses, game.secrets, game.score, game.endstates, **parts)


def _likelihood(game: Game, write: Any) -> dict[str, Any]:
    """Return the distinct distributions of answers, and their indices by guess and secret."""
    table = TabulatedLikelihood.of(game)
    chances = [[[write(answer), write(p)] for answer, p in pairs] for pairs in table.chances]
    return {"chances": chances, "rows": [list(row) for row in table.rows]}


def _noisy_game(game: Game, noise: object, again: str) -> Game:
    most = _MOST_FAST if isinstance(game, FastScores) else MOST_PAIRS
    if count_pairs(game) > most:
        raise GameTooLarge(f"a game with noise in a file has at most {most:,} pairs")
    if noise is None:
        if not isinstance(game, FiniteGame) or again not in {"same", "nested"}:
            raise BadFile("a game with noise has neither probabilities nor a table of cells")
        likely: Game = application("likely_game")(game, again)
        return likely
    errors = {true: dict(row) for true, row in noise} if isinstance(noise, tuple) else noise
    return noisy(game, errors, again=again)  # type: ignore[arg-type]  # noisy checks it


def _likely_game(game: Game, chances: Sequence[Any], rows: Sequence[Any], again: str) -> Game:
    guesses, secrets = lists_of(game)
    check_rows(rows, guesses, secrets, len(chances))
    for pairs in chances:
        paired(pairs, "chances")
    likelihood = TabulatedLikelihood(guesses, secrets, tuple(chances), tuple(rows))
    return noisy(game, likelihood=likelihood, again=again)  # type: ignore[arg-type]


def _distribution(*, figures: Figures) -> NoisyDistribution:
    return NoisyDistribution(figures)


def _cost_distribution(*, figures: Figures) -> NoisyCostDistribution:
    return NoisyCostDistribution(figures)


def _write_policy(write: Any, policy: Policy) -> dict[str, Any]:
    """Return the nodes of a policy: a guess, and its answers with the next node or the name."""
    nodes = [policy]
    content = list[Any]()
    places: dict[Policy | None, int] = {policy: 0}
    for node in nodes:
        for below in node.branches.values():
            if below is not None and places.setdefault(below, len(nodes)) == len(nodes):
                nodes.append(below)
        steps = tuple(
            (answer, places.get(child), node.names.get(answer))
            for answer, child in node.branches.items()
        )
        content.append(write((node.guess, steps)))
    return {"nodes": content}


def _policy(*, nodes: Sequence[tuple[Any, Sequence[tuple[Any, Any, Any]]]]) -> Policy:
    made = [Policy(guess, {}, {}) for guess, _ in nodes]
    for node, (_, steps) in zip(made, nodes, strict=True):
        for answer, child, name in steps:
            if child is None:
                node.branches[answer] = None
                node.names[answer] = name
            else:
                integers([child], "nodes", len(made))
                node.branches[answer] = made[child]
    return made[0]


#: The forms of games.
GAME_FORMS = (GameForm("noisy", _noisy, _noisy_game), GameForm("likely", _likely, _likely_game))

#: The forms of results.
FORMS = (
    Form("noisy_solution", NoisySolution),
    Form("policy", Policy, _policy, _write_policy),
    Form("noisy_distribution", NoisyDistribution, _distribution),
    Form("noisy_costs", NoisyCostDistribution, _cost_distribution),
    Form("figures", Figures),
    Form("outcome", Outcome, plain=True),
)
