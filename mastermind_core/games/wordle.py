"""Wordle, scored letter by letter, with both hard modes, and Wordle on several boards at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, product
from math import perm
from typing import Any, ClassVar, Literal, cast

from attrs import Factory, field, frozen

from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game.amounts import check_items
from mastermind_core.games.border import Items, ListedGame, brief, cached, integer, refuse
from mastermind_core.games.codes import Code, Codes, Virtual, size_of
from mastermind_core.games.consistent_sets import ConsistentSets
from mastermind_core.games.words import (
    GREEN,
    GREY,
    YELLOW,
    HintSets,
    check_words,
    common_words,
    english_words,
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

#: Maximum length of a word, whose scores two bytes can number.
MOST_LENGTH = 10

#: Maximum number of boards.
_MOST_BOARDS = 32


def hard_mode(mode: object) -> Hard:
    """Return a hard mode by its name, where True is the official mode."""
    if isinstance(mode, bool):
        return "official" if mode else False
    if isinstance(mode, str) and mode in {"no", "none"}:
        return False
    if isinstance(mode, str) and mode in {"official", "consistent"}:
        return cast(Hard, mode)
    raise BadGame(f'hard must be False, "official" or "consistent", not {shown(mode)}')


def _others_of_the_package(game: Any) -> Iterable[str]:
    """Return the package's other words if the answers are its common ones."""
    return english_words()[1] if game.answers is common_words() else ()


@frozen(cache_hash=True)
class _Worded(ListedGame):
    """The base class for word games. Some words are possible secrets."""

    answers: Items[str] = field(factory=common_words, converter=word_items, repr=brief("words"))
    # As an argument of field, so that every checker of types sees the default.
    others: Items[str] = field(
        default=Factory(_others_of_the_package, takes_self=True),
        converter=word_items,
        repr=brief("words"),
    )

    def __attrs_post_init__(self) -> None:
        check_items("answers", self.answers)
        length = len(self.answers[0])
        check_words("answers", self.answers, length)
        check_words("others", self.others, length)
        if length > MOST_LENGTH:
            raise BadGame(f"answers have {length} letters; a word has at most {MOST_LENGTH}")

    @cached
    def _words(self) -> Items[str]:
        return Items(dict.fromkeys((*self.answers, *self.others)))

    @property
    def length(self) -> int:
        """Return how many letters a word has."""
        return len(self.answers[0])


