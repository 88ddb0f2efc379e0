"""The exact costs of noisy games, against a walk of all answers of a session."""

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

import mastermind_core as mc


def drawn(random):
    """Return a random noisy game with a cost for each of its tests."""
    rows = [[0, 0, 1, 1], [0, 1, 0, 1], [random.randint(0, 1) for _ in range(4)]]
    weights = [random.randint(1, 3) for _ in range(4)]
    game = mc.FiniteGame(
        range(3), range(4), lambda test, secret: rows[test][secret], weights=weights
    )
    game = mc.noisy(mc.identified(game), Fraction(random.randint(0, 2), 8))
    return mc.priced(game, [random.choice([1, 2, Fraction(5, 2)]) for _ in range(3)])


def walked(game, shares, history, spent, costs):
    """Add the probability of each total cost of the sessions after a history."""
    session = mc.Session(game, history=history, confidence=0.9)
    if session.over or len(history) == 3:
        costs[spent] += sum(shares.values())
        return
    guess = session.guess
    price = dict(zip(game.guesses, game.costs, strict=True))[guess]
    by_answer = defaultdict(dict)
    for secret, share in shares.items():
        for answer, chance in game.likelihood(guess, secret).items():
            by_answer[answer][secret] = share * chance
    for answer, left in by_answer.items():
        walked(game, left, [*history, (guess, answer)], spent + price, costs)


@pytest.mark.parametrize("seed", range(12))
def test_the_costs_are_those_of_all_answers(seed):
    game = drawn(Random(seed))
    costs = defaultdict(Fraction)
    walked(game, dict(zip(game.secrets, map(Fraction, game.weights), strict=True)), [], 0, costs)
    found = mc.cost_distribution(game, confidence=0.9, max_steps=3)
    assert dict(found) == dict(costs)
    assert isinstance(found, mc.CostDistribution)
    mean = sum(cost * weight for cost, weight in costs.items()) / sum(game.weights)
    lengths = mc.length_distribution(game, confidence=0.9, max_steps=3)
    assert found.expected_cost == lengths.expected_cost == mean
    assert found.expected == lengths.expected == Fraction(lengths.total) / lengths.count
    assert str(found).endswith(
        f"(mean cost {float(mean):.4f}, accuracy {float(found.accuracy):.6f})"
    )
    assert mc.from_json(mc.to_json(found)) == found


def test_a_policy_of_a_key_counts_questions():
    key = mc.FiniteGame.from_table({"legs": [4, 6, 8], "wings": [0, 2, 0], "eyes": [2, 2, 8]})
    noisy = mc.noisy(key, 0.1)
    assert "2.0000 questions on average" in str(mc.optimal(noisy, max_steps=2))
    assert "cost 6.0000 on average" in str(mc.optimal(mc.priced(noisy, [3] * 3), max_steps=2))
    assert "guesses on average" in str(mc.optimal(mc.noisy(mc.Mastermind(2, 2), 0.1), max_steps=2))
