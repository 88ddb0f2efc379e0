"""Logs of simulated games that cannot be read or written: one line each, and nothing lost."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from errors import one_line

import mastermind_core as mc

GAME = mc.TwoD(3)

FULL = """
import resource, signal, sys, mastermind_core as mc
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))
try:
    mc.simulate(mc.TwoD(3), "knuth", games=9, log=sys.argv[1])
except mc.BadArgument as error:
    print(error)
"""


def test_a_missing_folder(tmp_path):
    with one_line(mc.BadArgument, "log", "games.jsonl", "cannot be written"):
        mc.simulate(GAME, "knuth", games=2, log=tmp_path / "none" / "games.jsonl")


def test_a_folder_as_a_log(tmp_path):
    with one_line(mc.BadArgument, "log", "cannot be read"):
        mc.simulate(GAME, "knuth", games=2, log=tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        "{}",
        "nonsense",
        '{"number": 0}',
        '{"number": "0", "length": 2, "evaluations": 0, "inconsistent": 0, "seconds": 0}',
        '{"number": 0, "length": -1, "evaluations": 0, "inconsistent": 0, "seconds": 0}',
        '{"number": 0, "length": 2, "evaluations": 0, "inconsistent": 0, "seconds": "x"}',
        '{"number": 0, "length": 2, "evaluations": 0, "inconsistent": 0, "seconds": 0, "x": 1}',
    ],
)
def test_a_damaged_line(tmp_path, line):
    log = tmp_path / "games.jsonl"
    whole = mc.simulate(GAME, "knuth", games=3, log=log)
    lines = log.read_text().splitlines()
    log.write_text("\n".join([*lines[:2], line, *lines[2:]]) + "\n")
    before = log.read_bytes()
    with one_line(mc.BadArgument, "line 3", "not a record of a game"):
        mc.simulate(GAME, "knuth", games=3, log=log)
    assert log.read_bytes() == before
    log.write_text("\n".join(lines) + "\n")
    assert mc.simulate(GAME, "knuth", games=3, log=log) == whole


def test_bytes_that_are_no_text(tmp_path):
    log = tmp_path / "games.jsonl"
    log.write_bytes(b"\xff\xfe\x00")
    with one_line(mc.BadArgument, "cannot be read"):
        mc.simulate(GAME, "knuth", games=2, log=log)


@pytest.mark.parametrize("text", ["my notes", '{"games"', "x" * 30_000])
def test_a_file_that_is_no_log_stays(tmp_path, text):
    log = tmp_path / "notes"
    log.write_text(text)
    with one_line(mc.BadArgument, "another game"):
        mc.simulate(GAME, "knuth", games=2, log=log)
    assert log.read_text() == text


@pytest.mark.parametrize("line", ["[" * 9000, "x" * 200_000, '{"number": ' + "9" * 9000 + "}"])
def test_lines_made_to_do_harm(tmp_path, line):
    log = tmp_path / "games.jsonl"
    mc.simulate(GAME, "knuth", games=3, log=log)
    with log.open("a") as file:
        file.write(line + "\n")
    with one_line(mc.BadArgument, "line 5", "not a record of a game"):
        mc.simulate(GAME, "knuth", games=3, log=log)


@pytest.mark.skipif(sys.platform == "win32", reason="limits the sizes of files")
def test_a_log_that_cannot_grow_says_so_in_one_line_and_keeps_what_it_has(tmp_path):
    log = tmp_path / "games.jsonl"
    whole = mc.simulate(GAME, "knuth", games=9)
    done = subprocess.run(
        [sys.executable, "-P", "-c", FULL, log], capture_output=True, text=True, check=True
    )
    assert done.stdout.count("\n") == 1
    assert "cannot be written (File too large)" in done.stdout
    kept = log.read_bytes().splitlines()[:-1]
    assert len(kept) > 3
    assert mc.simulate(GAME, "knuth", games=9, log=log) == whole
    assert log.read_bytes().splitlines()[: len(kept)] == kept


def test_a_tree_is_told_from_other_trees_by_its_log(tmp_path):
    log = tmp_path / "games.jsonl"
    tree = mc.lazy_tree(GAME, "knuth")
    once = mc.simulate(GAME, tree, games=4, log=log)
    assert mc.simulate(GAME, tree, games=4, log=log) == once
    assert mc.simulate(GAME, mc.lazy_tree(GAME, "knuth"), games=4, log=log) == once
    assert json.loads(log.read_text().splitlines()[0])["strategy"].startswith("tree ")
    with one_line(mc.BadArgument, "another game, strategy"):
        mc.simulate(GAME, mc.lazy_tree(GAME, "worst-choice"), games=4, log=log)


@pytest.mark.parametrize("secrets", [3, {(1, 1)}, (s for s in GAME.secrets)])
def test_secrets_that_are_no_list(secrets):
    with one_line(mc.BadArgument, "secrets must be a list"):
        mc.simulate(GAME, "knuth", games=2, secrets=secrets)


def rounds(scores, *, noise=None):
    """Return a game of three secrets that prints as any other of its kind."""
    game = mc.FiniteGame(range(3), range(3), scores, goal=lambda secret: secret)
    return game if noise is None else mc.noisy(game, noise)


FIRST = [["a", "b", "b"], ["a", "a", "b"], ["b", "b", "b"]]
OTHERS = {
    "exchanged answers": [["b", "a", "a"], ["b", "b", "a"], ["a", "a", "a"]],
    "another score": [["a", "b", "b"], ["a", "a", "b"], ["b", "b", "a"]],
}


@pytest.mark.parametrize("noise", [None, 0.1])
@pytest.mark.parametrize("name", OTHERS)
def test_a_log_of_another_game_that_prints_alike(tmp_path, name, noise):
    log, how = tmp_path / "games.jsonl", {} if noise is None else {"max_steps": 3}
    mc.simulate(rounds(FIRST, noise=noise), games=4, log=log, **how)
    again = mc.simulate(rounds(FIRST, noise=noise), games=6, log=log, **how)
    assert again.games == 6
    with one_line(mc.BadArgument, "log", "another game"):
        mc.simulate(rounds(OTHERS[name], noise=noise), games=6, log=log, **how)


def test_a_log_of_another_large_game(tmp_path):
    """A strategy without a table plays a game that is not compiled."""
    log = tmp_path / "games.jsonl"
    mc.simulate(mc.Mastermind(colours=6, holes=4), "swaszek", games=2, log=log)
    with one_line(mc.BadArgument, "log", "another game"):
        mc.simulate(mc.Mastermind(colours=6, holes=3), "swaszek", games=2, log=log)


def test_a_log_of_another_tree(tmp_path):
    game, log = rounds(FIRST, noise=0.1), tmp_path / "games.jsonl"
    trees = [(0, {"a": (1, {}), "b": (1, {})}), (0, {"a": (1, {}), "b": (2, {})})]
    mc.simulate(game, trees[0], games=4, log=log)
    mc.simulate(game, trees[0], games=5, log=log)
    with one_line(mc.BadArgument, "log", "strategy"):
        mc.simulate(game, trees[1], games=5, log=log)


def test_a_secret_that_is_impossible(tmp_path):
    game = mc.weighted(rounds(FIRST, noise=0.1), [0, 1, 2])
    with one_line(mc.BadArgument, "secrets", "0", "weight"):
        mc.simulate(game, games=3, secrets=[1, 0], max_steps=2)