@frozen(cache_hash=True)
class Wordle(_Worded):
    """Wordle: guess a word, and each letter gets g (green), y (yellow) or a dot (grey).

    Attributes:
        answers: The words that may be hidden. All have the same length, at most 10 letters. By
            default the common words from :func:`english_words`.
        others: More words that may be guessed, but are never hidden. By default the other words of
            :func:`english_words` if ``answers`` is the default, too, and otherwise none.
        hard: The rule for legal guesses. False allows all words. "official" (or True) is the
            original game's rule (J. Wardle, 2021): a green letter stays in its position, a yellow
            letter must be used again. "consistent" allows only words that are consistent with all
            scores so far.

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
        """Return all tile rows, including impossible ones."""
        return tuple(map("".join, product((GREY, YELLOW, GREEN), repeat=self.length)))

    @property
    def endstates(self) -> frozenset[str]:
        """Return the scores that end the game."""
        return frozenset({GREEN * self.length})

    def _answer(self, guess: str, secret: str) -> str:
        return tiles(guess, secret)

    def score_table(self) -> tuple[tuple[str, ...], Any]:
        """Return the scores, and the table with their indices from the kernel."""
        letters = numbered_letters(self.guesses)
        guesses, answers = (packed_words(words, letters) for words in (self.guesses, self.answers))
        return self.scores, kernels.greedy.word_table(guesses, answers, self.length, "colours")

    def parse_score(self, text: str, /) -> str:
        """Read a tile row.

        Args:
            text: One sign per letter: g, y or a dot, a digit from 2 to 0, or a coloured square.

        Raises:
            BadArgument: If the string is not a valid score.
        """
        return read_tiles(text, self.length)

    def legal(self, guess: str, history: Sequence[tuple[str, str]]) -> bool:
        """Return whether the hard mode allows a guess. Without a hard mode, all are legal.

        Args:
            guess: The guess.
            history: The (guess, score) pairs so far.
        """
        sets = self._sets((guess,))
        return not self.hard or all(sets(*step) for step in history)

    def legal_sets(self) -> Callable[[str, str], int]:
        """Return :meth:`legal` for all guesses at once, as a function from a guess and its score.

        The function returns a bit set: one bit per guess, the first guess lowest.
        """
        return self._sets(self.guesses)

    def _sets(self, guesses: Sequence[str]) -> Callable[[str, str], int]:
        if self.hard:
            return HintSets(guesses) if self.hard == "official" else ConsistentSets(guesses, tiles)
        everything = (1 << len(guesses)) - 1
        return lambda _asked, _score: everything


@frozen(cache_hash=True)
class Quordle(_Worded):
    """Wordle on several boards at once (F. Parker, Quordle, 2022).

    The secret is a tuple with different words, one per board. A guess is a word, with one tile row
    per board as its score, or all boards' words, which ends the game if all are right. On the
    screen, such a last guess's words are typed one by one, as :meth:`rows` counts them.

    The boards are independent, except that their words are different. :meth:`words_left` and
    :meth:`count_left` therefore evaluate each board by itself, even if there are too many secrets
    to list.

    Attributes:
        answers: The words that may be hidden. All have the same length, at most 10 letters. By
            default the common words from :func:`english_words`.
        others: More words that may be guessed, but are never hidden. By default the other words of
            :func:`english_words` if ``answers`` is the default, too, and otherwise none.
        boards: The number of boards. At most 32. The original game has four, and nine rows.

    >>> game = Quordle(["cigar", "rebut", "sissy"], boards=2)
    >>> len(game.secrets), game.score("rebut", ("cigar", "rebut"))
    (6, ('y....', 'ggggg'))
    >>> game.words_left([("rebut", ("y....", "ggggg"))])
    [['cigar'], ['rebut']]
    """

    #: The application's function for a player's knowledge, which needs no list of secrets.
    player_knowledge: ClassVar[str] = "board_knowledge"
    boards: int = integer(4, 1, _MOST_BOARDS)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        if len(self.answers) < self.boards:
            raise BadGame(f"{self.boards} boards need as many answers, not {len(self.answers)}")

    @cached
    def secrets(self) -> Codes[Code]:
        """Return the tuples with different answers, one per board."""
        return Codes(self.answers, self.boards, repeats=False)

    @cached
    def guesses(self) -> Sequence[Any]:
        """Return the guesses, in the order that breaks ties."""
        return _Both(self._words, self.secrets)

    @property
    def endstates(self) -> frozenset[tuple[str, ...]]:
        """Return the scores that end the game."""
        return frozenset({("found",) * self.boards})

    @cached
    def scores(self) -> Sequence[tuple[str, ...]]:
        """Return all scores: for a word, also impossible ones, and for all words."""
        rows = tuple(map("".join, product((GREY, YELLOW, GREEN), repeat=self.length)))
        ends: Codes[Code] = Codes(("wrong", "found"), self.boards, repeats=True)
        return _Both(Codes(rows, self.boards, repeats=True), ends)

    def _answer(self, guess: str | Code, secret: Code) -> tuple[str, ...]:
        return tuple(_on_board(guess, board, word) for board, word in enumerate(secret))

    def words_left(self, history: Sequence[Step]) -> list[list[str]]:
        """Return for each board the answers that are consistent with a history.

        Args:
            history: The (guess, score) pairs so far.

        Raises:
            BadArgument: If the history has an invalid guess, or a score with another size.
        """
        self._check(history)

        def fits(board: int, word: str) -> bool:
            return all(_on_board(asked, board, word) == score[board] for asked, score in history)

        boards = range(self.boards)
        return [[word for word in self.answers if fits(board, word)] for board in boards]

    def count_left(self, history: Sequence[Step] = ()) -> int:
        """Count the secrets that are consistent with a history, without listing them.

        Args:
            history: The (guess, score) pairs so far.

        Raises:
            BadArgument: If the history has an invalid guess, or a score with another size.

        >>> words = [f"{one}{two}" for one in "abcdefgh" for two in "abcdefgh"]
        >>> Quordle(words).count_left(), len(Quordle(words).secrets)
        (15249024, 15249024)
        """
        left = self.words_left(history)
        if {*map(len, left)} == {len(self.answers)}:
            return perm(len(self.answers), self.boards)
        return _different(left)

    def rows(self, history: Sequence[Step]) -> int:
        """Count the words to type for a history. A word that is repeated counts once.

        Args:
            history: The (guess, score) pairs so far.

        Raises:
            BadArgument: If the history has an invalid guess, or a score with another size.
        """
        self._check(history)
        typed = ((guess,) if isinstance(guess, str) else guess for guess, _ in history)
        return len(set[str]().union(*typed))

    def _check(self, history: Sequence[Step]) -> None:
        for guess, score in history:
            if guess not in self.guesses:
                refuse(self, guess, "guess")
            if not isinstance(score, tuple) or len(score) != self.boards:
                raise BadArgument(
                    f"a score must have one row of tiles for each of {self.boards} boards, not "
                    f"{shown(score)}"
                )

    def format_guess(self, guess: Any, /) -> str:
        """Write a word, or all boards' words. With one board, the latter ends in "!".

        Args:
            guess: A guess or a secret.
        """
        if isinstance(guess, str):
            return guess
        return " ".join(guess) if self.boards > 1 else f"{guess[0]}!"

    def parse_guess(self, text: str, /) -> Any:
        """Read a word, or all boards' words.

        Args:
            text: One word, or one word per board. With one board, "!" marks the latter.

        Raises:
            BadArgument: If the string is not a valid guess.
        """
        written = as_text(text, "guess").rstrip()
        words = words_in(written)
        if self.boards == 1 and written.endswith("!"):
            return (choose(written[:-1], self.answers, "answer"),)
        if self.boards > 1 and len(words) == self.boards:
            found = tuple(choose(word, self.answers, "answer") for word in words)
            if found in self.guesses:
                return found
            raise BadArgument(
                f"{shown(text)} is not a valid guess: the words of the boards are all different"
            )
        return choose(text, self._words, "guess")

    def format_score(self, score: Any, /) -> str:
        """Write all boards' tiles, separated by spaces.

        Args:
            score: A possible score.
        """
        return " ".join(score)

    def parse_score(self, text: str, /) -> tuple[str, ...]:
        """Read one word's score, or the scores on all boards.

        Args:
            text: One tile row per board, or one "found" or "wrong" per board, with spaces between
                them.

        Raises:
            BadArgument: If the string is not a valid score.
        """
        parts = as_text(text, "score").split()
        if len(parts) != self.boards:
            example = " ".join([".yg..yg..."[: self.length]] * self.boards)
            raise BadArgument(
                f"{shown(text[:40])} is not a valid score: write the tiles of {self.boards} boards "
                f"with spaces between them, such as {quoted(example)}"
            )
        if all(part in ("found", "wrong") for part in parts):
            return tuple(parts)
        return tuple(read_tiles(part, self.length) for part in parts)


def _on_board(guess: str | Code, board: int, word: Any) -> str:
    """Return one board's score."""
    if isinstance(guess, str):
        return tiles(guess, word)
    return "found" if guess[board] == word else "wrong"


