"""Rhodes's MERC and his account of Knuth's method: the codes that fit, listed and weighed."""

from __future__ import annotations

from typing import Any, Literal

from attrs import field, frozen

from mastermind_core.code_space import Coding
from mastermind_core.kernels.choose import code_kernel
from mastermind_core.strategies.base import CodeStrategy, Position
from mastermind_core.strategies.codes.patterns import PATTERNS, Pattern, first_guess
from mastermind_core.strategies.codes.weighing import COSTS, Ties, cheapest, listed
from mastermind_core.strategies.validators import one_of, text, whole

_SOURCE = "A. Rhodes, Search algorithms for Mastermind (2019)"


@frozen
class Listing(CodeStrategy):
    """The codes that fit, weighed against each other; one of least cost is guessed.

    With ``cost`` "as_written" this is Rhodes's MERC to the letter, with "left_after" what it
    must have been meant to be, and with "largest" his account of Knuth's method, which differs
    from Knuth's in that only codes that fit are guessed. The first guess is 1122 and its like.
    What fills gaps: ties go to the first code in order, or a random one; of more than ``most``
    fitting codes so many are drawn.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Listing("largest", most=100), games=20).mean
    4.75
    """

    cost: Literal["largest", "left_after", "as_written"] = field(
        default="as_written", validator=one_of(*COSTS)
    )
    ties: Ties = field(default="first", validator=one_of("first", "random"))
    most: int = field(default=2000, validator=whole(1))
    pattern: Pattern = field(default="halves", validator=one_of(*PATTERNS))
    name: str = field(default="rhodes_merc", validator=text)
    source: str = field(default=_SOURCE, repr=False, validator=text)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding = Coding(position.game)
        if not position.history:
            return first_guess(coding, self.pattern, position.new_random())
        codes = listed(position, self.most)
        joined = b"".join(codes)
        matrix = code_kernel().score_matrix(coding.holes, joined, joined)
        position.effort.evaluations += len(codes) ** 2
        costs = COSTS[self.cost](matrix, len(codes))
        return coding.decode(cheapest(codes, costs, self.ties, position.new_random()))


rhodes_knuth = Listing("largest", name="rhodes_knuth")
rhodes_merc = Listing()
