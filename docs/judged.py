"""Make the pages of claims when the site is built: a summary, what to correct, and the table."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

#: The verdicts in the order of the summary, and what a number of them says.
VERDICTS = {
    "holds": "hold",
    "differs": "differ",
    "cannot be": "cannot be",
    "unknown": "are unknown",
}

_HEAD = ("what", "figure", "claimed", "computed", "verdict", "chance", "why, and the call")


def read(path: Path) -> list[dict[str, str]]:
    """Read the rows of a page."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def verdicts(rows: list[dict[str, str]]) -> Counter[str]:
    """Count the rows by verdict, close or not."""
    return Counter(row["verdict"].removesuffix(" (close)") for row in rows)


def summary(rows: list[dict[str, str]]) -> str:
    """Say how many figures have which verdict, and how many were compared by chance."""
    counts = verdicts(rows)
    parts = [f"{counts[word]} {said}" for word, said in VERDICTS.items()]
    drawn = sum(bool(row["probability"]) for row in rows)
    close = sum(row["verdict"].endswith("(close)") for row in rows)
    return (
        f"{len(rows)} figures: {', '.join(parts)}. {drawn} were compared by chance: were all of "
        f"them true, about {drawn / 100:.1f} would be called different. {close} are close."
    )


class Judged(SphinxDirective):
    """The claims of a document, from the table beside the page."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Read the table, and make what stands on the page."""
        path = Path(self.env.doc2path(self.env.docname)).parent / self.arguments[0]
        self.env.note_dependency(str(path))
        rows = read(path)
        made: list[nodes.Node] = [nodes.paragraph("", summary(rows))]
        corrections = dict.fromkeys(row["correct"] for row in rows if row["correct"])
        if corrections:
            made.append(nodes.rubric("", "What to correct"))
            items = nodes.bullet_list()
            for text in corrections:
                items += nodes.list_item("", nodes.paragraph("", f"{text[0].upper()}{text[1:]}."))
            made.append(items)
        return [*made, _table(rows)]


class JudgedSummary(SphinxDirective):
    """A line a document: how many of its figures have which verdict."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Read the tables that are named, and count."""
        folder = Path(self.env.doc2path(self.env.docname)).parent
        items = nodes.bullet_list()
        for name in self.arguments[0].split():
            path = folder / f"{name}.csv"
            self.env.note_dependency(str(path))
            items += nodes.list_item("", nodes.paragraph("", f"{name}: {summary(read(path))}"))
        return [items]


def _table(rows: list[dict[str, str]]) -> nodes.table:
    table = nodes.table(classes=["figures", "judged", "sortable"])
    group = nodes.tgroup(cols=len(_HEAD))
    table += group
    for _ in _HEAD:
        group += nodes.colspec(colwidth=1)
    head = nodes.thead()
    head += _row([[nodes.Text(name)] for name in _HEAD])
    body = nodes.tbody()
    body.extend(_row(_cells(row)) for row in rows)
    group.extend([head, body])
    return table


def _cells(row: dict[str, str]) -> list[list[nodes.Node]]:
    last: list[nodes.Node] = []
    if row["reason"]:
        last.append(nodes.Text(f"{row['reason']}. "))
    if row["call"]:
        last.append(nodes.literal(row["call"], row["call"]))
    plain = (
        f"{row['place']}: {row['subject']}",
        row["figure"],
        row["claimed"],
        row["computed"],
        row["verdict"],
        row["probability"],
    )
    return [*([nodes.Text(text)] for text in plain), last]


def _row(cells: list[list[nodes.Node]]) -> nodes.row:
    row = nodes.row()
    for content in cells:
        entry = nodes.entry()
        entry += nodes.paragraph("", "", *content)
        row += entry
    return row


def setup(app: Any) -> dict[str, Any]:
    """Connect the directives."""
    app.add_directive("judged", Judged)
    app.add_directive("judged-summary", JudgedSummary)
    app.add_js_file("sort.js")
    return {"parallel_read_safe": True}
