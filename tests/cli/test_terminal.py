"""Whole games in a real terminal: typed, interrupted, and in a narrow window."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
from functools import partial

import pytest

import mastermind_core as mc
from mastermind_core.cli import main

pexpect = pytest.importorskip("pexpect")
if sys.platform == "win32":
    pytest.skip("pexpect needs a terminal of Unix", allow_module_level=True)

SMALL = ["mastermind", "--colours", "3", "--holes", "2"]


def typed(*arguments, columns=80):
    """Start the command line in a terminal of its own, whatever runs the tests."""
    kept = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
    return pexpect.spawn(
        sys.executable,
        ["-P", "-m", "mastermind_core", *arguments],
        encoding="utf-8",
        timeout=600,
        dimensions=(24, columns),
        env={**kept, "TERM": "xterm", "PYTHONIOENCODING": "utf-8"},
        # What runs in the background ignores Ctrl-C, and so would its children.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )


def ended(child, status):
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == status
    assert "Traceback" not in child.before


def test_the_computer_guesses():
    game, secret = mc.Mastermind(colours=3, holes=2), (3, 1)
    child = typed("play", *SMALL)
    child.expect("Who guesses")
    child.sendline("perhaps")
    child.expect("Who guesses")
    child.sendline("c")
    session = mc.Session(game, "entropy")
    child.expect("Think of a secret")
    while not session.over:
        child.expect(r"(\d\d)  \((\d+) left\) \? ")
        assert child.match.group(1) == "".join(map(str, session.guess))
        assert int(child.match.group(2)) == session.count
        score = game.score(session.guess, secret)
        session.answer(score)
        child.sendline(f"{score.black},{score.white}")
    child.expect(f"Found with guess {len(session.history)}")
    ended(child, 0)


def test_a_person_guesses_with_wrong_input_and_undo():
    child = typed("play", *SMALL, "--guesser", "you", "--seed", "2")
    child.expect("guess 1: ")
    child.sendline("what")
    child.expect("is not a valid guess")
    child.expect("guess 1: ")
    child.sendline("12")
    child.expect("guess 2: ")
    child.sendline("undo")
    child.expect("guess 1: ")
    child.sendline("left")
    child.expect("9 left")
    for guess in (f"{a}{b}" for a in "123" for b in "123"):
        child.expect("guess .: ")
        child.sendline(guess)
        if child.expect(["Found with guess", "luck", r"\d,\d"]) == 0:
            break
    child.expect("luck")
    ended(child, 0)


def test_a_line_may_be_taken_from_before():
    child = typed("play", *SMALL, "--guesser", "you", "--seed", "2")
    child.expect("guess 1: ")
    child.sendline("left")
    child.expect("9 left")
    child.expect("guess 1: ")
    child.send("\x1b[A\r")
    child.expect("9 left")
    child.sendline("q")
    child.expect("The secret was")
    ended(child, 0)


@pytest.mark.parametrize("arguments", [["--guesser", "you"], ["--guesser", "computer"], []])
def test_an_interruption_is_one_line(arguments):
    child = typed("play", *SMALL, *arguments)
    child.expect(["guess 1: ", "left", "Who guesses"])
    # A Ctrl-C between the look for one and the wait for a key is only heard at the next key.
    for _ in range(10):
        child.sendintr()
        if child.expect(["mastermind_core: stopped", pexpect.TIMEOUT], timeout=6) == 0:
            break
    ended(child, 130)


@pytest.mark.parametrize("arguments", [["--guesser", "you"], ["--guesser", "computer"], []])
def test_the_end_of_the_input_ends_the_game(arguments):
    child = typed("play", *SMALL, *arguments)
    child.expect(["guess 1: ", r"\? "])
    child.sendeof()
    ended(child, 0)


def test_an_interrupted_search_ends_on_a_line_of_its_own():
    child = typed("optimal", "mastermind", "--colours", "7", "--holes", "4", columns=60)
    child.expect(r"nodes?, 0:\d\d\x1b")
    lines = child.before.replace("\x1b[K", "").replace("\r", "\n").split("\n")
    assert max(map(len, lines)) < 60
    child.sendintr()
    child.expect("\r\nmastermind_core: stopped\r\n")
    ended(child, 130)


def test_a_narrow_terminal_breaks_no_word():
    child = typed("play", *SMALL, "--guesser", "computer", columns=30)
    child.expect(r"left\) \? ")
    lines = child.before.replace("\r", "").split("\n")
    assert all(len(line) < 30 for line in lines)
    assert "Answer each guess" in " ".join(child.before.split())
    child.sendline("q")
    ended(child, 0)


@pytest.mark.parametrize("command", ["games", "strategies", "list"])
def test_lists_are_folded_at_the_width_of_the_terminal(command, capsys):
    child = typed(command, columns=60)
    ended(child, 0)
    lines = child.before.replace("\r", "").split("\n")
    assert main([command]) == 0
    wide = capsys.readouterr().out
    assert any(len(line) >= 60 for line in wide.split("\n"))
    assert all(len(line) < 60 for line in lines)
    assert " ".join(lines).split() == wide.split()


def test_pegs_and_tiles_are_coloured(tmp_path):
    words = tmp_path / "words"
    words.write_text("abide\nspeed\nerase\n")
    child = typed("play", *SMALL, "--guesser", "you", "--codemaker", "adversarial")
    child.sendline("11")
    child.expect(r"\x1b\[38;5;\d+;48;5;\d+m 1 ")
    child.sendline("q")
    ended(child, 0)
    child = typed("play", "wordle", "--answers", str(words), "--guesser", "you")
    child.sendline("speed")
    child.expect(r"(\x1b\[38;5;\d+;48;5;\d+m)? S ")
    child.sendline("q")
    ended(child, 0)


def test_assist_in_a_terminal():
    child = typed("assist", *SMALL)
    child.expect("guess and answer\\? ")
    child.sendline("12 0,1")
    child.expect("mean left")
    child.expect("guess and answer\\? ")
    child.sendeof()
    ended(child, 0)


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["assist", "mastermind"], ["1122 0,2", "explain 3344", "review", "q"]),
        (["play", "wordle", "--guesser", "you"], ["slate", "hint", "review", "q"]),
        (["compare", "twod", "--strategies", "entropy,knuth", "--games", "20"], []),
        (["analyze", "mastermind", "--colours", "4", "--holes", "3"], []),
    ],
    ids=["assist", "wordle", "compare", "analyze"],
)
def test_no_line_is_wider_than_60_columns(arguments, lines):
    child = typed(*arguments, columns=60)
    child.logfile_read = io.StringIO()
    for line in lines:
        child.expect(r"guess and answer\? |guess \d: ")
        child.sendline(line)
    child.expect(pexpect.EOF)
    text = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", child.logfile_read.getvalue())
    assert max(map(len, re.split(r"[\r\n]+", text))) < 60
    assert "Traceback" not in text


def test_answers_are_explained_at_the_first_prompt():
    child = typed("play", "mastermind", "--guesser", "computer")
    child.expect("0,2 means: 0 in place")
    child.expect(r"\(1296 left\) \? ")
    child.sendeof()
    ended(child, 0)
