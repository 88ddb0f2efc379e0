"""The types that cross the border of the kernels. Callers import them from here."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

#: Maximum number of different scores for the search for symmetries; the compiled exact search takes
#: one less.
MOST_SCORES = 256

#: The allowed guesses: all of them, or those with a final score for some candidate.
POOL_ALL = 0
POOL_CANDIDATES = 1

#: A guess as bytes, one byte per colour, and its black and white pegs.
Turn = tuple[bytes, int, int]


class Rules(NamedTuple):
    """The conditions for the end of a game, and the costs of its guesses.

    Attributes:
        final: Whether each score ends the game.
        goals: A number per secret, or empty. With goals, the game is also over as soon as all
            candidates have the same goal.
        costs: The cost of each guess, an integer from 1. Empty means 1 each.
    """

    final: Sequence[bool]
    goals: Sequence[int] = ()
    costs: Sequence[int] = ()


class Symmetry(NamedTuple):
    """Permutations of guesses, secrets and scores under which the score table is invariant.

    ``score(guesses[g], secrets[v]) == scores[score(g, v)]`` for every guess g and secret v.

    Attributes:
        guesses: The image of each guess.
        secrets: The image of each secret.
        scores: The image of each score. Empty means the identity.
    """

    guesses: Sequence[int]
    secrets: Sequence[int]
    scores: Sequence[int] = ()


class Quadratic(NamedTuple):
    """The cost of a block by its weight: ``constant + linear * weight + square * weight**2``.

    Attributes:
        constant: The constant term.
        linear: The coefficient of the weight.
        square: The coefficient of the squared weight.
    """

    constant: int
    linear: int
    square: int

    def __call__(self, weight: int) -> int:
        """Return the cost of a block that is not empty.

        Args:
            weight: The weight of the block.
        """
        return self.constant + self.linear * weight + self.square * weight * weight


class Criterion(NamedTuple):
    """The rule that chooses a greedy guess.

    ``combine`` names a measure, the exact joint cost of the blocks of a guess:

    - "sum" or "max" of ``block_costs[size]``, for every size from 0 to the number of candidates.
      With ``weights`` it is a function of the weight of a block, or a ``Quadratic``.
    - "power": the product of ``size ** size``. Its minimum is the maximum entropy.
    - "naming": the product of ``(2 * size) ** size`` over the blocks that are not over. It is
      divided by the product of ``size ** size`` over their classes (the candidates of one goal). It
      combines the remaining weight and its entropy.
    - "ranks": the product of ``(2 * r) ** weight`` over the candidates of such blocks, each the
      r-th heaviest of its block.
    - "pairs": a sum over such blocks. It adds 8 times the pairs of candidates with different goals
      and once all pairs of candidates, each pair counted as twice the product of its weights. It
      also adds the size of the block times that of all candidates.

    The size of a block is the total weight of its candidates.

    With ``aims``, goals and guess costs count. If two secrets of the game share a goal, "sum",
    "max" and "power" consider only blocks that are not over. The cost of a block over its classes
    (the candidates of one goal) counts 8 times, its cost over its candidates once.

    If guesses have costs, the criterion is the gain per cost of the guess. The gain is the cost of
    all candidates in one block minus the cost of the blocks (for products, the difference of the
    logarithms). A loss is multiplied by the cost of the guess instead.

    A guess is informative if it may win or if the scores of the candidates differ. Every
    uninformative guess comes after all informative ones. It is left out when costs are compared and
    counted. If the pool has no other guesses, the first in ``order`` is taken.

    Attributes:
        combine: The name of the measure.
        block_costs: The costs of blocks for "sum" and "max".
        order: The guesses to examine, first preferred. Among equal costs the first is taken.
        pool: POOL_CANDIDATES excludes guesses without a final score for any candidate, unless the
            secrets have goals and no score is final.
        win_levels: Preference for guesses that may win: 0 for none, 1 among guesses of minimum
            cost, k among the k smallest costs.
        weights: An integer from 1 per secret of the game. Empty means 1 each.
        aims: Whether goals and guess costs count.
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

    Node i has the edges ``first_edge[i]`` to ``first_edge[i + 1]``, in ascending order of score. A
    game that is over before its first guess has a tree without nodes.

    Attributes:
        guesses: The guess id per node.
        first_edge: The index of the first edge per node, and the number of edges at the end.
        edge_score: The score id per edge.
        edge_child: The node below each edge, or -1 if the game is over.
        edge_size: The number of candidates per edge.
        stuck: A node with an uninformative guess, at which the tree is incomplete, and otherwise
            -1.
    """

    guesses: array[int]
    first_edge: array[int]
    edge_score: array[int]
    edge_child: array[int]
    edge_size: array[int]
    stuck: int


class FoundSymmetries(NamedTuple):
    """Symmetries of a table, each compared with the whole table.

    Attributes:
        generators: The symmetries found.
        orbits: Sizes of the orbits of a stabiliser chain. With ``complete``, their product is the
            number of symmetries.
        complete: Whether the generators generate all symmetries that preserve the order among
            guesses with equal rows and among secrets with equal columns.
    """

    generators: Sequence[Symmetry]
    orbits: Sequence[int]
    complete: bool


class CodeShape(NamedTuple):
    """The codes of a game, by colours and holes.

    The codes that kernels count, list, sample and breed are secrets.

    Attributes:
        colours: Number of colours.
        holes: Number of holes.
        secret_repeats: Whether a colour may repeat in a secret.
        guess_repeats: Whether a colour may repeat in a guess.
    """

    colours: int
    holes: int
    secret_repeats: bool
    guess_repeats: bool


class Breeding(NamedTuple):
    """The probabilities of genetic operations, as integers out of 2**32.

    Attributes:
        one_point: Probability of crossover at one point instead of two.
        mutation: Probability that a child gets one other colour.
        permutation: Probability that two holes of a child are exchanged.
        inversion: Probability that a section of a child is reversed.
    """

    one_point: int
    mutation: int
    permutation: int
    inversion: int


class SampledOptions(NamedTuple):
    """The numbers of codes and guesses that a sampled guess examines.

    Attributes:
        sample: Maximum number of consistent codes that a guess is evaluated on.
        inside: Number of consistent codes tried as guesses.
        outside: Number of variations of consistent codes tried as guesses.
        climbs: Number of best guesses that are improved step by step.
        small: Maximum number of consistent codes for a search.
        small_outside: Number of variations for a search.
        small_pool: Number of best variations that a search uses.
        root_width: Number of best guesses that the search examines at its root.
        width: Number of best guesses that it examines below the root.
        deep: Maximum size of a set that the search examines with more than its best guess.
        exact: Maximum number of consistent codes for a full search with these guesses.
        at_four: Expected further guesses for four codes, in thousandths.
        per_bit: Expected further guesses per doubling of the codes, in thousandths.
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
