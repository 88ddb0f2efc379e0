"""Partitions: the candidates by their score, the block sizes, and their entropy.

Every function takes the game first, and raises BadArgument for a guess or a secret from another
game. Code games that are too large to list are counted, not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from math import isfinite, log2
from typing import Any, TypeVar

from mastermind_core.arguments import expect, pairs_in
from mastermind_core.code_space import ConsistentCodes
from mastermind_core.errors import BadArgument, GameTooLarge, counted, shown
from mastermind_core.game import CodeGame, Game, Guess, Score, Secret, check_parts, is_game
from mastermind_core.game.amounts import is_hashable
from mastermind_core.game.lists import takes_game
from mastermind_core.games.codes import peg_scores, size_of
from mastermind_core.notation import contradiction, guess_in, is_in, score_in
from mastermind_core.results import Shown

Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)

#: The maximum number of secrets that are scored one by one.
_SCORED = 2**20


class Partition(Shown, dict[Key, list[Item]]):
    """A set's blocks by score, or by any function's value: a mapping to lists.

    >>> from mastermind_core import TwoD, partition
    >>> blocks = partition(TwoD(5), (2, 2))
    >>> blocks, sorted(blocks.sizes.values())
    (<Partition: 25 items in 4 blocks, largest 8, 1.764 bits>, [1, 8, 8, 8])
    """

    __slots__ = ()

    @property
    def sizes(self) -> dict[Key, int]:
        """Return each block's size."""
        return {key: len(block) for key, block in self.items()}

    @property
    def bits(self) -> float:
        """Return the block sizes' entropy in bits, or 0 if there are no blocks."""
        return entropy(self.sizes.values()) if self else 0.0

    def __repr__(self) -> str:
        sizes = self.sizes.values()
        return (
            f"<Partition: {counted(sum(sizes), 'item')} in {counted(len(self), 'block')}, "
            f"largest {max(sizes, default=0):,}, {self.bits:.3f} bits>"
        )


def blocks_by(items: Iterable[Item], function: Callable[[Item], Key]) -> Partition[Key, Item]:
    """Split items by a function, in the order in which values first occur.

    Args:
        items: The items.
        function: A function from an item to a hashable value.

    Returns:
        Each value's block, a :class:`~mastermind_core.partitions.Partition`.

    Raises:
        BadArgument: If ``items`` is not iterable, ``function`` is not callable, or a value is not
            hashable.

    See Also:
        :func:`partition`.

    >>> blocks = blocks_by(range(1, 11), lambda number: "odd" if number % 2 else "even")
    >>> dict(blocks), blocks.bits
    ({'odd': [1, 3, 5, 7, 9], 'even': [2, 4, 6, 8, 10]}, 1.0)
    """
    expect(isinstance(items, Iterable), "items", "a collection", items)
    expect(callable(function), "function", "a function of an item", function)
    blocks = Partition[Key, Item]()
    for item in items:
        value = function(item)
        expect(is_hashable(value), f"function({shown(item)})", "hashable", value)
        blocks.setdefault(value, []).append(item)
    return blocks


@takes_game
def partition(
    game: Game[Guess, Secret, Score], guess: Guess, candidates: Iterable[Secret] | None = None
) -> Partition[Score, Secret]:
    """Split candidates by their score with a guess.

    Args:
        game: The game.
        guess: A guess in the game.
        candidates: Secrets in the game. By default all secrets, up to about a million.

    Returns:
        A mapping from each score to its block, in order of first occurrence. It has their numbers
        as ``sizes`` and the information as ``bits``.

    Raises:
        BadArgument: If the guess or a candidate is not in the game.
        GameTooLarge: If no candidates are given and the game has too many secrets.

    See Also:
        :func:`block_sizes`, :func:`blocks_by`, :func:`decision_entropy`.

    >>> from mastermind_core import TwoD
    >>> blocks = partition(TwoD(3), (1, 1))
    >>> sorted(map(len, blocks.values()))
    [1, 2, 3, 3]
    """
    if callable(guess) and not is_game(game):
        raise BadArgument(
            "partition takes a game and a guess: to split any items by a function, call "
            "blocks_by(items, function)"
        )
    check_parts(game)
    guess = guess_in(game, guess)
    if candidates is None and _too_many(game):
        raise GameTooLarge(
            f"partition: {shown(game)} has too many secrets to list: pass candidates, or count "
            "them with block_sizes(game, guess)"
        )
    return blocks_by(_members(game, candidates), lambda secret: game.score(guess, secret))


@takes_game
def block_sizes(
    game: Game[Guess, Secret, Score], guess: Guess, candidates: Iterable[Secret] | None = None
) -> dict[Score, int]:
    """Return how many candidates each score leaves after a guess.

    In a code game that is too large to list, codes are counted by how often they have each colour.

    Args:
        game: The game.
        guess: A guess in the game.
        candidates: Secrets in the game. By default all secrets.

    Returns:
        Each score that occurs, with its block's size.

    Raises:
        BadArgument: If the guess or a candidate is not in the game.
        GameTooLarge: If the secrets are too many to be listed or counted.

    See Also:
        :func:`partition`, :func:`decision_entropy`.

    >>> from mastermind_core import Mastermind
    >>> block_sizes(Mastermind(colours=8, holes=12), (1,) * 12)[12, 0]
    1
    """
    if candidates is None and _too_many(game) and isinstance(game, CodeGame):
        return _counted(game, guess_in(game, guess))
    return partition(game, guess, candidates).sizes


