"""The strategies by name, a value each with the source that it is from, and what they are made of.

``strategies.knuth`` is a strategy, and so is ``STRATEGIES["knuth"]``; ``strategies.Genetic`` is a
class of them. ``__init__.pyi`` is the one list of both.
"""

from __future__ import annotations

from mastermind_core.strategies.catalogue import NAMES

__all__ = sorted(NAMES)


def __getattr__(name: str) -> object:
    """Import a strategy or a class when it is first asked for."""
    value = globals()[name] = NAMES.load(name)
    return value


def __dir__() -> list[str]:
    return __all__
