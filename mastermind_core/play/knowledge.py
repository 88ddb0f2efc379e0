"""The knowledge after a history: candidates, their number, and their partition by a guess.

``first_knowledge`` chooses one of three kinds by the size of the game. :class:`TabledKnowledge`
reads the score table, :class:`CodeKnowledge` counts codes without a table, and
:class:`ListedKnowledge` scores each secret. All are immutable: ``after`` returns the next one.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice, repeat
from random import Random
from sys import maxsize
from typing import Any, ClassVar, Protocol

from attrs import field, frozen
from more_itertools import nth, unique_everseen

from mastermind_core.code_space import ConsistentCodes
from mastermind_core.errors import BadArgument, GameTooLarge, shown
from mastermind_core.game import CodeGame, Game, check_listable, goal_of
from mastermind_core.games.codes import peg_scores
from mastermind_core.kernels import choose as kernels
from mastermind_core.metrics import Metric
from mastermind_core.names.applications import application
from mastermind_core.notation import contradiction
from mastermind_core.strategies.base import Picked
from mastermind_core.table import ScoreTable, compile_game, too_large

#: Maximum number of codes that are listed rather than counted score by score.
_LISTED = 5000

#: Maximum pairs of guess and secret for which candidates of a game of codes are stored as indices.
_BY_NUMBER = 64 * 2**20

#: Codes that an iteration requests from the kernel at first, and at most.
_AT_FIRST = 1000
_MOST_AT_ONCE = 64_000


class InOrder(Sequence[Any]):
    """The base for lazy sequences that enumerate their items in order."""

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            places = range(len(self))[at]
            first = min(places, default=0)
            found = [*islice(self, first, max(places, default=-1) + 1)]
            return [found[place - first] for place in places]
        place = at if at >= 0 else len(self) + at
        item = nth(self, place) if place >= 0 else None
        if item is None:
            raise IndexError(f"item {at} of {len(self)}")
        return item


@frozen(eq=False, repr=False)
class ListedCodes(InOrder):
    """The consistent codes as a lazy sequence.

    ``len`` counts them exactly and raises if there are too many. Codes are enumerated in order, so
    a large index takes long.
    """

    codes: ConsistentCodes

    def __repr__(self) -> str:
        return f"<{how_many(self.codes.count_soon())} codes>"

    def __len__(self) -> int:
        count = self.codes.count()
        if count > maxsize:
            raise GameTooLarge(
                f"{count:,} codes fit, more than len can hold: read session.count, or the codes "
                "one by one"
            )
        return count

    def __bool__(self) -> bool:
        return bool(self.codes)

    def __iter__(self) -> Iterator[Any]:
        coding = self.codes.coding
        after = b""
        chunk = _AT_FIRST
        while True:
            found = coding.cut(self.codes.first_bytes(chunk + 1, after))
            # Each chunk begins with the last code of the previous one.
            yield from map(coding.decode, found[1 if after else 0 :])
            if len(found) <= chunk:
                return
            after = found[-1]
            chunk = min(4 * chunk, _MOST_AT_ONCE)

    def __contains__(self, code: object) -> bool:
        game = self.codes.game
        past = self.codes.past
        return code in game.secrets and all(game.score(guess, code) == it for guess, it in past)


def how_many(count: int | None) -> str:
    """Return a candidate count as a string. None means too many to count quickly."""
    return "very many" if count is None else str(count)


class Knowledge(Protocol):
    """Knowledge about the secret after some scores. By default weights are uniform.

    Attributes:
        has_suggestions: Whether ``suggest`` proposes guesses, because their blocks would take too
            long. By default a guess is weighed by its blocks.
    """

    __slots__ = ()
    has_suggestions: ClassVar[bool] = False

    @property
    def game(self) -> Any:
        """Return the game."""

    @property
    def count(self) -> int:
        """Count the candidates."""

    @property
    def candidates(self) -> Sequence[Any]:
        """Return the consistent secrets, in the game's order."""

    @property
    def scores(self) -> Collection[Any] | None:
        """Return all scores in the game, or None if only some are known."""
        return None

    @property
    def left(self) -> str:
        """Return the candidate count in words, if counting does not take long."""
        return str(self.count)

    def draw(self, random: Random) -> Any:
        """Return a random candidate, in proportion to the weights."""
        return self.candidates[random.randrange(self.count)]

    def suggest(self, n: int, metric: str | Metric | None) -> list[Any]:
        """Return the best guesses, the best first, if ``has_suggestions`` is true."""
        return []

    def after(self, guess: Any, score: Any) -> Knowledge:
        """Return the knowledge after one more score, or raise if no candidate has it."""

    def blocks(self, guess: Any) -> dict[Any, int]:
        """Count the candidates for each score after a guess."""

    @property
    def weight(self) -> int:
        """Return the candidates' summed weights."""
        return self.count

    @property
    def posterior(self) -> dict[Any, Fraction]:
        """Return each possible goal or secret with its probability, the likeliest first."""
        return _posterior(self, repeat(1))

    def weights(self, guess: Any) -> Mapping[Any, Any]:
        """Return the candidates' weight for each score that a guess can get."""
        return self.blocks(guess)

    @property
    def goals(self) -> Sequence[Any]:
        """Return all candidates' goal, or two goals that differ.

        In a game without goals each secret is its own goal.
        """
        goal = goal_of(self.game)
        seen = self.candidates if goal is None else map(goal, self.candidates)
        return tuple(islice(unique_everseen(seen), 2))


