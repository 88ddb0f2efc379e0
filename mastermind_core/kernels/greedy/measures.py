"""A guess's exact cost by a measure, in pure Python: a measure table and its readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache, total_ordering
from itertools import chain
from math import gcd
from typing import Any, NamedTuple

from mastermind_core.kernels.shared.plain_scores import PlainScores, Scores
from mastermind_core.kernels.types import Criterion, Quadratic

#: Fractional bits of the logarithms of primes, and the bits above which the difference of two sums
#: of them is certain: the rounding errors are bounded by sums of exponents, which have fewer bits.
_BITS = 192
_SURE = 100

#: Numbers are factorized by primes up to this limit; the remaining factor is one base.
_SMALL = 1 << 10


class Measure(NamedTuple):
    """A block's cost by a function f on weights, which is ``w * log2(w)`` with ``logs``.

    W is a block's weight, N are its classes' weights (secrets with one goal), S its secrets'
    weights, and S_r is the r-th largest in S. The cost is::

        classes * (f(W) - sum f(N)) + secrets * (f(W) - sum f(S)) + unit * W
        + ranks * sum S_r * log2(r)

    A unit is a bit, or all candidates' weight. A block at which the game is over costs 0. If no two
    secrets share a goal, a measure on ``sizes`` is f(W) alone, whether the game is over or not,
    because the other terms change no order. A guess's cost is the sum over blocks. With ``largest``
    it is the maximum, and maxima replace the sums over N and S.
    """

    logs: bool = False
    largest: bool = False
    sizes: bool = False
    classes: int = 8
    secrets: int = 1
    unit: int = 0
    ranks: int = 0


MEASURES: Mapping[str, Measure] = {
    "sum": Measure(sizes=True),
    "max": Measure(largest=True, sizes=True),
    "power": Measure(logs=True, sizes=True),
    "naming": Measure(logs=True, classes=1, secrets=0, unit=1),
    "ranks": Measure(logs=True, classes=0, secrets=0, unit=1, ranks=1),
    "pairs": Measure(unit=1),
}

#: A block: whether it is over, and the weights of its candidates, class by class.
Block = tuple[bool, tuple[tuple[int, ...], ...]]


def counts_only(scores: Scores, criterion: Criterion) -> bool:
    """Return whether a guess's cost depends on its block sizes alone."""
    aims = criterion.aims and (scores.shares_goals or bool(scores.costs))
    return MEASURES[criterion.combine].sizes and not (aims or criterion.weights)


def sizes_weigher(criterion: Criterion) -> Callable[[Iterable[int]], Any]:
    """Return a function from block sizes to their cost, if these alone count."""
    costs: Any = criterion.block_costs
    if criterion.combine != "power":
        join = max if criterion.combine == "max" else sum
        return lambda sizes: join(costs[size] for size in sizes if size)

    @cache
    def power(sizes: tuple[int, ...]) -> Logarithm:
        return Logarithm.joined(_power(size, size) for size in sizes if size)

    return lambda sizes: power(tuple(sorted(sizes)))


def blocks_weigher(
    scores: Scores, candidates: Sequence[int], criterion: Criterion
) -> Callable[..., Any]:
    """Return a function from the candidates' scores to their partition's cost.

    Scores may be any labels, and ``ends`` is a function from a label to whether it ends the game.
    Without ``ends`` no label does. Guess costs are ignored.
    """
    weights = [criterion.weights[c] if criterion.weights else 1 for c in candidates]
    goals: Sequence[int] = scores.goals if criterion.aims else ()
    cost_of = _block_cost(
        criterion, sum(weights), plain=not (criterion.aims and scores.shares_goals)
    )

    def cost(answers: Sequence[Any], ends: Callable[[Any], bool] | None) -> Any:
        members: dict[Any, dict[int, list[int]]] = {}
        for at, score in enumerate(answers):
            classes = members.setdefault(score, {})
            classes.setdefault(goals[candidates[at]] if goals else at, []).append(weights[at])
        blocks = [
            (
                ends is not None and (ends(s) or (len(own) == 1 and bool(goals))),
                tuple(sorted(tuple(sorted(one)) for one in own.values())),
            )
            for s, own in members.items()
        ]
        return cost_of(blocks)

    return cost


