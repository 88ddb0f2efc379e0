"""Thresholds of numeric columns: questions "column <= t", or one question with bands as answers.

With costs, a measurement is paid once, however many of its thresholds are asked. The best guess is
then to ask for the band between two thresholds at once, which is the guess of a column with costs.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import accumulate, pairwise
from math import isfinite
from numbers import Real
from typing import Any, NamedTuple

from more_itertools import first, map_reduce

from mastermind_core.errors import BadArgument, GameTooLarge, shown
from mastermind_core.game import MOST_SCORES, whole_part
from mastermind_core.tables.cells import UNKNOWN, is_unknown
from mastermind_core.tables.reading import Table, unknown_cells

#: The number of different numbers up to which a column stays as it is by default, and the maximum
#: number of thresholds of a column at quantiles.
FEW = 16

#: The maximum number of answers to thresholds, a byte each, of all rows: by default, and at all.
_MOST_BY_DEFAULT, _MOST = 1 << 26, 1 << 29

#: The maximum number of rows that rows with unknown cells may expand to.
MOST_VERSIONS = 1 << 16


class Cut(NamedTuple):
    """The question whether the number in a column is at most a threshold.

    Attributes:
        column: The name of the column.
        threshold: The maximum of the numbers with the answer True.
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
    """Return bands in the order of their numbers."""
    return sorted(bands, key=lambda band: (band.low is not None, band.low, band.high is None))


def cut(
    table: Table, cuts: Any, goals: Sequence[Hashable] | None, *, banded: bool, unknown: str
) -> dict[Any, Sequence[Any]]:
    """Return the numeric columns that are asked by thresholds, with a band in place of each number.

    A ``banded`` guess of a column returns the band. Neighbouring bands with rows of one of the
    ``goals`` are then joined, unless ``unknown`` cells fit every band. Without goals every row is
    its own class.

    Raises:
        BadArgument: If ``cuts`` is not valid.
    """
    columns = {name: found for name, cells in table.columns.items() if (found := _numbers(cells))}
    plan = _plan(table, columns, cuts, banded=banded)
    filled = unknown in {"both", "chance"}
    if cuts is None and unknown == "both" and plan:
        plan = _fewer(table, plan)
    made: dict[Any, Sequence[Any]] = {}
    for name, given in plan.items():
        numbers = [*map(columns[name].__getitem__, table.columns[name])]
        known = [number for number in numbers if number is not None]
        free = banded and not (filled and len(known) < len(table.ids))
        thresholds = _thresholds(known, given)
        places = [-1 if x is None else bisect_left(thresholds, x) for x in numbers]
        kept = _telling(places, goals if free else None)
        if kept:
            edges = [None, *(thresholds[at] for at in kept), None]
            bands = [Band(*edge) for edge in pairwise(edges)]
            of: list[Any] = [bands[bisect_left(kept, at)] for at in range(len(thresholds) + 1)]
            made[name] = [*map([*of, None].__getitem__, places)]
        elif isinstance(given, list):
            span = f"{shown(min(known))} to {shown(max(known))}"
            raise BadArgument(f"cuts: no threshold of {shown(name)} is between its cells, {span}")
    return made


def _numbers(cells: Sequence[Any]) -> dict[Any, Any]:
    """Return the number of each cell, None for unknown cells; {} if another cell is no number."""
    numbers: dict[Any, Any] = {}
    for cell in dict.fromkeys(cells):
        if is_unknown(cell):
            numbers[cell] = None
        elif isinstance(cell, Real) and not isinstance(cell, bool):
            numbers[cell] = cell
        else:
            return {}
    return numbers if {*numbers.values()} != {None} else {}


