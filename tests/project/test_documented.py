"""Public functions, classes and methods describe their parameters, and functions their results."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

import mastermind_core as mc

ROOMS = (
    "agents",
    "errors",
    "games",
    "kernels",
    "play",
    "show",
    "simulation",
    "strategies",
    "studies",
)


def public() -> dict[str, Any]:
    """Return the public functions, classes and methods of the package by name."""
    named = {}
    for module in (mc, *(getattr(mc, room) for room in ROOMS)):
        for name in module.__all__:
            value = getattr(module, name)
            if getattr(value, "__module__", "").startswith(mc.__name__) and callable(value):
                named[f"{value.__module__}.{name}"] = value
    for name, value in list(named.items()):
        for own, member in vars(value).items() if inspect.isclass(value) else ():
            function = getattr(member, "__func__", member)
            if inspect.isfunction(function) and not own.startswith("_"):
                named[f"{name}.{own}"] = function
    return {
        name: value
        for name, value in named.items()
        if inspect.isfunction(value) or inspect.isclass(value)
    }


PUBLIC = public()


def section(text: str, *titles: str) -> str:
    """Return the content of the sections of a docstring with some titles."""
    pattern = rf"^(?:{'|'.join(titles)}):\n((?:(?: .*)?\n?)*)"
    return "\n".join(re.findall(pattern, text, re.MULTILINE))


def missing(value: Any) -> list[str]:
    """Return the parameters that a docstring leaves out, and "Returns" if it does."""
    text = inspect.cleandoc(value.__doc__ or "")
    if inspect.isclass(value):  # one that other functions make describes its own there
        text += "\n" + inspect.cleandoc(value.__init__.__doc__ or "")
    signature = inspect.signature(value)
    described = section(text, "Args", "Attributes")
    left_out = [
        name
        for name in signature.parameters
        if name not in {"self", "cls"} and not name.startswith("_")
        if not hasattr(value, f"_{name}")  # a private field
        if not re.search(rf"^ +\**{name}: \S", described, re.MULTILINE)
    ]
    method = "." in value.__qualname__
    returns = signature.return_annotation not in {None, "None", inspect.Signature.empty}
    if inspect.isfunction(value) and returns and not method:
        left_out += ["Returns"] * (not section(text, "Returns", "Yields"))
    return left_out


def is_described_elsewhere(value: Any) -> bool:
    """Return whether a class is never made by a user: an error, or a protocol."""
    return inspect.isclass(value) and (
        issubclass(value, BaseException) or getattr(value, "_is_protocol", False)
    )


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_parameters_and_results_are_described(name: str) -> None:
    if not is_described_elsewhere(PUBLIC[name]):
        assert missing(PUBLIC[name]) == []


def half(first: int, second: int) -> int:
    """Return a sum."""
    return first + second


def test_an_undescribed_parameter_is_found() -> None:
    half.__doc__ = "Return a sum.\n\nArgs:\n    first: A number.\n"
    assert missing(half) == ["second", "Returns"]
