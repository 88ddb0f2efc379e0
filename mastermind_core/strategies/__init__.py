"""The strategies by name, with their sources, and the classes of strategies.

``strategies.knuth`` and ``STRATEGIES["knuth"]`` are the same strategy, and ``strategies.Genetic``
is a class of strategies. ``__init__.pyi`` lists both.
"""

from __future__ import annotations

from mastermind_core.strategies.catalogue import NAMES

__all__ = sorted(NAMES)


def __getattr__(name: str) -> object:
    """Import a strategy or a class at its first use."""
    value = globals()[name] = NAMES.load(name)
    return value


def __dir__() -> list[str]:
    return __all__
