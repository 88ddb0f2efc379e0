"""Count the package: rooms, floors, circles, lines and public names, and hold them to their limits.

    python .ci/house.py            # the figures beside their limits; fails above one
    python .ci/house.py --floors   # also each floor, with its rooms

A *room* is a module or a folder directly in the package, its face ``__init__`` left out. An *arrow*
is an import of one file by another, those within functions and for type checkers included. The
*floors* are the rooms on the longest chain of arrows from room to room. A *circle* is a set of two
files or more from each of which arrows lead to every other. *Lines* are those of all files of the
package, blank ones included: Python, stubs, C++, scripts, styles, data, texts. *Names* are those
that the face has.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

PACKAGE = "mastermind_core"
ROOT = Path(__file__).parents[1] / PACKAGE

#: The one place of the limits. The lines are to come down to 40,000: lower this as they do.
LIMITS = {"rooms": 30, "floors": 13, "circles": 0, "lines": 56_866, "names": 110}

#: Who checks must not share a mistake with who searches: all that a room may know, by any chain.
MAY_KNOW = {"checker": {"arguments", "checker", "errors", "game", "progress"}}

#: Made by building and by running, and no part of the source.
_MADE = {".so", ".pyd", ".pyc"}

Graph = Mapping[str, set[str]]


def module_of(path: Path) -> str:
    """Return the name that a file is imported by."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path: Path, modules: set[str]) -> Iterator[str]:
    """Yield the modules of the package that a file imports anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if (found := inner if inner in modules else node.module) in modules:
                    yield found


def arrows() -> Graph:
    """Return the modules of the package, each with those that it imports."""
    # A compiled module has a stub alone.
    files = {module_of(path): path for end in ("pyi", "py") for path in ROOT.rglob(f"*.{end}")}
    known = set(files)
    return {name: set(imported(path, known)) - {name} for name, path in files.items()}


def room_of(module: str) -> str:
    """Return the room of a module; the face has none."""
    return module.split(".")[1] if "." in module else ""


def between_rooms(graph: Graph) -> Graph:
    """Return the rooms, each with those that it imports; the face stands outside."""
    rooms: dict[str, set[str]] = {room_of(module): set() for module in graph if room_of(module)}
    for module, targets in graph.items():
        if room := room_of(module):
            rooms[room] |= {room_of(target) for target in targets} - {room, ""}
    return rooms


def floors(rooms: Graph) -> dict[str, int]:
    """Return the floor of each room, from 1: one above the highest that it imports."""

    @cache
    def floor(room: str) -> int:
        return 1 + max(map(floor, rooms[room]), default=0)

    try:
        tuple(TopologicalSorter(rooms).static_order())
    except CycleError as error:
        sys.exit(f"rooms in a circle have no floors: {' -> '.join(error.args[1])}")
    return {room: floor(room) for room in rooms}


def circles(graph: Graph) -> list[set[str]]:
    """Return the circles: the strongly connected sets of more than one file."""
    reach = {module: _reached(graph, module) for module in graph}
    sets = {frozenset(m for m in reach[module] if module in reach[m]) for module in graph}
    return [set(one) for one in sets if len(one) > 1]


def _reached(graph: Graph, start: str) -> set[str]:
    found, waiting = set[str](), [start]
    while waiting:
        for target in graph[waiting.pop()] - found:
            found.add(target)
            waiting.append(target)
    return found


def known_by(graph: Graph, room: str) -> set[str]:
    """Return the rooms that a room knows, by any chain of arrows; the face is none."""
    own = (module for module in graph if room_of(module) == room)
    return {room_of(known) for module in own for known in _reached(graph, module)} - {""}


def lines() -> int:
    """Return the lines of all files of the package."""
    paths = (path for path in ROOT.rglob("*") if path.is_file() and path.suffix not in _MADE)
    return sum(path.read_bytes().count(b"\n") for path in paths)


def names() -> int:
    """Return the number of public names of the face, as its stub lists them."""
    stub = ast.parse((ROOT / "__init__.pyi").read_text(encoding="utf-8"))
    return sum(len(node.names) for node in stub.body if isinstance(node, ast.ImportFrom))


def main() -> None:
    """Print what is counted, and fail where it is too much."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--floors", action="store_true", help="print each floor with its rooms")
    shown = parser.parse_args().floors
    graph = arrows()
    rooms = between_rooms(graph)
    around = circles(graph)
    floor_of = floors(rooms)
    counts = {
        "rooms": len(rooms),
        "floors": max(floor_of.values()),
        "circles": len(around),
        "lines": lines(),
        "names": names(),
    }
    if shown:
        for floor in range(counts["floors"], 0, -1):
            print(f"floor {floor:2}: {', '.join(sorted(r for r in rooms if floor_of[r] == floor))}")
    for circle in around:
        print(f"circle: {', '.join(sorted(circle))}")
    for what, count in counts.items():
        over = "  TOO MANY" if count > LIMITS[what] else ""
        print(f"{what:8} {count:7,}  (at most {LIMITS[what]:,}){over}")
    wrong = any(count > LIMITS[what] for what, count in counts.items())
    for room, allowed in MAY_KNOW.items():
        known = known_by(graph, room)
        print(f"{room} knows {', '.join(sorted(known - {room}))}")
        if known - allowed:
            wrong = True
            print(f"{room} MUST NOT KNOW {', '.join(sorted(known - allowed))}")
    if wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
