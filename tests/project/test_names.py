"""The public names: all there, each from its home, and none hidden by a room of the same name."""

from __future__ import annotations

import ast
import math
import pkgutil
import re
import subprocess
import sys
import zipfile
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Protocol

import pytest

import mastermind_core as mc


@pytest.mark.parametrize("name", mc.__all__)
def test_every_public_name_is_there(name):
    assert getattr(mc, name) is not None
    assert name in dir(mc)


def test_rooms_do_not_hide_the_functions_of_their_name():
    code = (
        "import mastermind_core as mc, mastermind_core.simulation.run, mastermind_core.partitions\n"
        "print(*(type(x).__name__ for x in (mc.simulate, mc.partition, mc.compare, mc.strategies)))"
    )
    out = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    )
    assert out.stdout.split() == [FunctionType.__name__] * 3 + [ModuleType.__name__]


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'mastermind_core' has no attribute 'nothing'"):
        _ = mc.nothing


def test_importing_the_package_imports_no_room_but_two_of_the_ground():
    code = "import sys, mastermind_core as mc; print(*(m for m in sys.modules if 'core.' in m))"
    out = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    )
    assert set(out.stdout.split()) == {
        "mastermind_core.names",
        "mastermind_core.names.lazy",
        "mastermind_core.names.services",
        "mastermind_core.results",
        "mastermind_core.results.base",
    }


def test_the_version_is_said_once():
    root = Path(__file__).parents[2]
    cited = re.search(r"^version: (.*)$", (root / "CITATION.cff").read_text(), re.MULTILINE)
    assert cited is not None
    assert cited.group(1) == mc.__version__ == version("mastermind-core")


def told(package):
    """Return the names in a package's stub, those of "import *" too, each with its module."""
    stub = Path(package.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    homes = {}
    for line in ast.parse(stub).body:
        if isinstance(line, ast.ImportFrom) and line.names[0].name == "*":
            homes |= told(import_module(line.module))
        elif isinstance(line, ast.ImportFrom):
            homes |= {alias.name: line.module for alias in line.names}
    return homes


@pytest.mark.parametrize("package", [mc, mc.strategies])
def test_a_package_has_what_its_stub_tells_type_checkers(package):
    homes = told(package)
    assert sorted(homes) == package.__all__ == dir(package)
    for name, home in homes.items():
        module = import_module(home if home != "mastermind_core" else f"{home}.{name}")
        assert getattr(package, name) is getattr(module, name, module)


def test_names_in_lower_case_are_the_registered_strategies():
    assert set(mc.STRATEGIES) == {name for name in mc.strategies.__all__ if name.islower()}
    for name in mc.STRATEGIES:
        assert mc.STRATEGIES[name] is getattr(mc.strategies, name)
        assert mc.STRATEGIES[name].name == name


def test_classes_of_heuristics_are_with_the_strategies():
    heuristics = {type(strategy).__name__ for strategy in mc.STRATEGIES.values()} - {"Greedy"}
    assert len(heuristics) > 20
    assert not heuristics & set(mc.__all__)


LAZY = "from mastermind_core.names.lazy import names_of\nload = names_of(__name__).load\n"


def test_a_package_without_its_stub_says_so(tmp_path, monkeypatch):
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "__init__.py").write_text(LAZY)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ImportError, match=r"__init__\.pyi, .* is missing: install the"):
        import_module("bare")


def test_names_are_found_in_a_zip_too(tmp_path, monkeypatch):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as file:
        file.writestr("zipped/__init__.py", LAZY)
        file.writestr("zipped/__init__.pyi", "from math import sqrt as sqrt, pi")
    monkeypatch.syspath_prepend(tmp_path / "all.zip")
    zipped = import_module("zipped")
    assert zipped.load("sqrt") is math.sqrt
    with pytest.raises(AttributeError, match="'zipped' has no attribute 'pi'"):
        zipped.load("pi")


def test_no_module_has_the_name_of_a_public_function():
    modules = {
        module.name.rpartition(".")[2]
        for module in pkgutil.walk_packages(mc.__path__, "mastermind_core.")
    }
    functions = {name for name in mc.__all__ if isinstance(getattr(mc, name), FunctionType)}
    assert not modules & functions


@pytest.mark.parametrize(
    "call",
    ["mc.optimal(mc.TwoD(3))", "mc.length_distribution(mc.TwoD(3), 'entropy')"],
)
def test_what_needs_no_heuristic_imports_none(call):
    code = f"import sys, mastermind_core as mc; {call}\nprint(*(m for m in sys.modules))"
    out = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    )
    loaded = out.stdout.split()
    assert "mastermind_core.tree" in loaded
    assert not [name for name in loaded if name.startswith("mastermind_core.heuristics")]


#: The rooms whose names are public.
ROOMS = (mc, mc.strategies, mc.games, mc.play, mc.studies, mc.show, mc.simulation)

#: What needs no example of its own, and why.
SHOWN_ELSEWHERE = {
    "load": "the example of save reads again what it wrote",
    "read_tree": "the example of write_tree reads again what it wrote",
}


def needs_no_example(name, item):
    """Errors are raised and protocols followed: nobody calls either."""
    kinds = isinstance(item, type) and (issubclass(item, Exception) or Protocol in item.__bases__)
    return kinds or name in SHOWN_ELSEWHERE


def test_every_public_callable_has_an_example():
    public = [(name, getattr(room, name)) for room in ROOMS for name in room.__all__]
    called = {(name, item) for name, item in public if isinstance(item, type | FunctionType)}
    assert len(called) > 150
    bare = {name for name, item in called if ">>> " not in (item.__doc__ or "")}
    assert not bare - {name for name, item in called if needs_no_example(name, item)}
    assert bare >= SHOWN_ELSEWHERE.keys()
