"""The first line of a certificate: what it is about, and what it says."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from attrs import evolve, frozen

from mastermind_core.checker.criteria import Criteria, read_criteria
from mastermind_core.checker.reading import HUGE, Line, brief
from mastermind_core.checker.scoring import Scored

#: Formats that can be read.
FORMATS = range(2, 8)

#: The format of games with goals, costs of guesses, or secrets that weigh nothing, the first in
#: which lemmas may be images of others, the one of objectives on the number of guesses, and the one
#: in which blocks are bounded by fronts, too.
WITH_PATHS, WITH_IMAGES, WITH_PRICES, WITH_FRONTS = 4, 5, 6, 7
OBJECTIVES = ("mean", "worst", "worst-then-mean", "mean-then-worst")
POOLS = ("all", "candidates")

_FIELDS = ("certificate", "format", "fingerprint", "objective", "pool", "max_steps")
_NUMBERS = ("total", "worst", "symmetries", "lemmas")


@frozen
class Header:
    """What a certificate says of itself.

    ``unit`` is what a weight of 1 in the file is in the numbers of the game, ``cost_unit`` what a
    cost of 1 is there. ``priced`` is what the tree comes to by the prices of the ``criteria``.
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
    criteria: Criteria
    prices: tuple[int, ...]
    priced: int
    unit: Fraction = Fraction(1)
    cost_unit: Fraction = Fraction(1)

    @property
    def with_paths(self) -> bool:
        """Return whether lemmas may be about what paths cost."""
        return self.format == WITH_PATHS

    @property
    def with_images(self) -> bool:
        """Return whether a lemma may be about the image of another one's set."""
        return self.format >= WITH_IMAGES

    @property
    def with_prices(self) -> bool:
        """Return whether lemmas are about what guesses cost by how many came before."""
        return self.format == WITH_PRICES

    @property
    def with_fronts(self) -> bool:
        """Return whether the front of what guesses can do bounds sets."""
        return self.format == WITH_FRONTS

    def longest(self, scored: Scored) -> int:
        """Return the most guesses of a path that there is a use for."""
        return min(len(scored.everything), self.max_steps or HUGE)


def read_header(line: Line) -> Header:
    """Read the first line of a file that may be anything."""
    content = line.content
    if not isinstance(content, dict) or content.get("certificate") != "mastermind_core":
        raise line.wrong("it is no certificate: the first line of one begins with its name")
    found = content.get("format")
    if type(found) is not int or found not in FORMATS:
        raise line.wrong(f"it has format {brief(found)}, and only formats 2 to 7 can be checked")
    more = {WITH_PATHS: ["max_cost"], WITH_PRICES: ["prices", "priced"]}.get(found, [])
    values = line.fields("the header", content, *_FIELDS, *_NUMBERS, *more)
    _, _, fingerprint, objective, pool, max_steps, total, worst, symmetries, lemmas, *rest = values
    max_cost = rest[0] if found == WITH_PATHS else None
    prices, priced = rest if found == WITH_PRICES else ([], total)
    if not isinstance(fingerprint, str) or not re.fullmatch("[0-9a-f]{64}", fingerprint):
        raise line.wrong(f"fingerprint must be 64 hexadecimal digits, not {brief(fingerprint)}")
    if found != WITH_PRICES or not isinstance(objective, str):
        _one_of(line, "objective", objective, OBJECTIVES)
    criteria = _checked(line, read_criteria, objective)
    return Header(
        found,
        fingerprint,
        objective,
        _one_of(line, "pool", pool, POOLS),
        None if max_steps is None else line.whole("max_steps", max_steps, 1),
        None if max_cost is None else line.whole("max_cost", max_cost, 1),
        line.whole("total", total, 1),
        line.whole("worst", worst, 1),
        line.whole("symmetries", symmetries),
        line.whole("lemmas", lemmas),
        criteria,
        tuple(line.ids("prices", prices, HUGE)),
        line.whole("priced", priced),
    )


def about(line: Line, header: Header, scored: Scored) -> Header:
    """Return a header with the units of its game; refuse another game."""
    priced = header.with_prices
    aimed = scored.costs or scored.goals
    if not header.with_paths and (aimed if priced else scored.needs_paths):
        what = "goals and costs" if priced else "goals, costs or weights of 0"
        raise line.wrong(
            f"it has format {header.format}, which is about games without {what}, and this one has "
            "some: give the game that it was made for"
        )
    if scored.fingerprint != header.fingerprint:
        raise line.wrong(
            f"it is about another game: that has the fingerprint {header.fingerprint[:12]}..., "
            f"and this one {scored.fingerprint[:12]}...; give the game that it was made for"
        )
    criteria = header.criteria
    if priced:
        criteria = _checked(line, criteria.priced, sum(scored.weights), header.longest(scored))
        if criteria.prices != header.prices:
            raise line.wrong(f"prices must be {brief(list(criteria.prices))} for its objective")
    return evolve(header, unit=scored.unit, cost_unit=scored.cost_unit, criteria=criteria)


def _checked(line: Line, find: Callable[..., Criteria], *asked: Any) -> Criteria:
    """Return the criteria of an objective, if there are some."""
    try:
        return find(*asked)
    except ValueError as error:
        raise line.wrong(f"objective {error}") from None


def _one_of(line: Line, name: str, value: Any, known: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        raise line.wrong(f"{name} must be one of {', '.join(known)}, not {brief(value)}")
    return value
