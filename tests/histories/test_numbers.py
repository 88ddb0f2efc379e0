"""Runs that return numbers: posterior, choice and command, beside sums of this file."""

from __future__ import annotations

import json
import subprocess
import sys
from math import exp, lgamma, log, pi
from random import Random

import pytest
from errors import one_line
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.cli import main
from mastermind_core.games import History
from mastermind_core.histories import HistoryBelief, NormalPrior, NumberBelief

DIAMOND = {"a": [], "b": ["a"], "c": ["a"], "d": ["b", "c"], "e": ["d"]}


def density(number, degrees, center, width):
    """Return the logarithm of the density of Student's t."""
    scaled = (number - center) ** 2 / (degrees * width**2)
    constant = lgamma((degrees + 1) / 2) - lgamma(degrees / 2) - log(degrees * pi) / 2 - log(width)
    return constant - (degrees + 1) / 2 * log(1 + scaled)


def step_by_step(prior, numbers):
    """Return the log-density of numbers as a product of predictions, each after those before."""
    center, strength, shape, scale = prior.center, prior.strength, prior.shape, prior.scale
    total = 0.0
    for number in numbers:
        width = (scale * (strength + 1) / (shape * strength)) ** 0.5
        total += density(number, 2 * shape, center, width)
        scale += strength * (number - center) ** 2 / (2 * (strength + 1))
        center = (strength * center + number) / (strength + 1)
        strength += 1
        shape += 0.5
    return total


NUMBERS = st.lists(st.floats(-50, 50), min_size=0, max_size=6)


@given(NUMBERS, st.floats(-9, 9), *[st.floats(0.1, 9)] * 3)
def test_the_density_is_the_product_of_predictions(numbers, center, strength, shape, scale):
    prior = NormalPrior(center, strength, shape, scale)
    assert prior.log_likelihood(numbers) == pytest.approx(step_by_step(prior, numbers), abs=1e-8)


@pytest.mark.parametrize("given_history", [5, DIAMOND])
@pytest.mark.parametrize("seed", range(6))
def test_the_posterior_is_the_joint_distribution(given_history, seed):
    history, random = History(given_history, base="good"), Random(seed)
    weights = [random.randint(1, 4) for _ in history.commits]
    belief = NumberBelief.of(HistoryBelief.first(history, weights=weights))
    told = []
    for _ in range(random.randint(2, 7)):
        commit = random.choice(history.guesses)
        told.append((commit, random.gauss(0, 1) + (commit in history.commits[2:])))
        belief = belief.after(belief.question(commit), told[-1][1])
    joint = {}
    for weight, culprit in zip(weights, history.commits, strict=True):
        sides = {
            answer: [number for at, number in told if history.score(at, culprit) == answer]
            for answer in ("pass", "fail")
        }
        joint[culprit] = weight * exp(sum(step_by_step(belief.prior, s) for s in sides.values()))
    total = sum(joint.values())
    for culprit, share in joint.items():
        assert belief.posterior[culprit] == pytest.approx(share / total, abs=1e-9)


def search(seed, shift, belief, change=float, skipped=()):
    """Return the belief at the end of a search, and the commit that it should name."""
    random = Random(seed)
    # A commit that cannot be measured is not told apart from the next one.
    apart = [one for one in belief.history.commits if not {one, one - 1} & {*skipped}]
    culprit = random.choice(apart)
    while belief.certainty < 0.95 and len(belief.runs) < 300:
        run = belief.best_runs(1)[0]
        bad = belief.history.score(run.guess, culprit) == "fail"
        number = None if run.guess in skipped else change(random.gauss(10 + shift * bad, 1))
        belief = belief.after(belief.question(run.guess), number)
    return belief, culprit


@pytest.mark.parametrize("shift", [3, -4])
def test_a_search_names_the_commit_that_changes_the_numbers(shift):
    first = NumberBelief.of(HistoryBelief.first(History(64, base=0)))
    ends = [search(seed, shift, first, skipped={9, 31}) for seed in range(20)]
    assert sum(belief.best.commit == culprit for belief, culprit in ends) >= 18
    assert sum(len(belief.runs) for belief, _ in ends) < 30 * 20


def test_logarithms_of_numbers_may_be_normal():
    plain = NumberBelief.of(HistoryBelief.first(History(20, base=0)))
    logs = NumberBelief.of(HistoryBelief.first(History(20, base=0)), is_log=True)
    ends = search(3, 2, plain)[0], search(3, 2, logs, exp)[0]
    assert [run.commit for run in ends[0].runs] == [run.commit for run in ends[1].runs]
    assert ends[0].posterior == pytest.approx(ends[1].posterior)
    with one_line(mc.BadArgument, "number must be over 0, not -1"):
        logs.after(3, -1.0)
    with one_line(mc.BadArgument, "number must be a finite number"):
        plain.after(3, float("inf"))


