"""The command of the published figures, and the examples in their modules."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import reproduce
from reproduce.__main__ import main

MODULES = sorted(path.stem for path in Path(reproduce.__path__[0]).glob("[!_]*.py"))


@pytest.mark.parametrize(
    ("arguments", "status", "part"),
    [
        (["optima", "--quick", "--only", "TwoD(5)"], 0, "same"),
        (["optima", "--only", "nowhere"], 2, "reproduce: --only: no row has the text 'nowhere'\n"),
        ([], 2, "reproduce: --all, --count or optima is needed: what is to be computed?\n"),
    ],
)
def test_what_is_asked_for_is_computed_or_refused_in_a_line(arguments, status, part, capsys):
    assert main(arguments) == status
    said = capsys.readouterr()
    assert part in (said.err if status else said.out)
    assert said.err.count("\n") == (1 if status else 0)


def test_what_is_no_argument_is_refused_in_a_line(capsys):
    assert main(["optima", "--colour"]) == 2
    assert capsys.readouterr().err == (
        "reproduce: '--colour' is not a valid option; choose from --help, --quick, --all, --only; "
        "see python -m reproduce optima --help\n"
    )


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name):
    assert doctest.testmod(import_module(f"reproduce.{name}")).failed == 0
