"""Rows of tables with unknown cells, classes and weights, and rows that are equal."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from itertools import chain, product
from math import prod
from operator import itemgetter, or_
from typing import Any, NamedTuple

from attrs import evolve, frozen
from more_itertools import map_reduce

from mastermind_core.arguments import choice
from mastermind_core.errors import BadArgument, BadGame, counted, shown
from mastermind_core.game import (
    Exact,
    check_items,
    checked_goals,
    exact_numbers,
    fraction_of,
    is_hashable,
    listed,
    numbered,
)
from mastermind_core.tables.cells import (
    FEW_ANSWERS,
    UNKNOWN,
    Either,
    Interval,
    is_missing,
    is_unknown,
    states_of,
)
from mastermind_core.tables.cutting import FEW, MOST_VERSIONS, Band, Cut, cut, in_order, questions
from mastermind_core.tables.reading import Table, as_numbers, as_states, read_table, unknown_cells
from mastermind_core.tables.values import Is, split_columns, value_questions

#: The maximum number of equal rows that are listed by name.
_MOST_NAMED = 3


class Mixed(NamedTuple):
    """A row that stands for rows in several classes with the same cells.

    Attributes:
        row: The id that a row in the likeliest class has.
        share: This class's share in the weight of all these rows.
        others: Pairs of another class and its share.
    """

    row: Any
    share: Fraction
    others: tuple[tuple[Any, Fraction], ...] = ()

    @property
    def certainty(self) -> Fraction:
        """Return the probability that the row's class is right."""
        return self.share if isinstance(self.share, Fraction) else Fraction(1)

    def __str__(self) -> str:
        return f"{self.row} (share {float(self.share):.3g})"

    def __repr__(self) -> str:
        return str(self)


class Named(NamedTuple):
    """A row of a tree with errors.

    Attributes:
        row: The row of the table.
        certainty: The probability that the name at its end is right for the row.
    """

    row: Any
    certainty: Fraction

    def __str__(self) -> str:
        return f"{self.row} ({'right' if self.certainty == 1 else f'right {self.certainty}'})"

    def __repr__(self) -> str:
        return str(self)


class Merged(NamedTuple):
    """Several rows with the same cells: any may be the right one.

    Attributes:
        rows: The rows' ids.
    """

    rows: tuple[Any, ...]

    def __str__(self) -> str:
        if len(self.rows) <= _MOST_NAMED:
            return " or ".join(map(str, self.rows))
        return f"{self.rows[0]} ({len(self.rows)} equal rows)"

    def __repr__(self) -> str:
        return str(self)


class Version(NamedTuple):
    """A row with values for its unknown cells.

    Attributes:
        row: The row's id.
        taken: The assumed cells, as (test, answer) pairs.
    """

    row: Any
    taken: tuple[tuple[Any, Any], ...]

    def __str__(self) -> str:
        return f"{self.row} ({', '.join(f'{test}: {answer}' for test, answer in self.taken)})"

    def __repr__(self) -> str:
        return str(self)


def _known_answers(table: Table, name: object) -> Either:
    """Return a column's known answers, or raise BadGame if it has none."""
    known = dict.fromkeys(chain.from_iterable(map(states_of, table.columns[name])))
    answers = Either(cell for cell in known if not is_unknown(cell))
    if not answers:
        raise BadGame(f"the column {shown(name)} has no known answer: leave it out")
    return answers


