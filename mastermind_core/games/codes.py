"""All codes of given symbols as a sequence that takes no memory, and scores in pegs."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import permutations, product
from math import perm
from operator import eq
from typing import Any, NamedTuple, TypeVar, overload

from attrs import field, frozen
from more_itertools import nth_permutation, nth_product, permutation_index, product_index

from mastermind_core.errors import BadArgument
from mastermind_core.game import Game
from mastermind_core.notation.spelling import as_text, fold, numbers_in, quoted

Code = tuple[Hashable, ...]
Item = TypeVar("Item")


class Virtual(Sequence[Item]):
    """The base of sequences that compute their items on request."""

    __slots__ = ()

    @property
    def size(self) -> int:
        """Return the number of items, which may be too large for ``len``."""
        raise NotImplementedError

    def item(self, at: int) -> Item:
        """Return the item at an index, from 0."""
        raise NotImplementedError

    def __len__(self) -> int:
        return self.size

    def __bool__(self) -> bool:
        return self.size > 0  # len is limited to sys.maxsize

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, at: int | slice) -> Item | tuple[Item, ...]:
        if isinstance(at, slice):
            return tuple(map(self.item, range(*at.indices(self.size))))
        if not -self.size <= at < self.size:
            raise IndexError(f"item {at} of {self.size}")
        return self.item(at % self.size)


def size_of(items: Sequence[Any]) -> int:
    """Return the number of items, even if it is too large for ``len``."""
    try:
        return items.size if isinstance(items, Virtual) else len(items)
    except OverflowError:
        return sys.maxsize


def count_pairs(game: Game) -> int:
    """Return the number of pairs (guess, secret)."""
    return size_of(game.guesses) * size_of(game.secrets)


@frozen
class Codes(Virtual[Item]):
    """The codes of some symbols in lexicographic order: a sequence that takes no memory.

    Attributes:
        symbols: The distinct symbols in order.
        holes: The code length.
        repeats: Whether a symbol may repeat in a code.
        make: The function from symbols to a code: ``tuple``, or ``"".join`` for words.

    >>> codes = Codes((1, 2, 3), 2, repeats=False)
    >>> len(codes), codes[2], codes.index((3, 2)), (1, 1) in codes
    (6, (2, 1), 5, False)
    >>> Codes(tuple("abc"), 2, repeats=True, make="".join)[1]
    'ab'
    """

    symbols: tuple[Hashable, ...]
    holes: int
    repeats: bool
    make: Callable[[Iterable[Any]], Any] = field(default=tuple, repr=False)

    @property
    def size(self) -> int:
        """Return the number of codes."""
        if self.repeats:
            return int(len(self.symbols) ** self.holes)
        return perm(len(self.symbols), self.holes)

    def __iter__(self) -> Iterator[Any]:
        if self.repeats:
            return map(self.make, product(self.symbols, repeat=self.holes))
        return map(self.make, permutations(self.symbols, self.holes))

    def item(self, at: int) -> Any:
        """Return the code at an index."""
        if self.repeats:
            return self.make(nth_product(at, *[self.symbols] * self.holes))
        return self.make(nth_permutation(self.symbols, self.holes, at))

    @cached_property
    def _known(self) -> frozenset[Hashable]:
        return frozenset(self.symbols)

    def __contains__(self, code: object) -> bool:
        if not isinstance(code, (str, tuple)) or not isinstance(code, type(self.make(()))):
            return False
        try:
            known = len(code) == self.holes and self._known.issuperset(code)
            return known and (self.repeats or len(set(code)) == self.holes)
        except TypeError:  # a symbol is not hashable
            return False

    def index(self, code: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the index of a code, in a range with the bounds of a slice."""
        if code not in self:
            raise ValueError(f"{code!r} is not one of these codes")
        if self.repeats:
            at = product_index(code, *[self.symbols] * self.holes)
        else:
            at = permutation_index(code, self.symbols)
        first, end, _ = slice(start, stop).indices(self.size)
        if not first <= at < end:
            raise ValueError(f"{code!r} is not in that range")
        return int(at)


#: The words for a black peg, a white peg and no pegs.
_BLACK = frozenset({"b", "black", "blacks", "bull", "bulls", "exact", "cp", "●", "⚫", "🔴"})
_WHITE = frozenset({"w", "white", "whites", "c", "cow", "cows", "near", "wp", "○", "⚪"})
_NOTHING = frozenset({"-", ".", "0", "none", "nothing", "no pegs"})
_EMPTY = frozenset(".-_·")
_LABELLED = re.compile(r"(\d{1,6}|no)\s*([a-z]+)|([a-z]+)\s*[=:]?\s*(\d{1,6})")


