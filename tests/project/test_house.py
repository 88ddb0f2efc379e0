"""The command that counts the package: on small graphs, and on the package as it is."""

from __future__ import annotations

import re
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import mastermind_core as mc

SOURCE = Path(__file__).parents[2] / ".ci" / "house.py"


@pytest.fixture(scope="module")
def house():
    spec = spec_from_file_location("house", SOURCE)
    module = module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(SOURCE.parent)
        spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def measures(house):
    return house.measures


def test_floors_are_the_longest_chain_of_rooms(house):
    graph = {
        "p": {"p.low"},
        "p.low": set(),
        "p.middle.one": {"p.low"},
        "p.middle.two": {"p.middle.one"},
        "p.high": {"p.middle.two", "p.low"},
    }
    rooms = house.between_rooms(graph)
    assert rooms == {"low": set(), "middle": {"low"}, "high": {"middle", "low"}}
    assert house.floors(rooms) == {"low": 1, "middle": 2, "high": 3}
    assert house.known_by(graph, "high") == {"middle", "low"}


def test_the_checkers_and_the_search_share_no_source(house):
    """Neither knows the other by any import, and no file of C++ includes one of the other."""
    graph = house.arrows()
    for room in ("exact", "kernels"):
        assert "checker" not in house.known_by(graph, room)
    assert house.known_by(graph, "checker") <= house.MAY_KNOW["checker"]
    checker = house.ROOT / "checker" / "compiled"
    for path in house.ROOT.rglob("*.?pp"):
        for name in re.findall(r'#include "(.*)"', path.read_text(encoding="utf-8")):
            assert "/" not in name if path.parent == checker else "checker" not in name


#: What applications may import of the core beside packages: a module that is a package's face.
FACES = {"games.parts", "kernels.choose", "play.parts", "strategies.parts"}


