"""Thresholds for numeric columns: questions "column <= t", or one question with bands as answers.

With costs, a measurement is paid once, however many thresholds are asked. The best guess therefore
asks for the band between two thresholds at once: so does a column's guess with costs.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from itertools import accumulate, pairwise
from math import isfinite
from numbers import Real
from typing import Any, NamedTuple, TypeAlias

from more_itertools import first, map_reduce

from mastermind_core.errors import BadArgument, GameTooLarge, shown
from mastermind_core.game import MOST_SCORES, whole_part
from mastermind_core.tables.cells import (
    UNKNOWN,
    Either,
    Interval,
    is_missing,
    is_unknown,
    states_of,
)
from mastermind_core.tables.reading import Table, unknown_cells

#: The number of different numbers up to which a column stays as it is by default, and the maximum
#: number of thresholds of a column at quantiles.
FEW = 16

#: The maximum number of answers to thresholds, a byte each, of all rows: by default, and at all.
_MOST_BY_DEFAULT, _MOST = 1 << 26, 1 << 29

#: The number up to which each integer is a float, so that a float may be written as an integer.
_EXACT = 1 << 53

#: The maximum number of rows that rows with unknown cells may expand to.
MOST_VERSIONS = 1 << 16


#: The numbers of a cell, as pairs of a minimum and a maximum. An unknown cell has none.
Span: TypeAlias = tuple[tuple[Any, Any], ...]


class Cut(NamedTuple):
    """The question whether the number in a column is at most a threshold.

    Attributes:
        column: The column's name.
        threshold: The maximum among the numbers with the answer True.
    """

    column: Any
    threshold: Any

    def __str__(self) -> str:
        return f"{self.column} <= {self.threshold}"

    def __repr__(self) -> str:
        return str(self)


class Band(NamedTuple):
    """The numbers over one threshold, up to the next one.

    Attributes:
        low: The exclusive minimum, or None.
        high: The inclusive maximum, or None.
    """

    low: Any
    high: Any

    def __str__(self) -> str:
        if self.low is None:
            return "any x" if self.high is None else f"x <= {self.high}"
        return f"x > {self.low}" if self.high is None else f"{self.low} < x <= {self.high}"

    def __repr__(self) -> str:
        return str(self)

    def joined_with(self, other: Band) -> Band:
        """Return the band between two neighbouring numbers."""
        return Band(self.low, other.high)


def in_order(bands: Iterable[Band]) -> list[Band]:
    """Return bands, ordered by their numbers. Time bands are the last."""

    def key(band: Band) -> tuple[Any, ...]:
        first = band.low is None
        return not first, kind_of(band.high if first else band.low), band.low, band.high is None

    return sorted(bands, key=key)


def cut(
    table: Table,
    cuts: object,
    goals: Sequence[Hashable] | None,
    *,
    few: int,
    banded: bool,
    unknown: str,
) -> dict[Any, Sequence[Any]]:
    """Return the numeric columns that are asked by thresholds, with a band for each number.

    A column's ``banded`` guess returns the band. Neighbouring bands whose rows share a goal in
    ``goals`` are then joined, unless ``unknown`` cells fit every band. Without goals every row is
    its own class. By default a column with up to ``few`` different numbers stays as it is.

    Raises:
        BadArgument: If ``cuts`` is not valid.
    """
    columns = {name: found for name, cells in table.columns.items() if (found := spans_of(cells))}
    plan = _plan(table, columns, cuts, few, banded=banded)
    filled = unknown in {"both", "chance"}
    if cuts is None and unknown == "both" and plan:
        plan = _fewer(table, plan)
    made: dict[Any, Sequence[Any]] = {}
    for name, given in plan.items():
        spans = [*map(columns[name].__getitem__, table.columns[name])]
        free = banded and not (filled and not all(spans))
        made[name] = _bands_of(name, spans, given, goals if free else None)
    return {name: cells for name, cells in made.items() if cells}


def _bands_of(
    name: object,
    spans: Sequence[Span],
    given: int | list[Any] | None,
    goals: Sequence[Hashable] | None,
) -> Sequence[Any]:
    """Return the bands for a column's cells, or an empty list if no threshold separates them.

    Raises:
        BadArgument: If no threshold in ``given`` does.
    """
    known = [edge for span in spans for pair in span for edge in dict.fromkeys(pair)]
    thresholds = _thresholds(known, given)
    places = [_places(thresholds, span) for span in spans]
    kept = _telling(places, goals)
    if kept:
        edges = [None, *(thresholds[at] for at in kept), None]
        bands = [Band(*edge) for edge in pairwise(edges)]
        of = [bands[bisect_left(kept, at)] for at in range(len(thresholds) + 1)]
        return [_fitting(of[at] for at in several) for several in places]
    if isinstance(given, list):
        limits = f"{shown(min(known))} to {shown(max(known))}"
        raise BadArgument(f"cuts: no threshold of {shown(name)} is between its cells, {limits}")
    return []


def _places(thresholds: Sequence[Any], span: Iterable[tuple[Any, Any]]) -> list[int]:
    """Return how many thresholds lie under each number that a cell may be."""
    found = set[int]()
    for low, high in span:
        found.update(range(bisect_left(thresholds, low), bisect_left(thresholds, high) + 1))
    return sorted(found)


def _fitting(bands: Iterable[Band]) -> Any:
    """Return a cell's one band, several bands, or None for an unknown cell."""
    different = tuple(dict.fromkeys(bands))
    if len(different) == 1:
        return different[0]
    return Either(different) if different else None


