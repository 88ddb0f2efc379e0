"""The strategies by name, with their sources, and the classes of strategies.

``strategies.knuth`` and ``STRATEGIES["knuth"]`` are the same strategy, and ``strategies.Genetic``
is a class of strategies. ``__init__.pyi`` lists both.
"""

from __future__ import annotations

from mastermind_core.names.lazy import face
from mastermind_core.strategies.catalogue import NAMES

__getattr__, __dir__, __all__ = face(__name__, NAMES)
