"""What a guess costs where secrets have weights or guesses have costs, exactly, in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache, total_ordering
from typing import Any

from mastermind_core.kernels.shared.plain_scores import PlainScores
from mastermind_core.kernels.types import Criterion, Quadratic

#: Bits behind the binary point of the logarithms of primes, and the difference of two sums of them
#: from which on it is certain: sums of exponents have fewer bits.
_BITS, _SURE = 192, 100

#: A block: its weight, the weights of its candidates, those of its goals, and whether it is over.
Block = tuple[int, list[int], list[int], bool]


def is_weighed(scores: Any, criterion: Criterion) -> bool:
    """Say whether more counts than the numbers of candidates in blocks."""
    priced = criterion.priced and bool(scores.costs)
    return priced or bool(criterion.weights) or criterion.combine in {"naming", "ranks"}


def guess_weigher(
    scores: PlainScores, candidates: Sequence[int], criterion: Criterion
) -> Callable[[int, Sequence[int]], Any]:
    """Return what works out the cost of a guess from the answers of the candidates."""
    weights = [criterion.weights[c] if criterion.weights else 1 for c in candidates]
    goals = [scores.goals[c] if scores.goals else at for at, c in enumerate(candidates)]
    prices = scores.costs if criterion.priced else ()

    def block(members: Iterable[int], *, final: bool) -> Block:
        own: Counter[int] = Counter()
        heavy = []
        for at in members:
            own[goals[at]] += weights[at]
            heavy.append(weights[at])
        known = len(own) == 1 and bool(scores.goals)
        return sum(heavy), heavy, list(own.values()), final or known

    join = _JOINED.get(criterion.combine) or _block_costs(criterion)
    weight, heavy, own, _ = block(range(len(candidates)), final=False)
    everything = join([(weight, heavy, own, False)]) if prices else None

    def cost(guess: int, answers: Sequence[int]) -> Any:
        members: dict[int, list[int]] = {}
        for at, score in enumerate(answers):
            members.setdefault(score, []).append(at)
        joined = join([block(own, final=scores.final[s]) for s, own in members.items()])
        return Loss(joined - everything, prices[guess]) if prices else joined

    return cost


def _block_costs(criterion: Criterion) -> Callable[[list[Block]], Any]:
    costs: Any = criterion.block_costs
    put_together: Callable[[Iterable[Any]], Any] = max if criterion.combine == "max" else sum
    of = costs.of if isinstance(costs, Quadratic) else costs
    if not callable(of):
        of = costs.__getitem__
    return lambda blocks: put_together(of(weight) for weight, *_ in blocks)


def _power(blocks: list[Block]) -> Logarithm:
    return Logarithm.of((weight, weight) for weight, *_ in blocks)


def _naming(blocks: list[Block]) -> Logarithm:
    terms = []
    for weight, _, goals, over in blocks:
        if not over:
            terms += [(2 * weight, weight), *((own, -own) for own in goals)]
    return Logarithm.of(terms)


def _ranks(blocks: list[Block]) -> Logarithm:
    return Logarithm.of(
        (2 * rank, weight)
        for _, heavy, _, over in blocks
        if not over
        for rank, weight in enumerate(sorted(heavy, reverse=True), start=1)
    )


_JOINED: Mapping[str, Callable[[list[Block]], Any]] = {
    "power": _power,
    "naming": _naming,
    "ranks": _ranks,
}


@total_ordering
class Loss:
    """A negative gain for a price: the gains are compared as fractions of their prices.

    What gains nothing costs the more, the higher its price.
    """

    __slots__ = ("amount", "price")

    def __init__(self, amount: Any, price: int):
        self.amount, self.price = amount, price

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Loss) and not (self < other or other < self)

    def __hash__(self) -> int:
        return 0  # nothing keeps them by their hash

    def __lt__(self, other: Loss) -> bool:
        if self._loses and other._loses:
            return bool(self.amount * self.price < other.amount * other.price)
        return bool(self.amount * other.price < other.amount * self.price)

    @property
    def _loses(self) -> bool:
        return bool(self.amount > (Logarithm({}) if isinstance(self.amount, Logarithm) else 0))


@total_ordering
class Logarithm:
    """The logarithm of a product of primes with whole exponents, compared exactly.

    The logarithm of each prime is one fixed integer, so equal products have equal sums; unequal
    ones that are too close are compared with as many digits as it takes.
    """

    __slots__ = ("exponents", "log")

    def __init__(self, exponents: Mapping[int, int]):
        self.exponents = {prime: power for prime, power in exponents.items() if power}
        self.log = sum(power * _prime_log(p, _BITS) for p, power in self.exponents.items())

    @classmethod
    def of(cls, terms: Iterable[tuple[int, int]]) -> Logarithm:
        """Return the logarithm of a product of (base, exponent)."""
        exponents: Counter[int] = Counter()
        for base, power in terms:
            for prime, times in _factors(base):
                exponents[prime] += times * power
        return cls(exponents)

    def __sub__(self, other: Logarithm) -> Logarithm:
        exponents = Counter(self.exponents)
        exponents.subtract(other.exponents)
        return Logarithm(exponents)

    def __mul__(self, times: int) -> Logarithm:
        return Logarithm({prime: times * power for prime, power in self.exponents.items()})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Logarithm) and self.exponents == other.exponents

    def __hash__(self) -> int:
        return hash(self.log)

    def __lt__(self, other: Logarithm) -> bool:
        gap = self.log - other.log
        return gap < 0 if abs(gap) >> _SURE else (self - other)._sign() < 0

    def _sign(self) -> int:
        """Return -1, 0 or 1; the logarithms of primes have no sum of 0 but with no exponents."""
        bits = 2 * _BITS
        while self.exponents:
            log = sum(power * _prime_log(p, bits) for p, power in self.exponents.items())
            if abs(log) > sum(map(abs, self.exponents.values())):
                return 1 if log > 0 else -1
            bits *= 2
        return 0


@cache
def _factors(number: int) -> tuple[tuple[int, int], ...]:
    """Return the primes of a number from 1, each with how often it comes."""
    found: Counter[int] = Counter()
    rest, prime = number, 2
    while rest > 1:
        if prime * prime > rest:
            prime = rest
        while rest % prime == 0:
            found[prime] += 1
            rest //= prime
        prime += 1
    return tuple(found.items())


@cache
def _prime_log(prime: int, bits: int) -> int:
    context = Context(prec=bits // 3 + 26)
    log = context.divide(context.ln(Decimal(prime)), context.ln(Decimal(2)))
    return round(Fraction(log) * (1 << bits))
