"""Make tables of the committed figures when the site is built."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective


def optima(text: str) -> list[list[str]]:
    """Read the columns that ``reproduce optima`` prints, their names first."""
    lines = text.splitlines()
    starts = [found.start() for found in re.finditer(r"\S+", lines[0])]
    ends = [*starts[1:], None]
    return [
        [line[start:end].strip() for start, end in zip(starts, ends, strict=True)] for line in lines
    ]


def ends(path: Path, number: int) -> list[list[str]]:
    """Read the first rows of a table, or the last ones where the number is below 0, names first."""
    with path.open(encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    return [names, *(rows[:number] if number > 0 else rows[number:])]


class Figures(SphinxDirective):
    """A table of a committed output of ``reproduce optima``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Read the file, make its table, and write it as CSV for those who compute with it."""
        path = Path(self.env.doc2path(self.env.docname)).parent / self.arguments[0]
        self.env.note_dependency(str(path))
        text = path.read_text(encoding="utf-8")
        names, *rows = optima(text)
        made = Path(__file__).parent / "_static" / "made"
        made.mkdir(exist_ok=True)
        with (made / f"{path.stem}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([names, *rows])
        return [_table(names, [_row(cells) for cells in rows], "optima")]


class Ends(SphinxDirective):
    """Some rows of a table beside the page: the first ones, or the last."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        """Read the file, and make a table of some rows."""
        path = Path(self.env.doc2path(self.env.docname)).parent / self.arguments[0]
        self.env.note_dependency(str(path))
        names, *rows = ends(path, int(self.arguments[1]))
        return [_table(names, [_row(cells) for cells in rows], "ends")]


def _table(names: list[str], rows: list[nodes.row], look: str) -> nodes.table:
    table = nodes.table(classes=["figures", look])
    group = nodes.tgroup(cols=len(names))
    table += group
    for _ in names:
        group += nodes.colspec(colwidth=1)
    head = nodes.thead()
    head += _row(names)
    body = nodes.tbody()
    body.extend(rows)
    group.extend([head, body])
    return table


def _row(cells: list[str]) -> nodes.row:
    row = nodes.row()
    for text in cells:
        entry = nodes.entry()
        entry += nodes.paragraph(text, text)
        row += entry
    return row


def setup(app: Any) -> dict[str, Any]:
    """Connect the directive."""
    app.add_directive("figures", Figures)
    app.add_directive("ends", Ends)
    return {"parallel_read_safe": True}
