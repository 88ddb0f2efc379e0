"""Strategies made of others, and the published ones.

The greedy ones that carry a person's name keep that person's rule: they count secrets, whatever
these weigh, whatever guesses cost and whatever has to be known. ``entropy``, ``most_parts``,
``naming``, ``ranks`` and ``pairs`` weigh secrets and guesses, and count what still has to be known.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from attrs import field, frozen

from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadArgument, shown
from mastermind_core.metrics import (
    ENTROPY,
    EXPECTED_REDUCTION,
    EXPECTED_SIZE,
    MAX_BLOCK,
    MAXENT,
    MAXMIN,
    MOST_PARTS,
    NAMING,
    PAIRS,
    RANKS,
    WORST_CHOICE,
    Metric,
)
from mastermind_core.strategies.base import (
    ByNumber,
    Position,
    Strategy,
    choose,
    cited,
    draws_lots,
    guesses,
    is_deterministic,
    name_of,
    named,
    needs_table,
)
from mastermind_core.strategies.catalogue import strategy_of
from mastermind_core.strategies.tabled.greedy import Greedy, TieRule
from mastermind_core.strategies.tabled.look_ahead import Beam


@frozen
class Opened(ByNumber):
    """Some guesses first, whatever their answers, and then another strategy.

    The strategy may be given by name. Where the next of the guesses would tell nothing, the
    strategy chooses; without a score table, which only a strategy that needs one has, they are
    all played.

    >>> from mastermind_core import Mastermind, solve
    >>> game = Mastermind(colours=3, holes=2)
    >>> opened = Opened("random_candidate", [(1, 2)])
    >>> [guess for guess, _ in solve(game, lambda guess: game.score(guess, (3, 3)), opened)]
    [(1, 2), (3, 3)]
    """

    strategy: Strategy = field(converter=strategy_of)
    opening: tuple[Any, ...] = field(converter=guesses)
    name: str = named("opened")
    source: str = cited()

    @property
    def needs_table(self) -> bool:
        """Whether the strategy behind the opening reads a score table."""
        return needs_table(self.strategy)

    @property
    def deterministic(self) -> bool:
        """Whether the strategy behind the opening draws no lots."""
        return is_deterministic(self.strategy)

    @property
    def draws_lots(self) -> bool:
        """Whether the strategy behind the opening draws lots."""
        return draws_lots(self.strategy)

    @property
    def patient(self) -> bool:
        """Whether the strategy behind the opening may make guesses that tell nothing."""
        return bool(getattr(self.strategy, "patient", False))

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        if self.needs_table:
            return super().__call__(position)
        depth = len(position.history)
        if depth >= len(self.opening):
            return self.strategy(position)
        guess = self.opening[depth]
        if guess not in position.game.guesses:
            raise BadArgument(f"opening: {shown(guess)} is not a guess of this game")
        return guess

    def _decide(self, position: Position) -> int:
        """Return the number of the guess after the opening."""
        return choose(self.strategy, position)


def _stages(stages: Iterable[tuple[int, Any]]) -> tuple[tuple[int, Strategy], ...]:
    """Return stages with the largest least number first; refuse what is no list of pairs."""
    try:
        pairs = [(least, strategy) for least, strategy in stages]
    except (TypeError, ValueError):
        raise BadArgument(
            f"stages must be pairs of a least number and a strategy, not {shown(stages)}"
        ) from None
    starts = [
        whole_number("the start of a stage", least, 1, of=" (candidates)") for least, _ in pairs
    ]
    strategies = [strategy_of(strategy, "stages: strategy") for _, strategy in pairs]
    if len(set(starts)) < len(starts):
        raise BadArgument("stages must each start from another number of candidates")
    return tuple(sorted(zip(starts, strategies, strict=True), key=itemgetter(0), reverse=True))


@frozen
class Staged(ByNumber):
    """Another strategy as the candidates grow few.

    ``stages`` are pairs of a least number of candidates and the strategy, or its name, that plays
    from there up; one of them starts from 1.

    >>> from mastermind_core import Mastermind, length_distribution
    >>> game = Mastermind(colours=4, holes=3)
    >>> mixed = Staged([(1, "knuth"), (20, "entropy")])
    >>> print(length_distribution(game, mixed))
    1:1 2:3 3:31 4:29  (total 216, mean 3.3750, worst 4)
    """

    stages: tuple[tuple[int, Strategy], ...] = field(converter=_stages)
    name: str = named("staged")
    source: str = cited()

    def __attrs_post_init__(self) -> None:
        if not self.stages or self.stages[-1][0] != 1:
            least = self.stages[-1][0] if self.stages else "none"
            raise BadArgument(f"stages must start from 1 candidate, not from {least}")

    @property
    def deterministic(self) -> bool:
        """Whether no stage draws lots."""
        return all(is_deterministic(strategy) for _, strategy in self.stages)

    @property
    def draws_lots(self) -> bool:
        """Whether some stage draws lots."""
        return any(draws_lots(strategy) for _, strategy in self.stages)

    def _decide(self, position: Position) -> int:
        """Return the number of the guess for a position."""
        size = len(position.candidate_ids)
        return choose(next(s for least, s in self.stages if size >= least), position)

    def __str__(self) -> str:
        return ", ".join(f"{name_of(s)} from {least}" for least, s in self.stages)


_THESIS = "S. de Graaf, Cracking the Mastermind code, thesis, LIACS Leiden (2019), section "


def _person(name: str, metric: Metric, source: str = "", **options: Any) -> Greedy:
    """Return the greedy strategy of a person's rule, where each secret and guess counts one."""
    return Greedy(metric, weighs=False, name=name, source=source or metric.source, **options)


# One guess ahead, over all guesses.
knuth = _person("knuth", MAX_BLOCK)
irving = _person("irving", EXPECTED_SIZE)
maxmin = _person("maxmin", MAXMIN)
maxent = _person("maxent", MAXENT)
secondary_minimax = _person(
    "secondary_minimax", MAX_BLOCK, _THESIS + "2.4", ties=TieRule(win_levels=2)
)

# One guess ahead, over the candidates only.
minimax_candidates = _person("minimax_candidates", MAX_BLOCK, _THESIS + "2.3", pool="candidates")
norvig = minimax_candidates.but(
    name="norvig", source="P. Norvig, Playing Mastermind optimally, SIGART Bulletin 90 (1984)"
)
merc = _person("merc", EXPECTED_REDUCTION, pool="candidates")
worst_choice = _person("worst_choice", WORST_CHOICE, pool="candidates")

# One guess ahead, where secrets and guesses count by weight and cost.
entropy, most_parts, naming, ranks, pairs = (
    Greedy(one, name=one.name, source=one.source)
    for one in (ENTROPY, MOST_PARTS, NAMING, RANKS, PAIRS)
)

# The best play when few candidates are left. Their number decides, as the source is cited; with 39
# M(4,6) takes the 5656 guesses that are printed.
neuwirth = Staged(
    [(1, Beam(EXPECTED_SIZE, None)), (39, irving)],
    name="neuwirth",
    source="E. Neuwirth, Some strategies for Mastermind, Zeitschrift Operations Research 26 (1982)",
)
