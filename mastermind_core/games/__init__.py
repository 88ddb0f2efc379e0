"""The games of the package, and the optional protocols of a game.

:data:`GAMES` registers the games; the contract tests and the command line use its entries.
``__init__.pyi`` lists the names. Each is imported at its first use, so that a program with one game
does not load the others.
"""

from __future__ import annotations

from mastermind_core.names import names_of

_NAMES = names_of(__name__)

__all__ = sorted(_NAMES)


def __getattr__(name: str) -> object:
    """Import a name at its first use."""
    value = globals()[name] = _NAMES.load(name)
    return value


def __dir__() -> list[str]:
    return __all__
