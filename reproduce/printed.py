"""What documents print, to the letter: functions of the first answer, and algorithm 3 of Rhodes."""

from __future__ import annotations

import collections
import itertools
import math
from array import array
from collections import Counter, namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations, product
from math import log, sqrt
from random import Random
from statistics import mean, stdev
from string import ascii_lowercase
from time import process_time
from typing import Any, ClassVar

from attrs import frozen

from mastermind_core import Metric, lazy_tree
from mastermind_core.analysis import Distribution
from mastermind_core.games import Mastermind
from mastermind_core.partitions import partition
from mastermind_core.strategies.tabled.randomized import Draws
from mastermind_core.table import ScoreTable, compile_game
from reproduce.counting import Estimate

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


#: As printed, but for what is called otherwise now: range, zip and items.
_TWO_D = """
Node = collections.namedtuple('Node', 'decision branches')
Branch = collections.namedtuple('Branch', 'result subtree')
Comparison = collections.namedtuple('Comparison', 'less greater equal')

def twoDScorer(x, y):
    return Comparison(all(r[0] <= r[1] for r in zip(x, y)),
                      all(r[0] >= r[1] for r in zip(x, y)),
                      x == y)

def twoD():
    G = set(itertools.product(range(5), repeat=2))
    return dict(G = G, V = G, score = twoDScorer,
                endstates = set(Comparison(True, True, True)))

def partition(S, func, *args, **kwargs):
    partition = collections.defaultdict(set)
    for v in S: partition[func(v, *args, **kwargs)].add(v)
    return partition

def entropy(P):
    total = sum(P)
    return -sum(p*math.log(p, 2) for p in (v/total for v in P if v))

def decisionEntropy(V, g, score):
    return entropy(collections.Counter(score(gi, g) for gi in V).values())

def bestDecision(V, G, score):
    return max((decisionEntropy(V, g, score), g in V, g) for g in G)[2]

def lazySolutionTree(G, V, score, endstates, **kwargs):
    decision = bestDecision(V, G, score)
    branches = (Branch(result, None if result in endstates else
                lazySolutionTree(G, pV, score=score, endstates=endstates))
                for (result, pV) in partition(V, score, decision).items())
    yield Node(decision, branches)
"""


def two_d_ends(steps: int = 30, *, mended: bool = False) -> bool:
    """Return whether the printed ``twoD`` finds (2, 3) in so many steps and then stops.

    The set of its end states is {True}, which no answer is. With ``mended`` it is the set of the
    one answer that ends a game.

    >>> two_d_ends(), two_d_ends(mended=True)
    (False, True)
    """
    space: dict[str, Any] = {"collections": collections, "itertools": itertools, "math": math}
    exec(_TWO_D, space)
    given = space["twoD"]()
    if mended:
        given["endstates"] = {space["Comparison"](less=True, greater=True, equal=True)}
    tree = space["lazySolutionTree"](**given)
    for _ in range(steps):
        node = next(tree)
        answer = given["score"]((2, 3), node.decision)
        (tree,) = (branch.subtree for branch in node.branches if branch.result == answer)
        if tree is None:
            return True
    return False


def pegs_by_rule(secret: str, guess: str) -> str:
    """Return black and white pegs by the two rules of Ostrowska's note, to the letter.

    Each peg in its place is black, and each other one whose colour is in the secret is white.

    >>> pegs_by_rule("1432", "2536"), pegs_by_rule("1122", "1121")
    ('1, 1', '3, 1')
    """
    pairs = list(zip(secret, guess, strict=True))
    black = sum(hidden == peg for hidden, peg in pairs)
    white = sum(hidden != peg and peg in secret for hidden, peg in pairs)
    return f"{black}, {white}"


#: As printed: the pegs in the wrong place by sorting both words, and by a dictionary.
_SCORERS = """
def by_sorting(this, that):
    exact = len([x for x,y in zip(this, that) if x==y])
    other = 0
    x = sorted(this)
    y = sorted(that)
    while len(x) and len(y):
        if x[0] == y[0]:
            other += 1
            x.pop(0)
            y.pop(0)
        elif x[0] < y[0]:
            x.pop(0)
        else:
            y.pop(0)
    other -= exact
    return (exact,other)

def by_dictionary(this, that):
    exact = len([x for x,y in zip(this, that) if x==y])
    other = 0
    counters = dict()
    for i in this:
        counters[i] = counters.get(i,0) + 1
    for i in that:
        if counters.get(i,0) > 0:
            other += 1
            counters[i] -= 1
    other -= exact
    return (exact,other)

def as_first_edited(this, that):
    exact = len([x for x,y in zip(this, that) if x==y])
    return (exact, len([x for x,y in zip(sorted(this), sorted(that)) if x==y]) - exact)
"""


def scorers() -> dict[str, Callable[[Sequence[Any], Sequence[Any]], tuple[int, int]]]:
    """Return the printed scoring functions, by name.

    >>> [score("1221", "1113") for score in scorers().values()]
    [(1, 1), (1, 1), (1, 1)]
    """
    space: dict[str, Any] = {}
    exec(_SCORERS, space)
    return {name: space[name] for name in ("by_sorting", "by_dictionary", "as_first_edited")}


