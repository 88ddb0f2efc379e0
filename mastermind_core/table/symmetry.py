"""Symmetries of a game: permutations of guess ids and secret ids."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from operator import eq
from random import Random
from typing import Any

from attrs import frozen
from more_itertools import chunked

from mastermind_core.errors import BadGame, shown
from mastermind_core.game import Game, Symmetric
from mastermind_core.games.border import permuted
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.shared.listening import tell
from mastermind_core.kernels.shared.orbits import orbits
from mastermind_core.kernels.types import Symmetry
from mastermind_core.table.score_table import ScoreTable

#: Product replacement: the number of random elements of a stabilizer, the minimum size of the pool,
#: and the number of rounds before the first element is used.
_DRAWN = 20
_POOL = 10
_STIRRED = 60
_HALF = 0.5

#: The number of images that are computed between two checks of the clock.
_BATCH = 4096

#: The maximum size of a stabilizer that is listed completely.
_FEW = 200

#: A symmetry: a permutation of the guesses, and one of the secrets unless it is the same.
Element = tuple["array[int]", ...]


@frozen(eq=False)
class SymmetryGroup:
    """A symmetry group by its generators.

    Attributes:
        guesses: The permutations of the guesses: generator i maps guess g to ``guesses[i][g]``.
        secrets: The permutations of the secrets in the same form.
        whole: Whether the generators are all elements of the group, without the identity.
    """

    guesses: tuple[array[int], ...]
    secrets: tuple[array[int], ...]
    whole: bool = False

    def guess_orbits(self, n_guesses: int) -> list[int]:
        """Return for each guess the minimum guess of its orbit.

        >>> SymmetryGroup((array("I", [1, 0, 2]),), (array("I", [0]),)).guess_orbits(3)
        [0, 0, 2]
        """
        if self.whole and self.guesses:
            return list(map(min, range(n_guesses), *self.guesses))
        return orbits(self.guesses, n_guesses)

    def __bool__(self) -> bool:
        """Return whether there is a symmetry besides the identity."""
        return bool(self.guesses)

    def fixing(self, guess: int) -> SymmetryGroup:
        """Return generators for the stabilizer of a guess: the symmetries that fix it.

        They are pseudo-random elements with a fixed seed, and fail to generate the whole stabilizer
        with a probability of about one in a million. A search that uses a smaller group is slower,
        never wrong. A small group is listed completely.

        >>> swap = SymmetryGroup((array("I", [1, 0, 2]),), (array("I", [0]),))
        >>> bool(swap.fixing(2)), bool(swap.fixing(0))
        (True, False)
        """
        elements: list[Element] = list(zip(self.guesses, self.secrets, strict=True))
        if all(one is other for one, other in elements):
            elements = [element[:1] for element in elements]
        if self.whole:
            return _of([one for one in elements if one[0][guess] == guess], whole=True)
        back = _ways_back(elements, guess)
        found: dict[tuple[bytes, ...], Element] = {}
        for element in _random_elements(elements, _DRAWN) if elements else ():
            while element[0][guess] != guess:
                element = _after(element, back[element[0][guess]])
            if not _is_nothing(element):
                found.setdefault(tuple(map(bytes, element)), element)
        return _listed(list(found.values()))


def _of(elements: Sequence[Element], *, whole: bool) -> SymmetryGroup:
    guesses, secrets = (tuple(one[side] for one in elements) for side in (0, -1))
    return SymmetryGroup(guesses, secrets, whole)


def _listed(generators: list[Element]) -> SymmetryGroup:
    """Return a group by all its elements if they are few, otherwise by its generators."""
    members = {tuple(map(bytes, one)): one for one in generators}
    edge = list(generators)
    while edge:
        one = edge.pop()
        for step in generators:
            more = _after(one, step)
            key = tuple(map(bytes, more))
            if key not in members and not _is_nothing(more):
                if len(members) == _FEW:
                    return _of(generators, whole=False)
                members[key] = more
                edge.append(more)
    return _of(list(members.values()), whole=True)


def _is_nothing(element: Element) -> bool:
    return all(all(map(eq, images, count())) for images in element)


def _after(first: Element, second: Element) -> Element:
    """Return the composition of two symmetries, the first applied first."""
    sides = zip(first, second, strict=True)
    return tuple(array("I", map(later.__getitem__, own)) for own, later in sides)


def _inverse(element: Element) -> Element:
    return tuple(
        array("I", sorted(range(len(images)), key=images.__getitem__)) for images in element
    )


def _ways_back(elements: Sequence[Element], guess: int) -> dict[int, Element]:
    """Return for every other guess in the orbit of ``guess`` the symmetry that takes it closer."""
    steps = [(element, _inverse(element)) for element in elements]
    back: dict[int, Element] = {}
    edge = [guess]
    for at in edge:
        for step, undo in steps:
            image = step[0][at]
            if image != guess and image not in back:
                back[image] = undo
                edge.append(image)
    return back


def _random_elements(elements: Sequence[Element], number: int) -> Iterator[Element]:
    """Yield random elements of the group, by product replacement (Celler and others, 1995)."""
    random = Random(len(elements))
    pool = [elements[at % len(elements)] for at in range(max(_POOL, len(elements)))]
    for turn in range(_STIRRED + number):
        at, by = random.sample(range(len(pool)), 2)
        order = (at, by) if random.random() < _HALF else (by, at)
        pool[at] = _after(*(pool[one] for one in order))
        if turn >= _STIRRED:
            yield pool[at]


def find_symmetry(
    game: Game, table: ScoreTable, *, check: Callable[[], None] | None = None, aims: bool = True
) -> SymmetryGroup:
    """Return the symmetries that a game declares, each verified with the scores of all pairs.

    Codes that are scored on the fly are checked one by one if a generator permutes colours and
    positions, which preserves every score. All other generators are checked pair by pair.

    Args:
        game: The game. If it declares no symmetries, the group is trivial.
        table: The compiled game.
        check: A function that is called regularly, and may raise to stop the verification.
        aims: Whether to return only symmetries that preserve weights, costs and goals.

    Raises:
        BadGame: If a generator is not a permutation, or changes a score.
    """
    pairs: list[tuple[array[int], array[int]]] = []
    same_items = table.guesses.items == table.secrets.items
    for on_guess, on_secret in game.generators() if isinstance(game, Symmetric) else ():
        name = f"generator {len(pairs) + 1}"
        guesses = secrets = _permutation(on_guess, table.guesses, name, check)
        if not same_items or on_guess is not on_secret:
            secrets = _permutation(on_secret, table.secrets, name, check)
        pairs.append((guesses, guesses if secrets == guesses else secrets))
    moves = [Symmetry(*pair) for pair in pairs]
    if moves:
        broken = kernels.symmetries.broken_pair(table.kernel_scores, moves, check)
        if broken is not None:
            raise BadGame(_wrong(game, table, broken, pairs))
    return _of([pair for pair in pairs if not aims or keeps_aims(table, *pair)], whole=False)


def keeps_aims(table: ScoreTable, on_guess: Sequence[int], on_secret: Sequence[int]) -> bool:
    """Return whether a symmetry of the scores preserves weights, costs and equality of goals."""
    weights = table.weights
    costs = table.costs
    goals = table.goals
    equal = table.uniform and len(table.everything) == len(weights)
    pairs = set(zip(goals, map(goals.__getitem__, on_secret), strict=False))
    return (
        all(costs[on_guess[guess]] == cost for guess, cost in enumerate(costs))
        and (equal or all(weights[on_secret[s]] == w for s, w in enumerate(weights)))
        # A permutation reaches every goal: with one image for each, no two have the same.
        and len(pairs) == len(set(goals))
    )


def _permutation(
    function: Callable[[Any], Any], index: Any, name: str, check: Callable[[], None] | None
) -> array[int]:
    def images() -> Iterator[Any]:
        for at, some in enumerate(chunked(index.items, _BATCH)):
            yield from map(function, some)
            tell(at * _BATCH, len(index.items))
            if check is not None:
                check()

    return permuted(index.places, images(), name, index.kind)


def _wrong(
    game: Game, table: ScoreTable, broken: tuple[int, int, int], pairs: Sequence[Element]
) -> str:
    """Return the error message with a pair that shows that a generator is not a symmetry."""
    number, at, of = broken
    guess = table.guesses.items[at]
    secret = table.secrets.items[of]
    guesses, secrets = pairs[number]
    image = table.guesses.items[guesses[at]], table.secrets.items[secrets[of]]
    scores = game.score(*image), game.score(guess, secret)
    return (
        f"generator {number + 1} is not a symmetry: it maps {shown(guess)} and {shown(secret)} to "
        f"{shown(image[0])} and {shown(image[1])}, with the score {shown(scores[0])} instead of "
        f"{shown(scores[1])}"
    )
