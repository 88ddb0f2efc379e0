"""Trees of tables for other programs and for people: as Python, as SQL and as couplets."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timezone
from decimal import Decimal
from fractions import Fraction
from html import escape
from inspect import getsource
from itertools import pairwise
from math import inf, isinf, nextafter
from sys import float_info
from textwrap import wrap
from types import NoneType
from typing import Any

from mastermind_core.arguments import scalar
from mastermind_core.errors import BadArgument, shown
from mastermind_core.notation import show_item
from mastermind_core.tables.cells import UNKNOWN, is_mark
from mastermind_core.tables.keys import (
    Step,
    check_unseen,
    distance,
    end_of,
    end_of_number,
    find,
    nearest_end,
    number_of,
    ranges_for,
    steps_of,
    written_number,
)
from mastermind_core.tables.rows import Merged
from mastermind_core.tree import HasTree, Node, Outcome, some_tree

#: The largest finite float.
_MAX = float_info.max

#: The number of letters in a line of a couplet, before its dots.
_LEAD = 60

#: A page of couplets, which no page break of a printer splits.
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 1rem/1.4 Georgia, serif; margin: 2rem auto; max-width: 44rem; padding: 0 1rem; }}
table {{ border-collapse: collapse; width: 100%; }}
td {{ overflow-wrap: anywhere; padding: .15rem .5rem; vertical-align: top; }}
td:first-child {{ white-space: nowrap; }}
td:last-child {{ text-align: right; width: 40%; }}
tr {{ break-inside: avoid; }}
tr:has(b) td {{ border-top: 1px solid #bbb; break-after: avoid; }}
@media print {{ body {{ font-size: 10pt; margin: 0; max-width: none; }} a {{ color: inherit; }} }}
</style>
</head>
<body>
<h1>{title}</h1>
<table class="couplets">
{rows}
</table>
</body>
</html>
"""

#: The end of a written Python module, after the functions that find the end of a step.
_PREDICT = '''
def predict(row: Any) -> Any:
    """Return the result for a row, a mapping of cells by column."""
    end: Any = 0 if STEPS else -1
    while end >= 0:
        step = STEPS[end]
        cell = row.get(step[0])
        cell = None if cell != cell else cell  # not a number: a missing cell
        end = find(step, cell, UNSEEN)
        if end is None:
            raise ValueError(f"{step[0]!r} is {cell!r}, which no branch has")
    return RESULTS[~end]
'''


def to_python(tree: Node | HasTree, *, unseen: str = "error") -> str:
    """Return a tree as a Python module that needs no other package.

    Its function ``predict(row)`` returns the result for a mapping of cells by column. It follows a
    table of steps, so that the depth of the tree has no limit. If answers may be wrong, the result
    is a pair of the likeliest name and the probability that it is right.

    Args:
        tree: A tree, or a result that has one.
        unseen: The rule for missing cells and unseen values, as in
            :meth:`~mastermind_core.Node.predict`.

    Returns:
        The text of the module.

    Raises:
        BadArgument: If a column, an answer or a result has no literal in Python.

    >>> from mastermind_core import FiniteGame, lazy_tree
    >>> legs = {"name": ["fly", "spider", "crab"], "legs": [6, 8, 10]}
    >>> module = {}
    >>> exec(to_python(lazy_tree(FiniteGame.from_table(legs, id="name"), "entropy")), module)
    >>> module["predict"]({"legs": 8})
    'spider'
    """
    check_unseen(unseen)
    steps, results = steps_of(some_tree(tree))
    functions = (
        number_of,
        written_number,
        ranges_for,
        end_of,
        distance,
        nearest_end,
        end_of_number,
        is_mark,
        find,
    )
    copied = "\n\n".join(getsource(function) for function in functions)
    return "\n".join(
        [
            '"""A key, written by mastermind_core."""\n',
            "import datetime",
            "from collections.abc import Hashable\nfrom contextlib import suppress",
            "from decimal import Decimal\nfrom fractions import Fraction",
            "from math import inf\nfrom numbers import Real\nfrom typing import Any\n",
            f"UNSEEN = {unseen!r}\n",
            "# Column, cells and bands with their ends; ends of missing, likely and other cells.",
            "STEPS: Any = [",
            *(f"    {_plain(step)!r}," for step in steps),
            "]\n\nRESULTS: Any = [",
            *(f"    {_plain(result)!r}," for result in results),
            f"]\n\n\n{copied}\n{_PREDICT}",
        ]
    )


