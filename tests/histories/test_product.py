"""Weights, costs, merges, rates, batches, classes and "I do not know" of histories, all at once."""

from __future__ import annotations

from random import Random

import history_oracle as oracle
import pytest

import mastermind_core as mc


class Case:
    """A random history with everything that a session may be given, and some turns."""

    def __init__(self, seed):
        random = Random(seed)
        self.parents = oracle.random_history(random, merges=random.random() < 0.6)
        commits = [*self.parents]
        self.rates = oracle.random_rates(random)
        self.weights = [random.choice([0, 1, 1, 2, 5]) for _ in commits[1:]] + [1]
        self.prior = {
            commit: oracle.Fraction(weight, sum(self.weights))
            for commit, weight in zip(commits, self.weights, strict=True)
        }
        self.costs = random.choice([None, [random.choice([1, 1, 3, 10]) for _ in commits]])
        self.classes = random.choice([None, [commit // 2 for commit in commits]])
        answers = ["fail", "pass", None]
        self.turns = [
            (random.choice(commits), random.choice(answers)) for _ in range(random.randrange(6))
        ]

    @property
    def game(self):
        game = mc.weighted(mc.games.History(self.parents), self.weights)
        game = mc.priced(game, self.costs) if self.costs else game
        game = mc.identified(game, self.classes) if self.classes else game
        return mc.noisy(
            game,
            {
                at: mc.Beta(*one) if isinstance(one, tuple) else one
                for at, one in self.rates.items()
            },
        )

    def session(self):
        """Return a session after the turns, without those after the end of the game."""
        session = mc.Session(self.game)
        for number, turn in enumerate(self.turns):
            if session.over:
                self.turns = self.turns[:number]
                break
            session.record(*turn)
        return session

    @property
    def runs(self):
        return [turn for turn in self.turns if turn[1] is not None]

    @property
    def open(self):
        """The commits that may be run: those that could be tested so far."""
        lost = {commit for commit, answer in self.turns if answer is None}
        return [commit for commit in self.parents if commit not in lost]

    def cost(self, commit):
        return self.costs[commit] if self.costs else 1

    def goal(self, commit):
        return self.classes[commit] if self.classes else commit

    def bits(self, commits):
        return oracle.information(self.parents, self.rates, self.prior, self.runs, commits)


SEEDS = [*range(60), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(60, 300))]


@pytest.mark.parametrize("seed", SEEDS)
def test_sessions_of_all_features_are_those_of_the_joint_distribution(seed):
    case = Case(seed)
    session = case.session()
    joint = oracle.joint(case.parents, case.rates, case.prior, case.runs)
    total = sum(joint.values())
    expected = {}
    for commit, part in joint.items():
        expected[case.goal(commit)] = expected.get(case.goal(commit), 0) + part / total
    assert session.posterior == {
        name: pytest.approx(float(part), abs=1e-9) for name, part in expected.items() if part
    }
    worth = {commit: case.bits([commit]) / case.cost(commit) for commit in case.open}
    best = max(worth.values(), default=0)
    if best > 1e-9 and not session.over:
        assert worth[session.guess] == pytest.approx(best, abs=1e-9)
        assert session.weigh(session.guess).bits == pytest.approx(
            case.bits([session.guess]), abs=1e-9
        )
        _hold_batch(case, session)


def _hold_batch(case, session):
    """Hold that the last run of a batch adds the most for its cost to the first."""
    batch = [one.guess for one in session.suggest_batch(2)]
    assert [one.guess for one in session.suggest_batch(1)] == [session.guess]
    first = case.bits(batch[:1])
    added = {
        commit: (case.bits([batch[0], commit]) - first) / case.cost(commit) for commit in case.open
    }
    best = max(added.values())
    if len(batch) == 2:
        assert added[batch[1]] == pytest.approx(best, abs=1e-9)
    else:
        assert best < 1e-9


@pytest.mark.parametrize("seed", SEEDS)
def test_saved_sessions_go_on_alike(seed, tmp_path):
    case = Case(seed)
    session = case.session()
    mc.save(session, tmp_path / "session.json")
    again = mc.load(tmp_path / "session.json")
    assert again.posterior == session.posterior
    assert again.history == session.history
    if not session.over and case.open:
        for one in (session, again):
            one.record(case.open[0], "pass")
    assert again.posterior == session.posterior
