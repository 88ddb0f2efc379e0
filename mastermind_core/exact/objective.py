"""Objectives on guesses, and the searches for totals that decide each.

The search's total is a sum over secrets: each weight times a cost that depends on how many guesses
find the secret. The first criterion is scaled by a factor above the maximum that all later criteria
can reach, so one total orders trees lexicographically.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import islice, pairwise
from math import ceil
from typing import Any, NamedTuple, Protocol, TypeAlias

from attrs import frozen

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadArgument, nearest, shown
from mastermind_core.exact.anytime.greedy import Rank
from mastermind_core.game.amounts import MOST_TOTAL, Exact, exact, fraction_of, in_units
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact.objective import Objective, ObjectiveName
from mastermind_core.kernels.exact.task import IMPOSSIBLE, Found, Task
from mastermind_core.kernels.shared.flat_trees import paths_of
from mastermind_core.table import ScoreTable

_THEN = "-then-"

#: The maximum number of penalties: a list without end gets an error instead of all memory.
_MOST_COSTS = 1 << 20


def as_tuple(values: Exact | tuple[Exact, ...]) -> tuple[Exact, ...]:
    """Return an objective's values as a tuple, one value for each part."""
    return values if isinstance(values, tuple) else (values,)


@frozen
class Part:
    """A criterion on path lengths: its name and its numbers."""

    name: str
    numbers: tuple[Exact, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}:{','.join(map(str, self.numbers))}" if self.numbers else self.name

    def cost(self, length: int) -> Exact:
        """Return a secret's cost if the guess with this number finds it."""
        if self.name == "within":
            return int(length > self.numbers[0])
        if self.name == "penalty":
            return self.numbers[min(length, len(self.numbers)) - 1] if length else 0
        return length

    def figure(self, lengths: Mapping[int, Exact]) -> Exact:
        """Return the criterion's value for a length distribution."""
        if self.name == "worst":
            return max(lengths, default=0)
        if self.name == "quantile":
            missing: Exact = self.numbers[0] * sum(lengths.values())
            for length in sorted(lengths):
                missing -= lengths[length]
                if missing <= 0:
                    return length
            return 0
        return sum((self.cost(length) * count for length, count in lengths.items()), 0)

    @property
    def last(self) -> int:
        """Return the number from which on each guess adds as much as the previous one."""
        return int(self.numbers[0]) + 2 if self.name == "within" else len(self.numbers) + 1


class LengthObjective(str):
    """An objective on guesses: criteria, the most important first.

    It is a string such as "within:4-then-mean". :func:`within`, :func:`penalty` and
    :func:`quantile` make an objective of one criterion, and :meth:`then` adds others.
    """

    parts: tuple[Part, ...]

    def __new__(cls, text: str) -> LengthObjective:
        """Parse the criteria."""
        parts = tuple(map(_part, text.split(_THEN)))
        names = [part.name for part in parts]
        if "quantile" in names[1:] or names.count("worst") > 1:
            raise BadArgument(
                f"objective {shown(text)}: a quantile comes first, and the worst case once"
            )
        self = super().__new__(cls, _THEN.join(map(str, parts)))
        self.parts = parts
        return self

    def __getnewargs__(self) -> tuple[str]:
        return (self.value,)

    def then(self, objective: str) -> LengthObjective:
        """Return an objective that breaks ties by another one.

        Args:
            objective: The next criterion.

        >>> within(4).then("mean")
        'within:4-then-mean'
        """
        return LengthObjective(_THEN.join((self, objective_named(objective))))

    @property
    def value(self) -> str:
        """Return the objective as a plain string."""
        return str(self)

    @property
    def by_worst(self) -> bool:
        """Return whether the first criterion counts guesses."""
        return self.parts[0].name in {"worst", "quantile"}

    def figures_of(self, lengths: Mapping[int, Exact]) -> Any:
        """Return the criterion's value, or a tuple with a value for each.

        After a quantile comes the weight that is not found within it.

        Args:
            lengths: The secrets' weight by the guesses that they take.

        >>> within(2).then("mean").figures_of({1: 1, 2: 3, 3: 2})
        (2, 13)
        >>> quantile(0.5).then("mean").figures_of({1: 1, 2: 3, 3: 2})
        (2, 2, 13)
        """
        own = self.ranked_by(lengths)
        return own[0] if len(self.parts) == 1 else own

    def ranked_by(self, lengths: Mapping[int, Exact]) -> tuple[Exact, ...]:
        """Return the key by which trees are compared."""
        first, *others = self.parts
        figure = first.figure(lengths)
        if first.name == "quantile":
            others.insert(0, Part("within", (figure,)))
        return figure, *(part.figure(lengths) for part in others)


