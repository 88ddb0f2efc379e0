"""Scores of agents: what their games cost beyond the best play, without luck.

``__init__.pyi`` lists the names. Each is imported at its first use.
"""

from __future__ import annotations

from mastermind_core.names import face

__getattr__, __dir__, __all__ = face(__name__)