def _different(boards: Sequence[Sequence[str]]) -> int:
    """Count the ways to choose a word from each list, all different.

    Dynamic programming over the lists: the state holds the chosen words that occur in later lists.
        Words in a single list are only counted.
    """
    seen = Counter(chain.from_iterable(boards))
    shared = [frozenset(word for word in words if seen[word] > 1) for words in boards]
    free = [len(words) - len(those) for words, those in zip(boards, shared, strict=True)]
    ways: dict[frozenset[str], int] = {frozenset(): 1}
    for at, (those, own) in enumerate(zip(shared, free, strict=True)):
        later = frozenset().union(*shared[at + 1 :])
        after: Counter[frozenset[str]] = Counter()
        for taken, number in ways.items():
            untaken = those - taken
            kept = taken & later
            after[kept] += number * (own + len(untaken - later))
            for word in untaken & later:
                after[kept | {word}] += number
        ways = after
    return sum(ways.values())


@frozen
class _Both(Virtual[Any]):
    """The guesses at a word, or their scores, then those at the words on all boards."""

    words: Sequence[Any]
    rows: Codes[Code]

    @property
    def size(self) -> int:
        """Count the items in both."""
        return size_of(self.words) + self.rows.size

    def item(self, at: int) -> Any:
        """Return the item at an index."""
        number = size_of(self.words)
        words = self.words
        if at >= number:
            return self.rows.item(at - number)
        return words.item(at) if isinstance(words, Virtual) else words[at]

    def __iter__(self) -> Iterator[Any]:
        yield from self.words
        yield from self.rows

    def __contains__(self, item: object) -> bool:
        return item in self.words or item in self.rows
