"""Noisy games of files, tables of likelihoods and a sensitivity on the command line."""

from __future__ import annotations

import json

import pytest

import mastermind_core as mc
from mastermind_core.cli import main

GAME = """
import mastermind_core as mc
cells = {"name": ["a", "b", "c", "d"], "x": ["yes", "yes", "no", "no"], "y": ["yes", "no"] * 2}
base = mc.FiniteGame.from_table(cells, id="name")
errors = {"yes": {"yes": 0.9, "no": 0.1}, "no": {"no": 0.8, "yes": 0.2}}
noisy = mc.noisy(base, errors)
"""
RATES = ["--sensitivity", "0.9", "--specificity", "0.8"]


def advice(capsys, *given):
    main(["assist", *given, "--once", "--json", "--confidence", "0.95"])
    return json.loads(capsys.readouterr().out)


def test_a_noisy_game_of_a_file_and_its_rates_are_the_same(tmp_path, capsys):
    path = tmp_path / "game.py"
    path.write_text(GAME)
    given = ["--step", "x no"]
    of_file = advice(capsys, f"{path}:noisy", *given)
    assert of_file == advice(capsys, f"{path}:base", *RATES, *given)
    # By Bayes' rule: a true no is heard as no with .8, and a true yes with .1.
    chances = {name: float(chance) for name, chance in of_file["posterior"].items()}
    assert chances == pytest.approx({"c": 4 / 9, "d": 4 / 9, "a": 1 / 18, "b": 1 / 18})


def test_a_sensitivity_needs_two_answers_and_no_noise(tmp_path, capsys):
    path = tmp_path / "game.py"
    path.write_text(GAME)
    main(["assist", f"{path}:base", *RATES, "--noise", "0.1", "--once"])
    assert "--noise is for all answers" in capsys.readouterr().err
    main(["assist", "twod", "--size", "3", *RATES, "--once"])
    assert "--sensitivity needs the answers yes and no" in capsys.readouterr().err


def test_a_table_of_likelihoods_is_assisted(tmp_path, capsys):
    path = tmp_path / "cells.csv"
    path.write_text("illness,fever,cough\nflu,0.9,0.6\ncold,0.2,0.5\n")
    given = ["table", str(path), "--id", "illness", "--likelihoods", "--step", "fever yes"]
    chances = {name: float(chance) for name, chance in advice(capsys, *given)["posterior"].items()}
    assert chances == pytest.approx({"flu": 9 / 11, "cold": 2 / 11})


def test_noise_and_classes_leave_accusations_of_coins_out():
    coins = mc.games.OddCoin(4)
    for game in (mc.noisy(coins, 0.1), mc.identified(coins)):
        kinds = {type(guess).__name__ for guess in game.guesses}
        assert kinds == {"Weighing"}
    assert mc.optimal(mc.identified(coins)).worst == mc.optimal(coins).worst - 1 == 3