def completed(table: Table, columns: Collection[Any], *, missing: bool) -> tuple[Table, list[int]]:
    """Return a table with each row with several states replaced by a version per possible answer.

    The cells come from some columns. Those without a value count as well if ``missing``. The second
    result is each row's original index.
    """
    open_cells = _open_cells(table, columns, missing=missing)
    if not open_cells:
        return table, list(range(len(table.ids)))
    answers = {name: _known_answers(table, name) for name in chain(*open_cells.values())}

    def fitting(at: int, name: object) -> Sequence[Hashable]:
        cell = table.columns[name][at]
        return cell if isinstance(cell, Either) else answers[name]

    total = sum(prod(len(fitting(at, name)) for name in open_cells[at]) for at in open_cells)
    if total > MOST_VERSIONS:
        raise _too_many_versions(table, total, open_cells)
    ids, of, rows = [], list[int](), []
    for at, row in enumerate(table.rows()):
        names = open_cells.get(at, [])
        for cells in product(*(fitting(at, name) for name in names)):
            taken = tuple(zip(names, cells, strict=True))
            ids.append(Version(table.ids[at], taken) if names else table.ids[at])
            of.append(at)
            rows.append(row | dict(taken))
    return Table(ids, {name: [row[name] for row in rows] for name in table.columns}), of


def _open_cells(table: Table, columns: Collection[Any], *, missing: bool) -> dict[int, list[Any]]:
    """Return the columns in which each row has several states, or a ``missing`` one."""
    several = (
        (at, name)
        for at, name in unknown_cells(table)
        if name in columns and (missing or isinstance(table.columns[name][at], Either))
    )
    return map_reduce(several, itemgetter(0), itemgetter(1))


class TooManyVersionsError(BadGame):
    """Rows whose unknown cells may be completed in too many ways."""


def _too_many_versions(
    table: Table, total: int, open_cells: Mapping[int, list[Any]]
) -> TooManyVersionsError:
    """Return the error for rows that may be completed in too many ways."""
    most = max(open_cells, key=lambda at: len(open_cells[at]))
    return TooManyVersionsError(
        f"the unknown cells may be filled in {total:,} ways, over {MOST_VERSIONS:,}: leave out "
        f"rows with many, such as {shown(table.ids[most])}, or columns; pass fewer thresholds, "
        'such as cuts=4; or pass unknown="chance", "answer" or "never"'
    )


@frozen(kw_only=True)
class Options:
    """The ``from_table`` options for rows and cells, and whether its questions are banded."""

    likelihoods: bool
    unknown: str = choice("refuse", "both", "chance", "answer", "never")
    duplicates: str = choice("error", "merge", "class")
    cuts: Any
    questions: str | None = choice("values", "yes-no", optional=True)
    banded: bool


@frozen
class AskedTable:
    """A table without unknown cells, ready to be made a game.

    Attributes:
        ids: The rows' ids, which are the secrets.
        columns: Each test's cells, in row order.
        weights: Each row's weight, or an empty tuple if all are equal.
        goals: Each row's goal.
        cut: The banded columns that are asked threshold by threshold.
        split: The columns that are asked value by value.
        banded: The banded columns that are asked for the band.
        left_out: The columns that are not asked, because some of their cells are unknown.
    """

    ids: Sequence[Any]
    columns: Mapping[Any, Sequence[Any]]
    weights: Sequence[Exact]
    goals: Sequence[Hashable]
    cut: Collection[Any]
    split: Collection[Any]
    banded: Collection[Any]
    left_out: Collection[Any] = ()

    def scores(self) -> tuple[Sequence[Any], Sequence[Hashable], Sequence[Sequence[int]]]:
        """Return the guesses, the distinct scores, and each row's score index."""
        by_yes_or_no = {*self.cut, *self.split}
        plain = {name: cells for name, cells in self.columns.items() if name not in by_yes_or_no}
        scores, written = numbered(plain.values(), self._first_scores())
        rows: Mapping[Any, Sequence[int]] = dict(zip(plain, written, strict=True))
        several: Mapping[Any, Any] = {
            **questions({name: self.columns[name] for name in self.cut}),
            **value_questions({name: self.columns[name] for name in self.split}),
        }
        asked: list[tuple[Any, Sequence[int]]] = []
        for name in self.columns:
            asked += several[name] if name in several else [(name, rows[name])]
        return tuple(name for name, _ in asked), scores, tuple(row for _, row in asked)

    def _first_scores(self) -> list[Hashable]:
        """Return the scores with the first indices: yes-or-no answers, and bands."""
        answers = dict.fromkeys(cell for name in self.banded for cell in self.columns[name])
        bands = in_order(answer for answer in answers if isinstance(answer, Band))
        if not (self.cut or self.split):
            return [*bands]
        gaps = any(UNKNOWN in self.columns[name] for name in self.cut)
        return [*[True, False, UNKNOWN][: 2 + gaps], *bands]


