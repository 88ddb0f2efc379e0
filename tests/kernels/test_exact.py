"""The compiled exact search, its reference, and a search without any bound agree."""

from __future__ import annotations

import _thread
from array import array
from random import Random
from threading import Thread, Timer
from time import sleep

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.errors import BadArgument
from mastermind_core.kernels.choose import is_compiled
from mastermind_core.kernels.exact import compiled as exact
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.plain import IMPOSSIBLE, NO_LIMIT, Task

from .conftest import native_scores
from .exact_oracle import ALL, CANDIDATES, LEGAL, Oracle

OBJECTIVES = ("worst", "mean", "worst-then-mean", "mean-then-worst")
BY_WORST = {"worst", "worst-then-mean"}

# Every threshold of the compiled search on its one side and on its other: tables of their own, the
# smallest set whose symmetry is looked for, steps, guesses one by one, and glances.
TUNINGS = [
    (),
    (2, 1, 0, 2, 1, 0, 1, 1),
    (2, 1, 3, 2, 1000, 1000, 1, 2),
    (99, 1, 99, 99, 8, 0, 99, 1),
]


@pytest.fixture(scope="module")
def native():
    yield from native_scores(baseline=False)


def task(candidates, objective="mean", **rest):
    return Task(array("I", candidates), Objective(objective), **rest)


def orbit(permutation, start):
    """List the images of an item until it comes back."""
    images = [start]
    while permutation[images[-1]] != start:
        images.append(permutation[images[-1]])
    return images


def invariant_game(random, moves):
    """Return a random table that keeps its scores when guesses, secrets and scores are moved."""
    on_guesses, on_secrets, on_scores = moves
    table = [[-1] * len(on_secrets) for _ in on_guesses]
    for guess, row in enumerate(table):
        for secret in range(len(row)):
            if table[guess][secret] >= 0:
                continue
            pairs = [(guess, secret)]
            while (after := (on_guesses[pairs[-1][0]], on_secrets[pairs[-1][1]])) != pairs[0]:
                pairs.append(after)
            # A score has to come back when the pair does; 0 is never moved.
            back = [s for s in range(len(on_scores)) if len(pairs) % len(orbit(on_scores, s)) == 0]
            score = random.choice(back)
            for g, s in pairs:
                table[g][s] = score
                score = on_scores[score]
    return table


@st.composite
def games(draw):
    """Draw a small game: (table, final, symmetries)."""
    n_guesses, n_secrets = draw(st.integers(1, 7)), draw(st.integers(1, 6))
    n_scores = draw(st.integers(2, 5))
    random = Random(draw(st.integers(0, 2**32)))
    final = [draw(st.booleans()) for _ in range(n_scores)]
    kind = draw(st.sampled_from(["any", "moved", "codes"]))
    if kind == "moved":
        on_scores = [0, *(1 + s for s in draw(st.permutations(range(n_scores - 1))))]
        for score in range(n_scores):
            final[score] = final[min(orbit(on_scores, score))]
        moves = (
            draw(st.permutations(range(n_guesses))),
            draw(st.permutations(range(n_secrets))),
            on_scores,
        )
        return invariant_game(random, moves), final, (moves,)
    if kind == "codes":
        # A guess ends one secret at most, as in the usual games: the closed forms of small sets.
        final = [False] * (n_scores - 1) + [True]
        table = [
            [n_scores - 1 if g == s else random.randrange(n_scores - 1) for s in range(n_secrets)]
            for g in range(max(n_guesses, n_secrets))
        ]
        return table, final, ()
    table = [[random.randrange(n_scores) for _ in range(n_secrets)] for _ in range(n_guesses)]
    return table, final, ()


