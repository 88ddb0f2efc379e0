"""Count the package: rooms, floors, circles, code, files and public names, and hold them to limits.

    python .ci/house.py            # the figures beside their limits; fails above one
    python .ci/house.py --exact    # fails also where a limit of lines or files is above its count
    python .ci/house.py --lower    # lower those limits to their counts
    python .ci/house.py --floors   # also each floor, with its rooms
    python .ci/house.py --reading  # the modules to read first, which 1,500 lines hold together

A limit of files only falls: one above the limit of any earlier commit fails. The limits of code and
of Python files are final: the redesign ended with 32,619 lines in 163 files, and features fill the
rest.

A *room* is a module or a folder directly in the package, its face ``__init__`` left out. An *arrow*
is an import of one file by another, those within functions and for type checkers included. The
*floors* are the rooms on the longest chain of arrows from room to room. A *circle* is a set of two
files or more from each of which arrows lead to every other. *Code* is the number of lines of
Python, stubs, C++ and JavaScript without blank lines, comments and docstrings. *Names* are those
that the face has. *Shared class names* are those that two files give to classes of one language.
*Test files inside* import from below the faces of rooms.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

PACKAGE = "mastermind_core"
ROOT = Path(__file__).parents[1] / PACKAGE

#: The one place of the limits; ``--lower`` writes those of code and files.
LIMITS = {
    "rooms": 30,
    "floors": 13,
    "circles": 0,
    "names": 110,
    "shared class names": 0,
    "code": 33_971,
    "python files": 180,
    "c++ files": 70,
    "test files inside": 53,
}

#: What features may fill: these limits are final, and neither rise nor fall with their counts.
FINAL = {"code": 33_971, "python files": 180}

#: How a class begins that is defined, and not only declared.
CLASSES = {
    "python": r"^ *class (\w+)",
    "c++": r"^ *(?:class|struct) (\w+)(?: final)?(?: :[^;{]*)? *\{",
}

#: These are never raised, and lowered to their counts at once unless they are final.
SAVED = ("code", "python files", "c++ files", "test files inside")

#: What tests may import from freely: the faces of rooms, and the border to the kernels.
FACES = {
    "checker",
    "cli",
    "code_space",
    "errors",
    "exact",
    "files",
    "game",
    "games",
    "gym",
    "notation",
    "play",
    "show",
    "simulation",
    "strategies",
    "studies",
    "table",
    "tree",
}
FAMILIES = ("codes", "exact", "greedy", "symmetries")
BORDER = {
    "kernels",
    *(f"kernels.{name}" for name in ("_native", "choose", "exact.task", "shared", "types")),
    *(f"kernels.{family}{twin}" for family in FAMILIES for twin in ("", ".plain", ".compiled")),
}

#: Who checks must not share a mistake with who searches: all that a room may know, by any chain,
#: and what those that search and write proofs must not know.
MAY_KNOW = {"checker": {"arguments", "checker", "errors", "game", "progress"}}
MUST_NOT_KNOW = {"exact": {"checker"}, "kernels": {"checker"}}

#: The library in plain Python, in reading order, and the most lines of it all and of the search.
READING = (
    "game/__init__.py",
    "partitions.py",
    "metrics.py",
    "kernels/greedy/measures.py",
    "kernels/greedy/plain.py",
    "tree/node.py",
    "kernels/exact/cost.py",
    "kernels/exact/reference.py",
)
MOST_TO_READ, MOST_OF_SEARCH = 1_500, 350

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


#: The kinds of source files by their endings.
KINDS = {".py": "python", ".pyi": "python", ".cpp": "c++", ".hpp": "c++", ".h": "c++", ".js": "js"}

_LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def python_code(text: str) -> int:
    """Return the number of lines of Python that hold code: no blanks, comments or docstrings."""
    held = set[int]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _LAYOUT:
            held.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            said = first.value if isinstance(first, ast.Expr) else None
            if first and isinstance(said, ast.Constant) and isinstance(said.value, str):
                held.difference_update(range(first.lineno, (first.end_lineno or 0) + 1))
    return len(held)


def braces_code(text: str) -> int:
    """Return the same of C++ or JavaScript."""
    text = re.sub(
        r"/\*.*?\*/", lambda match: "\n" * match.group().count("\n"), text, flags=re.DOTALL
    )
    lines = (line.strip() for line in text.splitlines())
    return sum(1 for line in lines if line and not line.startswith("//"))


def sources() -> dict[str, int]:
    """Return the code lines of the package, and its files of Python and of C++."""
    found = Counter[str]()
    for path in ROOT.rglob("*"):
        if (kind := KINDS.get(path.suffix)) and path.is_file():
            text = path.read_text(encoding="utf-8")
            found["code"] += python_code(text) if kind == "python" else braces_code(text)
            found[f"{kind} files"] += 1
    return {what: found[what] for what in SAVED}


def inside() -> int:
    """Return the number of test files that import from below the faces of rooms and the border."""
    modules = {module_of(path) for end in ("pyi", "py") for path in ROOT.rglob(f"*.{end}")}
    below = modules - {PACKAGE, *(f"{PACKAGE}.{name}" for name in FACES | BORDER)}
    files = (ROOT.parent / "tests").rglob("*.py")
    return sum(not below.isdisjoint(imported(path, modules)) for path in files)


def limits_of(text: str) -> dict[str, int]:
    """Return the limits that a version of this file has."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "LIMITS":
            limits: dict[str, int] = ast.literal_eval(node.value)
            return limits
    return {}


