"""The service of games whose answers may be wrong: the functions that the core calls for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from attrs import evolve

from mastermind_core.arguments import Seed, generator
from mastermind_core.errors import BadArgument
from mastermind_core.game import Game
from mastermind_core.noise.belief import first_belief
from mastermind_core.noise.distribution import NoisyCostDistribution, NoisyDistribution
from mastermind_core.noise.distribution import distribution_along as distribution_along
from mastermind_core.noise.figures import noisy_lengths
from mastermind_core.noise.filing import GAME_FORMS as GAME_FORMS
from mastermind_core.noise.model import NoisyTable, noisy_table
from mastermind_core.noise.players import NoisyBreaker, NoisyPlayer
from mastermind_core.noise.policies import NoisySolution, optimal_policy
from mastermind_core.noise.policies import Policy as Policy
from mastermind_core.noise.trial import trial as trial
from mastermind_core.noise.unfolding import unfolded_tree
from mastermind_core.noise.view import first_view as first_view
from mastermind_core.play.parts import Ending
from mastermind_core.table import spelled
from mastermind_core.tree import Node, StrategyLike


def compiled(game: Any) -> NoisyTable:
    """Return a game as numbers."""
    return noisy_table(game)


def first_breaker(
    game: Any, strategy: Any, seed: Seed, ending: Ending | None = None
) -> NoisyBreaker:
    """Return the player of a strategy at the beginning of a game."""
    number = generator(seed).getrandbits(64)
    return NoisyBreaker(NoisyPlayer(game, strategy), number, first_belief(game))


def explanations(
    game: Any, history: Sequence[tuple[Any, Any]]
) -> Iterator[tuple[tuple[tuple[int, Any], ...], int, float]]:
    """Yield the sets of wrong answers that explain a history, the likeliest first.

    Each has the number of secrets that it leaves, and its probability.
    """
    known = first_belief(game)
    for turn in history:
        known = known.after(*turn)
    for changes, (left, chance) in known.explanations().items():
        yield changes, left, float(chance)


def length_distribution(
    game: Any, strategy: Any, *, confidence: object, max_steps: object, costs: bool = False
) -> NoisyDistribution:
    """Return the exact distribution of a strategy's lengths, or of its costs."""
    make = NoisyCostDistribution if costs else NoisyDistribution
    ending = Ending.of(confidence, max_steps)
    return make(noisy_lengths(game, strategy, ending, costs=costs))


def tree(
    game: Game,
    strategy: StrategyLike | None,
    *,
    confidence: float | Fraction | None,
    max_steps: int | None,
) -> Node:
    """Return a strategy's tree, whose secrets are the outcomes of its paths."""
    return unfolded_tree(game, strategy, Ending.of(confidence, max_steps))


def optimal(game: Any, options: dict[str, Any]) -> NoisySolution:
    """Return an optimal policy, or raise BadArgument for an option of exact answers.

    Args:
        game: The game.
        options: The options of :func:`~mastermind_core.optimal` that are not the defaults.
    """
    taken = ("max_steps", "confidence", "seconds", "nodes")
    if options.keys() - {*taken}:
        raise BadArgument(
            "if answers may be wrong, optimal takes max_steps, confidence, seconds and nodes"
        )
    return optimal_policy(game, **options)


def identity(game: Any) -> list[Any]:
    """Return the parts that make up a game's identity, for a digest."""
    table = noisy_table(game)
    rows = (
        ([*table.row(guess)], sorted(_rows_of(table.channel(guess))))
        for guess in range(len(table.guesses.items))
    )
    aims = evolve(table.aims, names=())
    return [aims, table.again, table.final, *rows, *map(spelled, table.answers.items)]


def _rows_of(channel: Any) -> Iterable[tuple[int, list[tuple[int, Any]]]]:
    """Yield each score of a channel with its distribution, as sorted pairs."""
    items = channel.items() if hasattr(channel, "items") else enumerate(channel)
    return ((score, sorted(row.items())) for score, row in items)
