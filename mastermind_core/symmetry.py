"""Symmetries of a game as permutations of its numbers."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from attrs import frozen

from mastermind_core.errors import BadGame
from mastermind_core.game import Game, Symmetric
from mastermind_core.table import ScoreTable

#: Pairs of each generator that are checked against the score.
_SAMPLE = 200


@frozen(eq=False)
class Symmetry:
    """Hold generators as permutations: generator i takes guess g to ``guesses[i][g]``."""

    guesses: tuple[array[int], ...]
    secrets: tuple[array[int], ...]

    def guess_orbits(self, n_guesses: int) -> list[int]:
        """Return for each guess the least guess that symmetries take it to.

        >>> Symmetry((array("I", [1, 0, 2]),), (array("I", [0]),)).guess_orbits(3)
        [0, 0, 2]
        """
        return orbits(self.guesses, n_guesses)


def orbits(permutations: Iterable[Sequence[int]], size: int) -> list[int]:
    """Return for each number the least one that permutations take it to."""
    parent = list(range(size))

    def root(item: int) -> int:
        while parent[item] != item:
            parent[item] = item = parent[parent[item]]
        return item

    for permutation in permutations:
        for item, image in enumerate(permutation):
            one, other = root(item), root(image)
            parent[max(one, other)] = min(one, other)
    return [root(item) for item in range(size)]


def find_symmetry(game: Game[Any, Any, Any], table: ScoreTable) -> Symmetry:
    """Return the symmetries that a game declares, each checked on a sample of pairs.

    A game that declares none has an empty list of generators.
    """
    guesses: list[array[int]] = []
    secrets: list[array[int]] = []
    for on_guess, on_secret in game.generators() if isinstance(game, Symmetric) else ():
        number = len(guesses) + 1
        guesses.append(_permutation(on_guess, table.guesses, f"generator {number}"))
        secrets.append(_permutation(on_secret, table.secrets, f"generator {number}"))
        _check(game, table, guesses[-1], secrets[-1], number)
    return Symmetry(tuple(guesses), tuple(secrets))


def _permutation(function: Callable[[Any], Any], index: Any, name: str) -> array[int]:
    places = array("I")
    for item in index.items:
        image = function(item)
        if image not in index:
            raise BadGame(f"{name} takes the {index.kind} {item!r} to {image!r}, which is none")
        places.append(index[image])
    if len(set(places)) < len(places):
        raise BadGame(f"{name} takes two {index.kind}s to the same one: it is no permutation")
    return places


def _check(
    game: Game[Any, Any, Any],
    table: ScoreTable,
    on_guess: Sequence[int],
    on_secret: Sequence[int],
    number: int,
) -> None:
    pairs = len(on_guess) * len(on_secret)
    sample = range(pairs) if pairs <= _SAMPLE else Random(pairs).sample(range(pairs), _SAMPLE)
    for pair in sample:
        at, of = divmod(pair, len(on_secret))
        guess, secret = table.guesses.items[at], table.secrets.items[of]
        image = table.guesses.items[on_guess[at]], table.secrets.items[on_secret[of]]
        if game.score(guess, secret) != game.score(*image):
            raise BadGame(
                f"generator {number} is no symmetry: it takes {guess!r} and {secret!r} to "
                f"{image[0]!r} and {image[1]!r}, which score {game.score(*image)!r} and not "
                f"{game.score(guess, secret)!r}"
            )
