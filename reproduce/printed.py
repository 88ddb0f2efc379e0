"""Functions of the first Stack Overflow answer as they are printed, to see what they do."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Iterator
from itertools import permutations, product
from math import log
from typing import Any

from mastermind_core import lazy_tree
from mastermind_core.games import Mastermind

Node = namedtuple("Node", "decision branches")
Branch = namedtuple("Branch", "result subtree")

#: As printed, but for ``next``, which was a method in its Python.
_SOLVER = """
def solver(scorer, **kwargs):
    lazyTree = lazySolutionTree(**kwargs)
    steps = []
    while lazyTree is not None:
        t = next(lazyTree)
        result = scorer(t.decision)
        steps.append((t.decision, result))
        subtrees = [b.subtree for b in t.branches if b.result == result]
        if len(subtrees) == 0:
            raise Exception("No solution possible for given scores")
        lazyTree = subtrees[0]
    assert(result in endstates)
    return steps
"""


def solver_plays() -> str:
    """Return what the printed ``solver`` ends with when it plays a game: "yes", or its error."""
    game = Mastermind(colours=4, holes=2, repeats="guesses")
    space: dict[str, Any] = {"lazySolutionTree": _lazy_solution_tree}
    exec(_SOLVER, space)
    secrets = set(permutations(game.symbols, 2))
    guesses = set(product(game.symbols, repeat=2))
    try:
        space["solver"](
            lambda guess: game.score(guess, (3, 1)),
            G=guesses,
            V=secrets,
            score=game.score,
            endstates=game.endstates,
        )
    except NameError as error:
        return str(error)
    return "yes"


def _lazy_solution_tree(**kwargs: Any) -> Iterator[Node]:
    del kwargs
    return _nodes(lazy_tree(Mastermind(colours=4, holes=2, repeats="guesses"), "entropy"))


def _nodes(node: Any) -> Iterator[Node]:
    below = (
        Branch(branch.score, None if branch.subtree is None else _nodes(branch.subtree))
        for branch in node.branches
    )
    yield Node(node.guess, below)


def entropy(numbers: Iterable[int]) -> float:
    """Return what the printed ``entropy`` gives.

    >>> entropy([1, 1, 2]), entropy(number for number in [1, 1, 2]) == 0
    (1.5, True)
    """
    total = sum(numbers)
    return -sum(p * log(p, 2) for p in (v / total for v in numbers if v))


def sorts_by_entropy() -> bool:
    """Say whether the sort key of the printed ``solutionExists`` tells partitions apart.

    It hands block sizes to ``entropy`` as a generator, which is read twice there.
    """
    partitions = [[1, 1, 2], [3, 1], [4]]
    return len({entropy(size for size in sizes) for sizes in partitions}) > 1