def _options(how: Mapping[str, Any]) -> Options:
    """Return options. A question about any column of likelihoods has the answers yes and no."""
    options = Options(**how)
    return evolve(options, cuts="none", questions="values") if options.likelihoods else options


def asked_table(data: object, prior: object, by: object, named: object, **how: Any) -> AskedTable:
    """Return a table with its rows' weights and goals.

    ``prior``, ``by`` and ``named`` are the rows' weights, goals and ids. Each is a column or a list
    with one value per row. The others are as in :class:`Options`.
    """
    options = _options(how)
    table, goals, priors = read_rows(data, by=by, named=named, prior=prior)
    every = table.columns
    table = _known(table, options.unknown)
    how_asked = {name: getattr(options, name) for name in _ASKED}
    cuts, split = asked_columns(table, None if by is None else goals, how_asked)
    table = evolve(table, columns=table.columns | cuts)
    by_threshold = {} if options.banded else cuts
    if options.unknown in {"answer", "chance"}:
        table = _filled(table, options, by_threshold)
    # A row with several states of a cell fits each of them. By chance it stays one secret, unless
    # the states are bands, between which thresholds have no answer.
    several = by_threshold if options.unknown == "chance" else table.columns
    whole, of = completed(table, several, missing=options.unknown == "both")
    shares = exact_numbers("prior", map(cell_number, priors), table.ids, zero=True)
    versions = Counter(of)
    ready = AskedTable(
        whole.ids,
        whole.columns,
        tuple(Fraction(shares[at]) / versions[at] for at in of),
        [goals[at] for at in of],
        cut=by_threshold,
        split=split,
        banded=cuts if options.banded else (),
        left_out=every.keys() - table.columns,
    )
    ready = _without_duplicates(ready, options.duplicates, classes=by is not None)
    if options.unknown == "chance" and not options.likelihoods and options.duplicates != "class":
        _check_possible(ready)
    return evolve(ready, weights=()) if set(ready.weights) == {1} else ready


def read_rows(
    data: object, *, by: object, named: object, prior: object = None, repeats: bool = False
) -> tuple[Table, Sequence[Hashable], Sequence[Any]]:
    """Return the columns to ask for with the rows' ids, goals and weights.

    Args:
        data: The table.
        by: The rows' goals.
        named: The rows' ids.
        prior: The rows' weights.
        repeats: Whether rows may share an id.

    Raises:
        BadArgument: If the table cannot be read, or has no column to ask for.
    """
    table = read_table(data)
    taken = set[Any]()
    ids = beside(table, named, "id", taken) or table.ids
    if not (repeats and all(map(is_hashable, ids))):
        check_items("id", ids)
    table = evolve(table, ids=ids)
    priors = beside(table, prior, "prior", taken, 1) or [1] * len(ids)
    goals = checked_goals(ids, beside(table, by, "by", taken) or ids)
    asked = {
        name: as_numbers(as_states(column), written=table.written)
        for name, column in table.columns.items()
        if name not in taken
    }
    if not asked:
        raise BadArgument("the table has no column to ask for")
    return evolve(table, columns=asked), goals, priors


#: The options that decide the questions about a column.
_ASKED = ("cuts", "questions", "banded", "unknown")