def _plain(value: object) -> Any:
    """Return a value whose repr is a literal of Python."""
    if isinstance(value, Merged):
        return _plain(value.rows)
    if isinstance(value, Outcome):
        return _plain((value.name, float(value.certainty)))
    if isinstance(value, dict):
        return {_plain(key): end for key, end in value.items()}
    if isinstance(value, (tuple, list)):
        return tuple(map(_plain, value))
    value = scalar(value)
    zone = getattr(value, "tzinfo", None)
    kinds = (NoneType, bool, int, float, str, bytes, date, datetime)
    if type(value) not in kinds or not isinstance(zone, (NoneType, timezone)):
        raise BadArgument(f"{shown(value)} has no literal in Python: use strings or numbers")
    return value


def to_sql(tree: Node | HasTree, *, unseen: str = "error") -> str:
    """Return a tree as one CASE expression of standard SQL, with one condition per path.

    Names of columns are in double quotes. A NULL is a missing cell. The depth of the tree has no
    limit but that of the database for one condition, which is 1,000 in SQLite.

    Args:
        tree: A tree, or a result that has one.
        unseen: The rule for missing cells and unseen values, as in
            :meth:`~mastermind_core.Node.predict`. Without a branch it is NULL.

    Returns:
        The expression.

    Raises:
        BadArgument: If a name or a string has a zero byte, or a number is infinite.

    >>> from mastermind_core import FiniteGame, lazy_tree
    >>> legs = {"name": ["fly", "spider", "crab"], "legs": [6, 8, 10]}
    >>> print(to_sql(lazy_tree(FiniteGame.from_table(legs, id="name"), "entropy")))
    CASE
      WHEN "legs" = 6 THEN 'fly'
      WHEN "legs" = 8 THEN 'spider'
      WHEN "legs" = 10 THEN 'crab'
      ELSE NULL
    END
    <BLANKLINE>
    """
    check_unseen(unseen)
    steps, results = steps_of(some_tree(tree))
    lines = ["CASE"]
    waiting: list[tuple[int, tuple[str, ...]]] = [(0 if steps else -1, ())]
    while waiting:
        at, path = waiting.pop()
        if at < 0:
            lines.append(f"  WHEN {' AND '.join(path) or '1 = 1'} THEN {_sql(results[~at])}")
            continue
        below = list(_conditions(steps[at], unseen))
        waiting += [(to, (*path, *conditions)) for conditions, to in reversed(below)]
    return "\n".join([*lines, "  ELSE NULL", "END", ""])


