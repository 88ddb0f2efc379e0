"""Greedy guesses and trees: every kernel against a plain oracle, and against each other."""

from __future__ import annotations

from array import array
from fractions import Fraction
from itertools import pairwise
from random import Random

import kernel_oracle as plain
import pytest
from amounts import many
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_core.errors import BadArgument
from mastermind_core.kernels import Criterion, Rules, choose
from mastermind_core.kernels.greedy import plain as plain_greedy
from mastermind_core.noise.kernels import plain as plain_noise
from mastermind_core.noise.kernels import running

from .conftest import NATIVE

needs_compiled = pytest.mark.skipif(not choose.is_compiled(), reason="no compiled kernel")


def cost_tables(n):
    """Draw costs of block sizes 0 to n: those of the literature, and any other."""
    number = st.integers(-5, 5) | st.integers(-(2**51), 2**51)
    return st.one_of(
        st.sampled_from(
            [
                [size * size for size in range(n + 1)],
                list(range(n + 1)),
                [-1] * (n + 1),
                [0, *(Fraction(size, n) for size in range(1, n + 1))],
                [size**40 for size in range(n + 1)],
            ]
        ),
        st.lists(number, min_size=n + 1, max_size=n + 1),
        st.lists(number, min_size=n + 1, max_size=n + 1).map(sorted),
        st.lists(st.fractions(max_denominator=6), min_size=n + 1, max_size=n + 1),
    )


@st.composite
def positions(draw, max_guesses=70, max_secrets=70):
    """Draw (table, final, candidates, criterion, opening)."""
    n_scores = draw(st.sampled_from([1, 2, 3, 6, 14, 65, 255, 256, 257, 300]))
    n_guesses, n_secrets = draw(st.integers(1, max_guesses)), draw(st.integers(1, max_secrets))
    random = Random(draw(st.integers(0, 2**32)))
    # Few score values a guess make deep trees and many ties, all of them wide ones.
    width = draw(st.sampled_from([2, 4, n_scores]))
    rows = [
        [random.randrange(n_scores) for _ in range(min(width, n_scores))] for _ in range(n_guesses)
    ]
    table = [[random.choice(row) for _ in range(n_secrets)] for row in rows]
    final = [random.random() < draw(st.sampled_from([0, 0.1, 0.5, 1])) for _ in range(n_scores)]
    candidates = sorted(random.sample(range(n_secrets), draw(st.integers(1, n_secrets))))
    combine = draw(st.sampled_from(["sum", "max", "power"]))
    costs = () if combine == "power" else draw(cost_tables(len(candidates)))
    order = list(range(n_guesses))
    if draw(st.booleans()):
        random.shuffle(order)
        order = order[: draw(st.integers(1, n_guesses))]
    criterion = Criterion(combine, costs, order, draw(st.integers(0, 1)), draw(st.integers(0, 3)))
    opening = draw(st.lists(st.sampled_from(order), max_size=2))
    return table, final, candidates, criterion, opening


def served(kernel, table, final):
    items = array("H" if len(final) > 256 else "B", [score for row in table for score in row])
    return kernel.scores_from_table(items, len(table), len(table[0]), Rules(final))


@given(positions())
def test_best_guess(kernel, drawn):
    table, final, candidates, criterion, _ = drawn
    found = kernel.best_guess(served(kernel, table, final), array("I", candidates), criterion)
    assert found == plain.best(table, final, candidates, criterion)


@given(positions())
def test_a_guess_that_tells_something_goes_before_one_that_does_not(kernel, drawn):
    table, final, candidates, criterion, _ = drawn

    def tells(guess):
        behind = plain.blocks(table, guess, candidates)
        return len(behind) > 1 or any(final[score] for score in behind)

    found = kernel.best_guess(served(kernel, table, final), array("I", candidates), criterion)
    if criterion.pool == 0 and any(map(tells, criterion.order)):
        assert tells(found)


