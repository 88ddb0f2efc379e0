"""From a game to a table of score ids: the only bridge between a user's objects and the kernels."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary, ref

from attrs import field, frozen

from mastermind_core.aims import Aims, aims_of, all_one, check_goals
from mastermind_core.amounts import Exact, in_user_units
from mastermind_core.checks import whole_number
from mastermind_core.display import Shown
from mastermind_core.errors import (
    BadArgument,
    BadGame,
    GameTooLarge,
    InconsistentHistory,
    contradiction,
)
from mastermind_core.finite import FiniteGame, WrittenGoals, WrittenScores
from mastermind_core.frames import make_frame
from mastermind_core.game import Game, Packed, PackedCodes, check_ends, check_lists, check_parts
from mastermind_core.games.code_sequence import Codes
from mastermind_core.kernels.choose import greedy_kernel, warn_if_slow
from mastermind_core.kernels.shared.listening import listener, listening
from mastermind_core.kernels.types import Scores
from mastermind_core.pairs import endless, scored_pairs
from mastermind_core.progress import Progress, progress_hook
from mastermind_core.spelling import cut

#: Bytes that a score table may take unless the caller says otherwise.
TABLE_LIMIT = 512 * 2**20

#: Pairs from which codes are scored whenever they are needed, where the kernel can: that is two to
#: five times as fast as to read a table. And how many times more pairs than bytes of its limit such
#: a game may have.
ON_THE_FLY = 2**16
_FLYING = 32

#: Games whose tables are kept though they are gone, for the next one that equals them: how many,
#: and pairs of guess and secret of all of them.
_RECENT, _RECENT_PAIRS = 8, 32 * 2**20

Item = TypeVar("Item", bound=Hashable)


@frozen(eq=False, repr=False)
class Index(Generic[Item]):
    """The items of a sequence by number, and the number of an item."""

    items: Sequence[Item]
    kind: str

    def __repr__(self) -> str:
        return f"<Index of {len(self.items):,} items, each a {self.kind}>"

    @cached_property
    def _places(self) -> dict[Item, int]:
        return {item: at for at, item in enumerate(self.items)}

    def __getitem__(self, item: Item) -> int:
        try:
            return self._places[item]
        except (KeyError, TypeError):
            raise BadArgument(f"{cut(item)} is not a {self.kind} of this game") from None

    def place(self, item: Any) -> int | None:
        """Return the number of an item, or None where it is not here."""
        return self._places.get(item)

    def places(self, items: Iterable[Item]) -> array[int] | None:
        """Return the numbers of items, or None where one is not here."""
        try:
            return array("I", map(self._places.__getitem__, items))
        except (KeyError, TypeError):
            return None

    def __contains__(self, item: object) -> bool:
        try:
            return item in self._places
        except TypeError:
            return False


@frozen(eq=False, repr=False)
class ScoreTable(Shown):
    """A compiled game: its guesses, secrets and scores by number, and the answer of every pair.

    Make one with :func:`compile_game`. ``kernel_scores`` is what the kernels take.
    """

    guesses: Index[Any] = field(repr=False)
    secrets: Index[Any] = field(repr=False)
    scores: Index[Any]
    final: tuple[bool, ...] = field(repr=False)
    aims: Aims = field(repr=False)
    kernel_scores: Scores = field(repr=False)
    _source: Callable[[], Any] = field(default=lambda: None, repr=False)

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game that was compiled; with its scores written out where it is gone."""
        return self._source() or _written(self)

    def is_of(self, game: Any) -> bool:
        """Say whether this very game was compiled."""
        return self._source() is game

    def __copy__(self) -> ScoreTable:
        return self

    def __deepcopy__(self, memo: Any) -> ScoreTable:
        return self

    def __reduce__(self) -> Any:
        return _compiled_again, (self.game, len(self.guesses.items) * len(self.secrets.items))

    def __repr__(self) -> str:
        sizes = f"{len(self.guesses.items):,} guesses x {len(self.secrets.items):,} secrets"
        return f"<ScoreTable of {sizes}, {len(self.scores.items)} scores>"

    def to_dict(self) -> dict[str, Any]:
        """Return the lists and the answers, a row of places in ``scores`` for each guess.

        >>> table = compile_game(FiniteGame("ab", "ab", lambda g, s: g == s, {True}))
        >>> table.to_dict()["answers"]
        [[0, 1], [1, 0]]
        """
        row = greedy_kernel().row
        lists = {name: list(getattr(self, name).items) for name in ("guesses", "secrets", "scores")}
        return lists | {
            "ends": [s for s, final in zip(self.scores.items, self.final, strict=True) if final],
            "weights": list(self.weights),
            "costs": list(self.costs),
            "goals": list(self.goals),
            "answers": [list(row(self.kernel_scores, at)) for at in range(len(self.guesses.items))],
        }

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with a row for each pair, if pandas is installed."""
        rows = (
            {"guess": guess, "secret": secret, "score": self.scores.items[score]}
            for at, guess in enumerate(self.guesses.items)
            for secret, score in zip(
                self.secrets.items, greedy_kernel().row(self.kernel_scores, at), strict=True
            )
        )
        return make_frame(rows, ("guess", "secret", "score"))

    @property
    def weights(self) -> tuple[int, ...]:
        """Return the weights of the secrets, without a common divisor; ``weight_unit`` is one."""
        return self.aims.weights

    @property
    def weight_unit(self) -> Fraction:
        """Return what a weight of 1 is in the numbers of the game."""
        return self.aims.weight_unit

    @property
    def costs(self) -> tuple[int, ...]:
        """Return what the guesses cost, without a common divisor; nothing where all cost one."""
        return self.aims.costs

    @property
    def cost_unit(self) -> Fraction:
        """Return what a cost of 1 is in the numbers of the game."""
        return self.aims.cost_unit

    @property
    def goals(self) -> array[int]:
        """Return the number of each secret's goal; nothing where secrets have to be named."""
        return self.aims.goals

    @property
    def everything(self) -> array[int]:
        """Return the ids of all secrets that may be hidden."""
        return self.aims.possible

    @property
    def uniform(self) -> bool:
        """Say whether all secrets that may be hidden weigh 1."""
        return self.weights.count(1) + self.weights.count(0) == len(self.weights)

    def weigh(self, secrets: Iterable[int]) -> Exact:
        """Add up weights of secrets, in the numbers of the game."""
        return in_user_units(sum(map(self.weights.__getitem__, secrets)), self.weight_unit)

    def over(self, candidates: Sequence[int], score: int | None = None) -> bool:
        """Say whether the game is over: by a score, or because of candidates all of one goal."""
        if score is not None and self.final[score]:
            return True
        return all_one(self.goals, candidates)

    def split(self, guess: int, candidates: array[int]) -> list[tuple[int, array[int]]]:
        """Return the blocks of candidates behind each score id, in the order of the scores."""
        blocks: list[tuple[int, array[int]]] = greedy_kernel().split(
            self.kernel_scores, guess, candidates
        )
        return blocks

    def block_sizes(self, guess: int, candidates: array[int]) -> list[int]:
        """Count the candidates behind each score id."""
        return greedy_kernel().block_sizes(self.kernel_scores, guess, candidates)

    def tells(self, guess: int, candidates: array[int]) -> bool:
        """Say whether a guess may win, or gets different answers."""
        blocks = [score for score, size in enumerate(self.block_sizes(guess, candidates)) if size]
        return len(blocks) > 1 or any(self.final[score] for score in blocks)

    def after(self, history: Iterable[tuple[Any, Any]]) -> array[int]:
        """Return the ids of the secrets that give every answer of a history."""
        candidates = self.everything
        for number, (guess, score) in enumerate(history, start=1):
            guess_id = self.guesses[guess]
            left = (
                greedy_kernel().filter_candidates(
                    self.kernel_scores, guess_id, self.scores[score], candidates
                )
                if score in self.scores
                else array("I")
            )
            if not left:
                raise InconsistentHistory(contradiction(number, guess, score, len(candidates)))
            candidates = left
        return candidates