def guess_weigher(
    scores: PlainScores, candidates: Sequence[int], criterion: Criterion
) -> Callable[[int, Sequence[int], list[int]], Any]:
    """Return a function from a guess, its scores and its block sizes to its cost."""
    if counts_only(scores, criterion):
        by_size = sizes_weigher(criterion)
        return lambda _, __, sizes: by_size(sizes)
    cost = blocks_weigher(scores, candidates, criterion)
    ends = scores.final.__getitem__
    if not (criterion.aims and scores.costs):
        return lambda _, answers, __: cost(answers, ends)
    prices = scores.costs
    whole = cost([0] * len(candidates), None)
    return lambda guess, answers, _: Loss(cost(answers, ends) - whole, prices[guess])


def _block_cost(
    criterion: Criterion, total: int, *, plain: bool
) -> Callable[[Iterable[Block]], Any]:
    """Return a function from blocks to their cost, which is cached per block."""
    measure = MEASURES[criterion.combine]
    classes = measure.classes
    secrets = measure.secrets
    unit = measure.unit
    join: Callable[[Iterable[Any]], Any] = max if measure.largest else sum

    def product(weight: int, of_classes: list[int], of_secrets: list[int]) -> Logarithm:
        ranks = enumerate(sorted(of_secrets, reverse=True), start=1)
        return Logarithm.of(
            [
                (2, unit * weight),
                (weight, (classes + secrets) * weight),
                *((own, -classes * own) for own in of_classes),
                *((own, -secrets * own) for own in of_secrets),
                *((rank, measure.ranks * own) for rank, own in ranks),
            ]
        )

    def number(weight: int, of_classes: list[int], of_secrets: list[int]) -> Any:
        f = _function(criterion)
        of_class = join(map(f, of_classes))
        of_secret = join(map(f, of_secrets))
        differences = classes * (f(weight) - of_class) + secrets * (f(weight) - of_secret)
        return differences + unit * total * weight

    @cache
    def cost(block: Block) -> Any:
        over, parts = block
        of_classes = [sum(part) for part in parts]
        weight = sum(of_classes)
        if plain and measure.sizes:
            return _power(weight, weight) if measure.logs else _function(criterion)(weight)
        if over:
            return ONE if measure.logs else 0
        rule = product if measure.logs else number
        return rule(weight, of_classes, list(chain.from_iterable(parts)))

    return lambda blocks: (Logarithm.joined if measure.logs else join)(map(cost, blocks))


def _function(criterion: Criterion) -> Callable[[int], Any]:
    sizes = MEASURES[criterion.combine].sizes
    costs: Any = criterion.block_costs if sizes else Quadratic(0, 0, 1)
    of: Callable[[int], Any] = costs if callable(costs) else costs.__getitem__
    return of


@total_ordering
class Loss:
    """A negative gain with its guess's cost, ordered by gain per cost.

    Two positive losses are ordered by their product with the cost instead.
    """

    __slots__ = ("amount", "price")

    def __init__(self, amount: Any, price: int):
        self.amount = amount
        self.price = price

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Loss) and not (self < other or other < self)

    def __hash__(self) -> int:
        return 0  # instances are never keys

    def __lt__(self, other: Loss) -> bool:
        if self._loses and other._loses:
            return bool(self.amount * self.price < other.amount * other.price)
        return bool(self.amount * other.price < other.amount * self.price)

    @property
    def _loses(self) -> bool:
        return bool(self.amount > (ONE if isinstance(self.amount, Logarithm) else 0))


