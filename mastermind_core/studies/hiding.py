"""How to hide, and how to guess who hides: the game between the two, solved with proof.

One hides a secret by lot, one draws a tree by lot, and what is paid is the length of the path.
Against weights of the secrets the best tree is an exact search, which bounds the value from below.
Against trees the best secret is the one they take longest for, which bounds it from above. A
linear program over the trees so far says which weights to search next (column generation: Ford and
Fulkerson 1958), held near the best weights so far (Wentges 1997): far from them searches are slow.
Symmetries exchange secrets without changing the game, so that those of one orbit weigh the same.
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
from mastermind_core.checker import verify_certificate
from mastermind_core.checker.reading import Line
from mastermind_core.checker.scoring import score_game
from mastermind_core.checker.symmetries import check_symmetry, read_symmetry
from mastermind_core.errors import BadArgument, BadCertificate, Interrupted
from mastermind_core.exact.options import Limits, SearchOptions, searching
from mastermind_core.exact.problem import Case
from mastermind_core.exact.search import best_solution, optimal, run_task
from mastermind_core.exact.solution import Solution
from mastermind_core.game import Game, Guess, Score, Secret, check_parts, costs_of, weights_of
from mastermind_core.game.amounts import MOST_TOTAL, Exact, in_units
from mastermind_core.games.variants import weighted
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.shared.ctrl_c import keep
from mastermind_core.kernels.shared.flat_trees import ends_of
from mastermind_core.kernels.shared.orbits import orbits
from mastermind_core.kernels.types import FlatTree
from mastermind_core.progress import Bar, Progress, progress_hook
from mastermind_core.studies.matrix_game import MatrixGame
from mastermind_core.table import compile_game
from mastermind_core.tree import Node, flat_tree, stored_tree

#: The share of the best weights so far in those that are searched next, and the least such share.
_STEADY, _LEAST_STEADY = 0.7, 0.1

#: Parts of the largest weight that others are rounded to: on the way, where fewer are as good and
#: many small differences make a search slow, and at the end.
_ROUGH, _FINE = 10**3, 10**6

#: What floats of a value may be wrong by.
_NEAR = 1e-9


@frozen(eq=False)
class Equilibrium(Generic[Guess, Secret, Score]):
    """How to hide and how to guess, and what is proven of it.

    Who hides each secret as often as ``hider`` says is found after ``lower`` guesses on average
    or later, whoever guesses. Who draws one of the ``trees``, each (how often, tree), and renames
    it by a symmetry of the game at random, takes ``upper`` guesses on average or fewer for every
    secret. Where the two are equal, they are the value of the game. With costs these are costs.

    ``symmetries`` are the generators of the symmetries: where each takes the guesses and the
    secrets, by their places. ``searches`` is the number of weights that trees were searched for.
    ``verify_equilibrium`` checks what :func:`~mastermind_core.save` has kept in a file.

    >>> from mastermind_core import Mastermind, equilibrium
    >>> found = equilibrium(Mastermind(colours=4, holes=3))
    >>> print(found.lower, found.gap, found.hider[1, 1, 1], found.hider[1, 1, 2])
    219/68 0 1/34 1/68
    """

    game: Game[Guess, Secret, Score]
    lower: Fraction
    upper: Fraction
    hider: Mapping[Secret, Fraction] = field(repr=False)
    trees: Sequence[tuple[Fraction, Node[Guess, Secret, Score]]] = field(repr=False)
    symmetries: Sequence[tuple[Sequence[int], Sequence[int]]] = field(repr=False)
    searches: int
    seconds: float

    @property
    def gap(self) -> Fraction:
        """Return how far the bounds of the value are apart."""
        return self.upper - self.lower

    def certificate(
        self, path: str | PathLike[str], *, progress: Progress | bool | None = None
    ) -> None:
        """Write to a file why no tree does better than ``lower`` against ``hider``.

        It is the certificate of the best tree for weights; :func:`verify_equilibrium` reads it. The
        search is gone through again to write it.
        """
        weights = Hidden.of(self.game, self.hider).weights
        optimal(weighted(self.game, weights)).certificate(path, progress=progress)

    def __str__(self) -> str:
        value = f"value from {float(self.lower):.6f} to {float(self.upper):.6f}"
        if not self.gap:
            value = f"value {self.lower}, proven"
        return f"{value} ({len(self.trees)} trees of {self.searches} searches)"


@frozen
class Hidden:
    """Weights for a search: those of who hides, times ``unit``, and 1 for what he never hides.

    So the best tree does well on those secrets too: of all that are best for the others. What it
    takes for them together is less than ``unit``, so that a bound of the total is one for each.
    """

    weights: Sequence[int]
    unit: int
    whole: int

    @classmethod
    def among(cls, shares: Sequence[int], possible: Collection[int], dearest: int) -> Hidden:
        """Return the weights for shares of the secrets, of which some, by number, are possible."""
        never = {at for at in possible if not shares[at]}
        unit = len(never) * len(shares) * dearest + 1
        weights = [share * unit or int(at in never) for at, share in enumerate(shares)]
        return cls(weights, unit, sum(shares))

    @classmethod
    def of(cls, game: Game, hider: Mapping[Any, Fraction]) -> Hidden:
        """Return the weights with which a game is searched for how it is hidden."""
        shares = in_units([hider.get(secret, Fraction(0)) for secret in game.secrets])[0]
        weights, costs = weights_of(game), costs_of(game)
        possible = {at for at in range(len(shares)) if not weights or weights[at]}
        return cls.among(shares, possible, max(in_units(costs)[0], default=1) if costs else 1)

    def least_mean(self, bound: int) -> Fraction:
        """Return a bound of the mean for who hides, from one of the total for the weights."""
        return Fraction(max(0, -((self.unit - 1 - bound) // self.unit)), self.whole)


@searching(Limits)
def equilibrium(
    game: Game[Guess, Secret, Score], *, tolerance: float = 0, **budget: Unpack[Limits]
) -> Equilibrium[Guess, Secret, Score]:
    """Return how best to hide and how best to guess, between bounds that are proven.

    One player hides a secret, the other finds it; the guesses that it takes are what one wins and
    the other loses. Weights of the game count only as to which secrets may be hidden: those over
    0. The search ends when the bounds are no further apart than ``tolerance``, or equal, or when
    ``seconds`` are over; Ctrl-C raises :class:`Interrupted`, whose ``solution`` has the bounds so
    far. It is many searches for a best tree, a dozen or some dozens where symmetries leave few
    kinds of secrets. Up to 64 kinds the bounds are equal in the end, with more nearly so.
    They are nearly so, too, if the best shares times the costs are integers of over 60 bits.
    ``memory`` and ``threads`` are for each search, as in :func:`optimal`.

    >>> from mastermind_core import TwoD
    >>> found = equilibrium(TwoD(3))
    >>> found.lower, found.upper, found.hider[1, 1]
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
    """Return the best tree for equal weights, and whether Ctrl-C came."""
    check_parts(game)
    weights = weights_of(game)
    alike = weighted(game, [int(weight > 0) for weight in weights]) if weights else game
    try:
        return best_solution(alike, "mean", options), False
    except Interrupted as stop:
        if stop.solution is None:
            raise
        return stop.solution, True