def _conditions(step: Step, unseen: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the condition for each branch of a step, and the end of the branch.

    The likely branch is the last by the majority rule and has no condition: the rows of the other
    branches are then all decided.
    """
    name = _quoted(show_item(step.column), '"')
    tests = _tests(name, step, is_nearest=unseen == "nearest")
    if unseen == "majority":
        tests.pop(step.likely)
        tests[step.likely] = []
    for end, parts in tests.items():
        joined = " OR ".join(parts)
        yield (f"({joined})" if len(parts) > 1 else joined,) * bool(parts), end


def _tests(name: str, step: Step, *, is_nearest: bool) -> dict[int, list[str]]:
    """Return the alternative conditions for each end of a step."""
    cells, bands = step.cells, step.bands
    if is_nearest and step.other is None:
        bands = _nearest_bands(step)
        cells = {cell: end for cell, end in cells.items() if not _is_point(cell)}
    tests: dict[int, list[str]] = {}
    for low, high, end in bands:
        tests.setdefault(end, []).append(_between(name, low, high))
    for cell, end in cells.items():
        if cell is not None and not (bands and end == step.missing):
            tests.setdefault(end, []).append(_equals(name, cell))
    if step.missing is not None:
        tests.setdefault(step.missing, []).extend(_missing(name, step))
    if step.other is not None:
        tests.setdefault(step.other, []).append(" AND ".join(_differs(name, step)))
    return tests


def _nearest_bands(step: Step) -> list[tuple[Any, Any, int]]:
    """Return bands that cover all numbers: a number belongs to the nearest one, the lower of two.

    The limit between two neighbours is the maximum float up to their exact middle.
    """
    points = [(cell, cell, end) for cell, end in step.cells.items() if _is_point(cell)]
    ranges = [*points, *step.bands]
    ranges.sort(key=lambda band: (band[0] is not None, number_of(band[0])))
    if not ranges:
        return []
    limits: list[Any] = [None]
    for (_, high, _), (low, _, _) in pairwise(ranges):
        limits.append(_middle(high, low))
    times = any(isinstance(edge, date) for low, high, _ in ranges for edge in (low, high))
    limits.append(datetime.max if times else None)
    edges = pairwise(limits)
    return [(*edge, end) for edge, (_, _, end) in zip(edges, ranges, strict=False)]


def _is_point(cell: object) -> bool:
    """Return whether a cell is a number or a time, to which others may be near."""
    return not isinstance(cell, str) and number_of(cell) is not None


def _middle(low: Any, high: Any) -> Any:
    """Return the maximum float up to the exact middle of two numbers, as nearest_end has it."""
    if low == high:
        return low
    if isinstance(low, date):
        early, late = number_of(low), number_of(high)
        return early + (late - early) // 2
    if low == -inf or high == inf:
        return low if high < inf else _MAX
    middle = (Fraction(low) + Fraction(high)) / 2
    rounded = float(middle)
    return nextafter(rounded, -inf) if rounded > middle else rounded


def _between(name: str, low: Any, high: Any) -> str:
    """Return the condition that a number is over ``low`` and up to ``high``.

    SQL has no literal for an infinite number. SQLite puts each string above each number, but a
    string does not equal itself plus 0.
    """
    edge = high if low is None else low
    if isinstance(edge, date):
        return _between_times(name, low, high)
    parts = []
    if low is not None:
        beyond = {-inf: f"{name} >= {-_MAX!r}", inf: "1 = 0"}
        parts.append(beyond.get(low) or f"{name} > {_sql(low)}")
    if high is None or high == inf:
        parts.append(f"{name} = {name} + 0")
    else:
        parts.append(f"{name} < {-_MAX!r}" if high == -inf else f"{name} <= {_sql(high)}")
    return " AND ".join(parts)


def _between_times(name: str, low: date | None, high: date | None) -> str:
    """Return the condition that a day or a time is after ``low`` and up to ``high``.

    In SQLite both are strings. Other strings are outside of the first and the last time.
    """
    is_time = isinstance(low or high, datetime)
    first = f"{name} >= '0001-01-01'" if low is None else f"{name} > {_sql(low)}"
    most = datetime.max if is_time else date.max
    return f"{first} AND {name} <= {_sql(most if high is None else high)}"


def _equals(name: str, cell: object) -> str:
    """Return the condition that a cell has a value, which may be infinite."""
    value = scalar(cell)
    if value == inf:
        return _between(name, _MAX, None)
    return _between(name, None, value) if value == -inf else f"{name} = {_sql(value)}"


def _differs(name: str, step: Step) -> list[str]:
    """Return the conditions for a cell that is neither missing nor a cell of the step."""
    others = [f"NOT ({_equals(name, cell)})" for cell in _excluded(step) if cell != UNKNOWN]
    if step.missing != step.other and "" not in step.cells:
        others.append(f"{_text(name, step)} <> ''")
    return others


def _excluded(step: Step) -> list[Any]:
    """Return the cells that other cells of a step differ from."""
    return [cell for cell, end in step.cells.items() if end != step.other]


def _missing(name: str, step: Step) -> list[str]:
    """Return the conditions of a missing cell: NULL or, as in a file, an empty string."""
    empty = [] if "" in step.cells else [f"{_text(name, step)} = ''"]
    return [f"{name} IS NULL", *empty]


def _text(name: str, step: Step) -> str:
    """Return a column as a string: a column of numbers cannot be compared with one."""
    texts = any(isinstance(cell, str) and cell != UNKNOWN for cell in step.cells)
    return name if texts and not step.bands else f"CAST({name} AS VARCHAR(99))"


def _sql(value: object) -> str:
    """Return a value as a literal of SQL. Other objects than numbers are strings."""
    value = scalar(value.name if isinstance(value, Outcome) else value)
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, Decimal):
        value = float(value)
    if isinstance(value, (int, float)) and not isinf(value):
        return repr(value)
    return _quoted(show_item(value), "'")


def _quoted(text: str, mark: str) -> str:
    if "\0" in text:
        raise BadArgument(f"{shown(text)} has a zero byte, which SQL cannot have")
    return f"{mark}{text.replace(mark, mark * 2)}{mark}"


def to_couplets(tree: Node | HasTree, *, html: bool = False) -> str:
    """Return a tree as the numbered couplets of a printed key.

    A couplet has one lead per answer. A number in parentheses is the couplet that leads to this
    one, if that is not the couplet before.

    Args:
        tree: A tree, or a result that has one.
        html: Whether to return a page of HTML, with links, instead of plain text.

    Returns:
        The couplets.

    >>> from mastermind_core import FiniteGame, lazy_tree
    >>> pets = {"name": ["fly", "bee", "ant"], "wings": [2, 4, 0], "sting": ["no", "yes", "yes"]}
    >>> print(to_couplets(lazy_tree(FiniteGame.from_table(pets, id="name"), "entropy")))
    1  wings 2 ... fly
    -  wings 4 ... bee
    -  wings 0 ... ant
    <BLANKLINE>
    """
    root = some_tree(tree)
    leads = _numbered_leads(*steps_of(root), html=html)
    if html:
        cells = ((head, escape(text), to) for head, text, to in leads)
        rows = (f"<tr><td>{'</td><td>'.join(row)}</td></tr>" for row in cells)
        name = getattr(root.game, "name", "")
        title = escape(f"Key: {name}" if isinstance(name, str) and name != "table" else "Key")
        return _PAGE.format(title=title, rows="\n".join(rows))
    width = max((len(head) for head, _, _ in leads), default=0)
    most = min(max((len(text) for _, text, _ in leads), default=0), _LEAD)
    return "".join(line for lead in leads for line in _lead_lines(*lead, width, most))


def _numbered_leads(
    steps: list[Step], results: list[Any], *, html: bool
) -> list[tuple[str, str, str]]:
    """Return the leads with the number before each one, and with its end."""
    came: dict[int, int] = {}
    leads = []
    for number, step in enumerate(steps, start=1):
        back = came.get(number, number - 1)
        head = f'<b id="couplet-{number}">{number}</b>' if html else str(number)
        head += f"({_link(back, html=html)})" if back < number - 1 else ""
        for text, end in _leads(step):
            came[end + 1] = number
            result = show_item(results[~end]) if end < 0 else ""
            result = f"= {result}" if result.isdigit() else result  # not the number of a couplet
            to = (escape(result) if html else result) or _link(end + 1, html=html)
            leads.append((head, text, to))
            head = "-"
    return leads


def _lead_lines(head: str, text: str, to: str, width: int, most: int) -> Iterator[str]:
    """Yield the lines of a lead, whose last one has dots up to its end."""
    *above, last = wrap(text, most) if len(text) > most else [text]
    for line in above:
        yield f"{head:<{width}}  {line}\n"
        head = ""
    yield f"{head:<{width}}  {last} {'.' * (most - len(last) + 3)} {to}\n"


def _link(number: int, *, html: bool) -> str:
    return f'<a href="#couplet-{number}">{number}</a>' if html else str(number)


def _leads(step: Step) -> Iterator[tuple[str, int]]:
    """Yield the words for each branch of a step, and the end of the branch."""
    name = show_item(step.column)
    for cell, end in step.cells.items():
        if step.other is not None and end == step.other:
            continue
        yield f"{name} {show_item(cell)}", end
    if step.other is not None:
        yield f"{name} not {' or '.join(map(show_item, _excluded(step)))}", step.other
    for low, high, end in step.bands:
        if low is None:
            yield (f"{name} <= {high}" if high is not None else f"any {name}"), end
        else:
            yield (f"{name} > {low}" if high is None else f"{low} < {name} <= {high}"), end
