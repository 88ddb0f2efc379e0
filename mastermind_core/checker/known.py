"""What the lemmas so far say of sets of secrets."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from hashlib import blake2b

from attrs import Factory, define

#: Bytes of the digest of a set.
_DIGEST = 24


def _digest(secrets: Sequence[int], made: int = 0) -> bytes:
    """Return what stands for a set. Nobody knows two of the same digest, or how to find them."""
    return blake2b(array("I", (made, *secrets)), digest_size=_DIGEST).digest()


class Known:
    """Lemmas about guesses: for each set so many guesses, and the least total within them.

    By digests of the sets: as much memory for a large set as for a small one. Of the lemmas about a
    set only those are kept that no other contains: no more than it has secrets.
    """

    def __init__(self) -> None:
        self._facts: dict[bytes, tuple[tuple[int, int], ...]] = {}
        self._sizes: set[int] = set()

    def best(self, secrets: Sequence[int], steps: int, made: int = 0) -> int:
        """Return the most that is known of the total of a set within so many guesses."""
        if len(secrets) not in self._sizes:
            return 0
        facts = self._facts.get(_digest(secrets, made), ())
        return max((least for allowed, least in facts if allowed >= steps), default=0)

    def add(self, secrets: Sequence[int], steps: int, made: int, least: int) -> None:
        """Keep a lemma that no other contains."""
        self._sizes.add(len(secrets))
        key = _digest(secrets, made)
        known = self._facts.get(key, ())
        others = (fact for fact in known if fact[0] > steps or fact[1] > least)
        self._facts[key] = (*others, (steps, least))


@define
class _Ladder:
    """Lemmas about a set and so many guesses: the more a path may cost, the lesser the total."""

    money: list[int] = Factory(list)
    least: list[int] = Factory(list)

    def best(self, money: int) -> int:
        at = bisect_left(self.money, money)
        return self.least[at] if at < len(self.money) else 0

    def add(self, money: int, least: int) -> None:
        last = first = bisect_left(self.money, money)
        last += self.money[last : last + 1] == [money]
        while first and self.least[first - 1] <= least:
            first -= 1
        self.money[first:last] = [money]
        self.least[first:last] = [least]


class KnownPaths:
    """Lemmas about guesses and what a path may cost, found without a look at each."""

    def __init__(self) -> None:
        self._ladders: dict[bytes, dict[int, _Ladder]] = {}
        self._sizes: set[int] = set()

    def best(self, secrets: Sequence[int], steps: int, money: int) -> int:
        """Return the most that is known of the total of a set within guesses and money."""
        if len(secrets) not in self._sizes:
            return 0
        ladders = self._ladders.get(_digest(secrets), {})
        found = (ladder.best(money) for allowed, ladder in ladders.items() if allowed >= steps)
        return max(found, default=0)

    def add(self, secrets: Sequence[int], steps: int, money: int, least: int) -> None:
        """Keep a lemma that no other contains."""
        self._sizes.add(len(secrets))
        ladders = self._ladders.setdefault(_digest(secrets), {})
        ladders.setdefault(steps, _Ladder()).add(money, least)
