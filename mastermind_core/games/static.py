"""Static games: all guesses are asked at once, and their answers must tell every secret.

For Mastermind this is the static game of V. Chvatal (1983) and W. Goddard (2003); for a distance
in a graph the least number is its metric dimension.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from attrs import field, frozen

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadGame, GameTooLarge, shown
from mastermind_core.game import Game, Symmetric, check_parts
from mastermind_core.games.border import filled, permuted
from mastermind_core.kernels.shared.bits import places_of
from mastermind_core.kernels.shared.orbits import orbits

#: Pairs of secrets that a search looks at.
_MOST_PAIRS = 2**19


@frozen
class StaticGuesses:
    """Guesses whose answers tell all secrets apart, and how few are possible.

    The secret itself may have to be guessed after them: that is one guess more.

    >>> StaticGuesses(((1, 2), (1, 3)), lower_bound=2, nodes=5).proven
    True
    """

    guesses: tuple[Any, ...]
    lower_bound: int
    nodes: int = field(eq=False)

    @property
    def proven(self) -> bool:
        """Return whether no fewer guesses do."""
        return self.lower_bound == len(self.guesses)

    def __len__(self) -> int:
        return len(self.guesses)

    def __str__(self) -> str:
        least = "proven least" if self.proven else f"at least {self.lower_bound} are needed"
        return f"{len(self.guesses)} guesses at once ({least}): {self.guesses}"


def static_guesses(game: Game, *, nodes: int | None = None) -> StaticGuesses:
    """Return the fewest guesses which, asked at once, tell all secrets of a small game apart.

    The search is complete: a set of guesses must hit, for every pair of secrets, one of the
    guesses that answer them differently, and all ways to hit the pair with the fewest are tried.
    It stops after so many ``nodes``, if they are given, with the best it has and a lower bound. A
    symmetry that the game declares is used once it is compared on every pair.

    >>> from mastermind_core.games import HiddenCell, Mastermind
    >>> print(static_guesses(Mastermind(colours=3, holes=2)))
    2 guesses at once (proven least): ((1, 2), (1, 3))
    >>> static_guesses(HiddenCell(4)).guesses
    ((1, 1), (1, 4))
    """
    nodes = whole_number("nodes", nodes, 1, none="for no limit")
    check_parts(game)
    guesses, secrets = tuple(game.guesses), tuple(game.secrets)
    count = len(secrets)
    if count * (count - 1) // 2 > _MOST_PAIRS:
        raise GameTooLarge(f"{count:,} secrets have too many pairs for a static search")
    search = _HittingSearch(game, guesses, secrets)
    best = search.greedy()
    least = search.least_by_counting()
    while least < len(best):
        found = search.hit(least, nodes)
        if search.stopped:
            break
        if found is not None:
            best = found
            break
        least += 1
    return StaticGuesses(tuple(guesses[at] for at in sorted(best)), least, search.nodes)


class _HittingSearch:
    """The search for the fewest guesses that hit every pair of secrets."""

    def __init__(self, game: Game, guesses: Sequence[Any], secrets: Sequence[Any]):
        _, table = filled(game.score, guesses, secrets)
        width = len(secrets)
        self._rows = [table[at * width : (at + 1) * width] for at in range(len(guesses))]
        self._width = width
        self._pairs = self._masks()
        self._orbits = _orbits(_moves(game, guesses, secrets, self._rows), len(guesses))
        self.nodes = 0
        self.stopped = False

    def _masks(self) -> list[int]:
        """Return for each pair of secrets the guesses that tell them apart, a bit each."""
        masks = set()
        for one, other in combinations(range(self._width), 2):
            mask = sum(1 << at for at, row in enumerate(self._rows) if row[one] != row[other])
            if not mask:
                raise BadGame("two secrets get the same answer to every guess: nothing tells them")
            masks.add(mask)
        return sorted(masks, key=int.bit_count)

    def least_by_counting(self) -> int:
        """Return how many guesses are needed for as many answers as there are secrets."""
        parts, least = max(len(set(row)) for row in self._rows), 0
        while parts**least < self._width:
            least += 1
        return least

    def greedy(self) -> list[int]:
        """Take the guess that hits the most pairs, again and again."""
        left, taken = self._pairs, []
        while left:
            hits = Counter(at for mask in left for at in places_of(mask))
            most = max(hits.values())
            at = min(at for at, number in hits.items() if number == most)
            taken.append(at)
            left = [mask for mask in left if not mask >> at & 1]
        return taken

    def hit(self, most: int, nodes: int | None) -> list[int] | None:
        """Return at most so many guesses that hit every pair, or None where there are none.

        Of the guesses that symmetries take to each other only the first is tried at the root; when
        it is refuted, they all are.
        """
        return self._hit(self._pairs, most, nodes, self._orbits)

    def _hit(
        self,
        pairs: list[int],
        most: int,
        nodes: int | None,
        choices: Iterable[tuple[int, int]] | None = None,
    ) -> list[int] | None:
        """Try guesses that refute each other, or the guesses that distinguish the hardest pair."""
        if not pairs:
            return []
        if nodes is not None and self.nodes >= nodes:
            self.stopped = True
        hardest = min(pairs, key=int.bit_count)
        if most <= 0 or self.stopped or not hardest or self._apart(pairs) > most:
            return None
        refuted = 0
        for at, same in choices or ((at, 1 << at) for at in places_of(hardest)):
            self.nodes += 1
            left = [mask & ~refuted for mask in pairs if not mask >> at & 1]
            found = self._hit(left, most - 1, nodes)
            if found is not None:
                return [at, *found]
            refuted |= same
        return None

    @staticmethod
    def _apart(pairs: Iterable[int]) -> int:
        """Count pairs of which no two are hit by one guess: each needs a guess of its own."""
        used = number = 0
        for mask in pairs:
            if not mask & used:
                used |= mask
                number += 1
        return number


def _orbits(moves: Sequence[Sequence[int]], n_guesses: int) -> list[tuple[int, int]]:
    """Return the first of the guesses that symmetries exchange, and all of them as bits."""
    found: dict[int, int] = {}
    for at, first in enumerate(orbits(moves, n_guesses)):
        found[first] = found.get(first, 0) | 1 << at
    return list(found.items())


def _moves(
    game: Game, guesses: Sequence[Any], secrets: Sequence[Any], rows: Sequence[Sequence[int]]
) -> list[Sequence[int]]:
    """Return what each declared symmetry does to the guesses, compared on every pair."""
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
                    f"{name} is no symmetry: it changes answers to the guess "
                    f"{shown(guesses[guess])}"
                )
        moves.append(move)
    return moves
