"""Jotto, the game of secret words, by both of its rules."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal, NamedTuple

from attrs import field, frozen

from mastermind_core.errors import BadArgument, BadGame
from mastermind_core.game.base import GameBase
from mastermind_core.games.border import Items, brief, check_pair, one_of
from mastermind_core.games.pegs import Pegs, peg_score_ids, peg_scores, pegs, read_pegs
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


def common_letters(guess: str, secret: str) -> Letters:
    """Count the letters that two words share, each as often as both have it.

    >>> common_letters("fools", "score"), common_letters("stale", "least")
    (Letters(common=2, found=False), Letters(common=5, found=False))
    """
    return Letters(sum(pegs(guess, secret)), found=guess == secret)


@frozen(cache_hash=True)
class Jotto(GameBase):
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
    answer: Literal["pegs", "common"] = "pegs"

    def __attrs_post_init__(self) -> None:
        if not self.words:
            raise BadGame("words is empty: a game needs at least one")
        check_words("words", self.words, len(self.words[0]))
        one_of("answer", self.answer, ("pegs", "common"))

    @property
    def guesses(self) -> Items[str]:
        """Return what may be asked."""
        return self.words

    @property
    def secrets(self) -> Items[str]:
        """Return what may be hidden."""
        return self.words

    @property
    def length(self) -> int:
        """Return the number of letters of a word."""
        return len(self.words[0])

    @property
    def scores(self) -> tuple[Pegs, ...] | tuple[Letters, ...]:
        """Return every answer that a word can get."""
        if self.answer == "pegs":
            return peg_scores(self.length)
        counts = range(self.length + 1)
        return (
            *(Letters(count, found=False) for count in counts),
            Letters(self.length, found=True),
        )

    @property
    def endstates(self) -> frozenset[Pegs | Letters]:
        """Return the scores that end the game."""
        if self.answer == "pegs":
            return frozenset({Pegs(self.length, 0)})
        return frozenset({Letters(self.length, found=True)})

    def score(self, guess: str, secret: str) -> Pegs | Letters:
        """Count the letters in place and elsewhere, or those in common."""
        check_pair(self, guess, secret)
        return pegs(guess, secret) if self.answer == "pegs" else common_letters(guess, secret)

    def score_table(self) -> tuple[tuple[Any, ...], Any]:
        """Fill the score table in the kernel: to it, words are codes of letters."""
        length = self.length
        codes = packed_words(self.words, numbered_letters(self.words))
        ids = peg_score_ids(length) if self.answer == "pegs" else _common_ids(length)
        return self.scores, greedy_kernel().code_table(codes, codes, length, ids)

    @cached_property
    def _has_anagrams(self) -> bool:
        return len({"".join(sorted(word)) for word in self.words}) < len(self.words)

    def parse_score(self, text: str, /) -> Pegs | Letters:
        """Return the answer that a text stands for."""
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
    ids = bytearray((length + 1) ** 2)
    for black in range(length + 1):
        for white in range(length + 1 - black):
            ids[black * (length + 1) + white] = black + white
    ids[length * (length + 1)] = length + 1
    return bytes(ids)
