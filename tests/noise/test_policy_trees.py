"""Policies for answers that may be wrong, as trees for people and for other programs."""

from __future__ import annotations

import sqlite3
from fractions import Fraction

import pytest
from errors import one_line

import mastermind_core as mc
from mastermind_core import tables

ILLNESSES = ("cold", "flu", "it's an allergy")
PRIOR = (5, 2, 3)
YES = {
    "fever": (Fraction(1, 10), Fraction(9, 10), Fraction(1, 50)),
    "sneezing": (Fraction(4, 5), Fraction(3, 10), Fraction(9, 10)),
    "ache": (Fraction(2, 5), Fraction(7, 10), Fraction(1, 10)),
}
CELLS = {"illness": ILLNESSES, "cases": PRIOR, **YES}
GAME = mc.FiniteGame.from_table(CELLS, id="illness", prior="cases", likelihoods=True)
TEST = mc.noisy(
    mc.FiniteGame(["test"], "AB", lambda test, secret: secret, goal=lambda secret: secret),
    Fraction(1, 5),
)


def posterior(history):
    """Return the weights of the illnesses after some symptoms, by Bayes' rule."""
    weights = [Fraction(cases, sum(PRIOR)) for cases in PRIOR]
    for symptom, answer in history:
        chances = YES[symptom]
        weights = [
            weight * (chance if answer == "yes" else 1 - chance)
            for weight, chance in zip(weights, chances, strict=True)
        ]
    return weights


def paths(tree):
    """Return each path of a tree with its outcome."""
    return [(history, one) for history, ends in tree.paths() for one in ends]


@pytest.mark.parametrize("strategy", ["optimal", "entropy", "expected_error", "ec2"])
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_each_outcome_has_the_name_and_the_probability_of_its_answers(strategy, steps):
    best = mc.optimal(GAME, max_steps=steps)
    given = best if strategy == "optimal" else strategy
    tree = mc.lazy_tree(GAME, given, max_steps=steps)
    right = Fraction(0)
    total = Fraction(0)
    for history, outcome in paths(tree):
        weights = posterior(history)
        assert len(history) <= steps
        assert outcome.probability == sum(weights)
        assert outcome.certainty == max(weights) / sum(weights)
        assert outcome.name == ILLNESSES[weights.index(max(weights))]
        assert dict(history) == outcome.answers
        right += max(weights)
        total += sum(weights)
    assert total == 1
    if strategy == "optimal":
        assert right == best.accuracy
    else:
        own = mc.length_distribution(GAME, strategy, max_steps=steps)
        assert right == own.accuracy <= best.accuracy


def test_exports_name_the_likeliest_illness_of_all_answers():
    tree = mc.lazy_tree(GAME, mc.optimal(GAME, max_steps=2))
    module = {}
    exec(tables.to_python(tree), module)
    expression = tables.to_sql(tree)
    database = sqlite3.connect(":memory:")
    found = paths(tree)
    assert len(found) == 4
    for history, outcome in found:
        row = dict(history)
        assert module["predict"](row) == (outcome.name, float(outcome.certainty))
        assert tree.predict(row) is outcome
        values = [row.get(symptom) for symptom in YES]
        columns = ", ".join(f'? AS "{symptom}"' for symptom in YES)
        query = f"SELECT {expression} FROM (SELECT {columns})"
        assert database.execute(query, values).fetchone() == (outcome.name,)
    shown = [f"{one.name} (probability {float(one.certainty):.3f})" for _, one in found]
    couplets = tables.to_couplets(tree)
    assert all(words in couplets for words in shown)
    escaped = [words.replace("'", "&#x27;") for words in shown]
    assert all(words in mc.to_svg(tree) for words in escaped)
    assert all(words in mc.to_html(tree) for words in shown)
    text = mc.to_text(tree)
    assert all(words in text for words in shown)
    branch = tree.branches[0]
    chance = sum(posterior([(tree.guess, branch.score)]))
    assert f"{branch.score}: {branch.subtree.guess}  (probability {float(chance):.3f})" in text


def test_a_question_that_is_asked_again_has_the_number_of_times():
    tree = mc.lazy_tree(TEST, "entropy", max_steps=3)
    names = {guess for history, _ in paths(tree) for guess, _ in history}
    assert names == {"test", "test (2)", "test (3)"}
    for history, outcome in paths(tree):
        wrong = sum(answer != outcome.name for _, answer in history)
        own = Fraction(4 ** (len(history) - wrong), 5 ** len(history))
        other = Fraction(4**wrong, 5 ** len(history))
        assert outcome.probability == (own + other) / 2
        assert outcome.certainty == own / (own + other)
    sure = mc.lazy_tree(TEST, "entropy", confidence=0.9, max_steps=4)
    assert all(outcome.certainty >= 0.9 or len(history) == 4 for history, outcome in paths(sure))
    assert min(len(history) for history, _ in paths(sure)) == 2


