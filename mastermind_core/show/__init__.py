"""Output for people: trees as text, pictures and pages, plots, and cards for notebooks."""

from __future__ import annotations

from mastermind_core.show.looks import LOOKS, Cell, Look
from mastermind_core.show.plots import (
    Recorder,
    plot_bounds,
    plot_candidates,
    plot_distribution,
    plot_growth,
    plot_information,
    plot_partition,
)
from mastermind_core.show.rows import to_html, to_svg, to_text

__all__ = [
    "LOOKS",
    "Cell",
    "Look",
    "Recorder",
    "plot_bounds",
    "plot_candidates",
    "plot_distribution",
    "plot_growth",
    "plot_information",
    "plot_partition",
    "to_html",
    "to_svg",
    "to_text",
]

__dir__ = __all__.copy
