"""Noisy games of files, tables of likelihoods and a sensitivity on the command line."""

from __future__ import annotations

import io
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


@pytest.fixture
def by_chance(tmp_path):
    path = tmp_path / "kinds.csv"
    path.write_text("kind,a,b,c\nx,1,,0\ny,0,1,1\nz,1,0,1\nx,0,0,0\n")
    return [str(path), "--identify", "kind", "--unknown", "chance", "--duplicates", "class"]


def test_commands_follow_a_saved_policy(tmp_path, capsys, by_chance):
    policy, tree = str(tmp_path / "policy.json"), str(tmp_path / "tree.json")
    main(["optimal", *by_chance, "--max-steps", "3", "--json", "--save", policy])
    assert json.loads(capsys.readouterr().out)["first_guess"] == "a"
    main(["export", *by_chance, "--strategy", policy, "--to", tree])
    capsys.readouterr()
    for path in (policy, tree):
        followed = [*by_chance, "--strategy", path]
        assert main(["analyze", *followed, "--json"]) == 0
        # The policy asks a and b, and c if a is 1 and b is 0: the third row, and half of the first.
        assert json.loads(capsys.readouterr().out)["mean"] == 2 + 3 / 8
        for command in ("simulate", "tree", "assist", "export"):
            more = {"simulate": ["--games", "9"], "assist": ["--once"], "export": ["--to", "-"]}
            assert main([command, *followed, *more.get(command, [])]) == 0
            assert capsys.readouterr().out
        # By Bayes' rule, each of the two rows with a = 1 has 1/2.
        assert advice(capsys, *followed, "--step", "a 1")["posterior"] == {"x": 0.5, "z": 0.5}
        assert main(["compare", *by_chance, "--strategies", f"{path},ec2", "--games", "9"]) == 0
        capsys.readouterr()


def test_a_saved_policy_plays_the_noisy_game_that_it_is_about(tmp_path, capsys, monkeypatch):
    policy = str(tmp_path / "policy.json")
    noisy = ["mastermind", "--colours", "2", "--holes", "2", "--noise", "0.1"]
    main(["optimal", *noisy, "--max-steps", "2", "--save", policy])
    capsys.readouterr()
    for command in ("play", "assist"):
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        assert main([command, *noisy, "--strategy", policy]) == 0
        assert "11" in capsys.readouterr().out
    others = {"g.json": mc.games.Mastermind(2, 2), "other.json": mc.optimal(mc.games.TwoD(3))}
    for name, value in others.items():
        mc.save(value, tmp_path / name)
        assert main(["assist", *noisy, "--once", "--strategy", str(tmp_path / name)]) == 2
        assert "the file is about another game" in capsys.readouterr().err
    mc.save(mc.noisy(mc.games.Mastermind(2, 2), 0.1), tmp_path / "g.json")
    assert main(["assist", *noisy, "--once", "--strategy", str(tmp_path / "g.json")]) == 2
    assert "not a tree or a solution" in capsys.readouterr().err


def test_options_that_change_exact_strategies_are_refused(capsys, by_chance):
    for name, value in (("opening", "nonsense"), ("pool", "all"), ("tie-seed", "0")):
        assert main(["simulate", *by_chance, "--games", "9", f"--{name}", value]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert f"--{name} changes strategies for exact answers" in line
        assert line.endswith("leave it out")


def test_a_certificate_is_refused_before_the_search(tmp_path, capsys, by_chance, monkeypatch):
    monkeypatch.setattr(mc, "optimal", lambda *_, **__: pytest.fail("it searches"))
    path = str(tmp_path / "certificate")
    assert main(["optimal", *by_chance, "--max-steps", "3", "--certificate", path]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert "--certificate is for games of exact answers" in said.err


def test_rates_distort_the_answers_of_likelihoods(tmp_path, capsys):
    path = tmp_path / "cells.csv"
    path.write_text("illness,fever\na,0.2\nb,0.9\n")
    given = [str(path), "--likelihoods", "--id", "illness", *RATES]
    chances = advice(capsys, *given, "--step", "fever yes")["posterior"]
    # By Bayes' rule: yes is heard for a with .2 * .9 + .8 * .2, and for b with .9 * .9 + .1 * .2.
    assert chances == pytest.approx({"b": 0.83 / 1.17, "a": 0.34 / 1.17})
    assert main(["optimal", *given, "--max-steps", "1", "--json"]) == 0
    # After yes the likelier row is b, and after no it is a, with 1 - .34: (.83 + .66) / 2.
    assert json.loads(capsys.readouterr().out)["accuracy"] == "149/200"


def test_rates_distort_the_answers_of_unknown_cells(capsys, by_chance):
    chances = advice(capsys, *by_chance, *RATES, "--step", "a 1")["posterior"]
    # By Bayes' rule: rows one and three have a = 1, heard with .9, and the others are with .2.
    assert chances == pytest.approx({"x": 1.1 / 2.2, "z": 0.9 / 2.2, "y": 0.2 / 2.2})


def test_a_person_guesses_the_secret_of_a_noisy_game(capsys, monkeypatch):
    noisy = ["mastermind", "--colours", "2", "--holes", "2", "--noise", "0.1", "--seed", "1"]
    monkeypatch.setattr("sys.stdin", io.StringIO("12\nhint\nundo\nresign\n"))
    assert main(["play", *noisy, "--guesser", "you"]) == 1
    said = capsys.readouterr().out
    assert "4 secrets are possible, for example 11" in said
    assert "The secret was" in said


@pytest.mark.parametrize("command", ["tie-study", "is-greedy-optimal"])
def test_what_needs_exact_answers_names_other_commands(capsys, by_chance, command):
    assert main([command, *by_chance]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "this command needs exact ones: use play, assist, analyze, compare" in line


def test_strategies_for_answers_that_may_be_wrong_are_compared_by_default(capsys, by_chance):
    assert main(["compare", *by_chance, "--games", "9", "--json"]) == 0
    standings = json.loads(capsys.readouterr().out)["standings"]
    assert {one["strategy"] for one in standings} == {"entropy", "expected_error", "ec2"}


@pytest.mark.parametrize("guesser", [["--guesser", "you"], ["--two"]])
@pytest.mark.parametrize("noise", [[], RATES])
def test_a_person_does_not_guess_rows_with_unknown_cells(capsys, by_chance, guesser, noise):
    assert main(["play", *by_chance, *noise, *guesser]) == 2
    assert capsys.readouterr().err.endswith("let the computer guess\n")
