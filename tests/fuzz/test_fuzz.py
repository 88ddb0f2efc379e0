"""The fuzzer finds mistakes that are planted, says how to see them again, and else finds none."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mastermind_core.kernels import is_compiled

from .mutants import MUTANTS
from .runner import run_case

ROOT = Path(__file__).parents[2]


def fuzz(*options):
    return subprocess.run(
        [sys.executable, "-m", "tests.fuzz", *options],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )


#: The mutant that the quick tests plant beside that of the next test, in a compiled kernel; the
#: others are slow: each takes seconds, and shows what the fuzzer finds, not what the package does.
QUICK = {"cost"}


@pytest.mark.parametrize(
    "mutant",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in MUTANTS],
)
def test_a_planted_mistake_is_found(mutant):
    if mutant == "cost" and not is_compiled():
        pytest.skip("this one is planted in the compiled kernel")
    _, kind = MUTANTS[mutant]
    done = fuzz("--mutant", mutant, "--only", kind, "--minutes", "60", "--seed", "2")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "failures: 1" in done.stdout
    assert f"--seed 2 --case {kind}:" in done.stdout


def test_a_failure_is_seen_again_by_what_is_printed():
    done = fuzz("--mutant", "bound", "--only", "budgets", "--minutes", "60", "--seed", "5")
    again = re.search(r"again: python -m tests\.fuzz (.*)", done.stdout)[1].split()
    assert "AssertionError: bound" in fuzz(*again).stderr
    assert "all held" in fuzz(*again[:4]).stdout


@pytest.mark.slow
def test_a_short_run_of_everything_finds_nothing():
    # Fresh seeds are for the environment that has the time to look into what they find.
    done = fuzz("--minutes", "0.02", "--jobs", "2", "--seed", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("seed 1, 0.02 minutes, 2 processes")
    assert "failures: 0" in done.stdout


@pytest.mark.parametrize("kind", ["draws", "simulated", "fly", "moves", "who", "static"])
def test_some_cases_of_a_kind(kind):
    """However little time a short run has, these are among what it does."""
    checks = [run_case(kind, number, 1) for number in range(12)]
    assert sum(checks) >= 6 or (kind == "fly" and not is_compiled())


@pytest.mark.slow
def test_a_seed_that_was_not_given_is_fresh_and_printed():
    said = {
        fuzz("--minutes", "0.001", "--only", "saved").stdout.partition(",")[0] for _ in range(2)
    }
    assert len(said) == 2
    assert all(re.fullmatch(r"seed \d+", one) for one in said)


@pytest.mark.slow
def test_a_process_that_dies_is_a_failure_of_its_case():
    done = fuzz("--mutant", "crash", "--only", "search", "--minutes", "1", "--seed", "1")
    assert done.returncode == 1
    assert "the process ended with -" in done.stdout
    assert "--case search:" in done.stdout


def test_kinds_that_there_are_not():
    assert "kinds are search, divided" in fuzz("--only", "chess").stderr
