"""Strategies that no strategy can beat, with the proof that comes from having searched them all.

``__init__.pyi`` lists the names. Each is imported at its first use.
"""

from __future__ import annotations

from mastermind_core.names.lazy import face

__getattr__, __dir__, __all__ = face(__name__)