def test_costs_are_costs():
    dear = mc.priced(GAME, {"fever": 3, "ache": Fraction(1, 2)})
    best = mc.optimal(dear, max_steps=2)
    assert f"cost {float(best.mean):.4f} on average" in str(best)
    assert "guesses" not in str(best)
    assert "questions on average" in str(mc.optimal(GAME, max_steps=2))
    copy = mc.from_json(mc.to_json(best))
    assert str(copy) == str(best)
    tree = mc.lazy_tree(dear, best)
    costs = {"fever": 3, "sneezing": 1, "ache": Fraction(1, 2)}
    paid = sum(
        outcome.probability * sum(costs[guess] for guess, _ in history)
        for history, outcome in paths(tree)
    )
    assert paid == best.mean
    assert f"cost {float(paid):.3f} on average" in mc.to_svg(tree)


def test_a_strategy_without_an_end_has_no_tree():
    with one_line(mc.BadArgument, "may be wrong", "max_steps= or confidence="):
        mc.lazy_tree(TEST, "entropy")
    with one_line(mc.GameTooLarge, "outcomes", "max_steps="):
        mc.lazy_tree(TEST, "entropy", max_steps=30)
    with one_line(mc.BadArgument, "max_steps", "may be wrong"):
        mc.lazy_tree(mc.TwoD(2), "entropy", max_steps=3)


def test_a_policy_is_written_directly_and_saved_with_its_game(tmp_path):
    best = mc.optimal(GAME, max_steps=2)
    tree = mc.lazy_tree(GAME, best)
    for write in (mc.to_text, mc.to_svg, mc.to_html, tables.to_python, tables.to_sql):
        assert write(best) == write(tree)
    assert tables.to_couplets(best) == tables.to_couplets(tree)
    mc.save(best, tmp_path / "policy.json")
    mc.save(tree, tmp_path / "tree.json")
    assert mc.to_text(mc.load(tmp_path / "policy.json")) == mc.to_text(tree)
    again = mc.load(tmp_path / "tree.json")
    assert mc.to_text(again) == mc.to_text(tree)
    assert [str(one) for one in again.candidates] == [str(one) for one in tree.candidates]


def test_a_policy_without_a_question_is_one_outcome():
    sure = mc.noisy(mc.FiniteGame(["test"], "A", lambda test, secret: 1, goal=str), Fraction(1, 5))
    assert mc.to_text(mc.optimal(sure, max_steps=3)) == "= A (probability 1.000)"


SOME = mc.FiniteGame.from_table({"a": [0.1, 0.9, 0.5]}, by=[*"xyx"], likelihoods=True)
ONE_CLASS = mc.FiniteGame.from_table({"a": [0.1, 0.9, 0.5]}, by=[*"xxx"], likelihoods=True)
AT_ONCE = {
    "no guess is allowed": (SOME, {"max_steps": 0}, Fraction(2, 3)),
    "the confidence is reached": (SOME, {"confidence": 0.5}, Fraction(2, 3)),
    "there is one class": (ONE_CLASS, {"max_steps": 2}, Fraction(1)),
}


@pytest.mark.parametrize("reason", AT_ONCE)
def test_a_tree_that_ends_at_once_is_saved(reason, tmp_path):
    game, limits, certainty = AT_ONCE[reason]
    tree = mc.lazy_tree(game, **limits)
    mc.save(tree, tmp_path / "tree.json")
    again = mc.load(tmp_path / "tree.json")
    assert again.guess is None
    (outcome,) = again.candidates
    assert (outcome.name, outcome.certainty) == ("x", certainty)
    assert (outcome.probability, outcome.answers) == (1, {})
    assert mc.to_text(again) == mc.to_text(tree)
    assert mc.to_json(again) == mc.to_json(tree)


#: Games that end before the first guess, and the probability of the likeliest class.
NO_QUESTION = {
    "one class": (ONE_CLASS, 2, 1),
    "one class of codes": (mc.noisy(mc.identified(mc.Mastermind(2, 2), lambda _: 1), 0.1), 2, 1),
    "one class with more noise": (mc.noisy(ONE_CLASS, 0.1), 2, 1),
    "no guess is allowed": (TEST, 0, Fraction(1, 2)),
}


@pytest.mark.parametrize("form", ["solution", "tree"])
@pytest.mark.parametrize("name", NO_QUESTION)
def test_a_solution_without_a_question_is_a_strategy(name, form):
    game, max_steps, accuracy = NO_QUESTION[name]
    best = mc.optimal(game, max_steps=max_steps)
    assert best.tree is None
    strategy = best if form == "solution" else best.unfolded
    lengths = mc.length_distribution(game, strategy)
    assert (dict(lengths).keys(), lengths.accuracy) == ({0}, accuracy)
    assert {record.length for record in mc.simulate(game, strategy, games=5).records} == {0}
    tree = mc.lazy_tree(game, strategy)
    assert (tree.guess, [one.certainty for one in tree.candidates]) == (None, [accuracy])
    session = mc.Session(game, strategy)
    assert session.over == (accuracy == 1)
    error = mc.BadArgument if session.over else mc.UninformativeGuess
    with one_line(error, "the game is over"):
        session.guess  # noqa: B018
