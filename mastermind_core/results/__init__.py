"""The base of results that a notebook shows as pictures.

A result knows nothing of pictures: :mod:`mastermind_core.show` stands above all results and has a
card for each class. The face of the package hands it down here with :func:`draw_with`.
"""

from __future__ import annotations

from collections.abc import Callable

_drawers: list[Callable[[object], str]] = []


def draw_with(to_card: Callable[[object], str]) -> Callable[[object], str]:
    """Set the function that draws a result as HTML."""
    _drawers[:] = [to_card]
    return to_card


class Shown:
    """A result that a notebook shows as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        (to_card,) = _drawers
        return to_card(self)
