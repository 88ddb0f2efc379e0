"""A game of two lists and a function or a matrix, and scores that are written out."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from types import FunctionType
from typing import Any, Generic, Literal

from attrs import field, frozen

from mastermind_core.errors import BadGame, GameTooLarge, shown
from mastermind_core.game import (
    Game,
    Guess,
    Score,
    Secret,
    check_hashable_score,
    costs_of,
    goals_of,
    never_ends,
    weights_of,
)
from mastermind_core.game.amounts import (
    Amounts,
    Exact,
    amounts,
    check_lists,
    check_totals,
    listed,
)
from mastermind_core.game.tabular import (
    MOST_SCORES,
    Array,
    asked_table,
    is_matrix,
    numbered,
    read_matrix,
)
from mastermind_core.notation import Spelled
from mastermind_core.results import Shown

#: Numbers that a byte holds.
_BYTE = 256


def _in_order(items: Iterable[Any]) -> tuple[Any, ...]:
    """Return items as a tuple; a set, whose order is chance, sorted (by repr if it must be)."""
    if not isinstance(items, (Iterable, Sequence)):
        raise BadGame(f"guesses and secrets must each be a collection, not {shown(items)}")
    if isinstance(items, (set, frozenset)):
        try:
            return tuple(sorted(items))
        except TypeError:
            return tuple(sorted(items, key=repr))
    return tuple(items)


def _end_states(states: Iterable[Any]) -> frozenset[Any]:
    # A text is a score as a rule, and a set of letters by accident.
    text = isinstance(states, (str, bytes))
    if not text:
        with suppress(TypeError):
            return frozenset(states)
    raise BadGame(
        f"endstates must be a collection of hashable scores, not {shown(states)}: "
        f"write endstates={{{shown(states) if text else 'score'}}}"
    )


class GameBase(Spelled, Shown):
    """The base of games that are written as people do, and show themselves in notebooks."""

    __slots__ = ()


@frozen(eq=False, init=False)
class FiniteGame(GameBase, Generic[Guess, Secret, Score]):
    """A game of two lists and a function, ``score(guess, secret)``.

    A set of guesses or secrets is put in sorted order, since the order breaks ties. Instead of the
    function a matrix may be given, with a row of scores for each guess: lists, or anything that
    has the array interface. ``weights`` and ``costs`` are lists, mappings or functions of a secret
    and of a guess; ``goal`` is a function of a secret, and the game is then over as soon as the
    goal is known: it needs no end states.

    >>> game = FiniteGame(guesses=range(8), secrets=range(8), endstates={0},
    ...                   score=lambda guess, secret: (guess > secret) - (guess < secret))
    >>> len(game.secrets), game.score(3, 5)
    (8, -1)
    >>> FiniteGame("ab", ["one", "two"], [[0, 1], [1, 1]], goal=len).score("b", "one")
    1
    """

    guesses: Sequence[Guess] = field(repr=False)
    secrets: Sequence[Secret] = field(repr=False)
    score: Callable[[Guess, Secret], Score] = field(repr=False)
    endstates: Collection[Score] = field(repr=False)
    weights: Sequence[Exact] = field(repr=False)
    costs: Sequence[Exact] = field(repr=False)
    goal: Callable[[Secret], Hashable] | None = field(repr=False)
    name: str

    # Written out, since type checkers read converters of generic classes in different ways.
    def __init__(
        self,
        guesses: Iterable[Guess],
        secrets: Iterable[Secret],
        score: Callable[[Guess, Secret], Score] | Sequence[Sequence[Score]] | Array,
        endstates: Iterable[Hashable] = (),
        *,
        weights: Amounts = (),
        costs: Amounts = (),
        goal: Amounts | None = None,
        name: str = "game",
    ) -> None:
        """Put what is given in order, and check that the game can end."""
        lists, ends = (_in_order(guesses), _in_order(secrets)), _end_states(endstates)
        given: Any = (*lists, score, ends, weights, costs, goal, name)
        self.__attrs_init__(*given)

    @classmethod
    def from_table(
        cls,
        table: Any,
        *,
        prior: Any = None,
        cost: Any = None,
        by: Any = None,
        id: Any = None,  # noqa: A002 - what a column of ids is called
        unknown: Literal["refuse", "both"] = "refuse",
        name: str = "table",
    ) -> FiniteGame:
        """Return the game of finding a row of a table by asking for its cells.

        Rows are hypotheses, columns are tests. ``table`` is a data frame (of pandas or polars), a
        matrix, a mapping of columns, a list of rows, or the path of a CSV file. ``id``, ``prior``
        and ``by`` may be columns, which are then no tests: what rows are called, how likely they
        are, and the class that has to be known instead of the row. They may also be lists, mappings
        by what rows are called, or functions of a row, which is a mapping of columns to cells;
        ``cost`` is a list, a mapping or a function of a test.

        A file may separate its cells by commas, semicolons or tabs. A cell that is empty is
        refused, or, with ``unknown="both"``, fits every answer of its column: each is as likely,
        and the worst case counts them all. Rows of equal cells must be of one class.

        >>> key = FiniteGame.from_table({"wings": [2, 2, 4], "stripes": ["no", "yes", "no"],
        ...                              "name": ["fly", "hoverfly", "moth"]}, id="name")
        >>> key.guesses, key.score("wings", "moth"), key.secrets
        (('wings', 'stripes'), 4, ('fly', 'hoverfly', 'moth'))
        """
        rows = asked_table(table, prior, by, id, unknown)
        guesses, secrets = tuple(rows.columns), tuple(rows.ids)
        scores, places = numbered(rows.columns.values())
        if len(set(scores)) > MOST_SCORES:
            raise GameTooLarge(
                f"the table has {len(set(scores)):,} different cells, over {MOST_SCORES:,}: round "
                "them, or leave out columns"
            )
        return cls(
            guesses,
            secrets,
            WrittenScores(guesses, secrets, scores, places),
            weights=rows.weights,
            costs=() if cost is None else cost,
            goal=WrittenGoals(secrets, tuple(rows.goals)),
            name=name,
        )

    def __copy__(self) -> FiniteGame[Guess, Secret, Score]:
        return self

    def __deepcopy__(self, memo: Any) -> FiniteGame[Guess, Secret, Score]:
        return self

    def __reduce__(self) -> Any:
        # A function that pickle cannot find by its name, such as a lambda, is written out.
        score = self.score if _has_a_home(self.score) else written_scores(self)
        goal = self.goal
        if not _has_a_home(goal):
            goal = WrittenGoals(self.secrets, tuple(goals_of(self, self.secrets)))
        more: Any = {"weights": self.weights, "costs": self.costs, "goal": goal, "name": self.name}
        return partial(FiniteGame, **more), (self.guesses, self.secrets, score, self.endstates)

    def __attrs_post_init__(self) -> None:
        keep = object.__setattr__
        check_lists(self.guesses, self.secrets)
        weights = _numbers("weights", self.weights, self.secrets)
        keep(self, "weights", weights or (1,) * len(self.secrets))
        keep(self, "costs", _numbers("costs", self.costs, self.guesses))
        check_totals(weights_of(self), costs_of(self), len(self.secrets))
        if self.goal is not None and not callable(self.goal):
            goals = tuple(listed("goal", self.goal, self.secrets, "secret", None))
            keep(self, "goal", WrittenGoals(self.secrets, goals))
        goals_of(self, self.secrets)
        if is_matrix(self.score):
            read = read_matrix(self.score, len(self.guesses), len(self.secrets))
            keep(self, "score", WrittenScores(self.guesses, self.secrets, *read))
        if not callable(self.score):
            raise BadGame(
                f"score must be a function of a guess and a secret, not {shown(self.score)}"
            )
        if self.goal is None:
            self._check_ends()

    def _check_ends(self) -> None:
        if not self.endstates:
            raise BadGame(
                "endstates is empty: the game could never end; name a winning score, or a goal"
            )
        own = dict.fromkeys(self.guesses)
        for secret in self.secrets:
            first = (secret,) if secret in own else ()
            tries: Iterable[Any] = (*first, *self.guesses)
            for guess in tries:
                answer = self.score(guess, secret)
                check_hashable_score(answer, guess, secret)
                if answer in self.endstates:
                    break
            else:
                raise BadGame(never_ends(secret, self.endstates))


def _numbers(name: str, given: Any, items: Sequence[Any]) -> tuple[Exact, ...]:
    """Return weights or costs as numbers in the order of the items they are of."""
    return () if isinstance(given, tuple) and not given else amounts(name, given, items)


@frozen
class WrittenGoals:
    """A goal that is written out: what has to be known of each secret."""

    secrets: Sequence[Any] = field(repr=False)
    goals: Sequence[Hashable] = field(repr=False)

    @cached_property
    def _of(self) -> dict[Any, Hashable]:
        return dict(zip(self.secrets, self.goals, strict=True))

    def __call__(self, secret: Any) -> Hashable:
        """Return the goal of a secret."""
        return self._of[secret]


@frozen(eq=False, repr=False)
class WrittenScores:
    """A score function that is written out: ``rows[guess][secret]`` is a place in ``scores``.

    It is what becomes of a function that cannot go along with its game, into a file or to another
    process.
    """

    guesses: Sequence[Any]
    secrets: Sequence[Any]
    scores: Sequence[Any]
    rows: Sequence[Sequence[int]]

    @cached_property
    def _guess_ids(self) -> dict[Any, int]:
        return {guess: at for at, guess in enumerate(self.guesses)}

    @cached_property
    def _secret_ids(self) -> dict[Any, int]:
        return {secret: at for at, secret in enumerate(self.secrets)}

    @cached_property
    def own(self) -> Sequence[Mapping[Any, Any]]:
        """Return the answers of each guess by what equals them; nothing where none differ.

        One guess may give 1, and another True.
        """
        if len(set(self.scores)) == len(self.scores):
            return ()
        return [{self.scores[at]: self.scores[at] for at in set(row)} for row in self.rows]

    def __call__(self, guess: Any, secret: Any) -> Any:
        """Return the score of a guess."""
        try:
            return self.scores[self.rows[self._guess_ids[guess]][self._secret_ids[secret]]]
        except (KeyError, TypeError):
            raise BadGame(
                f"the score of {shown(guess)} and {shown(secret)} is not written out: the game "
                "has no such guess or secret"
            ) from None

    def __repr__(self) -> str:
        return f"<scores of {len(self.guesses)} guesses and {len(self.secrets)} secrets>"


def written_scores(game: Game) -> WrittenScores:
    """Write the scores of a game out; they are numbered as they first come.

    >>> game = FiniteGame("ab", "ab", lambda guess, secret: guess == secret, {True})
    >>> written = written_scores(game)
    >>> written.scores, [list(row) for row in written.rows], written("b", "b")
    ((True, False), [[0, 1], [1, 0]], True)
    """
    guesses, secrets = tuple(game.guesses), tuple(game.secrets)
    own = getattr(game, "score", None)
    if isinstance(own, WrittenScores) and (own.guesses, own.secrets) == (guesses, secrets):
        return own
    ids: dict[Any, int] = {}
    rows = [
        array("L", (ids.setdefault(game.score(guess, secret), len(ids)) for secret in secrets))
        for guess in guesses
    ]
    packed = tuple(map(bytes, map(list, rows))) if len(ids) <= _BYTE else tuple(rows)
    return WrittenScores(guesses, secrets, tuple(ids), packed)


def _has_a_home(function: Any) -> bool:
    """Return whether pickle finds a function by its name, or the object sees to it itself."""
    if not isinstance(function, FunctionType):
        return True
    home: Any = sys.modules.get(function.__module__)
    for name in function.__qualname__.split("."):
        home = getattr(home, name, None)
    return home is function
