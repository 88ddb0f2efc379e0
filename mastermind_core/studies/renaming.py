"""Sets of codes that differ only in the names of colours and the order of holes.

Where symmetries exchange two colours, or two holes, whatever follows a set follows its images as
well, and one image can stand for all. It need not be the same one for all of them: where two are
taken, the set is only settled twice.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from attrs import define, field

from mastermind_core.exact.symmetries import words_of
from mastermind_core.table import ScoreTable
from mastermind_core.table.symmetry import SymmetryGroup

#: Times that colours and holes are told apart by what they meet; later ones add nothing in codes.
_ROUNDS = 3


class Renamed(NamedTuple):
    """The image that stands for a set, and where each letter and each place went."""

    key: bytes
    letter: tuple[int, ...]
    place: tuple[int, ...]


@define(eq=False)
class Renaming:
    """What may be exchanged in a game, and where that takes its sets and guesses.

    ``letters`` and ``places`` give each the least of those that it may be exchanged with.
    """

    secrets: list[bytes]
    guesses: list[bytes]
    letters: list[int]
    places: list[int]
    _secret: dict[bytes, int] = field(init=False)
    _guess: dict[bytes, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._secret = {word: at for at, word in enumerate(self.secrets)}
        self._guess = {word: at for at, word in enumerate(self.guesses)}

    @classmethod
    def of(cls, table: ScoreTable, symmetry: SymmetryGroup) -> Renaming | None:
        """Return what these symmetries exchange; None where codes are no words, or nothing is."""
        words = words_of(table)
        n_secrets = len(table.secrets.items)
        length = len(words.secrets) // n_secrets
        if not length or not words.guesses:
            return None
        secrets, guesses = (
            [text[at : at + length] for at in range(0, len(text), length)]
            for text in (words.secrets, words.guesses)
        )
        letters = list(range(1 + max(words.secrets + words.guesses)))
        places = list(range(length))
        for on_guess, on_secret in zip(symmetry.guesses, symmetry.secrets, strict=True):
            pairs = [(word, secrets[to]) for word, to in zip(secrets, on_secret, strict=True)]
            pairs += [(word, guesses[to]) for word, to in zip(guesses, on_guess, strict=True)]
            _join(letters, _exchanged_letters(pairs))
            _join(places, _exchanged_places(pairs))
        if len(set(letters)) == len(letters) and len(set(places)) == length:
            return None
        return cls(secrets, guesses, letters, places)

    def of_set(self, candidates: Iterable[int]) -> Renamed:
        """Return the image that stands for a set of secrets."""
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
        images = (self._moved(word, to_letter, to_place) for word in words)
        key = array("I", sorted(map(self._secret.__getitem__, images)))
        return Renamed(key.tobytes(), to_letter, to_place)

    def there(self, renamed: Renamed, guess: int) -> int:
        """Return where a guess goes with a set."""
        return self._guess[self._moved(self.guesses[guess], renamed.letter, renamed.place)]

    def back(self, renamed: Renamed, guess: int) -> int:
        """Return the guess that goes to one."""
        letter, place = map(_inverse, renamed[1:])
        return self._guess[self._moved(self.guesses[guess], letter, place)]

    @staticmethod
    def _moved(word: bytes, letter: Sequence[int], place: Sequence[int]) -> bytes:
        moved = bytearray(len(word))
        for at, one in zip(place, word, strict=True):
            moved[at] = letter[one]
        return bytes(moved)


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


def _inverse(permutation: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(permutation.index, range(len(permutation))))


def _join(kind: list[int], two: tuple[int, int] | None) -> None:
    if two is not None:
        old, new = sorted(map(kind.__getitem__, two), reverse=True)
        kind[:] = [new if own == old else own for own in kind]


def _exchanged_letters(pairs: Sequence[tuple[bytes, bytes]]) -> tuple[int, int] | None:
    """Return the two letters that are exchanged in all words, if that is all."""
    differ = (two for pair in pairs for two in zip(*pair, strict=True) if two[0] != two[1])
    one, other = next(differ, (0, 0))
    swap = bytes.maketrans(bytes((one, other)), bytes((other, one)))
    same = all(word.translate(swap) == image for word, image in pairs)
    return (one, other) if same else None


def _exchanged_places(pairs: Sequence[tuple[bytes, bytes]]) -> tuple[int, int] | None:
    """Return the two places that are exchanged in all words, if that is all."""
    for one, other in combinations(range(len(pairs[0][0])), 2):
        order = list(range(len(pairs[0][0])))
        order[one], order[other] = other, one
        if all(bytes(map(word.__getitem__, order)) == image for word, image in pairs):
            return one, other
    return None
