"""Histories: posterior, suggested runs and batches, checked with the joint distribution."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import history_oracle as oracle
import pytest
from errors import one_line

import mastermind_core as mc
from mastermind_core.games import History
from mastermind_core.histories import Beta, HistoryBelief, RunRule


def rates_of(rates):
    return {true: Beta(*r) if isinstance(r, tuple) else r for true, r in rates.items()}


def random_case(seed):
    """Return a random history with its belief and oracle, after some runs."""
    random = Random(seed)
    parents = oracle.random_history(random, merges=seed % 2)
    rates = oracle.random_rates(random)
    none = Fraction(random.choice([0, 0, 1, 3]), 10)
    weights = [random.randint(1, 3) for _ in parents] if random.random() < 0.5 else []
    total = sum(weights) or len(parents)
    prior = {
        commit: Fraction(weights[at] if weights else 1, total) * (1 - none)
        for at, commit in enumerate(parents)
    }
    if none:
        prior[None] = none
    base = None if seed % 3 else "base"
    history = History(parents, base)
    assert history.commits == tuple(parents)
    parents = dict(parents) if base is None else {**parents, base: []}
    belief = HistoryBelief.first(history, rates_of(rates), weights=weights, none=float(none))
    runs = []
    for _ in range(random.randint(0, 6)):
        commit, failed = random.choice(list(parents)), random.random() < 0.5
        runs.append((commit, "fail" if failed else "pass"))
        belief = belief.after(history.places[commit], failed)
    return parents, rates, prior, runs, belief


@pytest.mark.parametrize("part", range(4))
def test_random_histories_are_those_of_the_joint_distribution(part):
    for seed in range(60 * part, 60 * (part + 1)):
        parents, rates, prior, runs, belief = random_case(seed)
        joint = oracle.joint(parents, rates, prior, runs)
        total = sum(joint.values())
        posterior = belief.posterior
        assert posterior.keys() == {commit for commit, share in joint.items() if share}
        for commit, share in posterior.items():
            assert share == pytest.approx(float(joint[commit] / total), rel=1e-9, abs=1e-12)
        bits = {c: oracle.information(parents, rates, prior, runs, [c]) for c in parents}
        best = belief.best_runs(1)
        if not best or not best[0].bits:
            assert max(bits.values()) < 1e-9
            continue
        assert best[0].bits == pytest.approx(bits[best[0].guess], abs=1e-9)
        assert best[0].bits == pytest.approx(max(bits.values()), abs=1e-9)


@pytest.mark.parametrize("part", range(3))
def test_what_an_answer_at_the_end_leaves_is_that_of_the_joint_distribution(part):
    """No entropy need be removed that is left if an answer reaches the confidence."""
    ended = 0
    for seed in range(40 * part, 40 * (part + 1)):
        parents, rates, prior, runs, belief = random_case(seed)
        exact = Fraction(Random(seed).choice([4, 6, 9]), 10)
        left = oracle.left_at_end(parents, rates, prior, runs, exact)
        confidence = float(exact)
        ends = {commit for commit, bits in left.items() if bits is not None}
        assert belief.may_end(confidence) or not ends
        ended += len(ends)
        worth = {}
        for commit, bits in left.items():
            place = belief.history.places[commit]
            spared = belief.spared(place, confidence)
            assert spared == pytest.approx(bits or 0, abs=1e-9)
            worth[commit] = belief.information(place) + spared
        best = belief.best_runs(1, RunRule(confidence=confidence))
        alone = belief.best_runs(1)
        assert bool(best) == bool(alone)
        if best and best[0].bits:
            assert worth[best[0].guess] >= worth[alone[0].guess] - 1e-12
            assert best[0].bits == pytest.approx(belief.information(belief.question(best[0].guess)))
    assert ended > 20


def test_the_guess_of_a_session_near_its_end_is_the_first_suggestion():
    session = mc.Session(mc.noisy(History(256), {"fail": 0.1, "pass": 0.1}), confidence=0.95)
    informative = []
    random = Random(0)
    while not session.over:
        assert session.guess == session.suggest(1)[0].guess
        most = session.suggest(1, metric="entropy")[0]
        informative.append(most.guess == session.guess)
        assert most.bits >= session.suggest(1)[0].bits - 1e-12
        session.answer("fail" if (session.guess >= 100) != (random.random() < 0.1) else "pass")
    assert all(informative[:8])
    assert not all(informative)


def greedy_batch(commits, worth, number):
    """Return the worth of a batch that grows by the best commit for its earlier ones."""
    chosen = []
    for _ in range(number):
        chosen.append(max(commits, key=lambda commit: worth([*chosen, commit])))
    return worth(chosen)


@pytest.mark.parametrize("exact", [None, Fraction(2, 5), Fraction(3, 5)])
@pytest.mark.parametrize("seed", range(12))
def test_a_batch_is_chosen_by_what_it_tells_and_spares_together(seed, exact):
    parents, rates, prior, runs, belief = random_case(seed)

    def told(commits):
        return oracle.information(parents, rates, prior, runs, commits)

    def worth(commits):
        spared = oracle.left_by_batch(parents, rates, prior, runs, commits, exact) if exact else 0
        return told(commits) + spared

    batch = belief.batch(3, RunRule(every=True, confidence=float(exact or 1)))
    chosen = [run.guess for run in batch]
    for earlier, run in enumerate(batch):
        added = told(chosen[: earlier + 1]) - told(chosen[:earlier])
        assert run.bits == pytest.approx(added, abs=1e-9)
    if len(batch) == 3 and batch[-1].bits:
        most = max(worth([*chosen[:-1], commit]) for commit in parents)
        assert worth(chosen) == pytest.approx(most, abs=1e-9)
        assert exact or worth(chosen) >= greedy_batch(parents, worth, 3) - 1e-9


def test_a_batch_for_many_workers_is_found_at_once():
    """The likeliest answers of the runs before stand for all."""
    session = mc.Session(mc.noisy(History(30), {"fail": 0.2, "pass": 0.2}), confidence=0.95)
    batch = session.suggest_batch(8)
    assert len(batch) == 8
    assert all(run.bits > 0 for run in batch)


@pytest.mark.parametrize(
    "given", [9, {"a": [], "b": "a", "c": "a", "d": "bc", "e": "d", "f": "ad"}]
)
def test_known_rates_are_those_of_the_table(given):
    history = History(given)
    errors = {"fail": {"pass": Fraction(1, 5)}, "pass": {"fail": Fraction(1, 10)}}
    session = mc.Session(mc.noisy(history, errors))
    belief = HistoryBelief.first(history, {"fail": Fraction(1, 5), "pass": Fraction(1, 10)})
    random = Random(1)
    for _ in range(12):
        commit, answer = random.choice(history.commits), random.choice(["fail", "pass"])
        session.record(commit, answer)
        belief = belief.after(history.places[commit], answer == "fail")
        for one, share in session.posterior.items():
            assert belief.posterior[one] == pytest.approx(float(share), abs=1e-12)
        first = session.suggest(1)[0]
        assert belief.best_runs(1)[0].bits == pytest.approx(first.bits, abs=1e-9)


def test_a_beta_distribution_with_many_answers_is_a_known_rate():
    runs = [(5, True), (3, False), (4, True), (4, False)]
    beliefs = []
    for rate in (0.2, Beta(2e9, 8e9)):
        belief = HistoryBelief.first(History(8), rate)
        for commit, failed in runs:
            belief = belief.after(commit, failed)
        beliefs.append(belief)
    for commit, share in beliefs[0].posterior.items():
        assert beliefs[1].posterior[commit] == pytest.approx(share, abs=1e-7)


def test_commits_that_cannot_be_tested_are_not_asked():
    belief = HistoryBelief.first(History(16), 0.1)
    first = belief.next_run().guess
    belief = belief.after(first - 1, None)
    assert belief.next_run().guess != first
    assert belief.next_run().guess in (first - 1, first + 1)
    for commit in range(16):
        belief = belief.after(commit, None)
    with one_line(mc.UninformativeGuess, "no run is informative"):
        belief.next_run()


def test_an_answer_that_cannot_be_wrong():
    belief = HistoryBelief.first(History(8), 0).after(3, True)
    with one_line(mc.InconsistentHistory, "contradicts the runs before it"):
        belief.after(5, False)


def test_a_search_with_flat_rates_begins_in_the_middle():
    """No run tells anything alone, as "fail" is as likely for a good commit as for a bad one."""
    belief = HistoryBelief.first(History(9), Beta(1, 1))
    first = belief.next_run()
    assert (first.guess, first.bits) == (4, 0)
    assert belief.after(3, True).next_run().bits > 0


def test_the_cost_of_a_run_counts():
    belief = HistoryBelief.first(History(64), 0.2)
    middle = belief.next_run().guess
    cost = lambda index: 100 if index == middle - 1 else 1  # noqa: E731
    assert belief.next_run(RunRule(cost)).guess != middle


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "no commits"),
        ({"a": ["b"], "b": ["a"]}, "ancestor of itself"),
        ({"a": 3}, "the parents of the commit 'a' must be a list of commits, not 3"),
        ({"a": [["x"]]}, "the commit 'a' has the parent ['x'], which is not hashable"),
    ],
)
def test_a_history_that_is_none(given, words):
    with one_line(mc.BadGame, words):
        History(given)


def test_bad_rates():
    for odd in ({"broken": 0.1}, {"fail": 2}, {"fail": "often"}):
        with one_line(mc.BadArgument, "noise"):
            HistoryBelief.first(History(4), odd)
    with one_line(mc.BadArgument, "wrong"):
        Beta(0, 1)


def test_pull_requests_are_classes_of_commits():
    belief = HistoryBelief.first(History(6), 0.1).after(2, True)
    found = belief.mass_by_class({1: "first", 2: "first", 3: "first"})
    assert next(iter(found)) == "first"
    assert sum(found.values()) == pytest.approx(1)


def test_the_pull_request_of_a_commit_is_known_earlier():
    history = History(24)
    pulls = mc.identified(history, lambda commit: f"pull {(commit - 1) // 4}")
    noise = {"fail": Beta(1, 4), "pass": 0.1}
    one, whole = (mc.Session(mc.noisy(game, noise), confidence=0.9) for game in (history, pulls))
    assert whole.lower_bound is None
    random = Random(5)
    while not whole.over:
        assert whole.guess == one.guess
        fails = (whole.guess >= 11) != (random.random() < 0.1)
        for session in (one, whole):
            session.answer("fail" if fails else "pass")
        by_pull = {}
        for commit, chance in one.posterior.items():
            name = f"pull {(commit - 1) // 4}"
            by_pull[name] = by_pull.get(name, 0) + chance
        assert whole.posterior == pytest.approx(by_pull)
    assert whole.known == "pull 2"
    assert max(one.posterior.values()) < whole.posterior["pull 2"]
    assert set(whole.candidates) == set(one.candidates)
    found = mc.simulate(mc.noisy(pulls, noise), games=8, confidence=0.9)
    assert found.accuracy >= 0.6
    assert found.mean < mc.simulate(mc.noisy(history, noise), games=8, confidence=0.9).mean


def test_classes_of_culprits_are_refused():
    groups = mc.identified(mc.games.Culprits(4, most=1), lambda culprits: min(culprits) > 2)
    with one_line(mc.BadArgument, "sets of culprits have no classes"):
        mc.noisy(groups, {"fails": 0.1})
