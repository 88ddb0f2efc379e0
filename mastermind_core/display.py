"""How results show themselves in a notebook: the end that every room can reach.

The pictures are drawn in :mod:`mastermind_core.show`, which knows all results and therefore stands
above them. A result only says that it can be shown; the room of pictures is looked up when a
notebook asks.
"""

from __future__ import annotations

from importlib import import_module


class Shown:
    """A result that a notebook shows as HTML.

    What is drawn is registered by the name of the class in ``mastermind_core.show.cards.CARDS``.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        html: str = import_module("mastermind_core.show.cards").to_card(self)
        return html