@st.composite
def problems(draw):
    """Draw a game and something to ask of it: (table, final, arguments of Task)."""
    table, final, symmetries = draw(games())
    n_guesses, n_secrets = len(table), len(table[0])
    candidates = range(n_secrets)
    weights = ()
    if draw(st.booleans()) and not symmetries:
        candidates = sorted(draw(st.sets(st.sampled_from(candidates), min_size=1)))
    if draw(st.booleans()):
        numbers = st.integers(1, 3) | st.integers(1, 1000)
        weights = draw(st.lists(numbers, min_size=n_secrets, max_size=n_secrets))
        for _, on_secrets, _ in symmetries:
            weights = [weights[min(orbit(on_secrets, s))] for s in range(n_secrets)]
    pool = draw(st.sampled_from([ALL, CANDIDATES, LEGAL]))
    legal = ()
    if pool == LEGAL:
        symmetries = ()
        masks = st.integers(0, 2**n_guesses - 1) | st.just(2**n_guesses - 1)
        legal = [[draw(masks) for _ in final] for _ in table]
    asked = {"pool": pool, "weights": weights, "legal": legal, "symmetries": symmetries}
    asked["max_steps"] = draw(st.just(NO_LIMIT) | st.integers(0, 6))
    asked["memory"] = draw(st.sampled_from([NO_LIMIT, 1 << 16]))
    asked["tuning"] = draw(st.sampled_from(TUNINGS))
    return table, final, candidates, draw(st.sampled_from(OBJECTIVES)), asked


def check(found, oracle, candidates, objective, max_steps):
    """Hold a result to the oracle, whether it is proven or not."""
    most = len(candidates) if max_steps < 0 else min(max_steps, len(candidates))
    best = oracle.best(candidates, objective, most)
    if best is None:
        assert found.tree is None
        assert (found.total, found.worst) == (IMPOSSIBLE, 0)
        assert not found.proven or found.lower_bound == IMPOSSIBLE
        return
    total, worst = best
    first = worst if objective in BY_WORST else total
    assert found.lower_bound <= first
    if found.tree is None:
        assert not found.proven
        return
    assert oracle.replay(found.tree, candidates) == (found.total, found.worst)
    assert found.worst <= most
    assert first <= (found.worst if objective in BY_WORST else found.total)
    if found.proven:
        assert found.lower_bound == first
        assert total is None or found.total == total
        assert worst is None or found.worst == worst


def oracle_of(table, final, asked):
    kept = {name: asked[name] for name in ("weights", "pool", "legal")}
    return Oracle(table, final, **kept)


@settings(deadline=None, max_examples=400)
@given(problems())
def test_the_optimum_is_found(scores_of, problem):
    table, final, candidates, objective, asked = problem
    found = exact.solve(scores_of(table, final), task(candidates, objective, **asked))
    assert found.proven
    oracle = oracle_of(table, final, asked)
    check(found, oracle, candidates, objective, asked["max_steps"])


@settings(deadline=None, max_examples=200)
@given(problems(), st.integers(0, 8))
def test_a_budget_is_kept_honestly(scores_of, problem, nodes):
    table, final, candidates, objective, asked = problem
    scores = scores_of(table, final)
    found = exact.solve(scores, task(candidates, objective, **asked, nodes=nodes))
    oracle = oracle_of(table, final, asked)
    check(found, oracle, candidates, objective, asked["max_steps"])


def least_that_opens(oracle, candidates, objective, most, first):
    """Return what the oracle finds where the tree has to begin with some guesses."""
    kept = Oracle(oracle.table, oracle.final, weights=oracle.weights, pool=oracle.pool)
    kept.legal = oracle.legal
    inner = oracle.least_total

    def total(members, legal, steps):
        if members != tuple(candidates):
            return inner(members, legal, steps)
        if steps == 0:
            return IMPOSSIBLE
        least = IMPOSSIBLE
        for guess in first:
            blocks = oracle.after(guess, members, legal)
            if blocks is None or any(block == members for block, _ in blocks.values()):
                continue
            rest = sum(inner(block, left, steps - 1) for block, left in blocks.values())
            least = min(least, sum(oracle.weights[c] for c in members) + rest)
        return min(least, IMPOSSIBLE)

    kept.least_total = total
    return kept.best(candidates, objective, most)


