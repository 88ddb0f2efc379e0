"""Symmetries of a game as permutations of its numbers."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from operator import eq, itemgetter
from random import Random
from typing import Any

from attrs import frozen
from more_itertools import chunked

from mastermind_core.errors import BadGame
from mastermind_core.game import Game, Symmetric
from mastermind_core.kernels.choose import MOST_SCORES, is_compiled, symmetry_kernel
from mastermind_core.kernels.shared.listening import tell
from mastermind_core.kernels.types import Scores, Symmetry
from mastermind_core.table import ScoreTable

#: Pairs of guess and secret up to which a generator is compared with all of them, and of which a
#: sample is taken otherwise.
_WHOLE, _WHOLE_IN_PYTHON, _SAMPLE = 2**26, 2**16, 200

#: Random members of a stabiliser that stand for it, the pool that they are drawn from, and the
#: turns that stir it first.
_DRAWN, _POOL, _STIRRED = 20, 10, 60
_EVEN = 0.5

#: Images that are worked out between two looks at the clock.
_BATCH = 4096

#: Members up to which a stabiliser is listed whole.
_FEW = 200

#: A symmetry as what it does to the guesses and to the secrets.
Pair = tuple["array[int]", "array[int]"]


@frozen(eq=False)
class SymmetryGroup:
    """The symmetries that some generate: generator i takes guess g to ``guesses[i][g]``.

    ``whole`` says that they are not only generators but every symmetry there is (of those that do
    something).
    """

    guesses: tuple[array[int], ...]
    secrets: tuple[array[int], ...]
    whole: bool = False

    def guess_orbits(self, n_guesses: int) -> list[int]:
        """Return for each guess the least guess that symmetries take it to.

        >>> SymmetryGroup((array("I", [1, 0, 2]),), (array("I", [0]),)).guess_orbits(3)
        [0, 0, 2]
        """
        if self.whole and self.guesses:
            return list(map(min, range(n_guesses), *self.guesses))
        return orbits(self.guesses, n_guesses)

    def __bool__(self) -> bool:
        """Say whether there is a symmetry besides doing nothing."""
        return bool(self.guesses)

    def fixing(self, guess: int) -> SymmetryGroup:
        """Return generators of the symmetries that leave a guess where it is.

        Every one of them does. They are drawn at random from that stabiliser, always the same
        ones, and generate all of it but for a chance of about one in a million; fewer would make a
        search that uses them slower, never wrong. A small group is listed whole.

        >>> swap = SymmetryGroup((array("I", [1, 0, 2]),), (array("I", [0]),))
        >>> bool(swap.fixing(2)), bool(swap.fixing(0))
        (True, False)
        """
        pairs = list(zip(self.guesses, self.secrets, strict=True))
        if self.whole:
            return _of([pair for pair in pairs if pair[0][guess] == guess], whole=True)
        back = _ways_back(pairs, guess)
        found: dict[tuple[bytes, bytes], Pair] = {}
        for element in _random_elements(pairs, _DRAWN) if pairs else ():
            while element[0][guess] != guess:
                element = _after(element, back[element[0][guess]])
            if not _is_nothing(element):
                found.setdefault((element[0].tobytes(), element[1].tobytes()), element)
        return _listed(list(found.values()))


def _of(pairs: Iterable[Pair], *, whole: bool) -> SymmetryGroup:
    pairs = tuple(pairs)
    return SymmetryGroup(tuple(p[0] for p in pairs), tuple(p[1] for p in pairs), whole)


def _listed(generators: list[Pair]) -> SymmetryGroup:
    """Return a group by all its members if they are few, otherwise by its generators."""
    members = {(one[0].tobytes(), one[1].tobytes()): one for one in generators}
    edge = list(generators)
    while edge:
        one = edge.pop()
        for step in generators:
            more = _after(one, step)
            key = more[0].tobytes(), more[1].tobytes()
            if key not in members and not _is_nothing(more):
                if len(members) == _FEW:
                    return _of(generators, whole=False)
                members[key] = more
                edge.append(more)
    return _of(members.values(), whole=True)


def _is_nothing(element: Pair) -> bool:
    return all(map(eq, element[0], count())) and all(map(eq, element[1], count()))


def _after(first: Pair, second: Pair) -> Pair:
    """Return the symmetry that does one and then another."""
    on_guess = array("I", itemgetter(*first[0])(second[0])) if len(first[0]) > 1 else first[0]
    if first[0] is first[1] and second[0] is second[1]:
        return on_guess, on_guess
    on_secret = array("I", itemgetter(*first[1])(second[1])) if len(first[1]) > 1 else first[1]
    return on_guess, on_secret


def _inverse(pair: Pair) -> Pair:
    inverses = tuple(array("I", permutation) for permutation in pair)
    for inverse, permutation in zip(inverses, pair, strict=True):
        for item, image in enumerate(permutation):
            inverse[image] = item
    return (inverses[0], inverses[0]) if pair[0] is pair[1] else (inverses[0], inverses[1])


def _ways_back(pairs: Sequence[Pair], guess: int) -> dict[int, Pair]:
    """Return for every guess of an orbit the step that takes it nearer to ``guess``."""
    steps = [(pair, _inverse(pair)) for pair in pairs]
    back: dict[int, Pair] = {}
    edge = [guess]
    while edge:
        reached = []
        for at in edge:
            for step, undo in steps:
                image = step[0][at]
                if image != guess and image not in back:
                    back[image] = undo
                    reached.append(image)
        edge = reached
    return back


def _random_elements(pairs: Sequence[Pair], number: int) -> Iterator[Pair]:
    """Yield random members of the group, by product replacement (Celler and others, 1995)."""
    random = Random(len(pairs))
    pool = [pairs[at % len(pairs)] for at in range(max(_POOL, len(pairs)))]
    for turn in range(_STIRRED + number):
        at, by = random.sample(range(len(pool)), 2)
        pool[at] = (
            _after(pool[at], pool[by]) if random.random() < _EVEN else _after(pool[by], pool[at])
        )
        if turn >= _STIRRED:
            yield pool[at]


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


def find_symmetry(
    game: Game[Any, Any, Any],
    table: ScoreTable,
    *,
    check: Callable[[], None] | None = None,
    threads: int = 1,
) -> SymmetryGroup:
    """Return the symmetries that a game declares, each compared with the score table.

    Every pair of guess and secret is looked at where the scores are in a table and the kernel is
    quick enough, otherwise a sample. A game that declares none has an empty list of generators.
    ``check`` is called now and then, and may raise to end it. ``threads`` share the work of the
    compiled kernel.
    """
    guesses: list[array[int]] = []
    secrets: list[array[int]] = []
    same_items = table.guesses.items == table.secrets.items
    for on_guess, on_secret in game.generators() if isinstance(game, Symmetric) else ():
        name = f"generator {len(guesses) + 1}"
        guesses.append(_permutation(on_guess, table.guesses, name, check))
        if same_items and on_guess is on_secret:
            secrets.append(guesses[-1])
            continue
        on_secrets = _permutation(on_secret, table.secrets, name, check)
        secrets.append(guesses[-1] if on_secrets == guesses[-1] else on_secrets)
    if not guesses:
        return SymmetryGroup((), ())
    scores = _scores_to_check(table, check, threads)
    if check is None:
        _check(game, table, scores, guesses, secrets, threads)
    else:
        for on_guesses, on_secrets in zip(guesses, secrets, strict=True):
            check()
            _check(game, table, scores, [on_guesses], [on_secrets])
    return SymmetryGroup(tuple(guesses), tuple(secrets))


def _permutation(
    function: Callable[[Any], Any], index: Any, name: str, check: Callable[[], None] | None
) -> array[int]:
    images: list[Any] = []
    for some in chunked(index.items, _BATCH):
        images.extend(map(function, some))
        tell(len(images), len(index.items))
        if check is not None:
            check()
    places: array[int] | None = index.places(images)
    if places is None:
        pairs = zip(index.items, images, strict=True)
        item, image = next(pair for pair in pairs if pair[1] not in index)
        raise BadGame(f"{name} takes the {index.kind} {item!r} to {image!r}, which is none")
    if len(set(places)) < len(places):
        items = "guesses" if index.kind == "guess" else f"{index.kind}s"
        raise BadGame(f"{name} takes two of its {items} to the same one: it is no permutation")
    return places


def _scores_to_check(
    table: ScoreTable, check: Callable[[], None] | None, threads: int
) -> Scores | None:
    """Return scores of which every pair can be looked at, or None where there are too many."""
    pairs = len(table.guesses.items) * len(table.secrets.items)
    narrow = is_compiled() and table.kernel_scores.n_scores <= MOST_SCORES
    if pairs > (_WHOLE if narrow else _WHOLE_IN_PYTHON):
        return None
    scores: Scores = symmetry_kernel().as_table(table.kernel_scores, check, threads)
    return scores


def _check(
    game: Game[Any, Any, Any],
    table: ScoreTable,
    scores: Scores | None,
    guesses: Sequence[array[int]],
    secrets: Sequence[array[int]],
    threads: int = 1,
) -> None:
    if scores is not None:
        moves = [Symmetry(*pair) for pair in zip(guesses, secrets, strict=True)]
        broken = symmetry_kernel().broken_pair(scores, moves, threads)
        if broken is not None:
            raise BadGame(_wrong(game, table, broken, guesses, secrets))
        return
    pairs = len(table.guesses.items) * len(table.secrets.items)
    for number, (on_guess, on_secret) in enumerate(zip(guesses, secrets, strict=True)):
        for pair in Random(pairs).sample(range(pairs), min(pairs, _SAMPLE)):
            guess, secret = divmod(pair, len(on_secret))
            one = table.guesses.items[guess], table.secrets.items[secret]
            image = table.guesses.items[on_guess[guess]], table.secrets.items[on_secret[secret]]
            if game.score(*one) != game.score(*image):
                raise BadGame(_wrong(game, table, (number, guess, secret), guesses, secrets))


def _wrong(
    game: Game[Any, Any, Any],
    table: ScoreTable,
    broken: tuple[int, int, int],
    guesses: Sequence[array[int]],
    secrets: Sequence[array[int]],
) -> str:
    """Name the pair of codes that shows that a generator is no symmetry."""
    number, at, of = broken
    guess, secret = table.guesses.items[at], table.secrets.items[of]
    image = table.guesses.items[guesses[number][at]], table.secrets.items[secrets[number][of]]
    return (
        f"generator {number + 1} is no symmetry: it takes {guess!r} and {secret!r} to "
        f"{image[0]!r} and {image[1]!r}, which score {game.score(*image)!r} and not "
        f"{game.score(guess, secret)!r}"
    )
