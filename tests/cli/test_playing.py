"""The commands that play, with their lines piped in."""

from __future__ import annotations

import io
import json
import sys

import pytest

import mastermind_core as mc
from mastermind_core.cli import main

SMALL = ["mastermind", "--colours", "3", "--holes", "2"]


def answer_with(monkeypatch, *lines):
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_play_takes_games_too_large_for_a_table(capsys, monkeypatch):
    answer_with(monkeypatch, "2,1", "u", "0,9")
    assert main(["play", "mastermind", "--colours", "12", "--holes", "8"]) == 0
    out = capsys.readouterr().out
    assert "(429981696 left)" in out
    assert "(17117820 left)" in out
    assert "is neither a valid answer nor a guess" in out


@pytest.mark.parametrize("secret", [(1, 1), (3, 2)])
def test_play_finds_the_secret(capsys, monkeypatch, secret):
    game = mc.Mastermind(colours=3, holes=2)
    steps = mc.play_game(game, mc.strategies.entropy, lambda guess: game.score(guess, secret))
    answer_with(monkeypatch, *(f"{score.black},{score.white}" for _, score in steps))
    assert main(["play", "mastermind", "--colours", "3", "--holes", "2"]) == 0
    out = capsys.readouterr().out
    assert out.endswith(f"Found with guess {len(steps)}.\n")


def test_play_ends_quietly_with_its_input(capsys, monkeypatch):
    answer_with(monkeypatch)
    assert main(["play", "twod", "--size", "2"]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("\n")
    assert err == ""


def test_play_refuses_nonsense_and_contradictions_and_goes_on(capsys, monkeypatch):
    answer_with(monkeypatch, "what", "u", "0,0", "0,0", "0,0", "u", "2,0")
    assert main(["play", "mastermind", "--colours", "3", "--holes", "2"]) == 0
    out, err = capsys.readouterr()
    assert "'what' is neither a valid answer nor a guess with its answer; type one of: " in out
    assert "nothing to take back" in out
    assert "if one answer is wrong, it is number" in out
    assert "Found with guess" in out
    assert err == ""


def test_interruption_gives_one_line(capsys, monkeypatch):
    class Interrupted:
        def readline(self):
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted())
    assert main(["play", "twod", "--size", "2"]) == 130
    assert capsys.readouterr().err == "mastermind_core: stopped\n"


GUESSES = ["play", *SMALL, "--guesser", "you", "--seed", "5"]


def test_a_person_guesses_until_the_secret_is_found(capsys, monkeypatch):
    answer_with(monkeypatch, *(f"{a}{b}" for a in "123" for b in "123"))
    assert main(GUESSES) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert "9 secrets are possible, for example " in out
    found = next(at for at, line in enumerate(lines) if line.startswith("Found with guess "))
    number = int(lines[found].split()[-1].strip("."))
    assert lines[found - 1].endswith("2,0")
    assert [line.split(".")[0].strip() for line in lines[found + 1 :]] == [
        str(at) for at in range(1, number + 1)
    ]


def test_a_person_may_undo_ask_and_resign(capsys, monkeypatch):
    answer_with(monkeypatch, "11", "left", "undo", "left", "hint", "explain 12", "help", "resign")
    assert main(GUESSES) == 1  # who resigns has lost
    out = capsys.readouterr().out
    assert "9 left: 11 12 13 21 22 23 31 32 33" in out
    assert "mean left" in out
    assert "0,2: 1 left" in out
    for word in ("hint", "undo", "review", "quit"):
        assert f"\n  {word}" in out
    secret = out.rpartition("The secret was ")[2][:2]
    answer_with(monkeypatch, secret)
    assert main(GUESSES) == 0
    assert "Found with guess 1." in capsys.readouterr().out


@pytest.mark.parametrize("codemaker", ["random", "adversarial", "maxmin", "maxent"])
def test_each_codemaker_lets_undo_go_back(capsys, monkeypatch, codemaker):
    answer_with(monkeypatch, "12", "undo", "undo", "12", "undo", "q")
    assert main([*GUESSES, "--codemaker", codemaker]) == 0
    assert "nothing to take back" in capsys.readouterr().out


def test_the_guesses_run_out(capsys, monkeypatch):
    answer_with(monkeypatch, "11", "22", "33")
    assert main([*GUESSES, "--codemaker", "adversarial", "--max-steps", "2"]) == 1
    out = capsys.readouterr().out
    assert "guess 2 of 2: " in out
    assert "The guesses are used up. The secret was " in out


def test_wrong_guesses_are_explained(capsys, monkeypatch):
    answer_with(monkeypatch, "12345", "xy", "explain", "explain 9", "")
    assert main(GUESSES) == 0
    out = capsys.readouterr().out
    assert "'12345' is not a valid guess" in out
    assert "explain needs a guess" in out
    assert "'9' is not a valid guess" in out


