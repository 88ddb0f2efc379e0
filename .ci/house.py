"""Count the package: rooms, floors, circles, clarity, budgets and public names, with limits.

    python .ci/house.py            # the figures beside their limits; fails above one
    python .ci/house.py --exact    # fails also where a limit that only falls is above its count
    python .ci/house.py --lower    # lower those limits to their counts
    python .ci/house.py --floors   # also each floor, with its rooms
    python .ci/house.py --complex  # also each function above a complexity of 12
    python .ci/house.py --reading  # the modules to read first, which 1,500 lines hold together

A *room* is a module or a folder directly in the package, its face ``__init__`` left out. An *arrow*
is an import of one file by another, those within functions and for type checkers included. The
*floors* are the rooms on the longest chain of arrows from room to room. A *circle* is a set of two
files or more from each of which arrows lead to every other. *Names* are those that the face has.
*Shared class names* are those that two files give to classes of one language. *Test files inside*
import from below the faces of rooms, or from the file of tests that imports so for others.

The number of code lines has no limit as such, because such a limit is met by longer lines. Density,
complexity and parameters without a type have limits that only fall (``SAVED``): one above the limit
of an earlier commit fails. The lines of each capability have a budget (``budgets.toml``), which a
feature raises in its own commit with a reason. ``complexity.json`` lists the functions above the
complexity that new code may have: the list only shrinks.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import measures
from measures import KINDS

PACKAGE = "mastermind_core"
ROOT = Path(__file__).parents[1] / PACKAGE

#: The one place of the limits; ``--lower`` writes those that only fall.
LIMITS = {
    "rooms": 33,
    "floors": 14,
    "circles": 0,
    "names": 113,
    "shared class names": 0,
    "nodes a line": 10.6,
    "tokens a line": 11.5,
    "percent of Any": 12.0,
    "complex functions": 0,
    "test files inside": 70,
}

#: The limits that only fall, each with the value at which it may stay.
SAVED = {
    "nodes a line": 10.6,
    "tokens a line": 11.5,
    "percent of Any": 12.0,
    "complex functions": 0,
    "test files inside": 70,
}

#: The complexity that a new function may have, and the one above which none of the others stays.
NEW_COMPLEXITY, MOST_COMPLEX = 12, 15
COMPLEX = Path(__file__).with_name("complexity.json")
BUDGETS = Path(__file__).with_name("budgets.toml")

#: How a class begins that is defined, and not only declared.
CLASSES = {
    "python": r"^ *class (\w+)",
    "c++": r"^ *(?:class|struct) (\w+)(?: final)?(?: :[^;{]*)? *\{",
}

#: The faces that list names of an application, too, each with the application. Such a name is
#: imported at its first use, and the face stands above both.
OFFERS = {f"{PACKAGE}.strategies": "heuristics"}

#: What tests may import from freely: the faces of rooms, as applications may.
FACES = {
    "agents",
    "agents.kernels",
    "analysis",
    "arguments",
    "checker",
    "cli.verified",
    "cli",
    "code_space",
    "errors",
    "exact",
    "files",
    "game",
    "games",
    "gym",
    "heuristics",
    "heuristics.kernels",
    "histories",
    "kernels",
    "kernels.choose",
    "metrics",
    "names",
    "noise",
    "noise.kernels",
    "notation",
    "partitions",
    "play",
    "progress",
    "results",
    "show",
    "simulation",
    "sklearn",
    "strategies",
    "studies",
    "table",
    "tables",
    "tree",
}

#: The file of tests that imports from inside for others.
PASSED_ON = {"inside", "tests.support.inside"}

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
    # A compiled module has a stub alone; the stub of a package lists what it imports at first use.
    files = [(module_of(path), path) for end in ("pyi", "py") for path in ROOT.rglob(f"*.{end}")]
    known = {name for name, _ in files}
    graph: dict[str, set[str]] = {name: set() for name in known}
    for name, path in files:
        graph[name] |= set(imported(path, known)) - {name}
    return graph


def room_of(module: str) -> str:
    """Return the room of a module; the face has none."""
    return module.split(".")[1] if "." in module else ""


def between_rooms(graph: Graph) -> Graph:
    """Return the rooms, each with those that it imports; the face stands outside."""
    rooms: dict[str, set[str]] = {room_of(module): set() for module in graph if room_of(module)}
    for module, targets in graph.items():
        if room := room_of(module):
            own = {room, "", OFFERS.get(module, "")}
            rooms[room] |= {room_of(target) for target in targets} - own
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


@cache
def files(*endings: str) -> dict[str, str]:
    """Return the text of each file of source of the package by its name, those of some endings."""
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(ROOT.rglob("*"))
        if path.suffix in (endings or KINDS) and path.is_file()
    }


def _ratio(count: Callable[[str], int], *endings: str) -> float:
    texts = files(*endings)
    lines = sum(measures.code_lines(text, KINDS[Path(name).suffix]) for name, text in texts.items())
    return round(sum(map(count, texts.values())) / max(1, lines), 2)


def percent_of_any() -> float:
    """Return the share of typed parameters that are typed plain ``Any``, in percent."""
    counts = [measures.parameters(text) for text in files(".py", ".pyi").values()]
    typed, untyped = map(sum, zip(*counts, strict=True))
    return round(100 * untyped / typed, 1)


def complex_functions() -> dict[str, int]:
    """Return the functions above the complexity of new code: the most for each name."""
    above: dict[str, int] = {}
    for text in files(".py").values():
        for name, complexity in measures.functions(text):
            if complexity > NEW_COMPLEXITY:
                above[name] = max(complexity, above.get(name, 0))
    return dict(sorted(above.items()))


def clarity() -> dict[str, float]:
    """Return the counts that only fall."""
    return {
        "nodes a line": _ratio(measures.nodes, ".py"),
        "tokens a line": _ratio(measures.tokens, ".cpp", ".hpp"),
        "percent of Any": percent_of_any(),
        "complex functions": sum(most > MOST_COMPLEX for most in complex_functions().values()),
        "test files inside": inside(),
    }


def budgets() -> tuple[list[tuple[str, str, int, int]], list[str]]:
    """Return each capability as (storey, name, lines, budget), and the files that have none."""
    table = tomllib.loads(BUDGETS.read_text(encoding="utf-8"))
    capabilities = [
        (storey, name, given)
        for storey, key in (("application", "application"), ("core", "core_capability"))
        for name, given in table[key].items()
    ]
    counts = Counter[str]()
    strays: list[str] = []
    for file, text in files().items():
        for _, name, given in capabilities:
            if any(fnmatch(file, pattern) for pattern in given["files"]):
                counts[name] += measures.code_lines(text, KINDS[Path(file).suffix])
                break
        else:
            strays.append(file)
    rows = [(storey, name, counts[name], given["lines"]) for storey, name, given in capabilities]
    core = sum(lines for storey, _, lines, _ in rows if storey == "core")
    return [*rows, ("core", "in all", core, table["core"])], strays


def inside() -> int:
    """Return the number of test files that import from below the faces of rooms."""
    modules = {module_of(path) for end in ("pyi", "py") for path in ROOT.rglob(f"*.{end}")}
    faces = {f"{PACKAGE}.{name}{parts}" for name in FACES for parts in ("", ".parts")}
    below = modules - {PACKAGE, *faces} | PASSED_ON
    known = modules | PASSED_ON
    paths = (ROOT.parent / "tests").rglob("*.py")
    return sum(not below.isdisjoint(imported(path, known)) for path in paths)


def limits_of(text: str) -> dict[str, float]:
    """Return the limits that a version of this file has."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "LIMITS":
            limits: dict[str, float] = ast.literal_eval(node.value)
            return limits
    return {}


