"""How many examples a property is held to: a fifth of them but in the profile ``all``."""

from __future__ import annotations

from hypothesis import settings


def many(examples):
    """Return the part of so many examples that the profile takes."""
    return examples * settings.default.max_examples // 100
