"""Exact policies and lengths of histories and culprits, beside a search of all orders of runs."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import culprit_oracle
import history_oracle as oracle
import pytest
from errors import one_line

import mastermind_core as mc

CONFIDENCE = Fraction(4, 5)


def tells(joint_of, told, guess, answers):
    """Return whether some answer to a guess changes what is probable."""
    now = joint_of(told)
    for answer in answers:
        after = joint_of((*told, (guess, answer)))
        if any(after[one] * sum(now.values()) != now[one] * sum(after.values()) for one in now):
            return True
    return False


def best_of(joint_of, questions, answers, left, confidence, told=(), known=False):
    """Return the error and the cost of the best policy, by all orders of runs.

    ``questions`` maps each guess to its cost. Both results are joint with the runs so far. If rates
    are known, only runs that tell something count.
    """
    shares = joint_of(told)
    total, most = sum(shares.values()), max(shares.values())
    goal = 1 if confidence is None else confidence
    if not total:
        return Fraction(0), Fraction(0)
    if not left or most >= goal * total:
        return total - most, Fraction(0)
    options = []
    for guess, cost in questions.items():
        if known and not tells(joint_of, told, guess, answers):
            continue
        how = (joint_of, questions, answers, left - 1, confidence)
        pairs = [best_of(*how, (*told, (guess, answer)), known) for answer in answers]
        options.append(
            (sum(error for error, _ in pairs), cost * total + sum(more for _, more in pairs))
        )
    measured = 0 if confidence is None else 1
    return min(options, key=lambda pair: pair[measured], default=(total - most, Fraction(0)))


def beta(rate):
    return mc.Beta(*rate) if isinstance(rate, tuple) else rate


def case(seed):
    """Return a small random history with its game, the joint distribution and the questions."""
    random = Random(seed)
    while len(parents := oracle.random_history(random, merges=seed % 2)) > 4:
        pass
    rates = oracle.random_rates(random)
    weights = [random.randint(0, 3) for _ in parents]
    weights[0] += 1
    costs = [random.randint(1, 3) for _ in parents] if seed % 3 else [1] * len(parents)
    goals = [commit % 2 if seed % 5 == 4 else commit for commit in parents]
    prior = {c: Fraction(weights[at], sum(weights)) for at, c in enumerate(parents)}
    game = mc.priced(mc.weighted(mc.games.History(parents), weights), costs)
    game = mc.identified(game, lambda commit: goals[commit])
    flaky = mc.noisy(game, {true: beta(rate) for true, rate in rates.items()})

    def joint(told):
        found = {}
        for commit, share in oracle.joint(parents, rates, prior, told).items():
            found[goals[commit]] = found.get(goals[commit], 0) + share
        return found

    return flaky, joint, dict(zip(parents, costs, strict=True)), rates


@pytest.mark.parametrize("confidence", [None, CONFIDENCE])
@pytest.mark.parametrize("seed", range(24))
def test_no_order_of_runs_is_better_than_the_optimal_policy(seed, confidence):
    game, joint, questions, rates = case(seed)
    known = not any(isinstance(rate, tuple) for rate in rates.values())
    steps = 4 if len(questions) < 4 else 3
    found = mc.optimal(game, max_steps=steps, confidence=confidence)
    how = (joint, questions, ("fail", "pass"), steps, confidence)
    error, cost = best_of(*how, known=known and confidence is not None)
    assert found.proven
    if confidence is None:
        assert found.accuracy == found.bound == 1 - error
    else:
        assert found.mean == found.bound == cost
    lengths = mc.length_distribution(game, found.tree, max_steps=steps, confidence=confidence)
    assert (lengths.accuracy, lengths.expected_cost) == (found.accuracy, found.mean)
    usual = mc.length_distribution(game, max_steps=steps, confidence=confidence)
    if confidence is None:
        assert usual.accuracy <= found.accuracy
    else:
        assert usual.expected_cost >= found.mean


def walked(session, joint, left, told=()):
    """Return the mean number of runs and the accuracy of a session, by all orders of runs."""
    shares = joint(told)
    total = sum(shares.values())
    if not total:
        return Fraction(0), Fraction(0)
    if session.over or not left:
        return Fraction(0), max(shares.values())
    mean, right = total, Fraction(0)
    guess = session.guess
    for answer in ("fail", "pass"):
        if sum(joint((*told, (guess, answer))).values()):
            session.record(guess, answer)
            more, sure = walked(session, joint, left - 1, (*told, (guess, answer)))
            mean, right = mean + more, right + sure
            session.undo()
    return mean, right


@pytest.mark.parametrize("seed", range(6))
def test_a_confidence_that_is_reached_exactly_ends_a_session(seed):
    """The probability that rounding may put below the confidence is the exact one."""
    random = Random(seed)
    weights, parents = [random.randint(1, 5) for _ in range(4)], {0: [], 1: [0], 2: [1], 3: [2]}
    rates = {"fail": (2, 4), "pass": (random.randint(1, 3), 4)}
    noise = {true: mc.Beta(*rate) for true, rate in rates.items()}
    game = mc.noisy(mc.weighted(mc.games.History(parents), weights), noise)
    prior = {commit: Fraction(weight, sum(weights)) for commit, weight in enumerate(weights)}
    history, top = [], Fraction(0)
    for _ in range(12):
        joint = oracle.joint(parents, rates, prior, history)
        confidence = max(joint.values()) / sum(joint.values())
        if confidence > top:  # no earlier end
            assert mc.Session(game, history=history, confidence=confidence).over
            top = confidence
        history.append((random.choice([0, 1]), random.choice(["fail", "pass"])))


def test_answers_that_are_never_true_have_no_noise():
    """All commits are bad from the only one on, so that no true answer is "pass"."""
    game = mc.noisy(mc.games.History(1), {"fail": 0.1, "pass": 0.2})
    assert mc.optimal(game, max_steps=2).accuracy == 1


@pytest.mark.parametrize("seed", range(12))
def test_the_lengths_are_those_of_a_session(seed):
    game, joint, _, _ = case(seed)
    found = mc.length_distribution(game, max_steps=5, confidence=CONFIDENCE)
    mean, right = walked(mc.Session(game, confidence=CONFIDENCE), joint, 5)
    assert (found.expected, found.accuracy) == (mean, right)
    assert found.count == sum(game.weights) if game.weights else len(game.secrets)


@pytest.mark.slow
@pytest.mark.parametrize(
    "rates", [{"fail": 0.1, "pass": 0.1}, {"fail": mc.Beta(1, 2), "pass": 0.1}]
)
def test_simulations_and_trees_have_the_runs_of_the_exact_lengths(rates):
    """Near the end of a search, the most informative run is not the one that ends it."""
    history = mc.games.History(5)
    game = mc.noisy(history, rates)
    how = {"confidence": 0.8, "max_steps": 6}
    exact = mc.length_distribution(game, **how)
    found = mc.simulate(game, games=400, **how)
    spread = (exact.stdev**2 / 400) ** 0.5
    assert found.mean == pytest.approx(float(exact.expected), abs=4 * spread)
    assert mc.cost_distribution(game, **how).expected_cost == exact.expected_cost
    priced = mc.noisy(mc.priced(history, [2] * 5), rates)
    costs = mc.cost_distribution(priced, **how)
    assert {cost / 2: share for cost, share in costs.items()} == dict(exact)
    if game.rates.known:
        tree = mc.lazy_tree(game, **how)
        session = mc.Session(game, confidence=0.8)
        for answer in ("fail", "pass", "fail"):
            assert tree.guess == session.guess
            session.answer(answer)
            tree = next(branch.subtree for branch in tree.branches if branch.score == answer)


def bisected(position):
    """Run the commit in the middle of those that the last answers leave, as if all were right."""
    low, high = 0, 4
    for commit, answer in position.history:
        low, high = (low, commit) if answer == "fail" else (commit, high)
    return (low + high + 1) // 2 if high - low > 1 else 1 + len(position.history) % 4


@pytest.mark.slow
@pytest.mark.parametrize(
    "rates", [{"fail": 0.1, "pass": 0.1}, {"fail": mc.Beta(1, 2), "pass": 0.1}]
)
def test_functions_of_a_position_play_histories(rates):
    game = mc.noisy(mc.games.History(4), rates)
    how = {"confidence": 0.8, "max_steps": 6}
    exact = mc.length_distribution(game, bisected, **how)
    found = mc.simulate(game, bisected, games=400, **how)
    assert found.mean == pytest.approx(float(exact.expected), abs=0.25)
    assert found.accuracy == pytest.approx(float(exact.accuracy), abs=0.08)
    assert exact.accuracy <= mc.optimal(game, max_steps=6).accuracy
    session = mc.Session(game, bisected)
    session.answer("fail")
    assert session.guess == 1
    likeliest = lambda position: max(position.posterior, key=position.posterior.get)  # noqa: E731
    seen = mc.simulate(game, likeliest, games=30, **how)
    assert seen == mc.simulate(game, likeliest, games=30, **how)
    assert mc.simulate(game, lambda position: position.candidates[0], games=3, **how).mean >= 1
    with one_line(mc.BadArgument, "guessed 99, which is not a guess"):
        mc.simulate(game, lambda position: 99, games=2, **how)


def test_the_policy_of_unknown_rates_has_no_tree_of_outcomes():
    game = mc.noisy(mc.games.History(3), {"fail": mc.Beta(1, 2)})
    solution = mc.optimal(game, max_steps=2)
    assert "guesses on average, proven" in str(solution)
    with one_line(mc.BadArgument, "has no tree, as its rates are unknown"):
        _ = solution.unfolded
    read = mc.from_json(mc.to_json(solution))
    assert (read.accuracy, read.mean, read.game) == (solution.accuracy, solution.mean, game)
    assert read.tree.guess == solution.tree.guess


@pytest.mark.parametrize("seed", range(8))
def test_the_optimal_policy_of_culprits(seed):
    random = Random(seed)
    while True:
        suspects, numbers, requires, prior, rates = culprit_oracle.random_case(random)
        legal = culprit_oracle.legal_sets(suspects, requires)
        if len(legal) < 9:
            break
    game = mc.games.Culprits(len(suspects), **numbers, requires=requires)
    weighted = mc.weighted(game, [prior[one] for one in game.secrets])
    noise = {"fails": beta(rates["fail"]), "works": beta(rates["pass"])}

    def joint(told):
        runs = [(on, answer == "fails") for on, answer in told]
        shares = culprit_oracle.joint(prior, rates, runs, numbers["together"])
        return culprit_oracle.merged(shares, legal, numbers["together"])

    found = mc.optimal(mc.noisy(weighted, noise), max_steps=2)
    questions = dict.fromkeys(legal, 1)
    assert found.accuracy == 1 - best_of(joint, questions, ("fails", "works"), 2, None)[0]


def test_known_rates_have_the_policy_of_a_table():
    history = mc.games.History(4)
    by_table = mc.optimal(mc.noisy(history, 0.1), max_steps=4)
    by_rates = mc.optimal(mc.noisy(history, {"fail": 0.1, "pass": 0.1}), max_steps=4)
    assert (by_rates.accuracy, by_rates.mean) == (by_table.accuracy, by_table.mean)
    lengths = mc.length_distribution(mc.noisy(history, {"fail": 0.1}), confidence=0.9)
    assert lengths.left < 1e-9
    assert mc.lazy_tree(mc.noisy(history, {"pass": 0.1}), max_steps=2).guess in history.commits


def test_a_session_follows_a_policy():
    game = mc.noisy(mc.games.History(4), {"fail": mc.Beta(1, 2), "pass": 0.1})
    solution = mc.optimal(game, max_steps=3)
    session = mc.Session(game, solution)
    node = solution.tree
    for answer in ("fail", "pass", "fail"):
        assert session.guess == node.guess
        session.answer(answer)
        node, name = node.branches[answer], node.names.get(answer)
    assert node is None
    assert name == next(iter(session.posterior))
    assert session.guess in game.guesses  # the default goes on
    session.undo()
    session.record(4, "fail")  # another guess than that of the policy
    assert session.guess in game.guesses
    assert "Policy" in repr(solution.tree)


def test_what_exact_figures_need():
    unknown = {"fail": mc.Beta(1, 2)}
    game = mc.noisy(mc.games.History(9), unknown)
    for function in (mc.optimal, mc.length_distribution):
        with one_line(mc.BadArgument, "give the maximum as max_steps="):
            function(game, confidence=0.9)
    with one_line(mc.BadArgument, "takes max_steps and confidence alone"):
        mc.optimal(game, max_steps=3, seconds=1)
    with one_line(mc.GameTooLarge, "give a lower max_steps="):
        mc.optimal(mc.noisy(mc.games.History(120), unknown), max_steps=12)
    with one_line(mc.BadArgument, "has no tree, as its rates are unknown"):
        mc.lazy_tree(game, max_steps=2)
    culprits = mc.games.Culprits(3, change_cost=1)
    for noise in ({"fails": mc.Beta(1, 2)}, {"fails": 0.1}):
        with one_line(mc.BadArgument, "change_cost makes a cost depend on the run before"):
            mc.optimal(mc.noisy(culprits, noise), max_steps=2)
    for large in (mc.games.Culprits(18), mc.games.Culprits(200)):
        for rates in ({"fails": mc.Beta(1, 2)}, {"fails": 0.1}):
            with one_line(mc.GameTooLarge, "too many for exact figures"):
                mc.optimal(mc.noisy(large, rates), max_steps=2)
