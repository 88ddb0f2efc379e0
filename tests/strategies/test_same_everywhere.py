"""The same arguments play the same games: whatever kernel runs and however Python hashes."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import mastermind_core as mc
from mastermind_core.kernels import is_built

GAMES = """
import json
import mastermind_core as mc

codes = mc.Mastermind(colours=4, holes=3), mc.Mastermind(colours=5, holes=3, repeats="none")
games = *codes, mc.TwoD(3)
played = {}
for name in sorted(mc.STRATEGIES):
    for number, game in enumerate(games):
        try:
            records = mc.simulate(game, name, games=2, seed=5).records
            found = [(record.length, record.evaluations) for record in records]
        except mc.MastermindCoreError as error:
            found = type(error).__name__
        played[f"{name} {number}"] = found
print(json.dumps(played))
"""

#: It looks at more where the kernel is fast, and says so.
OTHER = {"sampled"}


def played(kernel, seed):
    variables = {**os.environ, "MASTERMIND_CORE_KERNEL": kernel, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-P", "-c", GAMES]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.skipif(not is_built(), reason="compares with the compiled kernels")
def test_every_strategy_plays_the_same_games_on_every_kernel_and_with_every_hash():
    plain, compiled = played("reference", "1"), played("native", "2")
    assert len(plain) == 3 * len(mc.STRATEGIES)
    differ = {name for name in plain if plain[name] != compiled[name]}
    assert {name.split()[0] for name in differ} <= OTHER
    alone = {name: found for name, found in plain.items() if name.split()[0] in OTHER}
    again = played("reference", "3")
    assert alone == {name: again[name] for name in alone}
