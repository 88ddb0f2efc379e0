"""The effect of tie-breaking on a strategy, sampled over random orders of the guesses."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import evolve, field, frozen

from mastermind_core.analysis import Distribution, cost_distribution, length_distribution
from mastermind_core.arguments import DEFAULT_SEED, Seed, generator, whole_number
from mastermind_core.errors import BadArgument
from mastermind_core.game import Exact, Game, costs_of, takes_game
from mastermind_core.progress import Progress, progress_hook
from mastermind_core.results import Shown, make_frame
from mastermind_core.strategies.parts import TieRule, name_of
from mastermind_core.tree import StrategyLike, player_for


@frozen(repr=False)
class TieStudy(Shown):
    """A strategy's results with the guesses in the game's order and in random orders.

    Attributes:
        strategy: The strategy's name.
        in_order: The distribution over guesses, or over costs, in the game's order.
        shuffled: The distribution for each random order. The key is its seed, which
            ``TieRule(shuffle=seed)`` plays again.

    >>> from mastermind_core import Mastermind
    >>> from mastermind_core.studies import tie_study
    >>> tie_study(Mastermind(colours=5, holes=3), "most_parts", orders=9).totals
    Counter({453: 9})
    """

    strategy: str
    in_order: Distribution
    shuffled: dict[int, Distribution] = field(repr=False)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.shuffled, dict) or not all(
            isinstance(one, Distribution) for one in (self.in_order, *self.shuffled.values())
        ):
            raise BadArgument(
                "in_order must be a Distribution, and shuffled a dict from seeds to distributions"
            )

    @property
    def totals(self) -> Counter[Exact]:
        """Count the random orders by their total."""
        return Counter(lengths.total for lengths in self.shuffled.values())

    @property
    def worst_cases(self) -> Counter[Exact]:
        """Count the random orders by their worst case."""
        return Counter(lengths.worst for lengths in self.shuffled.values())

    @property
    def best_order(self) -> int:
        """The seed of the order with the minimum total."""
        return min(self.shuffled, key=lambda seed: (self.shuffled[seed].total, seed))

    @property
    def worst_order(self) -> int:
        """The seed of the order with the maximum total."""
        return max(self.shuffled, key=lambda seed: (self.shuffled[seed].total, -seed))

    def __repr__(self) -> str:
        totals = self.totals
        return (
            f"<TieStudy of {self.strategy}: {len(self.shuffled)} orders, "
            f"total {min(totals)} to {max(totals)}, in order {self.in_order.total}>"
        )

    def __str__(self) -> str:
        totals = self.totals
        count = self.in_order.count
        cases = ", ".join(f"{worst} in {n}" for worst, n in sorted(self.worst_cases.items()))
        low = min(totals)
        high = max(totals)
        means = f"{float(low / count):.4f} to {float(high / count):.4f}"
        return (
            f"{self.strategy} over {len(self.shuffled)} random orders of the guesses\n"
            f"total       {low} to {high}  (mean {means})\n"
            f"worst case  {cases}\n"
            f"best order  {self.best_order}: {self.shuffled[self.best_order]}\n"
            f"in order    {self.in_order}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the distribution for each order, in types that JSON supports."""
        orders = {seed: lengths.to_dict() for seed, lengths in self.shuffled.items()}
        return {"strategy": self.strategy, "in_order": self.in_order.to_dict(), "shuffled": orders}

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with one row per order, if pandas is installed."""
        orders = ((None, self.in_order), *self.shuffled.items())
        rows = ((seed, one.total, one.mean, one.worst) for seed, one in orders)
        return make_frame(rows, ("order", "total", "mean", "worst"))


@takes_game
def tie_study(
    game: Game,
    strategy: StrategyLike,
    *,
    orders: int = 60,
    seed: Seed = DEFAULT_SEED,
    progress: Progress | bool | None = None,
) -> TieStudy:
    """Evaluate a strategy over random orders of the guesses, which break its ties.

    The strategy keeps its preference for guesses that may win. If guesses have costs, totals and
    worst cases are costs.

    Args:
        game: The game.
        strategy: A strategy with a tie rule, such as a greedy one.
        orders: How many random orders.
        seed: The seed for the random orders. Its default is fixed.
        progress: Called with (orders done, orders). True shows a bar.

    Returns:
        The distribution for each order.

    Raises:
        BadArgument: If the strategy has no tie rule, or an argument is not valid.

    >>> from mastermind_core import TwoD, strategies
    >>> print(tie_study(TwoD(4), strategies.knuth, orders=20))
    knuth over 20 random orders of the guesses
    total       46 to 48  (mean 2.8750 to 3.0000)
    worst case  4 in 20
    best order  271041745: 1:1 2:3 3:9 4:3  (total 46, mean 2.8750, worst 4)
    in order    1:1 2:3 3:8 4:4  (total 47, mean 2.9375, worst 4)
    """
    player: Any = player_for(game, strategy).choice
    ties = getattr(player, "ties", None)
    if not isinstance(ties, TieRule):
        raise BadArgument(f"{name_of(player)} has no tie rule to vary: a field ties is needed")
    orders = whole_number("orders", orders, 1)
    random = generator(seed)
    seeds = [random.getrandbits(32) for _ in range(orders)]
    measure = cost_distribution if costs_of(game) else length_distribution
    shuffled = {}
    with progress_hook("orders", progress=progress) as bar:
        for done, one in enumerate(seeds, start=1):
            shuffled[one] = measure(game, player.replace(ties=evolve(ties, shuffle=one)))
            if bar is not None:
                bar(done, orders)
    in_order = measure(game, player.replace(ties=evolve(ties, shuffle=None)))
    return TieStudy(name_of(player), in_order, shuffled)
