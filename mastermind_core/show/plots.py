"""Plots with matplotlib, the extra "plots". Each draws on given or new Axes and returns them.

Hatches and markers distinguish the series, in addition to colour.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from math import log2
from numbers import Real
from time import monotonic
from typing import Any, TypeAlias

from mastermind_core.analysis import BEYOND, CostDistribution
from mastermind_core.arguments import expect, is_list
from mastermind_core.errors import BadArgument
from mastermind_core.game import Game, takes_game
from mastermind_core.notation import show_item
from mastermind_core.partitions import Partition
from mastermind_core.play.parts import Session
from mastermind_core.progress import Bar
from mastermind_core.results import imported
from mastermind_core.strategies.parts import name_of
from mastermind_core.tree import Node, StrategyLike, tree_for

#: Seconds, lower bound and best value of a record.
_TRIPLE = 3

#: Maximum number of bars whose names are written horizontally, and of bars of a session.
_FEW = 9
_BARS = 30

_HATCHES = ("", "///", "...", "xxx", "\\\\\\", "ooo")
_MARKERS = "os^Dv*"

#: Maximum number of letters of a secret below an axis, such as those of a commit's hash.
_NAMED = 10

#: One strategy, several, or a mapping from your own names to strategies.
Strategies: TypeAlias = "StrategyLike | Iterable[StrategyLike] | Mapping[str, StrategyLike]"


def plot_distribution(lengths: object, *, ax: Any = None) -> Any:
    """Plot the distribution of lengths, for one strategy or several side by side.

    Args:
        lengths: A distribution of lengths or of costs, or a mapping from names to distributions.
        ax: The Axes to draw on, or None for new ones.

    Returns:
        The Axes.

    Raises:
        BadArgument: If ``lengths`` or ``ax`` is not valid.

    See Also:
        :func:`length_distribution`, :func:`compare`.

    >>> from mastermind_core import TwoD, length_distribution
    >>> ax = plot_distribution({"knuth": length_distribution(TwoD(5), "knuth")})
    """
    series = _named(lengths)
    for counts in series.values():
        expect(all(map(_drawable, counts)), "lengths", "numbers of guesses", counts)
    ax = _axes(ax)
    width = 0.8 / len(series)
    for place, (name, counts) in enumerate(series.items()):
        left = (place - (len(series) - 1) / 2) * width
        ax.bar(
            [float(length) + left for length in counts],
            [float(count) for count in counts.values()],
            width,
            label=name,
            hatch=_HATCHES[place % len(_HATCHES)],
            edgecolor="white",
        )
    costs = any(isinstance(counts, CostDistribution) for counts in series.values())
    if not costs:
        last = max(1, int(max(max(counts) for counts in series.values())))
        ax.set_xticks(range(1, last + 1, last // 20 + 1))
    shares = any(getattr(counts, "are_shares", False) for counts in series.values())
    return _finished(ax, "cost" if costs else "guesses", "probability" if shares else "secrets")


def plot_partition(blocks: Any, *, ax: Any = None) -> Any:
    """Plot the blocks of a partition by size, or the likeliest secrets of a session.

    Args:
        blocks: The result of :func:`~mastermind_core.partition` or of
            :func:`~mastermind_core.blocks_by`, sizes by score, or a session.
        ax: The Axes to draw on, or None for new ones.

    Returns:
        The Axes.

    Raises:
        BadArgument: If ``blocks`` or ``ax`` is not valid.

    >>> from mastermind_core import TwoD, partition
    >>> ax = plot_partition(partition(TwoD(5), (2, 2)))
    >>> from mastermind_core import Session, noisy
    >>> plot_partition(Session(noisy(TwoD(3), 0.1))).get_ylabel()
    'probability'
    """
    is_session = isinstance(blocks, Session)
    given = blocks.sizes if isinstance(blocks, Partition) else blocks
    given = dict(islice(blocks.posterior.items(), _BARS)) if is_session else given
    expect(isinstance(given, Mapping), "blocks", "a partition or a mapping to sizes", blocks)
    series = _named({show_item(score): size for score, size in given.items()})[""]
    ax = _axes(ax)
    ordered = sorted(series, key=lambda name: -series[name])
    ax.bar(ordered, [series[name] for name in ordered], edgecolor="white")
    ax.tick_params(axis="x", rotation=90 if len(ordered) > _FEW else 0)
    names = ("secret", "probability") if is_session else ("score", "secrets")
    return _finished(ax, *names)


def plot_posterior(session: Any, *, ax: Any = None) -> Any:
    """Plot the probability of each secret, and the guesses so far.

    The secrets are in the game's order, such as the commits of a history. Each answer has a row of
    markers above the probabilities: larger ones after several runs of a commit.

    Args:
        session: A session whose secrets are not in classes.
        ax: The Axes to draw on, or None for new ones.

    Returns:
        The Axes.

    Raises:
        BadArgument: If ``session`` or ``ax`` is not valid.

    >>> from mastermind_core import Session, games, noisy
    >>> session = Session(noisy(games.History(40), 0.2))
    >>> session.answer("fail")
    >>> ax = plot_posterior(session)
    """
    expect(isinstance(session, Session), "session", "a session", session)
    posterior = session.posterior
    places = {secret: place for place, secret in enumerate(session.game.secrets)}
    plain = posterior.keys() <= places.keys()
    expect(plain, "session", "a session whose secrets are not in classes", session)
    ax = _axes(ax)
    chances = [float(posterior.get(secret, 0)) for secret in places]
    ax.fill_between(range(len(chances)), chances, step="mid")
    top = max(chances)
    ax.set_ylim(0, 1.4 * top)
    asked = Counter(
        (_answer(score), places[guess]) for guess, score in session.history if guess in places
    )
    for level, answer in enumerate(sorted({answer for answer, _ in asked})):
        counts = {place: number for (own, place), number in asked.items() if own == answer}
        ax.scatter(
            [*counts],
            [(1.1 + 0.1 * level) * top] * len(counts),
            [25 * number for number in counts.values()],
            marker=_MARKERS[level % len(_MARKERS)],
            label=answer,
        )
    names = [show_item(secret)[:_NAMED] for secret in places]
    ax.xaxis.set_major_formatter(lambda at, _: names[int(at)] if at in range(len(names)) else "")
    return _finished(ax, "secret", "probability")


def _answer(score: Any) -> str:
    """Return an answer for the legend. All numbers that were measured have one entry."""
    if isinstance(score, float):
        return "a number"
    return "no answer" if score is None else show_item(score)


@takes_game
def plot_candidates(game: Game, strategies: Strategies, *, ax: Any = None) -> Any:
    """Plot the number of candidates before each move, averaged over the games not yet over.

    Args:
        game: The game.
        strategies: A strategy, a list of them, or a mapping from your own names to strategies.
        ax: The Axes to draw on, or None for new ones.

    Returns:
        The Axes.

    Raises:
        BadArgument: If an argument is not valid.

    >>> from mastermind_core import TwoD
    >>> ax = plot_candidates(TwoD(5), ["knuth", "entropy"])
    """
    ax = _by_move(ax, game, strategies, lambda node: len(node.candidates) ** 2, "candidates left")
    ax.set_yscale("log")
    return ax


@takes_game
def plot_information(game: Game, strategies: Strategies, *, ax: Any = None) -> Any:
    """Plot the information of each score in bits, averaged over the games not yet over.

    Args:
        game: The game.
        strategies: A strategy, a list of them, or a mapping from your own names to strategies.
        ax: The Axes to draw on, or None for new ones.

    Returns:
        The Axes.

    Raises:
        BadArgument: If an argument is not valid.

    >>> from mastermind_core import TwoD, optimal
    >>> ax = plot_information(TwoD(5), {"best": optimal(TwoD(5)), "greedy": "entropy"})
    """
    return _by_move(ax, game, strategies, _information, "information (bits)")


def plot_growth(
    costs: Mapping[str, Mapping[Any, float]],
    *,
    size: str = "size of the game",
    cost: str = "guesses",
    ax: Any = None,
) -> Any:
    """Plot the growth of a cost with the size of a game.

    Args:
        costs: A mapping from a name to costs by size.
        size: The label of the x-axis.
        cost: The label of the y-axis.
        ax: The Axes to draw on, or None for new ones.

    Returns:
        The Axes.

    Raises:
        BadArgument: If ``costs`` or ``ax`` is not valid.

    >>> plot_growth({"worst case": {2: 2, 3: 3, 4: 4}}, size="grid").get_xlabel()
    'grid'
    """
    series = _named(costs)
    ax = _axes(ax)
    for place, (name, values) in enumerate(series.items()):
        _line(ax, place, name, values)
    return _finished(ax, size, cost)


class Recorder(Bar):
    """A progress function that records the bounds of a search: pass it as ``progress=``.

    Each entry of ``records`` has the seconds since the recorder was made, the lower bound, and the
    best known value or None.

    >>> from mastermind_core import TwoD, optimal
    >>> recorder = Recorder()
    >>> solution = optimal(TwoD(4), progress=recorder)
    >>> recorder.unit, all(bound <= solution.total for _, bound, _ in recorder.records)
    ('total', True)
    """

    def __init__(self) -> None:
        super().__init__("")
        self.unit = "total"
        self.records: list[tuple[float, int, int | None]] = []
        self._began = monotonic()

    def standing(self, unit: str, bound: int, best: int | None, nodes: int = 0) -> None:
        """Record the current bounds.

        Args:
            unit: The bounded quantity's name.
            bound: The lower bound.
            best: The best known value, or None.
            nodes: The nodes searched so far, which are not recorded.
        """
        self.unit = unit
        self.records.append((monotonic() - self._began, bound, best))

    def __call__(self, done: int, total: int) -> None:
        """Do nothing: a recorder shows no bar."""


def plot_bounds(
    records: Recorder | Iterable[tuple[float, float, float | None]], *, ax: Any = None
) -> Any:
    """Plot the bounds of a search over time.

    Args:
        records: A :class:`Recorder`, or triples of seconds, lower bound, and best value or None.
        ax: The Axes to draw on, or None for new ones.

    Returns:
        The Axes.

    Raises:
        BadArgument: If ``records`` is empty or not valid.

    >>> ax = plot_bounds([(0.1, 40, None), (0.2, 44, 47), (0.3, 46, 46)])
    """
    unit = records.unit if isinstance(records, Recorder) else "total"
    points: Any = records.records if isinstance(records, Recorder) else records
    points = list(points) if isinstance(points, Iterable) else [points]
    triples = all(isinstance(point, Sequence) and len(point) == _TRIPLE for point in points)
    expect(triples, "records", "triples (seconds, lower bound, best or None)", points[:1])
    if not points:
        raise BadArgument("records is empty: pass a Recorder after a search has used it")
    ax = _axes(ax)
    for place, label, line in ((1, "lower bound", "-"), (2, "best found", "--")):
        known = [(point[0], point[place]) for point in points if point[place] is not None]
        if known:
            ax.step(*zip(*known, strict=True), where="post", linestyle=line, label=label)
    return _finished(ax, "seconds", unit)


def _axes(ax: Any) -> Any:
    """Return Axes to draw on."""
    expect(ax is None or hasattr(ax, "set_xlabel"), "ax", "Axes of matplotlib, or None", ax)
    pyplot = imported("matplotlib.pyplot", "a plot", "matplotlib", "plots")
    return pyplot.subplots()[1] if ax is None else ax


def _named(given: Any) -> Mapping[str, Mapping[Any, Any]]:
    """Return the series to plot as a mapping from names to mappings."""
    some = isinstance(given, Mapping) and given
    expect(some, "the data of a plot", "a non-empty mapping", given)
    series = given if all(isinstance(one, Mapping) for one in given.values()) else {"": given}
    for name, counts in series.items():
        numbers = [*counts.values(), *(key for key in counts if not isinstance(key, str))]
        good = counts and all(map(_drawable, numbers)) and isinstance(name, str)
        expect(good, "a series of a plot", "numbers under a name", {name: counts})
    return series


def _drawable(number: Any) -> bool:
    """Return whether a value is a number that a float can represent."""
    return bool(isinstance(number, Real)) and abs(number) < BEYOND


def _finished(ax: Any, across: str, up: str) -> Any:
    ax.set_xlabel(across)
    ax.set_ylabel(up)
    ax.spines[["top", "right"]].set_visible(False)
    if any(ax.get_legend_handles_labels()[1]):
        ax.legend(frameon=False)
    return ax


def _line(ax: Any, place: int, name: str, values: Mapping[Any, Any]) -> None:
    ax.plot([*values], [*values.values()], marker=_MARKERS[place % len(_MARKERS)], label=name)
    if all(isinstance(move, int) for move in values):
        ax.set_xticks(sorted({*values, *(int(tick) for tick in ax.get_xticks() if tick in values)}))


def _by_move(
    ax: Any, game: Game, strategies: Any, figure: Callable[[Node], float], what: str
) -> Any:
    """Plot a quantity of nodes by move: its sum over the nodes, divided by the candidates."""
    ax = _axes(ax)
    if not isinstance(strategies, Mapping):
        players = strategies if is_list(strategies) else [strategies]
        strategies = {p if isinstance(p, str) else name_of(p): p for p in players}
    for place, (name, player) in enumerate(strategies.items()):
        expect(isinstance(name, str), "the name of a strategy", "a string", name)
        sums: defaultdict[int, float] = defaultdict(float)
        sizes: Counter[int] = Counter()
        for history, node in tree_for(game, player).walk():
            sums[len(history) + 1] += figure(node)
            sizes[len(history) + 1] += len(node.candidates)
        _line(ax, place, name, {move: sums[move] / sizes[move] for move in sorted(sizes)})
    return _finished(ax, "move", what)


def _information(node: Node) -> float:
    """Return the expected information of the score in bits, times the candidates."""
    size = len(node.candidates)
    return sum(branch.size * log2(size / branch.size) for branch in node.branches)
