"""The hints of a word game: which guesses keep those of the answers so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from mastermind_core.games.tiles import GREEN, GREY, YELLOW, tiles
from mastermind_core.games.words import numbered_letters, packed_words

#: Guesses whose answers are kept apart, to say again which words would have given them.
_KEPT = 256

#: What a kernel calls the marks.
_MARKS = str.maketrans({GREY: "\0", YELLOW: "\1", GREEN: "\2"})


def keeps_hints(guess: str, asked: str, score: str) -> bool:
    """Say whether a guess keeps the green letters of an answer and uses its yellow ones again.

    >>> keeps_hints("crane", "trace", ".ggyg"), keeps_hints("brand", "trace", ".ggyg")
    (True, False)
    """
    needed = Counter(letter for letter, mark in zip(asked, score, strict=True) if mark != GREY)
    kept = all(
        own == letter
        for own, letter, mark in zip(guess, asked, score, strict=True)
        if mark == GREEN
    )
    return kept and not needed - Counter(guess)


class HintSets:
    """The guesses that keep the hints of an answer, a bit each: the official hard mode."""

    def __init__(self, guesses: Sequence[str]):
        """Look at all the words once."""
        self._guesses = guesses
        self._everything = (1 << len(guesses)) - 1
        self._placed = _bit_sets(map(enumerate, guesses), len(guesses))
        self._held = _bit_sets(map(_occurrences, guesses), len(guesses))

    def among(self, guesses: Sequence[str]) -> HintSets:
        """Return the same of other guesses."""
        return HintSets(guesses)

    def packed(self, scores: Iterable[str]) -> tuple[bytes, bytes, int]:
        """Return what a kernel takes: words as a byte a letter, scores as a mark a letter."""
        letters = packed_words(self._guesses, numbered_letters(self._guesses))
        marks = "".join(scores).translate(_MARKS).encode()
        return letters, marks, len(self._guesses[0])

    def __call__(self, asked: str, score: str) -> int:
        """Return the guesses that stay legal, a bit for each."""
        kept = self._everything
        for at, (letter, mark) in enumerate(zip(asked, score, strict=True)):
            if mark == GREEN:
                kept &= self._placed.get((at, letter), 0)
        shown = (letter for letter, mark in zip(asked, score, strict=True) if mark != GREY)
        for letter, count in Counter(shown).items():
            kept &= self._held.get((count, letter), 0)
        return kept


class ConsistentSets:
    """The guesses that could be the secret behind an answer, a bit each."""

    def __init__(self, guesses: Sequence[str]):
        """Keep the words, to be scored when they are asked about."""
        self._guesses = guesses
        self._sets = lru_cache(_KEPT)(self._by_score)

    def among(self, guesses: Sequence[str]) -> ConsistentSets:
        """Return the same of other guesses."""
        return ConsistentSets(guesses)

    def __call__(self, asked: str, score: str) -> int:
        """Return the guesses that stay legal, a bit for each."""
        return self._sets(asked).get(score, 0)

    def _by_score(self, asked: str) -> dict[str, int]:
        facts = ([(0, tiles(asked, guess))] for guess in self._guesses)
        return {score: bits for (_, score), bits in _bit_sets(facts, len(self._guesses)).items()}


def _occurrences(word: str) -> Iterator[tuple[int, str]]:
    """Number each letter of a word by how often it came so far, from 1."""
    seen: Counter[str] = Counter()
    for letter in word:
        seen[letter] += 1
        yield seen[letter], letter


def _bit_sets(facts: Iterable[Iterable[tuple[int, str]]], count: int) -> dict[tuple[int, str], int]:
    """Say of each fact, in a bit each, which of some words it is true of."""
    sets: dict[tuple[int, str], bytearray] = {}
    for at, known in enumerate(facts):
        for fact in known:
            if fact not in sets:
                sets[fact] = bytearray((count + 7) // 8)
            sets[fact][at // 8] |= 1 << at % 8
    return {fact: int.from_bytes(bits, "little") for fact, bits in sets.items()}
