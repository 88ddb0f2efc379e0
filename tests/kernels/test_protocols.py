"""Both twins of a family take what its protocol says, and only the room of kernels knows them."""

from __future__ import annotations

import ast
from importlib import import_module
from inspect import Parameter, isfunction, signature
from pathlib import Path

import pytest

import mastermind_core
from mastermind_core.kernels import protocols
from mastermind_core.kernels.choose import is_built
from mastermind_core.kernels.exact import task

pytestmark = pytest.mark.unwatched

PACKAGE = Path(mastermind_core.__file__).parent

#: The protocol of each family, and how the names of its plain modules end.
FAMILIES = {
    ("greedy", ""): protocols.GreedyKernel,
    ("symmetries", ""): protocols.SymmetryKernel,
    ("codes", ""): protocols.CodeKernel,
    ("codes", "_genetic"): protocols.GeneticKernel,
    ("codes", "_sampled"): protocols.SampledKernel,
    ("exact", ""): task.ExactKernel,
}

BY_PLACE = {Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD}


def methods(protocol):
    return {name: own for name, own in vars(protocol).items() if isfunction(own) and name[0] != "_"}


def parts(function):
    """Return what is given by place, with self left out, and what by name; and what has to be."""
    every = [one for name, one in signature(function).parameters.items() if name != "self"]
    place = [one for one in every if one.kind in BY_PLACE]
    named = {one.name: one.default for one in every if one.kind is Parameter.KEYWORD_ONLY}
    needed = sum(one.default is Parameter.empty for one in place)
    return len(place), needed, named


@pytest.mark.parametrize("twin", ["plain", "compiled"])
@pytest.mark.parametrize("family", FAMILIES, ids="".join)
def test_a_twin_takes_what_its_protocol_says(family, twin):
    if twin == "compiled" and not is_built():
        pytest.skip("no native kernel was built")
    folder, end = family
    module = import_module(f"mastermind_core.kernels.{folder}.{twin}{end * (twin == 'plain')}")
    wanted = methods(FAMILIES[family])
    assert wanted
    for name, own in wanted.items():
        found = getattr(module, name)
        assert callable(found), name
        if not isfunction(found):  # compiled: the stub says what it takes, and mypy reads that
            continue
        most, needed, named = parts(found)
        asked, fewest, by_name = parts(own)
        assert most >= asked, name
        assert needed <= fewest, name
        assert named.keys() >= by_name.keys(), name
        assert all(
            default is not Parameter.empty
            for given, default in named.items()
            if given not in by_name
        ), name


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
    twins = [
        f"mastermind_core.kernels.{folder}.{twin}{end}"
        for folder, end in FAMILIES
        for twin in ("plain", "compiled")
    ]
    known = [
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in files
        for name in imported(path)
        if any(f"{name}.".startswith(f"{twin}.") for twin in twins)
        or name.startswith("mastermind_core.kernels._native")
    ]
    assert known == []
