"""What a notebook shows of a result: a card of HTML, by the name of its class."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

#: What draws the card of a class, by its name.
CARDS: dict[str, Callable[[Any], str]] = {}


def to_card(result: Any) -> str:
    """Draw the card of a result; one whose class has none is shown as text."""
    for kind in type(result).__mro__:
        if kind.__name__ in CARDS:
            return CARDS[kind.__name__](result)
    return f"<pre>{escape(str(result))}</pre>"
