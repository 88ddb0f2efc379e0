"""Strategies for codes of any size, without a table: consistent codes, searches and samples.

``__init__.pyi`` lists them for ``mastermind_core.strategies``, which imports each at its first use.
"""

from __future__ import annotations

from mastermind_core.names import face

__getattr__, __dir__, __all__ = face(__name__)
