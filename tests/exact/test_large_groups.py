"""Small games with very many symmetries: their millions are neither listed nor kept."""

from __future__ import annotations

import subprocess
import sys

import pytest

from mastermind_core.kernels import is_compiled

EQUAL = "mc.FiniteGame(range(10), range(10), lambda guess, secret: guess == secret, {True})"
GROUPS = """mc.FiniteGame(pairs, pairs,
    lambda guess, secret: 2 if guess == secret else int(guess[0] == secret[0]), {2})"""
TEXT = """
import resource
import mastermind_core as mc
pairs = [(group, member) for group in range(5) for member in range(4)]
mc.optimal(mc.Mastermind(colours=2, holes=2))
before = resource.getrusage(resource.RUSAGE_SELF)
total = mc.optimal({game}).total
after = resource.getrusage(resource.RUSAGE_SELF)
print(total, (after.ru_maxrss - before.ru_maxrss) // 1024)
"""


@pytest.mark.skipif(not is_compiled(), reason="the plain search looks for no symmetries here")
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory in kilobytes")
@pytest.mark.parametrize(("game", "optimum"), [(EQUAL, 55), (GROUPS, 90)])
def test_groups_of_millions_are_not_listed(game, optimum):
    command = [sys.executable, "-P", "-c", TEXT.format(game=game)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    total, megabytes = done.stdout.split()
    assert int(total) == optimum
    assert int(megabytes) < 64
