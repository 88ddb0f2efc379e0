"""Games in which something is to be identified: greedy trees, what is proven, and the search.

    python -m benchmarks identify [--seconds 20]
    python -m benchmarks identify --words ANSWERS GUESSES --seconds 150   # and a list of Wordle
    python -m benchmarks identify --only class                            # data sets with classes
    python -m benchmarks identify --only Zoo --zoo FILE                   # zoo.data of UCI
    python -m benchmarks identify --only held-out                         # new rows
    python -m benchmarks identify --only estimator                        # beside scikit-learn's
    python -m benchmarks identify --only errors                           # trees with errors
    python -m benchmarks identify --only "iris estimator" --draws 6
    python -m benchmarks identify --only estimator --table attrition FILE Attrition EmployeeNumber
    python -m benchmarks identify --only list --list mini-Nerdle ANSWERS GUESSES

A line a game: the best greedy tree by weight and its time, the bound and the tree of the search,
the gap between them, and scikit-learn's ``DecisionTreeClassifier`` of the same data where that is
installed and the questions are yes or no. All figures are a mean cost by weight. The random games
are drawn by ``random.Random(1)``, question by question, secret by secret.

A line a data set, of those that ``benchmarks/data_sets.py`` finds installed: rows that differ and
questions, and how many tests all rows take together until their class is known: by the default
strategy and by ``entropy`` with the milliseconds of their trees, by scikit-learn's tree (criterion
entropy, grown until leaves are pure) of the same questions with those of its fit, and what is
proven, with the worst case and the seconds of the search. Where pystreed is installed, it searches
for a tree without errors of the smallest depth, which is the best worst case; its tests are of
that tree. Its cost-sensitive task then minimizes the tests at this depth and the next one, which
is beside our minimum with ``max_steps``.

Zoo of UCI has 59 different animals by 16 attributes, which are to be told apart. A line a list of
words has the proven total beside the one that Cunanan and Thielscher printed in 2023; the lists are
those of their program WordleBot.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from multiprocessing import Pipe, Process
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any, NamedTuple

import mastermind_core as mc
from benchmarks.data_sets import Questions, data_sets, tables, zoo
from benchmarks.estimators import estimator_row, file_row
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
    if find_spec("sklearn") is None:
        return "not installed"
    import numpy as np

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
    return f"{said}  {searched(game, seconds)}  {by_streed(data, seconds)}"


def searched(game: Any, seconds: float, objective: str = "mean") -> str:
    """Return what a search finds: total, bound, worst case and time."""
    began = perf_counter()
    found = mc.optimal(game, objective, seconds=seconds)
    spent = perf_counter() - began
    kind = "optimum" if found.proven else "best"
    proven = f"({found.lower_bound} proven)"
    return f"{kind} {found.total} {proven} worst {found.worst} in {spent:.2f} s"


def by_streed(data: Questions, seconds: float) -> str:
    """Return what pystreed finds: the smallest depth of a tree without errors, and its tests.

    It runs in a process of its own, which may take more time or memory than it is given.
    """
    if find_spec("pystreed") is None:
        return "pystreed not installed"
    here, there = Pipe()
    process = Process(target=_streed, args=(data, seconds, there))
    process.start()
    said = f"pystreed: no tree in {seconds:g} s"
    if here.poll(5 * seconds + 10):
        with suppress(EOFError):
            said = here.recv()
    process.kill()
    return said


def _streed(data: Questions, seconds: float, there: Any) -> None:
    import numpy as np
    from pystreed import STreeDClassifier

    names = sorted(set(data.classes))
    questions = np.array(list(data.answers.values()), np.int32).T
    classes = np.array([names.index(one) for one in data.classes])
    began = perf_counter()
    depth, proven, right = 0, True, False
    while proven and not right and (left := seconds - (perf_counter() - began)) > 0:
        depth += 1
        model = STreeDClassifier(max_depth=depth, time_limit=left)
        model.fit(questions, classes)
        proven = model.fit_result.is_optimal()
        right = (np.asarray(model.predict(questions)) == classes).all()
    spent = perf_counter() - began
    if not right:
        there.send(f"pystreed: no tree of depth {depth} in {spent:.0f} s")
        return
    total = _depths(model.get_tree(), questions, np.array(data.numbers))
    said = f"pystreed worst {depth} tests {total} in {spent:.2f} s"
    for most in (depth, depth + 1):
        said += f"  {_cheapest(data, questions, classes, most, seconds)}"
    there.send(said)


def _cheapest(data: Questions, questions: Any, classes: Any, depth: int, seconds: float) -> str:
    """Return the fewest tests of a tree of a depth: of pystreed, and of ours.

    Each question costs 1, and an error 1,000, which is more than all questions of a path.
    """
    import numpy as np
    from pystreed import STreeDCostSensitiveClassifier
    from pystreed.cstreed import CostSpecifier, FeatureCostSpecifier

    n = len(set(data.classes))
    errors = [[1000.0 * (right != named) for named in range(n)] for right in range(n)]
    prices = [FeatureCostSpecifier(1.0, 1.0, f"q{at}", at, at) for at in range(len(questions[0]))]
    began = perf_counter()
    model = STreeDCostSensitiveClassifier(max_depth=depth, time_limit=seconds)
    repeated = (np.repeat(one, data.numbers, axis=0) for one in (questions, classes))
    model.fit(*repeated, CostSpecifier(errors, prices))
    spent = perf_counter() - began
    kind = "optimum" if model.fit_result.is_optimal() else "best"
    total = _depths(model.get_tree(), questions, np.array(data.numbers))
    columns: dict[str, Any] = {**data.answers, "class": data.classes}
    game = mc.FiniteGame.from_table(columns, by="class", prior=data.numbers)
    began = perf_counter()
    ours = mc.optimal(game, max_steps=depth, seconds=seconds)
    state = "optimum" if ours.proven else "best"
    return (
        f"depth {depth}: {kind} {total} in {spent:.2f} s, "
        f"ours {state} {ours.total} in {perf_counter() - began:.2f} s"
    )


def _depths(node: Any, questions: Any, numbers: Any) -> int:
    """Return the depth of the leaves of rows by their number."""
    if node.is_leaf_node() or not len(numbers):
        return 0
    is_true = questions[:, node.feature] == 1
    sides = ((node.left_child, ~is_true), (node.right_child, is_true))
    below = sum(_depths(side, questions[of], numbers[of]) for side, of in sides)
    return int(numbers.sum()) + below


class Cut(NamedTuple):
    """The question whether a column is at most a threshold."""

    column: Any
    threshold: Any


def held_out(name: str = "digits") -> str:
    """Measure a key on rows that it has not seen, beside classifiers of the same rows."""
    from sklearn.datasets import load_digits
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.tree import DecisionTreeClassifier

    data = load_digits()
    order = list(range(len(data.data)))
    Random(SEED).shuffle(order)
    old, new = order[: 2 * len(order) // 3], order[2 * len(order) // 3 :]
    rows, classes = data.data[old].tolist(), data.target[old].tolist()
    cuts = [
        Cut(column, threshold)
        for column in range(len(rows[0]))
        for threshold in sorted({row[column] for row in rows})[:-1]
    ]
    answers = [[row[cut.column] <= cut.threshold for row in rows] for cut in cuts]
    game = mc.FiniteGame(cuts, range(len(rows)), answers, (), goal=classes)
    tree = mc.lazy_tree(game, default_strategy(game))
    own = tree.evaluate(rows, by=classes)
    found = tree.evaluate(data.data[new].tolist(), by=data.target[new].tolist())
    said = f"{name} held-out: {len(old):,} rows, {len(new)} new  "
    said += f"{default_strategy(game).name}: own rows {float(own.tests):.3f} tests "
    said += f"error {float(own.error or 0):.2%}, new rows {float(found.tests):.3f} tests "
    said += f"worst {found.worst} error {float(found.error or 0):.2%}"
    for model in (
        DecisionTreeClassifier(criterion="entropy", random_state=SEED),
        DecisionTreeClassifier(criterion="entropy", min_samples_leaf=3, random_state=SEED),
        RandomForestClassifier(random_state=SEED),
    ):
        model.fit(data.data[old], data.target[old])
        leaf = f"(leaf of {model.min_samples_leaf})" if model.min_samples_leaf > 1 else ""
        error = 1 - model.score(data.data[new], data.target[new])
        said += f"  {type(model).__name__}{leaf} error {error:.2%}"
    return said


#: The maximum depths of trees with errors, and the maximum number of questions about a column.
ERRING_DEPTHS = (2, 3, 4)
ERRING_QUESTIONS = 16


def errors_row(name: str, read: Callable[[], Questions], seconds: float) -> str:
    """Measure trees with errors within a limit of questions, on their own rows and on new ones.

    A third of the rows is held out. Each program gets the same yes/no questions, at most 16 about
    a column of numbers.
    """
    import numpy as np
    from sklearn.tree import DecisionTreeClassifier

    data = read()
    by_column: dict[str, list[str]] = {}
    for question in data.answers:
        by_column.setdefault(question.partition(" <= ")[0], []).append(question)
    kept = [one for asked in by_column.values() for one in asked[:: _stride(len(asked))]]
    cells = np.array([data.answers[one] for one in kept]).T
    classes = np.array(data.classes)
    numbers = np.array(data.numbers)
    order = np.random.default_rng(SEED).permutation(len(classes))
    new, old = np.split(order, [len(order) // 3])
    columns: dict[str, Any] = dict(zip(kept, cells[old].T.tolist(), strict=True))
    game = mc.FiniteGame.from_table(
        columns, by=classes[old].tolist(), prior=numbers[old].tolist(), duplicates="class"
    )

    def errors(named: Any, rows: Any) -> str:
        return f"{float(numbers[rows] @ (named != classes[rows]) / numbers[rows].sum()):.1%}"

    said = f"{name} errors: {len(old)} rows, {len(new)} new, {len(kept)} questions"
    for depth in ERRING_DEPTHS:
        began = perf_counter()
        found: Any = mc.optimal(game, max_steps=depth, seconds=seconds)
        spent = perf_counter() - began
        kind = "proven" if found.proven else f"at least {float(getattr(found, 'bound', 0)):.1%}"
        said += (
            f"  depth {depth}: ours {errors(_named(found.tree, kept, cells[old]), old)} ({kind}) "
        )
        said += f"new {errors(_named(found.tree, kept, cells[new]), new)} in {spent:.1f} s"
        model = DecisionTreeClassifier(max_depth=depth, random_state=SEED)
        model.fit(cells[old], classes[old], sample_weight=numbers[old])
        said += f", scikit-learn {errors(model.predict(cells[old]), old)}"
        said += f" new {errors(model.predict(cells[new]), new)}"
        if find_spec("pystreed") is not None:
            from pystreed import STreeDClassifier

            ids = {own: place for place, own in enumerate(sorted(set(classes)))}
            goals = np.array([ids[own] for own in classes])
            began = perf_counter()
            best = STreeDClassifier(max_depth=depth, time_limit=seconds)
            repeated = (np.repeat(one[old], numbers[old], axis=0) for one in (cells, goals))
            best.fit(*repeated)
            names = np.array(list(ids))
            sides = (names[np.asarray(best.predict(cells[rows]), int)] for rows in (old, new))
            own, held = (errors(side, rows) for side, rows in zip(sides, (old, new), strict=True))
            said += f", pystreed {own} new {held} in {perf_counter() - began:.1f} s"
    return said


def _stride(n_questions: int) -> int:
    """Return the distance of the kept questions among those about a column."""
    return max(1, -(-n_questions // ERRING_QUESTIONS))


def _named(tree: Any, questions: list[str], cells: Any) -> Any:
    """Return the class that a tree names for each row."""
    import numpy as np

    rows = dict(zip(questions, cells.T.tolist(), strict=True))
    return np.array(tree.apply(rows, unseen="majority"))


def zoo_row(path: str | None, seconds: float) -> str:
    """Measure the key to the different animals of Zoo."""
    names, rows = zoo(path)
    different = list(dict.fromkeys(rows))
    columns = zip(*different, strict=True)
    game = mc.FiniteGame.from_table(dict(zip(names, columns, strict=True)))
    found = searched(game, seconds, "mean-then-worst")
    return f"Zoo: {len(different)} animals by {len(names)} attributes  {found}"


#: The totals that M. Cunanan and M. Thielscher printed at IJCAI 2023.
PRINTED = {"mini-Nerdle": 544, "FFXIVrdle": 432, "Bardle": 455}


def list_row(name: str, answers: str, guesses: str, seconds: float) -> str:
    """Measure a game of words or equations in files, one a line."""
    hidden, asked = (Path(path).read_text("utf-8").split() for path in (answers, guesses))
    known = set(hidden)
    game = mc.Wordle(hidden, others=[word for word in asked if word not in known])
    found = searched(game, seconds, "mean-then-worst")
    said = f"{name} list: {len(hidden)} answers, {len(game.guesses):,} guesses  {found}"
    return f"{said}  printed {PRINTED[name]}" if name in PRINTED else said


def _estimated(name: str, read: Callable[[], Any], draws: int) -> str:
    return estimator_row(name, read(), draws)


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
    parser.add_argument("--zoo", help="zoo.data of UCI (default: that of Orange3)")
    parser.add_argument(
        "--list",
        nargs=3,
        action="append",
        default=[],
        metavar=("NAME", "ANSWERS", "GUESSES"),
        help="a game of words, and its files",
    )
    parser.add_argument(
        "--table",
        nargs=4,
        action="append",
        default=[],
        metavar=("NAME", "FILE", "CLASS", "OMITTED"),
        help="a CSV file for the estimator: its column of classes, and columns that are not asked",
    )
    parser.add_argument(
        "--draws",
        type=int,
        default=0,
        help="draws of the folds of the estimator (default: 3, or 1 from 250 rows on)",
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
    more: dict[str, Callable[[], str]] = {
        **{
            f"{name} estimator": partial(_estimated, name, read, given.draws)
            for name, read in tables().items()
        },
        **{f"{one[0]} estimator": partial(file_row, *one) for one in given.table},
        **{
            f"{name} errors": partial(errors_row, name, read, given.seconds)
            for name, read in data_sets().items()
        },
        "Zoo": partial(zoo_row, given.zoo, given.seconds),
        "digits held-out": held_out,
        **{f"{one[0]} list": partial(list_row, *one, given.seconds) for one in given.list},
    }
    for name, measure in more.items():
        if given.only in name:
            try:
                print(measure(), flush=True)
            except ImportError as missing:
                print(f"{name}: {missing}")


if __name__ == "__main__":
    main()
