"""Every set of candidates that a strategy with options can come to, each settled once.

What follows a set does not depend on how it was reached. So each is settled from its options and
from what its blocks were settled to: their paths are added, averaged, or the best and the worst of
them taken. Options that a symmetry of the history exchanges are looked at once, as often as there
are.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from attrs import define, field, frozen
from more_itertools import chunked

from mastermind_core.errors import BadArgument, UninformativeGuess, shown
from mastermind_core.exact.problem import words_of
from mastermind_core.game import Game
from mastermind_core.kernels.shared.orbits import orbits
from mastermind_core.strategies.base import name_of
from mastermind_core.strategies.tabled.greedy import settled
from mastermind_core.strategies.tabled.lots import Drawing
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.table.symmetry import SymmetryGroup, find_symmetry

#: Candidates below which looking for symmetries costs more than it saves.
_WORTH_SYMMETRY = 24

#: Candidates above which looking for another name of a set costs more than it saves.
_MOST_RENAMED = 600

_NO_SYMMETRY = SymmetryGroup((), ())

Settled = TypeVar("Settled")

#: What a set is settled under: how many guesses of an opening are left, and the image of the set
#: that stands for all that have other names.
Key = tuple[int, bytes]


class Branching(NamedTuple):
    """A guess with how many a symmetry makes of it, the weight that it finds, and its blocks."""

    guess: int
    times: int
    ended: int
    blocks: list[bytes]


#: Settles a set from its options, and from what the blocks of these were settled to.
Settle = Callable[["array[int]", Sequence[Branching], Mapping[bytes, Settled]], Settled]


def drawing(rule: Any) -> Drawing:
    """Return a strategy that lists its options; refuse another."""
    if not isinstance(rule, Drawing):
        raise BadArgument(
            "strategy must list its options, as 'every_branch' does, to have paths; "
            f"{name_of(rule)} does not"
        )
    return rule


@frozen(eq=False)
class _Part:
    """A set of candidates with what is left of an opening, and the symmetries that keep it."""

    candidates: array[int]
    opening: tuple[int, ...]
    symmetry: SymmetryGroup
    key: Key


@define(eq=False)
class Walk(Generic[Settled]):
    """A walk over the sets that a rule can come to in a game, by all its options or by some."""

    game: Game
    rule: Drawing
    settle: Settle[Settled]
    options: Callable[[ScoreTable, array[int]], Sequence[int]] | None = None
    table: ScoreTable = field(init=False)
    settled: dict[Key, Settled] = field(init=False, factory=dict)
    renaming: Renaming | None = field(init=False, default=None)
    _images: dict[bytes, bytes] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.table = compile_game(self.game)

    def key(self, opening: int, candidates: array[int]) -> Key:
        """Return what a set is settled under, with so many guesses of the opening left."""
        own = candidates.tobytes()
        if opening or self.renaming is None or len(candidates) > _MOST_RENAMED:
            return opening, own
        if own not in self._images:
            self._images[own] = self.renaming.of_set(candidates)
        return 0, self._images[own]

    def run(self) -> Settled:
        """Return what all secrets are settled to."""
        table = self.table
        symmetry = find_symmetry(self.game, table) if self.rule.even_handed else _NO_SYMMETRY
        if symmetry and table.uniform and not table.costs and not table.goals:
            self.renaming = Renaming.of(table, symmetry)
        return self.settled_to(table.everything, len(self.rule.opening), symmetry)

    def settled_to(
        self,
        candidates: array[int],
        left: int,
        symmetry: SymmetryGroup = _NO_SYMMETRY,
        *,
        named: bool = False,
    ) -> Settled:
        """Return what a set is settled to, with so many guesses of the opening left.

        ``named`` asks for its own result and not for that of a set with other names.
        """
        key = (-1, candidates.tobytes()) if named else self.key(left, candidates)
        opening = [self.table.guesses[guess] for guess in self.rule.opening]
        first = _Part(candidates, tuple(opening[len(opening) - left :]), symmetry, key)
        return settled(first, attrgetter("key"), self._settle, self.settled)

    def _settle(self, part: _Part) -> Generator[_Part, Settled, Settled]:
        """Yield the parts that must be settled first; return what the part is settled to."""
        candidates, opening = part.candidates, part.opening
        symmetry = _NO_SYMMETRY if len(candidates) < _WORTH_SYMMETRY else part.symmetry
        classes: Iterable[tuple[int, int]] = [(opening[0], 1)] if opening else []
        if not opening or not self.table.tells(opening[0], candidates):
            guesses = (self.options or self.rule.options)(self.table, candidates)
            if not guesses:
                raise UninformativeGuess(
                    f"{name_of(self.rule)} has no guess for {len(candidates)} secrets"
                )
            # One option of each orbit stands for all of it.
            numbers = range(len(self.table.guesses.items))
            orbit = symmetry.guess_orbits(len(numbers)) if symmetry else numbers
            classes = Counter(orbit[guess] for guess in guesses).items()
        options = []
        known: dict[bytes, Settled] = {}
        for guess, times in classes:
            ended, blocks = self._blocks(guess, candidates)
            keys = [self.key(len(opening[1:]), block) for block in blocks]
            options.append(Branching(guess, times, ended, [image for _, image in keys]))
            fixed: SymmetryGroup | None = None
            for key, block in zip(keys, blocks, strict=True):
                if key[1] in known:
                    continue
                found = self.settled.get(key)
                if found is None:
                    if fixed is None:
                        fixed = symmetry.fixing(guess) if symmetry else symmetry
                    found = yield _Part(block, opening[1:], fixed, key)
                known[key[1]] = found
        return self.settle(candidates, options, known)

    def _blocks(self, guess: int, candidates: array[int]) -> tuple[int, list[array[int]]]:
        """Return the weight of the secrets that a guess finds, and the blocks of the others."""
        table = self.table
        ended, blocks = 0, []
        for score, block in table.split(guess, candidates):
            if table.over(block, score):
                ended += sum(table.weights[secret] for secret in block)
            else:
                blocks.append(block)
        if not ended and len(blocks) == 1:
            raise UninformativeGuess(
                f"{shown(table.guesses.items[guess])} tells nothing about the {len(candidates)} "
                "secrets left: the game would go on for ever"
            )
        return ended, blocks


#: Times that colours and holes are told apart by what they meet; later ones add nothing in codes.
_ROUNDS = 3


@define(eq=False)
class Renaming:
    """The letters and places of codes that symmetries exchange: sets under other names are one set.

    ``letters`` and ``places`` give each the least of those that it may be exchanged with.
    """

    secrets: list[bytes]
    letters: list[int]
    places: list[int]
    _number: dict[bytes, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._number = {word: at for at, word in enumerate(self.secrets)}

    @classmethod
    def of(cls, table: ScoreTable, symmetry: SymmetryGroup) -> Renaming | None:
        """Return what these symmetries exchange; None where codes are no words, or nothing is."""
        words = words_of(table)
        length = len(words.secrets) // len(table.secrets.items)
        if not length or not words.guesses:
            return None
        secrets, guesses = (
            list(map(bytes, chunked(text, length))) for text in (words.secrets, words.guesses)
        )
        before = words.secrets + words.guesses
        letters, places = list[list[int]](), list[list[int]]()
        for on_guess, on_secret in zip(symmetry.guesses, symmetry.secrets, strict=True):
            images = [*map(secrets.__getitem__, on_secret), *map(guesses.__getitem__, on_guess)]
            after = b"".join(images)
            letter = dict(zip(before, after, strict=True))
            if bytes(map(letter.__getitem__, before)) == after:
                letters += _exchange(letter, 1 + max(before))
            columns, moved = (
                [text[at::length] for at in range(length)] for text in (before, after)
            )
            if sorted(columns) == sorted(moved):
                places += _exchange({at: moved.index(columns[at]) for at in range(length)}, length)
        if not letters and not places:
            return None
        return cls(secrets, orbits(letters, 1 + max(before)), orbits(places, length))

    def of_set(self, candidates: Iterable[int]) -> bytes:
        """Return the image that stands for a set of secrets and all that renaming makes of it."""
        words = [self.secrets[secret] for secret in candidates]
        letter, place = [0] * len(self.letters), [0] * len(self.places)
        met = sorted(set().union(*words))
        while True:
            letter, place = _told_apart(words, letter, place)
            for number, kind, members in (
                (letter, self.letters, met), (place, self.places, range(len(place)))
            ):  # fmt: skip
                tied = _tied(members, number, kind)
                if tied is not None:
                    number[tied] = hash((number[tied], 1))
                    break
            else:
                break
        to_letter, to_place = _placed(letter, self.letters), _placed(place, self.places)
        moved = bytearray(len(to_place))
        image = array("I")
        for word in words:
            for at, one in zip(to_place, word, strict=True):
                moved[at] = to_letter[one]
            image.append(self._number[bytes(moved)])
        return array("I", sorted(image)).tobytes()


def _exchange(to: Mapping[int, int], size: int) -> list[list[int]]:
    """Return a mapping as a permutation if it exchanges two numbers, and nothing otherwise."""
    changed = [one for one, other in to.items() if one != other]
    return [[to.get(one, one) for one in range(size)]] if len(changed) == 2 else []


def _told_apart(
    words: Sequence[bytes], letter: list[int], place: list[int]
) -> tuple[list[int], list[int]]:
    """Return numbers of letters and places that tell by more what they meet, and no names."""
    for _ in range(_ROUNDS):
        letters, places = [hash((one, 2)) for one in letter], [hash((one, 3)) for one in place]
        for word in words:
            met = [hash((letter[one], at)) for one, at in zip(word, place, strict=True)]
            whole = sum(met)
            for at, (one, own) in enumerate(zip(word, met, strict=True)):
                both = hash((whole, own))
                letters[one] += both
                places[at] += both
        letter, place = letters, places
    return letter, place


def _tied(members: Iterable[int], number: Sequence[int], kind: Sequence[int]) -> int | None:
    """Return one of those that may be exchanged and are not told apart, of the least number."""
    found = {one: (kind[one], number[one]) for one in members}
    tied = Counter(found.values())
    return min((one for one in found if tied[found[one]] > 1), key=found.__getitem__, default=None)


def _placed(number: Sequence[int], kind: Sequence[int]) -> tuple[int, ...]:
    """Return where each goes: those that may be exchanged in the order of their numbers."""
    to = [0] * len(kind)
    for one in set(kind):
        members = [at for at, own in enumerate(kind) if own == one]
        for at, goes in zip(members, sorted(members, key=number.__getitem__), strict=True):
            to[goes] = at
    return tuple(to)
