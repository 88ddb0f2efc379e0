"""No search for trees with errors: the one in ``erring`` is the reference implementation."""

from __future__ import annotations

from typing import Any

#: The class of the compiled search, or None.
ErrorTrees: Any = None