def spans_of(cells: Sequence[Any]) -> dict[Any, Span]:
    """Return the numbers or times that each cell may be, or {} if a cell is something else."""
    spans: dict[Any, Span] = {}
    for cell in dict.fromkeys(cells):
        if is_missing(cell):
            spans[cell] = ()
            continue
        pairs = [_pair(state) for state in states_of(cell)]
        if None in pairs:
            return {}
        spans[cell] = tuple(pair for pair in pairs if pair is not None)
    edges = {kind_of(edge) for span in spans.values() for pair in span for edge in pair}
    return spans if len(edges) == 1 else {}


def _pair(state: Any) -> tuple[Any, Any] | None:
    """Return a state's minimum and maximum, or None if it is not a number or a time."""
    low, high = state if isinstance(state, Interval) else (state, state)
    for edge in (low, high):
        if not isinstance(edge, (Real, date)) or isinstance(edge, bool):
            return None
    if isinstance(state, Interval) and (kind_of(low) != kind_of(high) or not low <= high):
        raise BadArgument(f"{shown(state)} must have a minimum and a maximum, in this order")
    return low, high


def kind_of(number: Any) -> tuple[str, bool]:
    """Return the kind: a number, a day or a time. Only values with one kind can be compared."""
    if isinstance(number, datetime):
        return "time", number.tzinfo is not None
    return ("day" if isinstance(number, date) else "number"), False


def _edges_of(spans: Iterable[Any]) -> set[Any]:
    """Return the intervals' ends in a column."""
    return {edge for intervals in spans for interval in intervals for edge in interval}


def _plan(
    table: Table, columns: Mapping[Any, Mapping[Any, Any]], cuts: object, few: int, *, banded: bool
) -> dict[Any, int | list[Any] | None]:
    """Return the thresholds for each column to cut: a list, or their maximum number if any."""
    ranges = dict.fromkeys(name for name in columns if has_intervals(table.columns[name]))
    if isinstance(cuts, Mapping):
        return ranges | _given(table, columns, cuts)
    edges = {name: _edges_of(spans.values()) for name, spans in columns.items()}
    sizes = {name: len(numbers) for name, numbers in edges.items()}
    if cuts is not None:
        most = _most(cuts)
        cut_columns = [name for name, size in sizes.items() if size > 2 and most != 0]
        return ranges | dict.fromkeys(cut_columns, most)

    def has_many(name: object) -> bool:
        return sizes[name] > few and not _is_of_matrix(name, edges[name])

    many = {name: size for name, size in sizes.items() if name in ranges or has_many(name)}
    edge_count = sum(many.values())
    if banded:
        too_many = edge_count > MOST_SCORES // 2
    else:
        too_many = edge_count * len(table.ids) > _MOST_BY_DEFAULT
    return dict.fromkeys(many, FEW if too_many else None)


def _is_of_matrix(name: object, numbers: Iterable[Any]) -> bool:
    """Return whether integers in a column without a name are answers, as in a score matrix."""
    return isinstance(name, int) and {*map(type, numbers)} <= {int}


def _given(
    table: Table, columns: Mapping[Any, Any], cuts: Mapping[Any, Any]
) -> dict[Any, int | list[Any] | None]:
    """Return the thresholds that were given for some columns."""
    for name in cuts:
        if name not in table.columns:
            raise BadArgument(f"cuts: the table has no test {shown(name)}")
        if name not in columns:
            other = next(cell for cell in table.columns[name] if not is_unknown(cell))
            raise BadArgument(f"cuts: a cell of {shown(name)} is {shown(other)}, not a number")
    listed = {name: _listed(name, given) for name, given in cuts.items()}
    return {name: given for name, given in listed.items() if given != 0}


def has_intervals(cells: Sequence[Any]) -> bool:
    """Return whether some cell in a column is an interval, or may be one among several."""
    return any(isinstance(state, Interval) for cell in {*cells} for state in states_of(cell))


