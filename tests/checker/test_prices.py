"""Certificates of objectives on the number of guesses: the genuine, the changed, and the true."""

from __future__ import annotations

from itertools import pairwise
from math import gcd
from random import Random

import pytest
from certificate_maker import (
    Asked,
    assert_true,
    certificate,
    random_objective,
    symmetries,
    with_images,
    write,
)
from errors import one_line
from forged import believed, meddled, says, with_field

import mastermind_core as mc

TEXTS = [
    "within:2", "within:1-then-mean", "penalty:0,1/3,2", "worst-then-within:2", "mean",
    "within:3-then-worst-then-mean", "penalty:1,1,5-then-within:1", "mean-then-worst",
]  # fmt: skip


def random_game(random, *, most=6):
    """Make a random game in which each secret may be named, maybe with goals."""
    n = random.randint(2, most)
    rows = [[random.randint(0, 3) for _ in range(n)] for _ in range(random.randint(0, 3))]
    rows += [[9 if g == s else random.randint(0, 3) for s in range(n)] for g in range(n)]
    if random.random() < 0.3:  # an end state of two secrets
        rows.append([9 if s < 2 else random.choice([1, 2]) for s in range(n)])
    weights = [random.randint(1, 4) for _ in range(n)] if random.random() < 0.5 else [1] * n
    if random.random() < 0.2:
        weights[random.randrange(n)] = 0
    weights = [weight // gcd(*weights) for weight in weights]
    kinds = [random.randrange(3) for _ in range(n)] if random.random() < 0.3 else None
    return mc.FiniteGame(
        range(len(rows)), range(n), lambda g, s: rows[g][s], {9}, weights=weights,
        goal=kinds and kinds.__getitem__,
    )  # fmt: skip


def drawn(random, **size):
    """Return (game, certificate) of a random game and objective."""
    while True:
        game, text = random_game(random, **size), random_objective(random)
        pool, steps = random.choice(["all", "candidates"]), random.choice([None, None, 1, 2, 3])
        mirrors = symmetries(Asked(game))[:3] if random.random() < 0.4 else []
        lines = certificate(game, text, pool, steps, mirrors=mirrors)
        if lines is not None:
            return game, with_images(lines, mirrors) if random.random() < 0.5 else lines


def hold(random, program, folder, changes=6):
    """Both checkers say the same of a certificate and of changed ones, and it is true."""
    game, lines = drawn(random)
    for number in range(changes + 1):
        changed = meddled(random, lines, TEXTS) if number else lines
        proven = believed(game, write(folder / "c", changed))
        assert proven is not None or number > 0
        if proven is not None:
            assert_true(game, changed, proven)
        assert not program or says(program, changed, game)[1] == (proven is not None)
    bolder = [at for at, line in enumerate(lines) if line.get("lemma", {}).get("least") is not None]
    if bolder:
        at = random.choice(bolder)
        forged = with_field(at, lines, least=lines[at]["lemma"]["least"] + 1)
        assert believed(game, write(folder / "c", forged)) is None
        assert not program or not says(program, forged, game)[1]
    return changes + 2


@pytest.mark.parametrize("seed", range(40))
def test_both_checkers_believe_what_is_true_and_nothing_else(program, tmp_path, seed):
    hold(Random(f"prices {seed}"), program, tmp_path)


CHAIN = mc.FiniteGame(
    range(5), range(5), lambda guess, secret: (guess > secret) - (guess < secret), {0},
    weights=[1, 2, 3, 4, 5],
)  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_each_number_of_the_header_counts(program, tmp_path, text):
    lines = certificate(CHAIN, text)
    proven = mc.verify_certificate(CHAIN, write(tmp_path / "c", lines))
    assert_true(CHAIN, lines, proven)
    for fields in (
        {"prices": [1]},
        {"total": -1},
        {"total": lines[0]["total"] + 1},
        {"worst": lines[0]["worst"] + 1},
        {"format": 6},
        {"objective": f"{text}-then-"},
        {"objective": None},
    ):
        forged = with_field(0, lines, **fields)
        with one_line(mc.errors.BadCertificate, "line"):
            mc.verify_certificate(CHAIN, write(tmp_path / "c", forged))
        assert not says(program, forged, CHAIN)[1]


@pytest.mark.parametrize("text", ["mean-then-mean", "mean-then-worst-then-mean", "within:2"])
def test_where_guesses_have_costs_there_is_one_sum(program, tmp_path, text):
    game = mc.priced(CHAIN, [3, 1, 1, 2, 2])
    lines = certificate(game, "mean")
    assert mc.verify_certificate(game, write(tmp_path / "c", lines)).proven
    forged = with_field(0, lines, objective=text)
    with one_line(mc.errors.BadCertificate, "guesses have costs"):
        mc.verify_certificate(game, write(tmp_path / "c", forged))
    assert not says(program, forged, game)[1]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("best", "must be made of"), ("within:0", "must be made of"),
        ("within:1,2", "must be made of"), ("within:3/2", "must be made of"),
        ("within:02", "must be made of"), ("penalty:", "must be made of"),
        ("penalty:1,", "must be made of"), ("penalty:1/0", "must be made of"),
        ("penalty:-1", "must be made of"), ("penalty:1.5", "must be made of"),
        ("penalty:2,1", "decreasing penalties"), ("penalty:1/2,1/3", "decreasing penalties"),
        ("worst-then-mean-then-worst", "must be made of"), ("quantile:1/2", "must be made of"),
        ("mean-then-", "must be made of"), ("", "must be made of"),
        (f"within:{2**60}", "2**60 or more"), (f"penalty:0,1/{2**60}", "2**60 or more"),
        (f"penalty:0,1,{2**59}", "2**60 or more"), (f"penalty:0,1/{3**30},1/{2**40}", "2**60"),
        (f"penalty:0,{'9' * 5000}", "must be made of"),
        (f"penalty:0,1,{2**30}-then-penalty:0,1,{2**30}", "2**60 or more"),
    ],
)  # fmt: skip
def test_objectives_that_are_none(program, tmp_path, text, why):
    lines = certificate(CHAIN, "within:2")
    forged = with_field(0, lines, objective=text)
    with one_line(mc.errors.BadCertificate, "line 1", why):
        mc.verify_certificate(CHAIN, write(tmp_path / "c", forged))
    assert not says(program, forged, CHAIN)[1]