def _nothing_to_do(game: Game, tree: Node) -> Equilibrium:
    """Return what is so in a game that is over before the first guess."""
    secrets, none = tree.candidates, Fraction(0)
    hider = dict.fromkeys(secrets, Fraction(1, len(secrets)))
    return Equilibrium(game, none, none, hider, ((Fraction(1), tree),), (), 0, 0.0)


def _own_tree(game: Game, flat: FlatTree) -> Node:
    """Return a tree of the game itself: searches are of others, whose secrets weigh otherwise."""
    return stored_tree(compile_game(game), flat, game)


def _tell(hook: Progress | None, found: Equilibrium) -> None:
    if isinstance(hook, Bar):
        n_secrets = len(found.hider)
        lower, upper = int(found.lower * n_secrets), ceil(found.upper * n_secrets)
        hook.standing("total", lower, upper, found.searches)
    if hook is not None:
        hook(found.searches, found.searches + 1)


class _Balance:
    """The trees so far and the best weights so far, of orbits of secrets, in the table's units."""

    def __init__(self, game: Game, solution: Solution, case: Case):
        table = case.table
        self._game, self._table, self._task = game, table, case.task
        self._symmetries = case.task.symmetries
        least = orbits([one.secrets for one in self._symmetries], len(table.secrets.items))
        numbers: dict[int, int] = {}
        self._orbit = {at: numbers.setdefault(least[at], len(numbers)) for at in table.everything}
        self._sizes = Counter(self._orbit.values())
        self._matrix = MatrixGame(len(numbers))
        self._trees: list[Node] = []
        self._taken: list[list[Fraction]] = []  # by each tree: the mean of each orbit
        self._best = [1] * len(numbers)  # the weights, of a secret of each orbit
        self._lower = Fraction(0)
        self._searches = 0
        self._steady = _STEADY
        self.settled = False
        total = solution.lower_bound / table.cost_unit
        first = _own_tree(game, flat_tree(solution.tree))
        self._learn(first, Fraction(total) / len(self._orbit), self._best)

    def search(self, options: SearchOptions) -> bool:
        """Search the best tree for other weights, and say whether Ctrl-C came."""
        target, value = self._matrix.columns(), self._matrix.value
        shares = self._between(target)
        hidden = self._spread(shares)
        task = self._task._replace(weights=tuple(weight or 1 for weight in hidden.weights))
        found, stopped = run_task(self._game, self._table, task, options)
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
        """Return what is known so far."""
        shares = self._matrix.rows()
        if not self._matrix.exact:
            parts = [round(share * _FINE**2) for share in shares]
            shares = [Fraction(part, sum(parts)) for part in parts]
        upper = max(sum(map(mul, shares, taken)) for taken in zip(*self._taken, strict=True))
        whole = sum(self._best[orbit] for orbit in self._orbit.values())
        unit = self._table.cost_unit
        return Equilibrium(
            self._game,
            self._lower * unit,
            upper * unit,
            {
                self._table.secrets.items[at]: Fraction(self._best[orbit], whole)
                for at, orbit in self._orbit.items()
            },
            tuple(pair for pair in zip(shares, self._trees, strict=True) if pair[0]),
            tuple((tuple(one.guesses), tuple(one.secrets)) for one in self._symmetries),
            self._searches,
            seconds,
        )

    def _between(self, target: Sequence[Any]) -> list[int]:
        """Return weights between those of the program and the best ones, for one of each orbit."""
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
        n_secrets = len(self._table.secrets.items)
        of_each = [0] * n_secrets
        for at, orbit in self._orbit.items():
            of_each[at] = shares[orbit]
        return Hidden.among(of_each, list(self._orbit), max(self._table.costs, default=1))

    def _learn(self, tree: Node, lower: Fraction, shares: list[int]) -> bool:
        """Take note of a tree and of a bound for weights, and say whether the tree is new."""
        self._searches += 1
        if lower > self._lower or not self._trees:
            self._lower, self._best = lower, shares
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


