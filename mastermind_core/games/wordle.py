"""Wordle, answered letter by letter, with both hard modes, and several boards of it at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import perm
from typing import Any, Literal, cast

from attrs import field, frozen

from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game.amounts import check_items
from mastermind_core.games.border import Items, ListedGame, brief, cached, integer, refuse
from mastermind_core.games.codes import Code, Codes, Virtual
from mastermind_core.games.words import (
    GREEN,
    GREY,
    YELLOW,
    ConsistentSets,
    HintSets,
    check_words,
    numbered_letters,
    packed_words,
    read_tiles,
    tiles,
    word_items,
)
from mastermind_core.kernels import choose as kernels
from mastermind_core.notation import choose
from mastermind_core.notation.spelling import as_text, quoted, words_in

Hard = Literal[False, "official", "consistent"]
Step = tuple[Any, Any]

#: Letters of a word whose colours two bytes tell apart.
MOST_LENGTH = 10

#: Boards that are played at once.
_MOST_BOARDS = 32


def hard_mode(mode: object) -> Hard:
    """Return a hard mode by its name; True is the official one."""
    if isinstance(mode, bool):
        return "official" if mode else False
    if isinstance(mode, str) and mode in {"no", "none"}:
        return False
    if isinstance(mode, str) and mode in {"official", "consistent"}:
        return cast(Hard, mode)
    raise BadGame(f'hard must be False, "official" or "consistent", not {shown(mode)}')


@frozen(cache_hash=True)
class _Worded(ListedGame):
    """The base of games of words, some of which are answers."""

    answers: Items[str] = field(converter=word_items, repr=brief("words"))
    others: Items[str] = field(default=(), converter=word_items, repr=brief("words"))

    def __attrs_post_init__(self) -> None:
        check_items("answers", self.answers)
        length = len(self.answers[0])
        check_words("answers", self.answers, length)
        check_words("others", self.others, length)
        if length > MOST_LENGTH:
            raise BadGame(
                f"answers have {length} letters; words of at most {MOST_LENGTH} are played"
            )

    @cached
    def _words(self) -> Items[str]:
        return Items(dict.fromkeys((*self.answers, *self.others)))

    @property
    def length(self) -> int:
        """Return the number of letters of a word."""
        return len(self.answers[0])


@frozen(cache_hash=True)
class Wordle(_Worded):
    """The game of Wordle: guess a word of ``answers``; each letter gets g, y or a dot.

    ``others`` are words that may be guessed but are never the answer. ``hard`` "official" (or
    True) keeps the hints as the original game does (J. Wardle, 2021): a green letter stays where
    it is, a yellow one must be used again. "consistent" allows only words that could be the
    answer after everything that is known.

    >>> game = Wordle(["cigar", "rebut", "sissy"], others=["salet"])
    >>> game.score("salet", "rebut"), len(game.guesses), len(game.secrets)
    ('...yg', 4, 3)
    """

    hard: Hard = field(default=False, converter=hard_mode)

    @property
    def guesses(self) -> Items[str]:
        """Return the words, in the order that breaks ties."""
        return self._words

    @property
    def secrets(self) -> Items[str]:
        """Return the answers."""
        return self.answers

    @property
    def scores(self) -> tuple[str, ...]:
        """Return every row of tiles, those that no word gets too."""
        return tuple(map("".join, product((GREY, YELLOW, GREEN), repeat=self.length)))

    @property
    def endstates(self) -> frozenset[str]:
        """Return the scores that end the game."""
        return frozenset({GREEN * self.length})

    def _answer(self, guess: str, secret: str) -> str:
        return tiles(guess, secret)

    def score_table(self) -> tuple[tuple[str, ...], Any]:
        """Fill the score table in the kernel, whose scores are every colouring in order."""
        letters = numbered_letters(self.guesses)
        guesses, answers = (packed_words(words, letters) for words in (self.guesses, self.answers))
        return self.scores, kernels.greedy.word_table(guesses, answers, self.length, "colours")

    def parse_score(self, text: str, /) -> str:
        """Return the tiles of a string."""
        return read_tiles(text, self.length)

    def legal(self, guess: str, history: Sequence[tuple[str, str]]) -> bool:
        """Return whether the hard mode allows a guess after a history; always so without one."""
        sets = self._sets((guess,))
        return not self.hard or all(sets(*step) for step in history)

    def legal_sets(self) -> Callable[[str, str], int]:
        """Return what says of all guesses at once which of them :meth:`legal` lets after an answer.

        It takes a guess and its score, and returns a bit a guess, the first one lowest.
        """
        return self._sets(self.guesses)

    def _sets(self, guesses: Sequence[str]) -> Callable[[str, str], int]:
        if self.hard:
            return HintSets(guesses) if self.hard == "official" else ConsistentSets(guesses)
        everything = (1 << len(guesses)) - 1
        return lambda _asked, _score: everything


@frozen(cache_hash=True)
class Quordle(_Worded):
    """The game of Wordle on several boards at once: a guess is answered on each of them.

    The secret has a word of ``answers`` for each board, all different; ``others`` may be guessed
    too. A word is answered by a row of tiles for each board, and never ends the game. All the
    words together, which is the other kind of guess, do where they are right. On the screen the
    words of that last guess are typed one after the other: :meth:`rows` counts them so
    (F. Parker, Quordle, 2022, with four boards and nine rows).

    The boards do not depend on each other but for the words being different:
    :meth:`words_left` and :meth:`count_left` look at each by itself, where there are far too many
    secrets to list.

    >>> game = Quordle(["cigar", "rebut", "sissy"], boards=2)
    >>> len(game.secrets), game.score("rebut", ("cigar", "rebut"))
    (6, ('y....', 'ggggg'))
    >>> game.words_left([("rebut", ("y....", "ggggg"))])
    [['cigar'], ['rebut']]
    """

    boards: int = integer(4, 1, _MOST_BOARDS)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        if len(self.answers) < self.boards:
            raise BadGame(f"{self.boards} boards need as many answers, not {len(self.answers)}")

    @cached
    def secrets(self) -> Codes[Code]:
        """Return the rows of answers, one a board."""
        return Codes(self.answers, self.boards, repeats=False)

    @cached
    def guesses(self) -> Sequence[Any]:
        """Return the guesses, in the order that breaks ties."""
        return _Guesses(self._words, self.secrets)

    @property
    def endstates(self) -> frozenset[tuple[str, ...]]:
        """Return the scores that end the game."""
        return frozenset({("found",) * self.boards})

    def _answer(self, guess: str | Code, secret: Code) -> tuple[str, ...]:
        return tuple(_on_board(guess, board, word) for board, word in enumerate(secret))

    def words_left(self, history: Sequence[Step]) -> list[list[str]]:
        """Return for each board the answers that fit a history there."""
        self._check(history)
        return [
            [
                word
                for word in self.answers
                if all(_on_board(guess, board, word) == score[board] for guess, score in history)
            ]
            for board in range(self.boards)
        ]

    def count_left(self, history: Sequence[Step] = ()) -> int:
        """Count the secrets that fit a history, without listing them.

        >>> words = [f"{one}{two}" for one in "abcdefgh" for two in "abcdefgh"]
        >>> Quordle(words).count_left(), len(Quordle(words).secrets)
        (15249024, 15249024)
        """
        sizes = [len(words) for words in self.words_left(history)]
        if set(sizes) == {len(self.answers)}:
            return perm(len(self.answers), self.boards)
        return _different(self.words_left(history))

    def rows(self, history: Sequence[Step]) -> int:
        """Count the words that a history takes to type: one that came before is not typed again."""
        self._check(history)
        typed: dict[Any, None] = {}
        for guess, _ in history:
            typed.update(dict.fromkeys((guess,) if isinstance(guess, str) else guess))
        return len(typed)

    def _check(self, history: Sequence[Step]) -> None:
        for guess, score in history:
            if guess not in self.guesses:
                refuse(self, guess, "guess")
            if not isinstance(score, tuple) or len(score) != self.boards:
                raise BadArgument(
                    f"a score has a row of tiles for each of {self.boards} boards, not "
                    f"{shown(score)}"
                )

    def show_guess(self, guess: Any, /) -> str:
        """Write a word, or the words of all boards; with one board an "!" tells them apart."""
        if isinstance(guess, str):
            return guess
        return " ".join(guess) if self.boards > 1 else f"{guess[0]}!"

    def parse_guess(self, text: str, /) -> Any:
        """Return the word, or the words of all boards, of a string."""
        said = as_text(text, "guess").rstrip()
        words = words_in(said)
        if self.boards == 1 and said.endswith("!"):
            return (choose(said[:-1], self.answers, "answer"),)
        if self.boards > 1 and len(words) == self.boards:
            found = tuple(choose(word, self.answers, "answer") for word in words)
            if found in self.guesses:
                return found
            raise BadArgument(
                f"{shown(text)} is no guess: the words of the boards are all different"
            )
        return choose(text, self._words, "guess")

    def show_score(self, score: Any, /) -> str:
        """Write the tiles of each board, one after the other."""
        return " ".join(score)

    def parse_score(self, text: str, /) -> tuple[str, ...]:
        """Return the tiles of each board, or for several words whether each is right."""
        parts = as_text(text, "score").split()
        if len(parts) != self.boards:
            example = " ".join([".yg..yg..."[: self.length]] * self.boards)
            raise BadArgument(
                f"{shown(text[:40])} is no score: write the tiles of {self.boards} boards with "
                "spaces "
                f"between them, such as {quoted(example)}"
            )
        if all(part in ("found", "wrong") for part in parts):
            return tuple(parts)
        return tuple(read_tiles(part, self.length) for part in parts)


def _on_board(guess: str | Code, board: int, word: Any) -> str:
    """Return the answer of one board."""
    if isinstance(guess, str):
        return tiles(guess, word)
    return "found" if guess[board] == word else "wrong"


def _different(boards: Sequence[Sequence[str]]) -> int:
    """Count the ways to take a word of each list, all different.

    A word of one list only is free; the others are counted one list after the other.
    """
    seen: dict[str, int] = {}
    for words in boards:
        for word in words:
            seen[word] = seen.get(word, 0) + 1
    shared = [frozenset(word for word in words if seen[word] > 1) for words in boards]
    free = [len(words) - len(those) for words, those in zip(boards, shared, strict=True)]
    ways: dict[frozenset[str], int] = {frozenset(): 1}
    for at, (those, own) in enumerate(zip(shared, free, strict=True)):
        later = frozenset().union(*shared[at + 1 :])
        after: dict[frozenset[str], int] = {}
        for taken, number in ways.items():
            untaken = those - taken
            kept = taken & later
            after[kept] = after.get(kept, 0) + number * (own + len(untaken - later))
            for word in untaken & later:
                with_word = kept | {word}
                after[with_word] = after.get(with_word, 0) + number
        ways = after
    return sum(ways.values())


@frozen
class _Guesses(Virtual[Any]):
    """The words, and after them the rows of words that name all boards."""

    words: Items[str]
    rows: Codes[Code]

    @property
    def size(self) -> int:
        """Return the number of words and rows."""
        return len(self.words) + self.rows.size

    def item(self, at: int) -> Any:
        """Return the word or the row at a place."""
        return self.words[at] if at < len(self.words) else self.rows[at - len(self.words)]

    def __iter__(self) -> Iterator[Any]:
        yield from self.words
        yield from self.rows

    def __contains__(self, guess: object) -> bool:
        return guess in self.words or guess in self.rows
