"""Wordle, answered letter by letter, with both hard modes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import product
from typing import Any, Literal, cast

from attrs import field, frozen

from mastermind_core.errors import BadGame, shown
from mastermind_core.game.base import GameBase
from mastermind_core.games.border import Items, brief, check_pair
from mastermind_core.games.hints import ConsistentSets, HintSets, keeps_hints
from mastermind_core.games.tiles import GREEN, GREY, YELLOW, read_tiles, tiles
from mastermind_core.games.words import check_words, numbered_letters, packed_words, word_items
from mastermind_core.kernels.choose import greedy_kernel

Hard = Literal[False, "official", "consistent"]

#: Letters of a word whose colours two bytes tell apart.
MOST_LENGTH = 10


def hard_mode(mode: object) -> Hard:
    """Return a hard mode by its name; True is the official one."""
    if isinstance(mode, bool):
        return "official" if mode else False
    if isinstance(mode, str) and mode in {"no", "none"}:
        return False
    if isinstance(mode, str) and mode in {"official", "consistent"}:
        return cast(Hard, mode)
    raise BadGame(f'hard must be False, "official" or "consistent", not {shown(mode)}')


def check_lists_of_words(answers: Sequence[str], others: Sequence[str]) -> None:
    """Refuse lists that make no game of Wordle."""
    if not answers:
        raise BadGame("answers is empty: a game needs at least one")
    length = len(str(answers[0]))
    check_words("answers", answers, length)
    check_words("others", tuple(dict.fromkeys(others)), length)
    if length > MOST_LENGTH:
        raise BadGame(f"answers have {length} letters; words of at most {MOST_LENGTH} are played")


@frozen(cache_hash=True)
class Wordle(GameBase):
    """The game of Wordle: guess a word of ``answers``; each letter gets g, y or a dot.

    ``others`` are words that may be guessed but are never the answer. ``hard`` "official" (or
    True) keeps the hints as the original game does (J. Wardle, 2021): a green letter stays where
    it is, a yellow one must be used again. "consistent" allows only words that could be the
    answer after everything that is known.

    >>> game = Wordle(["cigar", "rebut", "sissy"], others=["salet"])
    >>> game.score("salet", "rebut"), len(game.guesses), len(game.secrets)
    ('...yg', 4, 3)
    """

    answers: Items[str] = field(converter=word_items, repr=brief("words"))
    others: Items[str] = field(default=(), converter=word_items, repr=brief("words"))
    hard: Hard = field(default=False, converter=hard_mode)

    def __attrs_post_init__(self) -> None:
        check_lists_of_words(self.answers, self.others)

    @cached_property
    def _all_words(self) -> Items[str]:
        return Items(dict.fromkeys((*self.answers, *self.others)))

    @property
    def guesses(self) -> Items[str]:
        """Return what may be asked."""
        return self._all_words

    @property
    def secrets(self) -> Items[str]:
        """Return what may be hidden."""
        return self.answers

    @property
    def length(self) -> int:
        """Return the number of letters of a word."""
        return len(self.answers[0])

    @property
    def scores(self) -> tuple[str, ...]:
        """Return every row of tiles, those that no word gets too."""
        return tuple(map("".join, product((GREY, YELLOW, GREEN), repeat=self.length)))

    @property
    def endstates(self) -> frozenset[str]:
        """Return the scores that end the game."""
        return frozenset({GREEN * self.length})

    def score(self, guess: str, secret: str) -> str:
        """Colour the letters of a guess."""
        check_pair(self, guess, secret)
        return tiles(guess, secret)

    def score_table(self) -> tuple[tuple[str, ...], Any]:
        """Fill the score table in the kernel, whose scores are every colouring in order."""
        letters = numbered_letters(self.guesses)
        guesses, answers = (packed_words(words, letters) for words in (self.guesses, self.answers))
        return self.scores, greedy_kernel().word_table(guesses, answers, self.length, "colours")

    def parse_score(self, text: str, /) -> str:
        """Return the tiles that a text stands for."""
        return read_tiles(text, self.length)

    def legal(self, guess: str, history: Sequence[tuple[str, str]]) -> bool:
        """Say whether the hard mode allows a guess after a history; always so without one."""
        if self.hard == "official":
            return all(keeps_hints(guess, *step) for step in history)
        if self.hard == "consistent":
            return all(tiles(asked, guess) == score for asked, score in history)
        return True

    def legal_sets(self) -> Callable[[str, str], int]:
        """Return what says of all guesses at once which of them :meth:`legal` lets after an answer.

        It takes a guess and its score, and returns a bit a guess, the first one lowest.
        """
        if self.hard == "official":
            return HintSets(self.guesses)
        if self.hard == "consistent":
            return ConsistentSets(self.guesses)
        return _Anything((1 << len(self.guesses)) - 1)


@frozen
class _Anything:
    """All guesses, whatever is known."""

    bits: int

    def __call__(self, asked: str, score: str) -> int:
        return self.bits
