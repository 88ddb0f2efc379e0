"""What a guess costs where secrets have weights or guesses have costs, exactly, in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache, total_ordering
from math import gcd
from typing import Any

from mastermind_core.kernels.shared.plain_scores import PlainScores
from mastermind_core.kernels.types import Criterion, Quadratic

#: Bits behind the binary point of the logarithms of primes, and the difference of two sums of them
#: from which on it is certain: sums of exponents have fewer bits.
_BITS, _SURE = 192, 100

#: Primes below this are told apart in a number; what is left of it is one base, prime or not.
_SMALL = 1 << 10

#: A block: its weight, the weights of its candidates, those of its goals, and whether it is over.
Block = tuple[int, list[int], list[int], bool]


def is_weighed(scores: Any, criterion: Criterion) -> bool:
    """Say whether more counts than the numbers of candidates in blocks."""
    priced = criterion.priced and bool(scores.costs)
    return priced or bool(criterion.weights) or criterion.combine in {"naming", "ranks"}


def guess_weigher(
    scores: PlainScores, candidates: Sequence[int], criterion: Criterion
) -> Callable[..., Any]:
    """Return what works out the cost of a guess from the answers of the candidates.

    They may be any labels, if ``ends`` says at which of them the game is over.
    """
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

    def cost(guess: int, answers: Sequence[Any], ends: Any = scores.final.__getitem__) -> Any:
        members: dict[Any, list[int]] = {}
        for at, score in enumerate(answers):
            members.setdefault(score, []).append(at)
        joined = join([block(own, final=ends(s)) for s, own in members.items()])
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
    """The logarithm of a product of numbers with whole exponents, compared exactly.

    The logarithm of each base is one fixed integer. Where two sums are too close, common divisors
    of the bases are taken out until no two share one: what then is left is no product of 1, and is
    compared with as many digits as it takes.
    """

    __slots__ = ("exponents", "log")

    def __init__(self, exponents: Mapping[int, int]):
        self.exponents = {base: power for base, power in exponents.items() if power}
        self.log = sum(power * _log(base, _BITS) for base, power in self.exponents.items())

    @classmethod
    def of(cls, terms: Iterable[tuple[int, int]]) -> Logarithm:
        """Return the logarithm of a product of (base, exponent)."""
        exponents: Counter[int] = Counter()
        for base, power in terms:
            for factor, times in _factors(base):
                exponents[factor] += times * power
        return cls(exponents)

    def __sub__(self, other: Logarithm) -> Logarithm:
        exponents = Counter(self.exponents)
        exponents.subtract(other.exponents)
        return Logarithm(exponents)

    def __mul__(self, times: int) -> Logarithm:
        return Logarithm({base: times * power for base, power in self.exponents.items()})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Logarithm) and self._compare(other) == 0

    def __hash__(self) -> int:
        return 0  # nothing keeps them by their hash

    def __lt__(self, other: Logarithm) -> bool:
        return self._compare(other) < 0

    def _compare(self, other: Logarithm) -> int:
        """Return -1, 0 or 1, as this is less than the other, equal or more."""
        if self.exponents == other.exponents:
            return 0
        gap = self.log - other.log
        if abs(gap) >> _SURE:
            return 1 if gap > 0 else -1
        return (self - other)._sign()

    def _sign(self) -> int:
        exponents, bits = _coprime(self.exponents), 2 * _BITS
        while exponents:
            log = sum(power * _log(base, bits) for base, power in exponents.items())
            if abs(log) > sum(map(abs, exponents.values())):
                return 1 if log > 0 else -1
            bits *= 2
        return 0


def _coprime(exponents: Mapping[int, int]) -> dict[int, int]:
    """Return the same product by bases that have no common divisor: by none, where it is 1."""
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
    """Return the small primes of a number from 1 and what is left, each with how often it comes."""
    found: Counter[int] = Counter()
    rest, prime = number, 2
    while rest > 1:
        if prime * prime > rest or prime > _SMALL:
            prime = rest
        while rest % prime == 0:
            found[prime] += 1
            rest //= prime
        prime += 1
    return tuple(found.items())


@cache
def _log(base: int, bits: int) -> int:
    context = Context(prec=bits // 3 + 26)
    log = context.divide(context.ln(Decimal(base)), context.ln(Decimal(2)))
    return round(Fraction(log) * (1 << bits))
