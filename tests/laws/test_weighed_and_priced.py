"""What a user sees of a game that is weighted, priced and over when enough is known."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from html import unescape

import game_oracle as oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc

HALF = Fraction(1, 2)


def codes(*, known=True):
    """Make a game in which everything counts: fractions, a weight of zero, dear guesses."""
    game = mc.weighted(
        mc.Mastermind(colours=4, holes=2), {(1, 1): 10, (1, 2): 7, (3, 4): HALF, (2, 2): 0}
    )
    game = mc.priced(game, {(1, 2): 3, (3, 3): HALF, (4, 4): 2})
    return mc.identified(game) if known else game


def taxa():
    columns = {"fur": list("yynn"), "legs": [4, 2, 2, 0]}
    return mc.FiniteGame.from_table(
        columns, prior=[5, 1, 2, 1], cost={"fur": 2, "legs": Fraction(7, 2)}
    )


def over():
    return mc.priced(mc.identified(mc.TwoD(3), by=lambda _: 1), lambda _: HALF)


GAMES = {"codes": codes, "taxa": taxa, "over": over}
every_game = pytest.mark.parametrize("name", GAMES)


def paid(game, tree, secret):
    """Return the guesses that a tree takes for a secret, and what they cost, by scores alone."""
    prices = dict(zip(game.guesses, game.costs, strict=True))
    length, cost, node = 0, 0, tree
    if node.over:
        return length, cost
    while node is not None:
        length, cost = length + 1, cost + prices[node.guess]
        node = node[game.score(node.guess, secret)].subtree
    return length, cost


def hidden(game):
    weights = game.weights or [1] * len(game.secrets)
    return [secret for secret, own in zip(game.secrets, weights, strict=True) if own]


def text_of(result):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", result._repr_html_())).split())


@every_game
def test_simulations_say_what_games_cost(name, tmp_path):
    game = GAMES[name]()
    secrets = hidden(game)
    tree = mc.lazy_tree(game, "entropy")
    taken = [paid(game, tree, secret) for secret in secrets]
    log = tmp_path / "log"
    mc.simulate(game, "entropy", 1, secrets=secrets, log=log)
    played = mc.simulate(game, "entropy", len(secrets), secrets=secrets, log=log)
    assert played == mc.simulate(game, "entropy", len(secrets), secrets=secrets)
    assert played.lengths == Counter(length for length, _ in taken)
    assert played.costs == Counter(cost for _, cost in taken)
    assert f"mean cost {played.costs.mean:.3f} +- " in str(played)
    assert f"cost {played.costs.mean:.3f} \N{PLUS-MINUS SIGN} " in text_of(played)


def test_strategies_are_compared_by_what_they_cost():
    game = codes()
    secrets = hidden(game)
    table = mc.compare(game, ["entropy", "knuth"], len(secrets), secrets=secrets)
    costs = [
        [paid(game, mc.lazy_tree(game, strategy), secret)[1] for secret in secrets]
        for strategy in ("entropy", "knuth")
    ]
    first, second = (Fraction(sum(own), len(secrets)) for own in costs)
    assert table.rows[1].difference == pytest.approx(float(second - first))
    assert [row.summary.costs.mean for row in table.rows] == [float(first), float(second)]
    assert repr(table).startswith("<Standings by mean cost: entropy ")
    assert re.search(r"worst +cost +\+- +worst", str(table))
    assert "median worst cost ms per game" in text_of(table)


def test_games_without_costs_are_played_as_ever(tmp_path):
    log = tmp_path / "log"
    played = mc.simulate(mc.TwoD(3), "entropy", 5, log=log)
    assert played.costs is None
    assert "cost" not in str(played) + text_of(played) + log.read_text()
    assert "cost" not in str(mc.compare(mc.TwoD(3), ["entropy"], 5))


@given(st.data())
def test_the_least_worst_case_counts_guesses_whatever_they_cost(data):
    size, answers = data.draw(st.integers(1, 6)), st.integers(0, 2)
    rows = data.draw(st.lists(st.lists(answers, min_size=size, max_size=size), max_size=4))
    asked = len(rows)

    def score(guess, secret):
        return rows[guess][secret] if guess < asked else 3 + (guess - asked == secret)

    game = mc.FiniteGame(range(asked + size), range(size), score, {4})
    prices = data.draw(st.lists(st.integers(2, 9), min_size=asked + size, max_size=asked + size))
    least, _ = oracle.least_worst_and_total(game)
    priced = mc.priced(game, [Fraction(price, 2) for price in prices])
    assert mc.optimal_worst_case(priced) == least
    assert [mc.solution_exists(priced, steps) for steps in range(size + 1)] == [
        steps >= least for steps in range(size + 1)
    ]


def test_what_answers_leave_is_weighed():
    game = codes()
    explained = mc.Session(game).explain((1, 2))
    weights = Counter()
    for secret, weight in zip(game.secrets, game.weights, strict=True):
        weights[game.score((1, 2), secret)] += weight
    assert explained == +weights
    assert list(explained.values()) == sorted(weights.values(), reverse=True)
    assert mc.Session(mc.TwoD(3)).explain((1, 1)) == {
        score: len(block) for score, block in mc.partition(mc.TwoD(3), (1, 1)).items()
    }


def test_advice_says_what_guesses_cost():
    game = codes()
    prices = dict(zip(game.guesses, game.costs, strict=True))
    session = mc.Session(game)
    for one in session.suggest(16):
        assert one.price == prices[one.guess]
        assert f", costs {one.price}" in str(one)
    assert "price" in text_of(session.suggest(2))
    plain = mc.Session(mc.TwoD(3)).suggest(2)
    assert "price" not in text_of(plain)
    assert plain[0].price is None


@every_game
def test_a_verdict_names_a_secret_that_costs_more(name):
    game = GAMES[name]()
    verdict = mc.is_greedy_optimal(game, "knuth")
    tree, best = mc.lazy_tree(game, "knuth"), verdict.solution.tree
    loss = {
        secret: paid(game, tree, secret)[1] - paid(game, best, secret)[1] for secret in hidden(game)
    }
    if verdict.counterexample is not None:
        assert loss[verdict.counterexample] == max(loss.values()) > 0
        assert "costs more" in str(verdict)
    assert verdict.greedy == (verdict.lengths.worst, verdict.lengths.total)
    mean = verdict.solution.total / (sum(game.weights) or len(game.secrets))
    assert f"{float(mean):.4f}" in text_of(verdict)
    assert f"mean {float(mean):.4f}" in text_of(verdict.solution)


def test_a_tree_that_was_made_for_other_costs_is_judged_by_those_of_the_game():
    plain = mc.games.HigherLower(5)
    game = mc.weighted(mc.priced(plain, {3: 5}), {1: 10})
    tree = mc.optimal(plain).tree
    taken = {secret: paid(game, tree, secret)[1] for secret in game.secrets}
    costs = Counter()
    for secret, weight in zip(game.secrets, game.weights, strict=True):
        costs[taken[secret]] += weight
    assert mc.cost_distribution(game, tree) == costs
    assert mc.cost_distribution(mc.priced(plain, {3: 5}), tree) == Counter(taken.values())
    verdict = mc.is_greedy_optimal(game, tree)
    assert verdict.greedy == (max(costs), sum(cost * n for cost, n in costs.items()))
    assert verdict.answer is False


def results(game):
    """Yield everything that a game can be asked, by name."""
    yield "game", game
    yield "table", mc.compile_game(game)
    yield "lengths", mc.length_distribution(game, "entropy")
    yield "costs", mc.cost_distribution(game, "entropy")
    yield "expected", mc.expected_distribution(game, "entropy")
    yield "worst", mc.worst_case(game, "entropy")
    yield "solution", mc.optimal(game)
    yield "verdict", mc.is_greedy_optimal(game, "entropy")
    yield "ties", mc.studies.tie_study(game, "entropy", orders=3)
    yield "spectrum", mc.tie_spectrum(game, "entropy")
    yield "values", mc.guess_values(game)
    yield "summary", mc.simulate(game, "entropy", 5)
    yield "standings", mc.compare(game, ["entropy", "knuth"], 5)
    session = mc.Session(game)
    yield "session", session
    secret = hidden(game)[-1]
    while not session.over:
        session.answer(game.score(session.guess, secret))
    yield "session over", session
    yield "review", session.review()


@every_game
def test_every_result_has_a_card_and_figures_for_json(name):
    game = GAMES[name]()
    for kind, result in results(game):
        card = text_of(result)
        assert card, kind
        if kind != "expected":
            assert "%" not in card.replace("95 %", ""), kind
        if kind in {"lengths", "costs", "solution", "ties", "spectrum", "summary", "standings"}:
            assert json.loads(json.dumps(result.to_dict())), kind


def test_cards_speak_of_costs_and_weights():
    game = codes()
    cards = {kind: text_of(result) for kind, result in results(game)}
    assert "weights 59/2 in all costs 1/2 to 3 over when the goal is identified" in cards["game"]
    assert "Distribution of lengths secrets 59/2" in cards["lengths"]
    assert "Distribution of costs secrets 59/2" in cards["costs"]
    assert "5/2 31/2" in cards["costs"]
    for kind in ("costs", "solution", "verdict"):
        assert "Secrets by cost of their guesses" in cards[kind]
    assert "known after" in cards["session over"]
    assert "Values of guesses" in cards["values"]
    assert "Node: 4 secrets" in text_of(mc.lazy_tree(taxa(), "entropy"))
    for picture in (mc.to_svg, mc.to_html):
        shown = picture(game, "entropy")
        assert "15 secrets of weight 59/2" in shown
        assert "cost 1.958 on average, 5/2 at most" in shown


def test_a_sentence_on_a_card_has_the_numbers_of_its_game():
    assert "codes with 4 colours," in text_of(mc.Mastermind(colours=6, holes=4))
    assert "numbers below 5." in text_of(mc.TwoD(5))
    assert "the 10 cheapest guesses" in text_of(mc.strategies.Beam(width=10))


def test_a_plot_of_costs_is_one():
    axes = pytest.importorskip("matplotlib.pyplot").subplots()[1]
    costs = mc.cost_distribution(codes(), "entropy")
    mc.plot_distribution(costs, ax=axes)
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("cost", "secrets")
    bars = [bar.get_x() + bar.get_width() / 2 for bar in axes.patches]
    assert bars == pytest.approx([float(cost) for cost in costs])
