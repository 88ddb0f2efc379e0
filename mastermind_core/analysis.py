"""Analysis for a strategy or a tree: paths, worst case, length and cost distributions."""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, repeat
from math import sqrt
from typing import Any, ClassVar, Generic, TypeVar

from mastermind_core.arguments import expect
from mastermind_core.errors import BadArgument, BadGame, shown
from mastermind_core.game import Game, Guess, Score, Secret, goal_of, prices_of, weights_of
from mastermind_core.game.amounts import Exact, in_units, plain
from mastermind_core.game.lists import takes_game
from mastermind_core.names.services import service_of
from mastermind_core.results import Shown
from mastermind_core.results.frames import make_frame
from mastermind_core.tree import (
    HasTree,
    Node,
    Player,
    StrategyLike,
    check_game,
    lazy_tree,
    player_for,
    some_tree,
    tree_for,
    tree_in,
)

Share = TypeVar("Share")

#: A number of guesses that no game reaches. Statistics of such lengths would overflow a float.
BEYOND = 2**63

#: The note in the printed result of a randomized strategy.
SINGLE_SAMPLE = "one random sample: see expected_distribution or simulate"


class ByLength(Shown, Mapping[Any, Share]):
    """The base for distributions: secret counts or probabilities by length, ascending."""

    __slots__ = ("_counts",)

    #: Whether the values are probabilities, and not counts or weights.
    are_shares = False

    _counts: dict[Any, Any]

    def __getitem__(self, length: object) -> Share:
        share: Share = self._counts[length]
        return share

    def __iter__(self) -> Iterator[Any]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    @property
    def worst(self) -> Any:
        """Return the worst case."""
        return max(self._counts)

    @property
    def count(self) -> Any:
        """Return the total weight, which counts the secrets if all have weight 1."""
        return sum(self._counts.values())

    @property
    def total(self) -> Any:
        """Return the summed lengths, each times its count."""
        return sum(length * count for length, count in self._counts.items())

    @property
    def median(self) -> float:
        """Return the median length, or the midpoint between the two middle lengths."""
        ends = [*accumulate(in_units(tuple(self._counts.values()))[0])]
        middle = (ends[-1] - 1) // 2, ends[-1] // 2
        lower, upper = ([*self][bisect(ends, place)] for place in middle)
        return lower if lower == upper else float(lower + upper) / 2

    @property
    def stdev(self) -> float:
        """Return the standard deviation over all secrets."""
        squares = sum(length * length * count for length, count in self._counts.items())
        return sqrt((squares * self.count - self.total**2) / self.count**2)


