"""Weights, prices and goals in greedy guesses: both kernels against fractions."""

from __future__ import annotations

from array import array
from collections import Counter
from functools import cache
from itertools import chain, product
from random import Random

import kernel_oracle as plain
import pytest
from amounts import many, mostly_slow
from greedy_oracle import Position
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_core.kernels import Criterion, Quadratic, Rules, is_compiled

#: Where a kernel is compared with the one in plain Python, that one is left out.
COMPILED = pytest.mark.parametrize("kernel", ["native", "native-baseline"], indirect=True)
COMBINED = ["sum", "max", "power", "naming", "ranks", "pairs"]


@st.composite
def positions(draw, most=24, most_weight=40):
    """Draw a random game with weights, prices and goals, or without, and a criterion."""
    random = Random(draw(st.integers(0, 2**32)))
    n_scores = draw(st.sampled_from([2, 3, 6, 255, 300]))
    n_guesses, n_secrets = draw(st.integers(1, most)), draw(st.integers(1, most))
    width = draw(st.sampled_from([2, 3, n_scores]))
    rows = [[random.randrange(n_scores) for _ in range(width)] for _ in range(n_guesses)]
    table = [[random.choice(row) for _ in range(n_secrets)] for row in rows]
    final = [random.random() < draw(st.sampled_from([0, 0.1, 0.5])) for _ in range(n_scores)]
    of = {
        "none": list,
        "all": lambda: list(range(n_secrets)),
        "some": lambda: [random.randrange(3) for _ in range(n_secrets)],
    }
    goals = of[draw(st.sampled_from(list(of)))]()
    prices = [random.choice([1, 1, 2, 5]) for _ in range(n_guesses)] if draw(st.booleans()) else []
    weights = draw(st.sampled_from([(), (1, 1), (1, 2, 4), tuple(range(1, most_weight))]))
    weights = [random.choice(weights) for _ in range(n_secrets)] if weights else []
    candidates = sorted(random.sample(range(n_secrets), draw(st.integers(1, n_secrets))))
    combine = draw(st.sampled_from(COMBINED))
    numbers = random.choice([(0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (3, -2, 1)])
    costs = Quadratic(*numbers)
    table_of = [0, *map(costs, range(1, n_secrets + 1))]
    order = random.sample(range(n_guesses), draw(st.integers(1, n_guesses)))
    criterion = Criterion(
        combine,
        costs if weights else table_of,
        order,
        draw(st.integers(0, 1)),
        draw(st.integers(0, 3)),
        weights,
        draw(st.booleans()),
    )
    wanted = criterion._replace(block_costs=costs.__call__)
    return (table, final, goals, prices, candidates, wanted), criterion


def served(kernel, table, final, goals, prices):
    items = array("H" if len(final) > 256 else "B", [score for row in table for score in row])
    return kernel.scores_from_table(items, len(table), len(table[0]), Rules(final, goals, prices))


def test_scores_carry_goals_and_costs(kernel):
    scores = served(kernel, [[0, 1, 1]], [True, False], [4, 5, 5], [7])
    assert (tuple(scores.goals), tuple(scores.costs)) == ((4, 5, 5), (7,))
    without = served(kernel, [[0, 1, 1]], [True, False], [], [])
    assert not without.goals
    assert not without.costs


@given(positions())
def test_best_guess(kernel, drawn):
    (table, final, goals, prices, candidates, wanted), criterion = drawn
    scores = served(kernel, table, final, goals, prices)
    found = kernel.best_guess(scores, array("I", candidates), criterion)
    assert found == Position(table, final, goals, prices, candidates, wanted).best()


@given(positions(most=12), st.none() | st.integers(0, 6))
def test_ranked_guesses(kernel, drawn, width):
    (table, final, goals, prices, candidates, wanted), criterion = drawn
    scores = served(kernel, table, final, goals, prices)
    found = kernel.ranked_guesses(scores, array("I", candidates), criterion, width)
    assert list(found) == Position(table, final, goals, prices, candidates, wanted).ranked()[:width]


@given(positions(most=12))
def test_tree(kernel, drawn):
    (table, final, goals, prices, candidates, wanted), criterion = drawn
    scores = served(kernel, table, final, goals, prices)
    grown = kernel.greedy_tree(scores, array("I", candidates), criterion)
    tree = Position(table, final, goals, prices, candidates, wanted).tree()
    if tree is None:
        assert (list(grown.guesses), list(grown.first_edge), grown.stuck) == ([], [0], -1)
    elif tree == "stuck":
        assert grown.stuck >= 0
    else:
        assert plain.nested(grown) == tree


@pytest.mark.parametrize("combine", ["naming", "ranks"])
@pytest.mark.parametrize("pool", [0, 1])
@pytest.mark.parametrize(("prices", "cheapest"), [([2, 1], 1), ([1, 2], 0)])
def test_the_last_guess_is_the_cheapest_that_wins(kernel, combine, pool, prices, cheapest):
    """Two guesses name the only candidate, at different prices."""
    scores = served(kernel, [[0], [0]], [True], [], prices)
    criterion = Criterion(combine, (), range(2), pool)
    grown = kernel.greedy_tree(scores, array("I", [0]), criterion)
    assert plain.nested(grown) == (cheapest, {0: (1, None)})
    assert kernel.best_guess(scores, array("I", [0]), criterion) == cheapest


@COMPILED
@settings(max_examples=many(100))
@given(st.integers(0, 2**32), st.sampled_from(["power", "naming", "ranks"]), st.booleans())
def test_kernels_agree_on_weights_of_all_sizes(kernel, seed, combine, priced):
    """The compiled logarithms go up to weights of 2**31, and leave more to the other kernel."""
    from mastermind_core.kernels.greedy import plain as specification

    random = Random(seed)
    table = [[random.randrange(3) for _ in range(16)] for _ in range(12)]
    weights = [random.choice([1, 3, 10**4, 10**7, random.choice([1, 10**9])]) for _ in range(16)]
    prices = [random.choice([1, 3, 1000]) for _ in table] if priced else []
    criterion = Criterion(combine, (), range(12), weights=weights)
    everything = array("I", range(16))
    found, wanted = (
        one.greedy_tree(served(one, table, [False] * 3, range(16), prices), everything, criterion)
        for one in (kernel, specification)
    )
    assert found == wanted


@settings(max_examples=many(150))
@given(st.integers(0, 2**32))
def test_gains_are_compared_exactly_at_high_prices(kernel, seed):
    """Nearly equal gains for nearly equal prices: their products take a hundred bits."""
    from mastermind_core.kernels.greedy import plain as specification

    random = Random(seed)
    table = [[random.randrange(3) for _ in range(8)] for _ in range(12)]
    prices = [2**39 + random.randrange(3) for _ in table]
    sign = random.choice([-1, 1])
    costs = [0, *(sign * (2**52 * size + random.randrange(3)) for size in range(1, 9))]
    criterion = Criterion(random.choice(["sum", "max"]), costs, range(12))
    found, wanted = (
        one.ranked_guesses(
            served(one, table, [False] * 3, [], prices), array("I", range(8)), criterion
        )
        for one in (kernel, specification)
    )
    assert found == wanted


#: Sums of all weights, at both sides of what a float has exactly, and of what the kernel takes.
TOTALS = [2**12, 2**24 + 1, 2**31 - 1, 2**31]


@COMPILED
@pytest.mark.parametrize("combine", ["sum", "max", "power", "naming", "pairs"])
@pytest.mark.parametrize("total", TOTALS)
@pytest.mark.parametrize(
    ("lightest", "classes"),
    mostly_slow([(0, 0), (1, 0), (0, 3), (1, 3), (1, 90)], quick=[(1, 0), (0, 3)]),
)
def test_many_guesses_at_once(kernel, combine, total, lightest, classes):
    """Over 32 guesses and 255 candidates, with a guess in three another one in other names."""
    case = combine, total, lightest, classes
    assert [*guessed_at_once(kernel, *case)] == specified_at_once(*case)


@cache
def specified_at_once(*case):
    from mastermind_core.kernels.greedy import plain as specification

    return [*guessed_at_once(specification, *case)]


def guessed_at_once(kernel, combine, total, lightest, classes):
    """Yield the best guesses for some sets of candidates of a game."""
    random = Random(total + lightest)
    n_guesses, n_secrets = 70, 261
    table = [
        [min(int(random.expovariate(0.1 + 0.1 * random.random())), 7) for _ in range(n_secrets)]
        for _ in range(n_guesses)
    ]
    for guess in range(2, n_guesses, 3):
        names = random.sample(range(8), 8)
        table[guess] = [names[score] for score in table[guess - 1]]
        table[guess][random.randrange(n_secrets)] = 8
    weights = [random.randrange(lightest, 2 * (total // n_secrets)) for _ in range(n_secrets)]
    while sum(weights) >= total:
        weights = [max(lightest, weight - 1 - weight // 100) for weight in weights]
    weights[0] += total - sum(weights)
    goals = [random.randrange(classes) for _ in range(n_secrets)] if classes else []
    final = [False] * 8 + [random.random() < 0.5 or not classes]
    costs = Quadratic(-3, 2, 1) if total < 2**28 else Quadratic(-3, 2, 0)
    for few, pool, win_levels in ((3, 0, 1), (33, 1, 1), (255, 0, 0), (n_secrets, 0, 1)):
        candidates = array("I", sorted(random.sample(range(n_secrets), few)))
        order = random.sample(range(n_guesses), n_guesses)
        criterion = Criterion(combine, costs, order, pool, win_levels, weights)
        yield kernel.best_guess(served(kernel, table, final, goals, []), candidates, criterion)


@COMPILED
@pytest.mark.parametrize("combine", ["sum", "max", "power", "naming", "pairs"])
@pytest.mark.parametrize(
    ("n", "classes"),
    mostly_slow([*product([20, 300], [2, 5, 100])], quick=[(20, 2), (20, 100), (300, 5)]),
)
def test_trees_of_equally_likely_classes(kernel, combine, n, classes):
    """Many thresholds of few columns: most guesses tie with others, and most blocks close."""
    found = tree_of_classes(kernel, combine, n, classes)
    assert found == specified_tree_of_classes(combine, n, classes)


@cache
def specified_tree_of_classes(*case):
    from mastermind_core.kernels.greedy import plain as specification

    return tree_of_classes(specification, *case)


def tree_of_classes(kernel, combine, n, classes):
    random = Random(n + classes)
    columns = [[random.gauss(0, 1) for _ in range(n)] for _ in range(4)]
    goals = [
        min(int(abs(columns[0][at] * columns[1][at]) * classes), classes - 1) for at in range(n)
    ]
    cuts = [(column, cut) for column in columns for cut in sorted(column)[:-1:3]]
    table = [[int(value > cut) for value in column] for column, cut in cuts]
    table += [[at % 7 for at in range(n)], [at // 7 % 250 for at in range(n)]]
    costs = [0, *(size * size - 2 * size for size in range(1, n + 1))]
    criterion = Criterion(combine, costs, range(len(table)))
    scores = served(kernel, table, [False] * 250, goals, [])
    return kernel.greedy_tree(scores, array("I", range(n)), criterion)


@pytest.mark.parametrize("combine", ["sum", "max", "power", "naming"])
@pytest.mark.parametrize(("holes", "colours"), [(3, 3), (2, 6)])
def test_trees_of_weighed_codes(kernel, combine, holes, colours):
    """The same tree where scores come from codes, from a table, and from the specification."""
    from mastermind_core.kernels.greedy import plain as specification

    codes = bytes(chain.from_iterable(product(range(colours), repeat=holes)))
    n = colours**holes
    ids = bytes(range((holes + 1) ** 2))
    final = [at == holes * (holes + 1) for at in range((holes + 1) ** 2)]
    everything = array("I", range(n))
    for most in (1, 3, 1000, 2**26):
        random = Random(most)
        weights = [random.randint(1, most) for _ in range(n)]
        costs = Quadratic(0, 1, 0) if most > 1000 else Quadratic(0, 0, 1)
        criterion = Criterion(combine, costs, range(n), 0, 1, weights)
        trees = []
        for one in (kernel, specification):
            of_codes = one.scores_from_codes(codes, codes, holes, ids, Rules(final))
            table = one.code_table(codes, codes, holes, ids)
            of_table = one.scores_from_table(table, n, n, Rules(final))
            trees += [one.greedy_tree(of, everything, criterion) for of in (of_codes, of_table)]
        assert all(tree == trees[-1] for tree in trees)


def test_equal_products_of_other_factors_are_a_tie(kernel):
    """4**4 is 2**2 four times: the guess that comes first is taken, whichever it is."""
    table = [[0, 0, 0, 0, 1, 2, 3, 4], [0, 0, 1, 1, 2, 2, 3, 3]]
    scores = served(kernel, table, [False] * 5, [], [])
    for order in ([0, 1], [1, 0]):
        for weights in ([1] * 8, [1000] * 8):
            criterion = Criterion("power", (), order, weights=weights)
            assert kernel.best_guess(scores, array("I", range(8)), criterion) == order[0]


def test_products_of_large_numbers_are_compared_without_their_primes():
    """One cost has what two large primes make, another has the primes: no one finds them out."""
    from mastermind_core.kernels.greedy.measures import Logarithm

    p, q = 2**61 - 1, 2**89 - 1
    made = Logarithm.of([(p * q, 3), (6, 5)])
    assert made == Logarithm.of([(q, 3), (3, 5), (p, 3), (2, 5)])
    assert not made < Logarithm.of([(p, 3), (q, 3), (6, 5)])
    assert made < Logarithm.of([(p * q + 1, 3), (6, 5)])
    assert made > Logarithm.of([(p * q, 3), (6, 5), (10**300 + 1, 1), (10**300 + 2, -1)])


def test_a_question_is_worth_its_price(kernel):
    """A question in three tells more than one in two, and for the price of two it tells less."""
    table = [[0, 0, 1, 1, 2, 2], [0, 0, 0, 1, 1, 1]]
    for price, best in ((1, 0), (2, 1)):
        scores = served(kernel, table, [False] * 3, range(6), [price, 1])
        for combine in ("power", "naming", "ranks"):
            criterion = Criterion(combine, (), range(2))
            assert kernel.best_guess(scores, array("I", range(6)), criterion) == best
            assert (
                kernel.best_guess(scores, array("I", range(6)), criterion._replace(aims=False)) == 0
            )


@pytest.mark.skipif(not is_compiled(), reason="no native kernel was built")
@pytest.mark.parametrize("bad", [{"goals": [0]}, {"costs": [1, 2]}, {"costs": [0]}])
def test_goals_and_costs_that_do_not_fit_are_refused(bad):
    native = pytest.importorskip("mastermind_core.kernels.greedy.compiled")
    from mastermind_core.errors import BadArgument

    with pytest.raises(BadArgument, match="expected"):
        native.scores_from_table(bytes(2), 1, 2, Rules([False], **bad))


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("bits", [45, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 90])
def test_costs_of_any_size_are_compared_exactly(kernel, bits, wide):
    random = Random(bits)
    table = [[random.randrange(5) for _ in range(40)] for _ in range(30)]
    block_costs = [
        0,
        *(random.choice((-1, 1)) * (2**bits + random.randrange(4)) for _ in range(40)),
    ]
    kinds = 300 if wide else 5
    for combine in ("sum", "max"):
        for n in (3, 40):
            sums = {}
            for guess, row in enumerate(table):
                sizes = Counter(row[:n]).values()
                costs = [block_costs[size] for size in sizes]
                if len(sizes) > 1:
                    sums[guess] = (sum if combine == "sum" else max)(costs)
            criterion = Criterion(combine, block_costs, range(30), win_levels=0)
            scores = served(kernel, table, [False] * kinds, (), ())
            found = kernel.best_guess(scores, range(n), criterion)
            assert found == min(sums, key=lambda guess: (sums[guess], guess))
