"""What guesses answer to the secrets of a set, for all guesses at once."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Any

from mastermind_core.checker.scoring import Row, Scored, row_of

#: The answers of a guess to the secrets of a set, one after the other; all end states are one.
Pattern = Sequence[int]

#: How many secrets a guess ends, and into how many blocks it puts the others.
Shape = tuple[int, int]

#: Answers that are read as one number, and scores that a byte has a bit for.
_BYTES, _BITS = 8, 8

#: Games of fewer scores are looked at in bytes.
_NARROW = 256

#: Bytes that may be kept of what is worked out for secrets.
_KEPT = 1 << 28

_BIT_COUNTS = bytes(number.bit_count() for number in range(256))


class Patterns:
    """The patterns of a game: for any set of secrets what its guesses tell apart.

    Where scores fit in bytes, all guesses are looked at together: as one large number with a byte
    for each guess, and in it a bit for each score that some secret of the set gives.
    """

    def __init__(self, scored: Scored):
        self.over = min(scored.ends)
        self._n_guesses = len(scored.guesses)
        merged = {score: score for score in range(scored.n_scores)}
        merged.update(dict.fromkeys(scored.ends, self.over))
        self._columns: list[Row] = [
            row_of(column, map(merged.__getitem__, column))
            for column in (row_of(scored.rows[0], each) for each in zip(*scored.rows, strict=True))
        ]
        self._narrow = scored.n_scores < _NARROW
        self._bits = [
            bytes(1 << score - low if low <= score < low + _BITS else 0 for score in range(256))
            for low in range(0, min(scored.n_scores, _NARROW), _BITS)
        ]
        self._numbers_of: dict[int, list[int]] = {}
        self._room = _KEPT // (len(self._bits) * self._n_guesses + 1)
        self._ending = [
            [guess for guess, score in enumerate(column) if score == self.over]
            for column in self._columns
        ]

    def survey(
        self, secrets: tuple[int, ...], looked_at: bytes | None
    ) -> tuple[Sequence[int], dict[int, Shape]]:
        """Return for each guess how many blocks it leaves, and the shapes of those that end some.

        The number is 0 for a guess that ends some, and for one that is not looked at.
        """
        counts = self._block_counts(secrets)
        ended: dict[int, int] = {}
        for secret in secrets:
            for guess in self._ending[secret]:
                ended[guess] = ended.get(guess, 0) + 1
        shapes = {}
        for guess, some in ended.items():
            if looked_at is None or looked_at[guess]:
                shapes[guess] = some, counts[guess] - 1
            counts[guess] = 0
        if looked_at is not None:
            for guess, looked in enumerate(looked_at):
                if not looked:
                    counts[guess] = 0
        return (bytes(counts) if self._narrow else counts), shapes

    def shapes(self, secrets: tuple[int, ...]) -> tuple[int, set[Shape]]:
        """Return the most blocks that a guess leaves which ends none, and what the others do."""
        counts = self._block_counts(secrets)
        ended: dict[int, int] = {}
        for secret in secrets:
            for guess in self._ending[secret]:
                ended[guess] = ended.get(guess, 0) + 1
        shapes = {(some, counts[guess] - 1) for guess, some in ended.items()}
        for guess in ended:
            counts[guess] = 0
        if not self._narrow:
            return max(counts), shapes
        # One byte is found much faster than the greatest.
        most = min(len(secrets), _NARROW - 1)
        return next((many for many in range(most, 0, -1) if many in counts), 0), shapes

    def _block_counts(self, secrets: tuple[int, ...]) -> Any:
        """Return for each guess how many different answers it gets, in a list that may change."""
        if not self._narrow:
            return [len(set(pattern)) for pattern in self._tuples(secrets)]
        masks = [0] * len(self._bits)
        for secret in secrets:
            for at, number in enumerate(self._numbers(secret)):
                masks[at] |= number
        # No sum of bits reaches 256, so that no byte runs over into the next.
        size = self._n_guesses
        total = sum(
            int.from_bytes(mask.to_bytes(size, "little").translate(_BIT_COUNTS), "little")
            for mask in masks
        )
        return bytearray(total.to_bytes(size, "little"))

    def _numbers(self, secret: int) -> list[int]:
        """Return the answers of all guesses to a secret, as one number for every eight scores."""
        known = self._numbers_of.get(secret)
        if known is None:
            column = bytes(self._columns[secret])
            known = [int.from_bytes(column.translate(bits), "little") for bits in self._bits]
            if len(self._numbers_of) >= self._room:
                self._numbers_of.clear()
            self._numbers_of[secret] = known
        return known

    def _tuples(self, secrets: Sequence[int]) -> Iterable[tuple[int, ...]]:
        return zip(*map(self._columns.__getitem__, secrets), strict=True)

    def distinct(self, secrets: tuple[int, ...], marked: bytes) -> list[Pattern]:
        """Return the patterns of the guesses that are marked, each once."""
        if not self._narrow:
            return list(set(compress(self._tuples(secrets), marked)))
        parts = [secrets[at : at + _BYTES] for at in range(0, len(secrets), _BYTES)]
        keys = set(zip(*(compress(self._words(part), marked) for part in parts), strict=True))
        return [
            b"".join(word.to_bytes(_BYTES, sys.byteorder) for word in key)[: len(secrets)]
            for key in keys
        ]

    def _words(self, secrets: Sequence[int]) -> Iterable[int]:
        """Return for each guess its answers to up to eight secrets as one number."""
        answers = bytearray(_BYTES * self._n_guesses)
        for at, secret in enumerate(secrets):
            answers[at::_BYTES] = bytes(self._columns[secret])
        return memoryview(answers).cast("Q")

    def guess_of(self, secrets: tuple[int, ...], pattern: Pattern, looked_at: bytes) -> int:
        """Return the first guess of those looked at that has a pattern."""
        return next(
            guess
            for guess, (own, looked) in enumerate(
                zip(self._tuples(secrets), looked_at, strict=True)
            )
            if looked and own == tuple(pattern)
        )