@given(positions(), st.none() | st.integers(0, 12))
def test_ranked_guesses(kernel, drawn, width):
    table, final, candidates, criterion, _ = drawn
    scores = served(kernel, table, final)
    found = kernel.ranked_guesses(scores, array("I", candidates), criterion, width)
    assert list(found) == plain.ranked(table, final, candidates, criterion, width)
    if width and criterion.win_levels == 1 and found:
        assert found[0] == kernel.best_guess(scores, array("I", candidates), criterion)


@given(positions())
def test_tree(kernel, drawn):
    table, final, candidates, criterion, opening = drawn
    scores = served(kernel, table, final)
    grown = kernel.greedy_tree(scores, array("I", candidates), criterion, opening)
    wanted = plain.tree(table, final, candidates, criterion, opening)
    if grown.stuck < 0:
        assert plain.nested(grown) == wanted
    else:
        assert plain.is_stuck(wanted)
    assert grown == plain_greedy.greedy_tree(
        served(plain_greedy, table, final), array("I", candidates), criterion, opening
    )


@pytest.mark.skipif(not NATIVE, reason="no native kernel was built")
@settings(max_examples=many(60))
@given(positions(300, 400))
def test_kernels_agree_on_larger_tables(drawn):
    from mastermind_core.kernels.greedy import compiled

    table, final, candidates, criterion, opening = drawn
    grown, wanted = (
        kernel.greedy_tree(served(kernel, table, final), array("I", candidates), criterion, opening)
        for kernel in (compiled, plain_greedy)
    )
    assert grown == wanted


@pytest.mark.skipif(not NATIVE, reason="no native kernel was built")
@settings(max_examples=many(60))
@given(positions(300, 400), st.none() | st.integers(1, 40))
def test_kernels_rank_alike_on_larger_tables(drawn, width):
    from mastermind_core.kernels.greedy import compiled

    table, final, candidates, criterion, _ = drawn
    ranked, wanted = (
        kernel.ranked_guesses(
            served(kernel, table, final), array("I", candidates), criterion, width
        )
        for kernel in (compiled, plain_greedy)
    )
    assert ranked == wanted


@st.composite
def code_games(draw):
    """Draw (codes guessed, codes sought, holes)."""
    holes = draw(st.integers(1, 5))
    every = plain.all_codes(draw(st.integers(1, {1: 9, 2: 6, 3: 5, 4: 4, 5: 3}[holes])), holes)
    some = st.lists(st.sampled_from(every), min_size=1, max_size=150, unique=True)
    return draw(some), draw(some), holes


