"""Write committed results into the pages that show them, for readers without a build.

    python docs/written.py

A page marks the place by a comment, which says how the lines are made and from which file.
"""

from __future__ import annotations

import csv
import importlib
import inspect
import io
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from pathlib import Path

import mastermind_core as mc

sys.path.insert(0, str(Path(__file__).parent))
from figures import ends, optima
from measured import KEPT, TABLES
from public import names_of, public_names

DOCS = Path(__file__).parent

#: A place of written lines: the comment, how they are made, from what, and the lines.
_PLACE = re.compile(
    r"^(\.\. Written by ``python docs/written\.py``: (\w+) ([^\n]+))\n.*?"
    r"^\.\. End of what is written$",
    re.MULTILINE | re.DOTALL,
)


def _table(rows: Sequence[Sequence[str]], looks: str = "figures") -> list[str]:
    """Return a table, the names first."""
    made = io.StringIO()
    csv.writer(made, lineterminator="\n").writerows(rows)
    options = [f"   :class: {looks}", "   :header-rows: 1", ""]
    return [".. csv-table::", *options, *(f"   {line}" for line in made.getvalue().splitlines())]


#: The games whose minimum totals are the project's best results: none of the sources has them.
_RECORDS = {"AB(4,11)", "AB(4,12)", "AB(5,8)", "M(4,9)", "M(4,10)", "M(4,11)"}
_RECORDS |= {"M(5,5)", "M(5,6)", "SO(5,7)", "SO(5,8)"}


def _optima(path: Path) -> list[str]:
    rows = optima(path.read_text(encoding="utf-8"))
    at = {name: rows[0].index(name) for name in ("game", "objective", "value", "known")}
    for row in rows:
        if row[at["game"]] in _RECORDS and row[at["objective"]] == "total":
            row[at["value"]] = f"**{row[at['value']]}**"
            row[at["known"]] = f"**new**: {row[at['known']]}"
    return _table(rows, "figures optima")


def _ends(path: Path, number: str) -> list[str]:
    return _table(ends(path, int(number)), "figures ends")


def _rows(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as file:
        return _table(list(csv.reader(file)))


def _kept(path: Path) -> list[str]:
    name, rows_of = TABLES[path.name]
    return _table(rows_of(json.loads((KEPT / name).read_text(encoding="utf-8"))))


def _text(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
    return [".. code-block:: text", "", *(f"   {line}".rstrip() for line in lines)]


#: The directive of a page of the reference, with the modules whose names it shows.
_SHOWS = re.compile(r"^\.\. public-names:: ([^\n]+)$", re.MULTILINE)


def _names(folder: Path) -> list[str]:
    """Return a table of every public name that the pages of a folder show, with its purpose."""
    rows = [("name", "purpose", "page")]
    contents = (folder / "index.rst").read_text(encoding="utf-8").partition(".. toctree::")[2]
    for name in re.findall(r"^   (\w[\w-]*)$", contents, re.MULTILINE):
        page = folder / f"{name}.rst"
        text = page.read_text(encoding="utf-8")
        title = next(line for line in text.splitlines() if line.strip("="))
        for shows in _SHOWS.finditer(text):
            names = names_of(shows[1].split())
            link = f"`{title} <{page.name}>`__"
            rows += [(f"``mc.{public}``", _purpose(public), link) for public in names]
    return _table(rows, "figures tasks")


def _purpose(name: str) -> str:
    """Return the first line of a name's docstring without roles, or of the comment above it."""
    value = attrgetter(name)(mc)
    text = inspect.cleandoc(value.__doc__ or "").split("\n")[0]
    if not (inspect.isclass(value) or inspect.isroutine(value) or inspect.ismodule(value)):
        text = _comment(*public_names()[name].rpartition(".")[::2])
    return re.sub(r":\w+:`~?(?:[\w.]+\.)?([\w.]+)`", r"``\1``", text)


def _comment(module: str, name: str) -> str:
    """Return the first sentence of the comment above a constant of a module or package."""
    path = Path(inspect.getfile(importlib.import_module(module)))
    files = sorted(path.parent.glob("*.py")) if path.name == "__init__.py" else [path]
    above = re.compile(rf"((?:^#: [^\n]*\n)+)^{name}\b", re.MULTILINE)
    found = (above.search(file.read_text(encoding="utf-8")) for file in files)
    comment = next(match[1] for match in found if match)
    joined = re.sub(r"\s*#: ", " ", comment).strip()
    return joined.partition(". ")[0].removesuffix(".") + "."


#: How lines are made, by the first word after the command.
_KINDS: dict[str, Callable[..., list[str]]] = {
    "optima": _optima,
    "ends": _ends,
    "rows": _rows,
    "kept": _kept,
    "names": _names,
    "text": _text,
}


def rewritten(page: Path) -> str:
    """Return a page with its written lines made anew."""

    def made(place: re.Match[str]) -> str:
        name, *arguments = place[3].split()
        lines = _KINDS[place[2]](page.parent / name, *arguments)
        return "\n".join([place[1], "", *lines, "", ".. End of what is written"])

    return _PLACE.sub(made, page.read_text(encoding="utf-8"))


def pages() -> Iterator[Path]:
    """Yield the pages that have such a place."""
    for page in sorted(DOCS.rglob("*.rst")):
        if _PLACE.search(page.read_text(encoding="utf-8")):
            yield page


if __name__ == "__main__":
    for each in pages():
        each.write_text(rewritten(each), encoding="utf-8")