class Pegs(NamedTuple):
    """The score of a code.

    Attributes:
        black: The number of positions with the right colour.
        white: The number of further colours in common, in other positions.

    >>> Pegs(black=1, white=2) == (1, 2), Pegs(1, 2).white
    (True, 2)
    """

    black: int
    white: int


def pegs(guess: Sequence[Any], secret: Sequence[Any]) -> Pegs:
    """Return the pegs of a guess. Repeated colours count as often as both codes have them.

    >>> pegs("1123", "2111")
    Pegs(black=1, white=2)
    """
    black = sum(map(eq, guess, secret))
    left = list(secret)
    common = 0
    for colour in guess:
        if colour in left:
            left.remove(colour)
            common += 1
    return Pegs(black, common - black)


@lru_cache(maxsize=4)
def peg_scores(holes: int) -> tuple[Pegs, ...]:
    """List every score that codes with a given number of holes can have.

    There are (p + 3) p / 2 of them, formula (2) of Rhodes: p - 1 black pegs and 1 white peg is
    impossible.

    >>> len(peg_scores(4))
    14
    """
    return tuple(
        Pegs(black, white)
        for black in range(holes + 1)
        for white in range(holes + 1 - black)
        if (black, white) != (holes - 1, 1)
    )


def peg_score_ids(holes: int) -> bytes:
    """Map ``black * (holes + 1) + white`` to the index in :func:`peg_scores`."""
    ids = bytearray((holes + 1) ** 2)
    for at, score in enumerate(peg_scores(holes)):
        ids[score.black * (holes + 1) + score.white] = at
    return bytes(ids)


def read_pegs(text: str, holes: int) -> Pegs:
    """Read pegs in any common notation: two numbers, numbers with words, or a sign per peg.

    >>> read_pegs("02", 4), read_pegs("1 bull, 2 cows", 4), read_pegs("1A2B", 4)
    (Pegs(black=0, white=2), Pegs(black=1, white=2), Pegs(black=1, white=2))
    >>> read_pegs("B W W", 4), read_pegs("●○", 4), read_pegs("none", 4)
    (Pegs(black=1, white=2), Pegs(black=1, white=1), Pegs(black=0, white=0))
    """
    folded = fold(as_text(text, "score")).removeprefix("pegs ")
    found = _numbered(text) or _labelled(folded) or _drawn(folded)
    if found is None:
        short = "'1,0', '10', '1 black 0 white' or 'B'"
        example = short if holes < 3 else "'1,2', '12', '1 black 2 white' or 'B W W'"
        raise BadArgument(
            f"{quoted(text)} is not a valid score: write black and white pegs, such as {example}"
        )
    if found not in peg_scores(holes):
        raise BadArgument(
            f"{quoted(text)} is not a valid score: {found.black} black and {found.white} white "
            f"pegs are impossible with {holes} holes"
        )
    return found


def _numbered(text: str) -> Pegs | None:
    pairs = [row for row in numbers_in(text) if len(row) == 2]
    if not pairs or any(number != number // 1 or number > 10**6 for number in pairs[0]):
        return None
    return Pegs(int(pairs[0][0]), int(pairs[0][1]))


def _labelled(text: str) -> Pegs | None:
    """Read numbers with words. In "1A2B" the A counts black pegs."""
    plain = re.sub(r"\band\b", " ", text)
    found = [
        (int(before.replace("no", "0") or after), label or name)
        for before, label, name, after in _LABELLED.findall(plain)
    ]
    if not found or _LABELLED.sub("", plain).strip():
        return None
    labels = [label for _, label in found]
    blacks = {"a"} if "a" in labels else _BLACK
    whites = {"b"} if "a" in labels else _WHITE
    counts = [[number for number, label in found if label in group] for group in (blacks, whites)]
    if sum(map(len, counts)) < len(found) or any(len(those) > 1 for those in counts):
        return None
    return Pegs(sum(counts[0]), sum(counts[1]))


def _drawn(text: str) -> Pegs | None:
    """Read one word or one sign per peg."""
    if text in _NOTHING:
        return Pegs(0, 0)
    words = text.split()
    for signs in (words, [sign for word in words for sign in word]):
        if signs and all(sign in _BLACK | _WHITE | _EMPTY for sign in signs):
            return Pegs(sum(map(_BLACK.__contains__, signs)), sum(map(_WHITE.__contains__, signs)))
    return None
