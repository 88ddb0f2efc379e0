"""Word games: Wordle's tiles, the guesses that its hard modes allow, and Jotto.

Jotto has two ways to score, and a version whose secrets need not be in the list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import ascii_lowercase
from typing import Any, ClassVar, Literal, NamedTuple

from attrs import field, frozen

from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game.amounts import check_items
from mastermind_core.game.finite import GameBase
from mastermind_core.games.border import Items, ListedGame, brief, cached, integer, need, one_of
from mastermind_core.games.codes import Pegs, peg_score_ids, peg_scores, pegs, read_pegs
from mastermind_core.games.consistent_sets import bit_sets
from mastermind_core.games.mastermind import PegGame
from mastermind_core.kernels import choose as kernels
from mastermind_core.notation.spelling import as_text, fold, quoted

#: Maximum number of different letters, which a byte can number.
_MOST_LETTERS = 256


def word_items(words: Iterable[str]) -> Items[str]:
    """Return words as a tuple. A set is sorted, because its order is arbitrary."""
    if isinstance(words, (str, bytes)):
        raise BadGame(f"words must be a list of words, not the string {shown(words)}")
    need(isinstance(words, Iterable), "words", "a list of words", words)
    items = words if isinstance(words, Items) else Items(words)
    for word in items:
        if not isinstance(word, str):
            raise BadGame(f"words must be a list of words: {shown(word)} is not one")
    return Items(sorted(items)) if isinstance(words, (set, frozenset)) else items


@cache
def english_words() -> tuple[Items[str], Items[str]]:
    """Return the English words with five letters that come with the package.

    The words come from SCOWL by K. Atkinson, whose terms are in ``words.license.txt`` beside the
    list.

    Returns:
        The words that may be hidden, and more words that may be guessed. Both have the more common
        words first.

    >>> answers, others = english_words()
    >>> len(answers), len(others), answers[:4]
    (2016, 4389, ('about', 'above', 'abuse', 'admit'))
    """
    text = files("mastermind_core.games").joinpath("words.txt").read_text(encoding="ascii")
    answers, others = text.splitlines()
    return Items(answers.split()), Items(others.split())


def common_words() -> Items[str]:
    """Return the package's words that may be hidden."""
    return english_words()[0]


def check_words(name: str, words: Sequence[str], length: int) -> None:
    """Raise ``BadGame`` for a word with another length."""
    for word in words:
        if len(word) != length:
            raise BadGame(f"{name} has {shown(word)}: each must be a word of {length} letters")


def numbered_letters(words: Iterable[str]) -> dict[str, int]:
    """Number the letters in words, for a kernel that takes one byte per letter."""
    letters = sorted(set().union(*words))
    if len(letters) > _MOST_LETTERS:
        raise BadGame(f"words have {len(letters)} different letters, over {_MOST_LETTERS}")
    return {letter: at for at, letter in enumerate(letters)}


def packed_words(words: Iterable[str], letters: Mapping[str, int]) -> bytes:
    """Return words as bytes, one per letter."""
    return bytes(letters[letter] for word in words for letter in word)


#: The signs of a score.
GREY, YELLOW, GREEN = ".yg"

#: The accepted signs of each tile; orange and blue belong to the high-contrast mode.
_SIGNS = {
    **dict.fromkeys(".-_xb0⬛⬜◼◻⚫⚪", GREY),
    **dict.fromkeys("y1🟨🟦🟡", YELLOW),
    **dict.fromkeys("g2🟩🟧🟢", GREEN),
}
_BETWEEN = dict.fromkeys(map(ord, " \t,;|'\"()[]\ufe0e\ufe0f"))