@settings(deadline=None, max_examples=300)
@given(problems(), st.data())
def test_a_tree_that_begins_with_some_guesses(scores_of, problem, data):
    table, final, candidates, objective, asked = problem
    first = data.draw(st.sets(st.sampled_from(range(len(table))), min_size=1))
    found = exact.solve(
        scores_of(table, final), task(candidates, objective, **asked, first=sorted(first))
    )
    assert found.proven
    oracle = oracle_of(table, final, asked)
    most = len(candidates) if asked["max_steps"] < 0 else min(asked["max_steps"], len(candidates))
    best = least_that_opens(oracle, candidates, objective, most, first)
    if best is None:
        assert found.tree is None
        return
    assert found.tree.guesses[0] in first
    assert oracle.replay(found.tree, candidates) == (found.total, found.worst)
    assert best[0] in {None, found.total}
    assert best[1] in {None, found.worst}


@settings(deadline=None, max_examples=300)
@given(problems(), st.integers(0, 40))
def test_totals_below_a_limit(scores_of, problem, below):
    table, final, candidates, objective, asked = problem
    found = exact.solve(scores_of(table, final), task(candidates, objective, **asked, below=below))
    assert found.proven
    oracle = oracle_of(table, final, asked)
    most = len(candidates) if asked["max_steps"] < 0 else min(asked["max_steps"], len(candidates))
    best = oracle.best(candidates, objective, most)
    if objective == "worst" or (best is not None and best[0] < below):
        check(found, oracle, candidates, objective, asked["max_steps"])
        return
    assert found.tree is None
    if objective == "worst-then-mean" and best is not None:
        assert found.lower_bound == best[1]
    else:
        assert below <= found.lower_bound <= (IMPOSSIBLE if best is None else best[0])


@settings(deadline=None, max_examples=100)
@given(problems(), st.integers(1, 8))
def test_a_worst_case_that_begins_later(scores_of, problem, least):
    table, final, candidates, _, asked = problem
    scores, oracle = scores_of(table, final), oracle_of(table, final, asked)
    found = exact.solve(scores, task(candidates, "worst", **asked, least_steps=least))
    most = len(candidates) if asked["max_steps"] < 0 else min(asked["max_steps"], len(candidates))
    best = oracle.best(candidates, "worst", most)
    assert found.proven
    assert (found.tree is None) == (best is None)
    if best is not None:
        assert oracle.replay(found.tree, candidates) == (found.total, found.worst)
        assert found.worst <= max(best[1], min(least, most))


@settings(deadline=None, max_examples=200)
@given(problems(), st.integers(0, 12), st.integers(1, 60))
def test_what_a_stopped_search_tells_of_the_first_guesses(scores_of, problem, nodes, below):
    table, final, candidates, _, asked = problem
    scores, oracle = scores_of(table, final), oracle_of(table, final, asked)
    found = exact.attempt(scores, task(candidates, "mean", **asked, below=below, nodes=nodes))
    most = len(candidates) if asked["max_steps"] < 0 else min(asked["max_steps"], len(candidates))
    if found.tree is not None:
        assert oracle.replay(found.tree, candidates) == (found.total, found.worst)
        assert (found.tree.guesses[0], found.total, True) in found.openings or found.proven
    for guess, bound, is_exact in found.openings:
        best = least_that_opens(oracle, candidates, "mean", most, [guess])
        least = IMPOSSIBLE if best is None else best[0]
        assert bound <= least
        assert not is_exact or bound == least
    if not found.proven and found.openings:
        # Some optimum begins with one of them, or there is none below.
        best = least_that_opens(oracle, candidates, "mean", most, [g for g, _, _ in found.openings])
        every = oracle.best(candidates, "mean", most)
        assert every is None or every[0] >= below or best[0] == every[0]


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32), st.sampled_from(OBJECTIVES), st.booleans())
def test_sets_of_some_size(scores_of, seed, objective, weighted):
    # Guesses that end many secrets keep the plain search short.
    random = Random(seed)
    n_secrets = random.randint(12, 24)
    final = [False, False, True, False]
    table = [[random.choice((0, 1, 2, 2, 3)) for _ in range(n_secrets)] for _ in range(6)]
    weights = [random.randint(1, 9) for _ in range(n_secrets)] if weighted else ()
    found = exact.solve(scores_of(table, final), task(range(n_secrets), objective, weights=weights))
    oracle = Oracle(table, final, weights=weights)
    assert found.proven
    check(found, oracle, range(n_secrets), objective, 12)


