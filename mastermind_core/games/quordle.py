"""Several boards of Wordle at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import perm
from typing import Any

from attrs import field, frozen

from mastermind_core.arguments import plain_int
from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game.base import GameBase
from mastermind_core.games.border import Items, brief, check_pair, filled, refuse, whole
from mastermind_core.games.code_sequence import Code, Codes
from mastermind_core.games.tiles import read_tiles, tiles
from mastermind_core.games.wordle import check_lists_of_words
from mastermind_core.games.words import word_items
from mastermind_core.notation import choose
from mastermind_core.notation.spelling import as_text, quoted, words_in

#: Boards that are played at once.
_MOST_BOARDS = 32

Step = tuple[Any, Any]


@frozen(cache_hash=True)
class Quordle(GameBase):
    """The game of Wordle on several boards at once: a guess is answered on each of them.

    The secret has a word of ``answers`` for each board, all different; ``others`` may be guessed
    too. A word is answered by a row of tiles for each board, and never ends the game; all the
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

    answers: Items[str] = field(converter=word_items, repr=brief("words"))
    others: Items[str] = field(default=(), converter=word_items, repr=brief("words"))
    boards: int = field(default=4, converter=plain_int)

    def __attrs_post_init__(self) -> None:
        check_lists_of_words(self.answers, self.others)
        whole("boards", self.boards, 1, _MOST_BOARDS)
        if len(self.answers) < self.boards:
            raise BadGame(f"{self.boards} boards need as many answers, not {len(self.answers)}")

    @cached_property
    def _words(self) -> Items[str]:
        return Items(dict.fromkeys((*self.answers, *self.others)))

    @property
    def secrets(self) -> Codes:
        """Return what may be hidden."""
        return Codes(self.answers, self.boards, repeats=False)

    @property
    def guesses(self) -> Sequence[Any]:
        """Return the guesses, in the order that breaks ties."""
        return _Guesses(self._words, self.secrets)

    @property
    def endstates(self) -> frozenset[tuple[str, ...]]:
        """Return the scores that end the game."""
        return frozenset({("found",) * self.boards})

    @property
    def length(self) -> int:
        """Return the number of letters of a word."""
        return len(self.answers[0])

    def score(self, guess: str | Code, secret: Code) -> tuple[str, ...]:
        """Colour a word on each board, or say of each of several words whether it is right."""
        check_pair(self, guess, secret)
        return _answer(guess, secret)

    def score_table(self) -> tuple[tuple[Any, ...], Any]:
        """Fill the score table pair by pair."""
        return filled(_answer, self.guesses, tuple(self.secrets))

    def words_left(self, history: Sequence[Step]) -> list[list[str]]:
        """Return for each board the answers that fit a history there."""
        self._check(history)
        return [
            [word for word in self.answers if all(_fits(step, board, word) for step in history)]
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
        """Return the word, or the words of all boards, that a text stands for."""
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


def _answer(guess: str | Code, secret: Code) -> tuple[str, ...]:
    if isinstance(guess, str):
        return tuple(tiles(guess, word) for word in secret)  # type: ignore[arg-type]  # symbols are words here
    return tuple(
        "found" if one == other else "wrong" for one, other in zip(guess, secret, strict=True)
    )


def _fits(step: Step, board: int, word: str) -> bool:
    guess, score = step
    said: str = score[board]
    if isinstance(guess, str):
        return tiles(guess, word) == said
    return said == ("found" if guess[board] == word else "wrong")


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
class _Guesses(Sequence[Any]):
    """The words, and after them the rows of words that name all boards."""

    words: Items[str]
    rows: Codes

    def __len__(self) -> int:
        return len(self.words) + len(self.rows)

    def __iter__(self) -> Iterator[Any]:
        yield from self.words
        yield from self.rows

    def __contains__(self, guess: object) -> bool:
        return guess in self.words or guess in self.rows

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(self[place] for place in range(*at.indices(len(self))))
        if not -len(self) <= at < len(self):
            raise IndexError(f"guess {at} of {len(self)}")
        at %= len(self)
        return self.words[at] if at < len(self.words) else self.rows[at - len(self.words)]
