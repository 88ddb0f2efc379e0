"""The lemmas of a certificate, each checked with the help of those before it."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import accumulate

from attrs import frozen

from mastermind_core.checker.glances import IMPOSSIBLE, Glances, capacities
from mastermind_core.checker.patterns import Pattern, Patterns
from mastermind_core.checker.reading import Line, brief
from mastermind_core.checker.scoring import Scored
from mastermind_core.checker.symmetries import Orbits, Symmetry

#: Bytes of the digest of a set.
_DIGEST = 24


@frozen
class _Set:
    """What the bounds of a lemma need: its secrets, and what guesses can do with them.

    ``capacities[j]`` is the most secrets that j guesses can end, up to the guesses that are left
    after the first or up to all; ``heaviest[m]`` the weight of the m heaviest secrets.
    """

    secrets: tuple[int, ...]
    weights: Sequence[int]
    left: int
    capacities: Sequence[int]

    def quick(self, ended: int, blocks: int) -> int:
        """Bound a guess by how many secrets it ends and how many blocks it leaves."""
        heaviest = _heaviest(self.weights)
        return heaviest[-1] + self._later(heaviest, ended, blocks) if blocks else heaviest[-1]

    def block(self, weights: Sequence[int]) -> int:
        """Bound the total of a block from the weights of its secrets."""
        return self._later(_heaviest(weights), 0, 1)

    def even(self, size: int) -> int:
        """Bound the total of a block of secrets that weigh 1."""
        if size > self.capacities[-1]:
            return IMPOSSIBLE
        return sum(size - capacity for capacity in self.capacities if capacity < size)

    def _later(self, heaviest: list[int], ended: int, blocks: int) -> int:
        size = len(heaviest) - 1
        if ended + blocks * self.capacities[-1] < size:
            return IMPOSSIBLE
        within = (ended + blocks * capacity for capacity in self.capacities)
        return sum(heaviest[-1] - heaviest[most] for most in within if most < size)


def _heaviest(weights: Iterable[int]) -> list[int]:
    return list(accumulate(sorted(weights, reverse=True), initial=0))


class Lemmas:
    """The lemmas of a certificate, checked one after the other with the help of those before."""

    def __init__(
        self, scored: Scored, symmetries: Sequence[Symmetry], pool: str, field: str = "lemma"
    ):
        self._scored, self._field = scored, field
        self._symmetries = symmetries
        self._orbits = Orbits(symmetries, len(scored.guesses))
        self._winners_only = pool == "candidates"
        self._patterns = Patterns(scored)
        self._glances = Glances(self._patterns, winners_only=self._winners_only)
        self._uniform = set(scored.weights) == {1}
        # By digests of the sets: as much memory for a large set as for a small one. Of the lemmas
        # about a set only those that no other contains: no more than it has secrets.
        self._known: dict[bytes, tuple[tuple[int, int], ...]] = {}
        self._believes = False
        self._sizes: set[int] = set()

    def check(self, line: Line, *, follow: bool = True) -> None:
        """Refuse a lemma that does not follow; or believe it, if only its form is to be checked."""
        names = ("secrets", "steps", "least", "alike")
        values = line.fields("a lemma", line.only(self._field), *names)
        secrets = line.ascending("secrets", values[0], len(self._scored.secrets))
        steps = len(secrets) if values[1] is None else line.whole("steps", values[1])
        steps = min(steps, len(secrets))
        least = IMPOSSIBLE if values[2] is None else line.whole("least", values[2])
        alike = line.ids("alike", values[3], len(self._symmetries))
        if len(set(alike)) < len(alike):
            raise line.wrong(f"alike has a symmetry twice: {brief(alike)}")
        self._believes |= not follow
        key = _digest(secrets)
        known = self._known.get(key, ())
        contained = any(allowed >= steps and shown >= least for allowed, shown in known)
        if follow:
            self._orbits.check_kept(line, alike, secrets)
            if steps and (self._believes or not contained):
                self._follow(line, secrets, steps, least, tuple(alike))
        if not contained:
            self._sizes.add(len(secrets))
            others = (fact for fact in known if fact[0] > steps or fact[1] > least)
            self._known[key] = (*others, (steps, least))

    def best(self, secrets: tuple[int, ...], steps: int | None) -> int:
        """Return the most that is known of the total of a set within so many guesses."""
        if len(secrets) not in self._sizes:
            return 0
        needed = len(secrets) if steps is None else min(steps, len(secrets))
        known = self._known.get(_digest(secrets))
        if known is None:
            return 0
        return max((least for allowed, least in known if allowed >= needed), default=0)

    def _follow(
        self,
        line: Line,
        secrets: tuple[int, ...],
        steps: int,
        least: int,
        alike: tuple[int, ...],
    ) -> None:
        """Bound every guess by the number of its blocks, and by the blocks where need be."""
        size = len(secrets)
        looked_at = self._orbits.least(alike) if alike else None
        counts, ending = self._patterns.survey(secrets, looked_at)
        different = set(ending.values())
        if not self._winners_only:
            different.update((0, blocks) for blocks in set(counts) if blocks)
        whole = _Set(
            secrets,
            [self._scored.weights[secret] for secret in secrets],
            steps - 1,
            capacities(
                steps - 1,
                max((ended for ended, _ in different), default=0),
                max((blocks for _, blocks in different), default=0),
                size,
            ),
        )
        weak = {
            (ended, blocks)
            for ended, blocks in different
            if (ended or blocks > 1) and whole.quick(ended, blocks) < least
        }
        if not weak:
            return
        sizes = [whole.even(below) for below in range(size)] if self._uniform else []
        few = {blocks for ended, blocks in weak if not ended}
        marked = bytearray(blocks in few for blocks in counts) if few else bytearray(len(counts))
        for guess, shape in ending.items():
            marked[guess] = shape in weak
        patterns = self._patterns.distinct(secrets, bytes(marked))
        if any(self._bound(whole, pattern, least, sizes) < least for pattern in patterns):
            bound, pattern = min((self._bound(whole, one, least, sizes), one) for one in patterns)
            raise self._refuted(line, pattern, whole, least, bound, alike)

    def _bound(self, shape: _Set, pattern: Pattern, least: int, sizes: list[int]) -> int:
        """Add up the bounds of the blocks that a guess leaves, till they are enough."""
        bound = sum(shape.weights)
        if sizes:
            counts = Counter(pattern)
            counts.pop(self._patterns.over, None)
            quick = bound + sum(sizes[count] for count in counts.values())
            if quick >= least:
                return quick
        blocks: dict[int, list[int]] = {}
        for secret, score in zip(shape.secrets, pattern, strict=True):
            blocks.setdefault(score, []).append(secret)
        blocks.pop(self._patterns.over, None)
        own = []
        for block in blocks.values():
            size = (
                sizes[len(block)]
                if sizes
                else shape.block([self._scored.weights[secret] for secret in block])
            )
            own.append(max(size, self.best(tuple(block), shape.left)))
        bound += sum(own)
        if not sizes or bound >= least:
            return bound
        for known, block in sorted(zip(own, blocks.values(), strict=True), key=_size):
            bound += max(0, self._glances.least(tuple(block), shape.left) - known)
            if bound >= least:
                break
        return bound

    def _refuted(
        self,
        line: Line,
        pattern: Pattern,
        shape: _Set,
        least: int,
        bound: int,
        alike: tuple[int, ...],
    ) -> Exception:
        guess = self._patterns.guess_of(shape.secrets, pattern, self._orbits.least(alike))
        shown = brief(self._scored.guesses[guess])
        within = "" if shape.left + 1 == len(shape.secrets) else f" within {shape.left + 1} guesses"
        said = "that it cannot be done" if least == IMPOSSIBLE else f"a total of at least {least}"
        return line.wrong(
            f"the lemma about {len(shape.secrets)} secrets, {said}{within}, does not follow: after "
            f"the guess {shown} nothing before this line shows more than {bound}"
        )


def _size(known: tuple[int, list[int]]) -> int:
    return len(known[1])


def _digest(secrets: Sequence[int]) -> bytes:
    """Return what stands for a set. Nobody knows two of the same digest, or how to find them."""
    return blake2b(array("I", secrets), digest_size=_DIGEST).digest()
