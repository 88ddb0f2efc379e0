"""How a game is registered: what makes it, its options, and small ones to test it on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from attrs import field, frozen

from mastermind_core.errors import BadArgument
from mastermind_core.game import Game
from mastermind_core.game.amounts import fraction_of
from mastermind_core.notation.spelling import quoted


@frozen
class Option:
    """An option of a game as it is written on a command line.

    Calling it reads a text; ``choices`` are the texts that the game allows, if only some are,
    ``default`` is what the command line calls the one without the option, and ``alone`` the one
    for the option without a value.

    >>> Option(int, "number of holes")("4")
    4
    """

    read: Callable[[str], Any]
    help: str
    choices: tuple[str, ...] = ()
    default: str = ""
    alone: str = ""

    def __call__(self, text: str) -> Any:
        """Read an option."""
        try:
            return self.read(text)
        except BadArgument:
            raise
        except ValueError as error:
            if isinstance(error, BadArgument) or self.read not in (int, whole_numbers):
                raise
            raise BadArgument(f"{quoted(text)} is no whole number") from None


def whole_numbers(text: str) -> tuple[int, ...]:
    """Read numbers with commas or x between them.

    >>> whole_numbers("3x4"), whole_numbers("8")
    ((3, 4), (8,))
    """
    return tuple(map(int, text.replace("x", ",").split(",")))


def number(text: str) -> Fraction:
    """Read a number that is exact: 3, 0.25 or 1/4.

    >>> number("0.25"), number("1/3")
    (Fraction(1, 4), Fraction(1, 3))
    """
    try:
        return fraction_of(text)
    except ValueError:
        raise BadArgument(f"{quoted(text)} is no number such as 3, 0.25 or 1/4") from None


def yes_or_no(text: str) -> bool:
    """Read a truth.

    >>> yes_or_no("yes"), yes_or_no("No")
    (True, False)
    """
    truths = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
    if text.casefold() not in truths:
        raise BadArgument(f"{quoted(text)} is neither yes nor no")
    return truths[text.casefold()]


@frozen
class Registered:
    """The entry of a game: what makes it, what it is, its options, and small ones to test it on.

    A name of ``required`` has no default. The ``samples`` are what the contract tests run on.

    >>> from mastermind_core import GAMES, TwoD
    >>> GAMES["twod"].make is TwoD, list(GAMES["twod"].options)
    (True, ['size'])
    """

    make: Callable[..., Game[Any, Any, Any]]
    description: str
    options: Mapping[str, Option] = field(factory=dict)
    samples: tuple[Mapping[str, Any], ...] = ({},)
    required: tuple[str, ...] = ()
