"""The best tree of a game under an objective, with what is proven about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import lru_cache
from os import PathLike
from time import process_time
from typing import Any, Literal

from attrs import field, frozen

from mastermind_core.display import Shown
from mastermind_core.errors import BadArgument, NoStrategy
from mastermind_core.exact.proof.writer import Case
from mastermind_core.exact.symmetries import symmetries
from mastermind_core.game import Game, HistoryLegal
from mastermind_core.kernels.choose import greedy_kernel
from mastermind_core.kernels.exact import compiled as exact
from mastermind_core.kernels.exact.plain import (
    IMPOSSIBLE,
    MEAN,
    MEAN_THEN_WORST,
    NO_LIMIT,
    POOL_LEGAL,
    WORST,
    WORST_THEN_MEAN,
    Found,
    Task,
)
from mastermind_core.kernels.types import POOL_ALL, POOL_CANDIDATES
from mastermind_core.progress import Bar, Progress, heard
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.tree import Node, stored_tree

Objective = Literal["worst", "mean", "worst-then-mean", "mean-then-worst"]
Pool = Literal["all", "candidates", "legal"]

OBJECTIVES: dict[str, int] = {
    "worst": WORST,
    "mean": MEAN,
    "worst-then-mean": WORST_THEN_MEAN,
    "mean-then-worst": MEAN_THEN_WORST,
}
POOLS: dict[str, int] = {"all": POOL_ALL, "candidates": POOL_CANDIDATES, "legal": POOL_LEGAL}


@frozen
class Solution(Shown):
    """Hold a tree and how good it is proven to be.

    ``total`` is the sum of the guesses over all secrets (times their weights), ``worst`` the most
    that one takes. ``lower_bound`` is proven for every strategy, in the unit of the objective's
    first part: guesses in the worst case, or the total. With ``proven`` no strategy is better.
    """

    objective: Objective
    tree: Node = field(repr=False)
    total: int
    worst: int
    lower_bound: int
    proven: bool
    nodes: int
    seconds: float = field(eq=False)
    case: Case | None = field(default=None, repr=False, eq=False)

    def certificate(self, path: str | PathLike[str], *, progress: Progress | None = None) -> None:
        """Write the proof to a file that :func:`verify_certificate` checks without the search.

        It holds the tree, and for the lower bound sets of secrets with what each costs at least.
        The search is gone through again to write it. A path that ends in ".gz" is compressed.
        """
        if self.case is None or not self.proven:
            raise BadArgument("only a proven solution has a certificate: let the search finish")
        if self.case.task.first:
            raise BadArgument("a certificate is about all trees: leave out the opening")
        report = None if progress is None else _Reporter(progress, self.case.task.objective)
        self.case.write(path, self.tree, self.total, self.worst, report)

    def __str__(self) -> str:
        state = "proven" if self.proven else f"lower bound {self.lower_bound}"
        total = "" if self.objective == "worst" else f"total {self.total}, "
        return f"{total}worst {self.worst}, {state} ({self.nodes:,} positions searched)"


def optimal(
    game: Game[Any, Any, Any],
    objective: Objective = "mean",
    *,
    pool: Pool = "all",
    opening: Any = None,
    max_steps: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    checkpoint: str | PathLike[str] | None = None,
    progress: Progress | bool | None = None,
) -> Solution:
    """Find a tree that no strategy can beat, or the best that a budget allows.

    ``objective`` is "mean" (least total), "worst", or one of them and then the other. ``pool``
    leaves all guesses, only "candidates" (guesses that may win), or only those that the rule of
    the game makes "legal". With ``opening`` only trees that begin with this guess are looked at.
    ``max_steps`` bounds the worst case; where no strategy keeps it,
    :class:`NoStrategy` says so. ``seconds`` and ``nodes`` are budgets: when one is spent the best
    tree so far, no worse than greedy ones, comes back with ``proven`` false, and so it does after
    Ctrl-C.

    ``workers`` processes, or an ``executor``, divide the search among them; the answer does not
    depend on how many there are. ``checkpoint`` is a file that keeps what is done, to go on from
    when the search is stopped or killed. ``progress`` hears how many parts are done, of how many
    so far; True shows a bar.

    The same call returns the same tree. Of several optimal trees it is not the first in the order
    of the guesses: among equals the search keeps the guess that its bounds try first, and only one
    of those that a symmetry makes alike. Another kernel may return another of them: with "mean"
    the worst case may then differ, with "worst" the total; what was asked for does not.

    >>> from mastermind_core import TwoD
    >>> best = optimal(TwoD(5), "worst-then-mean")
    >>> best.total, best.worst, best.proven
    (83, 4, True)
    """
    table = compile_game(game)
    began = process_time()
    task = pose(game, table, objective, pool, max_steps, seconds, nodes, opening)
    found = search(
        game,
        table,
        task,
        workers=workers,
        executor=executor,
        checkpoint=checkpoint,
        progress=progress,
    )
    if found.tree is None:
        raise NoStrategy(_why_none(found, max_steps))
    return Solution(
        objective,
        stored_tree(table, found.tree, game),
        found.total,
        found.worst,
        found.lower_bound,
        found.proven,
        found.nodes,
        process_time() - began,
        Case(table, task, objective, max_steps),
    )


def search(
    game: Game[Any, Any, Any],
    table: ScoreTable,
    task: Task,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    checkpoint: str | PathLike[str] | None = None,
    progress: Progress | bool | None = None,
) -> Found:
    """Put what was asked to the kernel, or to those who divide it."""
    with heard("proving", progress=progress) as hook:
        report = None if hook is None else _Reporter(hook, task.objective)
        if workers is None and executor is None and checkpoint is None:
            return exact.solve(table.kernel_scores, task, report)
        from mastermind_core.exact.divide import split

        return split.solve(
            game,
            table,
            task,
            pose,
            workers=workers,
            executor=executor,
            checkpoint=checkpoint,
            report=report,
        )


def pose(
    game: Game[Any, Any, Any],
    table: ScoreTable,
    objective: str,
    pool: str = "all",
    max_steps: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    opening: Any = None,
) -> Task:
    """State a search in numbers."""
    if objective not in OBJECTIVES:
        raise BadArgument(f"objective must be one of {', '.join(OBJECTIVES)}, not {objective!r}")
    if pool not in POOLS:
        raise BadArgument(f"pool must be one of {', '.join(POOLS)}, not {pool!r}")
    if pool == "legal" and _only_candidates_are_legal(game, table):
        pool = "candidates"
    return Task(
        table.everything,
        OBJECTIVES[objective],
        POOLS[pool],
        _limit("max_steps", max_steps),
        () if table.uniform else table.weights,
        () if pool == "legal" else symmetries(game, table),
        _LegalRows(game, table) if pool == "legal" else (),
        _limit("nodes", nodes),
        _limit("seconds", seconds),
        first=() if opening is None else (_opening(table, opening),),
    )


def _opening(table: ScoreTable, guess: Any) -> int:
    """Return the number of a guess to begin with."""
    number = table.guesses[guess]
    if not table.tells(number, table.everything):
        raise BadArgument(
            f"opening: {guess!r} gets the same answer from every secret: take another"
        )
    return number


def _limit(name: str, value: Any) -> Any:
    if value is None:
        return NO_LIMIT
    kinds = (int, float) if name == "seconds" else int
    if isinstance(value, bool) or not isinstance(value, kinds) or not value >= 0:
        whole = "" if name == "seconds" else "whole "
        raise BadArgument(
            f"{name} must be a {whole}number from 0, or None for no limit, not {value!r}"
        )
    return value


class _Reporter:
    """Pass on what a search says of itself: to a bar also how far apart the bounds are."""

    def __init__(self, progress: Progress, objective: int):
        self._progress = progress
        self._unit = "worst" if objective in {WORST, WORST_THEN_MEAN} else "total"

    def __call__(self, best: int, bound: int, done: int, total: int) -> None:
        if isinstance(self._progress, Bar):
            known = best if best < IMPOSSIBLE else None
            self._progress.standing(self._unit, bound, known)
        self._progress(done, total)


def _only_candidates_are_legal(game: Game[Any, Any, Any], table: ScoreTable) -> bool:
    """Say whether the legal guesses are always those that may win, which is quicker to search."""
    scores = table.kernel_scores
    if isinstance(game, HistoryLegal) or table.guesses.items != table.secrets.items:
        return False
    if scores.n_scores > 256:
        return False
    rows = [bytes(greedy_kernel().row(scores, guess)) for guess in range(scores.n_guesses)]
    ends = bytes(map(bool, scores.final)).ljust(256, b"\0")
    whole, size = b"".join(rows), len(rows)
    return all(
        whole[at::size] == row and sum(row.translate(ends)) == 1 == ends[row[at]]
        for at, row in enumerate(rows)
    )


class _LegalRows(Sequence[Sequence[int]]):
    """Say which guesses stay legal after each answer to a guess, worked out when it is asked.

    A game with no rule of its own keeps to guesses that would give the same answers as the secret.
    """

    def __init__(self, game: Game[Any, Any, Any], table: ScoreTable):
        self._guesses, self._scores = table.guesses.items, table.scores.items
        self._game: Any = game
        sets = getattr(game, "legal_sets", None)  # of a game that can tell of all guesses at once
        self._sets = self._by_call if sets is None else sets()
        self._row = lru_cache(maxsize=1024)(
            self._by_rule if isinstance(game, HistoryLegal) else self._consistent
        )

    def __len__(self) -> int:
        return len(self._guesses)

    def __getitem__(self, asked: Any) -> Any:
        return self._row(asked)

    def _consistent(self, asked: int) -> Sequence[int]:
        guess = self._guesses[asked]
        masks = dict.fromkeys(self._scores, 0)
        for at, own in enumerate(self._guesses):
            score = self._game.score(guess, own)
            if score in masks:
                masks[score] |= 1 << at
        return tuple(masks.values())

    def _by_rule(self, asked: int) -> Sequence[int]:
        return _LegalRow(self._sets, self._guesses[asked], self._scores)

    def _by_call(self, asked: Any, score: Any) -> int:
        history, legal = ((asked, score),), self._game.legal
        return sum(1 << at for at, own in enumerate(self._guesses) if legal(own, history))


class _LegalRow(Sequence[int]):
    def __init__(self, sets: Callable[[Any, Any], int], asked: Any, scores: Sequence[Any]):
        self._sets, self._asked, self._scores = sets, asked, scores
        self._known: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._scores)

    def __getitem__(self, score: Any) -> Any:
        if score not in self._known:
            self._known[score] = self._sets(self._asked, self._scores[score])
        return self._known[score]


def _why_none(found: Found, max_steps: int | None) -> str:
    if not found.proven:
        return (
            "the search was stopped before it found a strategy (lower bound so far: "
            f"{found.lower_bound}): allow more"
        )
    if max_steps is None:
        return "no strategy ends this game with the guesses of this pool"
    bound = "" if found.lower_bound >= IMPOSSIBLE else f" (at least {found.lower_bound})"
    return f"no strategy finds every secret within {max_steps} guesses{bound}: allow more"
