"""Certificates that the search writes, against the checker, which knows nothing of it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from adhoc import games, odd_game
from certificate_maker import OBJECTIVES, Asked
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc


def checked(game, name="c", **options):
    """Search, write the certificate, and return what was found and what is proven."""
    best = mc.optimal(game, **options)
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        best.write_certificate(path)
        return best, mc.verify_certificate(game, path)


@given(
    game=games(guesses=8, secrets=9, scores=3, weighted=True),
    objective=st.sampled_from(OBJECTIVES),
    pool=st.sampled_from(["all", "candidates"]),
    slack=st.none() | st.integers(0, 2),
)
def test_of_any_game(game, objective, pool, slack):
    limit = None if slack is None else Asked(game, "worst", pool).best()[1] + slack
    best, proven = checked(game, objective=objective, pool=pool, max_steps=limit)
    assert (proven.total, proven.worst) == (best.total, best.worst)
    truth = Asked(game, objective, pool, limit)
    total, worst = truth.best()
    assert objective == "worst" or total * truth.unit == proven.total
    assert worst in (None, proven.worst)


@pytest.mark.parametrize("name", ["c", "c.gz"])
@pytest.mark.parametrize(
    "game",
    [mc.TwoD(5), odd_game(), mc.Mastermind(colours=4, holes=3, repeats="guesses")],
    ids=["twod", "odd", "mastermind"],
)
def test_of_games_with_symmetries_and_without(game, name):
    best, proven = checked(game, name, objective="mean-then-worst")
    assert (proven.total, proven.worst) == (best.total, best.worst)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("objective", "total", "worst"), [("mean", 5625, None), ("worst-then-mean", 5626, 5)]
)
def test_of_mastermind(objective, total, worst):
    """The totals of Koyama and Lai (1993), the second where no secret takes more than five."""
    _, proven = checked(mc.Mastermind(colours=6, holes=4), objective=objective)
    assert proven.total == total
    assert worst in (None, proven.worst)


@pytest.mark.parametrize("objective", ["mean", "within:3"])
def test_a_certificate_is_written_with_a_hook(tmp_path, objective):
    solution = mc.optimal(mc.TwoD(4), objective)
    solution.write_certificate(tmp_path / "proof", progress=lambda done, total: None)
    assert mc.verify_certificate(mc.TwoD(4), tmp_path / "proof").proven
