"""The claims as data: a file a document, each figure with its place, its value and its call."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from functools import cache
from pathlib import Path
from typing import Any

from attrs import field, frozen

from mastermind_core.errors import BadArgument, BadFile

FOLDER = Path(__file__).parent / "data"

#: The documents, in the order of their pages.
DOCUMENTS = ("thesis", "survey", "language", "minimax", "annealing")

#: What a figure may be of a distribution of lengths, besides the number of games of one length.
QUANTITIES = ("total", "mean", "worst", "median", "stdev", "evaluations", "seconds", "value")

_NUMBER = re.compile(r"\d*\.?\d[\d,]*\.?\d*")

_KEYS = {
    "place", "subject", "call", "claims", "games", "assumed", "reading", "because", "cannot",
    "tries", "note", "correct", "order", "spectrum", "fitted",
}  # fmt: skip


@frozen
class Group:
    """The figures that one computation settles, and how it is read.

    ``call`` is a Python expression; None where nothing can be computed. ``games`` says how many
    games the source drew, None that it went through all secrets; ``assumed`` that it does not say
    so. ``reading`` names what the source leaves open and how it is filled here: then a figure that
    does not come out stays unknown. ``fitted`` says which choices were open and how many were
    tried, if the reading was chosen because it agrees: then a figure that comes out is no evidence.
    ``fitted``, ``because`` and ``cannot`` explain by quantity ("" for all).
    Where the source does not say how ties are broken, ``order`` is a call with one order of them,
    and ``spectrum`` one of all totals and worst cases that the rule has under any.
    """

    place: str
    subject: str
    call: str | None
    claims: Mapping[str, str]
    games: int | None = None
    assumed: bool = False
    reading: str = ""
    note: str = ""
    correct: str = ""
    order: str = ""
    spectrum: str = ""
    fitted: Mapping[str, str] = field(factory=dict)
    because: Mapping[str, str] = field(factory=dict)
    cannot: Mapping[str, str] = field(factory=dict)
    tries: Mapping[str, str] = field(factory=dict)

    def calls(self) -> Iterator[str]:
        """Yield what is computed for these figures, the main call first."""
        yield from filter(None, (self.call, self.order, self.spectrum))
        yield from self.tries.values()


@frozen
class Document:
    """A document on trial: what it is, and its claims in the order in which it makes them.

    ``numbers`` are all that its text has, each once; ``exceptions`` say of those that claim nothing
    why they do not.
    """

    name: str
    title: str
    source: str
    groups: tuple[Group, ...]
    exceptions: Mapping[str, str]
    numbers: frozenset[Decimal] = frozenset()

    @property
    def figures(self) -> int:
        """Return the number of figures."""
        return sum(len(group.claims) for group in self.groups)

    @property
    def claimed(self) -> frozenset[Decimal]:
        """Return the numbers that are claimed, or name what a claim is about."""
        texts = [text for g in self.groups for text in (*g.claims.values(), g.subject)]
        return self.numbers & numbers_in(texts)

    @property
    def set_aside(self) -> frozenset[Decimal]:
        """Return the numbers that claim nothing, for a reason that is given."""
        return self.numbers & numbers_in(self.exceptions) - self.claimed


@cache
def document(name: str) -> Document:
    """Return a document by its name.

    >>> document("minimax").title
    "Implementation of Knuth's and minimax algorithms in Mastermind game"
    """
    if name not in DOCUMENTS:
        raise BadArgument(f"document must be one of {', '.join(DOCUMENTS)}, not {name!r}")
    path = FOLDER / f"{name}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    groups = tuple(_group(path, at, row) for at, row in enumerate(data["row"], start=1))
    numbers = numbers_in([data["numbers"]])
    return Document(name, data["title"], data["source"], groups, data["exceptions"], numbers)


def numbers_in(texts: Iterable[str]) -> frozenset[Decimal]:
    """Return the numbers that stand in texts, each once.

    >>> sorted(numbers_in(["5,801 of 1296, or 4.476.", "1296"]))
    [Decimal('4.476'), Decimal('1296'), Decimal('5801')]
    """
    found = (each for text in texts for each in _NUMBER.findall(text))
    return frozenset(Decimal(each.rstrip(".,").replace(",", "")) for each in found)


def of_quantity(texts: Mapping[str, str], quantity: str) -> str:
    """Return the text about one figure of a group, or the one about all of them.

    >>> of_quantity({"mean": "a slip"}, "mean"), of_quantity({"": "copied"}, "worst")
    ('a slip', 'copied')
    """
    return texts.get(quantity, texts.get("", ""))


def number(printed: str) -> Decimal | None:
    """Return the number that a figure is, with as many digits as are printed; None for a text.

    >>> number("5,801"), number(".7322"), number("8.35884417e15"), number("yes")
    (Decimal('5801'), Decimal('0.7322'), Decimal('8.35884417E+15'), None)
    """
    try:
        return Decimal(printed.replace(",", ""))
    except InvalidOperation:
        return None


def _group(path: Path, at: int, row: dict[str, Any]) -> Group:
    unknown = set(row) - _KEYS
    if unknown:
        raise BadFile(f"{path.name}: row {at} has the key {min(unknown)!r}, which no row has")
    for key in ("because", "cannot", "fitted"):
        if isinstance(row.get(key), str):
            row[key] = {"": row[key]}
    for quantity, printed in row["claims"].items():
        plain = quantity.isdigit() or quantity in QUANTITIES
        if not plain or (quantity != "value" and number(printed) is None):
            raise BadFile(f"{path.name}: row {at} has no figure {quantity} = {printed!r}")
    return Group(call=row.pop("call", None), **row)
