"""The symmetries of a score table: the reference implementation in pure Python.

A symmetry preserves the table up to a relabelling of scores, the end states, and the weights of
secrets.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from operator import itemgetter, ne
from typing import Any, NamedTuple

from more_itertools import map_reduce

from mastermind_core.kernels.shared.orbits import orbits
from mastermind_core.kernels.shared.plain_scores import PlainScores
from mastermind_core.kernels.types import FoundSymmetries, Symmetry

#: The colours of guesses, secrets and scores.
Colours = tuple[list[int], list[int], list[int]]

_SECRETS, _SCORES = 1, 2


class _SpentError(Exception):
    """The steps of a search are used up; raised and caught in this module only."""


def broken_pair(
    scores: Any, generators: Sequence[Symmetry], check: Callable[[], None] | None = None
) -> tuple[int, int, int] | None:
    """Return the first wrong generator, and the first guess and secret whose score it changes.

    Every pair that is not fixed is compared. ``check`` is called from time to time, and may raise
    an exception to stop.
    """
    for number, generator in enumerate(generators):
        pair = _first_broken(scores, generator, check)
        if pair is not None:
            return number, *pair
    return None


def _first_broken(
    scores: PlainScores, generator: Symmetry, check: Callable[[], None] | None
) -> tuple[int, int] | None:
    on_guess, on_secret, on_score = generator
    renamed = on_score if on_score and any(map(ne, on_score, count())) else None
    everything = range(scores.n_secrets)
    moving = [secret for secret in everything if on_secret[secret] != secret]
    for guess, row in enumerate(scores.rows):
        if check is not None:
            check()
        stays = renamed is None and on_guess[guess] == guess
        compared = moving if stays else everything
        image = scores.rows[on_guess[guess]]
        own = [row[secret] for secret in compared]
        if renamed is not None:
            own = [renamed[score] for score in own]
        images = [image[on_secret[secret]] for secret in compared]
        if own != images:
            return guess, compared[next(at for at, one in enumerate(own) if one != images[at])]
    return None


def find_symmetries(scores: Any, weights: Sequence[int] = (), *, steps: int) -> FoundSymmetries:
    """Return generators, found by colour refinement and backtracking.

    Scores may be permuted. ``steps`` is the maximum number of pairs of guess and secret to
    examine. If they are used up, the generators so far are returned.
    """
    finder = _Finder(scores, weights, steps)
    try:
        finder.descend(finder.start())
        orbits = [finder.images_of(at) for at in reversed(range(len(finder.levels)))]
    except _SpentError:
        return FoundSymmetries(finder.generators, [], complete=False)
    return FoundSymmetries(finder.generators, orbits, complete=True)


class _Level(NamedTuple):
    """A choice of an item on the path to a discrete colouring."""

    before: Colours
    part: int
    colour: int
    item: int
    trace: Any


class _Finder:
    """A search for symmetries by colour refinement and individualization of tied items."""

    def __init__(self, scores: PlainScores, weights: Sequence[int], steps: int):
        self.scores, self.left = scores, steps
        self.columns = list(zip(*scores.rows, strict=True))
        self.weights = list(weights) or [1] * scores.n_secrets
        self.levels: list[_Level] = []
        self.generators: list[Symmetry] = []
        # Only the first of identical secrets is individualized, and represents all of them.
        first: dict[Any, int] = {}
        kinds = zip(self.columns, self.weights, strict=True)
        classes = [first.setdefault(kind, at) for at, kind in enumerate(kinds)]
        self.first = [range(scores.n_guesses), classes, range(scores.n_scores)]

    def start(self) -> Colours:
        used = set().union(*self.scores.rows)
        ends = [
            (ends, -1 if score in used else score) for score, ends in enumerate(self.scores.final)
        ]
        return [0] * self.scores.n_guesses, _ranks(self.weights)[0], _ranks(ends)[0]

    def refine(self, colours: Colours) -> tuple[Colours, Any]:
        """Refine the colours until all items of a colour have equal scores with every colour."""
        trace, everything = [], range(self.scores.n_secrets)
        while True:
            self._look()
            of_guess, of_secret, of_score = colours
            guesses = [
                (of_guess[guess], _met((of_secret[v], of_score[s]) for v, s in enumerate(row)))
                for guess, row in enumerate(self.scores.rows)
            ]
            secrets = [
                (of_secret[secret], _met((of_guess[g], of_score[s]) for g, s in enumerate(column)))
                for secret, column in enumerate(self.columns)
            ]
            ends: list[list[Any]] = [[] for _ in of_score]
            for guess, row in enumerate(self.scores.rows):
                blocks = map_reduce(everything, row.__getitem__, of_secret.__getitem__)
                for score, block in blocks.items():
                    ends[score].append((of_guess[guess], _met(block)))
            scores = [(of_score[score], _met(pairs)) for score, pairs in enumerate(ends)]
            ranked = _ranks(guesses), _ranks(secrets), _ranks(scores)
            trace.append([kinds for _, kinds in ranked])
            finer = ranked[0][0], ranked[1][0], ranked[2][0]
            if all(max(new) == max(old) for new, old in zip(finer, colours, strict=True)):
                return finer, trace
            colours = finer

    def descend(self, colours: Colours) -> None:
        """Individualize items until the colouring is discrete."""
        colours, _ = self.refine(colours)
        while (choice := self._choice(colours)) is not None:
            part, colour = choice
            item = self._members(colours, part, colour)[0]
            after, trace = self.refine(self._single_out(colours, part, item))
            self.levels.append(_Level(colours, part, colour, item, trace))
            colours = after
        self.leaf = _in_order(colours)

    def images_of(self, at: int) -> int:
        """Return the size of the orbit of a choice in the stabiliser of all previous choices."""
        level = self.levels[at]
        failed: list[int] = []
        for item in self._members(level.before, level.part, level.colour):
            least = self._orbits(level.part)
            if least[item] in {least[one] for one in (level.item, *failed)}:
                continue
            if not self._follow(level.before, at, item):
                failed.append(item)
        least = self._orbits(level.part)
        return least.count(least[level.item])

    def _orbits(self, part: int) -> list[int]:
        """Return for each item the smallest item of its orbit."""
        images: list[Sequence[int]] = [generator[part] for generator in self.generators]
        return orbits(images, len(self.first[part]))

    def _follow(self, colours: Colours, at: int, item: int) -> bool:
        """Search for a symmetry that maps a choice to an item, and store it."""
        level = self.levels[at]
        colours, trace = self.refine(self._single_out(colours, level.part, item))
        if trace != level.trace:
            return False
        if at + 1 == len(self.levels):
            return self._keep(_in_order(colours))
        after = self.levels[at + 1]
        members = self._members(colours, after.part, after.colour)
        return any(self._follow(colours, at + 1, one) for one in members)

    def _keep(self, images: list[list[int]]) -> bool:
        moves = [array("I", own) for own in self.leaf]
        for moved, own, image in zip(moves, self.leaf, images, strict=True):
            for one, other in zip(own, image, strict=True):
                moved[one] = other
        found = Symmetry(*moves)
        self._look()
        if broken_pair(self.scores, [found]) is not None:
            return False
        self.generators.append(found)
        return True

    def _choice(self, colours: Colours) -> tuple[int, int] | None:
        """Return the next tied (part, colour), scores before secrets; None if there is no tie."""
        for part in (_SCORES, _SECRETS):
            own = colours[part]
            sizes = Counter(own[one] for one, first in enumerate(self.first[part]) if one == first)
            colour, size = max(sizes.items(), key=itemgetter(1))
            if size > 1:
                return part, colour
        return None

    def _members(self, colours: Colours, part: int, colour: int) -> list[int]:
        firsts = enumerate(self.first[part])
        return [one for one, first in firsts if one == first and colours[part][one] == colour]

    def _single_out(self, colours: Colours, part: int, item: int) -> Colours:
        """Give an item, and identical ones, a colour before that of the others."""
        parts = list(colours)
        first = self.first[part]
        parts[part], _ = _ranks([(c, first[one] != item) for one, c in enumerate(colours[part])])
        return parts[0], parts[1], parts[2]

    def _look(self) -> None:
        self.left -= self.scores.n_guesses * self.scores.n_secrets
        if self.left < 0:
            raise _SpentError


def _met(kinds: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(sorted(Counter(kinds).items()))


def _ranks(kinds: Sequence[Any]) -> tuple[list[int], list[Any]]:
    """Return the index of each kind in sorted order, and each kind with its count."""
    sizes = sorted(Counter(kinds).items())
    number = {kind: at for at, (kind, _) in enumerate(sizes)}
    return [number[kind] for kind in kinds], sizes


def _in_order(colours: Colours) -> list[list[int]]:
    """Return guesses, secrets and scores sorted by colour, then by id."""
    return [sorted(range(len(own)), key=own.__getitem__) for own in colours]
