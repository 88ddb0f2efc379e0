"""Tables that other tests have made of equal games are forgotten."""

from __future__ import annotations

from inside import kept_tables


def forget_tables():
    kept_tables.forget()