def _plan(
    table: Table, columns: Mapping[Any, Mapping[Any, Any]], cuts: Any, *, banded: bool
) -> dict[Any, int | list[Any] | None]:
    """Return the thresholds of each column to cut: a list, or their maximum number if any."""
    if isinstance(cuts, Mapping):
        for name in cuts:
            if name not in table.columns:
                raise BadArgument(f"cuts: the table has no test {shown(name)}")
            if name not in columns:
                other = next(cell for cell in table.columns[name] if not is_unknown(cell))
                raise BadArgument(f"cuts: a cell of {shown(name)} is {shown(other)}, not a number")
        listed = {name: _listed(name, given) for name, given in cuts.items()}
        return {name: given for name, given in listed.items() if given != 0}
    sizes = {name: len({*numbers.values()} - {None}) for name, numbers in columns.items()}
    if cuts is not None:
        most = _most(cuts)
        return {name: most for name, size in sizes.items() if size > 2 and most != 0}
    # Integers in columns without names are answers, as those of a matrix of scores.
    many = {
        name: size
        for name, size in sizes.items()
        if size > FEW
        and not (isinstance(name, int) and {*map(type, columns[name].values())} <= {int})
    }
    answers = sum(many.values()) * (1 if banded else len(table.ids))
    few = answers > (MOST_SCORES // 2 if banded else _MOST_BY_DEFAULT)
    return dict.fromkeys(many, FEW if few else None)


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
    """Return the number of versions of rows with unknown cells, from the answers of each column."""
    versions: dict[int, int] = {}
    for at, name in unknown_cells(table):
        versions[at] = versions.get(at, 1) * sizes[name]
    return sum(versions.values())


def _most(cuts: Any) -> int | None:
    """Return the maximum number of thresholds of a column; None if it has no maximum."""
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


def _listed(name: Any, given: Any) -> int | list[Any] | None:
    """Return the thresholds that were given for a column, or their maximum number."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        return _most(given)
    listed: list[Any] = []
    for one in given:
        if not isinstance(one, (Real, Decimal)) or isinstance(one, bool) or not isfinite(one):
            raise BadArgument(f"cuts: a threshold of {shown(name)} must be a number: {shown(one)}")
        whole = whole_part(one)
        listed.append(float(one) if whole is None else whole)
    return sorted({*listed})


def _thresholds(numbers: Sequence[Any], given: int | list[Any] | None) -> list[Any]:
    """Return the thresholds of a column: those given, or midpoints of neighbouring numbers."""
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
    """Return the middle of two numbers, in at most 12 digits if that is between them."""
    try:
        middle = float(low) / 2 + float(high) / 2
    except OverflowError:
        return low
    for number in (float(f"{middle:.12g}"), middle):
        if low <= number < high:
            return int(number) if number.is_integer() else number
    return low


def _telling(places: Sequence[int], goals: Sequence[Hashable] | None) -> list[int]:
    """Return the places of the thresholds to keep, from the number of those under each row.

    Thresholds with the same rows below are one. With goals a threshold is dropped if all rows in
    the bands on both sides have one goal, because no game goes on there. The others are the
    boundary points of Fayyad and Irani (1992). One threshold always stays.
    """
    kinds: dict[int, set[Hashable]] = {}
    for place, goal in zip(places, goals or places, strict=True):
        kinds.setdefault(place, set()).add(goal)
    kinds.pop(-1, None)
    pairs = [*pairwise(sorted(kinds))]
    telling = [low for low, high in pairs if len(kinds[low] | kinds[high]) > 1]
    return telling or [low for low, _ in pairs[:1]]


def questions(columns: Mapping[Any, Sequence[Any]]) -> dict[Any, list[tuple[Cut, bytes]]]:
    """Return the questions for columns of bands, with the answers by row.

    An answer is 0 for True, 1 for False, and 2 for unknown.

    Raises:
        GameTooLarge: If the answers take too much memory.
    """
    n_rows = max(map(len, columns.values()), default=0)
    n_questions = sum(len({*cells}) - 1 for cells in columns.values())
    if n_questions * n_rows > _MOST:
        raise GameTooLarge(
            f"{n_questions:,} thresholds of {n_rows:,} rows take {n_questions * n_rows:,} bytes, "
            f'over {_MOST:,}: pass cuts="quantiles", or fewer columns or rows'
        )
    return {name: [*_questions(name, cells)] for name, cells in columns.items()}


def _questions(name: Any, cells: Sequence[Any]) -> Iterator[tuple[Cut, bytes]]:
    """Yield the questions for a column of bands, with the answers by row."""
    rows = map_reduce(range(len(cells)), cells.__getitem__)
    answers = bytearray(b"\1" * len(cells))
    for at in rows.pop(UNKNOWN, ()):
        answers[at] = 2
    for band in in_order(rows)[:-1]:
        for at in rows[band]:
            answers[at] = 0
        yield Cut(name, band.high), bytes(answers)
