"""The compiled search for trees with errors.

``compiled`` has it, and ``plain`` has none: the search in ``erring`` is the reference.
``running`` is the module that runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermind_core.kernels import chosen

if TYPE_CHECKING:
    from mastermind_core.tables.kernels import plain as running
else:
    running = chosen(__name__)

__all__ = ["running"]
