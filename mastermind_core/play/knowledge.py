"""What a history leaves: the candidates, how many there are, and how a guess would split them.

``first_knowledge`` makes one of three kinds, by what the game allows: :class:`TabledKnowledge`
reads the score table, :class:`CodeKnowledge` counts codes that no table has room for, and
:class:`ListedKnowledge` scores secret by secret. None changes by an answer: ``after`` returns what
is known then.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, Protocol

from attrs import field, frozen
from more_itertools import unique_everseen

from mastermind_core.code_space import ConsistentCodes
from mastermind_core.errors import BadArgument, GameTooLarge, shown
from mastermind_core.game import CodeGame, Game, goal_of
from mastermind_core.games.pegs import peg_scores
from mastermind_core.kernels.choose import code_kernel, greedy_kernel
from mastermind_core.notation import contradiction
from mastermind_core.play.listed_codes import ListedCodes
from mastermind_core.strategies.base import Picked
from mastermind_core.table import ScoreTable, compile_game, too_large

#: Codes that are listed rather than counted score by score.
_LISTED = 5000

#: Pairs of guess and secret up to which the candidates of a game of codes are kept by number.
_BY_NUMBER = 64 * 2**20


class Knowledge(Protocol):
    """What is known of the secret after some answers."""

    @property
    def count(self) -> int:
        """Return the number of candidates."""

    @property
    def weight(self) -> int:
        """Return the sum of the candidates' weights."""

    @property
    def candidates(self) -> Sequence[Any]:
        """Return the secrets that fit all the answers, in the order of the game."""

    @property
    def goals(self) -> Sequence[Any]:
        """Return what has to be known of the candidates: one value, or two that differ."""

    def after(self, guess: Any, score: Any) -> Knowledge:
        """Return what is known after one more answer; raise where nothing fits it."""

    def blocks(self, guess: Any) -> dict[Any, int]:
        """Return how many candidates each answer to a guess would leave."""

    def weights(self, guess: Any) -> dict[Any, int]:
        """Return the weight of the candidates that each answer to a guess would leave."""


@frozen(eq=False)
class TabledKnowledge:
    """The candidates of a game with a score table, by number."""

    table: ScoreTable
    ids: array[int]
    turns: int = 0

    @property
    def count(self) -> int:
        """Return the number of candidates."""
        return len(self.ids)

    @property
    def weight(self) -> int:
        """Return the sum of the candidates' weights."""
        return len(self.ids) if self.table.uniform else self._weigh(self.ids)

    @property
    def candidates(self) -> Sequence[Any]:
        """Return the secrets that fit all the answers."""
        return Picked(self.table.secrets.items, self.ids)

    @property
    def goals(self) -> Sequence[Any]:
        """Return what has to be known of the candidates."""
        return _goals(self.table.game, self.candidates)

    def after(self, guess: Any, score: Any) -> TabledKnowledge:
        """Return what is known after one more answer."""
        table, number = self.table, self.table.guesses[guess]
        left = array("I")
        if score in table.scores:
            left = greedy_kernel().filter_candidates(
                table.kernel_scores, number, table.scores[score], self.ids
            )
        if not left:
            raise contradiction(table.game, self.turns + 1, guess, score, len(self.ids))
        return TabledKnowledge(table, left, self.turns + 1)

    def blocks(self, guess: Any) -> dict[Any, int]:
        """Return how many candidates each answer to a guess would leave."""
        table, number = self.table, self.table.guesses[guess]
        sizes = table.block_sizes(number, self.ids)
        return {table.answer(number, score): size for score, size in enumerate(sizes) if size}

    def weights(self, guess: Any) -> dict[Any, int]:
        """Return the weight of the candidates that each answer to a guess would leave."""
        table, number = self.table, self.table.guesses[guess]
        if table.uniform:
            return self.blocks(guess)
        blocks = table.split(number, self.ids)
        return {table.answer(number, score): self._weigh(block) for score, block in blocks}

    def _weigh(self, ids: array[int]) -> int:
        return sum(self.table.weights[secret] for secret in ids)


