"""The types that cross the border of the kernels; callers import them from here."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

#: Different scores that the compiled search and the search for symmetries tell apart.
MOST_SCORES = 256

#: The guesses that may be chosen: all of them, or those that some candidate answers with an end.
POOL_ALL, POOL_CANDIDATES = 0, 1

#: A guess as bytes, a colour a byte, and its black and white pegs.
Turn = tuple[bytes, int, int]


class Rules(NamedTuple):
    """When a game is over, and the costs of its guesses.

    ``final`` has for each score whether it ends the game. ``goals`` has a number for each secret,
    or is empty: the game is over, too, as soon as all candidates have the same. ``costs`` has the
    cost of each guess, an integer from 1, or is empty: then each costs 1.
    """

    final: Sequence[bool]
    goals: Sequence[int] = ()
    costs: Sequence[int] = ()


class Symmetry(NamedTuple):
    """Permutations of guesses, secrets and scores under which the table stays the same.

    ``score(guesses[g], secrets[v]) == scores[score(g, v)]`` for every guess g and secret v. Empty
    ``scores`` mean that every score stays where it is.
    """

    guesses: Sequence[int]
    secrets: Sequence[int]
    scores: Sequence[int] = ()


class Quadratic(NamedTuple):
    """What a block of some weight costs: ``constant + linear * weight + square * weight**2``."""

    constant: int
    linear: int
    square: int

    def of(self, weight: int) -> int:
        """Return the cost of a block that is not empty."""
        return self.constant + self.linear * weight + self.square * weight * weight


class Criterion(NamedTuple):
    """The rule that a greedy guess is chosen by.

    ``combine`` names a measure, which says exactly what blocks cost together:

    - "sum" or "max" of ``block_costs[size]``, which has an entry for every size from 0 to the
      number of candidates. With ``weights`` it is a function of the weight of a block, or a
      ``Quadratic``;
    - "power": the product of ``size ** size``. The minimum is the highest entropy;
    - "naming": the product of ``(2 * size) ** size`` of blocks at which the game goes on, over that
      of ``size ** size`` of what must be told apart there: the weight that is left and its entropy;
    - "ranks": the product of ``(2 * r) ** weight`` over the candidates of such blocks, each the
      r-th heaviest of its own;
    - "pairs": of such blocks 8 times the pairs of candidates whose goals differ, the pairs of
      candidates, each weighed by the product of their weights and counted twice, and the size
      times that of all candidates.

    The size of a block is the weight of its candidates by ``weights``, which has a number from 1
    for each secret of the game, or is empty: then each weighs 1.

    With ``aims`` goals and the costs of guesses count. Where two secrets of the game share a goal,
    "sum", "max" and "power" look at blocks at which the game goes on: what the block costs over its
    classes (the candidates of one goal) counts 8 times, what it costs over its candidates once.
    Where guesses have costs, what counts is the gain for the cost of the guess: how much less the
    blocks cost (for products: by how much their logarithm is less) than all candidates in one
    block, divided by what the guess costs. Multiplied by it where it is a loss.

    ``order`` lists the guesses to look at, first preferred. A guess may win when some candidate
    answers it with a final score; ``pool`` 1 leaves out the others, unless the secrets
    have goals and no score is final. Among equal costs the first in ``order`` is taken.
    ``win_levels`` gives way to guesses that may win: 0 not at all, 1 among guesses of the least
    cost, k among the k least costs.

    A guess tells something when it may win or when the candidates' answers differ. Whatever it
    costs, a guess that tells nothing comes after every one that tells something: it is left out
    where costs are compared and counted, and the first in ``order`` is taken if the pool has
    nothing else.
    """

    combine: str
    block_costs: Sequence[Any] | Quadratic | Callable[[int], Any]
    order: Sequence[int]
    pool: int = POOL_ALL
    win_levels: int = 1
    weights: Sequence[int] = ()
    aims: bool = True


class FlatTree(NamedTuple):
    """A decision tree in parallel arrays, the nodes in preorder, the root first.

    Node i asks ``guesses[i]``; its edges are ``first_edge[i]`` to ``first_edge[i + 1]``, in
    ascending order of score. An edge has a score id, the node below it (-1: the game is over) and
    the number of candidates that take it. ``stuck`` names a node whose guess tells nothing (the
    rest of the tree is then incomplete), or is -1. A game that is over before its first guess has
    a tree of no nodes.
    """

    guesses: array[int]
    first_edge: array[int]
    edge_score: array[int]
    edge_child: array[int]
    edge_size: array[int]
    stuck: int


class FoundSymmetries(NamedTuple):
    """Symmetries of a table, each compared with the whole of it.

    With ``complete`` they generate every one there is, but for those that only exchange guesses of
    equal rows and secrets of equal columns: these keep their order among themselves. The product of
    ``orbits`` is then their number.
    """

    generators: Sequence[Symmetry]
    orbits: Sequence[int]
    complete: bool


class CodeShape(NamedTuple):
    """The codes of a game: how many colours and holes, and where a colour may come twice.

    The codes that kernels count, list, draw and breed are secrets.
    """

    colours: int
    holes: int
    secret_repeats: bool
    guess_repeats: bool


class Breeding(NamedTuple):
    """The chances, out of 2**32, of one point of crossover and then of each change of a child."""

    one_point: int
    mutation: int
    permutation: int
    inversion: int


class SampledOptions(NamedTuple):
    """How many codes and guesses a sampled guess looks at.

    ``at_four`` and ``per_bit`` are in thousandths of a guess.
    """

    sample: int
    inside: int
    outside: int
    climbs: int
    small: int
    small_outside: int
    small_pool: int
    root_width: int
    width: int
    deep: int
    exact: int
    at_four: int
    per_bit: int
