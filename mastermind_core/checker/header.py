"""The first line of a certificate: what it is about, and what it says."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from attrs import evolve, frozen

from mastermind_core.checker.reading import Line, brief
from mastermind_core.checker.scoring import Scored

#: Formats that can be read, with what the lemmas are called in each.
FORMATS = {1: ("claims", "claim"), **dict.fromkeys((2, 3, 4, 5), ("lemmas", "lemma"))}

#: The format of games with goals, costs of guesses, or secrets that weigh nothing, and the one in
#: which lemmas may be images of others.
WITH_PATHS, WITH_IMAGES = 4, 5
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

    ``unit`` is what a weight of 1 in the file is in the numbers of the game, ``cost_unit`` what a
    cost of 1 is there.
    """

    format: int
    fingerprint: str
    objective: str
    pool: str
    max_steps: int | None
    max_cost: int | None
    total: int
    worst: int
    symmetries: int
    lemmas: int
    lemma: str
    unit: Fraction = Fraction(1)
    cost_unit: Fraction = Fraction(1)

    @property
    def with_paths(self) -> bool:
        """Say whether lemmas may be about what paths cost."""
        return self.format == WITH_PATHS

    @property
    def with_images(self) -> bool:
        """Say whether a lemma may be about the image of another one's set."""
        return self.format == WITH_IMAGES


def read_header(line: Line) -> Header:
    """Read the first line of a file that may be anything."""
    content = line.content
    if not isinstance(content, dict) or content.get("certificate") != "mastermind_core":
        raise line.wrong("it is no certificate: the first line of one begins with its name")
    found = content.get("format")
    if type(found) is not int or found not in FORMATS:
        raise line.wrong(f"it has format {brief(found)}, and only formats 1 to 5 can be checked")
    counted, lemma = FORMATS[found]
    names = (*_FIELDS, counted, *(("max_cost",) if found == WITH_PATHS else ()))
    values = line.fields("the header", content, *names)
    _, _, fingerprint, objective, pool, max_steps, total, worst, symmetries, lemmas, *cost = values
    max_cost = cost[0] if cost else None
    if not isinstance(fingerprint, str) or not re.fullmatch("[0-9a-f]{64}", fingerprint):
        raise line.wrong(f"fingerprint must be 64 hexadecimal digits, not {brief(fingerprint)}")
    return Header(
        found,
        fingerprint,
        _one_of(line, "objective", objective, OBJECTIVES),
        _one_of(line, "pool", pool, POOLS),
        None if max_steps is None else line.whole("max_steps", max_steps, 1),
        None if max_cost is None else line.whole("max_cost", max_cost, 1),
        line.whole("total", total, 1),
        line.whole("worst", worst, 1),
        line.whole("symmetries", symmetries),
        line.whole(counted, lemmas),
        lemma,
    )


def about(line: Line, header: Header, scored: Scored) -> Header:
    """Return a header with the units of its game; refuse another game."""
    if not header.with_paths and scored.needs_paths:
        raise line.wrong(
            f"it has format {header.format}, which is about games without goals, costs or weights "
            "of 0, and this one has some: give the game that it was made for"
        )
    if scored.fingerprint != header.fingerprint:
        raise line.wrong(
            f"it is about another game: that has the fingerprint {header.fingerprint[:12]}..., "
            f"and this one {scored.fingerprint[:12]}...; give the game that it was made for"
        )
    return evolve(header, unit=scored.unit, cost_unit=scored.cost_unit)


def _one_of(line: Line, name: str, value: Any, known: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        raise line.wrong(f"{name} must be one of {', '.join(known)}, not {brief(value)}")
    return value
