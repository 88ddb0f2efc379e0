"""All codes of some symbols as a sequence that takes no memory."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from itertools import permutations, product
from math import perm
from typing import Any, overload

from attrs import frozen
from more_itertools import nth_permutation, nth_product, permutation_index, product_index

Code = tuple[Hashable, ...]


@frozen
class Codes(Sequence[Code]):
    """The codes of ``holes`` symbols in lexicographic order: a sequence that takes no memory.

    >>> codes = Codes((1, 2, 3), 2, repeats=False)
    >>> len(codes), codes[2], codes.index((3, 2)), (1, 1) in codes
    (6, (2, 1), 5, False)
    """

    symbols: tuple[Hashable, ...]
    holes: int
    repeats: bool

    def __len__(self) -> int:
        return self._size

    @property
    def _size(self) -> int:
        """Return how many there are, of which ``len`` holds only what Python's sizes do."""
        if self.repeats:
            return int(len(self.symbols) ** self.holes)
        return perm(len(self.symbols), self.holes)

    def __iter__(self) -> Iterator[Code]:
        if self.repeats:
            return product(self.symbols, repeat=self.holes)
        return permutations(self.symbols, self.holes)

    @overload
    def __getitem__(self, at: int) -> Code: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Code, ...]: ...
    def __getitem__(self, at: int | slice) -> Code | tuple[Code, ...]:
        if isinstance(at, slice):
            return tuple(self[i] for i in range(*at.indices(self._size)))
        if not -self._size <= at < self._size:
            raise IndexError(f"code {at} of {self._size}")
        if self.repeats:
            return tuple(nth_product(at % self._size, *[self.symbols] * self.holes))
        return tuple(nth_permutation(self.symbols, self.holes, at % self._size))

    @cached_property
    def _known(self) -> frozenset[Hashable]:
        return frozenset(self.symbols)

    def __contains__(self, code: object) -> bool:
        if not isinstance(code, tuple) or len(code) != self.holes:
            return False
        try:
            return self._known.issuperset(code) and (self.repeats or len(set(code)) == self.holes)
        except TypeError:  # of what is not hashable
            return False

    def index(self, code: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the place of a code, within a range that is read as that of a slice."""
        if code not in self:
            raise ValueError(f"{code!r} is not one of these codes")
        if self.repeats:
            at = product_index(code, *[self.symbols] * self.holes)
        else:
            at = permutation_index(code, self.symbols)
        first, end, _ = slice(start, stop).indices(self._size)
        if not first <= at < end:
            raise ValueError(f"{code!r} is not in that range")
        return int(at)


@frozen
class Spellings(Sequence[str]):
    """All words of ``length`` letters in the order of the letters, without a list.

    >>> words = Spellings("abc", 2)
    >>> len(words), words[1], "cb" in words, words.index("cb")
    (9, 'ab', True, 7)
    """

    letters: str
    length: int

    @property
    def _codes(self) -> Codes:
        return Codes(tuple(self.letters), self.length, repeats=True)

    def __len__(self) -> int:
        return len(self._codes)

    def __iter__(self) -> Iterator[str]:
        return map("".join, self._codes)  # type: ignore[arg-type]  # symbols are letters here

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...
    def __getitem__(self, at: int | slice) -> str | tuple[str, ...]:
        if isinstance(at, slice):
            return tuple(self[i] for i in range(*at.indices(len(self))))
        return "".join(self._codes[at])  # type: ignore[arg-type]  # symbols are letters here

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and tuple(word) in self._codes

    def index(self, word: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the place of a word, within a range that is read as that of a slice."""
        if word not in self:
            raise ValueError(f"{word!r} is not one of these words")
        return self._codes.index(tuple(word), start, stop)
