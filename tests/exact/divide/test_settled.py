"""Divided and undivided searches agree where jobs are tiny, guesses have twins, and limits fail."""

from __future__ import annotations

from random import Random

import pytest

import mastermind_core as mc
from mastermind_core.errors import NoStrategy
from mastermind_core.exact.divide import pace
from mastermind_core.kernels.choose import is_compiled


def random_game(random):
    """Return a game with end states here and there, or with the secrets as guesses, and twins."""
    n, m = random.randint(3, 13), random.randint(3, 11)
    kinds = random.randint(1, 4)
    rows = [[random.randint(0, kinds) for _ in range(n)] for _ in range(m)]
    if random.random() < 0.5:
        rows += [[kinds - answer for answer in row] for row in rows[: random.randint(1, m)]]
    own = n if random.random() < 0.6 else 0
    if not own:
        for secret in range(n):
            rows[random.randrange(len(rows))][secret] = 9
    rows += [[9 if g == s else -1 for s in range(n)] for g in range(own)]
    weights = () if random.random() < 0.6 else [random.randint(1, 9) for _ in range(n)]
    return mc.FiniteGame(range(len(rows)), range(n), lambda g, s: rows[g][s], {9}, weights=weights)


def figures(game, objective, **options):
    try:
        found = mc.optimal(game, objective, **options)
    except NoStrategy:
        return None
    total = None if objective == "worst" else found.total
    return found.proven, found.lower_bound, total, None if objective == "mean" else found.worst


@pytest.mark.parametrize(
    ("span", "lanes", "parts", "fewest"),
    [(12, 12, 4, 16), (2, 12, 2, 1), (3, 1, 8, 2), (5, 2, 1, 3), (3, 2, 2, 2)],
)
def test_random_games(monkeypatch, span, lanes, parts, fewest):
    monkeypatch.setattr(pace, "HOPELESS", 40 * fewest)
    monkeypatch.setattr(pace, "TINY", fewest - 1)
    monkeypatch.setattr(pace, "SPAN", span)
    monkeypatch.setattr(pace, "SPAN_PLAIN", max(span, 12))
    monkeypatch.setattr(pace, "LANES", lanes)
    monkeypatch.setattr(pace, "PARTS", parts)
    monkeypatch.setattr(pace, "LEAST_PART", fewest)
    random = Random(span)
    for _ in range(100 if is_compiled() else 8):
        game = random_game(random)
        objective = random.choice(["mean", "worst", "worst-then-mean", "mean-then-worst"])
        options = {
            "pool": random.choice(["all", "candidates"]),
            "max_steps": random.choice([None, None, 1, 2, 3, 4, 5]),
        }
        direct = figures(game, objective, **options)
        assert figures(game, objective, workers=1, **options) == direct


def test_a_worst_case_that_some_of_the_guesses_reach(monkeypatch):
    """A job about some guesses of a set finds a tree of three guesses: that is the worst case."""
    monkeypatch.setattr(pace, "SPAN", 12)
    monkeypatch.setattr(pace, "SPAN_PLAIN", 12)
    rows = [
        [2, 2, 2, 2, 0, 9, 1, 0, 0, 9, 0, 0, 2, 2],
        [1, 2, 0, 0, 2, 1, 1, 0, 1, 1, 2, 9, 2, 0],
        [1, 1, 2, 1, 9, 1, 2, 2, 2, 1, 1, 0, 2, 2],
        [9, 9, 2, 9, 2, 0, 1, 9, 0, 1, 9, 2, 2, 2],
        [2, 1, 2, 1, 2, 2, 9, 1, 9, 1, 0, 0, 9, 9],
        [0, 2, 9, 1, 0, 2, 0, 0, 0, 1, 2, 0, 0, 2],
    ]
    game = mc.FiniteGame(range(6), range(14), lambda g, s: rows[g][s], {9})
    assert mc.optimal(game, "worst", pool="candidates", workers=1).worst == 3


