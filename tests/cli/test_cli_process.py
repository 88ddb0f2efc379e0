"""The command line as a process of its own."""

from __future__ import annotations

import subprocess
import sys


def run(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "mastermind_core", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **options,
    )


def test_an_answer():
    done = run("is-greedy-optimal", "twod", "--size", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert "TwoD(size=3)" in done.stdout


def test_a_refusal():
    done = run("analyse", "mastermind", "--repeats", "x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("mastermind_core: repeats must be")


def test_play_from_a_pipe():
    done = run("play", "twod", "--size", "1", input="1,1,1\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Found with guess 1.\n")


def test_importing_the_package_loads_no_optional_one():
    code = "import sys, mastermind_core; print(sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    for name in ("numpy", "matplotlib", "tqdm", "dask", "gymnasium", "concurrent.futures.process"):
        assert repr(name) not in done.stdout