def _fewer(table: Table, plan: Mapping[Any, Any]) -> dict[Any, int | list[Any] | None]:
    """Return a plan with fewer thresholds if rows with unknown cells have too many versions."""
    sizes = {}
    for name, cells in table.columns.items():
        sizes[name] = sum(not is_unknown(cell) for cell in {*cells})
    for most in (first(plan.values()), FEW, FEW // 2, FEW // 4):
        bands = {name: min(sizes[name], (most or sizes[name]) + 1) for name in plan}
        if count_versions(table, sizes | bands) <= MOST_VERSIONS:
            break
    return dict.fromkeys(plan, most)


def count_versions(table: Table, sizes: Mapping[Any, int]) -> int:
    """Return how many versions rows with unknown cells have, from each column's answers."""
    versions: dict[int, int] = {}
    for at, name in unknown_cells(table):
        versions[at] = versions.get(at, 1) * sizes[name]
    return sum(versions.values())


def _most(cuts: object) -> int | None:
    """Return the maximum number of thresholds in a column, or None without a maximum."""
    words = {"all": None, "quantiles": FEW, "none": 0}
    if isinstance(cuts, str) and cuts in words:
        return words[cuts]
    number = whole_part(cuts)
    if number is not None and number > 0:
        return number
    raise BadArgument(
        'cuts must be "all", "quantiles", "none", a number of thresholds from 1, or a mapping of '
        f"columns to thresholds, not {shown(cuts)}"
    )


def _listed(name: object, given: object) -> int | list[Any] | None:
    """Return the thresholds that were given for a column, or their maximum number."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        return _most(given)
    listed: list[Any] = []
    for one in given:
        if isinstance(one, date):
            listed.append(one)
            continue
        if not isinstance(one, (Real, Decimal)) or isinstance(one, bool) or not isfinite(one):
            raise BadArgument(f"cuts: a threshold of {shown(name)} must be a number: {shown(one)}")
        whole = whole_part(one)
        listed.append(float(one) if whole is None else whole)
    return sorted({*listed})


def _thresholds(numbers: Sequence[Any], given: int | list[Any] | None) -> list[Any]:
    """Return a column's thresholds: those given, or midpoints between neighbouring numbers."""
    if isinstance(given, list):
        return given
    counts = Counter(numbers)
    pairs = [*pairwise(sorted(counts))]
    if given is not None and len(pairs) > given:
        below = [*accumulate(counts[low] for low, _ in pairs)]
        parts = (len(numbers) * part / (given + 1) for part in range(1, given + 1))
        places = {min(bisect_left(below, part), len(pairs) - 1) for part in parts}
        pairs = [pairs[at] for at in sorted(places)]
    return [_between(low, high) for low, high in pairs]


def _between(low: Any, high: Any) -> Any:
    """Return the number midway between two numbers, in at most 12 digits if that is between them.

    For two days or times it is the first, which reads best.
    """
    if isinstance(low, date):
        return low
    try:
        middle = float(low) / 2 + float(high) / 2
    except OverflowError:
        return low
    for number in (float(f"{middle:.12g}"), middle):
        if low <= number < high:
            whole = number.is_integer() and abs(number) < _EXACT
            return int(number) if whole else number
    return low


def _telling(places: Sequence[Sequence[int]], goals: Sequence[Hashable] | None) -> list[int]:
    """Return the places where thresholds are kept, from how many are under each row.

    Thresholds with the same rows below are one. With goals a threshold is dropped if all rows in
    the bands on both sides have one goal, because no game goes on there. The others are the
    boundary points after Fayyad and Irani (1992). One threshold always stays.
    """
    kinds: dict[int, set[Hashable]] = {}
    for at, several in enumerate(places):
        for place in several:
            kinds.setdefault(place, set()).add(place if goals is None else goals[at])
    pairs = [*pairwise(sorted(kinds))]
    telling = [low for low, high in pairs if len(kinds[low] | kinds[high]) > 1]
    return telling or [low for low, _ in pairs[:1]]


def questions(columns: Mapping[Any, Sequence[Any]]) -> dict[Any, list[tuple[Cut, bytes]]]:
    """Return the questions for banded columns, with the answers by row.

    An answer is 0 for True, 1 for False, and 2 for unknown.

    Raises:
        GameTooLarge: If the answers take too much memory.
    """
    n_rows = max(map(len, columns.values()), default=0)
    check_questions(sum(len({*cells}) - 1 for cells in columns.values()), n_rows)
    return {name: [*_questions(name, cells)] for name, cells in columns.items()}


def check_questions(n_questions: int, n_rows: int) -> None:
    """Raise GameTooLarge if all rows' answers to all questions take too much memory."""
    if n_questions * n_rows > _MOST:
        raise GameTooLarge(
            f"{n_questions:,} questions about {n_rows:,} rows take {n_questions * n_rows:,} bytes, "
            f'over {_MOST:,}: pass cuts="quantiles", or fewer columns or rows'
        )


def _questions(name: object, cells: Sequence[Any]) -> Iterator[tuple[Cut, bytes]]:
    """Yield the questions for a banded column, with the answers by row."""
    rows = map_reduce(range(len(cells)), cells.__getitem__)
    answers = bytearray(b"\1" * len(cells))
    for at in rows.pop(UNKNOWN, ()):
        answers[at] = 2
    for band in in_order(rows)[:-1]:
        for at in rows[band]:
            answers[at] = 0
        yield Cut(name, band.high), bytes(answers)