def test_runs_under_way_are_not_chosen_again():
    belief = NumberBelief.of(HistoryBelief.first(History(50, base=0)))
    under_way = []
    for _ in range(7):
        under_way.append(belief.question(belief.best_runs(before=under_way)[0].guess))
    assert under_way[:4] == [-1, 49, -1, 49]
    assert len(set(under_way)) == 5
    for at in under_way:
        belief = belief.after(at, 1.0 + (at > 20))
    assert belief.best_runs(1)[0].guess not in {0, 50}


@pytest.mark.parametrize("word", ["normal", "log-normal"])
def test_a_session_takes_numbers(word):
    game = mc.noisy(History(40, base=0), word)
    session, random = mc.Session(game, confidence=0.95), Random(1)
    belief = NumberBelief.of(HistoryBelief.first(History(40, base=0)), is_log=word != "normal")
    while not session.over:
        assert session.guess == belief.next_run().guess
        number = exp(random.gauss(1 + (session.guess >= 27), 0.2))
        belief = belief.after(belief.question(session.guess), number)
        session.answer(number if len(session.history) % 2 else str(number))
        assert session.posterior == belief.posterior
    assert session.known == 27
    assert session.lower_bound.questions == 0
    assert session.doubts == [0] * len(session.history)
    session.undo()
    best = session.suggest(1)[0]
    assert session.weigh(best.guess).bits == pytest.approx(best.bits, abs=1e-9)
    above = session.explain(best.guess)
    assert above == pytest.approx({"above": best.fails, "below": 1 - best.fails})
    session.record(5, None)
    assert session.history[-1] == (5, None)
    assert len({one.guess for one in session.suggest_batch(3)}) == 3


def test_the_information_of_a_number_is_highest_where_it_is_suggested():
    belief = NumberBelief.of(HistoryBelief.first(History(12, base=0)))
    for commit, number in ((0, 1.0), (12, 2.1), (0, 1.1), (12, 2.0), (6, 1.9)):
        belief = belief.after(belief.question(commit), number)
    best = belief.next_run()
    bits = {commit: belief.information(belief.question(commit)) for commit in range(13)}
    assert best.bits == pytest.approx(max(bits.values()), abs=1e-9)
    assert bits[best.guess] == pytest.approx(best.bits, abs=1e-9)


def test_what_numbers_do_not_have():
    game = mc.noisy(History(9), "normal")
    for function in (mc.optimal, mc.length_distribution, mc.lazy_tree):
        with one_line(mc.BadArgument, "has runs with unknown means and spreads: use Session"):
            function(game, max_steps=2)
    with one_line(mc.BadArgument, "has runs with unknown means and spreads: use Session"):
        mc.simulate(game, games=1, confidence=0.9)
    for odd in ("many", True, "fail"):
        with one_line(mc.BadArgument, "is not a score of this game: give one such as 1.5"):
            mc.Session(game).answer(odd)
    with one_line(mc.BadArgument, 'noise must be "normal", "log-normal" or rates'):
        mc.noisy(History(9), "uniform")


#: Prints a number that is larger from value 23 on; value 7 cannot be measured.
SCRIPT = """
import pathlib, random
value = int(pathlib.Path("value").read_text())
print("warming up")
print("took", random.gauss(5 + 2 * (value >= 23), 0.3) if value != 7 else "long")
"""


def test_the_command_compares_numbers(tmp_path, capsys):
    folder = tmp_path / "repository"
    folder.mkdir()

    def git(*words, text=None):
        how = {"capture_output": True, "text": True, "check": True, "input": text}
        return subprocess.run(["git", "-C", str(folder), *words], **how).stdout

    git("init", "-q", "-b", "main")
    lines = [
        f"commit refs/heads/main\ncommitter A <a@b.example> {number} +0000\ndata 1\nx\n"
        f"M 100644 inline value\ndata {len(str(number))}\n{number}\n"
        for number in range(1, 41)
    ]
    git("fast-import", "--quiet", text="".join(lines))
    git("reset", "-q", "--hard", "main")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    good = git("rev-list", "--max-parents=0", "main").strip()
    options = ["--good", good, "--repository", str(folder), "--runs", str(tmp_path / "runs")]
    words = ["bisect", *options, "--number", "--", sys.executable, "-S", str(script)]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "the mean is " in shown
    assert " runs from it on" in shown
    assert main([*words[:1], "--json", *words[1:]]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["mean_before"][0] == pytest.approx(5, abs=0.5)
    assert found["mean_after"][0] == pytest.approx(7, abs=0.5)
    assert git("show", f"{found['commit']}:value") == "23"
    assert main([*words[:1], "--dry-run", "3", *words[1:]]) == 2
    assert "leave out --number" in capsys.readouterr().err
