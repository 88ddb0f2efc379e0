"""The exact search of few codes over a pool of guesses."""

from __future__ import annotations

import signal
import subprocess
import sys
from functools import cache
from importlib import import_module
from itertools import product
from random import Random
from time import sleep

import kernel_oracle as plain
import pytest

from mastermind_core.heuristics.kernels import SampledOptions
from mastermind_core.kernels import CodeShape

from .conftest import NATIVE

needs_native = pytest.mark.skipif(not NATIVE, reason="no native kernel was built")

#: All codes of three holes and four colours; draws by the thousand meet each of them.
ALL = tuple(map(bytes, product(range(4), repeat=3)))
SHAPE = CodeShape(4, 3, True, True)


def blocks_of(guess, codes):
    blocks = {}
    for code in codes:
        blocks.setdefault(plain.pegs(guess, code), []).append(code)
    return blocks


def value(guess, codes, best):
    """Return what all codes take with a first guess, None where it tells nothing."""
    blocks = blocks_of(guess, codes)
    won = len(guess), 0
    if len(blocks) == 1 and won not in blocks:
        return None
    return len(codes) + sum(best(tuple(b)) for score, b in blocks.items() if score != won)


def least_over(pool):
    """Return a function that tries every guess everywhere."""

    @cache
    def best(codes):
        values = (value(guess, codes, best) for guess in pool)
        return min(total for total in values if total is not None)

    return best


def options(**changes):
    given = {"sample": 200, "inside": 64, "outside": 40, "climbs": 2, "small": 60}
    given |= {"small_outside": 8000, "small_pool": 64, "root_width": 1, "width": 1, "deep": 2}
    curve = {"at_four": 1500, "per_bit": 1}  # a bad one: only the exact search finds the best guess
    return SampledOptions(**(given | curve | changes))


def positions(most):
    """Return histories of two turns, and the codes that fit them."""
    found = {}
    for number in range(40):
        random = Random(number)
        secret, *guesses = (random.choice(ALL) for _ in range(3))
        turns = tuple((guess, *plain.pegs(guess, secret)) for guess in guesses)
        codes = tuple(c for c in ALL if all(plain.pegs(g, c) == (b, w) for g, b, w in turns))
        if 3 <= len(codes) <= most:
            found[turns] = codes
    return found


@needs_native
def test_no_guess_is_better_where_the_pool_has_every_code():
    kernel = import_module("mastermind_core.heuristics.kernels.compiled")
    best = least_over(ALL)
    for turns, codes in positions(24).items():
        n = len(codes)
        guess, scored = kernel.guess(SHAPE, turns, 1, options(exact=n))
        assert value(guess, codes, best) == best(codes)
        # On the other side of the threshold other work is done.
        _, otherwise = kernel.guess(SHAPE, turns, 1, options(exact=n - 1))
        assert otherwise != scored


#: All of some 14,000 consistent codes are searched, which takes minutes.
LONG = """
import sys
from mastermind_core.kernels import _native

turns = [(bytes([0, 0, 1, 1, 2, 3]), 1, 2)]
options = (10**6, 300, 600, 6, 10**6, 0, 0, 60, 6, 10, 10**6, 1780, 270)
try:
    print("begun", flush=True)
    _native.sampled_guess((7, 6, True, True), turns, 1, options)
except KeyboardInterrupt:
    sys.exit(7)
"""


@needs_native
@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_a_search_ends_at_ctrl_c():
    with subprocess.Popen([sys.executable, "-P", "-c", LONG], stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"begun\n"
        sleep(0.3)  # the search has begun, or is about to
        process.send_signal(signal.SIGINT)
        assert process.wait(120) == 7
