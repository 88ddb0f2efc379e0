"""The search for the set of suspects with the most information per cost, without a list of sets.

The search begins with sets that grow by suspects in a random order, each step twice as large while
the information grows. It then switches single suspects on and off, and pairs of them, until no
change is better, or the effort is spent.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations
from random import Random

from attrs import define, field, frozen

from mastermind_core.histories.cuts import entropy
from mastermind_core.histories.sets import SetSpace
from mastermind_core.kernels import places_of

#: The information that counts as none, in bits.
NONE = 1e-12

#: The sets that are evaluated, the random orders, and the rejected suspects that end one.
_EFFORT, _ORDERS, _PATIENCE = 1200, 3, 12

#: The random orders times the suspects, if there are few.
_STARTS = 48

#: The share of the highest possible information that ends a search.
_ENOUGH = 0.999

#: The maximum number of suspects of which all pairs are switched.
_FEW = 24


@frozen(eq=False)
class Prediction:
    """A prediction of the next answer.

    The probability of "fails" and the mean entropy of the answer are sums over sets of culprits.
    """

    #: The probability of the belief, if there are several.
    share: float
    #: The two sums if no set fails.
    fails: float
    known: float
    #: For each part its sets, and what one of them adds to the two sums if it fails.
    cells: Sequence[tuple[int, float, float]]
    #: The highest possible information of a run.
    most: float

    def information(self, hit: int) -> float:
        """Return the information of a run in bits, by the sets that fail."""
        fails, known = self.fails, self.known
        for sets, chance, bits in self.cells:
            number = (sets & hit).bit_count()
            fails += chance * number
            known += bits * number
        return entropy(min(1.0, fails)) - known


@define(eq=False)
class SetSearch:
    """A search for the most informative set."""

    space: SetSpace
    #: The possible beliefs with their probabilities.
    views: Sequence[Prediction]
    cost: Callable[[int], float]
    seed: int
    skipped: Collection[int]
    #: The information of each set that was evaluated.
    _bits: dict[int, float] = field(factory=dict, init=False)

    def bits(self, on: int) -> float:
        """Return the information of a run, the mean over the beliefs."""
        if on not in self._bits:
            hit = self.space.hit(on)
            self._bits[on] = sum(view.share * view.information(hit) for view in self.views)
        return self._bits[on]

    def worth(self, on: int) -> float:
        """Return the information per cost."""
        bits = self.bits(on)
        return bits / self.cost(on) if bits > NONE and on not in self.skipped else 0.0

    def found(self) -> dict[int, float]:
        """Return informative sets with their information per cost."""
        random = Random(self.seed)
        game = self.space.game
        most = None
        if not game.change_cost:
            most = _ENOUGH * sum(view.share * view.most for view in self.views)
        order = list(range(len(game.suspects)))
        starts = [game.every]
        for _ in range(max(_ORDERS, _STARTS // len(order))):
            random.shuffle(order)
            starts.append(self._grown(order))
        if len(order) <= _FEW:  # a set and the others may tell about as much
            starts += [self._closed(game.every ^ start) for start in starts]
        for start in sorted(starts, key=self.worth, reverse=True):
            self._improve(start, order, most)
            if len(self._bits) > _EFFORT or self._is_enough(most):
                break
        sets = {on: self.worth(on) for on in self._bits}
        return {on: worth for on, worth in sets.items() if worth > 0}

    def _closed(self, on: int) -> int:
        """Return a set with all that its suspects require."""
        for suspect in places_of(on):
            on |= self.space.game.needs[suspect]
        return on

    def _is_enough(self, most: float | None) -> bool:
        return most is not None and max(self._bits.values()) >= most

    def _grown(self, order: Sequence[int]) -> int:
        """Return a set that grows by suspects in an order while the information does."""
        on = at = rejected = 0
        step = 1
        while at < len(order) and rejected < _PATIENCE:
            more = on
            for suspect in order[at : at + step]:
                more |= self.space.game.needs[suspect]
            if self.bits(more) > self.bits(on) or (not on and step == 1 and not self.bits(more)):
                on = more
                at += step
                step *= 2
                rejected = 0
            elif step > 1:
                step //= 2
            else:
                at += 1
                rejected += 1
        return on

    def _improve(self, on: int, order: Sequence[int], most: float | None) -> None:
        """Switch suspects while the information per cost grows."""
        better = True
        while better:
            better = False
            for other in self._changed(on, order):
                if len(self._bits) > _EFFORT or self._is_enough(most):
                    return
                if self.worth(other) > self.worth(on) * (1 + NONE):
                    on = other
                    better = True
                    break

    def _changed(self, on: int, order: Sequence[int]) -> Iterator[int]:
        """Yield the sets in which a suspect is switched, or two."""
        for suspect in order:
            yield self._switched(on, suspect)
        inside = [suspect for suspect in order if on >> suspect & 1]
        outside = [suspect for suspect in order if not on >> suspect & 1]
        if len(order) <= _FEW:
            for first, second in combinations(order, 2):
                yield self._switched(self._switched(on, first), second)
        else:
            for first, second in zip(inside, outside, strict=False):
                yield self._switched(self._switched(on, first), second)

    def _switched(self, on: int, suspect: int) -> int:
        """Return a set with a suspect switched: with all it requires, or all that requires it."""
        needs = self.space.game.needs
        if not on >> suspect & 1:
            return on | needs[suspect]
        off = sum(1 << other for other in places_of(on) if needs[other] >> suspect & 1)
        return on & ~off
