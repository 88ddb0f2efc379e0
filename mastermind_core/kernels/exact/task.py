"""What an exact search is asked, and what it found."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.types import POOL_ALL, FlatTree, Symmetry

#: Hears the best value so far, the lower bound, the first guesses done, of how many, and nodes.
Report = Callable[[int, int, int, int, int], None]

#: The pool of guesses that every answer so far leaves legal, beside those of greedy rules.
POOL_LEGAL = 2

WORST, MEAN = Objective.WORST, Objective.MEAN
WORST_THEN_MEAN, MEAN_THEN_WORST = Objective.WORST_THEN_MEAN, Objective.MEAN_THEN_WORST
NO_LIMIT = -1
IMPOSSIBLE = 1 << 60


class Words(NamedTuple):
    """Secrets and guesses in letters, a byte each, all of one length; empty where they are not."""

    secrets: bytes = b""
    guesses: bytes = b""


class Task(NamedTuple):
    """A search in numbers: what is asked of the kernel.

    ``weights`` has a number from 1 for every secret id, or is empty for all ones. ``max_steps``
    bounds the guesses of every path. ``symmetries`` are (guesses, secrets, scores), permutations
    that keep every score, the candidates, and what is legal; they save work and change no value.
    Where they exchange letters or places of ``words``, which are all of the game, a set is known by
    other names too. ``even_symmetries`` keep all but the weights; those of ``symmetries`` do not.
    ``legal[guess][score]`` is a bit mask of the guesses that stay legal after an answer; only
    POOL_LEGAL reads it. ``nodes`` and ``seconds`` are budgets, ``memory`` the bytes for the scores
    of a compiled search and the sets that it remembers; NO_LIMIT is none.

    Guesses may have costs, and secrets goals: they come with the scores. A total is then of what
    paths cost, the worst case the most that one costs, and ``max_cost`` bounds what each may cost;
    ``max_steps`` bounds guesses all the same.

    ``prices`` are what the guesses of a path cost in turn, the last of them all guesses after it:
    a total is then their sum over the guesses of each secret, and a set costs what it does after so
    many guesses. They do not go with costs. ``stakes`` say more than prices and weights: what each
    guess of a path costs each secret id in turn, the last row for all guesses after it.

    ``first`` are the guesses that the tree may begin with; empty for any. ``asked`` are guesses
    whose answers left the candidates: symmetries are then those of the whole game, and what keeps
    the candidates is found among them. ``below`` limits what a mean objective looks for to lesser
    totals, ``least_steps`` the worst case to no fewer guesses: what they leave out is neither
    found nor proven to be impossible. If guesses have costs, ``least_steps`` over 1 asks for any
    tree within ``max_cost``. ``evenly`` is for a bound rather than a tree: the compiled search
    raises the blocks of a large set together. ``tuning`` has thresholds of the compiled search,
    which change no value: a test puts a set on either side of them. ``threads`` of this process
    share a compiled search.
    """

    candidates: array[int]
    objective: Objective = Objective.MEAN
    pool: int = POOL_ALL
    max_steps: int = NO_LIMIT
    weights: Sequence[int] = ()
    symmetries: Sequence[Symmetry] = ()
    words: Words = Words()
    legal: Sequence[Sequence[int]] = ()
    nodes: int = NO_LIMIT
    seconds: float = NO_LIMIT
    memory: int = NO_LIMIT
    asked: Sequence[int] = ()
    first: Sequence[int] = ()
    max_cost: int = NO_LIMIT
    below: int = IMPOSSIBLE
    evenly: bool = False
    least_steps: int = 1
    tuning: Sequence[int] = ()
    threads: int = 1
    even_symmetries: Sequence[Symmetry] = ()
    prices: Sequence[int] = ()
    stakes: Sequence[Sequence[int]] = ()

    @property
    def by_depth(self) -> bool:
        """Return whether what a set costs depends on how many guesses came before."""
        return bool(self.prices or self.stakes)


def in_guesses(scores: Any, task: Task) -> Task:
    """Return a task without ``max_cost`` where each guess costs 1."""
    if scores.costs or task.max_cost == NO_LIMIT:
        return task
    limits = [most for most in (task.max_steps, task.max_cost) if most != NO_LIMIT]
    return task._replace(max_steps=min(limits), max_cost=NO_LIMIT)


class Found(NamedTuple):
    """What a search found, and what it proved.

    Without ``tree`` there is no strategy within ``max_steps`` and ``below`` (``proven``), or none
    was found yet. ``lower_bound`` is proven, in the unit of the objective's first part: the total,
    or guesses in the worst case. ``proven`` says that no strategy is better than ``tree``.

    ``openings`` is what a search that was stopped tells of the first guesses, where ``below`` or
    ``least_steps`` was given: (guess, bound, whether that is its exact total), in the order of
    ties. A guess that is not there cannot do what was asked for, or is like one that is there.
    ``interrupted`` says that Ctrl-C came, and ended the search if it had not ended. ``solved`` are
    entries of a table of solved sets, for the tables of other machines.
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
    """What is to be shown: within ``steps`` and ``cost`` all trees have a total of ``least``."""

    steps: int
    least: int
    cost: int = NO_LIMIT


class Lemma(NamedTuple):
    """A bound: every strategy for some secrets within ``steps`` has a total of ``least`` or more.

    ``steps`` may be NO_LIMIT, and ``least`` IMPOSSIBLE where there is no strategy. Of guesses that
    the symmetries ``alike``, which keep the set, take to each other, one was looked at. Where
    guesses have costs, it is about strategies whose paths cost no more than ``cost``; where prices
    tell the guesses of a path apart, ``made`` came before.
    """

    secrets: array[int]
    steps: int
    least: int
    alike: tuple[int, ...]
    cost: int = NO_LIMIT
    made: int = 0


class Image(NamedTuple):
    """What a lemma says, of another set: what symmetries, one after the other, make of its own.

    Lemmas are numbered from 0 as they are written, images left out.
    """

    of: int
    by: tuple[int, ...]


#: Takes lemmas, some at a time, each after those that it rests on.
LemmaSink = Callable[[Sequence[Lemma | Image]], None]


class Evidence(NamedTuple):
    """Lemmas, each of which rests on earlier ones, and the symmetries that they name."""

    symmetries: list[tuple[array[int], array[int]]]
    lemmas: Sequence[Lemma | Image]
