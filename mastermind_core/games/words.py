"""Lists of words, the coloured tiles that answer them, and the hints that guesses must keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.games.border import Items
from mastermind_core.notation.spelling import as_text, quoted

#: Different letters that a byte tells apart.
_MOST_LETTERS = 256


def word_items(words: Iterable[str]) -> Items[str]:
    """Return words as a tuple; a set, whose order is chance, sorted."""
    if isinstance(words, (str, bytes)):
        raise BadGame(f"words must be a list of words, not the string {shown(words)}")
    if not isinstance(words, Iterable):
        raise BadGame(f"words must be a list of words, not {shown(words)}")
    items = Items(words)
    for word in items:
        if not isinstance(word, str):
            raise BadGame(f"words must be a list of words: {shown(word)} is none")
    return Items(sorted(items)) if isinstance(words, (set, frozenset)) else items


def check_words(name: str, words: Sequence[str], length: int) -> None:
    """Refuse what is no word of a length, and a word that comes twice."""
    for word in words:
        if len(word) != length:
            raise BadGame(f"{name} has {shown(word)}: each must be a word of {length} letters")
    if len(set(words)) < len(words):
        twice = next(word for at, word in enumerate(words) if words.index(word) < at)
        raise BadGame(f"{name} has {shown(twice)} twice; each may come once")


def numbered_letters(words: Iterable[str]) -> dict[str, int]:
    """Number the letters of words, for a kernel that takes a byte a letter."""
    letters = sorted(set().union(*words))
    if len(letters) > _MOST_LETTERS:
        raise BadGame(f"words have {len(letters)} different letters, over {_MOST_LETTERS}")
    return {letter: at for at, letter in enumerate(letters)}


def packed_words(words: Iterable[str], letters: Mapping[str, int]) -> bytes:
    """Write words as bytes, one a letter."""
    return bytes(letters[letter] for word in words for letter in word)


#: How a letter is answered.
GREY, YELLOW, GREEN = ".yg"

#: The signs for each tile; orange and blue are those of the mode of high contrast.
_SIGNS = {
    **dict.fromkeys(".-_xb0⬛⬜◼◻⚫⚪", GREY),
    **dict.fromkeys("y1🟨🟦🟡", YELLOW),
    **dict.fromkeys("g2🟩🟧🟢", GREEN),
}
_BETWEEN = dict.fromkeys(map(ord, " \t,;|'\"()[]\ufe0e\ufe0f"))


def tiles(guess: str, secret: str) -> str:
    """Score a word as Wordle does: g in place, y elsewhere, . nowhere.

    A letter is yellow no oftener than the secret has it besides the green ones, from the left.

    >>> tiles("speed", "abide"), tiles("speed", "erase")
    ('..y.y', 'y.yy.')
    """
    pairs = list(zip(guess, secret, strict=True))
    free = Counter(hidden for letter, hidden in pairs if letter != hidden)
    marks = []
    for letter, hidden in pairs:
        if letter == hidden:
            marks.append(GREEN)
        elif free[letter]:
            free[letter] -= 1
            marks.append(YELLOW)
        else:
            marks.append(GREY)
    return "".join(marks)


def read_tiles(text: str, length: int) -> str:
    """Read tiles as people write them: letters, digits or coloured squares.

    >>> read_tiles("xggy.", 5), read_tiles("🟩🟨⬛⬜🟩", 5), read_tiles("G Y - - G", 5)
    ('.ggy.', 'gy..g', 'gy..g')
    """
    signs = as_text(text, "score").casefold().translate(_BETWEEN)
    read = "".join(_SIGNS.get(sign, "?") for sign in signs)
    if len(read) != length or "?" in read:
        example = ".yg"[:length] + "." * (length - 3)
        raise BadArgument(
            f"{quoted(text)} is no score: write {length} tiles, g for a letter in place, y for one "
            f"elsewhere, . for none, such as '{example}' or '{to_squares(example)}'"
        )
    return read


def to_squares(score: str) -> str:
    """Write tiles as coloured squares.

    >>> to_squares("gy.")
    '🟩🟨⬛'
    """
    return score.translate({ord(GREY): "⬛", ord(YELLOW): "🟨", ord(GREEN): "🟩"})


#: Guesses whose answers are kept apart, to say again which words would have given them.
_KEPT = 256

#: What a kernel calls the marks.
_MARKS = str.maketrans({GREY: "\0", YELLOW: "\1", GREEN: "\2"})


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
        coloured = (letter for letter, mark in zip(asked, score, strict=True) if mark != GREY)
        for letter, count in Counter(coloured).items():
            kept &= self._held.get((count, letter), 0)
        return kept


class ConsistentSets:
    """The guesses that could be the secret behind an answer, a bit each."""

    def __init__(self, guesses: Sequence[Any], score: Callable[[Any, Any], Any] = tiles):
        """Keep the guesses, to be scored when they are asked about."""
        self._guesses, self._score = guesses, score
        self._sets = lru_cache(_KEPT)(self._by_score)

    def among(self, guesses: Sequence[Any]) -> ConsistentSets:
        """Return the same of other guesses."""
        return ConsistentSets(guesses, self._score)

    def __call__(self, asked: Any, score: Any) -> int:
        """Return the guesses that stay legal, a bit for each."""
        return self._sets(asked).get(score, 0)

    def _by_score(self, asked: Any) -> dict[Any, int]:
        facts = ([(0, self._score(asked, guess))] for guess in self._guesses)
        return {score: bits for (_, score), bits in _bit_sets(facts, len(self._guesses)).items()}


def _occurrences(word: str) -> Iterator[tuple[int, str]]:
    """Number each letter of a word by how often it came so far, from 1."""
    seen: Counter[str] = Counter()
    for letter in word:
        seen[letter] += 1
        yield seen[letter], letter


def _bit_sets(facts: Iterable[Iterable[tuple[int, Any]]], count: int) -> dict[tuple[int, Any], int]:
    """Say of each fact, in a bit each, which of some words it is true of."""
    sets: dict[tuple[int, Any], bytearray] = {}
    for at, known in enumerate(facts):
        for fact in known:
            if fact not in sets:
                sets[fact] = bytearray((count + 7) // 8)
            sets[fact][at // 8] |= 1 << at % 8
    return {fact: int.from_bytes(bits, "little") for fact, bits in sets.items()}
