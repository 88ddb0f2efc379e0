"""A tree's ends if answers may be wrong: names with their probabilities."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from attrs import field, frozen

from mastermind_core.notation import show_item


@frozen(eq=False)
class Outcome:
    """A tree's end if answers may be wrong.

    Attributes:
        name: The likeliest goal or secret after the path's answers.
        certainty: The probability that the name is right.
        probability: The probability that the path's answers have.
        answers: The answer to each guess on the path.

    >>> print(Outcome("flu", Fraction(9, 10), Fraction(1, 4), {"fever": "yes"}))
    flu (probability 0.900)
    """

    name: Any
    certainty: Fraction
    probability: Fraction
    answers: Mapping[Any, Any] = field(repr=False)

    def __str__(self) -> str:
        return f"{show_item(self.name)} (probability {float(self.certainty):.3f})"