def _posterior(known: Knowledge, weights: Iterable[int]) -> dict[Any, Fraction]:
    """Return each goal, or secret, with its probability by the candidates' weights."""
    goal = goal_of(known.game)
    found = Counter[Any]()
    for secret, weight in zip(known.candidates, weights, strict=False):
        for name, share in ((secret, 1),) if goal is None else _shares(secret, goal):
            found[name] += weight * share
    total = found.total()
    return {name: Fraction(weight, total) for name, weight in found.most_common()}


def _shares(secret: Any, goal: Callable[[Any], Any]) -> Sequence[tuple[Any, Any]]:
    """Return a secret's goals with their shares: a table's row may stand for several classes."""
    others = getattr(secret, "others", ()) if hasattr(secret, "certainty") else ()
    return (goal(secret), secret.certainty if others else 1), *others


@frozen(eq=False)
class TabledKnowledge(Knowledge):
    """The candidates in a game with a score table, as indices."""

    table: ScoreTable
    ids: array[int]
    turns: int = 0

    @property
    def game(self) -> Any:
        """Return the game."""
        return self.table.game

    @property
    def count(self) -> int:
        """Count the candidates."""
        return len(self.ids)

    @property
    def weight(self) -> int:
        """Return the candidates' summed weights."""
        return sum(map(self.table.weights.__getitem__, self.ids))

    @property
    def posterior(self) -> dict[Any, Fraction]:
        """Return each possible goal or secret with its probability, the likeliest first."""
        return _posterior(self, map(self.table.weights.__getitem__, self.ids))

    @property
    def candidates(self) -> Sequence[Any]:
        """Return the consistent secrets."""
        return Picked(self.table.secrets.items, self.ids)

    @property
    def scores(self) -> Collection[Any]:
        """Return all scores in the game."""
        return self.table.scores.items

    def draw(self, random: Random) -> Any:
        """Return a random candidate, in proportion to the weights."""
        weights = [*map(self.table.weights.__getitem__, self.ids)]
        return random.choices(self.candidates, weights)[0]

    def after(self, guess: Any, score: Any) -> TabledKnowledge:
        """Return the knowledge after one more score."""
        left = self.table.narrowed(self.ids, guess, score, self.turns + 1)
        return TabledKnowledge(self.table, left, self.turns + 1)

    def blocks(self, guess: Any) -> dict[Any, int]:
        """Count the candidates for each score after a guess."""
        table = self.table
        number = self.table.guesses[guess]
        sizes = table.block_sizes(number, self.ids)
        return {table.answer(number, score): size for score, size in enumerate(sizes) if size}

    def weights(self, guess: Any) -> dict[Any, int]:
        """Return the candidates' weight for each score that a guess can get."""
        table = self.table
        number = self.table.guesses[guess]
        weight_of = table.weights.__getitem__
        blocks = table.split(number, self.ids)
        return {table.answer(number, s): sum(map(weight_of, block)) for s, block in blocks}