def _written(table: ScoreTable) -> FiniteGame[Any, Any, Any]:
    """Return a game of lists and of scores written out."""
    guesses, secrets, scores = table.guesses.items, table.secrets.items, table.scores.items
    rows = [greedy_kernel().row(table.kernel_scores, guess) for guess in range(len(guesses))]
    ends = {score for score, final in zip(scores, table.final, strict=True) if final}
    score = WrittenScores(guesses, secrets, scores, rows)
    goals = WrittenGoals(secrets, tuple(table.goals)) if table.goals else None
    weights = tuple(in_user_units(one, table.weight_unit) for one in table.weights)
    costs = tuple(in_user_units(one, table.cost_unit) for one in table.costs)
    if not costs and table.cost_unit != 1:
        costs = (in_user_units(1, table.cost_unit),) * len(guesses)
    return FiniteGame(guesses, secrets, score, ends, weights=weights, costs=costs, goal=goals)


def _compiled_again(game: Game[Any, Any, Any], pairs: int) -> ScoreTable:
    return compile_game(game, limit=max(pairs, TABLE_LIMIT))


def _reference(game: Any) -> Callable[[], Any]:
    """Return what leads to a game without keeping it alive."""
    try:
        return ref(game)
    except TypeError:
        return lambda: None


_compiled: WeakKeyDictionary[Any, ScoreTable] = WeakKeyDictionary()
# No OrderedDict: Ctrl-C while it compares two games leaves it broken for ever.
_recent: dict[Any, ScoreTable] = {}
_keeping = Lock()


