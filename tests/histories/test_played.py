"""Histories with rates in sessions and simulations, through the functions of the package."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import history_oracle as oracle
import pytest
from errors import one_line

import mastermind_core as mc

RATES = {"fail": mc.Beta(1, 2), "pass": mc.Beta(1, 9)}


def test_a_session_finds_a_commit():
    game = mc.noisy(mc.games.History(200), RATES)
    session, random = mc.Session(game, confidence=0.95), Random(1)
    bounds = []
    while not session.over:
        bounds.append(session.lower_bound.questions)
        commit = session.guess
        true = game.score(commit, 77)
        session.answer(true if random.random() < 0.9 else {"fail": "pass", "pass": "fail"}[true])
    assert session.known == 77
    assert session.posterior[77] >= 0.95
    assert bounds[0] > bounds[-1] >= 0
    assert bounds[0] <= len(session.history)
    session.undo()
    assert (session.over, session.known) == (False, None)


@pytest.mark.parametrize(
    "parents", [{0: [], 1: [0], 2: [1], 3: [2]}, {0: [], 1: [0], 2: [0], 3: [1, 2]}]
)
def test_doubts_and_chances_are_those_of_the_joint_distribution(parents):
    game = mc.noisy(mc.games.History(parents), RATES)
    session = mc.Session(game)
    rates, runs = {"fail": (1, 2), "pass": (1, 9)}, []
    prior = dict.fromkeys(parents, Fraction(1, len(parents)))
    for commit, answer in [(2, "fail"), (1, "pass"), (1, None), (3, "fail"), (1, "fail")]:
        session.record(commit, answer)
        if answer is not None:
            runs.append((commit, answer))
    joint = oracle.joint(parents, rates, prior, runs)
    total = sum(joint.values())
    doubts = [
        sum(p for c, p in joint.items() if game.score(commit, c) != answer) / total
        for commit, answer in runs
    ]
    doubts.insert(2, 0)
    assert session.doubts == pytest.approx([float(doubt) for doubt in doubts])
    for commit in parents:
        after = oracle.joint(parents, rates, prior, [*runs, (commit, "fail")])
        assert session.explain(commit)["fail"] == pytest.approx(float(sum(after.values()) / total))
        bits = oracle.information(parents, rates, prior, runs, [commit])
        assert session.weigh(commit).bits == pytest.approx(bits, abs=1e-9)


def test_a_simulation_is_right_and_above_its_bound():
    game = mc.noisy(mc.games.History(64), {"fail": 0.1, "pass": 0.1})
    found = mc.simulate(game, games=40, confidence=0.95)
    assert found.accuracy >= 0.85
    assert found.bound.questions <= found.mean
    assert found == mc.simulate(game, games=40, confidence=0.95)


@pytest.mark.parametrize("parents", [4, {0: [], 1: [0], 2: [0], 3: [1, 2]}])
def test_a_simulated_policy_is_as_often_right_as_its_solution_says(parents):
    game = mc.noisy(mc.games.History(parents), {"fail": mc.Beta(1, 2), "pass": mc.Beta(1, 9)})
    policy = mc.optimal(game, max_steps=3)
    exact = mc.length_distribution(game, policy, max_steps=3)
    found = mc.simulate(game, policy, games=2000, max_steps=3)
    spread = (policy.accuracy * (1 - policy.accuracy) / 2000) ** 0.5
    assert found.accuracy == pytest.approx(float(policy.accuracy), abs=4 * spread)
    assert found.mean == pytest.approx(float(exact.expected), abs=0.1)
    assert found.bound is None
    assert found == mc.simulate(game, policy.tree, games=2000, max_steps=3)
    sure = mc.optimal(game, max_steps=3, confidence=0.1)  # known before the first run
    assert mc.simulate(game, sure, games=3, max_steps=3).mean == 0


def test_logs_tell_policies_apart(tmp_path):
    game = mc.noisy(mc.games.History(4), {"fail": mc.Beta(1, 2), "pass": mc.Beta(1, 9)})
    short, long = (mc.optimal(game, max_steps=steps) for steps in (1, 3))
    mc.simulate(game, short, games=3, max_steps=3, log=tmp_path / "runs")
    with one_line(mc.BadArgument, "another game, strategy"):
        mc.simulate(game, long, games=3, max_steps=3, log=tmp_path / "runs")


def test_a_batch_of_a_session():
    session = mc.Session(mc.noisy(mc.games.History(128), {"fail": 0.2, "pass": 0.2}))
    batch = [one.guess for one in session.suggest_batch(4)]
    assert len(set(batch)) == 4
    with one_line(mc.BadArgument, "has no batches"):
        mc.Session(mc.TwoD(3)).suggest_batch(2)


def test_weights_and_costs_count():
    history = mc.priced(mc.weighted(mc.games.History(4), [1, 0, 0, 3]), [1, 1, 50, 1])
    session = mc.Session(mc.noisy(history, {"fail": 0.1, "pass": 0.1}))
    assert session.posterior == {4: pytest.approx(0.75), 1: pytest.approx(0.25)}
    assert session.guess != 3


@pytest.mark.parametrize("parents", [5, {0: [], 1: [0], 2: [0], 3: [1, 2], 4: [3]}])
def test_commits_without_weight_are_never_possible(parents):
    history = mc.games.History(parents)
    weights = [1, 0, 0, 0, 2]
    session = mc.Session(mc.noisy(mc.weighted(history, weights), RATES))
    first, last = history.commits[0], history.commits[-1]
    assert (session.count, [*session.candidates]) == (2, [first, last])
    for commit in history.commits[1:3]:  # a cell of commits without weight
        session.record(commit, "pass")
    assert set(session.posterior) == {first, last}
    assert session.count == 2
    assert session.guess in history.commits


def test_one_probability_of_a_wrong_answer_in_a_long_history():
    """No table of all pairs is made, which took 8 seconds for 5,000 commits."""
    short, long = (mc.noisy(mc.games.History(n), 0.1) for n in (1000, 50_000))
    assert mc.Session(short).guess == 500
    assert mc.Session(long, history=[(25_000, "fail")]).posterior[7] == pytest.approx(0.9 / 25_000)


def test_what_a_history_without_a_table_does_not_have():
    game = mc.noisy(mc.games.History(9), RATES)
    with one_line(mc.BadArgument, "strategy"):
        mc.simulate(game, "knuth", games=1, confidence=0.9)
    with one_line(mc.BadArgument, "is not a guess of this game"):
        mc.Session(game).record(99, "fail")
    with one_line(mc.BadArgument, 'again must be "fresh" for a game with rates'):
        mc.noisy(mc.games.History(9), RATES, again="same")