@frozen(eq=False)
class CodeKnowledge(Knowledge):
    """The candidates in a code game at any size, counted without a list."""

    game: Any
    history: tuple[tuple[Any, Any], ...] = ()

    @cached_property
    def codes(self) -> ConsistentCodes:
        """Return the consistent codes, enumerated."""
        return ConsistentCodes(self.game, self.history)

    @cached_property
    def count(self) -> int:
        """Count the candidates."""
        return self.codes.count()

    @property
    def candidates(self) -> Sequence[Any]:
        """Return the consistent secrets."""
        return ListedCodes(self.codes)

    @property
    def scores(self) -> Collection[Any]:
        """Return all scores in the game."""
        return tuple(self.game.scores)

    @property
    def left(self) -> str:
        """Return the candidate count in words, if counting does not take long."""
        return how_many(self.codes.count_soon())

    def draw(self, random: Random) -> Any:
        """Return a random candidate."""
        return self.codes.one(random)

    def after(self, guess: Any, score: Any) -> CodeKnowledge:
        """Return the knowledge after one more score."""
        self._check(guess)
        left = CodeKnowledge(self.game, (*self.history, (guess, score)))
        if left.codes.fits() is False:
            number = len(self.history) + 1
            before = self.codes.count_soon()
            raise contradiction(self.game, number, guess, score, before)
        return left

    def blocks(self, guess: Any) -> dict[Any, int]:
        """Count the candidates for each score after a guess."""
        self._check(guess)
        scores = peg_scores(self.game.holes)
        if self.count <= _LISTED:
            coding = self.codes.coding
            every = self.codes.first_bytes(self.count)
            sizes = kernels.codes.population_blocks(coding.holes, coding.encode(guess), every)
            counted = [sizes[black * (coding.holes + 1) + white] for black, white in scores]
        else:
            counted = [self._behind(guess, score) for score in scores]
        return {score: size for score, size in zip(scores, counted, strict=True) if size}

    def _behind(self, guess: object, score: object) -> int:
        count = ConsistentCodes(self.game, (*self.history, (guess, score))).count_soon()
        if count is None:
            raise GameTooLarge(
                f"counting the candidates after {shown(guess)} takes too long in "
                f"{shown(self.game)}: play the guess that strategy 'sampled' proposes"
            )
        return count

    def _check(self, guess: Any) -> None:
        written = self.codes.coding.encode(guess)
        if not self.game.guess_repeats and len(set(written)) < len(written):
            raise BadArgument(f"{shown(guess)} is not a valid guess: it repeats a colour")


@frozen(eq=False)
class ListedKnowledge(Knowledge):
    """The candidates in a game that is too large for a table, found by scoring each secret."""

    game: Any
    candidates: Sequence[Any] = field(repr=False)
    turns: int = 0

    @property
    def count(self) -> int:
        """Count the candidates."""
        return len(self.candidates)

    def after(self, guess: Any, score: Any) -> ListedKnowledge:
        """Return the knowledge after one more score."""
        of = self.game.score
        left = [secret for secret in self.candidates if of(guess, secret) == score]
        if not left:
            raise contradiction(self.game, self.turns + 1, guess, score, len(self.candidates))
        return ListedKnowledge(self.game, left, self.turns + 1)

    def blocks(self, guess: Any) -> dict[Any, int]:
        """Count the candidates for each score after a guess."""
        of = self.game.score
        return dict(Counter(of(guess, secret) for secret in self.candidates))


def is_tabled(game: Game) -> bool:
    """Return whether a game's candidates are best stored as indices into its score table."""
    if too_large(game):
        return False
    return not isinstance(game, CodeGame) or len(game.guesses) * len(game.secrets) <= _BY_NUMBER


def first_knowledge(game: Game) -> Knowledge:
    """Return the knowledge before the first answer: any secret is possible."""
    if is_tabled(game):
        table = compile_game(game)
        return TabledKnowledge(table, table.everything)
    if isinstance(game, CodeGame):
        return CodeKnowledge(game)
    served: str | None = getattr(game, "player_knowledge", None)
    if served is not None:
        known: Knowledge = application(served)(game)
        return known
    check_listable(game)
    return ListedKnowledge(game, game.secrets)
