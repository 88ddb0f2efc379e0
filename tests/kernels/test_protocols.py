"""Both twins of a family have what a kernel has, and only the room of kernels knows them."""

from __future__ import annotations

import ast
from importlib import import_module
from inspect import Parameter, isfunction, signature
from pathlib import Path

import pytest

import mastermind_core
from mastermind_core.kernels import choose
from mastermind_core.kernels.choose import is_built

pytestmark = pytest.mark.unwatched

PACKAGE = Path(mastermind_core.__file__).parent

#: The class that names the functions of each family, and its plain module.
FAMILIES = {
    "GreedyKernel": "greedy.plain",
    "SymmetryKernel": "symmetries.plain",
    "CodeKernel": "codes.plain",
    "ExactKernel": "exact.plain",
}

BY_PLACE = {Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD}


def named_by(kernel):
    """Return what the class of a kernel names, for checkers of types alone."""
    tree = ast.parse(Path(choose.__file__).read_text(encoding="utf-8"))
    classes = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    body = classes.pop(kernel).body
    assert classes.keys() | {kernel} == FAMILIES.keys()
    return [node.targets[0].id for node in body if isinstance(node, ast.Assign)]


def parts(function):
    """Return what is given by place, and what by name; and what has to be."""
    every = signature(function).parameters
    place = [one for one in every.values() if one.kind in BY_PLACE]
    named = {name: one.default for name, one in every.items() if one.kind is Parameter.KEYWORD_ONLY}
    return len(place), sum(one.default is Parameter.empty for one in place), named


@pytest.mark.parametrize("kernel", FAMILIES)
def test_the_compiled_twin_takes_what_the_reference_takes(kernel):
    reference = import_module(f"mastermind_core.kernels.{FAMILIES[kernel]}")
    names = named_by(kernel)
    assert names
    for name in names:
        assert getattr(reference, name, None) is not None
    if not is_built():
        pytest.skip("no native kernel was built")
    folder = FAMILIES[kernel].partition(".")[0]
    compiled = import_module(f"mastermind_core.kernels.{folder}.compiled")
    for name in names:
        found = getattr(compiled, name)
        if not isfunction(found):  # compiled: the stub says what it takes, and mypy reads that
            continue
        most, needed, by_name = parts(found)
        asked, fewest, wanted = parts(getattr(reference, name))
        assert (most >= asked) or name == "certify", name
        assert needed <= fewest, name
        assert by_name.keys() >= wanted.keys(), name


def imported(path):
    """Yield the modules that a file names in its imports, and what it takes of them."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_twins_are_chosen_in_one_place():
    files = [path for path in PACKAGE.rglob("*.py") if path.parts[len(PACKAGE.parts)] != "kernels"]
    assert len(files) > 100
    plain = {f"mastermind_core.kernels.{module}" for module in FAMILIES.values()}
    twins = plain | {f"{module.rpartition('.')[0]}.compiled" for module in plain}
    known = [
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in files
        for name in imported(path)
        if any(f"{name}.".startswith(f"{twin}.") for twin in twins)
        or name.startswith("mastermind_core.kernels._native")
    ]
    assert known == []
