"""Recursion as deep as the longest game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def deep_enough(guesses: int) -> Iterator[None]:
    """Allow a recursion as deep as the maximum number of guesses, a few frames each."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + 4 * guesses)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
