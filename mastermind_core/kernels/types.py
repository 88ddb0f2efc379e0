"""The types that cross the kernels' border. Callers import them from here."""

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
    """Conditions that end a game, and the guesses' costs.

    Attributes:
        final: Whether each score ends the game.
        goals: A number per secret, or empty. With goals, the game is also over as soon as all
            candidates have the same goal.
        costs: Each guess's cost, an integer from 1. Empty means 1 each.
    """

    final: Sequence[bool]
    goals: Sequence[int] = ()
    costs: Sequence[int] = ()


class Symmetry(NamedTuple):
    """Permutations for guesses, secrets and scores that keep the score table invariant.

    ``score(guesses[g], secrets[v]) == scores[score(g, v)]`` for every guess g and secret v.

    Attributes:
        guesses: Each guess's image.
        secrets: Each secret's image.
        scores: Each score's image. Empty means the identity.
    """

    guesses: Sequence[int]
    secrets: Sequence[int]
    scores: Sequence[int] = ()


class Quadratic(NamedTuple):
    """A block's cost by its weight: ``constant + linear * weight + square * weight**2``.

    Attributes:
        constant: The constant term.
        linear: The weight's coefficient.
        square: The squared weight's coefficient.
    """

    constant: int
    linear: int
    square: int

    def __call__(self, weight: int) -> int:
        """Return the cost for a block that is not empty.

        Args:
            weight: The block's weight.
        """
        return self.constant + self.linear * weight + self.square * weight * weight


class Criterion(NamedTuple):
    """The rule that chooses a greedy guess.

    ``combine`` names a measure, the exact joint cost that a guess's blocks have:

    - "sum" or "max" over ``block_costs[size]``, where sizes go from 0 up to all candidates. With
      ``weights`` it is a function that takes a block's weight, or a ``Quadratic``.
    - "power": every ``size ** size``, multiplied. Its minimum is the maximum entropy.
    - "naming": ``(2 * size) ** size``, multiplied over the blocks that are not over. It is divided
      by ``size ** size`` for each of their classes (the candidates with one goal). It combines the
      remaining weight and its entropy.
    - "ranks": ``(2 * r) ** weight``, multiplied over the candidates in such blocks, each the r-th
      heaviest in its block.
    - "pairs": a sum over such blocks. It adds 8 times the candidate pairs with different goals and
      once all candidate pairs, where a pair counts twice its multiplied weights. It also adds the
      block's size times all candidates' size.

    A block's size is its candidates' total weight.

    With ``aims``, goals and guess costs count. If two secrets in the game share a goal, "sum",
    "max" and "power" consider only blocks that are not over. A block's cost over its classes (the
    candidates with one goal) counts 8 times, its cost over its candidates once.

    If guesses have costs, the criterion is the gain per guess cost. The gain is the cost if all
    candidates are in one block, minus the blocks' cost (for products, with logarithms). A loss is
    multiplied by the guess's cost instead.

    A guess is informative if it may win or if the candidates' scores differ. Every uninformative
    guess comes after all informative ones. It is left out when costs are compared and counted. If
    the pool has no other guesses, the first in ``order`` is taken.

    Attributes:
        combine: The measure's name.
        block_costs: The block costs for "sum" and "max".
        order: The guesses to examine, first preferred. Among equal costs the first is taken.
        pool: POOL_CANDIDATES excludes guesses without a final score for any candidate, unless the
            secrets have goals and no score is final.
        win_levels: Preference for guesses that may win: 0 for none, 1 among guesses with minimum
            cost, k among the k smallest costs.
        weights: An integer from 1 for each secret in the game. Empty means 1 each.
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

    Node i has the edges ``first_edge[i]`` to ``first_edge[i + 1]``, in ascending score order. A
    game that is over before its first guess has a tree without nodes.

    Attributes:
        guesses: The guess id per node.
        first_edge: Each node's first edge, as an index, and the edge count at the end.
        edge_score: The score id per edge.
        edge_child: The node below each edge, or -1 if the game is over.
        edge_size: Candidates per edge.
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
    """A table's symmetries, each compared with the whole table.

    Attributes:
        generators: The symmetries found.
        orbits: The orbit sizes in a stabiliser chain. With ``complete``, their product counts the
            symmetries.
        complete: Whether the generators generate all symmetries that preserve the order among
            guesses with equal rows and among secrets with equal columns.
    """

    generators: Sequence[Symmetry]
    orbits: Sequence[int]
    complete: bool


class CodeShape(NamedTuple):
    """A game's codes, by colours and holes.

    The codes that kernels count, list, sample and breed are secrets.

    Attributes:
        colours: How many colours there are.
        holes: How many holes there are.
        secret_repeats: Whether a colour may repeat in a secret.
        guess_repeats: Whether a colour may repeat in a guess.
    """

    colours: int
    holes: int
    secret_repeats: bool
    guess_repeats: bool
