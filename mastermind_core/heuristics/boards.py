"""Several boards at once: the words that are left on each, and the most informative guess in all.

The boards are independent, except that their words are different. A position is therefore a word
list for each board, and a guess's information is the sum over the boards. Neither needs all secrets
listed: four boards have some 10^13.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import islice
from math import fsum, log2, prod
from random import Random
from typing import Any, ClassVar

from attrs import field, frozen

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadArgument, GameTooLarge, shown
from mastermind_core.games.parts import Quordle, Wordle
from mastermind_core.metrics import ENTROPY, Metric, metric_named
from mastermind_core.notation import contradiction
from mastermind_core.play.parts import InOrder, Knowledge, Suggestion
from mastermind_core.table import ScoreTable, compile_game

#: The digits to which information is compared: sums of floats differ in the last ones.
_DIGITS = 9

#: Maximum number of combinations of the words of boards that are counted or scored one by one.
_MOST_COUNTED = 10**5


@frozen
class BoardGuess:
    """A guess for several boards, with its effects on all boards.

    Attributes:
        guess: A word, or all boards' words.
        bits: The information, summed over the boards.
        expected_left: The mean number of words left on each board, multiplied.
        worst_left: The maximum number of words left on each board, multiplied.
        may_hit: Whether the guess may be a board's word.
    """

    guess: Any
    bits: float
    expected_left: float
    worst_left: int
    may_hit: bool


@frozen(eq=False)
class Boards:
    """The words that are left on each board in a game.

    Attributes:
        game: The game.
        table: A single board's score table.
        left: For each board its words' indices.
        turns: The guesses and scores so far.
    """

    game: Quordle
    table: ScoreTable = field(repr=False)
    left: tuple[array[int], ...] = field(repr=False)
    turns: tuple[tuple[Any, Any], ...] = ()

    @classmethod
    def of(cls, game: Quordle, history: Sequence[tuple[Any, Any]] = ()) -> Boards:
        """Return the words that are left after a history."""
        table = compile_game(Wordle(game.answers, others=game.others))
        boards = cls(game, table, (table.everything,) * game.boards)
        for turn in history:
            boards = boards.after(*turn)
        return boards

    @property
    def words(self) -> list[list[str]]:
        """Return the words that are left on each board."""
        items = self.table.secrets.items
        return [[items[word] for word in board] for board in self.left]

    @property
    def solution(self) -> tuple[str, ...] | None:
        """Return all boards' words if they are known, or None."""
        if any(len(board) > 1 for board in self.left):
            return None
        return tuple(board[0] for board in self.words)

    @property
    def size(self) -> int:
        """Return an upper bound for the secrets left: the product over the boards."""
        return prod(map(len, self.left))

    @cached_property
    def count(self) -> int:
        """Count the secrets left.

        Raises:
            GameTooLarge: If the boards share too many words to be counted in a short time.
        """
        if not self.turns:
            return self.game.count_left()
        seen = Counter(word for board in self.left for word in board)
        shared = [sum(seen[word] > 1 for word in board) for board in self.left]
        if prod(number + 1 for number in shared) > _MOST_COUNTED:
            raise GameTooLarge(
                f"counting the secrets of {shown(self.game)} takes too long: the boards share too "
                "many words; words_left(history) lists the words of each board"
            )
        return self.game.count_left(self.turns)

    def secrets(self) -> Iterator[tuple[str, ...]]:
        """Yield the secrets left, in the game's order."""
        return _different(self.words)

    def after(self, guess: Any, score: Any) -> Boards:
        """Return the words left after one more guess, or raise if no secret has its score."""
        parts = self._parts(guess)
        left = [
            array("I", (word for word in board if part(word) == row))
            for board, part, row in zip(self.left, parts, score, strict=True)
        ]
        settled = self._without_known(left)
        found = Boards(self.game, self.table, settled, (*self.turns, (guess, score)))
        if not all(settled) or next(found.secrets(), None) is None:
            number = len(self.turns) + 1
            raise contradiction(self.game, number, guess, score, None)
        return found

    def _parts(self, guess: Any) -> list[Any]:
        """Return for each board the function from a word to the guess's score."""
        items = self.table.secrets.items
        if isinstance(guess, str):
            number = self.table.guesses[guess]
            scores = {word: score for score, block in self._blocks(number) for word in block}
            return [scores.__getitem__] * self.game.boards
        return [lambda word, own=own: "found" if items[word] == own else "wrong" for own in guess]

    def _blocks(self, number: int) -> list[tuple[Any, array[int]]]:
        """Return each block's score and words, from all words that are left anywhere."""
        words = array("I", sorted(set().union(*self.left)))
        return [
            (self.table.answer(number, score), block)
            for score, block in self.table.split(number, words)
        ]

    def _without_known(self, left: Sequence[array[int]]) -> tuple[array[int], ...]:
        """Remove a board's known word from all others, whose words are different."""
        boards = [*left]
        known = set[int]()
        while True:
            certain = {board[0] for board in boards if len(board) == 1}
            if certain <= known:
                return tuple(boards)
            known |= certain
            boards = [
                board
                if len(board) == 1
                else array("I", (word for word in board if word not in known))
                for board in boards
            ]

    def best(self) -> Any:
        """Return the best guess."""
        return self.ranked(1)[0].guess

    def ranked(self, n: int) -> list[BoardGuess]:
        """Return the best ``n`` guesses, the best first.

        A word that is known has to be typed anyway, so it comes first if it is also informative
        about the other boards. Otherwise the information decides, then words that may be on a board
        come first, then the game's order counts.
        """
        if (solution := self.solution) is not None:
            return [BoardGuess(solution, 0.0, 1.0, 1, may_hit=True)]
        typed = {guess for guess, _ in self.turns}
        known = {board[0] for board in self.words if len(board) == 1} - typed
        possible = set[str]().union(*self.words)
        groups = Counter(board.tobytes() for board in self.left if len(board) > 1)
        boards = [(array("I", board), times) for board, times in groups.items()]
        keys = []
        for number, guess in enumerate(self.table.guesses.items):
            bits = fsum(
                times * _bits(self.table.block_sizes(number, board), len(board))
                for board, times in boards
            )
            rounded = round(bits, _DIGITS)
            if rounded > 0:
                keys.append((guess not in known, -rounded, guess not in possible, number))
        return [self.weighed(number) for *_, number in islice(sorted(keys), n)]

    def weighed(self, number: int) -> BoardGuess:
        """Return a word with its effects."""
        guess = self.table.guesses.items[number]
        sizes = [self.table.block_sizes(number, board) for board in self.left]
        lengths = [*map(len, self.left)]
        return BoardGuess(
            guess,
            fsum(map(_bits, sizes, lengths)),
            prod(sum(size**2 for size in own) / n for own, n in zip(sizes, lengths, strict=True)),
            prod(map(max, sizes)),
            any(guess in words for words in self.words),
        )


