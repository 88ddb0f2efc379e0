"""Games in which something is to be identified: greedy trees, what is proven, and the search.

    python -m benchmarks identify [--seconds 20]
    python -m benchmarks identify --words ANSWERS GUESSES --seconds 150   # and a list of Wordle
    python -m benchmarks identify --only class                            # data sets with classes

A line a game: the best greedy tree by weight and its time, the bound and the tree of the search,
the gap between them, and scikit-learn's ``DecisionTreeClassifier`` of the same data where that is
installed and the questions are yes or no. All figures are a mean cost by weight. The random games
are drawn by ``random.Random(1)``, question by question, secret by secret.

A line a data set, of those that ``benchmarks/data_sets.py`` finds installed: rows that differ and
questions, and how many tests all rows take together until their class is known: by the default
strategy and by ``entropy`` with the milliseconds of their trees, by scikit-learn's tree (criterion
entropy, grown until leaves are pure) of the same questions with those of its fit, and what is
proven.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import process_time
from typing import Any, NamedTuple

import mastermind_core as mc
from benchmarks.data_sets import Questions, data_sets
from mastermind_core.strategies.catalogue import default_strategy

SEED = 1
METRICS = ("entropy", "naming", "ranks")


class Case(NamedTuple):
    """A game, and its yes/no questions as rows where it has nothing else to ask."""

    name: str
    game: Any
    questions: list[bytes] | None = None


def zipf(n: int, most: int) -> list[int]:
    """Return weights in the proportion of 1, 1/2, 1/3, ... from ``most`` down, at least 1."""
    return [max(most // rank, 1) for rank in range(1, n + 1)]


def drawn(n: int, tests: int) -> list[bytes]:
    """Return the answers of random yes/no questions, a row a question."""
    random = Random(SEED)
    return [bytes(random.randrange(2) for _ in range(n)) for _ in range(tests)]


def known(n: int, tests: int, weights: Any = ()) -> Case:
    """Make a game of random questions that is over when the secret is known."""
    rows = drawn(n, tests)
    game = mc.FiniteGame(
        range(tests), range(n), lambda g, s: rows[g][s], (), goal=lambda s: s, weights=weights
    )
    return Case(f"{n} secrets, {tests} questions" + (", weighted" if weights else ""), game, rows)


def named(n: int, tests: int, weights: Any = ()) -> Case:
    """Make a game of random questions and a guess that names each secret."""
    rows = drawn(n, tests)

    def score(guess: int, secret: int) -> int:
        return rows[guess][secret] if guess < tests else 2 + (guess - tests == secret)

    game = mc.FiniteGame(range(tests + n), range(n), score, {3}, weights=weights)
    return Case(f"{n} secrets to name" + (", weighted" if weights else ""), game)


def cases() -> Iterator[Callable[[], Case]]:
    """Yield what makes each game."""
    for n, tests in ((200, 40), (1000, 100), (3000, 400)):
        yield lambda n=n, tests=tests: named(n, tests)
    yield lambda: known(300, 80, zipf(300, 1000))
    yield lambda: named(300, 80, zipf(300, 1000))
    yield lambda: known(3000, 400)
    for holes, colours in ((3, 5), (4, 4), (4, 6)):
        game = mc.Mastermind(colours=colours, holes=holes)
        of = mc.weighted(game, zipf(colours**holes, 10000))
        yield lambda of=of, name=f"M({holes},{colours}), Zipf": Case(name, of)
    yield taxa
    yield words


def taxa() -> Case:
    """Make a key of 300 taxa by 60 characters of two to five states.

    Taxa are as likely as they are abundant, 1000 over their rank; a character costs 1 to 5 by the
    effort that it takes to see.
    """
    random = Random(SEED)
    states = [random.randint(2, 5) for _ in range(60)]
    columns = {f"character {at}": random.choices(range(n), k=300) for at, n in enumerate(states)}
    cost = {name: random.randint(1, 5) for name in columns}
    game = mc.FiniteGame.from_table(columns, prior=zipf(300, 1000), cost=cost)
    return Case("300 taxa, 60 characters", game)


def words() -> Case:
    """Make a game of as many random words as Wordle has answers, the likely ones first."""
    random = Random(SEED)
    letters, often = "etaoinshrdlucmfwypvbgkjqxz", [26 - at for at in range(26)]
    chosen: dict[str, None] = {}
    while len(chosen) < 2309:
        chosen["".join(random.choices(letters, often, k=5))] = None
    game = mc.Wordle(tuple(chosen), tuple(chosen))
    return Case("2,309 random words, Zipf", mc.weighted(game, zipf(len(chosen), 10000)))


def listed(answers: str, guesses: str) -> Case:
    """Make Wordle of a list, the first answer the likeliest."""
    game = mc.Wordle(mc.games.read_words(answers), others=mc.games.read_words(guesses))
    n = len(game.secrets)
    return Case(f"Wordle, {n:,} answers, Zipf", mc.weighted(game, zipf(n, 10000)))


def greedy(table: Any, name: str) -> tuple[float, float]:
    """Return the mean cost of a greedy tree, and the seconds that it took to grow."""
    total, seconds = grown(table, mc.STRATEGIES[name])
    return total / sum(table.weights), seconds


def grown(table: Any, strategy: Any) -> tuple[int, float]:
    """Return the cost of a greedy tree by weight, and the seconds that it took to grow."""
    from mastermind_core.kernels import choose as kernels
    from mastermind_core.kernels.shared.flat_trees import measured

    began = process_time()
    tree = strategy.grow(table)
    seconds = process_time() - began
    weights = () if table.uniform else table.weights
    total, _ = measured(kernels.greedy, table.kernel_scores, table.everything, weights, tree)
    return total, seconds


def by_scikit_learn(case: Case, weights: Any) -> str:
    """Return what scikit-learn's tree of the same data comes to, where it can be asked."""
    if case.questions is None:
        return "-"
    try:
        import numpy as np
        import sklearn  # noqa: F401
    except ImportError:
        return "not installed"
    total, seconds = fitted(np.array([*map(list, case.questions)], np.float32), None, weights)
    return f"{total / sum(weights):.4f} in {seconds:.2f} s"


