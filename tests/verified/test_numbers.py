"""The program by itself, without the reader in Python: no number makes it accept a false claim."""

from __future__ import annotations

import re
import subprocess
from random import Random

import pytest
from certificate_maker import Asked, certificate, symmetries, with_images, write
from forged import PROGRAM, believed

import mastermind_core as mc
from mastermind_core.cli.verified import run_verified

#: The program reads a sign for one number only: no limit, no bound and the end of a branch are -1.
WRONG = (-1, -2, -1000, -(2**61), 2**60, 2**62 - 1, 2**62)

#: The line of the program that states what is proven.
STATED = re.compile(
    r"proven: optimal \((?P<game>.*)\) (?P<steps>None|\(Some \d+\)) (?P<money>None|\(Some \d+\)) "
    r"\[(?P<aims>.*)\] T \[(?P<values>.*)\]"
)

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
    """Return a function that returns what the program is given for a certificate, by lines."""
    recorder, kept = tmp_path / "recorder", tmp_path / "numbers"
    program = program_folder / "mastermind-core-checker"
    recorder.write_text(f"#!/bin/sh\ntee '{kept}' | '{program}'\n")
    recorder.chmod(0o755)
    monkeypatch.setattr(PROGRAM, lambda: recorder)

    def lines(game, stated):
        believed(game, write(tmp_path / "c", stated), run_verified)
        return [list(map(word_or_number, line.split())) for line in kept.read_text().splitlines()]

    return lines


def word_or_number(text):
    return text if text[0].isalpha() else int(text)


def size_of_game(game, lines):
    """Return the number of lines about the game: its name, or a row a guess and five others."""
    return 1 if lines[0][0] != "table" else len(game.guesses) + 5


def limit(text):
    return None if text == "None" else int(re.sub(r"\D", "", text))


def assert_stated_truly(game, said):
    """Hold the statement that the program prints to what trying every strategy shows."""
    stated = next(line for line in said.splitlines() if line.startswith("proven: "))
    parts = STATED.fullmatch(stated)
    assert parts is not None, stated
    objective = "-then-".join(aim.lower().replace(" ", ":") for aim in parts["aims"].split("; "))
    pool = "candidates" if parts["game"].startswith("candidates") else "all"
    limits = limit(parts["steps"]), limit(parts["money"])
    truth = Asked(game, objective, pool, *limits)
    total, worst = truth.best()
    if worst is None:
        worst = 0
    assert truth.figures(total, worst) == list(map(int, parts["values"].split("; "))), stated


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
    assert said.stdout.endswith("refused: the input ends too early, or is not a natural number\n")
    assert said.returncode == 1


def test_an_input_that_is_cut_off_proves_nothing(recorded, feed):
    game = mc.TwoD(2)
    lines = recorded(game, with_images(certificate(game, "mean", mirrors=[]), []))
    assert feed(lines).returncode == 0
    words = [word for line in lines for word in line]
    for most in range(len(words)):
        said = feed([words[:most]])
        assert said.returncode == 1
        assert said.stdout.splitlines()[-1].startswith("refused: ")


def tried(random, lines, share):
    """Yield the place of a number that is changed, and the lines with it."""
    for row, line in enumerate(lines):
        for place, number in enumerate(line):
            for wrong in WRONG:
                if wrong != number and random.random() < share:
                    changed = [*line[:place], wrong, *line[place + 1 :]]
                    yield (row, place), [*lines[:row], changed, *lines[row + 1 :]]


@pytest.mark.parametrize(
    "share",
    [
        0.02,
        pytest.param(0.1, marks=pytest.mark.slow),
        pytest.param(1.0, marks=[pytest.mark.slow, pytest.mark.long]),
    ],
)
@pytest.mark.parametrize(("game", "objective"), GAMES, ids=repr)
def test_no_number_after_the_game_makes_a_false_claim_pass(recorded, feed, game, objective, share):
    """A share of all changes of one number is tried: of 23,672 for the six games together."""
    random, refused, accepted = Random("numbers"), 0, 0
    mirrors = symmetries(Asked(game))[:2] if len(game.secrets) < 5 else []
    genuine = with_images(certificate(game, objective, mirrors=mirrors), mirrors)
    lines = recorded(game, genuine)
    true = feed(lines)
    assert true.returncode == 0
    assert_stated_truly(game, true.stdout)
    first = size_of_game(game, lines)
    for _, changed in tried(random, lines[first:], share):
        said = feed([*lines[:first], *changed])
        assert said.stderr == ""
        if said.returncode == 1:
            assert said.stdout.splitlines()[-1].startswith("refused: ")
            refused += 1
        else:  # a hint, a line that nothing needs, or another objective or limit, which is stated
            assert said.returncode == 0
            assert_stated_truly(game, said.stdout)
            accepted += 1
    assert refused > 10 * min(accepted, 1)
