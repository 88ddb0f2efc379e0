"""Strategies side by side on the same secrets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from math import isinf
from typing import Any

from attrs import frozen

from mastermind_core.arguments import DEFAULT_SEED, Seed, number_of
from mastermind_core.errors import BadArgument, shown
from mastermind_core.game import Game
from mastermind_core.progress import Progress, progress_hook
from mastermind_core.results import Shown
from mastermind_core.results.frames import make_frame
from mastermind_core.simulation.records import Summary, half_interval
from mastermind_core.simulation.run import simulate
from mastermind_core.tree import StrategyLike, player_for


@frozen
class Standing:
    """A strategy's games beside those of the first one, secret by secret.

    What is compared is the number of guesses, or what they cost where they have costs.
    ``difference`` is the mean of the differences, ``margin`` half its 95 % interval.
    """

    summary: Summary
    difference: float
    margin: float


@frozen(repr=False)
class Standings(Shown):
    """Strategies side by side; prints as a table.

    >>> from mastermind_core import TwoD, compare
    >>> compare(TwoD(5), ["knuth", "entropy"], 25, secrets=TwoD(5).secrets)
    <Standings by mean: knuth 3.320, entropy 3.320>
    """

    rows: tuple[Standing, ...]

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.rows, tuple) or not all(isinstance(r, Standing) for r in self.rows):
            raise BadArgument("rows must be a tuple of Standing, one a strategy")

    def __repr__(self) -> str:
        summaries = [row.summary for row in self.rows]
        means = ", ".join(f"{one.strategy} {(one.costs or one).mean:.3f}" for one in summaries)
        kind = "mean cost" if any(one.costs for one in summaries) else "mean"
        return f"<Standings by {kind}: {means}>"

    def __str__(self) -> str:
        priced = ("cost", "+-", "worst") if self.rows and self.rows[0].summary.costs else ()
        figures = ("mean", "+-", "median", "stdev", "worst", *priced, "codes", "ms")
        head = ("strategy", *figures, "difference")
        lines = [
            (
                row.summary.strategy,
                f"{row.summary.mean:.3f}",
                f"{row.summary.interval:.3f}",
                f"{row.summary.median:g}",
                f"{row.summary.stdev:.3f}",
                f"{row.summary.worst}",
                *row.summary.cost_figures,
                f"{row.summary.evaluations:.0f}",
                f"{1000 * row.summary.seconds:.1f}",
                "" if row is self.rows[0] else f"{row.difference:+.3f} +- {row.margin:.3f}",
            )
            for row in self.rows
        ]
        widths = [max(map(len, column)) for column in zip(head, *lines, strict=True)]
        return "\n".join(
            "  ".join(
                cell.ljust(width) if at == 0 else cell.rjust(width)
                for at, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in (head, *lines)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the rows as what JSON can hold."""
        return {
            "rows": [
                {
                    **row.summary.to_dict(),
                    "difference": row.difference,
                    "margin": None if isinf(row.margin) else row.margin,
                }
                for row in self.rows
            ]
        }

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with a row a strategy, if pandas is installed."""
        rows = self.to_dict()["rows"]
        return make_frame(rows, [name for name in rows[0] if name not in {"lengths", "costs"}])


def compare(
    game: Game[Any, Any, Any],
    strategies: Iterable[StrategyLike],
    games: int = 1000,
    *,
    seed: Seed = DEFAULT_SEED,
    secrets: Sequence[Any] | None = None,
    executor: Executor | None = None,
    progress: Progress | bool | None = None,
) -> Standings:
    """Play the same secrets with several strategies, and set each beside the first.

    >>> from mastermind_core import Mastermind, strategies
    >>> game = Mastermind(colours=4, holes=3)
    >>> players = [strategies.entropy, strategies.knuth]
    >>> table = compare(game, players, secrets=game.secrets, games=64)
    >>> [(row.summary.strategy, row.summary.mean, row.difference) for row in table.rows]
    [('entropy', 3.25, 0.0), ('knuth', 3.375, 0.125)]
    """
    if isinstance(strategies, str) or not isinstance(strategies, Iterable):
        raise BadArgument(f"strategies must be a list of strategies, not {shown(strategies)}")
    players = [player_for(game, strategy).choice for strategy in strategies]
    if not players:
        raise BadArgument("strategies is empty: name at least one to compare")
    number = number_of(seed)
    with progress_hook("compare", progress=progress) as bar:
        summaries = [
            simulate(
                game,
                player,
                games,
                seed=number,
                secrets=secrets,
                executor=executor,
                progress=None if bar is None else _part(bar, place, len(players)),
            )
            for place, player in enumerate(players)
        ]
    return Standings(tuple(_against(summaries[0], summary) for summary in summaries))


def _part(progress: Progress, place: int, parts: int) -> Progress:
    return lambda done, total: progress(place * total + done, parts * total)


def _against(first: Summary, other: Summary) -> Standing:
    differences = [
        mine.length - theirs.length if mine.cost is None else float(mine.cost - (theirs.cost or 0))
        for mine, theirs in zip(other.records, first.records, strict=True)
    ]
    return Standing(other, sum(differences) / len(differences), half_interval(differences))
