"""Trees and figures for people and programs to read."""

from __future__ import annotations

from mastermind_core.show.text import bar_chart, show, to_text

__all__ = ["bar_chart", "show", "to_text"]