def verify_equilibrium(
    game: Game,
    found: Equilibrium,
    certificate: str | PathLike[str] | None = None,
    *,
    progress: Progress | bool | None = None,
) -> tuple[Fraction, Fraction]:
    """Return between which values the value of a game lies, and refuse what does not hold.

    Each tree is played against every secret with ``game.score`` alone, each symmetry is compared
    with the score of every pair, and the weights are held to their ``certificate``, which is
    checked as :func:`verify_certificate` does. Without one it is written first, for which the game
    is searched again. :class:`BadArgument` says which bound does not hold.

    >>> from mastermind_core import TwoD, equilibrium
    >>> verify_equilibrium(TwoD(3), equilibrium(TwoD(3)))
    (Fraction(82, 33), Fraction(82, 33))
    """
    expect(isinstance(found, Equilibrium), "found", "what equilibrium returned", found)
    check_parts(game)
    upper = _upper(game, found)
    if upper > found.upper:
        raise BadArgument(f"the trees take {upper} guesses on average, not {found.upper}")
    lower = Fraction(0)
    if found.searches:
        with TemporaryDirectory() as folder:
            if certificate is None:
                certificate = Path(folder, "weights.jsonl.gz")
                found.certificate(certificate, progress=progress)
            lower = _lower(game, found, certificate, progress=progress)
    if lower < found.lower:
        raise BadArgument(f"the weights are proven to take {lower} guesses, not {found.lower}")
    return lower, upper


def _lower(
    game: Game, found: Equilibrium, path: Any, *, progress: Progress | bool | None
) -> Fraction:
    """Return what any tree takes at least for the weights, by their certificate."""
    hider = found.hider
    hideable = weights_by_secret(game).keys()
    if sum(hider.values()) != 1 or min(hider.values()) < 0 or not hideable >= hider.keys():
        raise BadArgument(
            "hider must have shares of secrets that may be hidden, from 0, that add up to 1"
        )
    hidden = Hidden.of(game, hider)
    proven = verify_certificate(weighted(game, hidden.weights), path, progress=progress)
    free = proven.pool == "all" and proven.max_steps is None and proven.max_cost is None
    if not (proven.proven and free and proven.objective.startswith("mean")):
        raise BadCertificate(f"{fspath(path)} proves nothing of the mean of all trees: {proven}")
    costs = costs_of(game)
    unit = in_units(costs)[1] if costs else Fraction(1)
    return hidden.least_mean(int(proven.total / unit)) * unit


def _upper(game: Game, found: Equilibrium) -> Fraction:
    """Return what the trees take at most for any secret, on average over the symmetries."""
    shares = [share for share, _ in found.trees]
    if sum(shares) != 1 or min(shares) < 0:
        raise BadArgument("trees must have shares from 0 that add up to 1")
    price = dict(zip(game.guesses, costs_of(game), strict=True)) if costs_of(game) else None
    mean: dict[Any, Exact] = dict.fromkeys(weights_by_secret(game), 0)
    for share, tree in found.trees:
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
    """Return the orbit of each secret, every symmetry compared with the score of every pair."""
    if not symmetries:
        return list(range(len(game.secrets)))
    scored = score_game(weighted(game, lambda secret: int(secret in hideable)), lambda: None)
    for number, (guesses, secrets) in enumerate(symmetries, start=1):
        fields: Mapping[str, Any] = {"guesses": list(guesses), "secrets": list(secrets)}
        line = Line("symmetries", number, {"symmetry": fields})
        check_symmetry(line, scored, read_symmetry(line, scored))
    return orbits([secrets for _, secrets in symmetries], len(game.secrets))