def test_a_contradiction_says_what_may_be_wrong(capsys, monkeypatch):
    answer_with(monkeypatch, "12 0,0", "11 2,0")
    assert main(["play", *SMALL]) == 0
    out = capsys.readouterr().out
    assert "perhaps change answer 1, 12 0,0, to 1,0: 1 left" in out


def test_the_computer_takes_guesses_made_elsewhere(capsys, monkeypatch):
    answer_with(monkeypatch, "11=0,0", "23 -> 2,0")
    assert main(["play", *SMALL]) == 0
    assert capsys.readouterr().out.endswith("Found with guess 2.\n")


def test_assist_advises_after_every_step(capsys, monkeypatch):
    answer_with(monkeypatch, "12 0,1", "undo", "12 0,1", "nonsense", "21 0,0", "33 2,0")
    assert main(["assist", *SMALL]) == 0
    out = capsys.readouterr().out
    assert "(9 left) guess and answer? " in out
    assert "'nonsense' is neither a valid answer nor a guess with its answer" in out
    assert "perhaps change answer" in out


def test_assist_takes_steps_from_its_options(capsys):
    steps = ["--step", "1122 0,2", "--step", "3311 02"]
    assert main(["assist", "mastermind", *steps, "--json", "--top", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    game = mc.Mastermind(colours=6, holes=4)
    history = [((1, 1, 2, 2), (0, 2)), ((3, 3, 1, 1), (0, 2))]
    session = mc.Session(game, "entropy", history=history)
    assert found["suggestions"][0]["guess"] == "".join(map(str, session.guess))
    assert found["count"] == session.count
    assert found["history"] == [["1122", "0,2"], ["3311", "0,2"]]
    assert [one["expected_left"] for one in found["suggestions"]] == [
        one.expected_left for one in session.suggest(2)
    ]


@pytest.mark.parametrize(
    ("step", "part"),
    [("1122", "not a guess with its answer"), ("1122 9,9", "--step"), ("what", "one of: 0,0")],
)
def test_steps_that_cannot_be_read(capsys, step, part):
    assert main(["assist", "mastermind", "--step", step]) == 2
    err = capsys.readouterr().err
    assert part in err
    assert err.count("\n") == 1


def test_steps_that_contradict_each_other(capsys):
    steps = ["--step", "1111 0,0", "--step", "1111 1,0"]
    assert main(["assist", "mastermind", *steps]) == 2
    err = capsys.readouterr().err
    assert "--step '1111 1,0'" in err
    assert "answer 2, 1,0 to 1111, fits none of the 625 secrets" in err


@pytest.mark.parametrize("game", [["mastermind"], ["twod"], ["higher-lower"]])
def test_one_strategy_proposes_everywhere(capsys, monkeypatch, game):
    assert main(["tree", *game, "--depth", "1"]) == 0
    first = capsys.readouterr().out.splitlines()[0].split()[0]
    assert main(["assist", *game, "--once"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[0] == first
    for command in ("play", "assist"):
        answer_with(monkeypatch, "hint")
        assert main([command, *game]) == 0
        assert f"  {first}  " in capsys.readouterr().out


def test_colors_are_colours(capsys):
    assert main(["analyze", "mastermind", "--colors", "3", "--holes", "2"]) == 0
    assert capsys.readouterr().out.startswith("1:1 ")


@pytest.mark.parametrize("codemaker", ["random", "adversarial"])
def test_codes_of_any_size_are_guessed(capsys, monkeypatch, codemaker):
    large = ["mastermind", "--colours", "12", "--holes", "8", "--codemaker", codemaker]
    answer_with(monkeypatch, "11223345", "left", "resign")
    assert main(["play", *large, "--guesser", "you", "--seed", "4"]) == 1
    out = capsys.readouterr().out
    assert "429,981,696 secrets are possible" in out
    assert "The secret was " in out


@pytest.mark.parametrize("command", ["play", "assist"])
def test_wordle_needs_no_list(capsys, monkeypatch, command):
    answer_with(monkeypatch, "slate .....")
    assert main([command, "wordle"]) == 0
    assert "left" in capsys.readouterr().out


@pytest.mark.parametrize("game", ["wordle", "jotto", "open-jotto"])
def test_words_come_from_a_dictionary_by_their_length(capsys, tmp_path, game):
    path = tmp_path / "words"
    path.write_text("Aaron\nabout\nit's\nthe\ncrane\n")
    assert main(["assist", game, "--words", str(path), "--length", "5", "--once"]) == 0
    assert "about" in capsys.readouterr().out or game == "open-jotto"
    assert main(["assist", "wordle", "--words", str(path), "--once"]) == 2
    assert "a length, such as 5" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lines", "kept", "left_out"),
    [
        ("Garten\nHaus\nlaufen\nStra\u00dfe\nfu\u00dfball\nPolish\npolish", 4, 2),
        ("10+2=12\n3*5=15\n2*6=012\n7-3=4\n1+1+0=2\nabc+d=e", 3, 3),
        ("10007\n31337\n99991\n2", 3, 1),
    ],
)
def test_a_length_keeps_capitals_digits_and_signs(capsys, tmp_path, lines, kept, left_out):
    path, length = tmp_path / "words", len(lines.split()[0])
    path.write_text(lines, encoding="utf-8")
    words = ["--words", str(path), "--length", str(length)]
    assert main(["assist", "wordle", *words, "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["count"] == kept
    assert f"{kept} words of {length} letters or signs, {left_out} left out" in err


def test_a_wrong_answer_is_fixed(capsys, monkeypatch):
    answer_with(monkeypatch, "0,2", "fix 1 0,0", "left", "fix 2 0,0", "fix 1 what")
    assert main(["play", "mastermind", "--colours", "RGBY"]) == 0
    out = capsys.readouterr().out
    assert "1 left: YYYY" in out
    assert "fix needs the number of a guess, 1 to 1" in out
    assert "'what' is not a valid answer" in out


def test_colours_have_names_or_letters(capsys):
    named = ["assist", "mastermind", "--holes", "2", "--once", "--colours"]
    for colours, code in (("RGB", "RG"), ("red,green,blue", "red green"), ("3", "12")):
        assert main([*named, colours]) == 0
        assert f"\n  {code}  " in capsys.readouterr().out
    assert main([*named, "3.5"]) == 2


def test_a_guess_is_scored_against_a_secret(capsys, monkeypatch):
    assert main(["score", "mastermind", "1122", "1234"]) == 0
    assert main(["score", "wordle", "slate", "crane"]) == 0
    assert capsys.readouterr().out == "1,1\n..g.g\n"
    assert main(["score", "wordle", "slate"]) == 2
    answer_with(monkeypatch, "score 1122 1234")
    assert main(["play", "mastermind"]) == 0
    assert "\n  1,1\n" in capsys.readouterr().out


def test_a_saved_game_keeps_its_secret(capsys, monkeypatch, tmp_path):
    path = str(tmp_path / "game.json")
    answer_with(monkeypatch, "left")
    assert main([*GUESSES, "--save", path]) == 0
    assert "The secret was" not in capsys.readouterr().out
    assert main(["play", "twod", "--save", path]) == 2
    assert "is not a saved game of TwoD" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ('"history"', "", "not JSON, or damaged"),
        ("[[[1", "[[[[1", "not JSON, or damaged"),
        ("[0, 1]", "[7, 7]", "is not a score of this game"),
    ],
)
def test_a_damaged_game_is_named_with_its_fault(capsys, tmp_path, old, new, part):
    path = tmp_path / "game.json"
    play = ["assist", *SMALL, "--once", "--save", str(path)]
    assert main([*play, "--step", "12 0,1"]) == 0
    text = path.read_text()
    path.write_text(text.replace(old, new, 1))
    assert path.read_text() != text
    assert main(play) == 2
    fault = capsys.readouterr().err
    assert fault.count("\n") == 1
    assert "game.json': " in fault
    assert part in fault


@pytest.mark.parametrize("codemaker", ["random", "adversarial"])
def test_a_resumed_game_has_the_same_codemaker(capsys, monkeypatch, tmp_path, codemaker):
    path = str(tmp_path / "game.json")
    play = ["play", *SMALL, "--guesser", "you", "--codemaker", codemaker, "--seed", "5"]
    answer_with(monkeypatch, "12", "31", "resign")
    assert main(play) == 1
    whole = capsys.readouterr().out.partition("The secret was")[2]
    answer_with(monkeypatch, "12")
    assert main([*play, "--save", path]) == 0
    answer_with(monkeypatch, "31", "resign")
    assert main([*play, "--save", path]) == 1
    assert capsys.readouterr().out.endswith(whole)


def test_a_hint_session_is_saved_and_resumed(capsys, tmp_path):
    path = str(tmp_path / "game.json")
    assert main(["assist", *SMALL, "--step", "12 0,1", "--once", "--save", path]) == 0
    advice = capsys.readouterr().out
    assert main(["assist", *SMALL, "--once", "--save", path]) == 0
    assert capsys.readouterr().out == advice


def test_two_people_play_with_the_program_as_referee(capsys, monkeypatch, tmp_path):
    path = str(tmp_path / "game.json")
    answer_with(monkeypatch, "99")
    assert main(["play", *SMALL, "--two", "--save", path]) == 2
    assert "'99' is not a valid guess" in capsys.readouterr().out
    answer_with(monkeypatch, "99", "31", "13")
    assert main(["play", *SMALL, "--two", "--save", path]) == 0
    out = capsys.readouterr().out
    assert "13  0,2" in out
    answer_with(monkeypatch, "31")
    assert main(["play", *SMALL, "--save", path]) == 0
    assert "Found with guess 2." in capsys.readouterr().out


def test_play_without_a_game_lists_the_games(capsys):
    for command in ("play", "assist"):
        assert main([command]) == 2
        assert "name a game: mastermind, bulls-and-cows" in capsys.readouterr().err
