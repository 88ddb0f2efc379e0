"""Plain Python by accident says so once when the work is large, with the reason and the cure."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from importlib import import_module
from pathlib import Path

import pytest

import mastermind_core
import mastermind_core as mc
from mastermind_core.kernels import is_compiled
from mastermind_core.table import compile_game

SOURCE = Path(mastermind_core.__file__).parent
LARGE = """
import mastermind_core as mc
game = mc.FiniteGame(range(600), range(600), lambda guess, secret: guess == secret, {True})
mc.compile_game(game)
mc.compile_game(mc.FiniteGame(range(600), range(600), game.score, {True}))
mc.compile_game(mc.Mastermind(colours=2, holes=2))
print(mc.kernels.active())
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """Copy the sources and what they need, without what was compiled of them."""
    folder = tmp_path_factory.mktemp("checkout")
    leave_out = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    for name in (SOURCE.name, "attr", "attrs", "more_itertools"):
        home = Path(import_module(name).__file__).parent
        shutil.copytree(home, folder / name, ignore=leave_out)
    return folder


def run(folder, text=LARGE, *options, **environment):
    kept = {k: v for k, v in os.environ.items() if k != "MASTERMIND_CORE_KERNEL"}
    variables = {**kept, "PYTHONPATH": "", **environment}
    # Without site: what is installed may put the compiled kernels on the path.
    command = [sys.executable, "-S", *options, "-c", text]
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True)


def test_large_work_in_a_source_folder_says_so_once(source):
    (source / SOURCE.name / "kernels" / "CMakeLists.txt").touch()
    done = run(source)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("SlowKernelWarning") == 1
    assert "<string>:4: SlowKernelWarning: large work in plain Python" in done.stderr
    assert (
        f'install the package with "pip install -e ." in {source}' in done.stderr
        or "no C++ compiler was found" in done.stderr
    )
    assert "reference: plain Python (no native kernel was built" in done.stdout


def test_an_installation_without_compiled_kernels_names_the_compiler(source):
    (source / SOURCE.name / "kernels" / "CMakeLists.txt").unlink(missing_ok=True)
    done = run(source)
    assert "no native kernel was built" in done.stderr
    assert "C++20" in done.stderr or "no C++ compiler was found" in done.stderr
    assert "set MASTERMIND_CORE_KERNEL=reference" in done.stderr


def test_plain_python_that_was_asked_for_is_quiet(source):
    done = run(source, MASTERMIND_CORE_KERNEL="reference")
    assert (done.returncode, done.stderr) == (0, "")


def test_small_work_is_quiet(source):
    text = "import mastermind_core as mc; mc.optimal(mc.Mastermind(colours=3, holes=2))"
    assert run(source, text).stderr == ""


def test_the_warning_can_be_an_error(source):
    done = run(source, LARGE, "-W", "error::UserWarning")
    assert "mastermind_core.errors.SlowKernelWarning: large work in plain Python" in done.stderr


SEARCH = """
import mastermind_core as mc
found = mc.optimal(mc.Mastermind(colours=5, holes=3))
print(mc.kernels.active(), found.total, found.worst, found.nodes)
"""


@pytest.mark.skipif(not is_compiled(), reason="limits the compiled kernels")
def test_vector_instructions_are_limited_and_change_no_result():
    said = []
    for most in ("", "avx512", "avx2", "baseline"):
        limited = {"MASTERMIND_CORE_VECTORS": most, "MASTERMIND_CORE_KERNEL": "native"}
        done = subprocess.run(
            [sys.executable, "-P", "-c", SEARCH],
            env={**os.environ, **limited},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        said.append(done.stdout.split(" loops ")[::-1])
    assert len({figures for figures, _ in said}) == 1
    names = [name.removeprefix("native: compiled, ") for _, name in said]
    assert names[0] == names[1]
    assert names[2] == ("baseline" if names[0] == "baseline" else "avx2")
    assert names[3] == "baseline"


def test_a_limit_of_vector_instructions_that_there_is_not(source):
    done = run(source, MASTERMIND_CORE_VECTORS="sse9")
    assert done.stderr.splitlines()[-1].endswith(
        "MASTERMIND_CORE_VECTORS must be baseline, avx2 or avx512, not 'sse9'"
    )


def many_scores(guess, secret):
    return (guess * 7919 + secret * 104729 + guess * secret) % 300 if guess != secret else 300


@pytest.mark.skipif(not is_compiled(), reason="compares with the compiled kernels")
def test_a_search_among_very_many_answers_to_one_guess_is_compiled():
    game = mc.FiniteGame(range(512), range(512), many_scores, {300})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mc.solution_exists(game, 3, nodes=1)


@pytest.mark.skipif(not is_compiled(), reason="compares with the compiled kernels")
def test_greedy_trees_of_very_many_scores_are_compiled():
    totals, kept = [], []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for scores in (255, 256, 257, 300):
            game = mc.FiniteGame(
                range(512),
                range(512),
                lambda g, s, last=scores - 1: last if g == s else many_scores(g, s) % last,
                {scores - 1},
            )
            totals.append(mc.length_distribution(game, "entropy").total)
            kept.append(type(compile_game(game).kernel_scores).__name__)
    assert kept == ["Scores"] * 4
    assert all(512 < total < 3 * 512 for total in totals)


def test_the_command_line_warns_in_one_line_of_its_own(source):
    work = (
        "import sys; sys.argv = ['mastermind-core', 'analyze', 'mastermind', '--colours', '9',"
        " '--holes', '3']; from mastermind_core.cli import main; main()"
    )
    done = run(source, work)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("mastermind-core: large work in plain Python, a hundred times")
    assert done.stderr.count("\n") == 1