def asked_columns(
    table: Table, goals: Sequence[Hashable] | None, options: Mapping[str, Any]
) -> tuple[dict[Any, Sequence[Any]], set[Any]]:
    """Return the cut columns' bands, and the columns that are asked by value."""
    banded, form, unknown = (options[name] for name in ("banded", "questions", "unknown"))
    few = {None: FEW if banded else FEW_ANSWERS, "values": FEW, "yes-no": 2}[form]
    cuts = cut(table, options["cuts"], goals, few=few, banded=banded, unknown=unknown)
    by_value = "values" if banded else form
    return cuts, split_columns(table, cuts, by_value, chance=unknown == "chance")


def _known(table: Table, unknown: str) -> Table:
    """Return a table whose unknown cells may stay, or raise BadGame for the first one."""
    missing = [
        (at, name) for at, name in unknown_cells(table) if is_missing(table.columns[name][at])
    ]
    gaps = {name: at for at, name in missing}
    if not gaps or unknown in {"both", "chance", "answer"}:
        return table
    if unknown == "never" and len(gaps) < len(table.columns):
        known = {name: cells for name, cells in table.columns.items() if name not in gaps}
        return evolve(table, columns=known)
    if unknown == "never":
        raise BadGame('every column has an unknown cell: pass unknown="both" or "answer"')
    at, column = missing[0]
    others = len(missing) - 1
    more = f", and {counted(others, 'cell')} more of {counted(len(gaps), 'column')}"
    raise BadGame(
        f"{shown(column)} of {shown(table.ids[at])} is unknown{more * bool(others)}: fill it in, "
        'or pass unknown="both", "chance", "answer" or "never" '
        "(mastermind_core.tables.describe lists all)"
    )


def _without_duplicates(table: AskedTable, duplicates: str, *, classes: bool) -> AskedTable:
    """Return a table whose rows with equal cells have one goal, or one row for each such group.

    Without classes each row is its own class, and a merged row has all names.
    """
    cells = list(zip(*table.columns.values(), strict=True))
    groups = map_reduce(range(len(cells)), cells.__getitem__)
    ids, weights, goals, kept = [], [], [], []
    for rows in groups.values():
        first, share, others, total = _likeliest(table, rows)
        if share < 1 and (duplicates == "error" or (duplicates == "merge" and classes)):
            raise _alike(table, first, _row_of_another_goal(table, rows, table.goals[first]))
        named, goal = table.ids[first], table.goals[first]
        if share < 1 and duplicates == "class":
            named = Mixed(named, share, others)
        elif duplicates == "merge" and not classes and len(rows) > 1:
            named = goal = Merged(tuple(table.ids[row] for row in rows))
        kept.append(first)
        ids.append(named)
        weights.append(total)
        goals.append(goal)
    if duplicates == "error":
        return table
    columns = {name: _picked(column, kept) for name, column in table.columns.items()}
    return evolve(table, ids=ids, columns=columns, weights=weights, goals=goals)


def _picked(column: Sequence[Any], rows: Sequence[int]) -> Sequence[Any]:
    """Return some rows' cells."""
    return [column[row] for row in rows]


def _row_of_another_goal(table: AskedTable, rows: Sequence[int], goal: object) -> int:
    """Return, among some rows, the first that has a weight and another goal."""
    return next(row for row in rows if table.weights[row] and table.goals[row] != goal)


def _likeliest(
    table: AskedTable, rows: Sequence[int]
) -> tuple[int, Fraction, tuple[tuple[Hashable, Fraction], ...], Exact]:
    """Return the first row of the likeliest class, its share, the other shares, and the weight."""
    shares: dict[Hashable, Exact] = {}
    for at in rows:
        shares[table.goals[at]] = shares.get(table.goals[at], 0) + table.weights[at]
    likeliest = max(shares, key=shares.__getitem__)
    first = next(at for at in rows if table.goals[at] == likeliest)
    total = sum(shares.values())
    if not total:
        return first, Fraction(1), (), total
    parts = {goal: Fraction(share) / total for goal, share in shares.items() if share}
    share = parts.pop(likeliest)
    return first, share, tuple(parts.items()), total