def tiles(guess: str, secret: str) -> str:
    """Return a word's score in Wordle: g in place, y in another position, . absent.

    A repeated letter is yellow, from the left, only as often as the secret has it besides the green
    ones.

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
    """Read tiles in any common notation: letters, digits or coloured squares.

    >>> read_tiles("xggy.", 5), read_tiles("🟩🟨⬛⬜🟩", 5), read_tiles("G Y - - G", 5)
    ('.ggy.', 'gy..g', 'gy..g')
    """
    signs = as_text(text, "score").casefold().translate(_BETWEEN)
    read = "".join(_SIGNS.get(sign, "?") for sign in signs)
    if len(read) != length or "?" in read:
        example = ".yg"[:length] + "." * (length - 3)
        raise BadArgument(
            f"{quoted(text)} is not a valid score: write {length} tiles, g (in place), y "
            f"(elsewhere) or . (absent), such as '{example}' or '{to_squares(example)}'"
        )
    return read


def to_squares(score: str) -> str:
    """Write tiles as coloured squares.

    >>> to_squares("gy.")
    '🟩🟨⬛'
    """
    return score.translate({ord(GREY): "⬛", ord(YELLOW): "🟨", ord(GREEN): "🟩"})


#: The codes of the marks in a kernel.
_MARKS = str.maketrans({GREY: "\0", YELLOW: "\1", GREEN: "\2"})


class HintSets:
    """The legal guesses in the official hard mode after a score, as a bit set."""

    def __init__(self, guesses: Sequence[str]):
        """Index the letters in all words."""
        self._guesses = guesses
        self._everything = (1 << len(guesses)) - 1
        self._placed = bit_sets(map(enumerate, guesses), len(guesses))
        self._held = bit_sets(map(_occurrences, guesses), len(guesses))

    def among(self, guesses: Sequence[str]) -> HintSets:
        """Return the same rule for other guesses."""
        return HintSets(guesses)

    def packed(self, scores: Iterable[str]) -> tuple[bytes, bytes, int]:
        """Return a kernel's input: one byte per letter, one mark per letter, the length."""
        letters = packed_words(self._guesses, numbered_letters(self._guesses))
        marks = "".join(scores).translate(_MARKS).encode()
        return letters, marks, len(self._guesses[0])

    def __call__(self, asked: str, score: str) -> int:
        """Return the guesses that stay legal, as a bit set."""
        kept = self._everything
        for at, (letter, mark) in enumerate(zip(asked, score, strict=True)):
            if mark == GREEN:
                kept &= self._placed.get((at, letter), 0)
        coloured = (letter for letter, mark in zip(asked, score, strict=True) if mark != GREY)
        for letter, count in Counter(coloured).items():
            kept &= self._held.get((count, letter), 0)
        return kept


def _occurrences(word: str) -> Iterator[tuple[int, str]]:
    """Yield each letter in a word with its occurrences so far, from 1."""
    seen: Counter[str] = Counter()
    for letter in word:
        seen[letter] += 1
        yield seen[letter], letter


_FOUND = frozenset({"found", "jotto", "jotto!", "yes", "="})


class Letters(NamedTuple):
    """A word's score in Jotto by common letters.

    An anagram of the secret shares all letters with it, but is not the secret.

    Attributes:
        common: How many letters are common, in any position.
        found: Whether the word is the secret.

    >>> from mastermind_core import Jotto
    >>> Jotto(["fools", "score"], answer="common").score("fools", "score")
    Letters(common=2, found=False)
    """

    common: int
    found: bool


