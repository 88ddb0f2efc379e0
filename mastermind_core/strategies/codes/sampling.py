"""The sampled-information strategy: what a guess is expected to leave, on a draw of what fits."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar

from attrs import evolve, field, frozen

from mastermind_core.code_space.consistent_codes import Coding, ConsistentCodes
from mastermind_core.errors import BadArgument
from mastermind_core.kernels.choose import sampled_kernel
from mastermind_core.kernels.types import CodeShape, SampledOptions
from mastermind_core.strategies.base import Position
from mastermind_core.strategies.codes.budget import at_least
from mastermind_core.strategies.codes.genetic import Genetic
from mastermind_core.strategies.codes.openings import doubled

_THOUSAND = 1000
_MOST = 1_000_000

#: After so many turns few games are still alike.
_REMEMBERED = 2


@frozen
class Sampled:
    """Guess what is expected to leave the fewest guesses to come.

    The codes that fit are counted exactly. A guess is judged on all of them, or on ``sample`` of
    them drawn at random: each of its blocks takes 1 guess more for one code, 1.5 for two,
    ``at_four`` for four and ``per_bit`` for every doubling, as measured play shows; winning takes
    none. Tried are ``inside`` codes that fit and ``outside`` variations of such codes, and the
    best ``climbs`` are improved step by step. At most ``small`` codes are searched, together with
    the best ``small_pool`` of ``small_outside`` variations: the ``root_width`` best guesses, the
    ``width`` best below them, and in sets of over ``deep`` only the best by its blocks.

    The first guess is the pattern of least expected cost. Where the fitting codes are too many to
    be counted, a guess of the genetic algorithm is taken. Without the native kernel the sample and
    the guesses tried are far fewer, nothing is searched, and the guesses are others.
    """

    sample: int = 3000
    inside: int = 300
    outside: int = 600
    climbs: int = 6
    small: int = 600
    small_outside: int = 8000
    small_pool: int = 1000
    root_width: int = 60
    width: int = 6
    deep: int = 10
    at_four: float = 1.78
    per_bit: float = 0.27
    name: str = "sampled"
    source: str = field(
        default="one step ahead by expected guesses to come, on exact draws; its constants are "
        "fitted to measured games",
        repr=False,
    )
    needs_table: ClassVar[bool] = False

    def __attrs_post_init__(self) -> None:
        for name, least in _LEAST.items():
            value = getattr(self, name)
            at_least(name, value, least)
            if not isinstance(value, int) or value > _MOST:
                raise BadArgument(f"{name} must be a number up to {_MOST}, not {value!r}")
        if self.small > self.sample:
            raise BadArgument(f"small must be at most the sample, {self.sample}, not {self.small}")
        if not 1.5 <= self.at_four <= 4:
            raise BadArgument(f"at_four must be from 1.5 to 4, not {self.at_four!r}")
        if not 0.001 <= self.per_bit <= 1:
            raise BadArgument(f"per_bit must be from 0.001 to 1, not {self.per_bit!r}")

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding = Coding(position.game)
        game = coding.game
        shape = CodeShape(coding.colours, coding.holes, game.secret_repeats, game.guess_repeats)
        kernel, options = sampled_kernel(), self._options
        if not position.history:
            position.effort.evaluations += 1
            return coding.decode(kernel.opening(shape, options) or doubled(coding))
        codes = ConsistentCodes(game, position.history)
        turns = tuple(codes.turns)
        if len(turns) <= _REMEMBERED:
            found = _early_guess(shape, turns, options)
        else:
            found = kernel.guess(shape, turns, position.game_random.getrandbits(64), options)
        if found is None:
            return _UNCOUNTED(position)
        guess, scored = found
        position.effort.evaluations += scored
        return coding.decode(codes.need(guess))

    def but(self, **changes: Any) -> Sampled:
        """Return this strategy with some of its parameters changed."""
        return evolve(self, **changes)

    @property
    def _options(self) -> SampledOptions:
        curve = round(_THOUSAND * self.at_four), round(_THOUSAND * self.per_bit)
        return SampledOptions._make([*(getattr(self, name) for name in _LEAST), *curve])


_LEAST = {
    "sample": 3,
    "inside": 1,
    "outside": 0,
    "climbs": 0,
    "small": 2,
    "small_outside": 0,
    "small_pool": 0,
    "root_width": 1,
    "width": 1,
    "deep": 2,
}

_UNCOUNTED = Genetic()


@lru_cache(maxsize=10_000)
def _early_guess(
    shape: CodeShape, turns: tuple[Any, ...], options: SampledOptions
) -> tuple[bytes, int] | None:
    """Return a guess that many games have in common: its lots are those of the history alone."""
    return sampled_kernel().guess(shape, turns, 0, options)
