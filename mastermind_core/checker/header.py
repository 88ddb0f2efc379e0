"""The first line of a certificate: what it is about, and what it says."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from attrs import frozen

from mastermind_core.checker.reading import Line, brief

#: Formats that can be read, with what the lemmas are called in each.
FORMATS = {1: ("claims", "claim"), 2: ("lemmas", "lemma"), 3: ("lemmas", "lemma")}
OBJECTIVES = ("mean", "worst", "worst-then-mean", "mean-then-worst")
POOLS = ("all", "candidates")

_FIELDS = (
    "certificate",
    "format",
    "fingerprint",
    "objective",
    "pool",
    "max_steps",
    "total",
    "worst",
    "symmetries",
)


@frozen
class Header:
    """What a certificate says of itself; ``lemma`` is the field in which a lemma stands.

    ``unit`` is what a weight of 1 in the file is in the numbers of the game.
    """

    fingerprint: str
    objective: str
    pool: str
    max_steps: int | None
    total: int
    worst: int
    symmetries: int
    lemmas: int
    lemma: str
    unit: Fraction = Fraction(1)


def read_header(line: Line) -> Header:
    """Read the first line of a file that may be anything."""
    content = line.content
    if not isinstance(content, dict) or content.get("certificate") != "mastermind_core":
        raise line.wrong("it is no certificate: the first line of one begins with its name")
    found = content.get("format")
    if type(found) is not int or found not in FORMATS:
        raise line.wrong(f"it has format {brief(found)}, and only formats 1 to 3 can be checked")
    counted, lemma = FORMATS[found]
    values = line.fields("the header", content, *_FIELDS, counted)
    _, _, fingerprint, objective, pool, max_steps, total, worst, symmetries, lemmas = values
    if not isinstance(fingerprint, str) or not re.fullmatch("[0-9a-f]{64}", fingerprint):
        raise line.wrong(f"fingerprint must be 64 hexadecimal digits, not {brief(fingerprint)}")
    return Header(
        fingerprint,
        _one_of(line, "objective", objective, OBJECTIVES),
        _one_of(line, "pool", pool, POOLS),
        None if max_steps is None else line.whole("max_steps", max_steps, 1),
        line.whole("total", total, 1),
        line.whole("worst", worst, 1),
        line.whole("symmetries", symmetries),
        line.whole(counted, lemmas),
        lemma,
    )


def _one_of(line: Line, name: str, value: Any, known: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        raise line.wrong(f"{name} must be one of {', '.join(known)}, not {brief(value)}")
    return value
