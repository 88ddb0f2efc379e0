"""Common parts of results: HTML representations and data frames.

``__init__.pyi`` lists the names. Each is imported at its first use.
"""

from __future__ import annotations

from mastermind_core.names.lazy import face

__getattr__, __dir__, __all__ = face(__name__)