class Distribution(ByLength[Exact]):
    """The game length distribution: how many secrets take each length.

    The winning guess counts.

    It is a read-only mapping in ascending order. If secrets have weights, counts are summed
    weights.

    Args:
        counts: For each number of guesses, how many secrets take it, or their weight.
        single_sample: Whether a randomized strategy was sampled once, so that another sample may
            differ.

    Raises:
        BadArgument: If ``counts`` is not a mapping of such numbers, or has no secret.

    >>> lengths = Distribution({1: 1, 2: 3})
    >>> lengths.total, lengths.count, lengths.mean, lengths.worst, lengths == {1: 1, 2: 3}
    (7, 4, 1.75, 2, True)
    """

    __slots__ = ("single_sample",)
    _kind: ClassVar[str] = "length"

    def __init__(self, counts: Mapping[Any, Exact], *, single_sample: bool = False):
        if not isinstance(counts, Mapping):
            raise BadArgument(f"counts must map numbers of guesses to secrets, not {shown(counts)}")
        exact = all(isinstance(count, int | Fraction) for pair in counts.items() for count in pair)
        expect(exact, "counts", "integers or fractions", counts)
        self.single_sample = single_sample
        self._counts = {length: counts[length] for length in sorted(counts) if counts[length]}
        if not self._counts:
            raise BadArgument("a distribution needs at least one secret")
        if not -BEYOND < min(self._counts) <= max(self._counts) < BEYOND:
            raise BadArgument(f"counts: no game takes {shown(max(self._counts, key=abs))} guesses")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._counts})"

    def __str__(self) -> str:
        counts = " ".join(f"{length}:{count}" for length, count in self.items())
        figures = f"{counts}  (total {self.total}, mean {self.mean:.4f}, worst {self.worst})"
        return f"{figures}  {SINGLE_SAMPLE}" if self.single_sample else figures

    @property
    def mean(self) -> float:
        """Return the average number of guesses."""
        return float(self.total / self.count)

    def to_dict(self) -> dict[str, Any]:
        """Return the statistics and the counts in a form that JSON can hold.

        >>> Distribution({1: 1, 2: 3}).to_dict()["lengths"]
        {1: 1, 2: 3}
        """
        names = "count total mean median stdev worst single_sample"
        figures = {name: plain(getattr(self, name)) for name in names.split()}
        return figures | {f"{self._kind}s": {plain(at): plain(n) for at, n in self.items()}}

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with one row per length, if pandas is installed."""
        return make_frame(self.items(), (self._kind, "secrets"))


class CostDistribution(Distribution):
    """How many secrets have each total guess cost, as a :class:`Distribution`.

    Costs are in the game's numbers: integers, or fractions if these are fractions.

    Args:
        counts: For each total cost, how many secrets have it, or their weight.
        single_sample: Whether a randomized strategy was sampled once, so that another sample may
            differ.

    >>> from fractions import Fraction
    >>> costs = CostDistribution({Fraction(1, 2): 1, 3: 2})
    >>> costs.total, costs.worst, costs.median
    (Fraction(13, 2), 3, 3)
    """

    __slots__ = ()
    _kind = "cost"


class WorstCase(Shown, int, Generic[Guess, Secret, Score]):
    """The worst case in guesses: an int with a path that attains it.

    Attributes:
        path: The guesses with their scores.
        secret: The secret that they find.
        single_sample: Whether a randomized strategy was sampled once, so that another sample may
            take more guesses.

    >>> from mastermind_core import Mastermind, worst_case
    >>> worst = worst_case(Mastermind(colours=6, holes=4), "knuth")
    >>> worst == 5, len(worst.path), worst.path[-1][0] == worst.secret
    (True, 5, True)
    """

    path: tuple[tuple[Guess, Score], ...]
    secret: Secret
    single_sample: bool

    def __new__(
        cls,
        path: tuple[tuple[Guess, Score], ...],
        secret: Secret,
        single_sample: bool = False,  # noqa: FBT001, FBT002 - pickle gives it by place
    ) -> WorstCase[Guess, Secret, Score]:
        """Create the number from its path."""
        expect(isinstance(path, tuple), "path", "a tuple of (guess, score)", path)
        self = super().__new__(cls, len(path))
        self.path = path
        self.secret = secret
        self.single_sample = single_sample
        return self

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.path, self.secret, self.single_sample

    def to_dict(self) -> dict[str, Any]:
        """Return the number, the path and the secret, with guesses and scores as in the game."""
        path = [list(step) for step in self.path]
        more = {"secret": self.secret, "single_sample": self.single_sample}
        return {"worst": int(self), "path": path, **more}

    def to_frame(self) -> Any:
        """Return a ``pandas.DataFrame`` with one row per guess, if pandas is installed."""
        return make_frame(self.path, ("guess", "score"))


@takes_game
def all_solutions(
    game: Game[Guess, Secret, Score], strategy: StrategyLike | None = None
) -> Iterator[tuple[tuple[Guess, Score], ...]]:
    """Yield for every secret the guesses that find it, with their scores.

    Args:
        game: The game.
        strategy: A strategy, its name, or a tree.
            By default "pairs" if several secrets share a goal, and otherwise "entropy".

    Yields:
        Each secret's path, as (guess, score) pairs. Secrets with one path come together.

    See Also:
        :func:`lengths_by_secret`, :func:`length_distribution`.

    >>> from mastermind_core import TwoD, strategies
    >>> sorted(map(len, all_solutions(TwoD(2), strategies.entropy)))
    [1, 2, 2, 2]
    """
    for path, secrets in tree_for(game, strategy).paths():
        yield from repeat(path, len(secrets))


@takes_game
def worst_case(
    game: Game[Guess, Secret, Score], strategy: StrategyLike | None = None
) -> WorstCase[Guess, Secret, Score]:
    """Return the worst case in guesses, together with a secret that attains it.

    Args:
        game: The game.
        strategy: A strategy, its name, or a tree. A randomized strategy is sampled once.
            By default "pairs" if several secrets share a goal, and otherwise "entropy".

    Returns:
        An integer with a ``path``, a ``secret`` and ``single_sample``, which is true if the
        strategy was sampled.

    See Also:
        :func:`length_distribution`, :func:`optimal_worst_case`.

    >>> from mastermind_core import TwoD, strategies
    >>> worst = worst_case(TwoD(5), strategies.entropy)
    >>> worst, len(worst.path), worst.path[-1][0] == worst.secret
    (5, 5, True)
    """
    player = player_for(game, strategy)
    path, secrets = max(player.tree.paths(), key=lambda end: len(end[0]))
    return WorstCase(path, secrets[0], player.randomized)


@takes_game
def lengths_by_secret(
    game: Game[Any, Secret, Any], strategy: StrategyLike | None = None
) -> dict[Secret, int]:
    """Return how many guesses every secret takes.

    Args:
        game: The game.
        strategy: A strategy, its name, or a tree. A randomized strategy is sampled once.
            By default "pairs" if several secrets share a goal, and otherwise "entropy".

    Returns:
        The guesses by secret, the winning guess included.

    See Also:
        :func:`all_solutions`, :func:`length_distribution`.

    >>> from mastermind_core import TwoD, strategies
    >>> lengths_by_secret(TwoD(2), strategies.entropy)
    {(0, 1): 1, (1, 1): 2, (0, 0): 2, (1, 0): 2}
    """
    return by_secret(tree_for(game, strategy))


def by_secret(tree: Node[Any, Secret, Any], game: Any = None) -> dict[Secret, Any]:
    """Return every secret's guesses in a tree, or their cost in a game."""
    prices = {} if game is None else prices_of(game)
    return {
        secret: sum(prices.get(guess, 1) for guess, _ in path)
        for path, secrets in tree.paths()
        for secret in secrets
    }


