"""What the pages of claims show of their tables, as text that any reader of the repository sees."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import get_args

from more_itertools import map_reduce

from reproduce.again import AGAIN, Again, read_again
from reproduce.documents import DOCUMENTS
from reproduce.judging import Word
from reproduce.measuring import Measurements
from reproduce.pages import LOG, Row, read_page, tally

#: What stands before and after the lines that are written, by their name.
BEGIN, END = ".. Written by ``python -m reproduce``: {}", ".. End of what is written"

#: Seconds of processor time from which on a call is said to be slow.
SLOW = 5


def plain(text: str) -> str:
    """Return a text with what would be markup escaped.

    >>> plain("as |S| rises") == "as " + chr(92) + "|S" + chr(92) + "| rises"
    True
    """
    return re.sub(r"([\\*`|_])", r"\\\1", text)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], looks: str, widths: str) -> list[str]:
    """Return the lines of a table of cells, each of which is markup."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    options = [f"   :class: {looks}", "   :header-rows: 1", f"   :widths: {widths}", ""]
    body = [f"   {line}" for line in (",".join(head), *written.getvalue().splitlines())]
    return [".. csv-table::", *options, *body, ""]


def summary(rows: Sequence[Row]) -> str:
    """Return how many figures have which verdict, and how many were compared by chance."""
    counts = tally(rows)
    parts = ", ".join(f"{counts[word]} {word}" for word in get_args(Word) if counts[word])
    drawn = sum(bool(row.probability) for row in rows)
    return (
        f"{len(rows)} figures: {parts}. "
        f"{drawn} of these were tested against random games at the 1 % level: "
        f"if all of them hold, about {drawn / 100:.1f} are called different by chance."
    )


def rendered(rows: Sequence[Row], seconds: Mapping[str, float]) -> Iterator[str]:
    """Yield the lines of a document's page: a summary, corrections, verdicts by place, each row."""
    yield from (summary(rows), "")
    corrections = dict.fromkeys(plain(row.correct) for row in rows if row.correct)
    if corrections:
        yield from ("Corrections:", "")
        yield from (f"* {text[0].upper()}{text[1:]}." for text in corrections)
        yield ""
    yield from ("Verdicts by place:", "")
    places = map_reduce(rows, lambda row: row.place, lambda row: row.verdict, Counter)
    words = get_args(Word)
    by_place = (
        [plain(place), *(str(found[word] or "") for word in words)]
        for place, found in places.items()
    )
    yield from table(("place", *words), by_place, "figures", "30 10 10 10 10 10 10 10")
    yield from ("Every row:", "")
    head = ("what", "figure", "claimed", "computed", "verdict", "chance", "why and the call")
    cells = (_cells(row, seconds) for row in rows)
    yield from table(head, cells, "figures judged sortable", "24 8 9 12 8 7 32")


def _cells(row: Row, seconds: Mapping[str, float]) -> list[str]:
    why = f"{plain(row.reason)}. " if row.reason else ""
    took = seconds.get(row.call, 0)
    slow = f" (takes {took:.0f} s)" if took >= SLOW else ""
    call = f"``{row.call}``{slow}" if row.call else ""
    what = f"{row.place}: {row.subject}"
    texts = (what, row.figure, row.claimed, row.computed, row.verdict, row.probability)
    return [*map(plain, texts), f"{why}{call}"]


def cost(log: Measurements) -> str:
    """Return how long the calls of a log took together."""
    games = sum(found.games or 0 for found in log.values())
    minutes = sum(found.seconds for found in log.values()) / 60
    return (
        f"The run that made these pages computed {len(log)} calls and played {games:,} games, in "
        f"{minutes:.1f} minutes of one processor core."
    )


def rendered_again(pairs: Sequence[Again]) -> Iterator[str]:
    """Yield the lines about a second run: how many verdicts it turned, and which."""
    turned = [pair for pair in pairs if pair.flipped]
    opened = [pair for pair in pairs if (pair.verdict == "open") != (pair.again == "open")]
    left = sum(pair.verdict == "open" for pair in pairs)
    yield (
        f"Chance has a part in {len(pairs)} figures: {left} are open, and another seed judged "
        f"{len(turned)} of the others differently. Decided in one run and open in the other: "
        f"{len(opened)}."
    )
    yield ""
    cells = (
        [
            plain(f"{pair.document}, {pair.place}: {pair.subject}"),
            pair.figure,
            pair.claimed,
            f"{pair.first}: {pair.verdict}",
            f"{pair.second}: {pair.again}",
        ]
        for pair in (*turned, *opened)
    )
    if turned or opened:
        head = ("what", "figure", "claimed", "first", "with another seed")
        yield from table(head, cells, "figures", "36 10 10 22 22")


def parts(folder: Path, seed: int) -> dict[str, dict[str, list[str]]]:
    """Return the written lines by page and by name, from the tables and the log of a folder."""
    log = Measurements(folder / LOG, seed)
    seconds = {call: found.seconds for call, found in log.items()}
    rows = {name: read_page(folder / f"{name}.csv") for name in DOCUMENTS}
    counted = [f"* `{name} <{name}.rst>`__: {summary(made)}" for name, made in rows.items()]
    written = {name: {"rows": [*rendered(made, seconds)]} for name, made in rows.items()}
    claims = {"summary": [*counted, "", cost(log), ""]}
    if (folder / AGAIN).exists():
        claims["again"] = [*rendered_again(read_again(folder / AGAIN))]
    return {**written, "claims": claims}


def replaced(text: str, name: str, lines: Iterable[str]) -> str:
    """Return a page with the lines of a name written again, or unchanged without its place.

    >>> page = chr(10).join([BEGIN.format("rows"), "", "old", "", END])
    >>> print(replaced(page, "rows", ["new", ""]).splitlines()[2])
    new
    """
    begin = BEGIN.format(name)
    if begin not in text:
        return text
    before, _, after = text.partition(begin)
    return "\n".join([f"{before}{begin}", "", *lines, END]) + after.partition(END)[2]


def write_pages(folder: Path, seed: int) -> Iterator[str]:
    """Write the tables into the pages of a folder that have a place for them; yield their names."""
    for page, by_name in parts(folder, seed).items():
        path = folder / f"{page}.rst"
        if path.exists():
            text = path.read_text(encoding="utf-8")
            for name, lines in by_name.items():
                text = replaced(text, name, lines)
            path.write_text(text, encoding="utf-8")
            yield path.name
