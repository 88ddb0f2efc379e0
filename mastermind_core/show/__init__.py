"""Trees and figures for people to read: text, pictures, cards for notebooks."""

from __future__ import annotations

from mastermind_core.show.cards import CARDS, to_card
from mastermind_core.show.looks import LOOKS, Cell, Look, look_for
from mastermind_core.show.plain import brief
from mastermind_core.show.svg import to_svg
from mastermind_core.show.text import bar_chart, to_text
from mastermind_core.show.walk import to_html

__all__ = [
    "CARDS",
    "LOOKS",
    "Cell",
    "Look",
    "bar_chart",
    "brief",
    "look_for",
    "to_card",
    "to_html",
    "to_svg",
    "to_text",
]
