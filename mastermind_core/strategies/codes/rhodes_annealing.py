"""Rhodes's simulated annealing: a walk through the fitting codes and beside them."""

from __future__ import annotations

from typing import Any, Literal

from attrs import field, frozen

from mastermind_core.code_space import Coding, ConsistentCodes
from mastermind_core.strategies.base import CodeStrategy, Position
from mastermind_core.strategies.codes.changes import exchanges, neighbours
from mastermind_core.strategies.codes.coding import errors_of
from mastermind_core.strategies.codes.patterns import PATTERNS, Pattern, first_guess
from mastermind_core.strategies.validators import number, one_of, text


def acceptance(alpha: float, score: int) -> float:
    """Return the chance that an inconsistent code is played: alpha / (score + 1), at most 1.

    >>> [acceptance(2, score) for score in (1, 3, 7)]
    [1.0, 0.5, 0.25]
    """
    return min(1.0, alpha / (score + 1))


#: What is near a code.
NEAR = {"hamming": neighbours, "exchange": exchanges}


@frozen
class RhodesAnnealing(CodeStrategy):
    """Draws from the codes that fit and the neighbours of the last guess; what passes is played.

    As in the paper: a random first guess; then codes are drawn from the fitting codes together
    with those at Hamming distance 1 from the last guess; one that fits is played, another with
    chance alpha / (score + 1), where the score sums the differences in black and white pegs.
    The paper is silent on what follows a code that does not pass: another draw from all
    (``rejected`` "again"), or a code that fits ("fitting"). ``near`` "exchange" takes as neighbours
    the codes that an exchange of two holes makes, which the paper does not say but its figures do.

    The fitting codes are counted and drawn, never listed. Note what alpha = 2 means: a neighbour
    of score 1 is always played although it cannot win, and the chances do not fall with time by
    themselves, only because scores grow with the history.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), RhodesAnnealing(rejected="fitting"), games=20).mean
    5.65
    """

    alpha: float = field(default=2, validator=number(0))
    rejected: Literal["again", "fitting"] = field(
        default="again", validator=one_of("again", "fitting")
    )
    near: Literal["hamming", "exchange"] = field(default="hamming", validator=one_of(*NEAR))
    pattern: Pattern = field(default="random", validator=one_of(*PATTERNS))
    name: str = field(default="rhodes_annealing", validator=text)
    source: str = field(
        default="A. Rhodes, Search algorithms for Mastermind (2019)", repr=False, validator=text
    )

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding, random = Coding(position.game), position.new_random()
        if not position.history:
            return first_guess(coding, self.pattern, random)
        codes = ConsistentCodes(position.game, position.history)
        fitting = codes.count()
        if not fitting:
            codes.need(b"")
        last = codes.turns[-1][0]
        nearby = NEAR[self.near]
        near = nearby(last, coding.colours, coding.game.guess_repeats)
        scores = errors_of(coding.holes, b"".join(near), codes.turns)
        secret = coding.game.secret_repeats
        beside = [
            (code, score)
            for code, score in zip(near, scores, strict=True)
            if score or not (secret or len(set(code)) == len(code))
        ]
        position.effort.evaluations += len(near)
        while True:
            drawn = random.randrange(fitting + len(beside))
            if drawn >= len(beside):
                return codes.one(random)
            code, score = beside[drawn]
            if random.random() < acceptance(self.alpha, score):
                return coding.decode(code)
            if self.rejected == "fitting":
                return codes.one(random)


rhodes_annealing = RhodesAnnealing()
