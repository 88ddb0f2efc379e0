"""How many examples a property is held to: all in the profile ``all``, else a part of them."""

from __future__ import annotations

from hypothesis import settings


def many(examples):
    """Return the part of so many examples that the profile takes."""
    return max(1, examples * settings.default.max_examples // 100)
