"""The program by itself, without the reader in Python: no number makes it accept a false claim."""

from __future__ import annotations

import os
import subprocess
from random import Random

import pytest
from certificate_maker import Asked, certificate, symmetries, with_images, write
from forged import believed
from inside import run_verified

import mastermind_core as mc

#: The program reads a sign for one number only: no limit, no bound and the end of a branch are -1.
WRONG = (-1, -2, -1000, -(2**61), 2**60, 2**62 - 1, 2**62)

GAMES = (
    (mc.TwoD(3), "mean"),
    (mc.TwoD(2), "worst-then-mean"),
    (mc.Mastermind(colours=3, holes=2), "mean-then-worst"),
    (mc.identified(mc.TwoD(3), lambda pair: pair[0]), "mean"),
    (mc.priced(mc.TwoD(2), lambda pair: 1 + pair[1]), "mean-then-worst"),
    (mc.weighted(mc.TwoD(3), lambda pair: 1 + pair[0]), "within:2-then-mean"),
)


@pytest.fixture
def feed(program_folder):
    """Return a function that gives lines of numbers to the program."""

    def given(lines):
        text = "\n".join(" ".join(map(str, line)) for line in lines)
        program = program_folder / "mastermind-core-checker"
        return subprocess.run([program], input=text, capture_output=True, text=True, check=False)

    return given


@pytest.fixture
def recorded(program_folder, tmp_path, monkeypatch):
    """Return a function that returns the lines of numbers of a certificate, and their output."""
    recorder, kept = tmp_path / "mastermind-core-checker", tmp_path / "numbers"
    recorder.write_text(f"#!/bin/sh\ntee '{kept}' | '{program_folder / recorder.name}'\n")
    recorder.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    def lines(game, stated):
        believed(game, write(tmp_path / "c", stated), run_verified)
        return [list(map(int, line.split())) for line in kept.read_text().splitlines()]

    return lines


def size_of_game(game):
    """Return the number of lines about the game: a row a guess, and seven others."""
    return len(game.guesses) + 7


def forged(game, lines):
    """Return a certificate of one lemma about all secrets, with a tree of a larger total."""
    truth = Asked(game)
    nodes = truth.some_tree(lambda secrets, made, fair: secrets[-1], truth.n)
    total, _, _, worst = truth.figures_of(nodes)
    places = truth.places()
    tree = [[guess, [[places[s], child] for s, child in branches]] for guess, branches in nodes]
    lemma = {"secrets": list(truth.all), "least": total, "lines": lines}
    header = {**certificate(game)[0], "total": total, "worst": worst, "lemmas": 1}
    return [header, {"tree": tree}, {"lemma": lemma}]


def test_a_lemma_with_a_negative_line_is_refused(recorded, feed):
    """No theorem is about a negative number: with this one any bound of a set followed."""
    lines = recorded(mc.TwoD(3), forged(mc.TwoD(3), [[0, 1000]]))
    assert lines[-1][-2:] == [0, 1000]
    assert "does not follow" in feed(lines).stdout
    lines[-1][-1] = -1000
    said = feed(lines)
    assert said.stdout == "refused: the input ends too early, or is not a natural number\n"
    assert said.returncode == 1


def tried(random, lines, share):
    """Yield the place of a number that is changed, and the lines with it."""
    for row, line in enumerate(lines):
        for place, number in enumerate(line):
            for wrong in WRONG:
                if wrong != number and random.random() < share:
                    changed = [*line[:place], wrong, *line[place + 1 :]]
                    yield (row, place), [*lines[:row], changed, *lines[row + 1 :]]


@pytest.mark.parametrize("share", [0.03, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("game", "objective"), GAMES, ids=repr)
def test_no_number_after_the_game_makes_a_false_claim_pass(recorded, feed, game, objective, share):
    random, refused = Random("numbers"), 0
    mirrors = symmetries(Asked(game))[:2] if len(game.secrets) < 5 else []
    genuine = with_images(certificate(game, objective, mirrors=mirrors), mirrors)
    lines = recorded(game, genuine)
    true = feed(lines)
    assert true.returncode == 0
    first = size_of_game(game)
    for (row, _), changed in tried(random, lines[first:], share):
        said = feed([*lines[:first], *changed])
        assert said.stderr == ""
        assert len(said.stdout.splitlines()) == 1
        if said.returncode == 1:
            assert said.stdout.startswith("refused: ")
            refused += 1
        else:  # a hint, a line that nothing needs, or another objective or limit, which is stated
            assert said.returncode == 0
            assert row < 2 or said.stdout == true.stdout
    assert refused > 10
