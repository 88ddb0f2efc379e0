"""Static games: all guesses are made at once, and their scores must identify every secret.

For Mastermind this is the static game by V. Chvatal (1983) and W. Goddard (2003). For a distance in
a graph, the minimum is the metric dimension.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from attrs import field, frozen

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadGame, GameTooLarge, shown
from mastermind_core.game import Game, Symmetric, check_parts, takes_game
from mastermind_core.games.parts import filled, permuted
from mastermind_core.kernels import orbits, places_of

#: Maximum number of pairs of secrets of a search.
_MOST_PAIRS = 2**19


@frozen
class StaticGuesses:
    """Guesses whose scores distinguish all secrets, with a lower bound on their number.

    If the secret itself has to be guessed afterwards, that is one more guess.

    Attributes:
        guesses: The guesses, in the game's order.
        lower_bound: A proven lower bound on the number of guesses.
        nodes: How many choices the search tried.

    >>> StaticGuesses(((1, 2), (1, 3)), lower_bound=2, nodes=5).proven
    True
    """

    guesses: tuple[Any, ...]
    lower_bound: int
    nodes: int = field(eq=False)

    @property
    def proven(self) -> bool:
        """Return whether the guesses are proven to be as few as possible."""
        return self.lower_bound == len(self.guesses)

    def __len__(self) -> int:
        return len(self.guesses)

    def __str__(self) -> str:
        least = "proven minimum" if self.proven else f"at least {self.lower_bound} are needed"
        return f"{len(self.guesses)} guesses at once ({least}): {self.guesses}"


@takes_game
def static_guesses(game: Game, *, nodes: int | None = None) -> StaticGuesses:
    """Return the fewest guesses whose scores together distinguish all secrets.

    This is a hitting-set problem: every secret pair needs a guess that distinguishes it. The search
    branches on the pair with the fewest such guesses. Declared symmetries are used after a check on
    every pair.

    Args:
        game: A small game, with at most 2^19 secret pairs.
        nodes: How many choices to try, at most. None means no limit. A limit that is reached gives
            the best set found, with a lower bound.

    Returns:
        The guesses, with a lower bound and whether they are proven to be minimum.

    Raises:
        GameTooLarge: If the game has too many secret pairs.
        BadGame: If two secrets have the same score for every guess, or a declared symmetry is
            false.

    >>> from mastermind_core.games import HiddenCell, Mastermind
    >>> print(static_guesses(Mastermind(colours=3, holes=2)))
    2 guesses at once (proven minimum): ((1, 2), (1, 3))
    >>> static_guesses(HiddenCell(4)).guesses
    ((1, 1), (1, 4))
    """
    nodes = whole_number("nodes", nodes, 1, none="for no limit")
    check_parts(game)
    guesses = tuple(game.guesses)
    secrets = tuple(game.secrets)
    count = len(secrets)
    if count * (count - 1) // 2 > _MOST_PAIRS:
        raise GameTooLarge(f"{count:,} secrets have too many pairs for a static search")
    search = _HittingSearch(game, guesses, secrets, nodes)
    best = search.greedy()
    least = search.least_by_counting()
    while least < len(best):
        found = search.hit(search.pairs, least, search.orbits)
        if search.stopped:
            break
        if found is not None:
            best = found
            break
        least += 1
    return StaticGuesses(tuple(guesses[at] for at in sorted(best)), least, search.nodes)


class _HittingSearch:
    """The search for the fewest guesses that hit every secret pair."""

    def __init__(
        self, game: Game, guesses: Sequence[Any], secrets: Sequence[Any], most: int | None
    ):
        _, table = filled(game.score, guesses, secrets)
        width = len(secrets)
        self._rows = [table[at * width : (at + 1) * width] for at in range(len(guesses))]
        self._width = width
        self.pairs = self._masks()
        self.orbits = _orbits(_moves(game, guesses, secrets, self._rows), len(guesses))
        self._most = most
        self.nodes = 0
        self.stopped = False

    def _masks(self) -> list[int]:
        """Return for each secret pair the guesses that distinguish it, one bit per guess."""
        masks = set()
        for one, other in combinations(range(self._width), 2):
            mask = sum(1 << at for at, row in enumerate(self._rows) if row[one] != row[other])
            if not mask:
                raise BadGame("two secrets have the same score for every guess: merge them")
            masks.add(mask)
        return sorted(masks, key=int.bit_count)

    def least_by_counting(self) -> int:
        """Return how many guesses are needed for as many score rows as secrets."""
        parts = max(len(set(row)) for row in self._rows)
        least = 0
        while parts**least < self._width:
            least += 1
        return least

    def greedy(self) -> list[int]:
        """Return a hitting set by the greedy algorithm: the most new pairs per guess."""
        left = self.pairs
        taken = []
        while left:
            hits = Counter(at for mask in left for at in places_of(mask))
            at = min(hits, key=lambda at: (-hits[at], at))
            taken.append(at)
            left = [mask for mask in left if not mask >> at & 1]
        return taken

    def hit(
        self, pairs: list[int], most: int, choices: Iterable[tuple[int, int]] = ()
    ) -> list[int] | None:
        """Return at most ``most`` guesses that hit every pair, or None if it is impossible.

        The guesses that distinguish the pair with the fewest are tried, or the given choices: at
        the root, the first guess in each symmetry orbit. If it is refuted, the whole orbit is.
        """
        if not pairs:
            return []
        if self._most is not None and self.nodes >= self._most:
            self.stopped = True
        hardest = min(pairs, key=int.bit_count)
        if most <= 0 or self.stopped or not hardest or self._apart(pairs) > most:
            return None
        refuted = 0
        for at, same in choices or ((at, 1 << at) for at in places_of(hardest)):
            self.nodes += 1
            left = [mask & ~refuted for mask in pairs if not mask >> at & 1]
            found = self.hit(left, most - 1)
            if found is not None:
                return [at, *found]
            refuted |= same
        return None

    @staticmethod
    def _apart(pairs: Iterable[int]) -> int:
        """Count pairs with disjoint guess sets, a lower bound on the guesses."""
        used = number = 0
        for mask in pairs:
            if not mask & used:
                used |= mask
                number += 1
        return number


def _orbits(moves: Sequence[Sequence[int]], n_guesses: int) -> list[tuple[int, int]]:
    """Return the first guess in each orbit, with the orbit as a bit set."""
    found: dict[int, int] = {}
    for at, first in enumerate(orbits(moves, n_guesses)):
        found[first] = found.get(first, 0) | 1 << at
    return list(found.items())


def _moves(
    game: Game, guesses: Sequence[Any], secrets: Sequence[Any], rows: Sequence[Sequence[int]]
) -> list[Sequence[int]]:
    """Return how each declared symmetry permutes the guesses, checked on every pair."""
    moves: list[Sequence[int]] = []
    numbers = [{item: at for at, item in enumerate(items)} for items in (guesses, secrets)]
    for on_guess, on_secret in game.generators() if isinstance(game, Symmetric) else ():
        name = f"generator {len(moves) + 1}"
        move = permuted(numbers[0], map(on_guess, guesses), name, "guess")
        on_secrets = permuted(numbers[1], map(on_secret, secrets), name, "secret")
        for guess, row in enumerate(rows):
            image = rows[move[guess]]
            if [image[to] for to in on_secrets] != list(row):
                raise BadGame(
                    f"{name} is not a symmetry: it changes scores of the guess "
                    f"{shown(guesses[guess])}"
                )
        moves.append(move)
    return moves