def within(guesses: int) -> LengthObjective:
    """Maximize the secrets that are found within ``guesses`` guesses.

    The search minimizes the weight that is *not* found, and bounds refer to that weight.

    Args:
        guesses: The number of guesses, from 1.

    Returns:
        An objective for :func:`optimal`.

    Raises:
        BadArgument: If ``guesses`` is not a positive integer.

    See Also:
        :func:`penalty`, :func:`quantile`, :func:`optimal`.

    >>> from mastermind_core import Mastermind, optimal
    >>> optimal(Mastermind(colours=4, holes=3), within(3)).values
    21
    """
    return LengthObjective(f"within:{whole_number('guesses', guesses, 1)}")


def penalty(costs: Iterable[Exact]) -> LengthObjective:
    """Minimize a sum of penalties.

    Args:
        costs: ``costs[t - 1]`` is the penalty for a secret that is found with guess ``t``. The last
            entry applies to all later guesses. Penalties must be non-decreasing.

    Returns:
        An objective for :func:`optimal`.

    Raises:
        BadArgument: If ``costs`` is not a non-decreasing list of numbers from 0.

    See Also:
        :func:`within`, :func:`optimal`.

    >>> penalty([0, 1, 2, 3, 5, 8, 100])
    'penalty:0,1,2,3,5,8,100'
    """
    if isinstance(costs, (str, bytes, Mapping)) or not isinstance(costs, Iterable):
        raise BadArgument(f"costs must be a list of numbers, one per guess, not {shown(costs)}")
    some = [*islice(costs, _MOST_COSTS + 1)]
    if len(some) > _MOST_COSTS:
        raise BadArgument(f"costs must have at most {_MOST_COSTS:,} numbers, one per guess")
    return LengthObjective(str(Part("penalty", _rising(some))))


def quantile(share: Exact | float) -> LengthObjective:
    """Minimize the guesses within which a share of all secrets is found.

    Among these trees, the search maximizes the weight that is found within these guesses.

    Args:
        share: A number over 0, up to 1.

    Returns:
        An objective for :func:`optimal`.

    Raises:
        BadArgument: If ``share`` is not such a number.

    See Also:
        :func:`within`, :func:`optimal`.

    >>> from mastermind_core import Mastermind, optimal
    >>> optimal(Mastermind(colours=4, holes=3), quantile(0.5)).values
    3
    """
    return LengthObjective(str(Part("quantile", (_share(share),))))


def objective_named(name: object) -> Any:
    """Return the objective with a name, or for a list, its objectives one after the other.

    >>> objective_named("mean") is Objective.MEAN, objective_named([within(4), "mean"])
    (True, 'within:4-then-mean')
    """
    if isinstance(name, (list, tuple)) and name and all(isinstance(one, str) for one in name):
        name = _THEN.join(name)
    if isinstance(name, LengthObjective):
        return name
    known = {objective.value: objective for objective in Objective}
    if not isinstance(name, str):
        raise _unknown(name)
    return known.get(name) or LengthObjective(name)


#: Accepted as an objective. Checkers of types know the names; a criterion is made by a function.
ObjectiveLike: TypeAlias = Objective | LengthObjective | ObjectiveName

#: Common names of other sources for objectives.
_OTHER_NAMES = {
    **dict.fromkeys(("average", "expected", "expectation", "total", "sum"), "'mean'"),
    **dict.fromkeys(("minimax", "minmax", "worst_case", "max", "maximum"), "'worst'"),
}


def _unknown(name: object) -> BadArgument:
    listed = "choose from the names below"
    hint = nearest(name, list(Objective), listed, _OTHER_NAMES) if isinstance(name, str) else listed
    if hint != listed:
        return BadArgument(f"objective {shown(name)} is unknown; {hint}")
    return BadArgument(
        f"objective must be one of {', '.join(Objective)}, or criteria such as within:4, "
        f'penalty:0,1,2,5 and quantile:0.9 joined by "-then-", not {shown(name)}'
    )