def right_by_sorted_pairs(game: Any, pairs: int, *, seed: int) -> Estimate:
    """Return the percentage of drawn pairs of codes that the first edit's score counts right.

    >>> right_by_sorted_pairs(Mastermind(colours=2, holes=1), 20, seed=1).value
    100.0
    """
    random, printed = Random(seed), scorers()
    wrong, right = printed["as_first_edited"], printed["by_dictionary"]
    drawn = [random.choices(game.secrets, k=2) for _ in range(pairs)]
    alike = [100.0 * (wrong(*pair) == right(*pair)) for pair in drawn]
    return Estimate(mean(alike), stdev(alike) / sqrt(pairs), pairs)


def _drawn_pairs(pairs: int, random: Random) -> list[tuple[str, str]]:
    """Return pairs of words of five letters, each from a shuffled alphabet."""
    letters, words = list(ascii_lowercase), []
    for _ in range(2 * pairs):
        random.shuffle(letters)
        words.append("".join(letters[:5]))
    return list(zip(words[::2], words[1::2], strict=True))


def _seconds(function: Callable[[], object]) -> float:
    began = process_time()
    function()
    return process_time() - began


def sorting_takes_longer(pairs: int, runs: int) -> Estimate:
    """Return by how many percent the score that sorts takes longer than the one with a dictionary.

    Each run scores as many pairs of words as the others.
    """
    drawn = _drawn_pairs(pairs, Random(1))
    printed = scorers()

    def takes(name: str) -> float:
        score = printed[name]
        return _seconds(lambda: [score(*pair) for pair in drawn])

    more = [100 * (takes("by_sorting") / takes("by_dictionary") - 1) for _ in range(runs)]
    return Estimate(mean(more), stdev(more) / sqrt(runs), runs)


def shuffling_takes_times(pairs: int) -> float:
    """Return how many times as long as the slower score it takes to draw the pairs."""
    score, random = scorers()["by_sorting"], Random(1)
    drawn = _drawn_pairs(pairs, random)
    scored = _seconds(lambda: [score(*pair) for pair in drawn])
    return _seconds(lambda: _drawn_pairs(pairs, random)) / scored


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


def secondary_as_printed(game: Any, first: Any = (1, 1, 2, 2)) -> Distribution:
    """Return the lengths of the thesis's secondary minimax by its loop, not by its comment.

    The loop lists the codes of the least and of the second least value together, in order, and
    takes the first that fits, or else the first of the list; the comment below it says that the
    codes of the least value come first.

    >>> print(secondary_as_printed(Mastermind(colours=3, holes=2), (1, 2)))
    1:1 2:4 3:3 4:1  (total 22, mean 2.4444, worst 4)
    """
    table = compile_game(game)
    counts: Counter[int] = Counter()
    waiting = [(table.guesses[first], table.everything, 1)]
    while waiting:
        guess, candidates, length = waiting.pop()
        for score, block in table.split(guess, candidates):
            if table.final[score]:
                counts[length] += len(block)
            else:
                waiting.append((_first_of_two_values(table, block), block, length + 1))
    return Distribution(counts)


def _first_of_two_values(table: ScoreTable, candidates: array[int]) -> int:
    values = [max(table.block_sizes(g, candidates)) for g in range(len(table.guesses.items))]
    least = sorted(set(values))[:2]
    listed = [guess for guess, value in enumerate(values) if value in least]
    fitting = {table.guesses[table.secrets.items[one]] for one in candidates}
    return next((guess for guess in listed if guess in fitting), listed[0])


def worst_as_printed(position: Any) -> Any:
    """Return the fitting code whose largest block is largest: the program of the thesis, 3.3.

    >>> from mastermind_core import length_distribution
    >>> print(length_distribution(Mastermind(colours=3, holes=2), worst_as_printed))
    1:1 2:2 3:5 4:1  (total 24, mean 2.6667, worst 4)
    """
    game, left = position.game, position.candidates
    return max(left, key=lambda code: max(map(len, partition(game, code, left).values())))


@frozen
class EveryTie(Draws):
    """Any guess of least cost, whether it may win or not, that tells candidates apart.

    >>> from mastermind_core import EXPECTED_SIZE, compile_game
    >>> table = compile_game(Mastermind(colours=3, holes=2))
    >>> EveryTie(EXPECTED_SIZE).options(table, table.everything)
    [1, 2, 3, 5, 6, 7]
    """

    metric: Metric
    name: str = "every tie"
    opening: tuple[Any, ...] = ()
    symmetric: ClassVar[bool] = True

    def options(self, table: ScoreTable, candidates: array[int]) -> Sequence[int]:
        """Return the numbers of the guesses."""
        if len(candidates) == 1:
            return [table.guesses[table.secrets.items[candidates[0]]]]
        costs = {
            guess: self.metric.cost(table.block_sizes(guess, candidates))
            for guess in range(len(table.guesses.items))
            if table.tells(guess, candidates)
        }
        least = min(costs.values())
        return [guess for guess, cost in costs.items() if cost == least]


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
