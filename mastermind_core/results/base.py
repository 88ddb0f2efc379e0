"""The base of results with an HTML representation in notebooks.

Results do not depend on :mod:`mastermind_core.show`, which has the HTML representation of each
class. The package sets the function of that module here by :func:`draw_with`.
"""

from __future__ import annotations

from collections.abc import Callable

TYPE_CHECKING = False  # importing typing would dominate the start
if TYPE_CHECKING:
    from typing import Self

_drawers: list[Callable[[object], str]] = []


def draw_with(to_card: Callable[[object], str]) -> Callable[[object], str]:
    """Set the function that returns the HTML representation of a result."""
    _drawers[:] = [to_card]
    return to_card


class OneCopy:
    """The base of objects that never change: a copy is the object itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class Shown:
    """The base of results with an HTML representation in notebooks."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        (to_card,) = _drawers
        return to_card(self)