@total_ordering
class Logarithm:
    """A product's logarithm with integer exponents, compared exactly.

    Each base's logarithm is a fixed-point number. If two sums are too close, their quotient is
    refined to coprime bases. It is 1 only if no base remains. Otherwise its logarithm is computed
    with increasing precision until the sign is certain.
    """

    __slots__ = ("_factors", "log")

    def __init__(self, log: int, factors: Sequence[Logarithm] | Mapping[int, int]):
        self.log = log
        self._factors = factors

    @classmethod
    def joined(cls, parts: Iterable[Logarithm]) -> Logarithm:
        """Add logarithms, which multiplies their numbers."""
        factors = tuple(parts)
        return cls(sum(part.log for part in factors), factors)

    @classmethod
    def of(cls, terms: Iterable[tuple[int, int]]) -> Logarithm:
        """Return a product's logarithm, given as (base, exponent) pairs."""
        return cls.joined(_power(base, exponent) for base, exponent in terms)

    @property
    def exponents(self) -> Mapping[int, int]:
        """Each base's exponent."""
        if not isinstance(self._factors, Mapping):
            found: Counter[int] = Counter()
            for part in self._factors:
                found.update(part.exponents)
            self._factors = {base: power for base, power in found.items() if power}
        return self._factors

    def __sub__(self, other: Logarithm) -> Logarithm:
        return Logarithm.joined([self, other * -1])

    def __mul__(self, times: int) -> Logarithm:
        powers = {base: times * power for base, power in self.exponents.items()}
        return Logarithm(self.log * times, powers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Logarithm) and self._compare(other) == 0

    def __hash__(self) -> int:
        return 0  # instances are never keys

    def __lt__(self, other: Logarithm) -> bool:
        return self._compare(other) < 0

    def _compare(self, other: Logarithm) -> int:
        """Return -1, 0 or 1 if this is smaller than, equal to or larger than the other."""
        gap = self.log - other.log
        if abs(gap) >> _SURE:
            return 1 if gap > 0 else -1
        return 0 if self.exponents == other.exponents else (self - other)._sign()

    def _sign(self) -> int:
        exponents = _coprime(self.exponents)
        bits = 2 * _BITS
        while exponents:
            log = sum(power * _log(base, bits) for base, power in exponents.items())
            if abs(log) > sum(map(abs, exponents.values())):
                return 1 if log > 0 else -1
            bits *= 2
        return 0


def _coprime(exponents: Mapping[int, int]) -> dict[int, int]:
    """Return the same product with pairwise coprime bases, without any if it is 1."""
    found: dict[int, int] = {}
    waiting = list(exponents.items())
    while waiting:
        base, power = waiting.pop()
        if base == 1 or power == 0:
            continue
        other, common = next(((b, gcd(b, base)) for b in found if gcd(b, base) > 1), (1, 1))
        if common == 1:
            found[base] = power
            continue
        own = found.pop(other)
        waiting += [(common, power + own), (base // common, power), (other // common, own)]
    return found


@cache
def _factors(number: int) -> tuple[tuple[int, int], ...]:
    """Return a positive integer's small prime factors and the rest, with exponents."""
    found: Counter[int] = Counter()
    rest = number
    prime = 2
    while rest > 1:
        if prime * prime > rest or prime > _SMALL:
            prime = rest
        while rest % prime == 0:
            found[prime] += 1
            rest //= prime
        prime += 1
    return tuple(found.items())


@cache
def _power(base: int, exponent: int) -> Logarithm:
    """Return the logarithm for ``base ** exponent`` with a positive integer base."""
    exponents = {factor: times * exponent for factor, times in _factors(base)} if exponent else {}
    return Logarithm(sum(power * _log(one, _BITS) for one, power in exponents.items()), exponents)


@cache
def _log(base: int, bits: int) -> int:
    context = Context(prec=bits // 3 + 26)
    log = context.divide(context.ln(Decimal(base)), context.ln(Decimal(2)))
    return round(Fraction(log) * (1 << bits))


#: The logarithm of 1.
ONE = Logarithm(0, {})