@takes_game
def consistent(
    game: Game[Guess, Secret, Score],
    history: Iterable[tuple[Guess, Score]],
    candidates: Iterable[Secret] | None = None,
) -> list[Secret]:
    """Return the secrets that are consistent with a history.

    In a code game that is too large to list, only the consistent codes are generated.

    Args:
        game: The game.
        history: (guess, score) pairs.
        candidates: Secrets in the game to filter. By default all secrets.

    Returns:
        The consistent secrets, in order.

    Raises:
        InconsistentHistory: If no secret is consistent.
        BadArgument: If a guess or a candidate is not in the game.
        GameTooLarge: If over a million codes are consistent, or the game has too many secrets.

    See Also:
        :func:`partition`, :class:`Session`, :func:`diagnose`.

    >>> from mastermind_core import Mastermind
    >>> game = Mastermind(colours=6, holes=4)
    >>> len(consistent(game, [((1, 1, 2, 2), (0, 2)), ((1, 3, 4, 4), (0, 1))]))
    25
    """
    turns = turns_of(game, history)
    if candidates is None and _too_many(game):
        if not isinstance(game, CodeGame):
            raise GameTooLarge(
                f"consistent: {shown(game)} has over {_SCORED:,} secrets to score: pass candidates"
            )
        fitting: Any = ConsistentCodes(game, turns).listed()
        return list(fitting)
    left = list(_members(game, candidates))
    for number, (guess, score) in enumerate(turns, start=1):
        before = len(left)
        left = [secret for secret in left if game.score(guess, secret) == score]
        if not left:
            raise contradiction(game, number, guess, score, before)
    return left


def entropy(weights: Iterable[float]) -> float:
    """Return a distribution's entropy in bits.

    The weights' order does not change the result, not even by rounding.

    Args:
        weights: Numbers from 0, at least one positive. They need not sum to 1.

    Returns:
        The entropy, at least 0.

    Raises:
        BadArgument: If the weights are not such numbers.

    See Also:
        :func:`decision_entropy`.

    >>> entropy([1, 1, 1, 1]), entropy([5])
    (2.0, 0.0)
    """
    try:
        parts = sorted(weight for weight in weights if weight)
        good = bool(parts) and parts[0] >= 0 and all(map(isfinite, parts))
    except (TypeError, ValueError, OverflowError):
        raise BadArgument(f"entropy needs a collection of numbers, not {shown(weights)}") from None
    if not good:
        raise BadArgument(f"entropy needs weights from 0, at least one over 0, not {shown(parts)}")
    total = sum(parts)
    return max(0.0, -sum(part / total * log2(part / total) for part in parts))


@takes_game
def decision_entropy(
    game: Game[Guess, Secret, Score], guess: Guess, candidates: Iterable[Secret] | None = None
) -> float:
    """Return a guess's expected information in bits: its block sizes' entropy.

    Args:
        game: The game. Its weights do not count.
        guess: A guess in the game.
        candidates: Secrets in the game. By default all secrets.

    Returns:
        The entropy, at least 0.

    Raises:
        BadArgument: If the guess or a candidate is not in the game, or there are no candidates.
        GameTooLarge: If the secrets are too many to be listed or counted.

    See Also:
        :func:`entropy`, :func:`best_decision`.

    >>> from mastermind_core import Mastermind
    >>> round(decision_entropy(Mastermind(colours=6, holes=4), (1, 1, 2, 3)), 3)
    3.044
    """
    return entropy(block_sizes(game, guess, candidates).values())


def _members(game: Game, candidates: Iterable[Any] | None) -> Iterable[Any]:
    """Return the candidates, each a secret in the game."""
    if candidates is None:
        return game.secrets
    wanted = "a collection of secrets of the game"
    expect(isinstance(candidates, Iterable), "candidates", wanted, candidates)
    listed = type(game.secrets) in {tuple, list}
    secrets: Collection[Any] = frozenset(game.secrets) if listed else game.secrets
    members = []
    for secret in candidates:  # a candidate of another game ends an endless iterable, too
        if not is_in(secret, secrets):
            raise BadArgument(
                f"candidates: {shown(secret)} is not a secret of {shown(game)}: "
                "use elements of game.secrets"
            )
        members.append(secret)
    return members


def turns_of(
    game: Game, history: Iterable[Any], scores: Collection[Any] | None = None
) -> list[tuple[Any, Any]]:
    """Return a history as pairs (guess, score), with the game's own objects."""
    check_parts(game)
    pairs = ((guess_in(game, guess), score) for guess, score in pairs_in(history))
    return [(guess, score_in(game, score, scores, guess)) for guess, score in pairs]


def _too_many(game: Game) -> bool:
    """Return whether scoring every secret takes too long, or their list too much memory."""
    check_parts(game)
    return size_of(game.secrets) > _SCORED


def _counted(game: Any, guess: object) -> dict[Any, int]:
    """Count the codes for each score that occurs."""
    sizes = {
        score: ConsistentCodes(game, [(guess, score)]).count() for score in peg_scores(game.holes)
    }
    return {score: size for score, size in sizes.items() if size}