def copies(random, n_secrets, n_guesses, n_scores, n_copies):
    """Return a game of some copies of a game, told apart by guesses that ask in which it is.

    The copies may be exchanged. Guesses about all copies at once stay as they are, so guesses and
    secrets move in cycles of different length.
    """
    base = [[random.randrange(n_scores) for _ in range(n_secrets)] for _ in range(n_guesses)]
    secrets = [(copy, s) for copy in range(n_copies) for s in range(n_secrets)]
    guesses = [("all", row) for row in range(n_guesses)]
    guesses += [(copy, s) for copy in range(n_copies) for s in range(n_secrets)]
    end, elsewhere = n_scores, n_scores + 1

    def score(guess, secret):
        where, what = guess
        if where == "all":
            return base[what][secret[1]]
        if where != secret[0]:
            return elsewhere
        return end if what == secret[1] else base[what % n_guesses][secret[1]]

    table = [[score(guess, secret) for secret in secrets] for guess in guesses]
    final = [False] * n_scores + [True, False]

    def moved(items, to):
        new = [(to.get(where, where), what) for where, what in items]
        return [items.index(item) for item in new]

    symmetries = [
        (moved(guesses, to), moved(secrets, to), range(n_scores + 2))
        for to in ({0: 1, 1: 0}, {c: (c + 1) % n_copies for c in range(n_copies)})
    ]
    return table, final, symmetries


def test_copies_of_a_game_are_what_they_say():
    table, _, symmetries = copies(Random(1), 5, 3, 3, 3)
    for on_guesses, on_secrets, _ in symmetries:
        for guess, row in enumerate(table):
            assert [table[on_guesses[guess]][on_secrets[s]] for s in range(len(row))] == row


@settings(deadline=None, max_examples=25)
@given(
    st.integers(0, 2**32),
    st.sampled_from(OBJECTIVES),
    st.sampled_from([ALL, CANDIDATES]),
    st.booleans(),
)
def test_symmetry_and_memory_change_no_value(native, seed, objective, pool, weighted):
    random = Random(seed)
    n_secrets, n_copies = random.choice([(8, 3), (6, 4), (12, 4), (15, 4), (12, 5)])
    table, final, symmetries = copies(random, n_secrets, 3, random.randint(3, 5), n_copies)
    everything = range(len(table[0]))
    own = [random.randint(1, 5) for _ in range(n_secrets)] if weighted else []
    asked = {"pool": pool, "weights": own * n_copies}
    found = exact.solve(
        native(table, final), task(everything, objective, **asked, symmetries=symmetries)
    )
    assert found.proven
    oracle = Oracle(table, final, **asked)
    assert oracle.replay(found.tree, everything) == (found.total, found.worst)
    few = {"memory": 64 * len(everything)}  # for the scores, and hardly a set
    for other in ({}, few, {**few, "symmetries": symmetries}):
        again = exact.solve(native(table, final), task(everything, objective, **asked, **other))
        assert again.proven
        assert again.lower_bound == found.lower_bound
        if objective != "worst":
            assert again.total == found.total
        if objective != "mean":
            assert again.worst == found.worst


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 2**32), st.sampled_from(OBJECTIVES), st.booleans())
def test_symmetries_of_the_game_serve_what_answers_leave(native, seed, objective, weighted):
    random = Random(seed)
    n_secrets, n_copies = random.choice([(8, 3), (6, 4), (12, 3)])
    table, final, symmetries = copies(random, n_secrets, 3, random.randint(3, 5), n_copies)
    own = [random.randint(1, 5) for _ in range(n_secrets)] if weighted else []
    asked = random.sample(range(len(table)), random.randint(1, 2))
    answers = [random.choice(table[guess]) for guess in asked]
    left = [
        secret
        for secret in range(len(table[0]))
        if all(table[g][secret] == score for g, score in zip(asked, answers, strict=True))
    ]
    if not left:
        return
    first = random.sample(range(len(table)), 8) if random.random() < 0.5 else ()
    plain = task(left, objective, weights=own * n_copies, first=first)
    found = exact.solve(native(table, final), plain)
    again = exact.solve(native(table, final), plain._replace(asked=asked, symmetries=symmetries))
    assert (found.proven, found.lower_bound) == (again.proven, again.lower_bound)
    if objective != "worst":
        assert again.total == found.total
    if objective != "mean":
        assert again.worst == found.worst


