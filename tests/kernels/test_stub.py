"""The stub of the compiled module is what the module has: names, arguments and their order."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

import mastermind_core
from mastermind_core.kernels.choose import is_built

pytestmark = pytest.mark.skipif(not is_built(), reason="no native kernel was built")

STUB = Path(mastermind_core.__file__).parent / "kernels" / "_native.pyi"
#: What nanobind calls the types that the stub names more closely.
PLAIN = {"int": int, "float": float, "bool": bool, "str": str, "bytes": bytes}


def names_of(body):
    """Map public names of a stub to their nodes."""
    found = {}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            found[node.target.id] = node
    return {name: node for name, node in found.items() if not name.startswith("_")}


def own_names(thing):
    return {name for name in dir(thing) if not name.startswith("_")}


@pytest.fixture(scope="module")
def native():
    return import_module("mastermind_core.kernels._native")


@pytest.fixture(scope="module")
def stub():
    return names_of(ast.parse(STUB.read_text(encoding="utf-8")).body)


def test_the_names_are_those_of_the_module(native, stub):
    assert set(stub) == own_names(native)
    for name, node in stub.items():
        if isinstance(node, ast.ClassDef):
            assert set(names_of(node.body)) == own_names(getattr(native, name))
        elif isinstance(node, ast.AnnAssign):
            assert isinstance(getattr(native, name), PLAIN[node.annotation.id])


def test_the_arguments_are_those_of_the_functions(native, stub):
    for name, node in stub.items():
        if not isinstance(node, ast.FunctionDef):
            continue
        signature = getattr(native, name).__doc__.splitlines()[0]
        # Types of arguments hold no ": ", so that what stands before one is a name.
        written = re.findall(r"[(,] ?(\w+): ", signature)
        assert [argument.arg for argument in node.args.args] == written, name
        result = signature.rpartition(" -> ")[2]
        returns = ast.unparse(node.returns)
        if result in PLAIN or returns in PLAIN:
            assert returns == result, name
        for argument in node.args.args:
            kind = re.search(rf"[(,] ?{argument.arg}: (\w+)[,)]", signature)
            if kind and kind[1] in PLAIN:
                assert ast.unparse(argument.annotation) == kind[1], (name, argument.arg)
