"""Jotto whose secret need not be a word of the list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from string import ascii_lowercase
from typing import Any, ClassVar

from attrs import field, frozen

from mastermind_core.arguments import plain_int
from mastermind_core.errors import BadGame, shown
from mastermind_core.game import PackedCodes
from mastermind_core.game.base import GameBase
from mastermind_core.games.border import Items, brief, check_pair, whole
from mastermind_core.games.code_sequence import Spellings
from mastermind_core.games.mastermind import Mastermind
from mastermind_core.games.pegs import Pegs, peg_scores, pegs, read_pegs
from mastermind_core.games.words import check_words, word_items
from mastermind_core.notation import read_guess


@frozen(cache_hash=True)
class OpenJotto(GameBase):
    """The game of Jotto with any letters: ``words`` are likely, but no row of letters is ruled out.

    Guesses and secrets are all rows of ``length`` of the ``letters``, 26^5 of them for five
    letters, which are not listed: it is a game of codes of any size
    (J. Dennis, answer on Stack Overflow, 2010).

    >>> game = OpenJotto(["fools", "score"])
    >>> len(game.secrets), game.score("fools", "xooxs")
    (11881376, Pegs(black=3, white=0))
    """

    words: Items[str] = field(default=(), converter=word_items, repr=brief("words"))
    length: int = field(default=5, converter=plain_int)
    letters: str = ascii_lowercase
    guess_repeats: ClassVar[bool] = True
    secret_repeats: ClassVar[bool] = True

    def __attrs_post_init__(self) -> None:
        whole("length", self.length, 1, 64)
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

    @cached_property
    def _game(self) -> Mastermind:
        return Mastermind(tuple(self.letters), self.length)

    @property
    def symbols(self) -> tuple[str, ...]:
        """Return the colours in order."""
        return tuple(self.letters)

    @property
    def holes(self) -> int:
        """Return the length of a code."""
        return self.length

    @property
    def guesses(self) -> Spellings:
        """Return the guesses, in the order that breaks ties."""
        return Spellings(self.letters, self.length)

    @property
    def secrets(self) -> Spellings:
        """Return what may be hidden."""
        return Spellings(self.letters, self.length)

    @property
    def likely(self) -> Items[str]:
        """Return the secrets that are guessed before any other."""
        return self.words

    @property
    def scores(self) -> tuple[Pegs, ...]:
        """Return every answer that a word can get."""
        return peg_scores(self.length)

    @property
    def endstates(self) -> frozenset[Pegs]:
        """Return the scores that end the game."""
        return frozenset({Pegs(self.length, 0)})

    def from_symbols(self, code: Iterable[Any]) -> str:
        """Return the word of a row of letters: how a code of this game is written."""
        return "".join(code)

    def score(self, guess: str, secret: str) -> Pegs:
        """Count the letters in place and elsewhere."""
        check_pair(self, guess, secret)
        return pegs(guess, secret)

    def packed_codes(self) -> PackedCodes | None:
        """Write the words as bytes, where that is possible."""
        return self._game.packed_codes()

    def score_table(self) -> tuple[Sequence[Pegs], Any]:
        """Fill the score table in the kernel."""
        return self._game.score_table()

    def parse_guess(self, text: str, /) -> str:
        """Return the word that a text stands for."""
        return self.from_symbols(read_guess(self._game, text))

    def parse_score(self, text: str, /) -> Pegs:
        """Return the pegs that a text stands for."""
        return read_pegs(text, self.length)

    def generators(self) -> Iterator[tuple[Callable[[str], str], Callable[[str], str]]]:
        """Swap neighbouring places and neighbouring letters."""
        for place in range(self.length - 1):
            yield (moved := _Moved(place)), moved
        for one, other in pairwise(self.letters):
            yield (swap := _Renamed(one, other)), swap


@frozen
class _Moved:
    """Exchange a letter with the next one."""

    place: int

    def __call__(self, word: str) -> str:
        at = self.place
        return f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}"


@frozen
class _Renamed:
    """Exchange two letters."""

    one: str
    other: str

    def __call__(self, word: str) -> str:
        return word.translate(str.maketrans(self.one + self.other, self.other + self.one))
