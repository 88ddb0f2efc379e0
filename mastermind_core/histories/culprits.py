"""The belief about culprits after runs that may be wrong, each with a set of suspects.

Culprit sets with equal answer tallies are one part, as bits in an integer. A run divides each part
with two operations on integers, so 1.3 million sets take no table. Parts whose posterior
probability is negligible are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from heapq import nlargest
from itertools import islice
from math import inf, log2
from random import Random
from typing import Any

from attrs import evolve, field, frozen

from mastermind_core.errors import BadArgument, shown
from mastermind_core.games.parts import FAILS, WORKS, Culprits
from mastermind_core.histories.cuts import entropy, max_information
from mastermind_core.histories.proposing import NONE, Prediction, SetSearch
from mastermind_core.histories.rated import RatedBelief, Run, SuggestedRun, Suspect, Tally
from mastermind_core.histories.rates import Rates
from mastermind_core.histories.sets import SetSpace, places_in

#: The probability of a part that is left out, and the maximum number of different prior weights.
_NEGLIGIBLE, _MOST_CLASSES = 1e-15, 64

#: The difference from 1 that rounding allows.
_ROUNDING = 1e-12

#: The maximum number of sets of a part that are compared by what fails with them.
_COMPARED = 4096

#: The number of sets among which a question is sought: beyond it they are a sample.
_SAMPLE = 4096


@frozen(eq=False)
class CulpritPart:
    """Culprit sets with the same prior weight and tally."""

    #: The prior probability of all of them.
    mass: float
    #: The sets as bits, and their number.
    sets: int
    size: int
    #: The number of the prior weight.
    kind: int = 0
    #: The runs of suspects that these sets let fail: those that failed, and those that worked.
    hits: int = 0
    missed: int = 0


@frozen(eq=False)
class CulpritBelief(RatedBelief):
    """The posterior for culprits, with error rates that may be unknown."""

    space: SetSpace
    rates: Rates
    parts: tuple[CulpritPart, ...] = field(repr=False)
    runs: tuple[Run, ...] = ()

    asks = "set of suspects"
    excuse = "those that could distinguish the culprits may not be on, or cannot be tested"

    @classmethod
    def first(cls, game: Culprits, rates: Rates, weights: Sequence[float] = ()) -> CulpritBelief:
        """Return the belief before the first run.

        Args:
            game: The game.
            rates: The error rates.
            weights: Each culprit set's prior weight. Empty means equal weights.
        """
        space = SetSpace.of(game)
        size = len(space.numbers)
        if not weights:
            return cls(space, rates, (CulpritPart(1.0, space.every, size),))
        classes: dict[float, bytearray] = {}
        for place, weight in enumerate(weights):
            if weight:
                own = classes.setdefault(weight, bytearray(size // 8 + 1))
                own[place >> 3] |= 1 << (place & 7)
        if len(classes) > _MOST_CLASSES:
            raise BadArgument(
                f"the sets of culprits have over {_MOST_CLASSES} different weights: round them"
            )
        total = sum(weights)
        masks = {weight: int.from_bytes(own, "little") for weight, own in classes.items()}
        parts = [
            CulpritPart(weight * sets.bit_count() / total, sets, sets.bit_count(), kind)
            for kind, (weight, sets) in enumerate(masks.items())
        ]
        return cls(space, rates, tuple(parts))

    @property
    def game(self) -> Culprits:
        """Return the game."""
        return self.space.game

    @property
    def masses(self) -> Sequence[float]:
        """Return each part's prior probability."""
        return [part.mass for part in self.parts]

    @cached_property
    def tallies(self) -> Sequence[Tally]:
        """Each part's tally."""
        fails = sum(run.failed is True for run in self.runs)
        passes = sum(run.failed is False for run in self.runs)
        return [(p.hits, p.missed, fails - p.hits, passes - p.missed) for p in self.parts]

    @property
    def suspects(self) -> int:
        """Count the sets that were possible at first."""
        return len(self.space.numbers)

    @property
    def count(self) -> int:
        """Count the sets that are possible."""
        return sum(part.size for part in self.parts)

    def question(self, guess: Any) -> int:
        """Return suspects as bits, or raise BadArgument if they may not be on together."""
        mask = self.game.bits(guess)
        if not self.game.allows(mask):
            raise BadArgument(f"{shown(guess)} leaves out a suspect that another one requires")
        return mask

    def name(self, on: int) -> frozenset[Any]:
        """Return the suspects that are on."""
        return self.game.named(on)

    @cached_property
    def _ranked(self) -> Sequence[tuple[float, CulpritPart]]:
        """The parts, each with the posterior probability for one set, the highest first."""
        ranked = [(weight / part.size, part) for weight, part in self._weighed if weight]
        return sorted(ranked, key=lambda pair: -pair[0])

    @cached_property
    def _alike(self) -> Sequence[tuple[float, Sequence[tuple[float, CulpritPart]]]]:
        """The parts by their tally, each with the probability for one set.

        Culprits that fail in the same legal sets have the same tally.
        """
        found: dict[tuple[int, int], list[tuple[float, CulpritPart]]] = {}
        for chance, part in self._ranked:
            found.setdefault((part.hits, part.missed), []).append((chance, part))
        pairs = [(sum(c * p.size for c, p in own), own) for own in found.values()]
        return sorted(pairs, key=lambda pair: -pair[0])

    def _grouped(
        self, parts: Sequence[tuple[float, CulpritPart]], most: float
    ) -> Iterator[tuple[float, int]]:
        """Yield each culprit group's probability and first place."""
        if self.game.are_apart or sum(part.size for _, part in parts) > most:
            for chance, part in parts:
                yield from ((chance, place) for place in places_in(part.sets))
            return
        found: dict[frozenset[int], list[Any]] = {}
        for chance, part in parts:
            for place in places_in(part.sets):
                mask = self.game.secrets.mask(self.space.numbers[place])
                group = found.setdefault(self.game.failing(mask), [0.0, place])
                group[0] += chance
                group[1] = min(group[1], place)
        yield from ((chance, place) for chance, place in found.values())

    def _groups(self, most: float = inf) -> Iterator[tuple[float, int]]:
        """Yield each indistinguishable culprit group's probability and first place.

        Args:
            most: Sets with one tally are not compared if there are more than this.
        """
        if self.game.are_apart:
            yield from self._grouped(self._ranked, most)
        else:
            for _, parts in self._alike:
                yield from self._grouped(parts, most)

    def likeliest(self, n: int) -> list[Suspect]:
        """Return the likeliest culprit sets, the likeliest first.

        Culprits that no legal set distinguishes count as one, and the first stands for all. In a
        part with over 4,096 sets they are not compared.
        """
        groups = self._groups(_COMPARED)
        best = [*islice(groups, n)] if self.game.are_apart else nlargest(n, groups)
        return [Suspect(self.space.named(place), chance) for chance, place in best]

    @cached_property
    def certainty(self) -> float:
        """The likeliest set's probability."""
        best = self._ranked[0][0]
        if not self.game.are_apart:
            for total, parts in self._alike:
                if total > best:
                    best = max(best, *(chance for chance, _ in self._grouped(parts, _COMPARED)))
        return 1.0 if best > 1 - _ROUNDING else best

    @property
    def posterior(self) -> dict[Any, float]:
        """Return each culprit set with its probability, the likeliest first."""
        found = sorted(self._groups(), key=lambda pair: -pair[0])
        return {self.space.named(place): chance for chance, place in found}

    @property
    def _weighed(self) -> Iterator[tuple[float, CulpritPart]]:
        return zip(self.weights, self.parts, strict=True)

    @property
    def entropy(self) -> float:
        """Return the culprits' entropy in bits."""
        if self.game.are_apart:
            rows = [(weight, weight / part.size) for weight, part in self._weighed if weight > 0]
        else:
            rows = [(chance, chance) for chance, _ in self._groups()]
        return -sum(weight * log2(chance) for weight, chance in rows)

    def chance_of_hit(self, on: int) -> float:
        """Return the probability that a suspect set has enough culprits to fail."""
        hit = self.space.hit(on)
        return sum(w * (part.sets & hit).bit_count() / part.size for w, part in self._weighed)

    def told(self, on: int) -> tuple[float, float]:
        """Return the probability that a run fails, and the answer's information in bits."""
        hit = self.space.hit(on)
        fails, known = 0.0, 0.0
        for (weight, part), inside, outside in zip(self._weighed, *self.chances, strict=True):
            share = (part.sets & hit).bit_count() / part.size
            fails += weight * (share * inside + (1 - share) * outside)
            known += weight * (share * entropy(inside) + (1 - share) * entropy(outside))
        return fails, max(0.0, entropy(fails) - known)

    def after(self, on: int, failed: bool | None) -> CulpritBelief:  # noqa: FBT001
        """Return the belief after a run. ``failed`` is None if it could not be tested.

        Args:
            on: The suspects that were on, as bits.
            failed: Whether the run failed.
        """
        runs = (*self.runs, Run(on, failed))
        if failed is None:
            return evolve(self, runs=runs)
        told = evolve(self, runs=runs, parts=tuple(self._split(on, failed=failed)))
        told.check((WORKS, FAILS)[failed])
        kept = [part for weight, part in told._weighed if weight > _NEGLIGIBLE]
        return evolve(told, parts=tuple(kept)) if len(kept) < len(told.parts) else told

    def _split(self, on: int, *, failed: bool) -> Iterator[CulpritPart]:
        """Yield the parts after a run: those with the same tally become one."""
        hit = self.space.hit(on)
        found: dict[tuple[int, int, int], CulpritPart] = {}
        for part in self.parts:
            inside = part.sets & hit
            size = inside.bit_count()
            step = (1, 0) if failed else (0, 1)
            for sets, count, (hits, missed) in (
                (inside, size, step),
                (part.sets ^ inside, part.size - size, (0, 0)),
            ):
                if not count:
                    continue
                key = part.kind, part.hits + hits, part.missed + missed
                mass = part.mass * count / part.size
                if key in found:
                    mass += found[key].mass
                    count += found[key].size
                    sets |= found[key].sets
                found[key] = CulpritPart(mass, sets, count, *key)
        yield from found.values()

    def cost(self, on: int) -> float:
        """Return a run's cost, including the changes since the run before."""
        before = self.runs[-1].commit if self.runs else self.game.every
        changed = (on ^ before).bit_count()
        return self.game.run_cost + self.game.change_cost * changed

    def prepared(self, before: Sequence[int]) -> CulpritBelief:
        """Return a belief about fewer sets: the likeliest ones, and a sample from the others.

        Each part keeps its probability.

        Args:
            before: The runs whose answers are predicted.
        """
        if len(self.space.numbers) <= 2 * _SAMPLE:
            return self
        random, numbers, parts = Random(len(self.runs)), list[int](), []
        space = self.space
        for weight, part in self._weighed:
            quota = int(_SAMPLE * weight + 0.5)
            if not quota:
                continue
            drawn = space.drawn(part.sets, quota, part.size, random)
            sets = ((1 << len(drawn)) - 1) << len(numbers)
            parts.append(evolve(part, sets=sets, size=len(drawn)))
            numbers += drawn
        local = SetSpace.of_some(self.game, numbers)
        return CulpritBelief(local, self.rates, tuple(parts), self.runs)

    def _ranked_runs(
        self, n: int, rule: Any, before: Sequence[int], outcomes: Sequence[tuple[float, Any]]
    ) -> list[SuggestedRun]:
        space = outcomes[0][1].space
        views = [_view(*outcome) for outcome in outcomes]
        search = SetSearch(space, views, rule.cost, len(self.runs), self.skipped)
        worth = search.found()
        if not worth and not self.rates.known:
            # Equal rates of which nothing is known: the first run divides the sets in halves.
            views = [_view(*outcome, plain=True) for outcome in outcomes]
            worth = SetSearch(space, views, rule.cost, len(self.runs), self.skipped).found()
        best = nlargest(n, worth, key=lambda on: (worth[on], -on))
        told = search.bits if before else self.information
        return [self.suggested(on, rule, told(on)) for on in best]


def _view(share: float, belief: CulpritBelief, *, plain: bool = False) -> Prediction:
    """Return a prediction for the next answer, for a search.

    Args:
        share: The belief's probability.
        belief: The belief.
        plain: Whether to predict as if the next answer were right.
    """
    inside, outside = belief.chances
    if plain:
        inside, outside = [1.0] * len(inside), [0.0] * len(outside)
    fails = known = 0.0
    cells = []
    for weight, part, fault, alarm in zip(
        belief.weights, belief.parts, inside, outside, strict=True
    ):
        each = weight / part.size
        fails += weight * alarm
        known += weight * entropy(alarm)
        if weight > NONE:
            told = entropy(fault) - entropy(alarm)
            cells.append((part.sets, each * (fault - alarm), each * told))
    most = max_information(inside[0], outside[0]) if belief.rates.known else 1.0
    return Prediction(share, fails, known, cells, most)
