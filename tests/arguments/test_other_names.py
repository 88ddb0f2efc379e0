"""Names of other sources, and small mistakes at the door, lead to what they mean."""

from __future__ import annotations

import io
import json
import sys

import pytest
from errors import one_line

import mastermind_core as mc
from mastermind_core.cli import main

GAME = mc.TwoD(3)


@pytest.mark.parametrize(
    ("name", "use"),
    [
        ("minimax", "'knuth'"),
        ("maximin", "'knuth'"),
        ("five-guess", "'knuth'"),
        ("Shannon", "'entropy'"),
        ("expected", "'irving'"),
        ("kooi", "'most_parts'"),
        ("optimal", "optimal(game)"),
    ],
)
def test_strategies(name, use):
    with one_line(mc.BadArgument, f"strategy '{name}' is unknown", use):
        mc.length_distribution(GAME, name)


@pytest.mark.parametrize(
    ("name", "use"),
    [
        ("dordle", "'quordle' with boards=2"),
        ("Octordle", "'quordle' with boards=8"),
        ("absurdle", "'wordle' with an adversarial codemaker"),
        ("wordl", "did you mean 'wordle'?"),
    ],
)
def test_names_in_the_registry_of_games(name, use):
    with pytest.raises(KeyError, match="is unknown") as caught:
        mc.GAMES[name]
    assert use in str(caught.value)


@pytest.mark.parametrize(
    ("name", "use"),
    [("average", "'mean'"), ("expected", "'mean'"), ("minimax", "'worst'"), ("averge", "mean")],
)
def test_objectives(name, use):
    with one_line(mc.BadArgument, "objective", use):
        mc.optimal(GAME, name)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("dordle", "quordle --boards 2"),
        ("octordle", "quordle --boards 8"),
        ("absurdle", "wordle --codemaker adversarial"),
        ("fibble", "--noise"),
        ("nerdle", "--length 8"),
    ],
)
def test_games(name, words, capsys):
    assert main(["play", name]) == 2
    err = capsys.readouterr().err
    assert f"'{name}' is unknown; use " in err
    assert words in err


def test_a_strategy_that_is_called_with_a_game_says_what_to_call():
    with one_line(mc.BadArgument, "position must be a position", "lazy_tree(game, strategy)"):
        mc.strategies.knuth(GAME)


def test_is_legal_is_not_ignored():
    class Own:
        guesses = secrets = (1, 2)
        endstates = frozenset({True})

        def score(self, guess, secret):
            return guess == secret

        def is_legal(self, guess, history):
            return False

    for call in (mc.optimal, mc.Session, mc.length_distribution):
        with one_line(mc.BadGame, "is_legal is not read", "legal(guess, history)"):
            call(Own())


def test_a_score_that_changes_is_an_error():
    calls = iter(range(10**6))
    game = mc.FiniteGame("abc", "abc", lambda guess, secret: next(calls), ())
    with one_line(mc.BadGame, "is 0 at first and", "noisy(game, ...)"):
        mc.optimal(mc.identified(game))


def test_an_error_of_a_score_function_has_the_pair():
    game = mc.FiniteGame([1, 2], [0, 1], lambda guess, secret: guess // secret, ())
    with pytest.raises(ZeroDivisionError) as caught:
        mc.optimal(mc.identified(game))
    assert "score(1, 0)" in caught.value.__notes__[0]
    with pytest.raises(ZeroDivisionError) as caught:  # end states are looked for at once
        mc.FiniteGame([1, 2], [0, 1], lambda guess, secret: guess // secret, {1})
    assert "score(1, 0)" in caught.value.__notes__[0]


def test_a_score_that_is_a_set_needs_a_frozenset():
    game = mc.FiniteGame([1, 2], [0, 1], lambda guess, secret: {guess, secret}, ())
    with one_line(mc.BadGame, "score(1, 0) is not hashable", "return a frozenset"):
        mc.optimal(mc.identified(game))


def answer_with(monkeypatch, *lines):
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_play_reviews_nothing_and_hints_any_number(capsys, monkeypatch):
    answer_with(monkeypatch, "review", "hint 5", "hint 0", "quit")
    main(["play", "mastermind", "--guesser", "you", "--seed", "1"])
    out = capsys.readouterr().out
    assert "no guess was made yet" in out
    assert len([line for line in out.splitlines() if " yes  " in line]) == 5
    assert "'0' is not a number from 1" in out


def test_a_saved_game_that_is_over_says_so(capsys, monkeypatch, tmp_path):
    path = tmp_path / "game.json"
    play = ["play", "twod", "--size", "2", "--guesser", "you", "--seed", "1", "--save", str(path)]
    answer_with(monkeypatch, "0,0", "0,1", "1,0", "1,1")
    main(play)
    capsys.readouterr()
    assert main(play) == 0
    assert "is over after" in (out := capsys.readouterr().out)
    assert "to begin a new game" in out


def test_score_names_the_word_that_is_not_in_the_list(capsys):
    assert main(["score", "wordle", "crane", "cranq"]) == 2
    assert "'cranq' is not a valid guess" in capsys.readouterr().err


def test_a_step_of_signs_is_cut_at_its_space(capsys, tmp_path):
    path = tmp_path / "equations"
    path.write_text("10+2=12 20-8=12 30/5=06")
    game = mc.Wordle(path.read_text().split())
    score = game.score("10+2=12", "20-8=12")
    words = ["wordle", "--answers", str(path), "--step", f"10+2=12 {score}", "--json"]
    assert main(["assist", *words]) == 0
    assert json.loads(capsys.readouterr().out)["history"] == [["10+2=12", score]]
