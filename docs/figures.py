"""Make tables of the committed figures when the site is built."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from attrs import define, field
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

#: The first line of a claim: what was played, where it was published.
_HEAD = re.compile(r"(\S.*?)  \[(.+)\]")

#: The name of a game, such as M(4,6).
_GAME = r"\w+\([\d,]+\)"

#: The further lines of a claim: a word, and what it says.
_SAID = re.compile(r"  (claimed|computed|measured|exactly|tried) +(.+)")

#: The verdict of a claim, and the reason for a difference.
_VERDICT = re.compile(r"  ((?:same|agrees|differs|different|skipped)[^:]*)(?:: (.+))?")


@define
class Row:
    """A published figure, what was computed, and how the two compare."""

    game: str
    what: str
    source: str
    claimed: str = ""
    computed: str = ""
    verdict: str = ""
    reason: str = ""
    tried: list[str] = field(factory=list)


def claims(text: str) -> list[Row]:
    """Read the claims that ``reproduce greedy`` prints."""
    rows: list[Row] = []
    for line in text.splitlines():
        if head := _HEAD.fullmatch(line):
            rows.append(Row(*_played(head[1]), head[2]))
        elif said := _SAID.fullmatch(line):
            _add(rows[-1], said[1], said[2])
        elif verdict := _VERDICT.fullmatch(line):
            rows[-1].verdict, rows[-1].reason = verdict[1], verdict[2] or ""
        else:
            raise ValueError(f"no line of a claim: {line!r}")
    return rows


def _played(head: str) -> tuple[str, str]:
    """Return the game and what played it: the game is the first or the last part of a head."""
    if first := re.fullmatch(rf"({_GAME}), (.+)", head):
        return first[1], first[2]
    if last := re.fullmatch(rf"(.+), ({_GAME})", head):
        return last[2], last[1]
    raise ValueError(f"no game is named in {head!r}")


def _add(row: Row, word: str, said: str) -> None:
    if word == "tried":
        row.tried.append(said)
    elif word == "claimed":
        row.claimed = said
    elif word == "exactly":
        row.computed += f"{'; ' if row.computed else ''}exactly {said}"
    else:
        row.computed = said


def optima(text: str) -> list[list[str]]:
    """Read the columns that ``reproduce optima`` prints, their names first."""
    lines = text.splitlines()
    starts = [found.start() for found in re.finditer(r"\S+", lines[0])]
    ends = [*starts[1:], None]
    return [
        [line[start:end].strip() for start, end in zip(starts, ends, strict=True)] for line in lines
    ]


class Figures(SphinxDirective):
    """A table of a committed output of ``reproduce``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Read the file beside the page, and make its table."""
        path = Path(self.env.doc2path(self.env.docname)).parent / self.arguments[0]
        self.env.note_dependency(str(path))
        text = path.read_text(encoding="utf-8")
        if _HEAD.match(text):
            return [_claims_table(claims(text))]
        names, *rows = optima(text)
        return [_table(names, [_row(cells) for cells in rows], "optima")]


def _claims_table(rows: list[Row]) -> nodes.table:
    """Make a row of each claim; the reason for a difference takes the width of the table below."""
    names = ["game", "what", "source", "claimed", "computed", "verdict"]
    body = []
    for row in rows:
        cells = [row.game, row.what, row.source, row.claimed, row.computed, row.verdict]
        body.append(_row(cells, "claim"))
        notes = [f"Why: {row.reason}"] if row.reason else []
        notes += [f"Tried: {tried}" for tried in row.tried]
        if notes:
            body.append(_notes(notes, len(names)))
    return _table(names, body, "claims")


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


def _row(cells: list[str], look: str = "") -> nodes.row:
    row = nodes.row(classes=[look] if look else [])
    for text in cells:
        entry = nodes.entry()
        entry += nodes.paragraph(text, text)
        row += entry
    return row


def _notes(notes: list[str], width: int) -> nodes.row:
    row = nodes.row(classes=["notes"])
    entry = nodes.entry(morecols=width - 1)
    for note in notes:
        entry += nodes.paragraph(note, note)
    row += entry
    return row


def setup(app: Any) -> dict[str, Any]:
    """Connect the directive."""
    app.add_directive("figures", Figures)
    return {"parallel_read_safe": True}
