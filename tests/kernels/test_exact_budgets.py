"""What a search may take: time of a clock that the tests turn, nodes, memory, and until Ctrl-C."""

from __future__ import annotations

import _thread
from array import array
from random import Random
from threading import Timer

import pytest
from amounts import many, mostly_slow, seeds
from clock import turned_clock
from exact_problems import check, oracle_of, problems, task
from hypothesis import given, settings
from hypothesis import strategies as st
from inside import solve
from task_oracle import ALL, CANDIDATES, LEGAL, Oracle
from tasks import changed, task_of

import mastermind_core as mc
from mastermind_core.errors import GameTooLarge
from mastermind_core.exact import Deadline, TimeIsUpError
from mastermind_core.exact.anytime import budget
from mastermind_core.exact.anytime.greedy import greedy_criteria, size_bound
from mastermind_core.exact.anytime.passes import Passes
from mastermind_core.exact.anytime.sets import Sets, Settings
from mastermind_core.kernels import IMPOSSIBLE, NO_LIMIT, Found, Objective, is_compiled
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact import compiled as exact
from mastermind_core.kernels.exact import plain
from mastermind_core.kernels.exact.memory import bytes_for_sets
from mastermind_core.kernels.exact.task import MEAN, WORST
from mastermind_core.kernels.shared.flat_trees import measured
from mastermind_core.table import compile_game

from .conftest import native_scores


@pytest.fixture
def compiled():
    if not is_compiled():
        pytest.skip("no native kernel runs")


@pytest.fixture(scope="module")
def native():
    yield from native_scores()


def codes(holes, colours):
    return compile_game(mc.Mastermind(colours=colours, holes=holes))


class Passed(Passes):
    """Passes of one task, within as many guesses as it allows."""

    def __init__(self, scores, posed, how, search=exact.attempt, deadline=None):
        deadline = deadline or Deadline(NO_LIMIT)
        super().__init__(Sets(scores, posed, search, deadline, how))
        n = len(posed.question.candidates)
        self.steps = n if posed.question.max_steps < 0 else min(n, posed.question.max_steps)

    def pass_up_to(self, most):
        self.lessen(self.steps, most)

    def tree(self):
        return self.sets.tree(self.sets.task.question.candidates, self.steps)


@pytest.mark.unwatched
@pytest.mark.parametrize("colours", mostly_slow([6, 7, 8], quick=[6]))
@pytest.mark.parametrize("seconds", [0.0, 0.3])
def test_the_time_is_kept_whatever_the_game(compiled, colours, seconds):
    table = codes(5, colours)
    everything = task_of(table.everything, seconds=seconds)
    rule = next(greedy_criteria(table.kernel_scores, everything))
    with turned_clock() as look:
        began, given = look(), (table.kernel_scores, table.everything, rule)
        kernels.greedy.greedy_tree(*given, progress=Deadline(1e9).check)
        tree = look() - began
        began = look()
        found = solve(table.kernel_scores, everything)
        assert look() - began < seconds + tree + 0.2
    assert not found.proven
    assert found.lower_bound <= found.total


@pytest.mark.unwatched
@pytest.mark.parametrize(("objective", "least"), [(MEAN, 156_198), (WORST, 5)])
def test_a_game_too_large_for_a_proof_has_the_bound_of_its_size(compiled, objective, least):
    # 1, 19, 361 and 6859 secrets may take 1, 2, 3 and 4 guesses; all other 25528 take five.
    assert 1 + 2 * 19 + 3 * 361 + 4 * 6859 + 5 * 25_528 == 156_198
    table = codes(5, 8)
    with turned_clock():
        found = solve(table.kernel_scores, task_of(table.everything, objective, seconds=0.2))
    assert found.lower_bound == least
    assert found.tree is not None


@pytest.mark.parametrize(
    ("colours", "hours", "tried"),
    [(6, 0.1, True), (7, 4, False), (7, 5, True), (8, 15.5, False), (8, 16.5, True)],
)
def test_a_proof_of_more_pairs_needs_more_hours(colours, hours, tried):
    """Without symmetries a proof needs two hours for each 2^27 pairs: 16 for 2^30."""
    table = codes(5, colours)
    long = task_of(table.everything, seconds=3600 * hours)
    assert budget.Search(table.kernel_scores, long).proof_pays == tried


