"""Known optima, budgets, interruptions and the border of the exact search."""

from __future__ import annotations

import _thread
from array import array
from threading import Thread

import pytest
from exact_problems import (
    BY_WORST,
    OBJECTIVES,
    TUNINGS,
    task,
)
from inside import pose, solve
from task_oracle import LEGAL
from tasks import changed

import mastermind_core as mc
from mastermind_core.errors import BadArgument
from mastermind_core.exact import SearchOptions
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels import is_compiled

from .conftest import native_scores


@pytest.fixture(scope="module")
def native():
    yield from native_scores()


def mastermind(holes, colours, repeats="both"):
    return mc.Mastermind(colours=colours, holes=holes, repeats=repeats)


@pytest.fixture
def compiled():
    if not is_compiled():
        pytest.skip("no native kernel runs")


slow = pytest.mark.slow
unwatched = pytest.mark.unwatched

# Totals and worst cases without a name: two programs, neither of them this package.
LEAST = [
    *(
        (mastermind(2, c + 2), total, c // 2 + 3, ())
        for c, total in enumerate([8, 21, 45, 81, 132, 198, 284, 388, 517])
    ),
    *(
        (mastermind(3, 4 + at), total, worst, unwatched if at else ())
        for at, (total, worst) in enumerate([(206, 4), (451, 5), (854, 5), (1474, 6), (2359, 6)])
    ),
    (mastermind(4, 4), 905, 4, unwatched),
    (mastermind(4, 5), 2463, 5, unwatched),
    # Koyama and Lai, An optimal Mastermind strategy, 1993.
    (mastermind(4, 6), 5625, 5, unwatched),
    # Ville, An optimal Mastermind (4,7) strategy, 2013.
    (mastermind(4, 7), 11228, 6, slow),
    *(
        (mastermind(3, 3 + at, "none"), total, worst, unwatched if at > 2 else ())
        for at, (total, worst) in enumerate(
            [(15, 4), (72, 4), (196, 4), (436, 5), (836, 5), (1449, 6)]
        )
    ),
    (mastermind(4, 6, "none"), 1446, 5, unwatched),
    (mastermind(4, 9, "none"), 14914, 6, slow),
    # Slovesnov, Bulls and cows strategies, 2013.
    (mastermind(4, 10, "none"), 26274, 7, slow),
    (mastermind(4, 6, "guesses"), 1435, 5, unwatched),
    *(
        (mc.TwoD(2 + at), total, worst, ())
        for at, (total, worst) in enumerate([(7, 2), (22, 3), (46, 4), (83, 4), (131, 5)])
    ),
]


@pytest.mark.parametrize(
    ("game", "total", "worst"),
    [pytest.param(*row, marks=marks, id=repr(row[0])) for *row, marks in LEAST],
)
def test_known_optima(compiled, game, total, worst):
    found = mc.optimal(game)
    assert found.proven
    assert found.total == found.lower_bound == total
    assert found.worst >= worst
    lengths = mc.length_distribution(game, found.tree)
    assert (lengths.total, lengths.worst) == (total, found.worst)
    flat = mc.optimal(game, "worst")
    assert (flat.worst, flat.proven) == (worst, True)


@pytest.mark.parametrize("tuning", TUNINGS)
@pytest.mark.parametrize(
    ("game", "total"),
    [
        (mastermind(3, 4), 206),
        (mastermind(4, 6), 5625),
        (mastermind(4, 7, "none"), 3639),
        (mc.TwoD(5), 83),
    ],
)
def test_bounds_that_rise_evenly_meet_the_optimum(compiled, game, total, tuning):
    table = mc.compile_game(game)
    asked = pose(game, table, "mean", options=SearchOptions())
    for below, least in [(total - 7, total - 7), (total, total), (total + 1, total)]:
        posed = changed(asked, evenly=True, tuning=tuning, below=below)
        found = kernels.exact.attempt(table.kernel_scores, posed, None)
        assert found.proven
        assert least <= found.lower_bound <= total
        assert (found.tree is not None) == (below > total)
        assert found.tree is None or found.total == total


@pytest.mark.unwatched
def test_known_optima_under_limits(compiled):
    # Koyama and Lai, 1993: 5625 takes six guesses, 5626 five. Candidates only: two programs.
    game = mastermind(4, 6)
    assert mc.optimal(game, max_steps=5).total == 5626
    both = mc.optimal(game, "worst-then-mean")
    assert (both.worst, both.total, both.lower_bound) == (5, 5626, 5)
    assert mc.optimal(game, "mean-then-worst").total == 5625
    assert mc.optimal(game, pool="candidates").total == 5660
    assert not mc.solution_exists(game, 4)


@slow
def test_eight_colours_without_repeats_in_the_secret(compiled):
    # Two programs; the author of the question on Stack Overflow needed 7.
    game = mastermind(4, 8, "guesses")
    assert not mc.solution_exists(game, 5)
    assert mc.optimal_worst_case(game) == 6


@pytest.mark.unwatched
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_stopped_search_returns_a_tree_no_worse_than_greedy_ones(compiled, objective):
    game = mastermind(4, 6)
    found = mc.optimal(game, objective, nodes=0)
    assert not found.proven
    strategies = mc.strategies.entropy, mc.strategies.most_parts
    greedy = [mc.length_distribution(game, strategy) for strategy in strategies]
    if objective in BY_WORST:
        assert found.worst <= min(one.worst for one in greedy)
        assert 2 <= found.lower_bound <= 5
    else:
        assert found.total <= min(one.total for one in greedy)
        assert 1296 <= found.lower_bound <= 5625


@pytest.mark.unwatched
def test_more_budget_is_never_worse(compiled):
    game = mastermind(4, 5)
    found = [mc.optimal(game, nodes=nodes) for nodes in (0, 10, 100, 1000)]
    assert [one.total for one in found] == sorted((one.total for one in found), reverse=True)
    assert all(one.lower_bound <= 2463 <= one.total for one in found)


@pytest.mark.unwatched
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_ctrl_c_returns_the_best_tree_so_far(compiled, objective):
    game = mastermind(4, 9, "none")
    pressed = []

    def started(done, total):
        if not pressed:
            pressed.append(done)
            _thread.interrupt_main()

    with pytest.raises(mc.errors.Interrupted) as stopped:
        mc.optimal(game, objective, progress=started)
    found = stopped.value.solution
    assert found is not None
    assert not found.proven
    if objective in BY_WORST:
        assert found.lower_bound <= 6
    else:
        assert found.lower_bound <= 14914 <= found.total
    assert found.worst >= 6
    lengths = mc.replay(game, found.tree)
    assert (lengths.total, lengths.worst) == (found.total, found.worst)


@pytest.mark.unwatched
def test_progress_is_heard_and_its_errors_are_raised(compiled):
    heard = []
    mc.optimal(mastermind(4, 5), progress=lambda done, total: heard.append((done, total)))
    assert heard
    assert all(0 <= done <= total for done, total in heard)

    def fail(done, total):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        mc.optimal(mastermind(4, 5), progress=fail)


@pytest.mark.unwatched
def test_ctrl_c_in_a_progress_hook(compiled):
    def interrupt(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        mc.optimal(mastermind(4, 6), progress=interrupt)
    found = caught.value.solution
    assert found.lower_bound <= 5625 <= found.total


def test_legality_is_asked_in_python(compiled, native):
    table, final = [[0, 1], [1, 0]], [True, False]

    class Fails:
        def __getitem__(self, guess):
            raise ZeroDivisionError

    asked = task(range(2), pool=LEGAL, legal=Fails())
    with pytest.raises(ZeroDivisionError):
        solve(native(table, final), asked)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"weights": [1]}, "weights: expected 2 numbers or none, got 1"),
        ({"weights": [1, 1.5]}, "weights: expected integers from 0 of 64 bits"),
        ({"first": [2]}, "first: expected ids below 2, got 2"),
        ({"asked": array("i", [-1])}, "asked: expected integers from 0"),
        ({"symmetries": [([0, 0], [0, 1], [0, 1])]}, "symmetry: expected a permutation of 2 ids"),
        ({"symmetries": [([0, 1], [1, 0], [0, 1])]}, "symmetry: a generator does not keep"),
        ({"pool": 3}, "pool: expected 0, 1 or 2, got 3"),
    ],
)
def test_the_border(native, wrong, words):
    attempt = kernels.exact.attempt
    with pytest.raises(BadArgument, match=words):
        attempt(native([[0, 1], [1, 0]], [True, False]), task(range(2), **wrong))
    with pytest.raises(BadArgument, match="candidates: expected distinct ids in ascending order"):
        attempt(native([[0, 1], [1, 0]], [True, False]), task([1, 0]))


@pytest.mark.parametrize("case", ["many scores", "heavy"])
def test_what_is_too_large_goes_to_the_reference(native, case):
    n_scores = 256 if case == "many scores" else 2
    weights = [1 << 50, 1] if case == "heavy" else ()
    final = [True] + [False] * (n_scores - 1)
    found = solve(native([[0, 1], [1, 0]], final), task(range(2), weights=weights))
    assert found.proven
    assert found.total == (2 + (1 << 50) if weights else 3)


@pytest.mark.unwatched
@pytest.mark.parametrize("objective", ["worst", "mean"])
def test_a_game_as_long_as_its_secrets_are_many(native, objective):
    # Every guess tells only whether it is right. Threads have less stack than the main one.
    n = 1200
    table = [bytes(guess == secret for secret in range(n)) for guess in range(n)]
    found = []
    scores, asked = native(table, [False, True]), task(range(n), objective)
    thread = Thread(target=lambda: found.append(solve(scores, asked)))
    thread.start()
    thread.join()
    assert (found[0].total, found[0].worst, found[0].proven) == (n * (n + 1) // 2, n, True)
