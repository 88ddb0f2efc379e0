"""The inner loop of the next question: the information of all questions.

``plain`` defines the function, and ``compiled`` has the same one on top of the C++ beside it.
``running`` is the module that runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermind_core.kernels import chosen

if TYPE_CHECKING:
    from mastermind_core.agents.kernels import plain as running
else:
    running = chosen(__name__)

__all__ = ["running"]