@pytest.mark.unwatched
def test_what_is_found_in_time_counts(compiled):
    table = codes(4, 7)
    with turned_clock():
        found = solve(table.kernel_scores, task_of(table.everything, seconds=0.3))
    assert found.tree is not None
    assert 2401 <= found.lower_bound <= 11228 <= found.total


@pytest.mark.unwatched
def test_ctrl_c_is_heard_while_a_large_game_is_set_up(compiled):
    table = codes(5, 8)
    Timer(0.2, _thread.interrupt_main).start()
    found = solve(table.kernel_scores, task_of(table.everything))  # else it takes for ever
    assert found.interrupted
    assert not found.proven


@pytest.mark.unwatched
def test_memory_is_refused_before_it_is_taken(compiled):
    table = codes(4, 6)
    with pytest.raises(GameTooLarge, match="memory="):
        solve(table.kernel_scores, task_of(table.everything, memory=1 << 20))
    game = mc.Mastermind(colours=10, holes=5)
    with pytest.raises(GameTooLarge, match="memory="):
        solve(compile_game(game).kernel_scores, task_of(array("I", range(100_000))))


@pytest.mark.parametrize("table", [0, 1 << 20, 1 << 31, 1 << 40])
def test_what_sets_may_take(table):
    memories = [1 << 10, 1 << 21, 1 << 30, 1 << 33, 1 << 41, 1 << 64, 10**30]
    rooms = [bytes_for_sets(task_of(array("I"), memory=memory), table) for memory in memories]
    assert all(
        0 <= room + min(table, memory) <= memory
        for room, memory in zip(rooms, memories, strict=True)
    )
    assert rooms[-1] > 1 << 30
    assert max(rooms) < 1 << 62
    assert bytes_for_sets(task_of(array("I")), table) <= 1 << 30


@pytest.mark.parametrize("memory", [2**62, 2**63, 2**64, 10**30])
def test_more_memory_than_any_machine_has(memory):
    assert mc.optimal(mc.TwoD(4), memory=memory).total == 46


def test_a_time_without_the_memory_still_gets_a_tree(compiled):
    table = codes(3, 6)
    with turned_clock():
        posed = task_of(table.everything, memory=1 << 10, seconds=2.0)
        found = solve(table.kernel_scores, posed)
    assert found.tree is not None
    assert found.lower_bound <= 854 <= found.total


@pytest.mark.unwatched
def test_passes_make_trees_better(compiled):
    table = codes(4, 5)
    scores, posed = table.kernel_scores, task_of(table.everything)
    improver = Passed(scores, posed, Settings(60, 100))
    totals = []
    for width in (1, 2):
        improver.pass_up_to(width)
        totals.append(sum(improver.tree().edge_size))
    greedy = solve(scores, changed(posed, nodes=0))
    assert totals == sorted(totals, reverse=True)
    assert 2463 <= totals[-1] < greedy.total


@pytest.mark.unwatched
def test_guesses_that_are_alike_are_tried_once(compiled):
    table = codes(4, 6)
    how = Settings(60, nodes=20)
    improver = Passed(table.kernel_scores, task_of(table.everything), how)
    improver.pass_up_to(1)
    assert 5625 <= sum(improver.tree().edge_size) <= 5650


def test_a_search_without_a_tree_leaves_the_greedy_one(compiled):
    table = codes(3, 4)

    def finds_nothing(scores, posed):
        return Found(None, IMPOSSIBLE, 0, 0, proven=False, nodes=0)

    posed = task_of(table.everything)
    improver = Passed(table.kernel_scores, posed, Settings(8), finds_nothing)
    improver.pass_up_to(1)
    tree = improver.tree()
    assert tree is not None
    assert 206 <= sum(tree.edge_size) <= 230


