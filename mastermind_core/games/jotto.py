"""Jotto, the game of secret words, by both of its rules, and with secrets that are in no list."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from string import ascii_lowercase
from typing import Any, ClassVar, Literal, NamedTuple

from attrs import field, frozen

from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game.finite import GameBase
from mastermind_core.games.border import Items, ListedGame, brief, cached, integer, one_of
from mastermind_core.games.codes import Pegs, peg_score_ids, peg_scores, pegs, read_pegs
from mastermind_core.games.mastermind import PegGame
from mastermind_core.games.words import check_words, numbered_letters, packed_words, word_items
from mastermind_core.kernels.choose import greedy_kernel
from mastermind_core.notation.spelling import as_text, fold, quoted

_FOUND = frozenset({"found", "jotto", "jotto!", "yes", "="})


class Letters(NamedTuple):
    """The answer to a word: how many letters it shares with the secret, and whether it is it.

    A word may share all its letters with another, its anagram.

    >>> from mastermind_core import Jotto
    >>> Jotto(["fools", "score"], answer="common").score("fools", "score")
    Letters(common=2, found=False)
    """

    common: int
    found: bool


@frozen(cache_hash=True)
class Jotto(ListedGame[str, str, Pegs | Letters]):
    """The game of Jotto: guess a secret word of a list.

    The ``answer`` to a word is "pegs", black ones for letters in place and white ones for letters
    elsewhere (J. Dennis, answer on Stack Overflow, 2010), or "common", the number of common
    letters, wherever they are (M. M. Rosenfeld, 1955; P. Norvig, Jotto, 2020).

    >>> game = Jotto(["fools", "guess", "score", "tools"])
    >>> game.score("fools", "score")
    Pegs(black=1, white=1)
    >>> Jotto(game.words, answer="common").score("fools", "score")
    Letters(common=2, found=False)
    """

    words: Items[str] = field(converter=word_items, repr=brief("words"))
    answer: Literal["pegs", "common"] = one_of("pegs", "common")

    def __attrs_post_init__(self) -> None:
        if not self.words:
            raise BadGame("words is empty: a game needs at least one")
        check_words("words", self.words, len(self.words[0]))

    @property
    def guesses(self) -> Items[str]:
        """Return the words."""
        return self.words

    @property
    def length(self) -> int:
        """Return the number of letters of a word."""
        return len(self.words[0])

    @property
    def scores(self) -> tuple[Pegs | Letters, ...]:
        """Return every answer that a word can get."""
        if self.answer == "pegs":
            return peg_scores(self.length)
        counts = range(self.length + 1)
        return (
            *(Letters(count, found=False) for count in counts),
            Letters(self.length, found=True),
        )

    def _answer(self, guess: str, secret: str) -> Pegs | Letters:
        found = pegs(guess, secret)
        return found if self.answer == "pegs" else Letters(sum(found), found=guess == secret)

    def score_table(self) -> tuple[tuple[Pegs | Letters, ...], Any]:
        """Fill the score table in the kernel: to it, words are codes of letters."""
        length = self.length
        codes = packed_words(self.words, numbered_letters(self.words))
        ids = peg_score_ids(length) if self.answer == "pegs" else _common_ids(length)
        return self.scores, greedy_kernel().code_table(codes, codes, length, ids)

    @cached
    def _has_anagrams(self) -> bool:
        return len({"".join(sorted(word)) for word in self.words}) < len(self.words)

    def parse_score(self, text: str, /) -> Pegs | Letters:
        """Return the answer of a string."""
        if self.answer == "pegs":
            return read_pegs(text, self.length)
        said = fold(as_text(text, "score"))
        if said in _FOUND:
            return Letters(self.length, found=True)
        number = said.split()[0] if said else ""
        if number.isdecimal() and len(number) < 4 and int(number) <= self.length:
            found = int(number) == self.length and not self._has_anagrams
            return Letters(int(number), found=found)
        raise BadArgument(
            f"{quoted(text)} is no score: write the number of common letters, 0 to "
            f"{self.length}, or found"
        )

    def show_score(self, score: Any, /) -> str:
        """Write an answer as :meth:`parse_score` reads it."""
        if not isinstance(score, Letters):
            return GameBase.show_score(self, score)
        return "found" if score.found else str(score.common)


def _common_ids(length: int) -> bytes:
    """Map ``black * (length + 1) + white`` to the number of common letters, or to the end."""
    width = length + 1
    ids = bytearray(min(at // width + at % width, length) for at in range(width * width))
    ids[length * width] = width
    return bytes(ids)


@frozen(cache_hash=True)
class OpenJotto(PegGame[str]):
    """The game of Jotto with any letters: ``words`` are likely, but no row of letters is ruled out.

    Guesses and secrets are all rows of ``length`` of the ``letters``, 26^5 of them for five
    letters, which are not listed: it is a game of codes of any size
    (J. Dennis, answer on Stack Overflow, 2010).

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
        if not isinstance(self.letters, str) or not self.letters:
            raise BadGame(
                f"letters must be a text of one letter or more, not {shown(self.letters)}"
            )
        if len(set(self.letters)) < len(self.letters):
            raise BadGame(f"letters has a letter twice: {shown(self.letters)}")
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
        """Return the length of a code."""
        return self.length

    @property
    def likely(self) -> Items[str]:
        """Return the secrets that are guessed before any other."""
        return self.words

    @property
    def from_symbols(self) -> Callable[[Iterable[Any]], Any]:
        """Return the function that makes a word of its letters."""
        return "".join