def test_jobs_that_one_part_of_a_search_leaves_in_flight(monkeypatch):
    """The least total is settled while other jobs are in flight, which the worst case asks for."""
    for name, value in (
        ("SPAN", 3),
        ("SPAN_PLAIN", 3),
        ("LANES", 2),
    ):
        monkeypatch.setattr(pace, name, value)
    for name in ("PARTS", "LEAST_PART", "TINY"):
        monkeypatch.setattr(pace, name, 2)
    rows = [
        "2000122120",
        "1213011322",
        "3332013300",
        "3003001101",
        "1201210210",
        "2011330323",
        "9888888888",
        "8988888888",
        "8898888888",
        "8889888888",
        "8888988888",
        "8888898888",
        "8888889888",
        "8888888988",
        "8888888898",
        "8888888889",
    ]
    weights = [8, 4, 7, 1, 7, 7, 3, 8, 4, 8]
    game = mc.FiniteGame(
        range(len(rows)), range(10), lambda g, s: rows[g][s], {"9"}, weights=weights
    )
    options = {"max_steps": 5}
    direct = figures(game, "mean-then-worst", **options)
    assert figures(game, "mean-then-worst", workers=1, **options) == direct


@pytest.mark.parametrize("nodes", range(0, 24, 2))
def test_a_flat_tree_is_no_proof_of_its_total(nodes):
    """A search for the worst case and then the mean that stops between them has proven neither."""
    random = Random(5)
    for _ in range(40 if is_compiled() else 4):
        game = random_game(random)
        least = mc.optimal(game, "worst-then-mean")
        found = mc.optimal(game, "worst-then-mean", nodes=nodes)
        assert not found.proven or (found.worst, found.total) == (least.worst, least.total)


@pytest.mark.parametrize("weight", [1, 2**41])
@pytest.mark.parametrize("max_steps", [1, 2])
def test_a_limit_that_no_strategy_keeps_ends(weight, max_steps):
    rows = ["w00w", "1w11", "11w1"]
    game = mc.FiniteGame(
        range(3), range(4), lambda g, s: rows[g][s], {"w"}, weights=[weight, 1, 1, 1]
    )
    with pytest.raises(NoStrategy):
        mc.optimal(game, max_steps=max_steps, workers=1)
    assert mc.optimal(game, max_steps=3, workers=1).worst == 3


def asked_twice(random, secrets, questions, answers=2):
    """Return a game of questions, each there twice with its answers renamed or not."""
    asked = []
    for _ in range(questions):
        row = [random.randint(0, answers - 1) for _ in range(secrets)]
        asked += [row, [answers - 1 - answer for answer in row] if random.random() < 0.5 else row]

    def score(guess, secret):
        return asked[guess[0]][secret] if isinstance(guess, tuple) else answers + (guess == secret)

    guesses = [*((at,) for at in range(2 * questions)), *range(secrets)]
    return mc.FiniteGame(guesses, range(secrets), score, {answers + 1})


@pytest.mark.skipif(not is_compiled(), reason="a game that takes minutes in plain Python")
def test_questions_that_are_there_twice(monkeypatch):
    """Blocks of twins are the same sets: one that is settled is taken into the next split."""
    monkeypatch.setattr(pace, "SPAN", 500)
    game = asked_twice(Random(1), 26, 9)
    direct, divided = mc.optimal(game), mc.optimal(game, workers=1)
    assert divided.proven
    assert divided.total == direct.total


@pytest.mark.skipif(not is_compiled(), reason="games that take minutes in plain Python")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_search_is_not_done_twice(seed):
    """A search that one worker divides, with its own memory, looks at hardly more sets."""
    game = asked_twice(Random(seed), 50, 14, answers=3)
    direct, divided = mc.optimal(game), mc.optimal(game, workers=1)
    assert (divided.total, divided.proven) == (direct.total, True)
    assert direct.nodes > 1000
    assert divided.nodes < 1.25 * direct.nodes