@pytest.mark.unwatched
def test_the_sets_of_the_best_tree_are_searched_longer(compiled):
    table = codes(4, 5)
    scores, posed = table.kernel_scores, task_of(table.everything)
    totals = []
    for longer in (0, 1000):
        how = Settings(100, nodes=1, longer=longer)
        improver = Passed(scores, posed, how)
        improver.pass_up_to(1)
        totals.append(sum(improver.tree().edge_size))
    assert 2463 <= totals[1] < totals[0]


@settings(deadline=None, max_examples=many(150))
@given(problems(), st.integers(0, 4), st.integers(0, 3))
def test_passes_are_never_wrong_and_all_guesses_are_enough(scores_of, problem, small, nodes):
    table, final, candidates, _, asked = problem
    asked = {**asked, "memory": NO_LIMIT, "symmetries": ()}
    if asked["pool"] == LEGAL:
        asked["pool"], asked["legal"] = ALL, ()
    scores, posed = scores_of(table, final), task(candidates, "mean", **asked)
    oracle = oracle_of(table, final, asked)
    how = Settings(small, nodes)
    improver = Passed(scores, posed, how)
    for width in (1, 2, 64):
        improver.pass_up_to(width)
        tree = improver.tree()
        total, worst = (IMPOSSIBLE, 0) if tree is None else oracle.replay(tree, candidates)
        found = Found(tree, total, worst, 0, proven=False, nodes=0)
        check(found, oracle, candidates, "mean", asked["max_steps"])
        if tree is not None:
            improver.begin(tree)
            assert oracle.replay(improver.tree(), candidates)[0] == total
            another = Passed(scores, posed, how)
            another.begin(tree)
            assert oracle.replay(another.tree(), candidates) == (total, worst)
    if small == 0 or nodes > 0:  # and nothing is searched with no nodes
        assert (tree is not None) == (oracle.worst(candidates, improver.steps) < IMPOSSIBLE)
    if small == 0:  # every guess was tried at every set
        least = oracle.best(candidates, "mean", improver.steps)
        assert least == (total, None) if tree else least is None


@settings(deadline=None, max_examples=many(150))
@given(
    problems(),
    st.sampled_from([(0, 0, 1, 0), (0, 1, 0), (0, 0, 0, 1), (2, 1, 3), (1, 2, 4)]),
    st.integers(0, 4),
    st.integers(0, 3),
)
def test_passes_with_prices_by_depth_reach_the_optimum(scores_of, problem, prices, small, nodes):
    table, final, candidates, _, asked = problem
    asked = {**asked, "memory": NO_LIMIT, "symmetries": ()}
    if asked["pool"] == LEGAL:
        asked["pool"], asked["legal"] = ALL, ()
    scores = scores_of(table, final)
    improver = Passed(
        scores, task(candidates, "mean", **asked, prices=prices), Settings(small, nodes)
    )
    known = {name: asked[name] for name in ("weights", "pool")}
    oracle = Oracle(table, final, prices=prices, **known)
    least = oracle.total(candidates, improver.steps)
    before = IMPOSSIBLE
    for width in (1, 2, 64):
        improver.pass_up_to(width)
        tree = improver.tree()
        total = IMPOSSIBLE if tree is None else oracle.replay(tree, candidates)[0]
        assert least <= total <= before
        before = total
        best = improver.sets.best(array("I", candidates), improver.steps)
        assert (best is None) == (tree is None)
        assert best is None or best.total == total
        if tree is not None:
            another = Passed(scores, improver.sets.task, Settings(small, nodes))
            another.begin(tree)
            assert oracle.replay(another.tree(), candidates)[0] == total
    if small == 0:  # every guess was tried at every set
        assert total == least


#: Greedy trees, and the bound of the worst case of a large game.
STEPS = (budget._grow, 1.0), (budget._bound_worst_case, 1.0)


