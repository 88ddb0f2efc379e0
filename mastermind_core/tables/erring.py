"""Optimal trees with errors: the best names after a limited number of questions.

A set of rows with some questions left has the lowest weight of errors and, among the trees with
these errors, the fewest expected questions. The search is depth first with bounds. Questions that
split almost the same rows have almost the same errors, which bounds most of them without a search.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, insort
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import inf
from time import monotonic
from typing import Any, NamedTuple

from attrs import define, field, frozen

from mastermind_core.arguments import real_number, whole_number
from mastermind_core.errors import BadArgument, Interrupted, NoStrategy, shown
from mastermind_core.game import (
    Exact,
    FiniteGame,
    Game,
    WrittenGoals,
    WrittenScores,
    costs_of,
    weights_of,
)
from mastermind_core.kernels import keep, look, places_of, stoppable, with_edges
from mastermind_core.results import Shown, aligned
from mastermind_core.table import compile_game
from mastermind_core.tables.bits import BitRows, Split, blocks_of, shares_of, weigh
from mastermind_core.tables.chains import Chains, chains_of
from mastermind_core.tables.making import expected_error
from mastermind_core.tables.rows import Named
from mastermind_core.tree import Node, stored_tree

#: The maximum number of questions on a path of the search. A longer path is greedy.
_DEEPEST = 64

#: The default maximum of sets of rows to search, and of those with one question left to store.
_MOST = 1 << 20
_MOST_STORED = 1 << 18

#: The seconds that an exact search has before one with errors, and the part of a time budget, if
#: that is more. It continues if some tree names all rows.
_FIRST = 1.0
_PART = 8


@frozen
class ErringSolution(Shown):
    """The tree of the lowest expected error within a limit, with a proven bound.

    Among the trees with this error it has the fewest expected questions, or the minimum expected
    cost if questions have costs.

    Attributes:
        tree: The tree. Its game has the rows of the table, each with the name at its end as its
            class. The game is therefore over where the tree names a class.
        expected_error: The probability that the tree names a wrong class.
        mean: The expected number of questions, or the expected cost.
        bound: A proven lower bound on the error of any tree within the limit.
        proven: Whether no tree has a lower error, or the same with fewer questions.
        states: The number of searched row sets.
    """

    tree: Node = field(repr=False)
    expected_error: Fraction
    mean: Fraction
    bound: Fraction
    proven: bool
    states: int

    @property
    def accuracy(self) -> Fraction:
        """Return the probability that the tree names the right class."""
        return 1 - self.expected_error

    def __str__(self) -> str:
        mean = f"{float(self.mean):.4f}"
        spent = f"cost {mean}" if self.tree.table.priced else f"{mean} questions"
        state = "proven" if self.proven else f"error at least {float(self.bound):.4g}"
        if not self.proven and self.bound == self.expected_error:
            state = "error proven"
        return f"expected error {float(self.expected_error):.4g}, {spent} on average, {state}"


class _Limit(NamedTuple):
    """The remaining number of questions, and the remaining cost budget."""

    steps: int
    money: int

    def after(self, split: Split) -> _Limit:
        return _Limit(self.steps - 1, self.money - split.price)


_NOTHING = _Limit(0, 0)


@define(eq=False)
class _Known:
    """Bounds on the value of some rows with some questions left, and the best question so far."""

    low: int
    high: int
    split: Split | None = None
    #: What the question leaves.
    left: _Limit = _NOTHING

    def improve(self, value: int, split: Split, left: _Limit) -> None:
        """Keep a question if its value is lower."""
        if value < self.high:
            self.high = value
            self.split = split
            self.left = left


@define(eq=False)
class ErrorSearch:
    """The fewest errors for sets of rows within limits.

    A value is an integer: the weight of the errors times ``scale``, plus the weighted cost.

    Attributes:
        rows: The rows of the table.
        scale: A number above the weighted cost of any tree.
        ends: The time at which the search stops, or None.
        most_nodes: The maximum number of sets to search, or None.
    """

    rows: BitRows
    scale: int
    ends: float | None
    most_nodes: int
    known: dict[tuple[int, _Limit], _Known] = field(factory=dict)
    _stored: dict[tuple[int, int], _Known] = field(factory=dict)
    interrupted: bool = False
    _over: bool = False
    _width: int = field(init=False)
    _chains: Chains | None = field(init=False)
    _searched: int = 0

    def __attrs_post_init__(self) -> None:
        self._chains = chains_of(self.rows, self.scale)
        self._width = max((len(split.answers) for split in self.rows.splits), default=1)

    def is_over(self) -> bool:
        """Return whether the budget has ended, or Ctrl-C was pressed."""
        if not self._over:
            try:
                look()
            except KeyboardInterrupt:
                self.interrupted = True
            late = self.ends is not None and monotonic() > self.ends
            many = self.states > self.most_nodes
            self._over = self.interrupted or late or many
        return self._over

    def found(self, limit: _Limit) -> _Known:
        """Return the bounds for all rows. The first greedy tree is completed in any case."""
        self._greedy(self.rows.everything, limit)
        for steps in range(1, limit.steps + 1):
            if not self.is_over():
                self._least(self.rows.everything, _Limit(steps, limit.money), None)
        return self._of(self.rows.everything, limit)

    def _of(self, rows: int, limit: _Limit) -> _Known:
        """Return the bounds for some rows, at first simple ones and by fewer questions."""
        if limit.steps <= 1:
            return self._last(rows, limit)
        known = self.known.get((rows, limit))
        if known is None:
            known = self.known[rows, limit] = self._first(rows, limit)
        shorter = self._found(rows, limit._replace(steps=limit.steps - 1))
        if shorter is not None and shorter.split is not None:
            known.improve(shorter.high, shorter.split, shorter.left)
        return known

    def _found(self, rows: int, limit: _Limit) -> _Known | None:
        """Return the stored bounds for some rows, or None."""
        if limit.steps <= 1:
            return self._stored.get((rows, limit.money if limit.steps else 0))
        return self.known.get((rows, limit))

    def best(self, rows: int, limit: _Limit) -> tuple[Split | None, _Limit]:
        """Return the best question for some rows, or None to name a class, and the next limit."""
        known = self._of(rows, limit)
        if self._is_compiled(limit):
            self._ask_compiled(known, rows, limit)
        return known.split, known.left

    def _last(self, rows: int, limit: _Limit) -> _Known:
        """Return the value of some rows with at most one question left."""
        key = rows, limit.money if limit.steps else 0
        known = self._stored.get(key)
        if known is None:
            if len(self._stored) >= _MOST_STORED:
                self._stored.clear()
            known = self._stored[key] = self._first(rows, limit)
            if known.low < known.high:
                self._ask_once(known, rows, limit)
        return known

    def _ask_once(self, known: _Known, rows: int, limit: _Limit) -> None:
        """Find the best one of all questions."""
        weight = weigh(self.rows.weights, rows)
        for split in self.rows.splits:
            if split.price <= limit.money:
                wrong = sum(self.rows.leaf(block).wrong for block in blocks_of(split, rows))
                value = wrong * self.scale + split.price * weight
                known.improve(value, split, limit.after(split))
        known.low = known.high

    def _first(self, rows: int, limit: _Limit) -> _Known:
        """Return bounds by the number of names that the questions left can give."""
        wrong = self.rows.leaf(rows).wrong
        end = wrong * self.scale
        floor = self.rows.floor(rows, self._width ** min(limit.steps, _DEEPEST))
        if not limit.steps or not limit.money or wrong == floor:
            return _Known(end, end)
        return _Known(min(end, floor * self.scale + weigh(self.rows.weights, rows)), end)

    def _options(self, rows: int, limit: _Limit) -> list[tuple[Split, list[int]]]:
        """Return the questions that split some rows, those with the purest answers first."""
        options = []
        for place, split in enumerate(self.rows.splits):
            if split.price <= limit.money:
                blocks = blocks_of(split, rows)
                if len(blocks) > 1:
                    impurity = sum(self.rows.leaf(block).impurity for block in blocks)
                    spread = max(block.bit_count() for block in blocks)
                    options.append(((impurity, spread, split.price, place), split, blocks))
        options.sort(key=lambda option: option[0])
        return [(split, blocks) for _, split, blocks in options]

    def _greedy(self, rows: int, limit: _Limit) -> None:
        """Grow the greedy tree, which is kept for all its sets of rows."""
        waiting = [(rows, limit)]
        order = []
        while waiting:
            own, left = waiting.pop()
            known = self._of(own, left)
            if known.low == known.high:
                continue
            options = self._options(own, left)
            if options:
                split, blocks = options[0]
                order.append((own, left, known, split, blocks))
                waiting += [(block, left.after(split)) for block in blocks]
        for own, left, known, split, blocks in reversed(order):
            below = (self._of(block, left.after(split)).high for block in blocks)
            value = split.price * weigh(self.rows.weights, own) + sum(below)
            known.improve(value, split, left.after(split))

    def _least(self, rows: int, limit: _Limit, below: int | None) -> _Known:
        """Return bounds that are equal if the minimum value is under a limit."""
        known = self._of(rows, limit)
        enough = known.low >= known.high or (below is not None and known.low >= below)
        if enough or self.is_over():
            return known
        if limit.steps > _DEEPEST:
            self._greedy(rows, limit)
            return known
        if self._is_compiled(limit):
            self._ask_compiled(known, rows, limit)
            return known
        weight = weigh(self.rows.weights, rows)
        low = self.rows.leaf(rows).wrong * self.scale
        tried = _Tried(self)
        for split, blocks in self._options(rows, limit):
            if self.is_over():
                return known
            least = known.high if below is None else min(known.high, below)
            own, value = self._tried(split, blocks, limit, least - split.price * weight, tried)
            if value is not None:
                known.improve(value + split.price * weight, split, limit.after(split))
            low = min(low, own + split.price * weight)
        known.low = max(known.low, min(low, known.high))
        return known

    def _is_compiled(self, limit: _Limit) -> bool:
        """Return whether the compiled search applies: any questions are within the cost budget."""
        few = 1 < limit.steps <= _DEEPEST
        chains = self._chains
        return few and chains is not None and limit.money >= limit.steps * chains.highest

    def _ask_compiled(self, known: _Known, rows: int, limit: _Limit) -> None:
        """Raise bounds by the compiled search, or by its stored bounds if the budget has ended."""
        assert self._chains is not None
        seconds = inf if self.ends is None else self.ends - monotonic()
        budget = (0.0, 0) if self.is_over() else (max(0.0, seconds), self.most_nodes - self.states)
        try:
            found = self._chains.least(rows, limit.steps, *budget)
        except KeyboardInterrupt:
            self.interrupted = self._over = True
            return
        low, high, split, self._searched = found
        known.low = max(known.low, low)
        if split is not None:
            known.improve(high, split, limit.after(split))

    @property
    def states(self) -> int:
        """Return how many row sets were searched."""
        return len(self.known) + self._searched

    def _tried(
        self, split: Split, blocks: Sequence[int], limit: _Limit, below: int, tried: _Tried
    ) -> tuple[int, int | None]:
        """Return a lower bound on the value after a question, and this value if found.

        The search ends when the bound reaches ``below``.
        """
        left = limit.after(split)
        lows = [self._low(block, left) for block in blocks]
        tried.bound(split, blocks, lows)
        total = sum(lows)
        order = sorted(range(len(blocks)), key=lambda at: -blocks[at].bit_count())
        value = 0
        for at in order:
            if total >= below:
                return total, None
            own = self._least(blocks[at], left, below - total + lows[at])
            value += own.high
            total += max(own.low - lows[at], 0)
            lows[at] = max(own.low, lows[at])
        tried.add(split, blocks, lows)
        return total, value

    def _low(self, rows: int, limit: _Limit) -> int:
        """Return a lower bound on the value of some rows, without a search."""
        known = self._found(rows, limit)
        return self._first(rows, limit).low if known is None else known.low


@define(eq=False)
class _Tried:
    """The questions tried for some rows, with lower bounds of their blocks, by place."""

    search: ErrorSearch
    places: list[int] = field(factory=list)
    lows: dict[int, list[tuple[int, int]]] = field(factory=dict)

    def add(self, split: Split, blocks: Sequence[int], lows: Sequence[int]) -> None:
        """Add a question."""
        insort(self.places, split.guess)
        self.lows[split.guess] = [*zip(blocks, lows, strict=True)]

    def bound(self, split: Split, blocks: Sequence[int], lows: list[int]) -> None:
        """Raise lower bounds by neighbouring questions.

        A tree for one row set also names another one. It errs there at most by the weight of the
        rows that the first set lacks.
        """
        at = bisect_left(self.places, split.guess)
        scale = self.search.scale
        wrongs = self.search.rows.wrongs
        for guess in self.places[max(0, at - 1) : at + 1]:
            for other, low in self.lows[guess]:
                wrong = low // scale
                for place, block in enumerate(blocks):
                    if (wrong - 1) * scale >= lows[place] and block & other:
                        least = (wrong - weigh(wrongs, other & ~block)) * scale
                        lows[place] = max(lows[place], least)


def within_limit(
    search: Callable[..., Any], game: Any, budget: Mapping[str, Any], **question: Any
) -> Any:
    """Return the best tree within a limit: without errors if one names all rows.

    Args:
        search: The exact search, a function of the budget.
        game: The game of a table.
        budget: The budget.
        question: The objective, the pool and the first guess, with ``max_steps`` and ``max_cost``.
    """
    limits = {name: question.pop(name) for name in ("max_steps", "max_cost")}
    is_mean = str(question["objective"]) == "mean"
    is_free = question["pool"] in {None, "all"} and question["first_guess"] is None
    if not is_mean or not is_free:
        return search(**budget)
    seconds = budget.get("seconds")
    began = monotonic()
    exact = real_number("seconds", seconds, none="for no limit", most=inf)

    def time_left() -> float | None:
        return None if exact is None else max(0.0, began + exact - monotonic())

    first = _FIRST if exact is None else min(exact / 2, max(_FIRST, exact / _PART))
    with suppress(NoStrategy):
        whole = search(**{**budget, "seconds": first})
        if whole.proven or budget.get("nodes") is not None:
            return whole
        return search(**{**budget, "seconds": time_left()})  # some tree names all rows
    found = erring_solution(game, **limits, seconds=time_left(), nodes=budget.get("nodes"))
    if found.expected_error == expected_error(game):
        # Equal rows may have two likeliest classes, or the answers took all of the first time.
        with suppress(NoStrategy):
            return search(**{**budget, "seconds": time_left()})
    return found


@stoppable
def erring_solution(
    game: Game,
    *,
    max_steps: int | None = None,
    max_cost: Exact | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
) -> ErringSolution:
    """Return the tree of the lowest expected error within a limit.

    Args:
        game: A game that ends when the goal is known.
        max_steps: The maximum number of questions on every path.
        max_cost: The maximum cost of every path.
        seconds: A budget of time.
        nodes: A budget of row sets.

    Returns:
        The tree with its error, and a proven bound.

    Raises:
        Interrupted: At Ctrl-C. Its ``solution`` has the best tree so far.
        BadArgument: If an argument is not valid.
    """
    search, limit = posed(game, max_steps, max_cost, seconds, nodes)
    solution = solved(search, limit)
    keep(solution)
    if search.interrupted:
        raise Interrupted(solution)
    return solution


@frozen
class ErrorCurve(Shown):
    """The lowest expected error for each maximum number of questions.

    Attributes:
        solutions: The best tree within 0, 1, 2, ... questions.
    """

    solutions: tuple[ErringSolution, ...]

    @property
    def errors(self) -> dict[float, float]:
        """Return the expected error by the expected number of questions, or by the cost."""
        return {float(one.mean): float(one.expected_error) for one in self.solutions}

    def __str__(self) -> str:
        spent = "cost" if self.solutions[0].tree.table.priced else "questions"
        rows = [
            (str(limit), *(f"{float(number):.4f}" for number in (one.mean, *_errors(one))))
            for limit, one in enumerate(self.solutions)
        ]
        return "\n".join(aligned(("limit", spent, "error", "at least"), rows))


def _errors(solution: ErringSolution) -> tuple[Fraction, Fraction]:
    return solution.expected_error, solution.bound


@stoppable
def error_curve(
    game: FiniteGame[Any, Any, Any],
    max_steps: int,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
) -> ErrorCurve:
    """Return the lowest expected error of a key for each maximum number of questions.

    The curve ends where more questions lower neither the error nor the number of questions.

    Args:
        game: A game of a table, which ends when the class is known.
        max_steps: The last maximum.
        seconds: A time budget for all trees.
        nodes: A budget of row sets for all trees.

    Returns:
        The :class:`ErrorCurve`. :func:`~mastermind_core.show.plot_growth` plots its ``errors``.

    Raises:
        Interrupted: At Ctrl-C. Its ``solution`` has the best tree of the last maximum.
        BadArgument: If an argument is not valid.

    >>> from mastermind_core import FiniteGame
    >>> cells = {"x": [0, 0, 1, 1], "y": [0, 1, 0, 1]}
    >>> print(error_curve(FiniteGame.from_table(cells), 3))
    limit  questions   error  at least
    0         0.0000  0.7500    0.7500
    1         1.0000  0.5000    0.5000
    2         2.0000  0.0000    0.0000
    """
    most = whole_number("max_steps", max_steps)
    search, limit = posed(game, most, None, seconds, nodes)
    least = expected_error(game)
    solutions: list[ErringSolution] = []
    for steps in range(limit.steps + 1):
        solutions.append(solved(search, limit._replace(steps=steps)))
        keep(solutions[-1])
        if search.interrupted:
            raise Interrupted(solutions[-1])
        if solutions[-1].expected_error == least:
            break
    return ErrorCurve(tuple(solutions))


def posed(
    game: Game,
    max_steps: int | None,
    max_cost: Exact | None,
    seconds: float | None,
    nodes: int | None,
) -> tuple[ErrorSearch, _Limit]:
    """Return the search for a game, and its limit."""
    table = compile_game(game)
    if not table.goals or any(table.final):
        raise BadArgument(f"{shown(game)} does not end when a class is known: see from_table")
    rows = BitRows(table, *shares_of(table))
    prices = [split.price for split in rows.splits] or [1]
    steps = len(rows.splits) if max_steps is None else min(max_steps, len(rows.splits))
    money = steps * max(prices)
    if max_cost is not None:
        money = min(money, int(Fraction(max_cost) / table.cost_unit))
        steps = min(steps, money // min(prices))
    scale = weigh(rows.weights, rows.everything) * (money + 1) + 1
    ends = None if seconds is None else monotonic() + seconds
    most = whole_number("nodes", nodes, none="for the default") or _MOST
    return ErrorSearch(rows, scale, ends, most), _Limit(steps, money)


def solved(search: ErrorSearch, limit: _Limit) -> ErringSolution:
    """Return the best tree of a search within a limit."""
    found = search.found(limit)
    rows = search.rows
    built = _Built(search)
    built.build(limit)
    whole = weigh(rows.wrongs, rows.everything)
    cost = Fraction(built.cost, weigh(rows.weights, rows.everything))
    return ErringSolution(
        built.tree(),
        Fraction(built.wrong, whole),
        cost * rows.table.cost_unit,
        Fraction(found.low // search.scale, whole),
        proven=found.low == built.wrong * search.scale + built.cost,
        states=search.states,
    )


@define(eq=False)
class _Built:
    """The tree of a search in preorder, with the name of each row, the errors and the cost."""

    search: ErrorSearch
    wrong: int = 0
    cost: int = 0
    names: dict[int, int] = field(factory=dict)
    guesses: array[int] = field(factory=lambda: array("i"))
    edges: list[list[tuple[int, int, int]]] = field(factory=list)

    def build(self, limit: _Limit) -> None:
        """Follow the best questions."""
        rows = self.search.rows
        waiting = [(rows.everything, limit, -1, 0)]
        while waiting:
            own, left, parent, score = waiting.pop()
            split, after = self.search.best(own, left)
            if parent >= 0:
                child = -1 if split is None else len(self.guesses)
                self.edges[parent].append((score, child, own.bit_count()))
            if split is None:
                leaf = rows.leaf(own)
                self.wrong += leaf.wrong
                self.names |= dict.fromkeys(places_of(own), leaf.name)
                continue
            self.cost += split.price * weigh(rows.weights, own)
            number = len(self.guesses)
            self.guesses.append(split.guess)
            self.edges.append([])
            for score, answer in reversed(split.answers.items()):
                if answer & own:
                    waiting.append((answer & own, after, number, score))

    def tree(self) -> Node:
        """Return the tree, of a game whose classes are the names."""
        rows = self.search.rows
        table = rows.table
        game: Any = table.game
        own: Any = game.score
        goals = [rows.names[self.names.get(row, goal)] for row, goal in enumerate(table.goals)]
        secrets = tuple(self._secrets())
        scores = own.scores if isinstance(own, WrittenScores) else table.scores.items
        lines = own.rows if isinstance(own, WrittenScores) else table.to_dict()["answers"]
        named: FiniteGame[Any, Any, Any] = FiniteGame(
            game.guesses,
            secrets,
            WrittenScores(game.guesses, secrets, scores, lines),
            weights=weights_of(game),
            costs=costs_of(game),
            goal=WrittenGoals(secrets, tuple(goals)),
            name=getattr(game, "name", "game"),
        )
        return stored_tree(compile_game(named), with_edges(self.guesses, self.edges), named)

    def _secrets(self) -> Iterator[Named]:
        """Yield the rows, each with the probability that its name is right."""
        rows = self.search.rows
        for row, (secret, shares) in enumerate(
            zip(rows.table.secrets.items, rows.shares, strict=True)
        ):
            certainty = shares.get(self.names[row], Fraction(0)) if row in self.names else 1
            plain = secret.row if hasattr(secret, "certainty") else secret
            yield Named(plain, Fraction(certainty))