@takes_game
def length_distribution(
    game: Game,
    strategy: StrategyLike | None = None,
    *,
    confidence: object = None,
    max_steps: int | None = None,
) -> Distribution:
    """Return how many secrets take 1, 2, 3, ... guesses.

    For a randomized strategy this is one sampled tree's distribution.
    :func:`expected_distribution` averages over all of them.

    If answers may be wrong, all answer sequences are followed. The result then also has the
    ``accuracy``, ``expected`` and ``expected_cost`` as fractions. The game ends where a tree has no
    branch. A tree may be a guess, paired with a mapping from answers to trees or None.

    Args:
        game: The game. Its weights count.
        strategy: A strategy, its name, or a tree.
            By default "pairs" if several secrets share a goal, and otherwise "entropy".
        confidence: A game with noise ends when the likeliest secret has this probability.
        max_steps: A game with noise ends after this many guesses.

    Returns:
        The distribution. Its ``single_sample`` is true if the strategy was sampled.

    Raises:
        GameTooLarge: If answers may be wrong, and there are too many different beliefs.

    See Also:
        :func:`worst_case`, :func:`cost_distribution`, :func:`lengths_by_secret`,
        :func:`expected_distribution`, :func:`simulate`.

    >>> from mastermind_core import TwoD, strategies
    >>> print(length_distribution(TwoD(5), strategies.entropy))
    1:1 2:3 3:9 4:11 5:1  (total 83, mean 3.3200, worst 5)
    """
    limits = {"confidence": confidence, "max_steps": max_steps}
    service = service_of(game, **limits)
    if service is None:
        return distribution_of(player_for(game, strategy))
    found: Distribution = service.length_distribution(game, strategy, **limits)
    return found


def distribution_of(player: Player, *, costs: bool = False) -> Distribution:
    """Return how a player's game lengths (or costs) are distributed, with weights."""
    tree = player.tree
    game = player.game
    counts: dict[Any, Exact] = tree.costs() if costs else tree.lengths()
    if tree.table is not player.table and (costs or weights_of(game)):
        counts = defaultdict(int)  # the table of the tree has other weights or costs
        weight_of = weights_by_secret(game)
        for secret, taken in by_secret(tree, game if costs else None).items():
            counts[taken] += weight_of.get(secret, 0)
    make = CostDistribution if costs else Distribution
    return make(counts, single_sample=player.randomized)


@takes_game
def cost_distribution(
    game: Game,
    strategy: StrategyLike | None = None,
    *,
    confidence: object = None,
    max_steps: int | None = None,
) -> CostDistribution:
    """Return the total guess cost's distribution over all secrets.

    A path's cost adds its guesses' costs, or counts its guesses without costs. If answers may be
    wrong, all answer sequences are followed, as in :func:`length_distribution`.

    Args:
        game: The game. Its weights count.
        strategy: A strategy, its name, or a tree. A randomized strategy is sampled once.
            By default "pairs" if several secrets share a goal, and otherwise "entropy".
        confidence: A game with noise ends when the likeliest secret has this probability.
        max_steps: A game with noise ends after this many guesses.

    Returns:
        The distribution. Its ``single_sample`` is true if the strategy was sampled.

    See Also:
        :func:`length_distribution`, :func:`priced`.

    >>> from mastermind_core import priced
    >>> from mastermind_core.games import HigherLower
    >>> print(cost_distribution(priced(HigherLower(3), {2: 5}), "entropy"))
    1:1 2:1 7:1  (total 10, mean 3.3333, worst 7)
    """
    limits = {"confidence": confidence, "max_steps": max_steps}
    service = service_of(game, **limits)
    if service is None:
        made = distribution_of(player_for(game, strategy), costs=True)
        return CostDistribution(made, single_sample=made.single_sample)
    found: CostDistribution = service.length_distribution(game, strategy, costs=True, **limits)
    return found


