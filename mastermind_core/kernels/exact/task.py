"""An exact search's task, and its results."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.types import POOL_ALL, FlatTree, Symmetry

#: Called with the best value so far, the lower bound, the number of first guesses done, their total
#: number, and the number of nodes.
Report = Callable[[int, int, int, int, int], None]

#: The pool of guesses that every score so far leaves legal, beside the pools of greedy strategies.
POOL_LEGAL = 2

WORST = Objective.WORST
MEAN = Objective.MEAN
WORST_THEN_MEAN = Objective.WORST_THEN_MEAN
MEAN_THEN_WORST = Objective.MEAN_THEN_WORST
NO_LIMIT = -1
IMPOSSIBLE = 1 << 60


class Words(NamedTuple):
    """Secrets and guesses as words with one length, one byte per letter.

    Attributes:
        secrets: All secrets' words, joined, empty if the game has no words.
        guesses: All guesses' words, joined, empty if the game has no words.
    """

    secrets: bytes = b""
    guesses: bytes = b""


class SearchQuestion(NamedTuple):
    """A search's question: its answer's value depends on nothing else.

    Guesses may have costs and secrets may have goals, and both come with the scores. With costs, a
    total adds path costs, and the worst case is the most expensive path's cost. Limits on paths may
    be NO_LIMIT.

    Attributes:
        candidates: The secret ids to search.
        objective: The quantity to minimize.
        pool: Allowed guesses: POOL_ALL, POOL_CANDIDATES or POOL_LEGAL.
        legal: ``legal[guess][score]`` is a bit mask: the guesses that stay legal after a score.
            Only POOL_LEGAL reads it.
        first: The allowed first guesses. Empty allows any.
        weights: An integer from 1 per secret id. Empty means that all weights are 1.
        prices: Costs for the guesses on a path in turn, and the last one applies to all later
            guesses. A total then sums over all secrets' guesses, and a set's cost depends on how
            many guesses came before. Not combined with guess costs.
        max_steps: Maximum number of guesses on every path, also if guesses have costs.
        max_cost: Maximum cost for every path.
    """

    candidates: array[int]
    objective: Objective = Objective.MEAN
    pool: int = POOL_ALL
    legal: Sequence[Sequence[int]] = ()
    first: Sequence[int] = ()
    weights: Sequence[int] = ()
    prices: Sequence[int] = ()
    max_steps: int = NO_LIMIT
    max_cost: int = NO_LIMIT


class SearchLimits(NamedTuple):
    """A search's budgets, and the values that are enough. NO_LIMIT leaves a budget out.

    Attributes:
        nodes: Maximum number of nodes.
        seconds: Maximum wall-clock time.
        memory: Bytes for a compiled search's scores and stored sets.
        threads: How many threads in this process share a compiled search.
        below: A mean objective searches only for totals less than this. Larger totals are neither
            found nor proven impossible.
        least_steps: A worst-case objective searches only for worst cases at or above this. With
            costs, a value over 1 requests any tree within ``max_cost``.
    """

    nodes: int = NO_LIMIT
    seconds: float = NO_LIMIT
    memory: int = NO_LIMIT
    threads: int = 1
    below: int = IMPOSSIBLE
    least_steps: int = 1


class SearchHints(NamedTuple):
    """Knowledge that saves a search work and changes no value.

    Attributes:
        symmetries: Permutations (guesses, secrets, scores) that preserve every score, the
            candidates and the legal guesses.
        uniform_symmetries: Symmetries that preserve everything except the weights, and
            ``symmetries`` does not contain them.
        asked: Guesses whose scores led to the candidates. ``symmetries`` then hold for the whole
            game, and the search finds the ones that preserve the candidates.
        words: The game's words, if symmetries exchange their letters or positions. Sets are then
            identified up to relabelling (canonical form).
        evenly: Whether the search is for a bound, not for a tree: the compiled search then tightens
            all blocks in a large set together.
        tuning: Thresholds in the compiled search. Tests cover both sides.
    """

    symmetries: Sequence[Symmetry] = ()
    uniform_symmetries: Sequence[Symmetry] = ()
    asked: Sequence[int] = ()
    words: Words = Words()
    evenly: bool = False
    tuning: Sequence[int] = ()


class Task(NamedTuple):
    """A search task in numbers: the input of the kernel.

    Attributes:
        question: The quantity to minimize, for which secrets and guesses.
        limits: The budgets, and the values that are enough.
        hints: Symmetries and other knowledge.
    """

    question: SearchQuestion
    limits: SearchLimits = SearchLimits()
    hints: SearchHints = SearchHints()

    @property
    def by_depth(self) -> bool:
        """Return whether a set's cost depends on how many guesses came before."""
        return bool(self.question.prices)

    def in_time(self, seconds: float) -> Task:
        """Return this task with another time limit."""
        return self._replace(limits=self.limits._replace(seconds=seconds))


