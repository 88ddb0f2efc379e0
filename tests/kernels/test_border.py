"""What the compiled kernel refuses, and which kernel runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from array import array
from importlib import import_module

import kernel_oracle as plain
import pytest

from mastermind_core.errors import BadArgument
from mastermind_core.kernels import Criterion, Rules

from .conftest import NATIVE

RULE = Criterion("power", (), [0, 1])
needs_native = pytest.mark.skipif(not NATIVE, reason="no native kernel was built")


@pytest.fixture
def native():
    return import_module("mastermind_core.kernels.greedy.compiled")


@pytest.fixture
def scores(native):
    return native.scores_from_table(b"\0\1\2\2\1\0", 2, 3, Rules([False, False, True]))


@needs_native
@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([0, 3], "candidates: expected ids below 3, got 3"),
        ([1, 0], "candidates: expected distinct ids in ascending order"),
        ([1, 1], "candidates: expected distinct ids in ascending order"),
        ([-1], "candidates: expected integers from 0"),
        (["a"], "candidates: expected integers from 0"),
    ],
)
def test_bad_candidates(native, scores, ids, message):
    for call in (
        lambda: native.best_guess(scores, ids, RULE),
        lambda: native.ranked_guesses(scores, ids, RULE),
        lambda: native.greedy_tree(scores, ids, RULE),
        lambda: native.split(scores, 0, ids),
        lambda: native.block_sizes(scores, 0, ids),
        lambda: native.filter_candidates(scores, 0, 0, ids),
    ):
        with pytest.raises(BadArgument, match=message):
            call()


@needs_native
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"order": [0, 2]}, "order: expected ids below 2, got 2"),
        ({"pool": 2}, "pool: expected 0 or 1, got 2"),
        (
            {"combine": "sum", "block_costs": [0, 1]},
            "block_costs: expected a cost for every size up to 2, got 2 numbers",
        ),
        (
            {"combine": "product"},
            "combine: expected one of sum, max, power, naming, ranks, pairs, got 'product'",
        ),
        ({"win_levels": -1}, "win_levels: expected a number from 0, got -1"),
    ],
)
def test_bad_rules(native, scores, changes, message):
    for call in (native.best_guess, native.ranked_guesses, native.greedy_tree):
        with pytest.raises(BadArgument, match=message):
            call(scores, [0, 1], RULE._replace(**changes))


@needs_native
def test_bad_shapes(native, scores):
    ids, final = plain.score_ids(2)
    for call, message in [
        (
            lambda: native.scores_from_table(b"\0", 1, 2, Rules([True])),
            "table: expected 2 scores, got 1",
        ),
        (
            lambda: native.scores_from_table(b"\1", 1, 1, Rules([True])),
            "table: expected score ids below 1, got 1",
        ),
        (
            lambda: native.scores_from_table([0], 1, 1, Rules([True])),
            "table: expected a contiguous buffer, got list",
        ),
        (
            lambda: native.scores_from_table(array("I", [0]), 1, 1, Rules([True])),
            "table: expected items of 1 bytes, got 4",
        ),
        (lambda: native.row(scores, 2), "guess: expected an id below 2, got 2"),
        (lambda: native.split(scores, 2, [0]), "guess: expected an id below 2, got 2"),
        (
            lambda: native.best_guess(scores, [], RULE),
            "candidates: expected at least one, got none",
        ),
        (
            lambda: native.greedy_tree(scores, [], RULE),
            "candidates: expected at least one, got none",
        ),
        (
            lambda: native.greedy_tree(scores, [0], RULE, [2]),
            "opening: expected ids below 2, got 2",
        ),
        (
            lambda: native.code_table(b"abc", b"", 2, ids),
            "guesses: expected codes of 2 bytes, got 3 bytes",
        ),
        (lambda: native.code_table(b"", b"", 0, ids), "holes: expected 1 to 255, got 0"),
        (lambda: native.code_table(b"ab", b"ab", 2, b""), "score_ids: expected 9 bytes, got 0"),
        (
            lambda: native.scores_from_codes(b"ab", b"ab", 2, ids, Rules(final[:2])),
            "score_ids: expected ids below 2",
        ),
        (
            lambda: native.word_table(b"ab", b"a", 2, "common"),
            "secrets: expected codes of 2 bytes, got 1 bytes",
        ),
        (lambda: native.word_table(b"", b"", 11, "colours"), "length: expected 1 to 10, got 11"),
        (
            lambda: native.word_table(b"", b"", 2, "shades"),
            "kind: expected colours or common, got 'shades'",
        ),
    ]:
        with pytest.raises(BadArgument, match=message):
            call()


@needs_native
def test_a_table_that_changes_later_does_no_harm(native):
    table = bytearray(b"\0\1\2\3" * 40)
    scores = native.scores_from_table(table, 2, 80, Rules([False] * 4))
    with pytest.raises(BufferError):
        table.append(0)
    table[:] = b"\xff" * 160
    native.greedy_tree(scores, range(80), Criterion("sum", range(81), [0, 1]))
    native.best_guess(scores, range(80), Criterion("power", (), [0, 1]))


@needs_native
def test_a_wide_table_that_changes_later_does_no_harm(native):
    table = array("H", [0, 1, 2, 3] * 40)
    scores = native.scores_from_table(table, 2, 80, Rules([False] * 300))
    table[:] = array("H", [65535] * 160)
    for order in ([0, 1], [1, 0]):
        native.greedy_tree(scores, range(80), Criterion("sum", range(81), order))
        native.ranked_guesses(scores, range(80), Criterion("power", (), order))
    assert native.block_sizes(scores, 0, range(80)) == [20] * 4 + [0] * 296  # it is a copy


@needs_native
@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal to itself")
def test_interrupt(native):
    codes = plain.flat(plain.all_codes(8, 5))
    ids, final = plain.score_ids(5)
    scores = native.scores_from_codes(codes, codes, 5, ids, Rules(final))
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    heard = []
    with pytest.raises(KeyboardInterrupt):
        native.greedy_tree(
            scores,
            range(8**5),
            Criterion("power", (), range(8**5)),
            progress=lambda done, total: heard.append((done, total)),
        )
    assert all(done < total for done, total in heard)


LONG_GUESS = """
import sys
from types import SimpleNamespace
from mastermind_core import cli
from mastermind_core.kernels import _native

