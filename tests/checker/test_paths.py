"""Certificates of games with weights, costs and goals: the genuine, the changed, and the true."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import gcd
from random import Random

import pytest
from amounts import many
from certificate_maker import OBJECTIVES, Asked, assert_true, certificate, symmetries, write
from errors import one_line
from forged import believed, meddled, says
from proofs import run_second

import mastermind_core as mc

#: Of each kind so many games, and of each certificate so many changes.
GAMES, CHANGES = many(20), 6
#: Objectives that games with costs do not have.
CHAINS = ["mean-then-mean", "mean-then-worst-then-mean", "within:2-then-worst"]

KINDS = list(product([False, True], [False, True], ["none", "all", "some"], OBJECTIVES))


def random_game(random, *, weighted, priced, goals, most=5):
    """Make a random game in which all that must be told apart can be."""
    n = random.randint(2, most)
    table = [[random.choice([1, 1, 2, 3]) for _ in range(n)] for _ in range(random.randint(1, 4))]
    names = goals == "none" or random.random() < 0.5
    table += [[(0 if names else 4) if s == own else 1 for s in range(n)] for own in range(n)]
    if random.random() < 0.3:  # an end state of two secrets
        table.append([0 if s < 2 else random.choice([1, 2]) for s in range(n)])
    random.shuffle(table)
    weights = [random.choice([1, 2, 3, 10]) if weighted else 1 for _ in range(n)]
    if random.random() < 0.2:
        weights[random.randrange(n)] = 0
    prices = [random.choice([1, 1, 2, 3, 7]) if priced else 1 for _ in table]
    of_each = {"none": None, "all": list(range(n)), "some": [random.randrange(3) for _ in range(n)]}
    return {
        "table": table,
        # What no guess gets as an answer ends no game.
        "final": [any(0 in row for row in table), False, False, False, False],
        "weights": [weight // gcd(*weights) for weight in weights],
        "prices": [price // gcd(*prices) for price in prices],
        "goals": of_each[goals],
        "legal": None,
    }


def as_game(game, weight=1, cost=1):
    """Return what the package is given, with weights and costs in other units."""
    table, goals = game["table"], game["goals"]
    return mc.FiniteGame(
        range(len(table)),
        range(len(table[0])),
        lambda guess, secret: table[guess][secret],
        {0},
        weights=[own * weight for own in game["weights"]],
        costs=[own * cost for own in game["prices"]],
        goal=None if goals is None else goals.__getitem__,
    )


def drawn(random, kind, **size):
    """Return (game, certificate) of a random game of a kind that has one."""
    weighted, priced, goals, objective = kind
    while True:
        form = random_game(random, weighted=weighted, priced=priced, goals=goals, **size)
        game, pool = as_game(form), random.choice(["all", "candidates"])
        limits = random.choice([(None, None), (random.randint(1, 4), None), (None, 9), (3, 9)])
        mirrors = symmetries(Asked(game))[:3] if random.random() < 0.4 else []
        lines = certificate(game, objective, pool, *limits, mirrors=mirrors)
        if lines is not None:
            return game, lines


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(map(str, kind)))
def test_both_checkers_believe_what_is_true_and_nothing_else(program, tmp_path, kind):
    random = Random(str(kind))
    for _ in range(GAMES):
        game, lines = drawn(random, kind)
        proven = believed(game, write(tmp_path / "c", lines))
        assert proven is not None
        assert_true(game, lines, proven)
        assert (proven.total, proven.worst) == (lines[0]["total"], lines[0]["worst"])
        assert says(program, lines, game)[1]
        for _ in range(CHANGES):
            changed = meddled(random, lines, [*OBJECTIVES, *CHAINS])
            proven = believed(game, write(tmp_path / "c", changed))
            assert says(program, changed, game)[1] == (proven is not None), changed
            if proven is not None:
                assert_true(game, changed, proven)


CHAIN = {
    "table": [[0, 1, 1, 1], [2, 0, 1, 1], [2, 2, 0, 1], [2, 2, 2, 0]],
    "weights": [1, 2, 3, 4],
    "prices": [1, 2, 1, 3],
    "goals": [0, 1, 1, 2],
}


OTHERS = {
    "weights": [[2, 2, 3, 4], [1, 2, 4, 3], [0, 2, 3, 4], [1, 1, 1, 1]],
    "prices": [[1, 2, 1, 2], [2, 1, 1, 3], [1, 1, 1, 1]],
    "goals": [[0, 1, 2, 3], [0, 0, 1, 2], [0, 1, 1, 1], None],
}


@pytest.mark.parametrize("field", OTHERS)
def test_another_weight_cost_or_goal_is_another_game(tmp_path, field):
    lines = certificate(as_game(CHAIN))
    path = write(tmp_path / "c", lines)
    assert mc.verify_certificate(as_game(CHAIN), path).total == lines[0]["total"]
    for numbers in OTHERS[field]:
        other = {**CHAIN, field: numbers}
        for check in (mc.verify_certificate, run_second):
            with one_line(mc.errors.BadCertificate, "line 1", "another game"):
                check(as_game(other), path)
    alike = {**CHAIN, "goals": [8, 5, 5, 2]}
    assert mc.verify_certificate(as_game(alike), path).total == lines[0]["total"]


def test_other_units_are_the_same_game(tmp_path):
    path = write(tmp_path / "c", certificate(as_game(CHAIN), "worst-then-mean"))
    one = mc.verify_certificate(as_game(CHAIN), path)
    more = mc.verify_certificate(as_game(CHAIN, weight=3, cost=Fraction(1, 2)), path)
    assert (more.total, more.worst) == (one.total * Fraction(3, 2), one.worst * Fraction(1, 2))


def test_what_is_true_of_a_game_is_not_said_of_one_with_goals_or_costs(tmp_path):
    plain = mc.TwoD(2)
    path = tmp_path / "c"
    mc.optimal(plain).write_certificate(path)
    for game in (
        mc.identified(plain),
        mc.priced(plain, [1, 1, 1, 2]),
        mc.weighted(plain, [0, 1, 1, 1]),
    ):
        with one_line(mc.errors.BadCertificate, "line 1", "another game"):
            mc.verify_certificate(game, path)


def test_ends_of_two_goals_prove_no_code(tmp_path, program):
    """One guess ends two goals, so that no code of the goals bounds what is spent."""
    form = {"table": [[0, 0, 0, 1]], "weights": [1] * 4, "prices": [1], "goals": [0, 1, 2, 3]}
    game = as_game(form)
    lines = certificate(game)
    assert lines[0]["total"] == 4
    proven = believed(game, write(tmp_path / "c", lines))
    assert proven.total == 4
    lines[-1]["lemma"]["least"] = 5
    with one_line(mc.errors.BadCertificate, "lemma about 4 secrets", "only a total of 4"):
        mc.verify_certificate(game, write(tmp_path / "c", lines))


def test_no_lemma_has_to_say_that_every_guess_is_too_long(program, tmp_path):
    """Both checkers know that a path of length 1 has no guess if the shortest one has length 2."""
    form = {"table": [[0], [1]], "weights": [1], "prices": [2, 3], "goals": None}
    lines = certificate(as_game(form), "worst-then-mean")
    [needless] = [line for line in lines if line.get("lemma", {}).get("cost") == 1]
    says_nothing = {"lemma": {**needless["lemma"], "least": 0}}
    short = [says_nothing if line is needless else line for line in lines]
    proven = mc.verify_certificate(as_game(form), write(tmp_path / "c", short))
    assert (proven.total, proven.worst) == (2, 2)
    assert says(program, short, as_game(form))[1]


def test_a_set_that_is_over_costs_nothing(program, tmp_path):
    lines = certificate(as_game(CHAIN))
    over = {"secrets": [1, 2], "steps": None, "cost": None, "least": 5, "alike": []}
    forged = [{**lines[0], "lemmas": lines[0]["lemmas"] + 1}, lines[1], {"lemma": over}, *lines[2:]]
    with one_line(mc.errors.BadCertificate, "line 3", "over for these secrets"):
        mc.verify_certificate(as_game(CHAIN), write(tmp_path / "c", forged))
    said, true = says(program, forged, as_game(CHAIN))
    assert not true
    assert "over for these secrets" in said


@pytest.mark.parametrize(
    ("fields", "parts"),
    [
        ({"max_cost": 0}, ["max_cost", "from 1"]),
        ({"max_cost": 2.5}, ["max_cost", "integer"]),
        ({"max_cost": 1}, ["a path of the tree costs", "max_cost is 1"]),
        ({"max_steps": 1}, ["guesses, but at most 1 are allowed"]),
        ({"format": 3}, ["format 3"]),
    ],
)
def test_headers(tmp_path, fields, parts):
    lines = certificate(as_game(CHAIN))
    lines[0].update(fields)
    with one_line(mc.errors.BadCertificate, "line 1" if "format" in fields else "line", *parts):
        mc.verify_certificate(as_game(CHAIN), write(tmp_path / "c", lines))


def test_what_is_proven_reads_as_a_line(tmp_path):
    proven = mc.verify_certificate(
        as_game(CHAIN, cost=Fraction(1, 2)),
        write(tmp_path / "c", certificate(as_game(CHAIN), "worst", max_cost=9)),
    )
    assert str(proven).startswith(f"worst {proven.worst} is optimal (total ")
    assert ", with paths of cost at most 9/2: verified by " in str(proven)
