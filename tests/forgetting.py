"""Tables that other tests have made of equal games are forgotten."""

from __future__ import annotations

from mastermind_core import table as tables


def forget_tables():
    tables._recent.clear()
    tables._compiled.clear()
