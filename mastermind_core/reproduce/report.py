"""Compare the claims with what is computed, and write it down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from mastermind_core.errors import BadArgument
from mastermind_core.kernels.choose import is_compiled
from mastermind_core.reproduce.claims import CLAIMS, Claim, Effort
from mastermind_core.reproduce.methods import compute, computed

_SKIPPED: Mapping[Effort, str] = {
    "native": "skipped: minutes without the native kernel; --all computes it",
    "long": "skipped: takes minutes; --all computes it",
}


def report(
    claims: Iterable[Claim] = CLAIMS, *, quick: bool = False, everything: bool = False
) -> Iterator[str]:
    """Yield the lines of a comparison, row by row as each is computed.

    ``quick`` takes only rows of seconds in plain Python and leaves out the others; ``everything``
    skips none. Otherwise a row that takes minutes is named and skipped.

    >>> row = Claim("table 4", "five-guess", "AB(4,6)", "five-guess", "quick", total=1490)
    >>> for line in report([row]):
    ...     print(line)
    AB(4,6), five-guess  [table 4]
      claimed   total 1490
      computed  1:1 2:3 3:53 4:191 5:112  (total 1490, mean 4.1389, worst 5)
      same
    """
    if quick and everything:
        raise BadArgument("quick and everything exclude each other: choose one")
    native = is_compiled()
    for claim in claims:
        if quick and claim.effort != "quick":
            continue
        cheap = claim.effort == "quick" or (claim.effort == "native" and native)
        yield f"{claim.game}, {claim.what}  [{claim.source}]"
        yield f"  claimed   {_claimed(claim)}"
        if not cheap and not everything:
            yield f"  {_SKIPPED[claim.effort]}"
            continue
        yield from _compared(claim)


def _compared(claim: Claim) -> Iterator[str]:
    found = computed(claim)
    yield f"  computed  {_shown(found)}"
    wrong = [name for name, same in _judged(claim, found) if not same]
    if not wrong:
        yield "  same"
        return
    yield f"  different in {', '.join(wrong)}" + (f": {claim.because}" if claim.because else "")
    for label, rule in claim.tries.items():
        tried = compute(claim.game, rule)
        same = all(same for _, same in _judged(claim, tried))
        yield f"  tried     {label}: {_shown(tried)}, {'same' if same else 'different'}"


def _judged(claim: Claim, found: Mapping[int, Any]) -> Iterator[tuple[str, bool]]:
    """Yield each figure that a claim has, and whether it is the computed one."""
    if claim.lengths:
        yield "lengths", dict(enumerate(claim.lengths, start=1)) == dict(found)
    if claim.total is not None:
        yield "total", claim.total == sum(length * count for length, count in found.items())
    if claim.mean is not None:
        yield "mean", claim.mean in _roundings(_mean(found), claim.mean)
    if claim.worst is not None:
        yield "worst case", claim.worst == max(found)


def _mean(found: Mapping[int, Any]) -> Fraction:
    count = sum(map(Fraction, found.values()), Fraction(0))
    return sum((length * Fraction(share) for length, share in found.items()), Fraction(0)) / count


def _roundings(mean: Fraction, like: str) -> set[str]:
    """Return a mean with as many decimals as a text has, rounded and cut."""
    step = Decimal(1).scaleb(-len(like.partition(".")[2]))
    exact = Decimal(mean.numerator) / Decimal(mean.denominator)
    return {str(exact.quantize(step, rounding)) for rounding in (ROUND_HALF_UP, ROUND_DOWN)}


def _claimed(claim: Claim) -> str:
    parts = []
    if claim.lengths:
        parts.append(" ".join(f"{n}:{count}" for n, count in enumerate(claim.lengths, start=1)))
    for name in ("total", "mean", "worst"):
        value = getattr(claim, name)
        if value is not None:
            parts.append(f"{name} {value}")
    return ", ".join(parts)


def _shown(found: Mapping[int, Any]) -> str:
    text = str(found)
    if len(found) > 12:
        return f"1 to {max(found)}  (mean {float(_mean(found)):.4f}, worst {max(found)})"
    return text
