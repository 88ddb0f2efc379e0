"""The protocol of a guessing game, optional protocols, and games of lists.

``__init__.pyi`` lists the names. Each is imported at its first use.
"""

from __future__ import annotations

from mastermind_core.names.lazy import face

__getattr__, __dir__, __all__ = face(__name__)
