"""The sampled strategy: the expected number of further guesses on sampled consistent codes."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import islice
from operator import add
from typing import Any

from attrs import field, frozen

from mastermind_core.arguments import number, whole
from mastermind_core.code_space import Coding, ConsistentCodes
from mastermind_core.errors import BadArgument
from mastermind_core.game import CodeGame, check_listable, has_rule
from mastermind_core.games.parts import Quordle
from mastermind_core.heuristics.generations import Genetic
from mastermind_core.heuristics.kernels import SampledOptions, running, varied
from mastermind_core.heuristics.searching import Quota, doubled
from mastermind_core.kernels import CodeShape
from mastermind_core.strategies.parts import CodeStrategy, Position, cited, named

_THOUSAND = 1000
_MOST = 1_000_000

#: The number of turns up to which guesses are stored: later, few games have the same history.
_REMEMBERED = 2


@frozen
class Sampled(CodeStrategy):
    """A strategy that minimizes the estimated number of further guesses.

    The consistent codes are counted exactly, and a guess is evaluated on all or on a random sample.
    A block with one code is expected to take 1 more guess, and a block with two 1.5. A winning
    score takes none. Larger blocks follow a curve that is fitted to measured games.

    At most ``small`` codes are searched instead. The first guess is the pattern with minimum
    expected cost. If the consistent codes cannot be counted within about a second, the genetic
    algorithm chooses. If it finds no code, a local search minimizes how much the scores are
    violated. Without the compiled kernel the samples are far smaller, no codes are searched, and
    the guesses differ.

    On several boards at once, the guess has the maximum information, summed over the boards. In a
    list game, the guess minimizes the expected number of remaining secrets on a random sample from
    the consistent ones. It comes from this sample, or from a random sample among the guesses.

    Attributes:
        sample: How many consistent codes a guess is evaluated on, at most.
        inside: Consistent codes to try as guesses.
        outside: Variations on consistent codes to try as guesses.
        climbs: Best guesses to improve by hill climbing.
        small: The maximum number of consistent codes to search, at most ``sample``.
        small_outside: Variations from which such a search takes its guesses.
        small_pool: Best variations among them that the search uses.
        root_width: Guesses to search at the first step, if the search is not exhaustive.
        width: Guesses to search at later steps.
        deep: The maximum number of codes that are searched at later steps. Larger sets are
            evaluated by their best guess's blocks.
        exact: The maximum number of consistent codes for an exhaustive search with these guesses.
            It is abandoned if it takes too long.
        at_four: The expected number of guesses for a block with four codes.
        per_bit: How much this number grows when a block doubles.
        name: The name in results and messages.
        source: The publication.

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
        """Return the guess for a position.

        Args:
            position: The position.
        """
        if isinstance(position.game, Quordle):
            from mastermind_core.heuristics.boards import Boards

            return Boards.of(position.game, position.history).best()
        if not isinstance(position.game, CodeGame):
            return _listed_guess(position)
        coding = Coding(position.game)
        shape = coding.shape
        kernel: Any = running  # a module, which can be a key of a cache
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


#: The number of consistent secrets and of other guesses to sample in a game of lists.
_SECRETS = 200
_GUESSES = 100


def _listed_guess(position: Position) -> Any:
    """Return the guess for a position in a list game."""
    game: Any = position.game
    check_listable(game)
    random = position.new_random()
    turns = position.history
    score = game.score
    legal = random.sample(game.guesses, len(game.guesses))
    if has_rule(game):
        legal = [guess for guess in legal if game.legal(guess, turns)]
    order = random.sample(game.secrets, len(game.secrets))
    fitting = (one for one in order if all(score(asked, one) == it for asked, it in turns))
    left = list(islice(fitting, _SECRETS))

    def cost(guess: object) -> tuple[bool, int]:
        position.effort.evaluations += 1
        blocks = Counter(score(guess, secret) for secret in left)
        ends = sum(size for answer, size in blocks.items() if answer in game.endstates)
        return len(blocks) == 1 and not ends, sum(size**2 for size in blocks.values()) - ends

    # The sort is stable: consistent secrets come first, then other guesses at random.
    own = frozenset(left)
    tried = sorted(legal, key=lambda guess: guess not in own)
    best = min(tried[: _SECRETS + _GUESSES], key=cost)
    return min(tried, key=cost) if cost(best)[0] else best


_GENETIC = Genetic()

#: The steps of the local search for a code with few violations, and the codes tried per step.
_STEPS = 300
_LOOKED_AT = 60


def _uncounted(codes: ConsistentCodes, shape: CodeShape, position: Position) -> bytes:
    """Return a code that is consistent, or nearly, if there are too many to count."""
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
        errors = list(map(add, *running.distances(shape.holes, b"".join(legal), codes.turns)))
        fewest = min(errors)
        if least is None or fewest <= least:
            best = legal[errors.index(fewest)]
            least = fewest
    return best


@lru_cache(maxsize=10_000)
def _early_guess(
    kernel: Any, shape: CodeShape, turns: tuple[Any, ...], options: SampledOptions
) -> tuple[bytes, int] | None:
    """Return a guess that many games share: its random numbers depend on the history alone."""
    found: tuple[bytes, int] | None = kernel.guess(shape, turns, 0, options)
    return found


sampled = Sampled()
