"""The games of the package, and the optional protocols of a game.

:data:`GAMES` registers the games, and the contract tests and the command line use its entries.
``__init__.pyi`` lists the names. Each is imported at its first use, so that a program with one game
does not load the others.
"""

from __future__ import annotations

from mastermind_core.names.lazy import face

__getattr__, __dir__, __all__ = face(__name__)
