"""Sessions of histories and culprits in files: the same posterior, next run and end when read."""

from __future__ import annotations

import json
import pickle
from random import Random

import culprit_oracle
import history_oracle as oracle
import pytest
from errors import one_line

import mastermind_core as mc


def random_noise(random, fault, fine):
    rates = oracle.random_rates(random)
    made = {true: mc.Beta(*r) if isinstance(r, tuple) else r for true, r in rates.items()}
    return {fault: made["fail"], fine: made["pass"]}


def random_game(seed):
    """Return a random game whose runs may be wrong, or return numbers."""
    random = Random(seed)
    if seed % 4 == 3:
        suspects, numbers, requires, _, _ = culprit_oracle.random_case(random)
        how = {"run_cost": random.randint(1, 3), "change_cost": random.choice([0, 0.5])}
        game = mc.games.Culprits(len(suspects), **numbers, requires=requires, **how)
        if seed % 8 == 3:
            game = mc.weighted(game, [random.randint(1, 3) for _ in game.secrets])
        return mc.noisy(game, random_noise(random, "fails", "works"))
    names = {commit: f"c{commit}" for commit in range(9)}
    parents = {
        names[commit]: [names[old] for old in olds]
        for commit, olds in oracle.random_history(random, merges=seed % 2).items()
    }
    game = mc.games.History(parents, base="good" if seed % 3 else None)
    if random.random() < 0.5:
        game = mc.weighted(game, [random.randint(1, 3) for _ in parents])
    if random.random() < 0.5:
        game = mc.priced(game, [random.randint(1, 3) for _ in game.guesses])
    if random.random() < 0.5:
        game = mc.identified(game, lambda commit: int(commit[1:]) % 2)
    words = random.choice(["normal", "log-normal", None, None])
    return mc.noisy(game, words or random_noise(random, "fail", "pass"))


def answered(game, random):
    """Return a session after some random answers."""
    session = mc.Session(game, confidence=0.97)
    for _ in range(random.randint(0, 6)):
        if session.over:
            break
        guess = random.choice([*game.guesses])
        answers = (None, *game.answers)
        number = random.choice([random.uniform(1, 9), random.randint(1, 9), None])
        session.record(guess, number if getattr(game, "word", "") else random.choice(answers))
    return session


def same(one, other):
    assert one.history == other.history
    assert one.posterior == other.posterior
    assert (one.over, one.known, one.ending) == (other.over, other.known, other.ending)
    assert one.lower_bound == other.lower_bound
    if not one.over:
        assert one.suggest(2) == other.suggest(2)


@pytest.mark.parametrize("part", range(8))
def test_a_session_in_a_file_is_the_same_session(part):
    for seed in range(10 * part, 10 * (part + 1)):
        game = random_game(seed)
        session = answered(game, Random(seed))
        text = mc.to_json(session)
        read = mc.from_json(text)
        assert read.game == game
        assert mc.to_json(read) == text
        same(session, read)
        same(session, mc.from_json(text, game=game))
        same(session, pickle.loads(pickle.dumps(session)))
        same(session, mc.Session.from_dict(game, json.loads(json.dumps(session.to_dict()))))


def test_a_session_goes_on_from_a_file(tmp_path):
    game = mc.noisy(mc.games.History(300), {"fail": mc.Beta(1, 2), "pass": 0.1})
    random, session = Random(4), mc.Session(game, confidence=0.95)
    while not session.over:
        fails = (session.guess >= 101) != (random.random() < 0.1)
        session.answer("fail" if fails else "pass")
        mc.save(session, tmp_path / "session.json")
        session = mc.load(tmp_path / "session.json")
    assert session.known == 101


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("parents", [], "parents has 0 lists for 3 commits"),
        ("parents", [[], [0], [2]], "parents has 2; numbers go from 0 to 1"),
        ("rates", [0.1], "rates has 1 rates, not two"),
        ("rates", [[0, 1], 0.1], "wrong must be a number over 0"),
        ("rates", [2, 0.1], "must be a probability"),
        ("rates", "exponential", 'must be "normal", "log-normal" or rates'),
        ("weights", [1], "weights"),
        ("costs", [1, 2], "costs"),
        ("goals", [1, 2], "by"),
    ],
)
def test_a_file_that_was_changed(field, value, said):
    session = mc.Session(mc.noisy(mc.games.History(3), {"fail": mc.Beta(1, 2), "pass": 0.1}))
    content = json.loads(mc.to_json(session))
    own = content["games"][0]["flaky_history"]
    assert own["rates"][1] == 0.1
    own[field] = value
    with one_line(mc.BadFile, said):
        mc.from_json(json.dumps(content))


def test_a_file_of_culprits_that_was_changed():
    session = mc.Session(mc.noisy(mc.games.Culprits(3), {"fails": 0.1}))
    for field, value, said in (
        ("requires", [[0], [1]], "requires has 2 lists for 3 suspects"),
        ("requires", [[0], [1], [7]], "requires has 7; numbers go from 0 to 2"),
        ("numbers", [3, 9, 1], "together"),
    ):
        content = json.loads(mc.to_json(session))
        content["games"][0]["flaky_culprits"][field] = value
        with one_line(mc.BadFile, said):
            mc.from_json(json.dumps(content))


@pytest.mark.parametrize(
    ("truth", "noise"),
    [
        (mc.games.History(4), {"fail": mc.Beta(1, 2), "pass": 0.1}),
        (mc.games.History({"a": [], "b": ["a"], "c": ["a", "b"]}), {"fail": mc.Beta(2, 1)}),
        (mc.games.Culprits("abc", 2), {"fails": mc.Beta(1, 3)}),
    ],
)
def test_a_policy_and_its_lengths_in_a_file(truth, noise, tmp_path):
    game = mc.noisy(truth, noise)
    solution = mc.optimal(game, max_steps=3)
    mc.save(solution, tmp_path / "policy.json")
    read = mc.load(tmp_path / "policy.json")
    assert str(read) == str(solution)
    assert (read.accuracy, read.mean, read.bound) == (
        solution.accuracy,
        solution.mean,
        solution.bound,
    )
    assert mc.to_json(read) == mc.to_json(solution)
    lengths = mc.length_distribution(game, solution, max_steps=3)
    assert mc.length_distribution(game, read, max_steps=3) == lengths
    assert mc.length_distribution(game, mc.from_json(mc.to_json(read.tree)), max_steps=3) == lengths
    again = mc.from_json(mc.to_json(lengths))
    assert again == lengths
    figures = ("accuracy", "expected", "expected_cost")
    for each in (again, pickle.loads(pickle.dumps(lengths))):
        assert all(getattr(each, name) == getattr(lengths, name) for name in figures)
        assert str(each) == str(lengths)