def _git(*words: str) -> str:
    command = ["git", "-C", str(ROOT.parent), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _earlier(name: str) -> list[str]:
    """Return the versions that a file of this folder had in the commits that changed it."""
    try:
        commits = _git("log", "--format=%H", "--diff-filter=AM", "--", f".ci/{name}").split()
        return [_git("show", f"{commit}:.ci/{name}") for commit in commits]
    except (OSError, subprocess.CalledProcessError):
        return []


def least_ever() -> dict[str, float]:
    """Return the lowest value in the history of each limit that only falls."""
    least: dict[str, float] = {}
    for limits in map(limits_of, _earlier("house.py")):
        # Under the same name, tests inside were once counted without those that import kernels.
        if "nodes a line" in limits:
            for what in limits.keys() & SAVED.keys():
                least[what] = min(limits[what], least.get(what, limits[what]))
    return least


def listed_complex() -> dict[str, int]:
    """Return the functions that may be above the complexity of new code, each with its own."""
    listed: dict[str, int] = json.loads(COMPLEX.read_text(encoding="utf-8"))
    return listed


def too_complex() -> list[str]:
    """Return the faults of functions that are too complex, and of the list of the exceptions."""
    listed, above = listed_complex(), complex_functions()
    faults = [
        f"{name} HAS A COMPLEXITY OF {most}: at most {listed.get(name, NEW_COMPLEXITY)}, split it"
        for name, most in above.items()
        if most > listed.get(name, NEW_COMPLEXITY)
    ]
    ever = [json.loads(version) for version in _earlier(COMPLEX.name)]
    for name, most in listed.items():
        if any(most > version.get(name, 0) for version in ever):
            faults.append(f"{name} IN {COMPLEX.name}: the list only shrinks")
    return faults


def lowered(text: str, counts: Mapping[str, float]) -> str:
    """Return this file with each limit that only falls at its count, but not below its goal."""
    limits, marker, rest = text.partition("\nSAVED = ")
    for what, goal in SAVED.items():
        limit = min(max(counts[what], goal), LIMITS[what])
        limits = re.sub(rf'^    "{what}": [\d.]+,$', f'    "{what}": {limit},', limits, flags=re.M)
    return f"{limits}{marker}{rest}"


def lower(counts: Mapping[str, float]) -> None:
    """Write the counts of the limits that only fall, and the complexities, where they are lower."""
    path = Path(__file__)
    path.write_text(lowered(path.read_text(encoding="utf-8"), counts), encoding="utf-8")
    listed = listed_complex()
    kept = {
        name: min(most, listed[name])
        for name, most in complex_functions().items()
        if name in listed
    }
    COMPLEX.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


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
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in READING}
    lines = {name: measures.python_code(text) for name, text in texts.items()}
    for name, count in lines.items():
        print(f"{count:5,}  {name}")
    print(f"{sum(lines.values()):5,}  in all (at most {MOST_TO_READ:,})")
    if sum(lines.values()) > MOST_TO_READ or lines[READING[-1]] > MOST_OF_SEARCH:
        sys.exit(f"the library is to be read in {MOST_TO_READ:,} lines, {MOST_OF_SEARCH} of search")


