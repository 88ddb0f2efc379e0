"""The compiled exact search, its plain twin, and a search without any bound agree."""

from __future__ import annotations

from functools import cache
from random import Random

import kernel_oracle as plain
import pytest
from amounts import many
from exact_problems import (
    LEGAL,
    NO_LIMIT,
    OBJECTIVES,
    TUNINGS,
    check,
    oracle_of,
    problems,
    task,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from inside import solve
from task_oracle import Oracle

from mastermind_core.kernels import IMPOSSIBLE, Rules
from mastermind_core.kernels.exact import compiled as exact

from .conftest import native_scores


@pytest.fixture(scope="module")
def native():
    yield from native_scores()


@settings(deadline=None, max_examples=many(400))
@given(problems())
def test_the_optimum_is_found(scores_of, problem):
    table, final, candidates, objective, asked = problem
    found = solve(scores_of(table, final), task(candidates, objective, **asked))
    assert found.proven
    oracle = oracle_of(table, final, asked)
    check(found, oracle, candidates, objective, asked["max_steps"])


def test_a_secret_that_is_left_alone_may_not_be_legal(scores_of):
    table, final, candidates = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [False, True], range(3)
    asked = {"pool": LEGAL, "legal": [[0, 0], [0, 0], [7, 0]], "max_steps": NO_LIMIT}
    for tuning in TUNINGS:
        posed = task(candidates, "mean", **asked, evenly=True, tuning=tuning)
        found = solve(scores_of(table, final), posed)
        assert found.proven
        check(
            found, oracle_of(table, final, {**asked, "weights": ()}), candidates, "mean", NO_LIMIT
        )


@settings(deadline=None, max_examples=many(200))
@given(problems(), st.integers(0, 8))
def test_a_budget_is_kept_honestly(scores_of, problem, nodes):
    table, final, candidates, objective, asked = problem
    scores = scores_of(table, final)
    found = solve(scores, task(candidates, objective, **asked, nodes=nodes))
    oracle = oracle_of(table, final, asked)
    check(found, oracle, candidates, objective, asked["max_steps"])


def least_that_opens(oracle, candidates, objective, most, first):
    """Return what the oracle finds where the tree has to begin with some guesses."""
    kept = Oracle(oracle.table, oracle.final, weights=oracle.weights, pool=oracle.pool)
    kept.legal = oracle.legal
    inner = oracle.least_total

    def total(members, legal, steps, made=0):
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


@settings(deadline=None, max_examples=many(300))
@given(problems(), st.data())
def test_a_tree_that_begins_with_some_guesses(scores_of, problem, data):
    table, final, candidates, objective, asked = problem
    first = data.draw(st.sets(st.sampled_from(range(len(table))), min_size=1))
    found = solve(
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


#: Guesses 2 and 6 are equal, and only 6 may begin: the greedy tree of it is not the best.
EQUAL = [
    *([2, 2, 2, 2, 2, 3, 2], [1, 1, 0, 1, 0, 0, 1], [1, 0, 1, 1, 0, 0, 0], [0, 0, 1, 0, 1, 0, 1]),
    *([3, 2, 2, 2, 2, 2, 2], [0, 0, 1, 0, 1, 0, 1], [1, 0, 1, 1, 0, 0, 0], [2, 2, 3, 2, 2, 2, 2]),
    *([0, 1, 0, 0, 1, 1, 1], [0, 0, 1, 0, 1, 1, 0], [2, 2, 2, 2, 2, 2, 3], [2, 2, 2, 3, 2, 2, 2]),
    *([2, 3, 2, 2, 2, 2, 2], [2, 2, 2, 2, 3, 2, 2]),
]


@pytest.mark.parametrize("tuning", TUNINGS)
def test_a_first_guess_that_equals_one_before_it(scores_of, tuning):
    asked = {"weights": (5, 5, 3, 8, 9, 2, 8), "first": [6], "tuning": tuning}
    scores = scores_of(EQUAL, [False, False, False, True])
    found = solve(scores, task(range(7), "worst-then-mean", **asked))
    assert found.proven
    assert found.tree.guesses[0] == 6
    assert (found.total, found.worst) == (122, 4)


@settings(deadline=None, max_examples=many(300))
@given(problems(), st.integers(0, 40))
def test_totals_below_a_limit(scores_of, problem, below):
    table, final, candidates, objective, asked = problem
    found = solve(scores_of(table, final), task(candidates, objective, **asked, below=below))
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


@settings(deadline=None, max_examples=many(100))
@given(problems(), st.integers(1, 8))
def test_a_worst_case_that_begins_later(scores_of, problem, least):
    table, final, candidates, _, asked = problem
    scores, oracle = scores_of(table, final), oracle_of(table, final, asked)
    found = solve(scores, task(candidates, "worst", **asked, least_steps=least))
    most = len(candidates) if asked["max_steps"] < 0 else min(asked["max_steps"], len(candidates))
    best = oracle.best(candidates, "worst", most)
    assert found.proven
    assert (found.tree is None) == (best is None)
    if best is not None:
        assert oracle.replay(found.tree, candidates) == (found.total, found.worst)
        assert found.worst <= max(best[1], min(least, most))


@settings(deadline=None, max_examples=many(200))
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


@settings(deadline=None, max_examples=many(60))
@given(st.integers(0, 2**32), st.sampled_from(OBJECTIVES), st.booleans())
def test_sets_of_some_size(scores_of, seed, objective, weighted):
    # Guesses that end many secrets keep the plain search short.
    random = Random(seed)
    n_secrets = random.randint(12, 24)
    final = [False, False, True, False]
    table = [[random.choice((0, 1, 2, 2, 3)) for _ in range(n_secrets)] for _ in range(6)]
    weights = [random.randint(1, 9) for _ in range(n_secrets)] if weighted else ()
    found = solve(scores_of(table, final), task(range(n_secrets), objective, weights=weights))
    oracle = Oracle(table, final, weights=weights)
    assert found.proven
    check(found, oracle, range(n_secrets), objective, 12)


@pytest.mark.parametrize(
    ("n_scores", "n_guesses"),
    [
        *((n_scores, 64) for n_scores in (16, 17, 32, 33, 63, 64, 65, 129)),
        *((n_scores, n_guesses) for n_scores in (16, 32) for n_guesses in (4032, 4033, 4096, 4097)),
    ],
)
def test_scores_and_guesses_at_the_edges_of_wide_loops(scores_of, n_scores, n_guesses):
    table, final, oracle = case_at_an_edge(n_scores, n_guesses)
    for objective in ("mean", "worst"):
        found = solve(scores_of(table, final), task(range(5), objective))
        assert found.proven
        check(found, oracle, range(5), objective, -1)


@cache
def case_at_an_edge(n_scores, n_guesses):
    random = Random(f"{n_scores} {n_guesses}")
    # Most guesses tell nothing: what is best is in few rows, and in those of the greatest scores.
    table = [[n_scores - 1] * 5 for _ in range(n_guesses)]
    for guess in random.sample(range(n_guesses), 6):
        low = random.choice([0, n_scores - 4])
        table[guess] = [random.randrange(low, low + 4) for _ in range(5)]
    final = [score % 4 == 2 for score in range(n_scores)]
    return table, final, Oracle(table, final)


@pytest.mark.parametrize("guessed", ["secrets", "secrets in turn", "others"])
@pytest.mark.parametrize("seed", range(4))
def test_guesses_that_are_secrets_need_one_table(native, guessed, seed):
    """Whoever is guessed, the score is the same: one table is enough, if both are in one order."""
    from mastermind_core.kernels.greedy import compiled as greedy

    random = Random(seed)
    secrets = random.sample(plain.all_codes(4, 3), k=random.randint(9, 11))
    guesses = {"secrets": secrets, "secrets in turn": [*secrets[1:], secrets[0]]}.get(guessed)
    guesses = guesses or random.sample(plain.all_codes(4, 3), k=len(secrets))
    ids, final = plain.score_ids(3)
    codes = plain.flat(guesses), plain.flat(secrets), 3, ids
    scores = greedy.scores_from_codes(*codes, Rules(final))
    table = [[ids[4 * b + w] for b, w in (plain.pegs(g, s) for s in secrets)] for g in guesses]
    everything, oracle = range(len(secrets)), Oracle(table, final)
    own = exact.table_bytes(scores, task(everything))
    assert own == (64 if guessed == "secrets" else 64 + len(secrets)) * len(secrets)
    for candidates in (everything, everything[1:]):
        for objective in ("mean", "worst"):
            found = solve(scores, task(candidates, objective))
            assert found.proven
            check(found, oracle, candidates, objective, -1)
