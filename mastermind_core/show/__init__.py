"""Trees and figures for people to read: text, pictures, cards for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermind_core.show.looks import LOOKS, Cell, Look, look_for
from mastermind_core.show.plain import brief
from mastermind_core.show.plots import (
    Recorder,
    plot_bounds,
    plot_candidates,
    plot_distribution,
    plot_growth,
    plot_information,
)
from mastermind_core.show.svg import to_svg
from mastermind_core.show.text import bar_chart, to_text
from mastermind_core.show.walk import to_html

if TYPE_CHECKING:
    from mastermind_core.show.cards import CARDS, to_card

__all__ = [
    "CARDS",
    "LOOKS",
    "Cell",
    "Look",
    "Recorder",
    "bar_chart",
    "brief",
    "look_for",
    "plot_bounds",
    "plot_candidates",
    "plot_distribution",
    "plot_growth",
    "plot_information",
    "to_card",
    "to_html",
    "to_svg",
    "to_text",
]


def __getattr__(name: str) -> Any:
    """Import the cards when one is first asked for: they know all results."""
    if name not in {"CARDS", "to_card"}:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mastermind_core.show import cards

    return getattr(cards, name)