@takes_game
def replay(game: Game, tree: StrategyLike) -> Distribution:
    """Play a tree against every secret by ``game.score`` alone, and return the lengths.

    The score table is not used, so this check also detects errors in the table or the search.
    In a game with goals, all secrets that end at the same branch must have the same goal, unless
    its score is an end state.

    Args:
        game: The game.
        tree: A tree, or a solution, a strategy or a strategy's name, by its tree.

    Returns:
        The distribution over guesses.

    Raises:
        BadGame: If the tree does not find some secret. The message has the secret.

    See Also:
        :func:`verify_certificate`, :func:`length_distribution`.

    >>> from mastermind_core import TwoD
    >>> print(replay(TwoD(5), "knuth"))
    1:1 2:3 3:8 4:13  (total 83, mean 3.3200, worst 4)
    """
    check_game(game, tree)
    weight_of = weights_by_secret(game)
    counts: dict[int, Exact] = defaultdict(int)
    for secret, asked in replayed(game, tree, weight_of):
        counts[len(asked)] += weight_of[secret]
    return Distribution(counts)


def replayed(
    game: Game, tree: StrategyLike, secrets: Iterable[Any]
) -> Iterator[tuple[Any, Sequence[Any]]]:
    """Yield secrets with the guesses that find each, checked as by :func:`replay`."""
    root = tree_in(tree) or lazy_tree(game, tree)  # a given tree is used without a table
    guesses = frozenset(game.guesses)
    goal = goal_of(game)
    seen: dict[int, tuple[Any, Any]] = {}  # by end: the first secret that ends there, and its goal
    for secret in secrets:
        asked, end = _played(game, root, guesses, secret)
        if isinstance(end, Node) or end.score not in game.endstates:
            if goal is None:
                at_once = isinstance(end, Node)  # a root without a guess
                ended = "before the first guess" if at_once else f"with {shown(end.score)}"
                raise BadGame(
                    f"the tree ends {ended} for the secret {shown(secret)}, not with an end state"
                )
            first, known = seen.setdefault(id(end), (secret, goal(secret)))
            if known != goal(secret):
                raise BadGame(
                    f"the tree does not distinguish the secrets {first!r} and {secret!r}, whose "
                    "goals differ"
                )
        yield secret, asked


def _played(
    game: Game, root: Node, guesses: Collection[Any], secret: object
) -> tuple[list[Any], Any]:
    """Return the guesses that find a secret, and its last branch, or the root without guesses."""
    asked: list[Any] = []
    if root.over:
        return asked, root
    node: Node | None = root
    while node is not None:
        asked.append(node.guess)
        if node.guess not in guesses:
            raise BadGame(f"the tree has {node.guess!r}, which is not a guess of this game")
        score = game.score(node.guess, secret)
        below = [branch for branch in node.branches if branch.score == score]
        if len(below) != 1:
            raise BadGame(
                f"the tree has {len(below)} branches for the score {score!r} of {node.guess!r} "
                f"with the secret {secret!r}: it is not a tree of this game"
            )
        node = below[0].subtree
    return asked, below[0]


def count_nodes(tree: Node | HasTree) -> int:
    """Count the guesses in a tree, after expanding it completely.

    Args:
        tree: A tree, or an object with a tree, such as a solution.

    Returns:
        How many nodes the tree has. Each node is a guess.

    See Also:
        :func:`lazy_tree`.

    >>> from mastermind_core import TwoD, lazy_tree
    >>> count_nodes(lazy_tree(TwoD(3), "entropy"))
    9
    """
    return some_tree(tree).size


def weights_by_secret(game: Game[Any, Secret, Any]) -> dict[Secret, Exact]:
    """Return the possible secrets' weights: those over 0."""
    weights = weights_of(game) or (1,) * len(game.secrets)
    return {secret: own for secret, own in zip(game.secrets, weights, strict=True) if own}
