"""The zero-sum hiding game: optimal mixed strategies for both players, with proven bounds.

The codemaker mixes over secrets, the codebreaker mixes over trees, and the payoff is the path's
length. An exact search finds the best response to the codemaker's mixed strategy, which bounds the
value from below. The worst secret against mixed trees bounds the value from above.

A linear program over the trees so far gives the weights to search next (column generation: Ford and
Fulkerson 1958). The weights stay near the best ones so far (Wentges 1997), because searches far
from them are slow. Secrets in one orbit under the game's symmetries have equal weights.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import ceil, inf
from operator import mul
from os import PathLike, fspath
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Generic, Unpack

from attrs import evolve, field, frozen

from mastermind_core.analysis import replayed, weights_by_secret
from mastermind_core.arguments import expect, real_number
from mastermind_core.checker import (
    Line,
    check_symmetry,
    read_symmetry,
    score_game,
    verify_certificate,
)
from mastermind_core.errors import BadArgument, BadCertificate, Interrupted, counted
from mastermind_core.exact import (
    Case,
    Limits,
    Posed,
    SearchOptions,
    Solution,
    best_solution,
    optimal,
    run_task,
    searching,
)
from mastermind_core.game import (
    MOST_TOTAL,
    Exact,
    Game,
    Guess,
    Score,
    Secret,
    check_parts,
    costs_of,
    in_units,
    takes_game,
    weights_of,
)
from mastermind_core.games.parts import weighted
from mastermind_core.kernels import FlatTree, ends_of, keep, orbits
from mastermind_core.kernels import choose as kernels
from mastermind_core.progress import Bar, Progress, progress_hook
from mastermind_core.studies.matrix_game import MatrixGame
from mastermind_core.table import compile_game
from mastermind_core.tree import Node, flat_tree, stored_tree

#: The share of the best weights so far in the next ones (smoothing), and its minimum.
_STEADY = 0.7
_LEAST_STEADY = 0.1

#: The resolution to which weights are rounded, in parts of the largest: coarse at first, because
#: many small differences make a search slow, and fine at the end.
_ROUGH = 10**3
_FINE = 10**6

#: Tolerance for values in floats.
_NEAR = 1e-9


@frozen(eq=False)
class Equilibrium(Generic[Guess, Secret, Score]):
    """Mixed strategies for both players in the hiding game, with proven bounds on its value.

    If the bounds are equal, they are the game's value. If guesses have costs, the bounds are costs.
    :func:`verify_equilibrium` checks an equilibrium, also one that was loaded from a file.

    Attributes:
        game: The game.
        lower: A lower bound: no strategy finds secrets hidden by ``codemaker`` in fewer expected
            number of guesses.
        upper: An upper bound: a tree drawn from ``codebreaker``, relabelled by a random symmetry,
            takes at most this many expected number of guesses for every secret.
        codemaker: Each secret's probability in the codemaker's mixed strategy.
        codebreaker: The codebreaker's mixed strategy, as (probability, tree) pairs.
        symmetries: The symmetry group's generators. Each is a pair: one permutation for guess
            indices, one for secret indices.
        searches: How many exact searches ran.
        seconds: The CPU time.

    >>> from mastermind_core import Mastermind, equilibrium
    >>> found = equilibrium(Mastermind(colours=4, holes=3))
    >>> print(found.lower, found.gap, found.codemaker[1, 1, 1], found.codemaker[1, 1, 2])
    219/68 0 1/34 1/68
    """

    game: Game[Guess, Secret, Score]
    lower: Fraction
    upper: Fraction
    codemaker: Mapping[Secret, Fraction] = field(repr=False)
    codebreaker: Sequence[tuple[Fraction, Node[Guess, Secret, Score]]] = field(repr=False)
    symmetries: Sequence[tuple[Sequence[int], Sequence[int]]] = field(repr=False)
    searches: int
    seconds: float

    @property
    def gap(self) -> Fraction:
        """Return the difference between the bounds."""
        return self.upper - self.lower

    def write_certificate(
        self, path: str | PathLike[str], *, progress: Progress | bool | None = None
    ) -> None:
        """Write the proof for ``lower`` to a file that :func:`verify_equilibrium` reads.

        The file is the certificate for an optimal tree under the weights in ``codemaker``. The
        search is repeated to write it.

        Args:
            path: The file. If it ends in ".gz", the file is compressed.
            progress: Called with (parts done, parts known so far). True shows a bar.

        Raises:
            BadArgument: If the file cannot be written.
        """
        weights = Hidden.of(self.game, self.codemaker).weights
        found = optimal(weighted(self.game, weights), pool="all")
        found.write_certificate(path, progress=progress)

    def __str__(self) -> str:
        between = f"value from {float(self.lower):.6f} to {float(self.upper):.6f}"
        value = between if self.gap else f"value {self.lower}, proven"
        trees = counted(len(self.codebreaker), "tree")
        return f"{value} ({trees} from {counted(self.searches, 'search', 'searches')})"


@frozen
class Hidden:
    """Weights for a search: the codemaker's weights times ``unit``, and 1 for other secrets.

    Among the trees that are optimal for the weights, the search then prefers one that is good for
    secrets with probability 0. Their total is less than ``unit``, so a bound for all secrets gives
    a bound for the weights.

    Attributes:
        weights: Each secret's weight.
        unit: The factor that the codemaker's weights have.
        whole: The codemaker's summed weights, without the factor.
    """

    weights: Sequence[int]
    unit: int
    whole: int

    @classmethod
    def among(cls, shares: Sequence[int], possible: Collection[int], highest: int) -> Hidden:
        """Return the search weights for the secrets' integer shares and the maximum cost."""
        never = {at for at in possible if not shares[at]}
        unit = len(never) * len(shares) * highest + 1
        weights = [share * unit or int(at in never) for at, share in enumerate(shares)]
        return cls(weights, unit, sum(shares))

    @classmethod
    def of(cls, game: Game, codemaker: Mapping[Any, Fraction]) -> Hidden:
        """Return a game's search weights for the codemaker's mixed strategy."""
        shares = in_units([codemaker.get(secret, Fraction(0)) for secret in game.secrets])[0]
        weights = weights_of(game)
        costs = costs_of(game)
        possible = {at for at in range(len(shares)) if not weights or weights[at]}
        return cls.among(shares, possible, max(in_units(costs)[0], default=1) if costs else 1)

    def least_mean(self, bound: int) -> Fraction:
        """Return a lower bound for the mean, from a lower bound for the weighted total."""
        return Fraction(max(0, -((self.unit - 1 - bound) // self.unit)), self.whole)


@searching(Limits)
@takes_game
def equilibrium(
    game: Game[Guess, Secret, Score], *, tolerance: float = 0, **budget: Unpack[Limits]
) -> Equilibrium[Guess, Secret, Score]:
    """Solve the zero-sum hiding game: mixed strategies for both players, with proven bounds.

    The codemaker hides a secret with positive weight. Weights have no other effect. The codebreaker
    minimizes the expected number of guesses, or their cost. A rule in the game, such as a hard
    mode, does not bind the codebreaker. The game takes many exact searches: a dozen or some dozens
    if symmetries leave few secret orbits.

    With at most 64 orbits, which are the classes with equivalent secrets, the final bounds are
    equal and exact. With more, or if the optimal probabilities times the costs need integers over
    60 bits, they differ by rounding.

    Args:
        game: The game.
        tolerance: The difference between the bounds at which the search may end. By default the
            bounds must be equal.
        seconds: A time budget. None means no limit.
        memory: Bytes for each search, as in :func:`optimal`.
        threads: Threads for each search. They find the same trees.
        progress: Called with (searches done, searches known so far). True shows a bar.

    Returns:
        The mixed strategies and the bounds. If time runs out, the bounds differ.

    Raises:
        Interrupted: At Ctrl-C. Its ``solution`` is the equilibrium so far.
        BadArgument: If an argument is not valid.

    See Also:
        :func:`verify_equilibrium`, :func:`optimal`.

    >>> from mastermind_core import TwoD
    >>> found = equilibrium(TwoD(3))
    >>> found.lower, found.upper, found.codemaker[1, 1]
    (Fraction(82, 33), Fraction(82, 33), Fraction(1, 11))
    """
    tolerance = real_number("tolerance", tolerance, most=inf)
    began = process_time()
    options = SearchOptions(**budget)
    quiet = evolve(options, progress=None)
    with progress_hook("balancing", progress=options.progress) as hook:
        solution, stopped = _first(game, quiet)
        if solution.case is None:
            return _nothing_to_do(game, _own_tree(game, flat_tree(solution.tree)))
        balance = _Balance(game, solution, solution.case)
        while True:
            found = balance.result(process_time() - began)
            if stopped:
                raise Interrupted(found)
            keep(found)
            _tell(hook, found)
            if balance.settled or found.gap <= tolerance or quiet.seconds_left == 0:
                return found
            stopped = balance.search(quiet)


def _first(game: Game, options: SearchOptions) -> tuple[Solution, bool]:
    """Return the optimal tree for uniform weights, and whether Ctrl-C came."""
    check_parts(game)
    weights = weights_of(game)
    equal = weighted(game, [int(weight > 0) for weight in weights]) if weights else game
    try:
        return best_solution(equal, "mean", options, pool="all"), False
    except Interrupted as stop:
        if stop.solution is None:
            raise
        return stop.solution, True


def _nothing_to_do(game: Game, tree: Node) -> Equilibrium:
    """Return the equilibrium if a game is over before the first guess."""
    secrets = tree.candidates
    none = Fraction(0)
    codemaker = dict.fromkeys(secrets, Fraction(1, len(secrets)))
    return Equilibrium(game, none, none, codemaker, ((Fraction(1), tree),), (), 0, 0.0)


def _own_tree(game: Game, flat: FlatTree) -> Node:
    """Return a tree for the game itself, from a search with other weights."""
    return stored_tree(compile_game(game), flat, game)


def _tell(hook: Progress | None, found: Equilibrium) -> None:
    if isinstance(hook, Bar):
        n_secrets = len(found.codemaker)
        lower = int(found.lower * n_secrets)
        upper = ceil(found.upper * n_secrets)
        hook.standing("total", lower, upper, found.searches)
    if hook is not None:
        hook(found.searches, found.searches + 1)


class _Balance:
    """The trees and the best weights so far, per orbit, in table units."""

    def __init__(self, game: Game, solution: Solution, case: Case):
        table = case.table
        self._game = game
        self._table = table
        self._task = case.task
        self._symmetries = case.task.hints.symmetries
        least = orbits([one.secrets for one in self._symmetries], len(table.secrets.items))
        numbers: dict[int, int] = {}
        self._orbit = {at: numbers.setdefault(least[at], len(numbers)) for at in table.everything}
        self._sizes = Counter(self._orbit.values())
        self._matrix = MatrixGame(len(numbers))
        self._trees: list[Node] = []
        self._taken: list[list[Fraction]] = []  # for each tree: the mean of each orbit
        self._best = [1] * len(numbers)  # the weight of one secret per orbit
        self._lower = Fraction(0)
        self._searches = 0
        self._steady = _STEADY
        self.settled = False
        total = solution.lower_bound / table.cost_unit
        first = _own_tree(game, flat_tree(solution.tree))
        self._learn(first, Fraction(total) / len(self._orbit), self._best)

    def search(self, options: SearchOptions) -> bool:
        """Search an optimal tree for the next weights and return whether Ctrl-C came."""
        target = self._matrix.columns()
        value = self._matrix.value
        shares = self._between(target)
        hidden = self._spread(shares)
        weights = tuple(weight or 1 for weight in hidden.weights)
        task = self._task._replace(question=self._task.question._replace(weights=weights))
        found, stopped = run_task(Posed(self._game, self._table, options, task), task)
        if found.tree is None:
            return stopped
        lower = hidden.least_mean(found.lower_bound)
        new = self._learn(_own_tree(self._game, found.tree), lower, shares)
        if sum(map(mul, target, self._taken[-1])) < value - (0 if self._matrix.exact else _NEAR):
            self._steady = _STEADY
        else:
            self.settled = not new and not self._steady
            self._steady = self._steady / 2 if self._steady > _LEAST_STEADY else 0
        return stopped

    def result(self, seconds: float) -> Equilibrium:
        """Return the equilibrium so far."""
        shares = self._matrix.rows()
        if not self._matrix.exact:
            parts = [round(share * _FINE**2) for share in shares]
            shares = [Fraction(part, sum(parts)) for part in parts]
        upper = max(sum(map(mul, shares, taken)) for taken in zip(*self._taken, strict=True))
        whole = sum(self._best[orbit] for orbit in self._orbit.values())
        unit = self._table.cost_unit
        items = self._table.secrets.items
        codemaker = {items[at]: Fraction(self._best[own], whole) for at, own in self._orbit.items()}
        return Equilibrium(
            self._game,
            self._lower * unit,
            upper * unit,
            codemaker,
            tuple(pair for pair in zip(shares, self._trees, strict=True) if pair[0]),
            tuple((tuple(one.guesses), tuple(one.secrets)) for one in self._symmetries),
            self._searches,
            seconds,
        )

    def _between(self, target: Sequence[Any]) -> list[int]:
        """Return weights between the linear program's and the best ones, one per orbit."""
        wanted = [share / self._sizes[orbit] for orbit, share in enumerate(target)]
        if not self._steady and self._matrix.exact:
            shares = list(in_units(wanted)[0])
            size = len(self._table.secrets.items) * max(self._table.costs, default=1)
            if sum(self._spread(shares).weights) * size < MOST_TOTAL:
                return shares
        best = sum(self._best[orbit] for orbit in self._orbit.values())
        mixed = [
            self._steady * own / best + (1 - self._steady) * float(other)
            for own, other in zip(self._best, wanted, strict=True)
        ]
        parts = _ROUGH if self._steady else _FINE
        return [max(1, round(parts * share / max(mixed))) for share in mixed]

    def _spread(self, shares: Sequence[int]) -> Hidden:
        of_each = [0] * len(self._table.secrets.items)
        for at, orbit in self._orbit.items():
            of_each[at] = shares[orbit]
        return Hidden.among(of_each, list(self._orbit), max(self._table.costs, default=1))

    def _learn(self, tree: Node, lower: Fraction, shares: list[int]) -> bool:
        """Store a tree and a lower bound for weights and return whether the tree is new."""
        self._searches += 1
        if lower > self._lower or not self._trees:
            self._lower = lower
            self._best = shares
        sums = [0] * len(self._sizes)
        given = self._table.kernel_scores, self._table.everything, flat_tree(tree)
        for _, cost, block in ends_of(kernels.greedy, *given):
            for at in block:
                sums[self._orbit[at]] += cost
        taken = [Fraction(total, self._sizes[orbit]) for orbit, total in enumerate(sums)]
        new = taken not in self._taken
        self._trees.append(tree)
        self._taken.append(taken)
        self._matrix.add(taken)
        return new


@takes_game
def verify_equilibrium(
    game: Game,
    found: Equilibrium,
    certificate: str | PathLike[str] | None = None,
    *,
    progress: Progress | bool | None = None,
) -> tuple[Fraction, Fraction]:
    """Check an equilibrium and return the bounds on the value that follow from it.

    Each tree is played against every secret by ``game.score`` alone. Each symmetry is compared with
    all scores. The lower bound follows from a certificate for the weights.

    Args:
        game: The game.
        found: The result from :func:`equilibrium`.
        certificate: The file that ``Equilibrium.certificate`` wrote. Without it the game is
            searched again to write one.
        progress: Called with (parts done, parts known so far). True shows a bar.

    Returns:
        The proven lower and upper bound.

    Raises:
        BadArgument: If a bound in ``found`` does not hold. The message names it.
        BadCertificate: If the certificate is not valid.

    See Also:
        :func:`equilibrium`, :func:`verify_certificate`.

    >>> from mastermind_core import TwoD, equilibrium
    >>> verify_equilibrium(TwoD(3), equilibrium(TwoD(3)))
    (Fraction(82, 33), Fraction(82, 33))
    """
    expect(isinstance(found, Equilibrium), "found", "the result of equilibrium", found)
    check_parts(game)
    upper = _upper(game, found)
    if upper > found.upper:
        raise BadArgument(f"the trees take {upper} guesses on average, not {found.upper}")
    lower = Fraction(0)
    if found.searches:
        with TemporaryDirectory() as folder:
            if certificate is None:
                certificate = Path(folder, "weights.jsonl.gz")
                found.write_certificate(certificate, progress=progress)
            lower = _lower(game, found, certificate, progress=progress)
    if lower < found.lower:
        raise BadArgument(f"the proven lower bound is {lower} guesses, not {found.lower}")
    return lower, upper


def _lower(
    game: Game, found: Equilibrium, path: Any, *, progress: Progress | bool | None
) -> Fraction:
    """Return the lower bound for the weights, by their certificate."""
    shares = found.codemaker
    hideable = weights_by_secret(game).keys()
    if sum(shares.values()) != 1 or min(shares.values()) < 0 or not hideable >= shares.keys():
        raise BadArgument(
            "codemaker must map secrets of positive weight to probabilities, from 0, with sum 1"
        )
    hidden = Hidden.of(game, shares)
    proven = verify_certificate(weighted(game, hidden.weights), path, progress=progress)
    free = proven.pool == "all" and proven.max_steps is None and proven.max_cost is None
    if not (proven.proven and free and proven.objective.startswith("mean")):
        raise BadCertificate(f"{fspath(path)} is not a proof of the minimum mean: {proven}")
    costs = costs_of(game)
    unit = in_units(costs)[1] if costs else Fraction(1)
    return hidden.least_mean(int(proven.total / unit)) * unit


def _upper(game: Game, found: Equilibrium) -> Fraction:
    """Return the maximum expected cost over all secrets, averaged over the symmetries."""
    shares = [share for share, _ in found.codebreaker]
    if sum(shares) != 1 or min(shares) < 0:
        raise BadArgument("codebreaker must have probabilities, from 0, with sum 1")
    price = dict(zip(game.guesses, costs_of(game), strict=True)) if costs_of(game) else None
    mean: dict[Any, Exact] = dict.fromkeys(weights_by_secret(game), 0)
    for share, tree in found.codebreaker:
        for secret, asked in replayed(game, tree, [*mean]):
            mean[secret] += share * (sum(map(price.__getitem__, asked)) if price else len(asked))
    orbit = _orbits(game, mean, found.symmetries)
    of_orbit: dict[int, Exact] = {}
    for secret, own in zip(game.secrets, orbit, strict=True):
        of_orbit[own] = of_orbit.get(own, 0) + mean.get(secret, 0)
    sizes = Counter(orbit)
    return max(Fraction(total) / sizes[own] for own, total in of_orbit.items())


def _orbits(
    game: Game, hideable: Collection[Any], symmetries: Sequence[tuple[Sequence[int], Sequence[int]]]
) -> list[int]:
    """Return each secret's orbit, after checking every symmetry on all scores."""
    if not symmetries:
        return list(range(len(game.secrets)))
    scored = score_game(weighted(game, lambda secret: int(secret in hideable)), lambda: None)
    for number, (guesses, secrets) in enumerate(symmetries, start=1):
        fields: Mapping[str, Any] = {"guesses": list(guesses), "secrets": list(secrets)}
        line = Line("symmetries", number, {"symmetry": fields})
        check_symmetry(line, scored, read_symmetry(line, scored))
    return orbits([secrets for _, secrets in symmetries], len(game.secrets))
