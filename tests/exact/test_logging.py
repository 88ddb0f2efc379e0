"""Searches say what they begin and how they end to ``logging``, and nothing where nobody asks."""

from __future__ import annotations

import logging
import subprocess
import sys

import pytest

import mastermind_core as mc


def said(caplog, call):
    caplog.clear()
    with caplog.at_level(logging.INFO, logger="mastermind_core"):
        call()
    assert {record.name for record in caplog.records} == {"mastermind_core"}
    return [record.getMessage() for record in caplog.records]


def test_a_search_says_that_it_begins_and_what_it_proved(caplog):
    began, ended = said(caplog, lambda: mc.optimal(mc.TwoD(4)))
    assert began == "search of TwoD(size=4): mean, 16 candidates"
    assert ended.startswith("search of TwoD(size=4): proven: total 46, worst 4, ")


def test_a_search_that_is_cut_says_its_bound(caplog):
    game = mc.Mastermind(colours=6, holes=4)
    found = mc.optimal(game, nodes=1)
    ended = said(caplog, lambda: mc.optimal(game, nodes=1))[-1]
    assert f"cut by its budget: total {found.total}, worst {found.worst}" in ended
    assert f"lower bound {found.lower_bound}" in ended


def test_what_no_strategy_does_is_said(caplog):
    assert not mc.solution_exists(mc.TwoD(5), max_steps=3)
    ended = said(caplog, lambda: mc.solution_exists(mc.TwoD(5), max_steps=3))[-1]
    assert "proven: no strategy" in ended


def test_a_search_without_time_for_its_table_says_that_it_gives_up(caplog):
    def call():
        with pytest.raises(mc.NoStrategy):
            mc.optimal(fresh(), seconds=0)

    assert "given up, the time was over" in said(caplog, call)[-1]


def fresh():
    """Return a game that no table is kept of."""
    return mc.FiniteGame(range(9), range(9), lambda guess, secret: guess == secret, {True})


def test_nothing_is_printed_where_nobody_asks():
    code = "import mastermind_core as mc; mc.optimal(mc.Mastermind(6, 4), nodes=1)"
    ended = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True)
    assert (ended.stdout, ended.stderr) == ("", "")
    assert any(
        isinstance(h, logging.NullHandler) for h in logging.getLogger("mastermind_core").handlers
    )