def test_applications_may_import_no_module_inside_a_package_of_the_core(house):
    """The list of the contract is complete, and names no face."""
    settings = tomllib.loads((house.ROOT.parent / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {one["id"]: one for one in settings["tool"]["importlinter"]["contracts"]}
    applications = {name.split(".")[1] for name in contracts["faces"]["source_modules"]}
    forbidden = contracts["faces"]["forbidden_modules"]
    budgets = tomllib.loads(house.BUDGETS.read_text(encoding="utf-8"))["application"].values()
    folders = {pattern.split("/")[0] for entry in budgets for pattern in entry["files"]}
    assert applications == {name for name in folders if name[0] != "_"}
    files = (path for end in ("pyi", "py") for path in house.ROOT.rglob(f"*.{end}"))
    for module in map(house.module_of, files):
        room, _, inside = module.removeprefix("mastermind_core.").partition(".")
        if not inside or room in folders or inside == "_native":
            continue
        is_face = f"{room}.{inside}" in FACES
        parents = {module.rsplit(".", count)[0] for count in range(module.count("."))}
        found = parents & {*forbidden} or f"mastermind_core.{room}.*" in forbidden
        assert bool(found) != is_face, module


def test_no_file_of_the_core_imports_a_face_that_offers_an_application(house):
    """Such a face is left out of the layers, so nothing below it may lean on it."""
    budgets = tomllib.loads(house.BUDGETS.read_text(encoding="utf-8"))["application"].values()
    above = {pattern.split("/")[0] for entry in budgets for pattern in entry["files"]} | {""}
    graph = house.arrows()
    for face, application in house.OFFERS.items():
        assert application in {house.room_of(target) for target in graph[face]}
        importers = {house.room_of(module) for module in graph if face in graph[module]}
        assert "" in importers
        assert importers <= above


def test_circles_are_of_files_and_of_any_length(house):
    graph = {"p.a": {"p.b"}, "p.b": {"p.c"}, "p.c": {"p.a"}, "p.d": {"p.a"}, "p.e": set()}
    assert house.circles(graph) == [{"p.a", "p.b", "p.c"}]
    with pytest.raises(SystemExit, match=r"rooms in a circle have no floors: .*a.*b"):
        house.floors({"a": {"b"}, "b": {"a"}})


def test_imports_in_functions_and_for_types_are_arrows(house, tmp_path):
    path = tmp_path / "some.py"
    path.write_text(
        "import p.a\nfrom p import b\nif TYPE_CHECKING:\n    from p.c import thing\n"
        "def f():\n    from p.d import other\n    import math\n"
    )
    known = {"p", "p.a", "p.b", "p.c", "p.d", "p.e"}
    assert set(house.imported(path, known)) == {"p.a", "p.b", "p.c", "p.d"}


def test_names_are_those_of_the_face(house):
    assert house.names() == len(mc.__all__) <= house.LIMITS["names"]


def test_code_lines_are_those_that_are_neither_blank_nor_comment_nor_docstring(measures):
    text = '"""Module."""\n\nx = """a\nb"""  # said\n# only said\ndef f():\n    """Doc."""\n'
    assert measures.python_code(text + "    return x\n") == 4
    assert measures.braces_code("// a\n/* b\n c */\n\nint x;  // d\n}\n") == 2


def test_nodes_and_tokens_do_not_depend_on_layout(measures):
    assert measures.nodes("x = f(1)\n") == measures.nodes("x = f(\n    1,  # one\n)\n") == 8
    short = 'int x=f("a b");  // a comment\n'
    assert measures.tokens(short) == measures.tokens(short.replace("=", "\n= ")) == 8


@pytest.mark.parametrize(
    ("body", "complexity"),
    [
        ("return 1", 1),
        ("if a and b or c:\n        return 1", 4),
        ("return [x for x in a if x if y]", 4),
        ("return 1 if a else 2", 2),
        ("for x in a:\n        while b:\n            assert c", 4),
        ("try:\n        a()\n    except B:\n        c()", 2),
        ("match a:\n        case 1:\n            b()\n        case _:\n            c()", 3),
        ("def inner():\n        if a:\n            b()\n    inner()", 1),
    ],
)
def test_complexity_counts_each_decision_of_the_function_alone(measures, body, complexity):
    text = f"class C:\n  def f(self):\n    {body}\n"
    assert dict(measures.functions(text))["C.f"] == complexity


def test_parameters_typed_any_are_those_of_functions(measures):
    text = "def f(self, a: Any, *b: int, c: list[Any] = (), **d: Any) -> Any: ..."
    assert measures.parameters(text) == (4, 2)


def test_a_limit_is_read_from_any_version_of_the_file(house):
    assert house.limits_of("LIMITS = {'floors': 1_000}\n") == {"floors": 1000}
    assert house.limits_of("OTHER = 1\n") == {}
    assert house.limits_of(SOURCE.read_text()) == house.LIMITS


def test_limits_that_fall_are_lowered_to_their_counts_but_not_below_their_goals(house, monkeypatch):
    monkeypatch.setitem(house.LIMITS, "test files inside", 99)
    counts = dict.fromkeys(house.SAVED, 0.0) | {"test files inside": 80}
    text = house.lowered(SOURCE.read_text(), counts)
    limits = house.limits_of(text)
    assert limits["test files inside"] == 80
    assert limits["tokens a line"] == house.SAVED["tokens a line"]
    assert limits["percent of Any"] == house.SAVED["percent of Any"]
    assert limits["rooms"] == house.LIMITS["rooms"]
    assert text.partition("\nSAVED")[2] == SOURCE.read_text().partition("\nSAVED")[2]


def test_no_limit_is_above_one_of_an_earlier_commit(house):
    least = house.least_ever()
    assert all(house.LIMITS[what] <= least.get(what, limit) for what, limit in house.LIMITS.items())


@pytest.mark.slow
def test_counts_are_within_their_limits(house):
    assert all(count <= house.LIMITS[what] for what, count in house.clarity().items())


def test_each_file_has_a_capability_and_each_capability_its_budget(house):
    rows, strays = house.budgets()
    assert not strays
    assert all(lines <= budget for _, _, lines, budget in rows)
    core = [row for row in rows if row[0] == "core"]
    assert sum(lines for _, _, lines, _ in core[:-1]) == core[-1][2] <= core[-1][3]


def test_a_function_above_the_complexity_of_new_code_is_a_fault_unless_it_is_listed(
    house, monkeypatch
):
    monkeypatch.setattr(house, "complex_functions", lambda: {"old": 14, "worse": 20, "new": 13})
    monkeypatch.setattr(house, "listed_complex", lambda: {"old": 14, "worse": 19})
    monkeypatch.setattr(house, "_earlier", lambda name: ['{"old": 14, "worse": 18}'])
    assert house.too_complex() == [
        "worse HAS A COMPLEXITY OF 20: at most 19, split it",
        "new HAS A COMPLEXITY OF 13: at most 12, split it",
        "worse IN complexity.json: the list only shrinks",
    ]


def test_files_of_tests_that_reach_inside_are_counted(house, tmp_path, monkeypatch):
    monkeypatch.setattr(house, "ROOT", tmp_path / "mastermind_core")
    for module in ("__init__", "games/__init__", "games/codes", "kernels/exact/task"):
        path = tmp_path / "mastermind_core" / f"{module}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    (tmp_path / "tests").mkdir()
    imports = {
        "import mastermind_core as mc": False,
        "from mastermind_core.games import Codes": False,
        "from mastermind_core.kernels.exact.task import Task": True,
        "from inside import Task": True,
        "from mastermind_core.games import codes": True,
        "from mastermind_core.games.codes import Codes": True,
        "def f():\n    import mastermind_core.games.codes": True,
    }
    for number, line in enumerate(imports):
        (tmp_path / "tests" / f"{number}.py").write_text(line + "\n")
    assert house.inside() == sum(imports.values())


def test_the_library_can_be_read_in_1500_lines(house, capsys):
    house.reading()
    assert capsys.readouterr().out.endswith("(at most 1,500)\n")
    house.MOST_TO_READ = 99
    with pytest.raises(SystemExit, match="99 lines"):
        house.reading()