def fitted(questions: Any, classes: Any, weights: Any) -> tuple[int, float]:
    """Return the depth of scikit-learn's leaves by weight, and the seconds of the fit."""
    import numpy as np
    from sklearn.tree import DecisionTreeClassifier

    data = questions.T
    began = process_time()
    model = DecisionTreeClassifier(criterion="entropy", random_state=SEED)
    model.fit(data, range(len(data)) if classes is None else classes, sample_weight=weights)
    seconds = process_time() - began
    depths = np.asarray(model.decision_path(data).sum(axis=1)).ravel() - 1
    return round(float((depths * np.array(weights)).sum())), seconds


def row(case: Case, seconds: float) -> str:
    """Measure a game."""
    table = mc.compile_game(case.game)
    trees = {name: greedy(table, name) for name in METRICS}
    best = min(trees, key=lambda name: trees[name])
    began = process_time()
    found = mc.optimal(case.game, seconds=seconds)
    spent = process_time() - began
    whole = sum(table.weights)
    mean, bound = (float(x / table.weight_unit) / whole for x in (found.total, found.lower_bound))
    gap = 100 * (mean / bound - 1)
    return (
        f"{case.name:34} {best:8} {trees[best][0]:9.4f} {trees[best][1]:7.3f} s  bound {bound:9.4f}"
        f"  tree {mean:9.4f}  gap {gap:5.2f} %  {spent:6.2f} s  scikit-learn "
        f"{by_scikit_learn(case, table.weights)}"
    )


def data_row(name: str, data: Questions, seconds: float) -> str:
    """Measure a data set: how many tests all its rows take together until the class is known."""
    columns: dict[str, Any] = {**data.answers, "class": data.classes}
    game = mc.FiniteGame.from_table(columns, by="class", prior=data.numbers)
    table = mc.compile_game(game)
    whole = sum(data.numbers)
    unit = whole // sum(table.weights)  # of weights that have a divisor in common
    default = default_strategy(game)
    said = f"{name + ' by class':23} {len(data.classes):5} rows {len(data.answers):6} questions"
    for strategy in (default, mc.strategies.entropy):
        total, spent = grown(table, strategy)
        said += f"  {strategy.name} {total * unit:6} in {1000 * spent:6.1f} ms"
    try:
        import numpy as np

        questions = np.array(list(data.answers.values()), np.float32)
        total, spent = fitted(questions, data.classes, data.numbers)
        said += f"  scikit-learn {total:6} in {1000 * spent:6.1f} ms"
    except ImportError:
        said += "  scikit-learn not installed"
    found = mc.optimal(game, seconds=seconds)
    kind = "optimum" if found.proven else "best"
    return f"{said}  {kind} {found.total} ({found.lower_bound} proven)"


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks identify",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seconds", type=float, default=20.0, help="of each search")
    parser.add_argument("--only", default="", help="games whose names have this in them")
    parser.add_argument(
        "--words", nargs=2, metavar=("ANSWERS", "GUESSES"), help="files of words, one a line"
    )
    given = parser.parse_args(arguments)
    of_lists = [partial(listed, *given.words)] if given.words else []
    for make in [*cases(), *of_lists]:
        case = make()
        if given.only in case.name:
            print(row(case, given.seconds), flush=True)
    for name, read in data_sets().items():
        if given.only in f"{name} by class":
            try:
                print(data_row(name, read(), given.seconds), flush=True)
            except ImportError as missing:
                print(f"{name} by class: {missing}")


if __name__ == "__main__":
    main()