def reachable(oracle, candidates):
    """Count the sets that answers leave, to see that a plain search can go through them."""
    seen, stack = set(), [tuple(candidates)]
    while stack and len(seen) < 20000:
        members = stack.pop()
        if members in seen:
            continue
        seen.add(members)
        for guess in range(len(oracle.table)):
            blocks = oracle.after(guess, members, oracle.everything)
            stack.extend(block for block, _ in blocks.values() if block != members)
    return len(seen)


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 2**32), st.sampled_from(OBJECTIVES))
def test_larger_games_against_a_plain_search(native, seed, objective):
    random = Random(seed)
    n_secrets = random.randint(24, 48)
    n_guesses = random.randint(5, 7)
    # Few kinds of rows, repeated and cut off: many guesses, few sets.
    rows = [[random.choice((0, 1, 2, 2)) for _ in range(n_secrets)] for _ in range(n_guesses)]
    table = [rows[at % n_guesses] for at in range(40)]
    final = [False, False, True]
    asked = {"weights": [random.randint(1, 4) for _ in range(n_secrets)] if seed % 2 else ()}
    oracle = Oracle(rows, final, **asked)
    if reachable(oracle, range(n_secrets)) >= 20000:
        return
    found = exact.solve(native(table, final), task(range(n_secrets), objective, **asked))
    assert found.proven
    if found.tree is not None:
        found = found._replace(
            tree=found.tree._replace(
                guesses=array("i", [guess % n_guesses for guess in found.tree.guesses])
            )
        )
    check(found, oracle, range(n_secrets), objective, n_guesses + 1)


def mastermind(holes, colours, repeats="both"):
    return mc.Mastermind(colours=colours, holes=holes, repeats=repeats)


@pytest.fixture
def compiled():
    if not is_compiled():
        pytest.skip("no native kernel runs")


slow = pytest.mark.slow

