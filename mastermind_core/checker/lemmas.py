"""The lemmas of a certificate, each checked with the help of those before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, compress
from operator import sub

from attrs import frozen

from mastermind_core.checker.reading import Line, brief
from mastermind_core.checker.scoring import Scored, row_of
from mastermind_core.checker.symmetries import Orbits, Symmetry

#: More than any total, and more than any number of a file: no strategy does it.
IMPOSSIBLE = 1 << 200

#: What a guess answers to the secrets of a set, as numbers; all end states are one.
Pattern = tuple[int, ...]


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
        self._over = min(scored.ends)
        merged = {score: score for score in range(scored.n_scores)}
        merged.update(dict.fromkeys(scored.ends, self._over))
        self._columns = [
            row_of(column, map(merged.__getitem__, column))
            for column in (row_of(scored.rows[0], each) for each in zip(*scored.rows, strict=True))
        ]
        self._uniform = set(scored.weights) == {1}
        self._known: dict[tuple[int, ...], list[tuple[int, int]]] = {}

    def check(self, line: Line) -> None:
        """Refuse a lemma that does not follow."""
        names = ("secrets", "steps", "least", "alike")
        values = line.fields("a lemma", line.only(self._field), *names)
        secrets = line.ascending("secrets", values[0], len(self._scored.secrets))
        steps = len(secrets) if values[1] is None else line.whole("steps", values[1])
        steps = min(steps, len(secrets))
        least = IMPOSSIBLE if values[2] is None else line.whole("least", values[2])
        alike = line.ids("alike", values[3], len(self._symmetries))
        self._orbits.check_kept(line, alike, secrets)
        if steps:
            self._follow(line, secrets, steps, least, tuple(alike))
        self._known.setdefault(secrets, []).append((steps, least))

    def best(self, secrets: tuple[int, ...], steps: int | None) -> int:
        """Return the most that is known of the total of a set within so many guesses."""
        needed = len(secrets) if steps is None else min(steps, len(secrets))
        known = self._known.get(secrets, ())
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
        patterns = list(set(self._patterns(secrets, alike)))
        if self._winners_only:
            patterns = [pattern for pattern in patterns if self._over in pattern]
        ended = [pattern.count(self._over) for pattern in patterns]
        blocks = list(map(sub, map(len, map(set, patterns)), map(bool, ended)))
        shape = _Set(
            secrets,
            [self._scored.weights[secret] for secret in secrets],
            steps - 1,
            _capacities(steps - 1, max(ended, default=0), max(blocks, default=0), len(secrets)),
        )
        weak = {
            (some, parts)
            for some, parts in set(zip(ended, blocks, strict=True))
            if (some or parts > 1) and shape.quick(some, parts) < least
        }
        if not weak:
            return
        sizes = [shape.even(size) for size in range(len(secrets))] if self._uniform else []
        for pattern, some, parts in zip(patterns, ended, blocks, strict=True):
            if (some, parts) in weak:
                bound = self._bound(shape, pattern, least, sizes)
                if bound < least:
                    raise self._refuted(line, pattern, shape, least, bound, alike)

    def _patterns(self, secrets: tuple[int, ...], alike: tuple[int, ...]) -> Iterator[Pattern]:
        patterns = zip(*map(self._columns.__getitem__, secrets), strict=True)
        return compress(patterns, self._orbits.least(alike)) if alike else patterns

    def _bound(self, shape: _Set, pattern: Pattern, least: int, sizes: list[int]) -> int:
        """Add up the bounds of the blocks that a guess leaves, till they are enough."""
        bound = sum(shape.weights)
        if sizes:
            counts = Counter(pattern)
            counts.pop(self._over, None)
            quick = bound + sum(sizes[count] for count in counts.values())
            if quick >= least:
                return quick
        blocks: dict[int, list[int]] = {}
        for secret, score in zip(shape.secrets, pattern, strict=True):
            blocks.setdefault(score, []).append(secret)
        blocks.pop(self._over, None)
        for block in blocks.values():
            own = (
                sizes[len(block)]
                if sizes
                else shape.block([self._scored.weights[secret] for secret in block])
            )
            bound += max(own, self.best(tuple(block), shape.left))
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
        every = zip(*map(self._columns.__getitem__, shape.secrets), strict=True)
        looked_at = self._orbits.least(alike)
        guess = next(
            number
            for number, (own, looked) in enumerate(zip(every, looked_at, strict=True))
            if looked and own == pattern
        )
        shown = brief(self._scored.guesses[guess])
        within = "" if shape.left + 1 == len(shape.secrets) else f" within {shape.left + 1} guesses"
        said = "that it cannot be done" if least == IMPOSSIBLE else f"a total of at least {least}"
        return line.wrong(
            f"the lemma about {len(shape.secrets)} secrets, {said}{within}, does not follow: after "
            f"the guess {shown} nothing before this line shows more than {bound}"
        )


def _capacities(steps: int, ended: int, blocks: int, enough: int) -> list[int]:
    """Return the most secrets that 0, 1, 2, ... guesses can end, till they are enough."""
    capacities = [0]
    width = max(ended, 1)
    for _ in range(steps):
        if capacities[-1] >= enough:
            break
        capacities.append(capacities[-1] + width)
        width *= blocks
    return capacities
