"""The service of games whose answers may be wrong: what the core calls for them."""

from __future__ import annotations

from typing import Any

from mastermind_core.errors import BadArgument
from mastermind_core.noise.belief import Ending
from mastermind_core.noise.distribution import NoisyDistribution
from mastermind_core.noise.figures import noisy_lengths
from mastermind_core.noise.policies import NoisySolution, optimal_policy


def length_distribution(
    game: Any, strategy: Any, *, confidence: Any, max_steps: Any
) -> NoisyDistribution:
    """Return the exact distribution of the lengths of a strategy."""
    return NoisyDistribution(noisy_lengths(game, strategy, Ending.of(confidence, max_steps)))


def optimal(game: Any, options: dict[str, Any]) -> NoisySolution:
    """Return an optimal policy; raise BadArgument for an option of exact answers.

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