def compile_game(
    game: Game[Any, Any, Any],
    *,
    limit: int = TABLE_LIMIT,
    progress: Progress | bool | None = None,
) -> ScoreTable:
    """Number a game's guesses, secrets and scores, and tabulate all answers.

    A table takes a byte a pair (two with over 255 distinct scores); above ``limit`` bytes it is
    refused with :class:`GameTooLarge`, before any memory is taken. Every pair is scored once;
    ``progress(done, total)`` hears of it, and True shows a bar. A large game of codes gets no
    table where the native kernel runs: it is scored on the fly. What is compiled is kept as long
    as the game lives, if it can be hashed; a later ``limit`` is then not looked at. Equal games
    share one table, and a few are kept for the next game that equals them.

    >>> table = compile_game(FiniteGame("ab", "ab", lambda g, s: g == s, {True}))
    >>> table.scores.items, table.block_sizes(0, table.everything)
    ((True, False), [1, 1])
    """
    whole_number("limit", limit, of=" of bytes")
    found, hashable = _known(game)
    if found is None:
        with progress_hook("scoring", progress=progress) as hook, listening(hook or listener()):
            found = _compile(game, limit, listener())
    if not hashable:
        return found
    try:
        _compiled.setdefault(game, found)
    except TypeError:
        return found
    if type(game).__eq__ is not object.__eq__:
        _keep(game, found)
    return found


def _known(game: Any) -> tuple[ScoreTable | None, bool]:
    """Return the table of a game if there is one, and whether games of this kind are kept."""
    try:
        return _compiled.get(game) or _recent.get(game), True
    except TypeError:
        return None, False


def compile_in_time(game: Game[Any, Any, Any], left: Callable[[], float]) -> ScoreTable | None:
    """Number a game within some seconds, of which ``left`` are left; None where they do not do."""

    def check(*_: Any) -> None:
        if left() <= 0:
            raise _TooLateError

    with suppress(_TooLateError):
        return compile_game(game, progress=check)
    return None


class _TooLateError(Exception):
    """The signal that the time for a table is up; it never leaves this module."""


