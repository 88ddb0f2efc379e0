"""What the searches write down as evidence is true, and says what it is there to say."""

from __future__ import annotations

from array import array

import pytest
from exact_problems import problems, task
from hypothesis import given
from hypothesis import strategies as st
from inside import solve
from task_oracle import LEGAL, NEVER, Oracle
from tasks import changed

from mastermind_core.errors import BadArgument
from mastermind_core.kernels import IMPOSSIBLE, Fact, Lemma
from mastermind_core.kernels.exact import compiled as exact

ROOTS = {
    "worst": [(-1, NEVER)],
    "mean": [(None, 0)],
    "worst-then-mean": [(-1, NEVER), (0, 0)],
    "mean-then-worst": [(None, 0), (-1, 1)],
}


def stated_by(item, before, symmetries):
    """Return a lemma, or what an image makes of one."""
    if isinstance(item, Lemma):
        return item
    of = before[item.of]
    secrets = of.secrets
    for number in item.by:
        secrets = [symmetries[number][1][secret] for secret in secrets]
    return of._replace(secrets=array("I", sorted(secrets)), alike=())


@given(problem=problems())
def test_lemmas_are_true_and_reach_the_optimum(scores_of, problem):
    table, final, candidates, objective, asked = problem
    if asked["pool"] == LEGAL:
        return
    scores = scores_of(table, final)
    one = task(candidates, objective, **asked)
    found = solve(scores, one)
    if found.tree is None:
        return
    facts = [
        Fact(
            one.question.max_steps if steps is None else found.worst + steps,
            min(IMPOSSIBLE, found.total + over),
        )
        for steps, over in ROOTS[objective]
    ]
    evidence = exact.certify(scores, one, facts)

    oracle = Oracle(table, final, weights=asked["weights"], pool=asked["pool"])
    claimed = {}
    stated = []
    for item in evidence.lemmas:
        lemma = stated_by(item, stated, evidence.symmetries)
        if isinstance(item, Lemma):
            stated.append(lemma)
        limit = len(candidates) if lemma.steps < 0 else lemma.steps
        least = min(lemma.least, NEVER)
        assert oracle.total(lemma.secrets, limit) >= least
        # What comes again is there because it costs more than was known.
        assert claimed.get((tuple(lemma.secrets), limit), -1) < least
        claimed[tuple(lemma.secrets), limit] = least
        for number in lemma.alike:
            guesses, secrets = evidence.symmetries[number]
            assert {secrets[v] for v in lemma.secrets} == set(lemma.secrets)
            assert sorted(guesses) == list(range(len(table)))
    most = len(candidates)
    allowed = most if asked["max_steps"] < 0 else min(most, asked["max_steps"])
    for steps, over in ROOTS[objective]:
        limit = allowed if steps is None else min(most, found.worst + steps)
        assert claimed[tuple(candidates), limit] >= min(NEVER, found.total + over)


def test_values_that_are_too_good_are_refused(scores_of):
    table, final = [[0, 1, 1], [1, 0, 1], [1, 1, 0]], [True, False]
    scores = scores_of(table, final)
    assert solve(scores, task(range(3))).total == 6
    with pytest.raises(BadArgument, match="proven"):
        exact.certify(scores, task(range(3)), [Fact(-1, 7)])


def test_a_bound_that_sizes_give_needs_one_lemma(scores_of):
    table, final = [[0, 1, 2], [1, 0, 2], [1, 2, 0]], [True, False, False]
    evidence = exact.certify(scores_of(table, final), task(range(3)), [Fact(-1, 5)])
    assert evidence.lemmas == [Lemma(array("I", range(3)), -1, 5, ())]
    assert IMPOSSIBLE not in {lemma.least for lemma in evidence.lemmas}


@given(problem=problems(), prices=st.lists(st.integers(0, 4), min_size=1, max_size=4))
def test_lemmas_say_how_many_guesses_were_made(scores_of, problem, prices):
    table, final, candidates, _, asked = problem
    if asked["pool"] == LEGAL:
        return
    scores = scores_of(table, final)
    one = changed(task(candidates, **asked), prices=prices)
    found = exact.attempt(scores, one)
    if found.tree is None:
        return
    evidence = exact.certify(scores, one, [Fact(one.question.max_steps, found.total)])

    oracle = Oracle(table, final, weights=asked["weights"], pool=asked["pool"], prices=prices)
    claimed, stated = {}, []
    for item in evidence.lemmas:
        lemma = stated_by(item, stated, evidence.symmetries)
        if isinstance(item, Lemma):
            stated.append(lemma)
        limit = len(lemma.secrets) if lemma.steps < 0 else lemma.steps
        assert oracle.total(lemma.secrets, limit, lemma.made) >= min(lemma.least, NEVER)
        assert lemma.made < len(prices)
        claimed[tuple(lemma.secrets), limit, lemma.made] = lemma.least
    most = one.question.max_steps
    limit = len(candidates) if most < 0 else min(most, len(candidates))
    assert claimed.get((tuple(candidates), limit, 0), 0) == found.total
