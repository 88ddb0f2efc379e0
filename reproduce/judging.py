"""Say of a figure whether it holds: by its digits where it is exact, by chance where it is not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import ceil, comb, exp, inf, lgamma, log, sqrt
from statistics import NormalDist
from typing import Literal

from attrs import evolve, frozen

from reproduce.counting import UNDECIDED
from reproduce.documents import Group, number, of_quantity
from reproduce.measuring import Measured, Reached

Word = Literal["holds", "reached", "fitted", "differs", "cannot be", "open", "unknown"]

#: A figure differs when one as far off comes less often than this by chance.
LEVEL = 0.01

#: A mean below the proven optimum cannot be when chance gives it less often than this.
SURE = 0.001

#: A figure is open when so many standard errors of another run of ours would turn its verdict.
_MARGIN = 3.0

#: So many times our games are looked at to say what would settle an open figure.
_MOST_TIMES = 256

_NORMAL = NormalDist()

#: Least totals that are proven, by game, and the spread of one best strategy.
LEAST: Mapping[str, tuple[int, int]] = {
    "M(3, 4)": (206, 64),
    "M(3, 6)": (854, 216),
    "M(4, 4)": (905, 256),
    "M(4, 5)": (2463, 625),
    "M(4, 6)": (5625, 1296),
    "M(4, 7)": (11228, 2401),
    "M(4, 8)": (20471, 4096),
    "M(5, 4)": (4264, 1024),
}

#: The standard deviation of lengths of a best strategy, about the same in all these games.
_LEAST_SPREAD = 0.62


@frozen
class Judgement:
    """What is said of a figure.

    ``probability`` is how often chance alone gives a figure as far off, None where nothing was
    left to chance. ``settled`` is about how many games of ours would settle an open figure, None
    where no number in reach does.
    """

    word: Word
    computed: str
    probability: float | None = None
    settled: int | None = None


def judge(
    group: Group,
    quantity: str,
    found: Measured | None,
    order: Measured | None = None,
    spectrum: Measured | None = None,
) -> Judgement:
    """Judge one figure of a group by what its calls gave, None where there is no such call."""
    printed = group.claims[quantity]
    if found is None or not has(found, quantity):
        return Judgement("unknown", "")
    computed = shown(found, quantity, group.games)
    if quantity == "seconds":
        return Judgement("unknown", computed)
    if found.value == UNDECIDED:
        return Judgement("open", computed)
    if by_chance(group, quantity, found):
        judged = _by_chance(group, quantity, found, computed)
    elif order is not None and same(printed, exact(order, quantity)):
        exactly = same(printed, exact(found, quantity))
        judged = Judgement("holds" if exactly else "reached", computed)
    elif spectrum is not None and spectrum.reached is not None:
        judged = Judgement(_by_ties(printed, quantity, found, spectrum.reached), computed)
    else:
        judged = Judgement(
            "holds" if same(printed, exact(found, quantity)) else "differs", computed
        )
    refuted = spectrum is not None and judged.word == "differs"
    return judged if refuted else evolve(judged, word=_word(group, quantity, judged))


def by_chance(group: Group, quantity: str, found: Measured) -> bool:
    """Say whether chance has a part in a figure, of the source or of ours."""
    if quantity == "value":
        return found.error is not None
    return group.games is not None or found.games is not None


def has(found: Measured, quantity: str) -> bool:
    """Say whether a measurement has such a figure."""
    if quantity == "value":
        return not found.shares
    if quantity == "evaluations":
        return found.evaluations is not None
    return bool(found.shares)


def _word(group: Group, quantity: str, judged: Judgement) -> Word:
    if quantity == "mean" and not possible_mean(group):
        return "cannot be"
    if judged.word in ("holds", "reached"):
        return "fitted" if of_quantity(group.fitted, quantity) else judged.word
    if quantity in group.cannot or "" in group.cannot or _below_optimum(group, quantity):
        return "cannot be"
    if judged.word == "open":
        return "open"
    return "unknown" if group.reading else "differs"


def _by_ties(printed: str, quantity: str, found: Measured, reached: Reached) -> Word:
    """Say whether a figure is that of the rule in order, of another order of ties, or of none."""
    if same(printed, exact(found, quantity)):
        return "holds"
    if quantity == "worst":
        few, most = reached.worst
        return "reached" if few <= int(printed) <= most else "differs"
    share = 1 if quantity == "total" else reached.count
    totals = (total for low, high in reached.runs for total in range(low, high + 1))
    some = any(same(printed, Fraction(total, share)) for total in totals)
    return "reached" if some else "differs"


def possible_mean(group: Group) -> bool:
    """Say whether some whole number of guesses, over the games of the source, gives its mean.

    >>> possible_mean(Group("", "", None, {"mean": "8.366"}, games=100))
    False
    """
    if group.games is None or group.assumed:
        return True
    printed = group.claims["mean"]
    near = round((number(printed) or 0) * group.games)
    sums = range(near - 1, near + 2)
    return any(same(printed, Fraction(total, group.games)) for total in sums)


def _below_optimum(group: Group, quantity: str) -> bool:
    """Say whether a mean is below what any strategy has, by more than chance explains."""
    game = re.search(r"\bM\(\d, \d+\)", group.call or "")
    if quantity not in ("mean", "total") or game is None or game[0] not in LEAST:
        return False
    total, codes = LEAST[game[0]]
    value = Fraction(number(group.claims[quantity]) or 0)
    mean = value if quantity == "mean" else value / (group.games or codes)
    gap = float(Fraction(total, codes) - mean)
    if group.games is None:
        return gap > 0.5 * float(_step(group.claims[quantity]))
    return gap > 0 and _tail(gap / (_LEAST_SPREAD / sqrt(group.games))) < SURE


def exact(found: Measured, quantity: str) -> Fraction | float | str:
    """Return a figure of a measurement as it is, not rounded."""
    if quantity == "value":
        return found.value
    if quantity.isdigit():
        return found.shares.get(int(quantity), Fraction(0))
    if quantity == "total":
        return found.mean * found.whole
    if quantity == "evaluations":
        return (found.evaluations or (0.0, 0.0))[0]
    value: Fraction | float = getattr(found, quantity)
    return value


def same(printed: str, value: Fraction | float | str) -> bool:
    """Say whether a value, rounded or cut to the digits of a text, is that text.

    >>> same("4.47", Fraction(5801, 1296)), same("5,801", Fraction(5801)), same("yes", "yes")
    (True, True, True)
    >>> same("4.46", Fraction(5801, 1296))
    False
    """
    claimed = number(printed)
    computed = value if not isinstance(value, str) else _fraction(value)
    if claimed is None or computed is None:
        return printed == str(value)
    return claimed in roundings(Fraction(computed), printed)


def roundings(value: Fraction, printed: str) -> set[Decimal]:
    """Return a value with as many digits as a text has: rounded, cut, or rounded to even."""
    decimal = Decimal(value.numerator) / Decimal(value.denominator)
    step = _step(printed)
    return {
        (decimal / step).quantize(Decimal(1), mode) * step
        for mode in (ROUND_HALF_UP, ROUND_DOWN, ROUND_HALF_EVEN)
    }


def _fraction(text: str) -> Fraction | None:
    try:
        return Fraction(text)
    except ValueError:
        return None


def _step(printed: str) -> Decimal:
    """Return what the last digit of a text stands for."""
    value = number(printed)
    exponent = 0 if value is None else value.as_tuple().exponent
    return Decimal(1).scaleb(int(exponent))


def shown(found: Measured, quantity: str, games: int | None) -> str:
    """Return a figure of a measurement as text, with its standard error where it has one."""
    if quantity == "value":
        if found.error is not None:
            return f"{float(found.value):.4g} +- {found.error:.2g}"
        value = _fraction(found.value)
        return shortened(found.value) if value is None else _plain(value)
    if quantity == "seconds":
        return f"{found.a_game or found.seconds:.3g} s here{'' if found.a_game else ' for all'}"
    if quantity == "worst":
        return f"{found.worst} of {found.games:,}" if found.games else str(found.worst)
    if quantity == "total" and games:
        return f"{float(found.mean) * games:.0f} expected"
    figure = Fraction(exact(found, quantity))
    drawn = games or found.games or 1
    if quantity.isdigit() and (found.games or found.whole == 1):
        return f"{float(figure / found.whole) * drawn:.4g} expected of {drawn:,}"
    if not found.games:
        return str(figure) if figure.denominator == 1 else f"{float(figure):.4f}"
    if quantity == "median":
        return f"{float(figure):g}"
    error = _errors(found, quantity)[0] / sqrt(found.games)
    if quantity == "evaluations":
        return f"{float(figure):.4g} +- {error:.2g}"
    return f"{float(figure):.4f} +- {error:.4f}"


def shortened(text: str, most: int = 60) -> str:
    """Return a text, or its beginning and how many words it has.

    >>> shortened("1122, 1133, 1144", 10)
    '1122, ... (3 in all)'
    """
    if len(text) <= most:
        return text
    words = text.split()
    return f"{' '.join(words[: most // 10])} ... ({len(words)} in all)"


def _plain(value: Fraction) -> str:
    if value.denominator == 1 and abs(value) < 10**9:
        return str(value)
    return f"{float(value):.10g}"


def _errors(found: Measured, quantity: str) -> tuple[float, float]:
    """Return the standard deviation of what is averaged, and the average."""
    if quantity in ("mean", "total"):
        return found.stdev, float(found.mean)
    if quantity == "value":
        return (found.error or 0.0) * sqrt(found.games or 1), float(found.value)
    if quantity == "evaluations":
        mean, spread = found.evaluations or (0.0, 0.0)
        return spread, mean
    variance = float(found.variance)
    if not variance:
        return 0.0, 0.0
    return sqrt(max(0.0, float(found.fourth) - variance**2)) / (2 * sqrt(variance)), found.stdev


def _by_chance(group: Group, quantity: str, found: Measured, computed: str) -> Judgement:
    printed = group.claims[quantity]
    theirs = group.games or round(found.whole or 1)
    ours = inf if found.games is None else found.games
    if quantity == "worst":
        probability = _worst(found, int(printed), theirs)
    elif quantity == "median":
        probability = _median(found, float(printed), theirs, ours)
    elif quantity.isdigit():
        probability = _count(found, int(quantity), int(number(printed) or 0), theirs, ours)
    else:
        probability = _mean(group, quantity, found, theirs, ours)
    word: Word = "holds" if probability >= LEVEL else "differs"
    if not _turns(probability, theirs, ours):
        return Judgement(word, computed, probability)
    times = next(
        (
            times
            for times in (2**power for power in range(1, _MOST_TIMES.bit_length()))
            if not _turns(_scaled(probability, theirs, ours, times), theirs, times * ours)
        ),
        None,
    )
    return Judgement("open", computed, probability, times and round(times * ours))


def _turns(probability: float, theirs: float, ours: float) -> bool:
    """Say whether another run of so many games of ours might turn a verdict."""
    if ours == inf:
        return False
    share = sqrt(2 * (1 / ours) / (1 / theirs + 1 / ours))
    return abs(_away(probability) - _away(LEVEL)) < _MARGIN * share


def _scaled(probability: float, theirs: float, ours: float, times: int) -> float:
    """Return the probability of the same gap when we play so many times our games."""
    narrower = sqrt((1 / theirs + 1 / ours) / (1 / theirs + 1 / (times * ours)))
    return 2 * _tail(_away(probability) * narrower)


def _mean(group: Group, quantity: str, found: Measured, theirs: float, ours: float) -> float:
    """Return how likely a mean, or another figure with a standard error, is as far off."""
    printed = group.claims[quantity]
    claimed = float(number(printed) or 0) / (theirs if quantity == "total" else 1)
    rounding = 0.0 if quantity == "total" else 0.5 * float(_step(printed))
    spread, average = _errors(found, quantity)
    # A source that played every secret once with a strategy that draws no lots had no error.
    error = spread * sqrt((1 / theirs if group.games else 0) + 1 / ours)
    gap = max(0.0, abs(claimed - average) - rounding)
    return _two_sided(gap, error)


def _two_sided(gap: float, error: float) -> float:
    if not gap:
        return 1.0
    return 2 * _tail(gap / error) if error else 0.0


def _tail(z: float) -> float:
    return _NORMAL.cdf(-z)


def _away(probability: float) -> float:
    """Return how many standard errors a two-sided probability stands for."""
    return -_NORMAL.inv_cdf(max(probability, 1e-15) / 2)


def _median(found: Measured, claimed: float, theirs: float, ours: float) -> float:
    """Return how likely the middle of a sample is as far off."""
    lots = sqrt(1 / (1 / theirs + 1 / ours))

    def reached(share: Fraction) -> float:
        """Return the chance that half the sample lies within what has this share."""
        spread = sqrt(float(share * (1 - share)))
        if not spread:
            return 1.0 if share > Fraction(1, 2) else 0.0
        return _NORMAL.cdf((float(share) - 0.5) * lots / spread)

    at_most = reached(found.below(int(claimed // 1) + 1))
    at_least = reached(1 - found.below(ceil(claimed)))
    return min(1.0, 2 * min(at_most, at_least))


def _worst(found: Measured, claimed: int, theirs: float) -> float:
    """Return how likely the longest of so many games is as far off.

    Where our games are a sample too, the tail is known to two standard errors, and the likeliest
    tail is taken.
    """
    longer = float(1 - found.below(claimed + 1))
    as_long = float(1 - found.below(claimed))
    if found.games is not None:
        ours = found.games
        longer = max(0.0, longer - 2 * sqrt(longer / ours))
        as_long = min(1.0, as_long + 2 * sqrt(as_long / ours) + 3 / ours)
    at_most = pow(1 - longer, theirs)
    at_least = 1 - pow(1 - as_long, theirs)
    return float(min(1.0, 2 * min(at_most, at_least)))


def _count(found: Measured, length: int, claimed: int, theirs: int, ours: float) -> float:
    """Return how likely so many games of one length are as far off."""
    share = float(found.shares.get(length, Fraction(0)) / found.whole)
    if not 0 < share < 1:
        return 1.0 if claimed == round(share * theirs) else 0.0
    if ours < inf:
        spread = sqrt(share * (1 - share) * theirs * (1 + theirs / ours))
        return _two_sided(max(0.0, abs(claimed - share * theirs) - 0.5), spread)
    at_most = sum(_binomial(theirs, share, n) for n in range(claimed + 1))
    at_least = 1 - at_most + _binomial(theirs, share, claimed)
    return max(0.0, min(1.0, 2 * min(at_most, at_least)))


def _binomial(games: int, share: float, count: int) -> float:
    if games < 60:
        return comb(games, count) * share**count * (1 - share) ** (games - count)
    ways = lgamma(games + 1) - lgamma(count + 1) - lgamma(games - count + 1)
    return exp(ways + count * log(share) + (games - count) * log(1 - share))
