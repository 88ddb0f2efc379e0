"""Items in a few letters: a code, a score, a word."""

from __future__ import annotations

from typing import Any


def brief(item: Any) -> str:
    """Write a code, a score or any other item as briefly as it can be read.

    >>> brief((1, 1, 2, 2)), brief(("red", "green")), brief("abc")
    ('1122', 'red green', 'abc')
    """
    if isinstance(item, tuple) and not hasattr(item, "_fields"):
        parts = [str(part) for part in item]
        return ("" if all(len(part) == 1 for part in parts) else " ").join(parts)
    if isinstance(item, tuple):
        return ",".join(str(int(part)) if isinstance(part, bool) else str(part) for part in item)
    if isinstance(item, frozenset):
        return " ".join(sorted(map(str, item)))
    return str(item)
