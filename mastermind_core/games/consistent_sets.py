"""The guesses that are consistent with a score, as bit sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

#: Maximum number of guesses whose partition of the words is cached.
_KEPT = 256


class ConsistentSets:
    """The guesses that are consistent with a score, as a bit set."""

    def __init__(self, guesses: Sequence[Any], score: Callable[[Any, Any], Any]):
        """Store the guesses. They are scored on request."""
        self._guesses = guesses
        self._score = score
        self._sets = lru_cache(_KEPT)(self._by_score)

    def among(self, guesses: Sequence[Any]) -> ConsistentSets:
        """Return the same rule for other guesses."""
        return ConsistentSets(guesses, self._score)

    def __call__(self, asked: object, score: object) -> int:
        """Return the bit set of the guesses that stay legal."""
        return self._sets(asked).get(score, 0)

    def _by_score(self, asked: object) -> dict[Any, int]:
        facts = ([(0, self._score(asked, guess))] for guess in self._guesses)
        return {score: bits for (_, score), bits in bit_sets(facts, len(self._guesses)).items()}


def bit_sets(facts: Iterable[Iterable[tuple[int, Any]]], count: int) -> dict[tuple[int, Any], int]:
    """Return for each fact the bit set of the words that have it."""
    sets: dict[tuple[int, Any], bytearray] = {}
    for at, known in enumerate(facts):
        for fact in known:
            if fact not in sets:
                sets[fact] = bytearray((count + 7) // 8)
            sets[fact][at // 8] |= 1 << at % 8
    return {fact: int.from_bytes(bits, "little") for fact, bits in sets.items()}
