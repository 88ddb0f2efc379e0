"""A game from two lists and a function or a matrix, and scores and goals as tables."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain
from types import FunctionType
from typing import Any, Generic, Literal

from attrs import field, frozen

from mastermind_core.arguments import expect
from mastermind_core.errors import BadGame
from mastermind_core.game.amounts import (
    Amounts,
    Exact,
    amounts,
    check_lists,
    check_totals,
    listed,
)
from mastermind_core.game.lists import end_states, in_order, scored
from mastermind_core.game.matrices import (
    BYTE,
    Array,
    WrittenGoals,
    WrittenScores,
    is_matrix,
    read_matrix,
)
from mastermind_core.game.protocol import (
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
from mastermind_core.names.applications import application
from mastermind_core.notation import Spelled
from mastermind_core.results import OneCopy, Shown

#: The number of pairs of guess and secret up to which a constructor checks that a game can end.
MOST_CHECKED = 10**7


class GameBase(Spelled, Shown):
    """The base for games with a notation for people and a display in notebooks."""

    __slots__ = ()


@frozen(eq=False, init=False)
class FiniteGame(OneCopy, GameBase, Generic[Guess, Secret, Score]):
    """A game from two lists and a function, ``score(guess, secret)``.

    Attributes:
        guesses: The allowed guesses. Their order breaks ties, so a set is sorted.
        secrets: The possible secrets. A set is sorted.
        score: A function that takes a guess and a secret, or a matrix with one score row per guess:
            lists, or an object with the array interface.
        endstates: The scores that end the game. A game with a goal needs none, nor does one for
            :func:`~mastermind_core.identified`.
        weights: Each secret's relative frequency: a list, or a mapping or function by secret. Empty
            means that all secrets are equally likely.
        costs: Each guess's cost in the same form. Empty means that each guess costs 1.
        goal: A function that takes a secret, or a list or mapping in its place. The game is then
            over when all candidates have the same goal. With ``lambda secret: secret`` it is over
            when the secret is known. None means that the secret itself has to be guessed.
        name: The game's name, for display.

    Raises:
        BadGame: If an argument is not valid, or no guess scores an end state for some secret.

    See Also:
        :func:`weighted`, :func:`priced`, :func:`identified`.

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

    # Without attrs' converters: type checkers disagree about those of generic classes.
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
        """Sort sets, convert weights, costs and goals, and check that the game can end."""
        lists = in_order(guesses, "guesses"), in_order(secrets, "secrets")
        given: Any = (*lists, score, end_states(endstates), weights, costs, goal, name)
        self.__attrs_init__(*given)

    @classmethod
    def from_table(
        cls,
        table: Any,
        *,
        prior: Any = None,
        cost: Any = None,
        by: Any = None,
        id: Any = None,  # noqa: A002 - the usual name of such a column
        cuts: Any = None,
        questions: Literal["values", "yes-no"] | None = None,
        unknown: Literal["refuse", "both", "chance", "answer", "never"] = "refuse",
        duplicates: Literal["error", "merge", "class"] = "error",
        likelihoods: bool = False,
        name: str = "table",
    ) -> FiniteGame:
        """Return the game in which a table's cells identify a row.

        Rows are hypotheses (secrets) and columns are tests (guesses). ``prior``, ``by`` and ``id``
        may name a column, which is then not a test. They may also be a list, a mapping by row id or
        a function that takes a row (a mapping from columns to cells). A column list turns ``by``
        and ``id`` into tuples.

        A column with more than four different cells is asked by questions with the answers True and
        False. Numbers and dates are asked by thresholds: these guesses have the attributes
        ``column`` and ``threshold``, and print as ``size <= 2.5``. Other cells are asked value by
        value: these guesses have the attributes ``column`` and ``value``, and print as ``colour is
        red``. With ``cost`` a column is one guess. If it has over 16 different numbers, its score
        is the band between two thresholds.

        Args:
            table: A data frame (pandas, polars or Arrow), a matrix, a column mapping, a row list,
                or the path to a CSV file with commas, semicolons, tabs or bars.
            prior: Each row's relative frequency. By default all are equal.
            cost: Each test's cost: a list, or a mapping or function by test. By default 1.
            by: Each row's class, which has to be identified instead of the row itself.
            id: Each row's name. By default its name or index in the table.
            cuts: Thresholds for numeric columns. They are "all" midpoints between neighbouring
                numbers, at most 16 "quantiles" per column, an integer for another maximum, or
                "none". A mapping gives one of these or a threshold list for some columns. Other
                columns then stay as they are. The default is all, or quantiles if the answers would
                take over 64 MiB.
            questions: How columns are asked. With "yes-no" all columns with over two different
                cells are asked by questions with the answers True and False. With "values" a column
                is one question, unless it has over 16 different numbers. By default columns with up
                to four different cells, and columns without names, are one question.
            unknown: How empty cells are treated. By default, "refuse", they are an error. With
                "both" they match every answer in the column, each equally likely, and the worst
                case includes all. The game has a secret for each combination. With "chance" they
                match the same answers, but a row stays one secret: the result is a game whose
                answers are only probable. With "answer" they have the answer "unknown". With
                "never" columns with empty cells are left out.
            duplicates: How rows with equal cells are treated. By default, "error", they must have
                the same class. With "merge" the rows in one class become one row, with their
                weights added, but without classes this row has all their names. With "class" rows
                in several classes become one row with the likeliest class, and ``expected_error``
                gives the other classes' probability. If answers are only probable, or
                get noise, each class keeps a row, and a strategy's accuracy counts this error.
            likelihoods: Whether cells are probabilities for the answer "yes". The game's answers
                may then be wrong. With "both" an unknown cell matches "yes" and "no", equally
                likely. A question that is asked again gets the same answer.
            name: The game's name, for display.

        Raises:
            BadGame: If a cell or a value is not valid, or equal rows have different classes.
            BadArgument: If an argument is not valid.
            GameTooLarge: If the table has too many different cells, or thresholds.

        >>> key = FiniteGame.from_table({"wings": [2, 2, 4], "stripes": ["no", "yes", "no"],
        ...                              "name": ["fly", "hoverfly", "moth"]}, id="name")
        >>> key.guesses, key.score("wings", "moth"), key.secrets
        (('wings', 'stripes'), 4, ('fly', 'hoverfly', 'moth'))
        """
        options: dict[str, Any] = {"prior": prior, "cost": cost, "by": by, "id": id, "cuts": cuts}
        options |= {"unknown": unknown, "duplicates": duplicates, "likelihoods": likelihoods}
        options["questions"] = questions
        made: FiniteGame = application("from_table")(cls, table, name=name, **options)
        return made

    @property
    def expected_error(self) -> Fraction:
        """The probability that an identified class is wrong: over 0 only if rows were merged.

        >>> cells = {"size": [1, 1, 1, 2], "kind": ["a", "a", "b", "b"]}
        >>> game = FiniteGame.from_table(cells, by="kind", duplicates="class")
        >>> game.secrets, game.expected_error
        ((0 (share 0.667), 3), Fraction(1, 4))
        """
        error: Fraction = application("expected_error")(self)
        return error

    @property
    def note(self) -> str:
        """A line about thresholds and a table's expected error, empty for other games.

        >>> FiniteGame.from_table({"size": [1, 2, 4]}, cuts="all").note
        '1 column at 2 thresholds'
        """
        note: str = application("note")(self)
        return note

    def __repr__(self) -> str:
        note = f", {self.note}" if self.note else ""
        return f"{type(self).__name__}(name={self.name!r}{note})"

    def __reduce__(self) -> Any:
        # A function that pickle cannot import by name, such as a lambda, is replaced by a table.
        score = self.score if _has_a_home(self.score) else written_scores(self)
        goal = self.goal
        if not _has_a_home(goal):
            goal = WrittenGoals(self.secrets, tuple(goals_of(self, self.secrets)))
        more: Any = {"weights": self.weights, "costs": self.costs, "goal": goal, "name": self.name}
        return partial(type(self), **more), (self.guesses, self.secrets, score, self.endstates)

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
        wanted = "a function of a guess and a secret"
        expect(callable(self.score), "score", wanted, self.score, BadGame)
        # Without end states the game may be meant for identified(game).
        if self.goal is None and self.endstates:
            self._check_ends()

    def _check_ends(self) -> None:
        own = dict.fromkeys(self.guesses)
        every = len(self.guesses) * len(self.secrets) <= MOST_CHECKED
        for secret in self.secrets:
            first = (secret,) if secret in own else ()
            for guess in chain(first, self.guesses if every else ()):
                answer = scored(self.score, guess, secret)
                check_hashable_score(answer, guess, secret)
                if answer in self.endstates:
                    break
            else:
                if not every:  # the compilation checks this from the table
                    return
                raise BadGame(never_ends(secret, self.endstates))


def _numbers(name: str, given: object, items: Sequence[Any]) -> tuple[Exact, ...]:
    """Return weights or costs as exact numbers in the items' order."""
    return () if isinstance(given, tuple) and not given else amounts(name, given, items)


def written_scores(game: Game) -> WrittenScores:
    """Return a game's scores as a table, numbered by first occurrence.

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
    packed = tuple(map(bytes, map(list, rows))) if len(ids) <= BYTE else tuple(rows)
    return WrittenScores(guesses, secrets, tuple(ids), packed)


def _has_a_home(function: object) -> bool:
    """Return whether pickle can import a function by its name, or the object pickles itself."""
    if not isinstance(function, FunctionType):
        return True
    home: Any = sys.modules.get(function.__module__)
    for name in function.__qualname__.split("."):
        home = getattr(home, name, None)
    return home is function