def long_guess(given):
    print("begun", flush=True)
    history = [(bytes([0, 0, 1, 1, 2, 2, 3, 4]), 1, 1)]
    some, many = 10**5, 10**6
    sizes = (some, some, many, many, 2, 0, 0, 1, 1, 2, 0)
    _native.sampled_guess((12, 8, True, True), history, 1, (*sizes, 1780, 270))

class Parser:
    def parse_args(self, arguments):
        return SimpleNamespace(run=long_guess)

sys.exit(cli.main(make=lambda program: Parser(), name="mastermind_core"))
"""


@needs_native
@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_interrupting_a_long_guess_gives_one_line():
    with subprocess.Popen(
        [sys.executable, "-P", "-c", LONG_GUESS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as game:
        assert game.stdout.readline() == "begun\n"
        time.sleep(0.2)
        game.send_signal(signal.SIGINT)
        _, error = game.communicate(timeout=600)
    assert (game.returncode, error) == (130, "mastermind_core: stopped\n")


@needs_native
def test_other_threads_run_meanwhile(native):
    codes = plain.flat(plain.all_codes(6, 4))
    ids, final = plain.score_ids(4)
    scores = native.scores_from_codes(codes, codes, 4, ids, Rules(final))
    criterion = Criterion("power", (), range(6**4))
    wanted = native.greedy_tree(scores, range(6**4), criterion)
    found = []
    threads = [
        threading.Thread(
            target=lambda: found.append(native.greedy_tree(scores, range(6**4), criterion))
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 4


def run(choice):
    return subprocess.run(
        [
            sys.executable,
            "-P",
            "-c",
            "from mastermind_core import kernels; print(kernels.active())",
        ],
        env={**os.environ, "MASTERMIND_CORE_KERNEL": choice},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_environment_forces_a_kernel():
    assert run("reference").stdout.startswith("reference: plain Python")
    assert "MASTERMIND_CORE_KERNEL must be native or reference, not 'fast'" in run("fast").stderr
    forced = run("native")
    if NATIVE:
        assert forced.stdout.startswith("native: compiled, ")
    else:
        assert "MASTERMIND_CORE_KERNEL requests the native kernel, which was not" in forced.stderr
        assert "no native kernel was built: " in run("").stdout
