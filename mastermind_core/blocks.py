"""The language: split the candidates by their answer, and weigh the blocks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from math import log2
from typing import TypeVar

from more_itertools import map_reduce

from mastermind_core.errors import BadArgument, InconsistentHistory
from mastermind_core.game import Game, Guess, Score, Secret
from mastermind_core.table import contradiction

Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)


def blocks_by(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    """Split any items by the value of a function, in order of first appearance.

    >>> blocks_by(range(1, 11), lambda n: "even" if n % 2 == 0 else "odd")
    {'odd': [1, 3, 5, 7, 9], 'even': [2, 4, 6, 8, 10]}
    """
    return dict(map_reduce(items, key))


def partition(
    game: Game[Guess, Secret, Score],
    guess: Guess,
    candidates: Iterable[Secret] | None = None,
) -> dict[Score, list[Secret]]:
    """Split candidates (all secrets if none are given) by the score that they give a guess.

    >>> from mastermind_core import TwoD
    >>> blocks = partition(TwoD(3), (1, 1))
    >>> sorted(map(len, blocks.values()))
    [1, 2, 3, 3]
    """
    members = game.secrets if candidates is None else candidates
    return blocks_by(members, lambda secret: game.score(guess, secret))


def block_sizes(
    game: Game[Guess, Secret, Score],
    guess: Guess,
    candidates: Iterable[Secret] | None = None,
) -> dict[Score, int]:
    """Count the candidates behind each score of a guess."""
    return {score: len(block) for score, block in partition(game, guess, candidates).items()}


def consistent(
    game: Game[Guess, Secret, Score],
    history: Iterable[tuple[Guess, Score]],
    candidates: Iterable[Secret] | None = None,
) -> list[Secret]:
    """Return the secrets that give every answer of a history; none is :class:`InconsistentHistory`.

    >>> from mastermind_core import Mastermind
    >>> game = Mastermind(colours=6, holes=4)
    >>> len(consistent(game, [((1, 1, 2, 2), (0, 2)), ((1, 3, 4, 4), (0, 1))]))
    25
    """
    left = list(game.secrets if candidates is None else candidates)
    for number, (guess, score) in enumerate(history, start=1):
        before = len(left)
        left = [secret for secret in left if game.score(guess, secret) == score]
        if not left:
            raise InconsistentHistory(contradiction(number, guess, score, before))
    return left


def entropy(weights: Iterable[float]) -> float:
    """Return the entropy in bits of weights that need not sum to 1.

    Equal multisets of weights give the same float, whatever their order.

    >>> entropy([1, 1, 1, 1]), entropy([5])
    (2.0, 0.0)
    """
    parts = sorted(weight for weight in weights if weight)
    if not parts or parts[0] < 0:
        raise BadArgument(f"entropy needs weights from 0, one of them above it, not {parts!r}")
    total = sum(parts)
    return max(0.0, -sum(part / total * log2(part / total) for part in parts))


def decision_entropy(
    game: Game[Guess, Secret, Score],
    guess: Guess,
    candidates: Iterable[Secret] | None = None,
) -> float:
    """Return the bits that the answer to a guess is worth on average.

    >>> from mastermind_core import Mastermind
    >>> round(decision_entropy(Mastermind(colours=6, holes=4), (1, 1, 2, 3)), 3)
    3.044
    """
    return entropy(block_sizes(game, guess, candidates).values())