def _git(*words: str) -> str:
    command = ["git", "-C", str(ROOT.parent), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def least_ever() -> dict[str, int]:
    """Return the final limits, and the lowest value of each other one in the history."""
    least: dict[str, int] = {}
    try:
        commits = _git("log", "--format=%H", "--", ".ci/house.py").split()
        earlier = [limits_of(_git("show", f"{commit}:.ci/house.py")) for commit in commits]
    except (OSError, subprocess.CalledProcessError):
        return dict(FINAL)
    for limits in earlier:
        for what in limits.keys() & set(SAVED):
            least[what] = min(limits[what], least.get(what, limits[what]))
    return least | FINAL


def lower(counts: Mapping[str, int]) -> None:
    """Write the counts of code and files as their limits, where they are lower."""
    path = Path(__file__)
    text = path.read_text(encoding="utf-8")
    for what in set(SAVED) - set(FINAL):
        limit = min(counts[what], LIMITS[what])
        text = re.sub(
            rf'^    "{re.escape(what)}": [\d_]+,$', f'    "{what}": {limit:_},', text, flags=re.M
        )
    path.write_text(text, encoding="utf-8")


def shared_names() -> int:
    """Return the number of names that two classes have, of Python or of C++."""
    found = Counter[tuple[str, str]]()
    for path in ROOT.rglob("*"):
        if (kind := KINDS.get(path.suffix)) in CLASSES and path.suffix != ".pyi":
            names = re.findall(CLASSES[kind], path.read_text(encoding="utf-8"), re.MULTILINE)
            found.update({(kind, name) for name in names})  # a file may have it for two builds
    return sum(count > 1 for count in found.values())


def names() -> int:
    """Return the number of public names of the face, as its stub lists them."""
    stub = ast.parse((ROOT / "__init__.pyi").read_text(encoding="utf-8"))
    return sum(len(node.names) for node in stub.body if isinstance(node, ast.ImportFrom))


def reading() -> None:
    """Print the lines of the modules to read first, and fail where they are too many."""
    lines = {name: python_code((ROOT / name).read_text(encoding="utf-8")) for name in READING}
    for name, count in lines.items():
        print(f"{count:5,}  {name}")
    print(f"{sum(lines.values()):5,}  in all (at most {MOST_TO_READ:,})")
    if sum(lines.values()) > MOST_TO_READ or lines[READING[-1]] > MOST_OF_SEARCH:
        sys.exit(f"the library is to be read in {MOST_TO_READ:,} lines, {MOST_OF_SEARCH} of search")


def main() -> None:
    """Print what is counted, and fail where it is too much."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--floors", action="store_true", help="print each floor with its rooms")
    parser.add_argument("--exact", action="store_true", help="fail above a count, too")
    parser.add_argument("--lower", action="store_true", help="lower limits to their counts")
    parser.add_argument("--reading", action="store_true", help="count the modules to read first")
    args = parser.parse_args()
    if args.reading:
        reading()
        return
    graph = arrows()
    rooms = between_rooms(graph)
    around = circles(graph)
    floor_of = floors(rooms)
    counts = {
        "rooms": len(rooms),
        "floors": max(floor_of.values()),
        "circles": len(around),
        "names": names(),
        "shared class names": shared_names(),
        **sources(),
        "test files inside": inside(),
    }
    if args.lower:
        lower(counts)
        return
    if args.floors:
        for floor in range(counts["floors"], 0, -1):
            print(f"floor {floor:2}: {', '.join(sorted(r for r in rooms if floor_of[r] == floor))}")
    for circle in around:
        print(f"circle: {', '.join(sorted(circle))}")
    least = least_ever()
    wrong = False
    for what, count in counts.items():
        limit = LIMITS[what]
        fault = ""
        if count > limit:
            fault = "  TOO MANY"
        elif limit > least.get(what, limit):
            fault = f"  THE LIMIT WAS {least[what]:,} BEFORE: a limit only falls"
        elif args.exact and what in SAVED and what not in FINAL and count < limit:
            fault = "  LOWER THE LIMIT: python .ci/house.py --lower"
        print(f"{what:18} {count:7,}  (at most {limit:,}){fault}")
        wrong = wrong or bool(fault)
    for room in (*MAY_KNOW, *MUST_NOT_KNOW):
        known = known_by(graph, room)
        print(f"{room} knows {', '.join(sorted(known - {room}))}")
        if barred := known - MAY_KNOW.get(room, known) | known & MUST_NOT_KNOW.get(room, set()):
            wrong = True
            print(f"{room} MUST NOT KNOW {', '.join(sorted(barred))}")
    if wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
