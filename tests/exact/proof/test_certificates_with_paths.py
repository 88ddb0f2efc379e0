"""Certificates that the search writes of games with weights, costs and goals."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random

import pytest
from amounts import many
from certificate_maker import OBJECTIVES, Asked
from proofs import run_second
from test_paths import KINDS, as_game, random_game

import mastermind_core as mc
from mastermind_core.games import HigherLower

UNITS = [(1, 1), (Fraction(1, 3), Fraction(5, 2))]


def checked(game, path, **options):
    """Search, write the certificate and check it; return both results, None without a tree."""
    try:
        best = mc.optimal(game, **options)
    except mc.NoStrategy:
        return None
    if best.worst == 0:
        return None
    best.write_certificate(path)
    proven = mc.verify_certificate(game, path)
    assert run_second(game, path) == proven
    return best, proven


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(map(str, kind)))
def test_of_any_game(tmp_path, kind):
    weighted, priced, goals, objective = kind
    random = Random(str(kind))
    for _ in range(many(20)):
        game = random_game(random, weighted=weighted, priced=priced, goals=goals, most=7)
        weight, cost = random.choice(UNITS)
        pool = random.choice(["all", "candidates"])
        steps, money = random.choice([(None, None), (random.randint(1, 4), None), (None, 9)])
        asked = as_game(game, weight, cost)
        limits = {"max_steps": steps, "max_cost": money and money * cost}
        both = checked(asked, tmp_path / "c", objective=objective, pool=pool, **limits)
        truth = Asked(asked, objective, pool, steps, money)
        wanted = truth.best()
        if both is None:
            assert wanted is None or truth.known(truth.all)
            continue
        best, proven = both
        assert (proven.total, proven.worst) == (best.total, best.worst)
        if objective != "worst":
            assert proven.total == wanted[0] * truth.unit * truth.cost_unit
        if objective != "mean":
            assert proven.worst == wanted[1] * truth.cost_unit


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(
    "game",
    [
        mc.identified(HigherLower(6)),
        mc.priced(HigherLower(5), {3: 4}),
        mc.identified(mc.weighted(HigherLower(5), [0, 1, 2, 3, 4])),
        mc.weighted(mc.TwoD(2), {(1, 1): 0}),
        mc.identified(mc.Mastermind(colours=3, holes=2), by=lambda code: code[0]),
        mc.priced(mc.identified(mc.TwoD(2)), [1, 2, 2, 1]),
    ],
    ids=repr,
)
def test_of_the_three_values(tmp_path, game, objective):
    best, proven = checked(game, tmp_path / "c", objective=objective)
    assert (proven.total, proven.worst) == (best.total, best.worst)
    tree = mc.certified_tree(game, tmp_path / "c")
    assert mc.cost_distribution(game, tree).total == best.total


def test_a_game_of_one_price_counts_guesses(tmp_path):
    """What all guesses cost is a unit, and the file is that of the game without it."""
    game = mc.TwoD(3)
    mc.optimal(game).write_certificate(tmp_path / "one")
    dear = mc.priced(game, [Fraction(5, 2)] * 9)
    best, proven = checked(dear, tmp_path / "dear", max_cost=Fraction(5, 2) * 9)
    assert (proven.total, proven.worst) == (best.total, best.worst)
    assert proven.total == Fraction(5, 2) * mc.optimal(game).total
    lines, others = ((tmp_path / name).read_text().splitlines() for name in ("one", "dear"))
    assert json.loads(others[0]) == {**json.loads(lines[0]), "max_steps": 9}


def test_a_limit_of_money_is_one_of_guesses_where_all_cost_one(tmp_path):
    game = mc.Mastermind(colours=3, holes=2)
    _, proven = checked(game, tmp_path / "c", objective="mean", max_cost=3)
    assert (proven.max_steps, proven.max_cost) == (3, None)


@pytest.mark.parametrize("objective", ["worst", "worst-then-mean", "mean-then-worst"])
def test_of_names_that_are_dear(tmp_path, objective):
    """Near the end of a path there is money for tests alone, and no test ends the game."""
    random = Random(f"dear {objective}")
    for _ in range(many(100)):
        n = random.randint(3, 6)
        rows = [[9 if s == own else random.randint(0, 1) for s in range(n)] for own in range(n)]
        rows += [[random.randint(0, 1) for _ in range(n)] for _ in range(random.randint(1, 3))]
        costs = [
            random.choice([3, 3, 3, 2, 1]) if 9 in row else random.choice([1, 2]) for row in rows
        ]
        game = mc.FiniteGame(
            range(len(rows)), range(n), lambda g, s, rows=rows: rows[g][s], {9}, costs=costs
        )
        steps = random.choice([None, 3, 4])
        both = checked(game, tmp_path / "c", objective=objective, max_steps=steps)
        assert both is None or both[0].total == both[1].total


def test_a_chain_within_money_counts_guesses_where_all_cost_one(tmp_path):
    """The last criteria count by no more guesses than max_cost allows, as with max_steps."""
    game = mc.FiniteGame([0], range(5), lambda _, secret: (2, 0, 2, 0, 0)[secret], {0, 2})
    for limits in ({"max_cost": 4}, {"max_steps": 4}, {"max_steps": 9, "max_cost": 4}, {}):
        for objective in (["mean", mc.within(4)], [mc.within(4), "worst", "mean"], [mc.within(1)]):
            best, proven = checked(game, tmp_path / "c", objective=objective, **limits)
            assert proven.values == best.values


def test_the_units_of_figures(tmp_path):
    """Within counts secrets, whatever the one cost of all guesses; a mean counts costs."""
    game = mc.Mastermind(colours=3, holes=2)
    best, proven = checked(game, tmp_path / "c", objective="within:2-then-mean-then-worst")
    late, total, worst = proven.values
    assert (late, total, worst) == best.values
    half, third = Fraction(5, 2), Fraction(1, 3)
    dear = mc.verify_certificate(mc.priced(game, [half] * 9), tmp_path / "c")
    assert dear.values == (late, total * half, worst * half)
    light = mc.verify_certificate(mc.weighted(game, [third] * 9), tmp_path / "c")
    assert light.values == (late * third, total * third, worst)


def test_a_secret_that_weighs_nothing_is_not_like_one_that_does(tmp_path):
    """Symmetries of the scores exchange them; those of the game do not."""
    rows = [[0 if s == g else 1 for s in range(6)] for g in range(6)]
    game = mc.FiniteGame(range(6), range(6), lambda g, s: rows[g][s], {0}, weights=[0] + [1] * 5)
    best, proven = checked(game, tmp_path / "c")
    assert best.total == proven.total == 1 + 2 + 3 + 4 + 5


def test_bounds_that_a_checker_sees_need_no_lemmas(tmp_path):
    """Sixteen numbers are told apart by halving them: a code of sixteen words says the rest."""
    tests = [tuple(n >> bit & 1 for n in range(16)) for bit in range(4)]
    game = mc.FiniteGame(tests, range(16), lambda test, n: test[n], (), goal=lambda n: n)
    best, proven = checked(game, tmp_path / "c")
    assert (best.total, proven.lemmas) == (64, 1)


def test_a_game_that_is_over_has_no_certificate(tmp_path):
    game = mc.identified(HigherLower(4), by=lambda number: "number")
    with pytest.raises(mc.BadArgument, match="over before the first guess"):
        mc.optimal(game).write_certificate(tmp_path / "c")
