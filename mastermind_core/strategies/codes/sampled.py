"""The sampled-information strategy: what a guess is expected to leave, on a draw of what fits."""

from __future__ import annotations

from functools import lru_cache
from operator import add
from typing import Any

from attrs import field, frozen

from mastermind_core.arguments import number, whole
from mastermind_core.code_space import Coding, ConsistentCodes
from mastermind_core.errors import BadArgument
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.codes import varied
from mastermind_core.kernels.types import CodeShape, SampledOptions
from mastermind_core.strategies.base import CodeStrategy, Position, cited, named
from mastermind_core.strategies.codes.generations import Genetic
from mastermind_core.strategies.codes.searching import Quota, doubled

_THOUSAND = 1000
_MOST = 1_000_000

#: After so many turns few games are still alike.
_REMEMBERED = 2


@frozen
class Sampled(CodeStrategy):
    """The guess that is expected to leave the fewest guesses to come.

    The codes that fit are counted exactly. A guess is judged on all of them, or on ``sample`` of
    them drawn at random: each of its blocks takes 1 guess more for one code, 1.5 for two,
    ``at_four`` for four and ``per_bit`` for every doubling, as measured play shows; winning takes
    none. Tried are ``inside`` codes that fit and ``outside`` variations of such codes, and the
    best ``climbs`` are improved step by step. At most ``small`` codes are searched, together with
    the best ``small_pool`` of ``small_outside`` variations. If they are at most ``exact``, the
    guess is the best one that there is with these guesses: every continuation is searched, but
    for a set where that takes long. Otherwise the search looks at the ``root_width`` best guesses,
    the ``width`` best below them, and in sets of over ``deep`` only at the best by its blocks.

    The first guess is the pattern of least expected cost. Where the fitting codes are too many to
    be counted within about a second, a guess of the genetic algorithm is taken, and where that
    finds none a code that breaks the answers as little as those near it do. Without the native
    kernel the sample and the guesses tried are far fewer, at most a dozen codes are searched, and
    the guesses are others.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(4, 3), Sampled(inside=50), games=20).worst
    4
    """

    sample: int = field(default=3000, validator=whole(3, _MOST))
    inside: int = field(default=300, validator=whole(1, _MOST))
    outside: int = field(default=600, validator=whole(0, _MOST))
    climbs: int = field(default=6, validator=whole(0, _MOST))
    small: int = field(default=600, validator=whole(2, _MOST))
    small_outside: int = field(default=8000, validator=whole(0, _MOST))
    small_pool: int = field(default=1000, validator=whole(0, _MOST))
    root_width: int = field(default=60, validator=whole(1, _MOST))
    width: int = field(default=6, validator=whole(1, _MOST))
    deep: int = field(default=10, validator=whole(2, _MOST))
    exact: int = field(default=600, validator=whole(0, _MOST))
    at_four: float = field(default=1.78, validator=number(1.5, 4))
    per_bit: float = field(default=0.27, validator=number(0.001, 1))
    name: str = named("sampled")
    source: str = cited(
        "one step ahead by expected guesses to come, on exact draws; its constants are fitted to "
        "measured games"
    )

    def __attrs_post_init__(self) -> None:
        if self.small > self.sample:
            raise BadArgument(f"small must be at most the sample, {self.sample}, not {self.small}")

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding = Coding(position.game)
        shape = coding.shape
        kernel: Any = kernels.codes  # a module, which can be a key of what is remembered
        options = self._options
        if not position.history:
            position.effort.evaluations += 1
            return coding.decode(kernel.opening(shape, options) or doubled(coding))
        codes = ConsistentCodes(coding.game, position.history)
        turns = tuple(codes.turns)
        if len(turns) <= _REMEMBERED:
            found = _early_guess(kernel, shape, turns, options)
        else:
            found = kernel.guess(shape, turns, position.game_random().getrandbits(64), options)
        if found is None:
            return coding.decode(_uncounted(codes, shape, position))
        guess, scored = found
        position.effort.evaluations += scored
        return coding.decode(codes.need(guess))

    @property
    def _options(self) -> SampledOptions:
        given = {name: getattr(self, name) for name in SampledOptions._fields}
        curve = {name: round(_THOUSAND * given[name]) for name in ("at_four", "per_bit")}
        return SampledOptions(**given | curve)


_GENETIC = Genetic()

#: Steps towards a code that breaks the answers less, and the codes looked at for each.
_STEPS, _LOOKED_AT = 300, 60


def _uncounted(codes: ConsistentCodes, shape: CodeShape, position: Position) -> bytes:
    """Return a code that fits, or nearly, where those that do are too many to be counted."""
    random = position.new_random()
    budget = Quota(position.effort, None, None)
    found = _GENETIC.search(codes, budget, random)
    if found:
        return found
    asked = {guess for guess, _, _ in codes.turns}
    best = codes.turns[-1][0]
    least: int | None = None
    for _ in range(_STEPS):
        near = {varied(shape, [best], random) for _ in range(_LOOKED_AT)} - asked
        legal = [c for c in sorted(near) if shape.guess_repeats or len(set(c)) == shape.holes]
        if not legal:
            continue
        position.effort.evaluations += len(legal) * len(codes.turns)
        errors = list(map(add, *kernels.codes.distances(shape.holes, b"".join(legal), codes.turns)))
        fewest = min(errors)
        if least is None or fewest <= least:
            best, least = legal[errors.index(fewest)], fewest
    return best


@lru_cache(maxsize=10_000)
def _early_guess(
    kernel: Any, shape: CodeShape, turns: tuple[Any, ...], options: SampledOptions
) -> tuple[bytes, int] | None:
    """Return a guess that many games have in common: its lots are those of the history alone."""
    found: tuple[bytes, int] | None = kernel.guess(shape, turns, 0, options)
    return found


sampled = Sampled()