@frozen(eq=False)
class CodeKnowledge:
    """The candidates of a game of codes of any size, counted without a list."""

    game: Any
    history: tuple[tuple[Any, Any], ...] = ()

    @cached_property
    def codes(self) -> ConsistentCodes:
        """Return the enumeration of the codes that fit."""
        return ConsistentCodes(self.game, self.history)

    @cached_property
    def count(self) -> int:
        """Return the number of candidates."""
        return self.codes.count()

    @property
    def weight(self) -> int:
        """Return the number of candidates, which all weigh the same."""
        return self.count

    @property
    def candidates(self) -> Sequence[Any]:
        """Return the secrets that fit all the answers."""
        return ListedCodes(self.codes)

    @property
    def goals(self) -> Sequence[Any]:
        """Return what has to be known of the candidates."""
        return _goals(self.game, self.candidates)

    def after(self, guess: Any, score: Any) -> CodeKnowledge:
        """Return what is known after one more answer."""
        self._check(guess)
        left = CodeKnowledge(self.game, (*self.history, (guess, score)))
        if left.codes.fits() is False:
            number, before = len(self.history) + 1, self.codes.count_soon()
            raise contradiction(self.game, number, guess, score, before)
        return left

    def blocks(self, guess: Any) -> dict[Any, int]:
        """Return how many candidates each answer to a guess would leave."""
        self._check(guess)
        scores = peg_scores(self.game.holes)
        if self.count <= _LISTED:
            coding = self.codes.coding
            sizes = code_kernel().population_blocks(
                coding.holes, coding.encode(guess), self.codes.first_bytes(self.count)
            )
            counted = [sizes[black * (coding.holes + 1) + white] for black, white in scores]
        else:
            counted = [self._behind(guess, score) for score in scores]
        return {score: size for score, size in zip(scores, counted, strict=True) if size}

    weights = blocks

    def _behind(self, guess: Any, score: Any) -> int:
        count = ConsistentCodes(self.game, (*self.history, (guess, score))).count_soon()
        if count is None:
            raise GameTooLarge(
                f"what the answers to {shown(guess)} would leave takes too long to count in "
                f"{shown(self.game)}: play what strategy 'sampled' proposes"
            )
        return count

    def _check(self, guess: Any) -> None:
        written = self.codes.coding.encode(guess)
        if not self.game.guess_repeats and len(set(written)) < len(written):
            raise BadArgument(f"{shown(guess)} is not a guess of this game: it repeats a colour")


@frozen(eq=False)
class ListedKnowledge:
    """The candidates of a game that is too large for a table, found by scoring each secret."""

    game: Any
    secrets: Sequence[Any] = field(repr=False)
    turns: int = 0

    @property
    def count(self) -> int:
        """Return the number of candidates."""
        return len(self.secrets)

    @property
    def weight(self) -> int:
        """Return the number of candidates: in games of this size each weighs the same."""
        return len(self.secrets)

    @property
    def candidates(self) -> Sequence[Any]:
        """Return the secrets that fit all the answers."""
        return self.secrets

    @property
    def goals(self) -> Sequence[Any]:
        """Return what has to be known of the candidates."""
        return _goals(self.game, self.secrets)

    def after(self, guess: Any, score: Any) -> ListedKnowledge:
        """Return what is known after one more answer."""
        of = self.game.score
        left = [secret for secret in self.secrets if of(guess, secret) == score]
        if not left:
            raise contradiction(self.game, self.turns + 1, guess, score, len(self.secrets))
        return ListedKnowledge(self.game, left, self.turns + 1)

    def blocks(self, guess: Any) -> dict[Any, int]:
        """Return how many candidates each answer to a guess would leave."""
        of = self.game.score
        return dict(Counter(of(guess, secret) for secret in self.secrets))

    weights = blocks


def _goals(game: Any, candidates: Iterable[Any]) -> Sequence[Any]:
    """Return one goal, or two that differ: of a game without goals, secrets themselves."""
    goal = goal_of(game)
    seen = candidates if goal is None else map(goal, candidates)
    first, *others = islice(unique_everseen(seen), 2)
    return (first, *others)


def count_soon(known: Knowledge) -> int | None:
    """Return the number of candidates; None where counting them would take long."""
    return known.codes.count_soon() if isinstance(known, CodeKnowledge) else known.count


def is_tabled(game: Game[Any, Any, Any]) -> bool:
    """Say whether the candidates of a game are best kept by number, in its score table."""
    if too_large(game):
        return False
    return not isinstance(game, CodeGame) or len(game.guesses) * len(game.secrets) <= _BY_NUMBER


def first_knowledge(game: Game[Any, Any, Any]) -> Knowledge:
    """Return what is known before the first answer: any secret may be the one."""
    if is_tabled(game):
        table = compile_game(game)
        return TabledKnowledge(table, table.everything)
    if isinstance(game, CodeGame):
        return CodeKnowledge(game)
    return ListedKnowledge(game, game.secrets)