def in_guesses(costs: Sequence[int], task: Task) -> Task:
    """Return a task without ``max_cost`` if each guess costs 1: if there are no costs."""
    question = task.question
    if costs or question.max_cost == NO_LIMIT:
        return task
    limits = [most for most in (question.max_steps, question.max_cost) if most != NO_LIMIT]
    return task._replace(question=question._replace(max_steps=min(limits), max_cost=NO_LIMIT))


class Found(NamedTuple):
    """A search's result, with the proven facts.

    Attributes:
        tree: The best tree found. None if there is no strategy within ``max_steps`` and ``below``
            (then ``proven`` is true) or none was found yet.
        total: The tree's total.
        worst: The tree's worst case.
        lower_bound: A proven lower bound in the objective's first unit: the total, or guesses in
            the worst case.
        proven: Whether no strategy is better than ``tree``.
        nodes: How many nodes were searched.
        openings: Results for first guesses if a search with ``below`` or ``least_steps`` was
            stopped: (guess, bound, whether the bound is the exact total), in tie order. A guess
            that is missing cannot meet the limits, or is equivalent to one in the list.
        interrupted: Whether Ctrl-C came. It ended the search unless that was complete.
        solved: Entries from a table with solved sets, for other machines' tables.
    """

    tree: FlatTree | None
    total: int
    worst: int
    lower_bound: int
    proven: bool
    nodes: int
    openings: Sequence[tuple[int, int, bool]] = ()
    interrupted: bool = False
    solved: bytes = b""


class Fact(NamedTuple):
    """A claim to prove: a lower bound for every tree's total within ``steps`` and ``cost``.

    Attributes:
        steps: Maximum number of guesses per path, or NO_LIMIT.
        least: The total's lower bound, or IMPOSSIBLE.
        cost: Maximum cost per path, or NO_LIMIT.
    """

    steps: int
    least: int
    cost: int = NO_LIMIT


class Lemma(NamedTuple):
    """A lower bound: for a set within the limits, every strategy's total is ``least`` or more.

    Attributes:
        secrets: The set's secret ids.
        steps: Maximum number of guesses on every path, or NO_LIMIT for any number.
        least: The lower bound, or IMPOSSIBLE if there is no strategy.
        alike: Numbers of symmetries that preserve the set. The proof examines one guess among those
            that they map to each other.
        cost: Maximum cost for every path if guesses have costs.
        made: How many guesses were made before, if prices depend on it.
    """

    secrets: array[int]
    steps: int
    least: int
    alike: tuple[int, ...]
    cost: int = NO_LIMIT
    made: int = 0


class Image(NamedTuple):
    """A lemma's image: the same bound for another set, which symmetries map the first one to.

    Lemmas are numbered from 0 as they are written, without images.

    Attributes:
        of: The lemma's number.
        by: The symmetries' numbers, applied one after the other.
    """

    of: int
    by: tuple[int, ...]


#: Receives lemmas in batches, each lemma after those that it rests on.
LemmaSink = Callable[[Sequence[Lemma | Image]], None]


class Evidence(NamedTuple):
    """Lemmas, each resting on earlier ones, and the symmetries that they name.

    Attributes:
        symmetries: Permutations in pairs: one for guesses, one for secrets.
        lemmas: The lemmas and images. They are ordered by dependence.
        last_uses: For each of these, the number that the last dependent lemma has. A fact to prove
            has -1.
    """

    symmetries: list[tuple[array[int], array[int]]]
    lemmas: Sequence[Lemma | Image]
    last_uses: Sequence[int]
