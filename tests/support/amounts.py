"""How many examples and seeds a law is held to: all in the profile ``all``, else a part of them."""

from __future__ import annotations

import pytest
from hypothesis import settings


class Share(int):
    """A number of examples that depends on the profile."""


def many(examples):
    """Return the part of so many examples that the profile takes."""
    return Share(max(1, examples * settings.default.max_examples // 100))


def drawn_by_profile(function):
    """Return whether a profile with more examples draws more of them for a property."""
    own = getattr(function, "_hypothesis_internal_use_settings", None)
    if own is None or isinstance(own.max_examples, Share):
        return True
    return own.max_examples == settings.default.max_examples


def seeds(most):
    """Return the seeds of a family of random games as parameters of a test.

    A tenth of them are quick tests, the others that the profile takes are slow ones.
    """
    quick = max(1, most // 10)
    return [
        pytest.param(seed, marks=() if seed < quick else pytest.mark.slow)
        for seed in range(many(most))
    ]


def mostly_slow(values, quick):
    """Return values as parameters of a test, of which only those in ``quick`` are quick tests.

    A tuple has a value for each name.
    """
    marks = {True: (), False: pytest.mark.slow}
    each = [(value, value if isinstance(value, tuple) else (value,)) for value in values]
    return [pytest.param(*parts, marks=marks[value in quick]) for value, parts in each]