def _alike(table: AskedTable, *rows: int) -> BadGame:
    """Return the error for two rows that nothing distinguishes."""
    one, two = (shown(table.ids[at]) for at in sorted(rows))
    has_classes = len({*table.goals}) < len(table.goals)
    merged = "" if has_classes else ', or "merge" to keep all names'
    return BadGame(
        f"no column distinguishes {one} from {two}: remove one of these rows, fill in unknown "
        'cells, add a column or thresholds, or pass duplicates="class" to keep the likeliest class'
        f"{merged}"
    )


def _filled(table: Table, options: Options, cuts: Collection[Any]) -> Table:
    """Return a table whose unknown cells are an answer, a 1/2 chance, or all known answers."""
    columns = dict(table.columns)
    for name in dict.fromkeys(name for _, name in unknown_cells(table)):
        several = options.unknown == "chance" and name not in cuts
        free: Any = _known_answers(table, name) if several else UNKNOWN
        free = Fraction(1, 2) if several and options.likelihoods else free
        columns[name] = [free if is_missing(cell) else cell for cell in columns[name]]
    return evolve(table, columns=columns)


def _check_possible(table: AskedTable) -> None:
    """Raise BadGame if rows with different goals may have the same answers, by bit sets."""
    fits, same = [-1] * len(table.ids), defaultdict[Hashable, int](int)
    for at, goal in enumerate(table.goals):
        same[goal] |= (table.weights[at] > 0) << at
    for name, cells in table.columns.items():
        rows = defaultdict[Any, int](int)
        for at, cell in enumerate(cells):
            for state in states_of(cell):
                rows[state] |= 1 << at
        free = rows[UNKNOWN] if name in table.cut else 0
        for at, cell in enumerate(cells):
            if not (free and cell == UNKNOWN):
                fits[at] &= reduce(or_, map(rows.__getitem__, states_of(cell)), free)
    everything = reduce(or_, same.values())
    for at, goal in enumerate(table.goals):
        others = fits[at] & everything & ~same[goal]
        if others and table.weights[at]:
            raise _alike(table, at, others.bit_length() - 1)


def cell_number(cell: object) -> Any:
    """Return the number in a file's cell, or the cell if it is not a number."""
    if not isinstance(cell, str):
        return cell
    try:
        return fraction_of(cell)
    except ValueError:
        return cell


def _known_cells(table: Table, name: object) -> Sequence[Any]:
    """Return a column's cells, or raise BadGame if one is unknown."""
    for own, cell in zip(table.ids, table.columns[name], strict=True):
        if is_unknown(cell):
            raise BadGame(f"{shown(name)} of {shown(own)} is unknown: fill it in")
    return table.columns[name]


def beside(
    table: Table, given: object, name: str, taken: set[Any], missing: object = None
) -> Sequence[Any] | None:
    """Return a value per row, or None if none is given.

    The values are one or more columns, which are added to ``taken``, or lists by row. A mapping may
    leave out rows, whose value is ``missing``.
    """
    if given is None:
        return None
    if isinstance(given, list) and given and all(isinstance(one, str) for one in given):
        columns = len({*given} & {*table.columns})
        several = columns == len(given) or (columns and len(given) != len(table.ids))
        if name != "prior" and several:
            parts = [beside(table, one, name, taken) for one in given]
            return [*zip(*parts, strict=True)]
    with suppress(TypeError):  # values by row may be unhashable
        if given in table.columns:
            taken.add(given)
            return _known_cells(table, given)
    if isinstance(given, str):
        names = ", ".join(map(shown, list(table.columns)[:5]))
        raise BadArgument(f"{name}: the table has no column {shown(given)}; it has {names}")
    if callable(given):
        return list(map(given, table.rows()))
    return listed(name, given, table.ids, "row", missing)


#: The named tuples of games of tables, for files.
FILED = (Band, Cut, Interval, Is, Merged, Mixed, Named, Version)
