"""The functions of applications that the core offers as methods, imported at their first use.

The core imports no application. It knows the names below, and where they are.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from mastermind_core.names.lazy import LazyNames

_NOISE, _TABLES = "mastermind_core.noise", "mastermind_core.tables"

#: The name of each function or class, with the application that has it.
APPLICATIONS = LazyNames(
    "mastermind_core",
    dict.fromkeys(
        (
            "Either",
            "FILED",
            "apply",
            "classes_apart",
            "evaluate",
            "expected_error",
            "from_table",
            "likely_game",
            "note",
            "predict",
            "to_couplets",
            "to_python",
            "to_sql",
            "within_limit",
        ),
        _TABLES,
    )
    | dict.fromkeys(("FlakyCulprits", "FlakyHistory"), "mastermind_core.histories")
    | {"board_knowledge": "mastermind_core.heuristics.boards"}
    | {"codes_worth_a_look": "mastermind_core.heuristics.suggesting"}
    | {"noisy": f"{_NOISE}.model", "to_networkx": "mastermind_core.show.graphs"}
    | dict.fromkeys(("Lying", "wary_breaker"), f"{_NOISE}.lies")
    | dict.fromkeys(("NoisySolution", "Policy", "distribution_along"), f"{_NOISE}.service")
    | dict.fromkeys(("diagnose", "reviewed", "suspects"), "mastermind_core.studies.hindsight"),
)


def application(name: str) -> Any:
    """Return a function or a class of an application.

    Args:
        name: One of ``APPLICATIONS``.

    >>> application("predict").__module__
    'mastermind_core.tables.using'
    """
    return APPLICATIONS.load(name)


#: The modules in which applications list the forms of their games and results in files.
_FILING = ("histories", "noise", "simulation", "studies", "tables")


def filed(what: str) -> list[Any]:
    """Return the forms of all applications.

    Args:
        what: "FORMS" of results, or "GAME_FORMS".
    """
    modules = (import_module(f"mastermind_core.{name}.filing") for name in _FILING)
    return [form for module in modules for form in getattr(module, what, ())]