@frozen(eq=False)
class BoardKnowledge(Knowledge):
    """The words that are left on each board."""

    has_suggestions: ClassVar[bool] = True
    boards: Boards

    @property
    def game(self) -> Any:
        """Return the game."""
        return self.boards.game

    @property
    def count(self) -> int:
        """Count the candidates."""
        return self.boards.count

    @property
    def candidates(self) -> Sequence[Any]:
        """Return the consistent secrets."""
        return ListedBoards(self.boards)

    @property
    def scores(self) -> Collection[Any]:
        """Return all scores in the game."""
        return self.boards.game.scores

    @property
    def goals(self) -> Sequence[Any]:
        """Return all boards' words, or two word tuples that differ."""
        return tuple(islice(self.boards.secrets(), 2))

    @property
    def left(self) -> str:
        """Return the number of words that are left on each board."""
        return " x ".join(str(len(words)) for words in self.boards.left)

    def draw(self, random: Random) -> Any:
        """Return a random secret of the game."""
        secrets = self.boards.game.secrets
        return secrets.item(random.randrange(secrets.size))

    def suggest(self, n: int, metric: str | Metric | None) -> list[Any]:
        """Return the best guesses by their information on all boards.

        A guess ``may_win`` if it may be a board's word.
        """
        number = whole_number("n", n, of=" (guesses)")
        if metric is not None and metric_named(metric) != ENTROPY:
            raise BadArgument(
                f"metric: {shown(metric)} needs every score of all boards; leave it out, and "
                "guesses are ordered by their information"
            )
        return [
            Suggestion(
                one.guess,
                expected_left=one.expected_left,
                worst_left=one.worst_left,
                may_win=one.may_hit,
                bits=one.bits,
                metric=ENTROPY.name,
            )
            for one in self.boards.ranked(number)
        ]

    def after(self, guess: Any, score: Any) -> BoardKnowledge:
        """Return the knowledge after one more score."""
        return BoardKnowledge(self.boards.after(guess, score))

    def blocks(self, guess: Any) -> dict[Any, int]:
        """Count the candidates for each score after a guess."""
        if self.boards.size > _MOST_COUNTED:
            raise GameTooLarge(
                f"counting the candidates after {shown(guess)} takes too long in "
                f"{shown(self.game)}: suggestions have the information of each guess"
            )
        of = self.game.score
        return dict(Counter(of(guess, secret) for secret in self.boards.secrets()))


@frozen(eq=False, repr=False)
class ListedBoards(InOrder):
    """The secrets on several boards as a lazy sequence. ``len`` raises if there are too many."""

    boards: Boards

    @property
    def words(self) -> list[list[str]]:
        """Return the words that are left on each board."""
        return self.boards.words

    def __repr__(self) -> str:
        return f"<{' x '.join(str(len(words)) for words in self.boards.left)} words>"

    def __len__(self) -> int:
        return self.boards.count

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        return self.boards.secrets()

    def __contains__(self, secret: object) -> bool:
        words = self.boards.words
        if not isinstance(secret, tuple) or len(secret) != len(words):
            return False
        different = len(set(secret)) == len(secret)
        return different and all(word in own for word, own in zip(secret, words, strict=True))


def board_knowledge(game: Quordle) -> BoardKnowledge:
    """Return the knowledge before the first answer."""
    return BoardKnowledge(Boards.of(game))


def _different(
    boards: Sequence[Sequence[str]], chosen: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    """Yield tuples with a word from each list, all different, that begin with the chosen ones."""
    if len(chosen) == len(boards):
        yield chosen
        return
    for word in boards[len(chosen)]:
        if word not in chosen:
            yield from _different(boards, (*chosen, word))


def _bits(sizes: Sequence[int], total: int) -> float:
    """Return a partition's information in bits. Its blocks' order does not matter."""
    numbers = Counter(size for size in sizes if size > 1)
    inside = fsum(times * size * log2(size) for size, times in sorted(numbers.items()))
    return log2(total) - inside / total