def _part(text: str) -> Part:
    """Parse one criterion."""
    name, colon, rest = text.partition(":")
    if not colon and name in {"mean", "worst"}:
        return Part(name)
    if not colon or name not in {"within", "penalty", "quantile"}:
        raise _unknown(text)
    try:
        numbers = [exact(fraction_of(number)) for number in rest.split(",")]
    except ValueError:
        raise _unknown(text) from None
    if name == "penalty":
        return Part(name, _rising(numbers))
    if len(numbers) > 1:
        raise _unknown(text)
    if name == "within":
        return Part(name, (whole_number("guesses", numbers[0], 1),))
    return Part(name, (_share(numbers[0]),))


def _rising(costs: Sequence[Any]) -> tuple[Exact, ...]:
    """Return the costs as exact numbers, and check that they are non-decreasing and from 0."""
    numbers = [exact(cost) for cost in costs]
    for given, number in zip(costs, numbers, strict=True):
        if number is None or number < 0:
            raise BadArgument(f"costs must be numbers from 0, one per guess, not {shown(given)}")
    known = [number for number in numbers if number is not None]
    for number, (before, after) in enumerate(pairwise(known), start=1):
        if after < before:
            raise BadArgument(
                f"costs must be non-decreasing: guess {number} costs "
                f"{shown(before)}, guess {number + 1} {shown(after)}"
            )
    if not known:
        raise BadArgument("costs must have a number for the first guess at least")
    return tuple(known)


def _share(share: object) -> Exact:
    number = exact(share)
    if number is None or not 0 < number <= 1:
        raise BadArgument(f"share must be a number over 0 and up to 1, not {shown(share)}")
    return number


class Query(NamedTuple):
    """A query for a search: the worst case's place, and the price for each guess on a path.

    Attributes:
        kind: The search's objective.
        prices: The prices for the guesses on a path in turn.
        scale: The first criterion's factor in a total. The others add less than this.
        unit: The first criterion's unit.
        rank: The key by which trees are compared, if it is not the total.
    """

    kind: Objective
    prices: tuple[int, ...] = ()
    scale: int = 1
    unit: Fraction = Fraction(1)
    rank: Rank | None = None

    def put_to(self, task: Task) -> Task:
        """Return a task with these prices."""
        return task._replace(question=task.question._replace(prices=self.prices))


def question_of(parts: Sequence[Part], weight: int, longest: int) -> Query:
    """Return the query for some criteria. The first or the last may be the worst case.

    Args:
        parts: The criteria.
        weight: All secrets' total weight.
        longest: The maximum number of guesses on a path.
    """
    sums = [part for part in parts if part.name != "worst"]
    most = max(1, min(longest, max((part.last for part in sums), default=1)))
    costs = [0] * (most + 1)
    scale = 1
    unit = Fraction(1)
    for part in reversed(sums):
        scale = weight * (costs[-1] + (longest - most) * (costs[-1] - costs[-2])) + 1
        own, unit = in_units([0, *(part.cost(length) for length in range(1, most + 1))])
        costs = [scale * cost + later for cost, later in zip(own, costs, strict=True)]
    if weight * (costs[-1] + (longest - most) * (costs[-1] - costs[-2])) >= MOST_TOTAL // 2:
        raise BadArgument(
            f"objective {_THEN.join(map(str, parts))} takes numbers of over 2**59 for these "
            "secrets: give fewer criteria, smaller weights or costs, or max_steps"
        )
    kind = Objective.MEAN
    if len(sums) < len(parts):
        first = parts[0].name == "worst"
        kind = Objective.WORST_THEN_MEAN if first else Objective.MEAN_THEN_WORST
    if not sums:
        return Query(Objective.WORST)
    prices = [after - before for before, after in pairwise(costs)]
    while prices[-2:] == prices[-1:] * 2:
        prices.pop()
    return Query(kind, tuple(prices), scale, unit)


class Answer(NamedTuple):
    """A query's task and result, whether Ctrl-C was pressed, and its bound's unit."""

    task: Task
    found: Found
    interrupted: bool
    unit: Fraction = Fraction(1)

    @property
    def over(self) -> bool:
        """Return whether no further query can follow."""
        return self.interrupted or not self.found.proven or self.found.tree is None


