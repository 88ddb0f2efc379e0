"""Logs of simulated games that cannot be read or written: one line each, and nothing lost."""

from __future__ import annotations

import json

import pytest
from errors import one_line

import mastermind_core as mc

GAME = mc.TwoD(3)


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
        '{"number": 0, "length": 0, "evaluations": 0, "inconsistent": 0, "seconds": 0}',
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
    with one_line(mc.BadArgument, "line 3", "no record of a game"):
        mc.simulate(GAME, "knuth", games=3, log=log)
    assert log.read_bytes() == before
    log.write_text("\n".join(lines) + "\n")
    assert mc.simulate(GAME, "knuth", games=3, log=log) == whole


def test_bytes_that_are_no_text(tmp_path):
    log = tmp_path / "games.jsonl"
    log.write_bytes(b"\xff\xfe\x00")
    with one_line(mc.BadArgument, "cannot be read"):
        mc.simulate(GAME, "knuth", games=2, log=log)


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
