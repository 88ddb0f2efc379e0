"""Strategies that combine others, and the published greedy strategies.

The greedy strategies of a person follow that person's definition: they ignore weights of secrets,
costs of guesses, and goals. The strategies ``entropy``, ``most_parts``, ``naming``, ``ranks`` and
``pairs`` take them into account.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from attrs import field, frozen

from mastermind_core import metrics
from mastermind_core.arguments import whole_number
from mastermind_core.errors import BadArgument, shown
from mastermind_core.metrics import Metric
from mastermind_core.strategies.base import (
    ByNumber,
    Position,
    Strategy,
    choose,
    cited,
    guesses,
    is_deterministic,
    name_of,
    named,
    needs_table,
    randomized,
)
from mastermind_core.strategies.catalogue import strategy_of
from mastermind_core.strategies.tabled.greedy import Greedy, TieRule
from mastermind_core.strategies.tabled.look_ahead import Beam


@frozen
class Opened(ByNumber):
    """A strategy that plays fixed opening guesses and then another strategy.

    Attributes:
        strategy: The strategy, or its name.
        opening: Guesses that are played first. The strategy replaces an uninformative one, if it
            needs a score table. Otherwise all guesses of the opening are played.
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import Mastermind, play_game
    >>> game = Mastermind(colours=3, holes=2)
    >>> opened = Opened("random_candidate", [(1, 2)])
    >>> [guess for guess, _ in play_game(game, opened, lambda guess: game.score(guess, (3, 3)))]
    [(1, 2), (3, 3)]
    """

    strategy: Strategy = field(converter=strategy_of)
    opening: tuple[Any, ...] = field(converter=guesses)
    name: str = named("opened")
    source: str = cited()

    @property
    def needs_table(self) -> bool:
        """Return whether the strategy after the opening reads a score table."""
        return needs_table(self.strategy)

    @property
    def deterministic(self) -> bool:
        """Return whether the strategy after the opening is deterministic."""
        return is_deterministic(self.strategy)

    @property
    def randomized(self) -> bool:
        """Return whether the strategy after the opening is randomized."""
        return randomized(self.strategy)

    @property
    def allows_uninformative(self) -> bool:
        """Return whether the strategy after the opening may make uninformative guesses."""
        return bool(getattr(self.strategy, "allows_uninformative", False))

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position.

        Args:
            position: The position.

        Raises:
            BadArgument: If a guess of the opening is not a guess of the game.
        """
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
        """Return the index of the guess after the opening."""
        return choose(self.strategy, position)


def _stages(stages: Iterable[tuple[int, Any]]) -> tuple[tuple[int, Strategy], ...]:
    """Return stages by descending number of candidates, and reject anything but a list of pairs."""
    try:
        pairs = [(least, strategy) for least, strategy in stages]
    except (TypeError, ValueError):
        raise BadArgument(
            f"stages must be pairs of a minimum number and a strategy, not {shown(stages)}"
        ) from None
    start = "the start of a stage"
    of = " (candidates)"
    starts = [whole_number(start, least, 1, of=of) for least, _ in pairs]
    strategies = [strategy_of(strategy, "stages: strategy") for _, strategy in pairs]
    if len(set(starts)) < len(starts):
        raise BadArgument("stages must start from different numbers of candidates")
    return tuple(sorted(zip(starts, strategies, strict=True), key=itemgetter(0), reverse=True))


@frozen
class Staged(ByNumber):
    """A strategy that switches between strategies, depending on the number of candidates.

    Attributes:
        stages: Pairs of a minimum number of candidates and the strategy, or its name, that plays
            from that number up. One of them starts from 1.
        name: The name in results and messages.
        source: The publication.

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
        """Return whether all stages are deterministic."""
        return all(is_deterministic(strategy) for _, strategy in self.stages)

    @property
    def randomized(self) -> bool:
        """Return whether at least one stage is randomized."""
        return any(randomized(strategy) for _, strategy in self.stages)

    def _decide(self, position: Position) -> int:
        """Return the guess for a position, as an index."""
        size = len(position.candidate_ids)
        return choose(next(s for least, s in self.stages if size >= least), position)

    def __str__(self) -> str:
        return ", ".join(f"{name_of(s)} from {least}" for least, s in self.stages)


_THESIS = "S. de Graaf, Cracking the Mastermind code, thesis, LIACS Leiden (2019), section "
_BESTAVROS = (
    "A. Bestavros and A. Belal, Mastermind: a game of diagnosis strategies, Bulletin of the "
    "Faculty of Engineering, Alexandria University (1986)"
)


def _person(name: str, metric: Metric, source: str = "", **options: Any) -> Greedy:
    """Return a greedy strategy that ignores weights, costs and goals."""
    return Greedy(metric, use_weights=False, name=name, source=source or metric.source, **options)


# One guess ahead, over all guesses.
knuth = _person("knuth", metrics.MAX_BLOCK)
irving = _person("irving", metrics.EXPECTED_SIZE)
# The information of the least informative score is log(n / largest block): to maximize this minimum
# is to minimize the largest block. The expected information of a score is the entropy.
maxmin = _person("maxmin", metrics.MAX_BLOCK, _BESTAVROS)
maxent = _person("maxent", metrics.ENTROPY, _BESTAVROS)
secondary_minimax = _person(
    "secondary_minimax", metrics.MAX_BLOCK, _THESIS + "2.4", ties=TieRule(win_levels=2)
)

# One guess ahead, over the candidates only.
minimax_candidates = _person(
    "minimax_candidates", metrics.MAX_BLOCK, _THESIS + "2.3", pool="candidates"
)
norvig = minimax_candidates.replace(
    name="norvig", source="P. Norvig, Playing Mastermind optimally, SIGART Bulletin 90 (1984)"
)
merc = _person("merc", metrics.EXPECTED_REDUCTION, pool="candidates")
worst_choice = _person("worst_choice", metrics.WORST_CHOICE, pool="candidates")

# One guess ahead, with weights of secrets, costs of guesses, and goals.
entropy, most_parts, naming, ranks, pairs = (
    Greedy(one, name=one.name, source=one.source)
    for one in (metrics.ENTROPY, metrics.MOST_PARTS, metrics.NAMING, metrics.RANKS, metrics.PAIRS)
)

# Optimal play when few candidates remain. Their number decides, according to citations of the
# source; with 39, M(4,6) takes the published total of 5656 guesses.
neuwirth = Staged(
    [(1, Beam(metrics.EXPECTED_SIZE, None)), (39, irving)],
    name="neuwirth",
    source="E. Neuwirth, Some strategies for Mastermind, Zeitschrift Operations Research 26 (1982)",
)
