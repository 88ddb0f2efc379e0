"""What documents print, to the letter: functions of the first answer, and algorithm 3 of Rhodes."""

from __future__ import annotations

from array import array
from collections import Counter, namedtuple
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from math import log
from typing import Any, ClassVar

from attrs import frozen

from mastermind_core import lazy_tree
from mastermind_core.games import Mastermind
from mastermind_core.strategies.tabled.randomized import Draws
from mastermind_core.table import ScoreTable

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


@frozen
class MercAsPrinted(Draws):
    """Algorithm 3 to the letter after 1122, with every fitting code of its least value an option.

    The value of a code c counts, over the secrets m there may be, the codes that answer m as m
    answers c.

    >>> from mastermind_core import compile_game
    >>> table = compile_game(Mastermind(colours=3, holes=2))
    >>> MercAsPrinted().options(table, table.everything)
    [1, 2, 3, 5, 6, 7]
    """

    name: str = "merc as printed"
    opening: tuple[Any, ...] = ((1, 1, 2, 2),)
    symmetric: ClassVar[bool] = True

    def options(self, table: ScoreTable, candidates: array[int]) -> Sequence[int]:
        """Return the numbers of the guesses."""
        of = [table.guesses[table.secrets.items[one]] for one in candidates]
        answers = [
            {one: score for score, block in table.split(guess, candidates) for one in block}
            for guess in of
        ]
        sizes = [Counter(row.values()) for row in answers]
        values = [
            sum(size[row[one]] for one, size in zip(candidates, sizes, strict=True))
            for row in answers
        ]
        return [guess for guess, value in zip(of, values, strict=True) if value == min(values)]
