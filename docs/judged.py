"""Make the pages of claims when the site is built: a summary, what to correct, and the table."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

#: The verdicts in the order of the summary, and what a number of them says.
VERDICTS = {
    "holds": "hold",
    "reached": "are reached",
    "fitted": "are fitted",
    "differs": "differ",
    "cannot be": "cannot be",
    "open": "are open",
    "unknown": "are unknown",
}

_HEAD = ("what", "figure", "claimed", "computed", "verdict", "chance", "why, and the call")

_AGAIN = ("what", "figure", "claimed", "first", "with another seed")


def read(path: Path) -> list[dict[str, str]]:
    """Read the rows of a page."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def verdicts(rows: list[dict[str, str]]) -> Counter[str]:
    """Count the rows by verdict."""
    return Counter(row["verdict"] for row in rows)


def summary(rows: list[dict[str, str]]) -> str:
    """Say how many figures have which verdict, and how many were compared by chance."""
    counts = verdicts(rows)
    parts = [f"{counts[word]} {said}" for word, said in VERDICTS.items()]
    drawn = sum(bool(row["probability"]) for row in rows)
    return (
        f"{len(rows)} figures: {', '.join(parts)}. {drawn} were tested against drawn games "
        f"at the 1 % level: if all of them hold, about {drawn / 100:.1f} are called different by "
        "chance."
    )


def cost(log: Path) -> str:
    """Say how long the calls of a log took together."""
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    minutes = sum(line["seconds"] for line in lines) / 60
    games = sum(line.get("games") or 0 for line in lines)
    return (
        f"The run that made these pages computed {len(lines)} calls and played {games:,} games, in "
        f"{minutes:.1f} minutes of one processor core."
    )


def flipped(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return the rows of a comparison that two settled runs judge differently."""
    pairs = [(row, {row["verdict"], row["again"]}) for row in rows]
    return [row for row, words in pairs if len(words) > 1 and "open" not in words]


def opened(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return the rows of a comparison that are settled in one run and open in the other."""
    return [row for row in rows if (row["verdict"] == "open") != (row["again"] == "open")]


def again(rows: list[dict[str, str]]) -> str:
    """Say how many verdicts a second run turned, and how many are open."""
    left = sum(row["verdict"] == "open" for row in rows)
    return (
        f"Of {len(rows)} figures that chance has a part in, {left} are open, and another seed "
        f"judged {len(flipped(rows))} of the others differently. Settled in one run and open in "
        f"the other are {len(opened(rows))}."
    )


def _again_cells(row: dict[str, str]) -> list[str]:
    where = f"{row['document']}, {row['place']}: {row['subject']}"
    first, second = (f"{row[a]}: {row[b]}" for a, b in (("first", "verdict"), ("second", "again")))
    return [where, row["figure"], row["claimed"], first, second]


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
        log = folder / "measurements.jsonl"
        self.env.note_dependency(str(log))
        return [items, nodes.paragraph("", cost(log))]


class JudgedAgain(SphinxDirective):
    """What a second run with another seed turned, from the comparison beside the page."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Read the comparison, count, and make a table of the verdicts that flipped."""
        path = Path(self.env.doc2path(self.env.docname)).parent / self.arguments[0]
        self.env.note_dependency(str(path))
        rows = read(path)
        turned = flipped(rows) + opened(rows)
        made: list[nodes.Node] = [nodes.paragraph("", again(rows))]
        if turned:
            body = [_row([[nodes.Text(text)] for text in _again_cells(row)]) for row in turned]
            made.append(_table_of(_AGAIN, body))
        return made


def _table(rows: list[dict[str, str]]) -> nodes.table:
    return _table_of(_HEAD, [_row(_cells(row)) for row in rows], "judged", "sortable")


def _table_of(names: tuple[str, ...], rows: list[nodes.row], *looks: str) -> nodes.table:
    table = nodes.table(classes=["figures", *looks])
    group = nodes.tgroup(cols=len(names))
    table += group
    for _ in names:
        group += nodes.colspec(colwidth=1)
    head = nodes.thead()
    head += _row([[nodes.Text(name)] for name in names])
    body = nodes.tbody()
    body.extend(rows)
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
    app.add_directive("judged-again", JudgedAgain)
    app.add_js_file("sort.js")
    return {"parallel_read_safe": True}