def _fault(what: str, count: float, least: float, *, exact: bool) -> str:
    """Return what is wrong with a count and its limit, or nothing."""
    limit = LIMITS[what]
    if count > limit:
        return "TOO MANY"
    if limit > least:
        return f"THE LIMIT WAS {least} BEFORE: it only falls"
    if exact and what in SAVED and max(count, SAVED[what]) < limit:
        return "LOWER THE LIMIT: python .ci/house.py --lower"
    return ""


def _over_limits(counts: Mapping[str, float], *, exact: bool) -> bool:
    least = least_ever()
    faults = {
        what: _fault(what, count, least.get(what, LIMITS[what]), exact=exact)
        for what, count in counts.items()
    }
    for what, fault in faults.items():
        aim = f", and to fall to {SAVED[what]}" if LIMITS[what] > SAVED.get(what, 0) > 0 else ""
        print(f"{what:18} {counts[what]:7}  (at most {LIMITS[what]}{aim})  {fault}".rstrip())
    return any(faults.values())


def _over_budgets() -> bool:
    rows, strays = budgets()
    for storey, name, lines, budget in rows:
        fault = (
            "  TOO MANY: split, or raise it in budgets.toml and say why" if lines > budget else ""
        )
        print(f"{storey + ':':12} {name:30} {lines:6,} code lines  (at most {budget:,}){fault}")
    for file in strays:
        print(f"{file} IS OF NO CAPABILITY: add it to budgets.toml")
    return bool(strays) or any(lines > budget for _, _, lines, budget in rows)


def _knows_too_much(graph: Graph) -> bool:
    wrong = False
    for room in (*MAY_KNOW, *MUST_NOT_KNOW):
        known = known_by(graph, room)
        print(f"{room} knows {', '.join(sorted(known - {room}))}")
        if barred := known - MAY_KNOW.get(room, known) | known & MUST_NOT_KNOW.get(room, set()):
            wrong = True
            print(f"{room} MUST NOT KNOW {', '.join(sorted(barred))}")
    return wrong


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--floors", action="store_true", help="print each floor with its rooms")
    parser.add_argument("--exact", action="store_true", help="fail above a count, too")
    parser.add_argument("--lower", action="store_true", help="lower limits to their counts")
    parser.add_argument("--complex", action="store_true", help="print the complex functions")
    parser.add_argument("--reading", action="store_true", help="count the modules to read first")
    return parser.parse_args()


def main() -> None:
    """Print what is counted, and fail where it is too much."""
    args = _arguments()
    if args.reading:
        reading()
        return
    graph = arrows()
    rooms = between_rooms(graph)
    around = circles(graph)
    floor_of = floors(rooms)
    counts: dict[str, float] = {
        "rooms": len(rooms),
        "floors": max(floor_of.values()),
        "circles": len(around),
        "names": names(),
        "shared class names": shared_names(),
        **clarity(),
    }
    if args.lower:
        lower(counts)
        return
    if args.floors:
        for floor in range(max(floor_of.values()), 0, -1):
            print(f"floor {floor:2}: {', '.join(sorted(r for r in rooms if floor_of[r] == floor))}")
    if args.complex:
        for name, most in sorted(complex_functions().items(), key=lambda pair: -pair[1]):
            print(f"complexity {most:2}: {name}")
    for circle in around:
        print(f"circle: {', '.join(sorted(circle))}")
    faults = too_complex()
    for fault in faults:
        print(fault)
    wrong = [_over_limits(counts, exact=args.exact), _over_budgets(), _knows_too_much(graph)]
    if faults or any(wrong):
        sys.exit(1)


if __name__ == "__main__":
    main()