def test_a_lemma_says_nothing_of_another_number_of_guesses_before(program, tmp_path):
    """What two secrets cost after one guess is not what they cost after two."""
    lines = certificate(CHAIN, "within:2-then-mean")
    prices = Asked(CHAIN, "within:2-then-mean").prices
    differing = 0
    for at, line in enumerate(lines):
        for made in range(len(prices)) if "lemma" in line else ():
            forged = with_field(at, lines, made=made)
            proven = believed(CHAIN, write(tmp_path / "c", forged))
            assert says(program, forged, CHAIN)[1] == (proven is not None)
            if proven is not None:
                assert_true(CHAIN, forged, proven)
            differing += proven is None
    assert differing > 5
    for odd in (len(prices), -1, None, 0.5):
        with one_line(mc.errors.BadCertificate, "made", "integer"):
            path = write(tmp_path / "c", with_field(-1, lines, made=odd))
            mc.verify_certificate(CHAIN, path)


def test_a_tree_that_wastes_guesses_is_refused(program, tmp_path):
    """Its prices end where no tree has to go on, so that they would not count what it wastes."""
    game = mc.FiniteGame([0, 1, 2], [0, 1], lambda g, s: "same" if g == 2 else g == s, {True})
    lines = certificate(game, "within:3")
    wasted = [[2, [[2, 1]]], [2, [[2, 2]]], [2, [[2, 3]]], [0, [[0, -1], [1, 4]]], [1, [[0, -1]]]]
    forged = [{**lines[0], "worst": 5}, {"tree": wasted}, *lines[2:]]
    with one_line(mc.errors.BadCertificate, "line 2", "takes 5 guesses, but at most 2 are allowed"):
        mc.verify_certificate(game, write(tmp_path / "c", forged))
    assert not says(program, forged, game)[1]


def test_an_objective_on_the_number_of_guesses_is_none_where_they_have_costs(program, tmp_path):
    game = mc.TwoD(2)
    lines = certificate(game, "within:2")
    assert mc.verify_certificate(game, write(tmp_path / "c", lines)).values == 0
    other = mc.priced(game, [1, 1, 1, 2])
    forged = with_field(0, certificate(other), objective="within:2")
    with one_line(mc.errors.BadCertificate, "line 1", "number of guesses, but guesses have costs"):
        mc.verify_certificate(other, write(tmp_path / "c", forged))
    assert not says(program, forged, other)[1]
    assert mc.verify_certificate(mc.weighted(game, [3] * 4), write(tmp_path / "c", lines)).proven


HIGHER_OR_LOWER = mc.FiniteGame(
    range(6), range(6), lambda guess, secret: (guess > secret) - (guess < secret), {0}
)


@pytest.mark.parametrize(
    "text",
    [
        "within:1-then-penalty:0,1,3-then-worst-then-mean",
        "penalty:0,2,3-then-within:2-then-worst-then-mean",
        "mean-then-within:2-then-worst-then-penalty:0,1/3,5",
    ],
)
def test_two_criteria_before_the_worst_case_count_more_than_it(
    program, tmp_path, monkeypatch, text
):
    """A claim of another worst case is refused, although each of its lemmas is true.

    The order was once compared in multiples of one scale. That is the order of the objective only
    because each scale is a multiple of the next one.
    """
    best, refused = Asked.best, 0
    for weights in ([1, 9, 2, 8, 3, 7], [9, 1, 1, 1, 1, 9], [5, 1, 4, 1, 1, 9]):
        game = mc.weighted(HIGHER_OR_LOWER, weights)
        truth = Asked(game, text)
        assert all(one % later == 0 for one, later in pairwise(truth.scales))
        for worst in range(1, truth.n + 1):
            total = truth.within(worst)
            if total is None:
                continue
            monkeypatch.setattr(Asked, "best", lambda self, own=(total, worst): own)
            lines = certificate(game, text)
            monkeypatch.setattr(Asked, "best", best)
            if lines[0]["worst"] < worst:  # the claim of a shorter path, with lemmas for this one
                continue
            claimed = total, worst
            proven = believed(game, write(tmp_path / "c", lines))
            assert (proven is not None) == (claimed == truth.best()), claimed
            assert not program or says(program, lines, game)[1] == (proven is not None)
            refused += proven is None
    assert refused > 2
