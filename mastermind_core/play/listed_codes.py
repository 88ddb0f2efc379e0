"""The codes that fit a history, as a sequence that is listed only as far as it is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from sys import maxsize
from typing import Any, overload

from attrs import frozen
from more_itertools import nth

from mastermind_core.code_space import ConsistentCodes
from mastermind_core.errors import GameTooLarge

#: Codes that an iteration asks the kernel for at first, and at most.
_CHUNK, _MOST_AT_ONCE = 1000, 64_000


@frozen(eq=False, repr=False)
class ListedCodes(Sequence[Any]):
    """The codes that fit a history as a sequence that is listed only as far as it is read.

    ``len`` counts them exactly, or says that they are too many to count; codes are listed in
    order, so a place far on takes a while.
    """

    codes: ConsistentCodes

    def __repr__(self) -> str:
        return f"<{how_many(self.codes.count_soon())} codes>"

    def __len__(self) -> int:
        count = self.codes.count()
        if count > maxsize:
            raise GameTooLarge(
                f"{count:,} codes fit, more than len can hold: read session.count, or the codes "
                "one by one"
            )
        return count

    def __bool__(self) -> bool:
        return bool(self.codes)

    def __iter__(self) -> Iterator[Any]:
        coding, after, chunk = self.codes.coding, b"", _CHUNK
        while True:
            found = coding.cut(self.codes.first_bytes_from(after, chunk + 1))
            # The code that a chunk begins with ended the one before.
            yield from map(coding.decode, found[1 if after else 0 :])
            if len(found) <= chunk:
                return
            after, chunk = found[-1], min(4 * chunk, _MOST_AT_ONCE)

    def __contains__(self, code: object) -> bool:
        game, coding = self.codes.game, self.codes.coding
        if not isinstance(code, tuple) or len(code) != coding.holes:
            return False
        if not set(code) <= set(coding.symbols):
            return False
        if not game.secret_repeats and len(set(code)) < len(code):
            return False
        return all(game.score(guess, code) == score for guess, score in self.codes.past)

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Any]: ...
    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            if step < 0:
                return list(islice(self, max(start + 1, 0)))[at]
            return list(islice(self, start, stop, step))
        place = at if at >= 0 else len(self) + at
        code = nth(self, place) if place >= 0 else None
        if code is None:
            raise IndexError(f"code {at} of {len(self)}")
        return code


def how_many(count: int | None) -> str:
    """Write a number of candidates; None is one that cannot be counted, or not soon."""
    return "very many" if count is None else str(count)