def _keep(game: Any, table: ScoreTable) -> None:
    """Keep the table of a game that may come again as an equal one, and forget older ones."""
    with _keeping:
        # The one that is there already stays: it is the game of the table, which lives with it.
        own = next((known for known in _recent if known == game), game)
        _recent.pop(own, None)
        _recent[own] = table
        kept = list(_recent.items())
        while len(kept) > _RECENT or sum(_pairs(table) for _, table in kept) > _RECENT_PAIRS:
            del kept[0]
        if len(kept) < len(_recent):
            # Not one by one: a game that has changed since is not found by its hash.
            _recent.clear()
            _recent.update(kept)


def _flying(game: Any, pairs: int, limit: int) -> PackedCodes | None:
    """Return the codes of a large game as bytes, where the kernel scores them on the fly."""
    most = greedy_kernel().HOLES_ON_THE_FLY
    if not most or not ON_THE_FLY < pairs <= limit * _FLYING or not isinstance(game, Packed):
        return None
    codes = game.packed_codes() if getattr(game, "holes", most) <= most else None
    return codes if codes is not None and codes.holes <= most else None


def _pairs(table: ScoreTable) -> int:
    return len(table.guesses.items) * len(table.secrets.items)


def too_large(game: Any) -> bool:
    """Say whether the score table of a game would be over the default limit."""
    check_parts(game)
    try:
        return len(game.guesses) * len(game.secrets) > TABLE_LIMIT
    except OverflowError:
        return True


def _count_pairs(game: Game[Any, Any, Any]) -> int:
    check_parts(game)
    try:
        return len(game.guesses) * len(game.secrets)
    except OverflowError:
        raise GameTooLarge(
            f"{game!r} has more guesses or secrets than Python can count ({sys.maxsize:,}), and a "
            "score table of a byte a pair: use a strategy that needs no table"
        ) from None


def _compile(
    game: Game[Any, Any, Any],
    limit: int,
    progress: Progress | None,
) -> ScoreTable:
    pairs = _count_pairs(game)
    n_guesses, n_secrets = len(game.guesses), len(game.secrets)
    codes = _flying(game, pairs, limit)
    if codes is None and pairs > limit:
        raise GameTooLarge(
            f"a score table of {n_guesses:,} guesses and {n_secrets:,} secrets takes "
            f"{pairs:,} bytes, over the limit of {limit:,}: pass "
            "compile_game(game, limit=...) once, or use a strategy that needs no table"
        )
    warn_if_slow(pairs)
    guesses = tuple(game.guesses)
    secrets = guesses if _same_codes(game.guesses, game.secrets) else tuple(game.secrets)
    if not isinstance(game, FiniteGame):  # which has been checked when it was made
        check_lists(guesses, secrets)
    aims = aims_of(game, secrets)
    more: dict[str, Any] = {}  # what only some games have
    if aims.goals:
        more["goals"] = aims.goals
    if aims.costs:
        more["costs"] = aims.costs
    if codes is None:
        scores, table = scored_pairs(game, guesses, secrets, progress)
        final = tuple(score in game.endstates for score in scores)
        try:
            kernel_scores = greedy_kernel().scores_from_table(
                table, n_guesses, n_secrets, final, **more
            )
        except BadArgument as error:
            raise BadGame(f"score_table() of {type(game).__name__}: {error}") from None
    else:
        scores = codes.scores
        final = tuple(score in game.endstates for score in scores)
        kernel_scores = greedy_kernel().scores_from_codes(
            codes.guesses, codes.secrets, codes.holes, codes.score_ids, final, **more
        )
    compiled = ScoreTable(
        Index(guesses, "guess"),
        Index(secrets, "secret"),
        Index(tuple(scores), "score"),
        final,
        aims,
        kernel_scores,
        _reference(game),
    )
    if aims.goals:
        check_goals(kernel_scores, aims, secrets)
    elif not isinstance(game, FiniteGame):
        missing = endless(kernel_scores, [compiled.guesses.place(secret) for secret in secrets])
        if missing:
            check_ends(secrets, (at not in missing for at in range(n_secrets)), game.endstates)
    return compiled


def _same_codes(guesses: Any, secrets: Any) -> bool:
    """Say whether two lists are known to be the same without a look at their items."""
    return guesses is secrets or (isinstance(guesses, Codes) and guesses == secrets)
