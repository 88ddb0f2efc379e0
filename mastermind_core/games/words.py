"""Lists of words, checked and written as bytes for the kernels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mastermind_core.errors import BadGame, shown
from mastermind_core.games.border import Items

#: Different letters that a byte tells apart.
_MOST_LETTERS = 256


def word_items(words: Iterable[str]) -> Items[str]:
    """Return words as a tuple; a set, whose order is chance, sorted."""
    if isinstance(words, (str, bytes)):
        raise BadGame(f"words must be a list of words, not the string {shown(words)}")
    try:
        return Items(sorted(words) if isinstance(words, (set, frozenset)) else words)
    except TypeError:
        raise BadGame(f"words must be a list of words, not {shown(words)}") from None


def check_words(name: str, words: Sequence[str], length: int) -> None:
    """Refuse what is no word of a length, and a word that comes twice."""
    for word in words:
        if not isinstance(word, str):
            raise BadGame(f"{name} has {shown(word)}: each must be a word")
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