@pytest.mark.parametrize("firsts", [0, 99])
@settings(deadline=None, max_examples=many(60))
@given(problem=problems())
def test_bounds_of_the_worst_case_by_blocks_are_the_optimum(scores_of, problem, firsts):
    table, final, candidates, _, asked = problem
    asked = {**asked, "memory": 1 << 20, "symmetries": (), "max_steps": NO_LIMIT}
    if asked["pool"] == LEGAL:
        asked["pool"], asked["legal"] = ALL, ()
    posed = task(candidates, "worst", **asked)
    with turned_clock(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(budget, "_HOPEFUL", -1)
        patch.setattr(budget, "_MOST_FIRST", firsts)
        search = budget.Search(scores_of(table, final), changed(posed, seconds=20.0))
        search.raise_bound(1)
        found = search.run(STEPS)
    least = oracle_of(table, final, asked).worst(candidates, len(candidates))
    if found.tree is None:
        assert found.lower_bound <= max(1, least)
    else:
        # A first guess has to be able to win if only candidates may be guessed: the others bound
        # no more than the whole set.
        loose = firsts > 0 and asked["pool"] == CANDIDATES
        assert found.lower_bound == least or (loose and found.lower_bound <= least)
        assert found.proven == (found.lower_bound == found.worst)


def test_blocks_bound_the_worst_case_where_counting_does_not(compiled, monkeypatch):
    game = mc.Mastermind(colours=7, holes=3)
    table = compile_game(game)
    assert size_bound(table.kernel_scores, task_of(table.everything, WORST)) == 4
    monkeypatch.setattr(budget, "_HOPEFUL", -1)
    monkeypatch.setattr(budget, "STEPS", STEPS)
    with turned_clock():
        found = mc.optimal(game, "worst", seconds=20)
    assert (found.worst, found.lower_bound, found.proven) == (6, 6, True)


@pytest.mark.unwatched
@pytest.mark.slow
@pytest.mark.parametrize("hopeful", [1 << 26, 0])
def test_a_tree_that_is_short_enough_is_looked_for(compiled, monkeypatch, hopeful):
    """A greedy tree of AB(4,9) takes seven guesses, and six are enough."""
    table = compile_game(mc.BullsAndCows(9, 4))
    posed = task_of(table.everything, max_steps=6, seconds=20.0)
    with monkeypatch.context() as patch, turned_clock():
        patch.setattr(budget.Search, "fits", lambda *_: False)
        greedily = changed(posed, seconds=NO_LIMIT, nodes=0)
        assert solve(table.kernel_scores, greedily).tree is None
        patch.setattr(budget, "_HOPEFUL", hopeful)
        found = solve(table.kernel_scores, posed)
    assert found.worst == 6


def test_a_tree_of_another_game_is_no_beginning(compiled):
    table, other = codes(3, 4), codes(3, 5)
    scores, posed = table.kernel_scores, task_of(table.everything)
    foreign = exact.attempt(other.kernel_scores, task_of(other.everything)).tree
    own = exact.attempt(scores, posed).tree
    cut = own._replace(edge_child=array("i", [-1] * len(own.edge_child)))
    for tree in (foreign, cut):
        improver = Passed(scores, posed, Settings(8, nodes=20))
        improver.begin(tree)
        improver.pass_up_to(2)
        assert 206 <= sum(improver.tree().edge_size) <= 230


class Few(Deadline):
    """A time that is over after some looks at the clock."""

    looks = 0

    def check(self, *_):
        self.looks -= 1
        if self.looks < 0:
            raise TimeIsUpError


def improver_with_few(looks, max_steps=NO_LIMIT):
    table, deadline = codes(3, 4), Few(NO_LIMIT)
    deadline.looks = looks
    posed = task_of(table.everything, max_steps=max_steps)
    return Passed(table.kernel_scores, posed, Settings(4, 20), deadline=deadline)


def test_a_pass_may_end_at_any_moment(compiled):
    totals = []
    for looks in range(0, 400, 20):
        improver = improver_with_few(looks)
        improver.pass_up_to(8)
        tree = improver.tree()
        totals.append(IMPOSSIBLE if tree is None else sum(tree.edge_size))
    assert totals[-1] <= 208
    assert totals == sorted(totals, reverse=True)


def test_the_passes_for_short_trees_may_end_at_any_moment(compiled):
    table, found = codes(3, 4), []
    for looks in range(0, 2000, 20):
        improver = improver_with_few(looks, max_steps=4)
        improver.pass_up_to(2)
        found.append(improver.tree())
    assert found[0] is None
    for tree in filter(None, found):
        assert measured(kernels.greedy, table.kernel_scores, table.everything, (), tree)[1] <= 4
    assert found[-1] is not None


def test_the_clock_is_looked_at_before_every_greedy_tree(compiled, monkeypatch):
    """Those of the many small blocks of a word take long together, each of them a moment."""
    grow, trees = kernels.greedy.greedy_tree, 0

    def counted(*given, **named):
        nonlocal trees
        trees += 1
        return grow(*given, **{**named, "progress": None})

    monkeypatch.setattr(kernels.greedy, "greedy_tree", counted)
    for looks in range(1, 100, 3):
        trees = 0
        improver_with_few(looks).pass_up_to(8)
        assert trees <= looks
    assert trees


@pytest.mark.parametrize("objective", [MEAN, WORST])
@pytest.mark.parametrize("seed", seeds(10))
def test_a_wide_game_is_taken_one_by_one_or_together(native, objective, seed):
    random = Random(seed)
    table = [[random.randrange(6) for _ in range(60)] for _ in range(200)]
    table += [[6 if g == s else random.randrange(6) for s in range(60)] for g in range(60)]
    scores, final = native(table, [False] * 6 + [True]), []
    for least in (0, 1 << 20):
        for glance in (1, 1 << 20):
            tuning = (24, 2, 30, 12, 64, least, glance, 2)
            posed = task_of(array("I", range(60)), objective, tuning=tuning)
            found = solve(scores, posed)
            assert found.proven
            final.append((found.lower_bound, found.total if objective == MEAN else found.worst))
            assert Oracle(table, [False] * 6 + [True]).replay(found.tree, range(60)) == (
                found.total,
                found.worst,
            )
    assert len(set(final)) == 1


def test_bounds_of_a_stopped_wide_search_hold(native):
    random = Random(5)
    table = [[random.randrange(5) for _ in range(40)] for _ in range(150)]
    table += [[5 if g == s else random.randrange(5) for s in range(40)] for g in range(40)]
    scores = native(table, [False] * 5 + [True])
    best = solve(scores, task_of(array("I", range(40))))
    assert best.proven
    for nodes in (0, 1, 10, 100, 1000):
        posed = task_of(array("I", range(40)), nodes=nodes, tuning=(24, 2, 30, 12, 64, 0, 1, 1))
        found = solve(scores, posed)
        assert found.lower_bound <= best.total <= found.total


@pytest.mark.unwatched
def test_a_stopped_search_has_the_bound_that_sizes_give(compiled):
    table = codes(4, 6)
    found = exact.attempt(table.kernel_scores, task_of(table.everything, nodes=1))
    # One guess ends one secret, 13 more take two, 169 more three, and all others four at least.
    assert found.lower_bound >= 1 + 2 * 13 + 3 * 169 + 4 * (1296 - 183)


def test_what_was_found_is_not_lost_with_the_sets_that_the_table_forgot(compiled):
    random = Random(3)
    n, guesses = 200, 300
    rows = [bytes(random.choices(range(5), range(1, 6), k=n)) for _ in range(guesses - n)]
    table = compile_game(
        mc.FiniteGame(
            range(guesses),
            range(n),
            lambda guess, secret: (
                rows[guess][secret] if guess < len(rows) else 9 * (guess - len(rows) == secret)
            ),
            {9},
        )
    )
    small = task_of(table.everything, nodes=10_000, memory=2 * guesses * n + 2**15)
    heard = []
    found = exact.attempt(table.kernel_scores, small, lambda best, *_: heard.append(best))
    assert not found.proven
    assert found.total <= min(heard)


@pytest.mark.parametrize("objective", ["worst-then-mean", "mean-then-worst", "mean", "worst"])
@pytest.mark.parametrize("calls", range(1, 12))
def test_a_plain_search_knows_that_it_was_interrupted(objective, calls):
    table, left = compile_game(mc.Mastermind(colours=4, holes=2)), calls

    def stop(*_now):
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt

    found = plain.attempt(
        table.kernel_scores, task_of(table.everything, Objective(objective)), stop
    )
    assert found.interrupted == (left <= 0)