@frozen(cache_hash=True)
class Jotto(ListedGame[str, str, Pegs | Letters]):
    """Jotto: guess a secret word from a list.

    Attributes:
        words: The words, all with one length, which are both guesses and secrets. By default the
            common words from :func:`english_words`.
        answer: How a guess is scored. "pegs" has a black peg per letter in place, and a white peg
            per common letter in another position (J. Dennis, answer on Stack Overflow, 2010).
            "common" counts common letters in any position (M. M. Rosenfeld, 1955; P. Norvig, Jotto,
            2020).

    >>> game = Jotto(["fools", "guess", "score", "tools"])
    >>> game.score("fools", "score")
    Pegs(black=1, white=1)
    >>> Jotto(game.words, answer="common").score("fools", "score")
    Letters(common=2, found=False)
    """

    words: Items[str] = field(factory=common_words, converter=word_items, repr=brief("words"))
    answer: Literal["pegs", "common"] = one_of("pegs", "common")

    def __attrs_post_init__(self) -> None:
        check_items("words", self.words)
        check_words("words", self.words, len(self.words[0]))

    @property
    def guesses(self) -> Items[str]:
        """Return the words."""
        return self.words

    @property
    def length(self) -> int:
        """Return how many letters a word has."""
        return len(self.words[0])

    @property
    def scores(self) -> tuple[Pegs | Letters, ...]:
        """Return all scores that a word can get."""
        if self.answer == "pegs":
            return peg_scores(self.length)
        open_scores = [Letters(count, found=False) for count in range(self.length + 1)]
        return (*open_scores, Letters(self.length, found=True))

    def _answer(self, guess: str, secret: str) -> Pegs | Letters:
        found = pegs(guess, secret)
        return found if self.answer == "pegs" else Letters(sum(found), found=guess == secret)

    def score_table(self) -> tuple[tuple[Pegs | Letters, ...], Any]:
        """Return the scores, and the table with their indices from the kernel for codes."""
        length = self.length
        codes = packed_words(self.words, numbered_letters(self.words))
        ids = peg_score_ids(length) if self.answer == "pegs" else _common_ids(length)
        return self.scores, kernels.greedy.code_table(codes, codes, length, ids)

    @cached
    def _has_anagrams(self) -> bool:
        return len({"".join(sorted(word)) for word in self.words}) < len(self.words)

    def parse_score(self, text: str, /) -> Pegs | Letters:
        """Read a score.

        Args:
            text: Pegs in any common notation, or the number of common letters, or "found".

        Raises:
            BadArgument: If the string is not a valid score.
        """
        if self.answer == "pegs":
            return read_pegs(text, self.length)
        typed = fold(as_text(text, "score"))
        if typed in _FOUND:
            return Letters(self.length, found=True)
        number = typed.split()[0] if typed else ""
        if number.isdecimal() and len(number) < 4 and int(number) <= self.length:
            found = int(number) == self.length and not self._has_anagrams
            return Letters(int(number), found=found)
        raise BadArgument(
            f"{quoted(text)} is not a valid score: write the number of common letters, 0 to "
            f"{self.length}, or found"
        )

    def format_score(self, score: Any, /) -> str:
        """Write a score in a form that :meth:`parse_score` reads.

        Args:
            score: A possible score.
        """
        if not isinstance(score, Letters):
            return GameBase.format_score(self, score)
        return "found" if score.found else str(score.common)


def _common_ids(length: int) -> bytes:
    """Map ``black * (length + 1) + white`` to how many letters are common, or the end state."""
    width = length + 1
    ids = bytearray(min(at // width + at % width, length) for at in range(width * width))
    ids[length * width] = width
    return bytes(ids)


@frozen(cache_hash=True)
class OpenJotto(PegGame[str]):
    """Jotto in which any letters in a row may be hidden.

    Guesses and secrets are all possible strings, such as 26^5 for five letters. They are not
    listed: this is a code game at any size (J. Dennis, answer on Stack Overflow, 2010).

    Attributes:
        words: Likely secrets, which are guessed first. Other strings remain possible.
        length: How many letters a code has, from 1 to 64.
        letters: The alphabet, a string with distinct letters.

    >>> game = OpenJotto(["fools", "score"])
    >>> len(game.secrets), game.score("fools", "xooxs")
    (11881376, Pegs(black=3, white=0))
    """

    words: Items[str] = field(default=(), converter=word_items, repr=brief("words"))
    length: int = integer(5, 1, 64)
    letters: str = ascii_lowercase
    guess_repeats: ClassVar[bool] = True
    secret_repeats: ClassVar[bool] = True

    def __attrs_post_init__(self) -> None:
        many = isinstance(self.letters, str) and self.letters
        need(many, "letters", "a string of at least one letter", self.letters)
        if len(set(self.letters)) < len(self.letters):
            raise BadGame(f"letters has a letter twice: {shown(self.letters)}")
        if self.words:
            check_items("words", self.words)
        check_words("words", self.words, self.length)
        for word in self.words:
            if not set(word) <= set(self.letters):
                raise BadGame(f"words has {shown(word)}, which has a letter that is not in letters")

    @property
    def symbols(self) -> tuple[str, ...]:
        """Return the letters in order."""
        return tuple(self.letters)

    @property
    def holes(self) -> int:  # type: ignore[override]  # by another name
        """Return the code length."""
        return self.length

    @property
    def likely(self) -> Items[str]:
        """Return the secrets that are guessed first."""
        return self.words

    @property
    def from_symbols(self) -> Callable[[Iterable[Any]], Any]:
        """Return the function that makes a word from its letters."""
        return "".join
