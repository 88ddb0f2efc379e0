"""The base of results with an HTML representation in notebooks.

Results do not depend on :mod:`mastermind_core.show`, which has the HTML representation of each
class. The package sets the function of that module here by :func:`draw_with`.
"""

from __future__ import annotations

from collections.abc import Callable

_drawers: list[Callable[[object], str]] = []


def draw_with(to_card: Callable[[object], str]) -> Callable[[object], str]:
    """Set the function that returns the HTML representation of a result."""
    _drawers[:] = [to_card]
    return to_card


class Shown:
    """The base of results with an HTML representation in notebooks."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        (to_card,) = _drawers
        return to_card(self)
