"""Metrics are taken wherever strategies are, and results name their objective."""

from __future__ import annotations

from inspect import signature

import pytest
from errors import one_line

import mastermind_core as mc

GAME = mc.Mastermind(colours=4, holes=3)


@pytest.mark.parametrize("name", ["largest_block", "expected-size", "expected_reduction"])
def test_a_metric_is_its_greedy_strategy(name):
    metric = mc.METRICS[name.replace("-", "_")]
    expected = mc.length_distribution(GAME, mc.Greedy(metric))
    for given in (name, metric, mc.Metric("mine", metric.combine, metric.block_cost)):
        assert mc.length_distribution(GAME, given) == expected
        assert mc.lazy_tree(GAME, given).lengths() == expected
        assert mc.Session(GAME, given).guess == mc.lazy_tree(GAME, given).guess
        assert mc.is_greedy_optimal(GAME, given).lengths == expected
    assert mc.simulate(GAME, mc.ENTROPY, 3).strategy == "entropy"
    assert [row.summary.strategy for row in mc.compare(GAME, [mc.MAX_BLOCK, "knuth"], 3).rows]


def test_a_decision_takes_greedy_strategies_and_refuses_others():
    game = mc.Mastermind(colours=6, holes=4)
    best = mc.best_decision(game, metric="largest_block")
    assert best == mc.best_decision(game, metric="knuth") == (1, 1, 2, 2)
    assert best == mc.best_decision(game, metric=mc.strategies.knuth)
    for given in ("knuth", mc.ENTROPY, mc.strategies.knuth):
        with one_line(mc.BadArgument, "candidates must be", "metric="):
            mc.best_decision(game, given)
    with one_line(mc.BadArgument, "metric must be", "greedy", "'random_candidate'"):
        mc.best_decision(game, metric="random_candidate")


def test_a_metric_of_floats_is_refused_with_its_remedy():
    with one_line(mc.BadArgument, "block_cost(2)", "integer or a fraction", "round(10**9 * cost)"):
        mc.Metric("mine", "sum", lambda size: size**0.5)
    mended = mc.Metric("mine", "sum", lambda size: round(10**9 * size**1.5))
    assert mc.worst_case(GAME, mended) >= 4


@pytest.mark.parametrize(
    "function",
    [
        mc.lazy_tree,
        mc.all_solutions,
        mc.worst_case,
        mc.lengths_by_secret,
        mc.length_distribution,
        mc.cost_distribution,
        mc.simulate,
    ],
)
def test_functions_of_a_strategy_have_one_default(function):
    assert signature(function).parameters["strategy"].default is None


def test_the_default_is_pairs_where_classes_are_asked_and_entropy_otherwise():
    assert mc.length_distribution(GAME) == mc.length_distribution(GAME, "entropy")
    rows = [
        {
            "kind": at * at % 9 % 3 + (at % 7 == 0),
            **{f"bit {place}": at >> place & 1 for place in range(5)},
        }
        for at in range(29)
    ]
    key = mc.FiniteGame.from_table(rows, by="kind")
    pairs, entropy = (mc.length_distribution(key, name) for name in ("pairs", "entropy"))
    assert mc.length_distribution(key) == pairs
    assert pairs != entropy


@pytest.mark.parametrize("objective", ["mean", "worst", "worst-then-mean", "within:3"])
def test_a_printed_solution_names_its_objective(objective):
    assert f"proven optimal for {objective} (" in str(mc.optimal(GAME, objective))


@pytest.mark.parametrize(
    ("game", "objective", "sense"),
    [
        (
            mc.Mastermind(colours=4, holes=3),
            "worst-then-mean",
            "its worst case is optimal, its mean",
        ),
        (mc.TwoD(6), "mean-then-worst", "its mean is optimal, its worst case is not"),
        (mc.TwoD(6), "worst-then-mean", None),
        (mc.TwoD(6), "worst", None),
    ],
)
def test_a_verdict_states_the_sense_in_which_a_strategy_is_optimal(game, objective, sense):
    verdict = mc.is_greedy_optimal(game, "entropy", objective)
    assert verdict.answer is False
    assert (sense or "is optimal,") in str(verdict) if sense else "is optimal," not in str(verdict)


def test_a_verdict_names_the_numbers_that_decide():
    game = mc.Mastermind(colours=4, holes=3)
    for objective in ("within:3", "within:3-then-mean", "penalty:1,2,5"):
        verdict = mc.is_greedy_optimal(game, "worst_choice", objective)
        assert verdict.answer is False
        own, best = (
            values if isinstance(values, tuple) else (values,)
            for values in (verdict.greedy, verdict.optimal)
        )
        mine, optimum = str(verdict).splitlines()[1:3]
        assert f"{objective} of {', then '.join(map(str, own))}, total" in mine
        assert f"{objective} of {', then '.join(map(str, best))}, total" in optimum
        card = verdict._repr_html_()
        assert all(f">{', then '.join(map(str, values))}<" in card for values in (own, best))


def test_a_verdict_on_the_question_of_the_answer_says_both():
    verdict = mc.is_greedy_optimal(mc.Mastermind(colours=6, holes=4, repeats="guesses"))
    for text in (str(verdict).splitlines()[0], repr(verdict)):
        assert "its worst case is optimal, its mean is not" in text
    assert mc.is_greedy_optimal(verdict.game, objective="worst")


def test_a_verdict_names_a_game_without_its_address():
    class Between:
        guesses = secrets = tuple(range(5))
        endstates = (0,)

        def score(self, guess, secret):
            return (guess > secret) - (guess < secret)

    verdict = mc.is_greedy_optimal(Between())
    for text in (str(verdict), repr(verdict), str(verdict.to_dict()), verdict._repr_html_()):
        assert " at 0x" not in text
    assert "Between" in str(verdict)