# Totals and worst cases without a name: two programs, neither of them this package.
LEAST = [
    *(
        (mastermind(2, c + 2), total, c // 2 + 3, ())
        for c, total in enumerate([8, 21, 45, 81, 132, 198, 284, 388, 517])
    ),
    *(
        (mastermind(3, 4 + at), total, worst, ())
        for at, (total, worst) in enumerate([(206, 4), (451, 5), (854, 5), (1474, 6), (2359, 6)])
    ),
    (mastermind(4, 4), 905, 4, ()),
    (mastermind(4, 5), 2463, 5, ()),
    # Koyama and Lai, An optimal Mastermind strategy, 1993.
    (mastermind(4, 6), 5625, 5, ()),
    # Ville, An optimal Mastermind (4,7) strategy, 2013.
    (mastermind(4, 7), 11228, 6, slow),
    *(
        (mastermind(3, 3 + at, "none"), total, worst, ())
        for at, (total, worst) in enumerate(
            [(15, 4), (72, 4), (196, 4), (436, 5), (836, 5), (1449, 6)]
        )
    ),
    (mastermind(4, 6, "none"), 1446, 5, ()),
    (mastermind(4, 9, "none"), 14914, 6, slow),
    # Slovesnov, Bulls and cows strategies, 2013.
    (mastermind(4, 10, "none"), 26274, 7, slow),
    (mastermind(4, 6, "guesses"), 1435, 5, ()),
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


def test_more_budget_is_never_worse(compiled):
    game = mastermind(4, 5)
    found = [mc.optimal(game, nodes=nodes) for nodes in (0, 10, 100, 1000)]
    assert [one.total for one in found] == sorted((one.total for one in found), reverse=True)
    assert all(one.lower_bound <= 2463 <= one.total for one in found)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_ctrl_c_returns_the_best_tree_so_far(compiled, objective):
    game = mastermind(4, 9, "none")
    timer = Timer(0.1, _thread.interrupt_main)

    def started(done, total):
        if not timer.is_alive() and not timer.finished.is_set():
            timer.start()

    found = None
    try:
        found = mc.optimal(game, objective, progress=started)
        timer.join()  # of a machine so fast that the search was over before
        sleep(0.1)
    except KeyboardInterrupt as stopped:
        found = found or stopped.solution
    if found is None:  # of a machine so slow that half a second gave no tree
        return
    if objective not in BY_WORST:
        assert found.lower_bound <= 14914 <= found.total
    assert found.worst >= 6


def test_progress_is_heard_and_its_errors_are_raised(compiled):
    heard = []
    mc.optimal(mastermind(4, 5), progress=lambda done, total: heard.append((done, total)))
    assert heard
    assert all(0 <= done <= total for done, total in heard)

    def fail(done, total):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        mc.optimal(mastermind(4, 5), progress=fail)


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
        exact.solve(native(table, final), asked)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"weights": [1]}, "weights: expected 2 numbers or none, got 1"),
        ({"symmetries": [([0, 0], [0, 1], [0, 1])]}, "symmetry: expected a permutation of 2 ids"),
        ({"symmetries": [([0, 1], [1, 0], [0, 1])]}, "symmetry: a generator does not keep"),
        ({"pool": 3}, "pool: expected 0, 1 or 2, got 3"),
    ],
)
def test_the_border(native, wrong, words):
    with pytest.raises(BadArgument, match=words):
        exact.solve(native([[0, 1], [1, 0]], [True, False]), task(range(2), **wrong))
    with pytest.raises(BadArgument, match="candidates: expected distinct ids in ascending order"):
        exact.solve(native([[0, 1], [1, 0]], [True, False]), task([1, 0]))


@pytest.mark.parametrize("case", ["many scores", "heavy"])
def test_what_is_too_large_goes_to_the_reference(native, case):
    n_scores = 256 if case == "many scores" else 2
    weights = [1 << 50, 1] if case == "heavy" else ()
    final = [True] + [False] * (n_scores - 1)
    found = exact.solve(native([[0, 1], [1, 0]], final), task(range(2), weights=weights))
    assert found.proven
    assert found.total == (2 + (1 << 50) if weights else 3)


@pytest.mark.parametrize("objective", ["worst", "mean"])
def test_a_game_as_long_as_its_secrets_are_many(native, objective):
    # Every guess tells only whether it is right. Threads have less stack than the main one.
    n = 1200
    table = [bytes(guess == secret for secret in range(n)) for guess in range(n)]
    found = []
    scores, asked = native(table, [False, True]), task(range(n), objective)
    thread = Thread(target=lambda: found.append(exact.solve(scores, asked)))
    thread.start()
    thread.join()
    assert (found[0].total, found[0].worst, found[0].proven) == (n * (n + 1) // 2, n, True)