@given(code_games(), st.data())
def test_codes_need_no_table(kernel, game, data):
    guesses, secrets, holes = game
    ids, final = plain.score_ids(holes)
    if data.draw(st.booleans(), "only black pegs"):
        ids = bytes(at // (holes + 1) for at in range(len(ids)))
        final = [black == holes for black in range(holes + 1)]
    if data.draw(st.booleans(), "another end"):
        final[0] = True
    combine = data.draw(st.sampled_from(["sum", "max", "power"]))
    costs = () if combine == "power" else data.draw(cost_tables(len(secrets)))
    order = data.draw(st.permutations(range(len(guesses))))
    criterion = Criterion(
        combine, costs, order, data.draw(st.integers(0, 1)), data.draw(st.integers(0, 2))
    )
    codes = plain.flat(guesses), plain.flat(secrets)
    scores = kernel.scores_from_codes(*codes, holes, ids, Rules(final))
    table = plain_greedy.scores_from_table(
        plain_greedy.code_table(*codes, holes, ids), len(guesses), len(secrets), Rules(final)
    )
    candidates = array("I", range(len(secrets)))
    assert kernel.best_guess(scores, candidates, criterion) == plain_greedy.best_guess(
        table, candidates, criterion
    )
    assert kernel.greedy_tree(scores, candidates, criterion) == plain_greedy.greedy_tree(
        table, candidates, criterion
    )
    assert kernel.ranked_guesses(scores, candidates, criterion, 7) == plain_greedy.ranked_guesses(
        table, candidates, criterion, 7
    )


@st.composite
def two_histograms(draw):
    """Draw two lists of block sizes with one sum."""
    n = draw(st.integers(2, 300))
    pair = []
    for _ in range(2):
        cuts = draw(st.sets(st.integers(1, n - 1), max_size=12))
        ends = [0, *sorted(cuts), n]
        pair.append([to - at for at, to in pairwise(ends)])
    return pair


@given(two_histograms())
def test_products_are_compared_exactly(kernel, pair):
    n = sum(pair[0])
    table = [[score for score, size in enumerate(sizes) for _ in range(size)] for sizes in pair]
    final = [False] * 256
    for order in ([0, 1], [1, 0]):
        criterion = Criterion("power", (), order, win_levels=0)
        found = kernel.best_guess(served(kernel, table, final), array("I", range(n)), criterion)
        assert found == plain.best(table, final, range(n), criterion)


def test_equal_products_of_different_sizes_tie(kernel):
    # 6**6 == 2**2 * 2**2 * 2**2 * 3**3 * 3**3, and twelve candidates either way.
    table = [
        [score for score, size in enumerate(parts) for _ in range(size)]
        for parts in ([6, *[1] * 6], [3, 3, 2, 2, 2])
    ]
    assert plain.cost("power", (), [6]) == plain.cost("power", (), [3, 3, 2, 2, 2])
    for order in ([0, 1], [1, 0]):
        criterion = Criterion("power", (), order)
        scores = served(kernel, table, [False] * 7)
        assert kernel.best_guess(scores, array("I", range(12)), criterion) == order[0]


# The values of guesses whose answers may be wrong


def noisy_problem(seed):
    """Return a random table, and the other arguments."""
    random = Random(seed)
    guesses, secrets, scores = (random.randint(1, most) for most in (5, 9, 4))
    table = bytes(random.randrange(scores) for _ in range(guesses * secrets))
    rules = Rules([random.random() < 0.3 for _ in range(scores)])
    candidates = [s for s in range(secrets) if random.random() < 0.8] or [0]
    random.shuffle(candidates)
    weights = array("d", (random.randint(1, 9) for _ in candidates))
    ends = array("I")
    if random.random() < 0.5:
        cuts = sorted({random.randint(1, len(candidates)) for _ in range(3)} | {len(candidates)})
        ends = array("I", cuts)
    error, cells, first, widths = (
        random.choice([0.0, 0.1, 0.5, 1.0]),
        array("d"),
        array("Q"),
        array("Q"),
    )
    if random.random() < 0.5:
        for _ in range(guesses):
            width = random.randint(1, 3)
            first.append(len(cells))
            widths.append(width)
            for _ in range(scores):
                parts = [random.randint(0, 3) for _ in range(width)]
                parts[random.randrange(width)] += 1
                cells.extend(part / sum(parts) for part in parts)
    parts = (table, guesses, secrets, rules)
    return parts, (array("I", candidates), weights, ends, error, cells, first, widths)


@needs_compiled
@pytest.mark.parametrize("measure", [0, 1, 2])
def test_values_under_noise_are_those_of_plain_python(measure):
    for seed in range(200):
        parts, given = noisy_problem(seed)
        expected = plain_noise.noisy_values(plain_greedy.scores_from_table(*parts), *given, measure)
        found = running.noisy_values(choose.greedy.scores_from_table(*parts), *given, measure)
        assert found == pytest.approx(expected, abs=1e-9)


@needs_compiled
@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (0, array("I", [99]), "candidates"),
        (1, array("d", [1.0] * 50), "weights"),
        (1, array("I", [1]), "weights"),
        (2, array("I", [1]), "ends"),
        (4, array("d"), "widths|first|cells"),
        (5, 2**64 - 1, "first"),
        (6, 2**63, "widths|first"),
        (5, array("Q", [0, 0, 0, 0, 0, 0]), "first"),
    ],
)
def test_wrong_arguments_under_noise_are_refused_at_the_border(place, value, words):
    seed = next(
        seed
        for seed in range(99)
        if noisy_problem(seed)[1][5] and len(noisy_problem(seed)[1][0]) > 1
    )
    parts, given = noisy_problem(seed)
    given = [*given]
    given[place] = array("Q", [value] * len(given[5])) if isinstance(value, int) else value
    with pytest.raises(BadArgument, match=words):
        running.noisy_values(choose.greedy.scores_from_table(*parts), *given, 0)