class Ask(Protocol):
    """Protocol for a search for trees within some guesses and below a total."""

    def __call__(
        self, question: Query, steps: int | None, below: int = IMPOSSIBLE, spent: int = 0
    ) -> Answer:
        """Search."""


class Stages:
    """One objective's queries, the best tree among all answers, and the nodes so far."""

    def __init__(
        self, objective: LengthObjective, table: ScoreTable, max_steps: int | None, ask: Ask
    ):
        self._objective = objective
        self._table = table
        self._ask = ask
        self._weights = () if table.uniform else table.weights
        n = len(table.everything)
        self._weight = sum(self._weights) if self._weights else n
        self._steps = max_steps
        self._longest = n if max_steps is None else max(1, min(n, max_steps))
        self._nodes = 0
        self._first: Task | None = None
        self._best: Answer | None = None
        self._certain = True

    def answer(self) -> Answer:
        """Search for a quantile first, then for a worst case between two other criteria."""
        parts = self._objective.parts
        least = 0
        if parts[0].name == "quantile":
            guesses, least, last = self._quantile(parts[0])
            parts = (Part("within", (guesses,)), *parts[1:])
            self._certain = self._certain and (len(parts) == 1 or not last.interrupted)
            if last.interrupted or last.found.tree is None or len(parts) == 1:
                return self._concluded(last, least)
        at = [part.name for part in parts].index("worst") if Part("worst") in parts else 0
        if 0 < at < len(parts) - 1:
            last, question = self._asked(parts[: at + 1])
            if last.over:
                self._certain = not last.interrupted
                return self._concluded(last, least, question)
            self._steps = last.found.worst
            parts = (*parts[:at], *parts[at + 1 :])
        last, question = self._asked(parts)
        return self._concluded(last, least, question)

    def _quantile(self, part: Part) -> tuple[int, int, Answer]:
        """Return the guesses for a share, a lower bound for them, and the last answer."""
        spare = self._weight - ceil(part.numbers[0] * self._weight)
        least = 0
        for guesses in range(1, self._longest + 1):
            last, _ = self._asked([Part("within", (guesses,))], spare + 1)
            if not last.found.proven:  # a later query may still find a tree
                least = least or guesses
            enough = last.found.tree is not None and last.found.total <= spare
            if enough or last.interrupted:
                break
        self._certain = enough and least in {0, guesses}
        return guesses, least or guesses, last

    def _asked(self, parts: Sequence[Part], below: int = IMPOSSIBLE) -> tuple[Answer, Query]:
        question = question_of(parts, self._weight, self._longest)
        question = question._replace(rank=self._objective.ranked_by)
        last = self._ask(question, self._steps, below, self._nodes)
        self._nodes += last.found.nodes
        self._first = self._first or last.task
        if last.found.tree is not None and (
            self._best is None or self._rank(last) <= self._rank(self._best)
        ):
            self._best = last
        return last, question

    def _rank(self, answer: Answer) -> tuple[object, ...]:
        return self._objective.ranked_by(self._paths(answer))

    def _paths(self, answer: Answer) -> Mapping[int, int]:
        """Return the secrets' weight for each length in a tree."""
        assert answer.found.tree is not None
        scores = self._table.kernel_scores
        members = answer.task.question.candidates
        return paths_of(kernels.greedy, scores, members, self._weights, answer.found.tree)

    def _concluded(self, last: Answer, least: int, question: Query | None = None) -> Answer:
        """Return the best tree with the first criterion's proven bound."""
        best = last if self._best is None else self._best
        if best.found.tree is None and last.found.proven:
            return last
        bound = last.found.lower_bound
        unit = Fraction(1)
        if least:
            bound = least
        elif question is not None and not question.kind.by_worst:
            bound = bound // question.scale
            unit = question.unit
        if best.found.tree is None:
            return last._replace(found=last.found._replace(lower_bound=bound), unit=unit)
        paths = self._paths(best)
        found = best.found._replace(
            total=sum(length * weight for length, weight in paths.items()),
            worst=max(paths),
            lower_bound=bound,
            proven=last.found.proven and self._certain,
            nodes=self._nodes,
        )
        most_steps = (self._first or last.task).question.max_steps
        asked = last.task._replace(question=last.task.question._replace(max_steps=most_steps))
        return Answer(asked, found, last.interrupted, unit)
