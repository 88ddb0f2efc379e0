"""What a search takes of the machine's memory, beside what ``memory=`` allows: peaks of processes.

Each search is made in a process of its own. The peak of its resident memory is that of the system,
over what the process held before, with its game but without a table.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from array import array
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest
from inside import pose
from tasks import changed

import mastermind_core as mc
from mastermind_core.kernels import active
from mastermind_core.kernels import choose as kernels

STATUS = Path("/proc/self/status")
MIB = 1 << 20

pytestmark = [
    pytest.mark.unwatched,
    pytest.mark.skipif(not STATUS.exists(), reason="peaks are those that Linux tells"),
    pytest.mark.skipif(not active().startswith("native"), reason="of the compiled kernel"),
]


def _matrix(guesses, secrets, kinds, seed):
    random = Random(seed)
    return [[random.choice(kinds) for _ in range(secrets)] for _ in range(guesses)]


def _many_scores():
    kinds, n = [*([0, 1, 2] * 3000), *range(3, 400)], 700
    table = _matrix(n, n, kinds, 1)
    return mc.FiniteGame(range(n), range(n), lambda g, s: -1 if g == s else table[g][s], {-1})


def _identified():
    table = _matrix(90, 900, [0, 0, 0, 0, 1], 2)
    return mc.FiniteGame(range(90), range(900), lambda g, s: table[g][s], goal=lambda s: s)


def _words():
    words = ["".join(letters) for letters in product("abcdefgh", repeat=4)]
    return mc.Jotto(sorted(Random(3).sample(words, 1500)))


def _weighed():
    return mc.weighted(mc.Mastermind(colours=6, holes=4), list(range(1, 1297)))


#: What is searched, and how many bytes a pair of guess and secret has in the table of its game.
GAMES = {
    "codes": (lambda: mc.Mastermind(colours=7, holes=4), "mean", 1),
    "worst case": (lambda: mc.Mastermind(colours=7, holes=4), "worst-then-mean", 1),
    "words": (_words, "mean", 1),
    "weighed": (_weighed, "mean", 1),
    "over 255 scores": (_many_scores, "mean", 2),
    "identified": (_identified, "mean", 1),
}

#: So many sets that they fill what they get.
NODES = 150_000

#: Beside the table of the game twice over: what symmetries of codes take, and the search itself.
SYMMETRIES, ITSELF = 12 * MIB, 8 * MIB


def _peak():
    return 1024 * int(re.search(r"VmHWM:\s*(\d+) kB", STATUS.read_text())[1])


def measured(name, memory):
    """Search in this process; write its peak over what it held before, and how it ended."""
    make, objective, _ = GAMES[name]
    game = make()
    mc.optimal(mc.TwoD(3))
    Path("/proc/self/clear_refs").write_text("5")  # the peak is what is held now
    before = _peak()
    try:
        found = mc.optimal(game, objective, nodes=NODES, memory=memory)
        said = f"{found.lower_bound} {found.total}"
    except mc.GameTooLarge as error:
        said = str(error)
    sys.stdout.write(json.dumps([_peak() - before, said]))


def kept(parts, memory):
    """Search parts of a game with one memory, in this process; write its peak as above."""
    game = mc.Mastermind(colours=8, holes=4)
    scores = mc.compile_game(game).kernel_scores
    task = changed(pose(game, mc.compile_game(game)), memory=memory, symmetries=(), nodes=1)
    known, random = kernels.exact.new_memory(scores, task), Random(4)
    Path("/proc/self/clear_refs").write_text("5")
    before = _peak()
    for _ in range(parts):
        part = array("I", sorted(random.sample(range(4096), 1000)))
        kernels.exact.attempt(scores, changed(task, candidates=part), None, known)
    sys.stdout.write(json.dumps([_peak() - before, ""]))


def in_a_process(name, memory, measure="measured"):
    here = Path(__file__).parent
    command = f"import test_memory_holds as t; t.{measure}({name!r}, {memory})"
    folders = [str(here), str(here.parent / "support")]
    path = f"import sys; sys.path[:0] = {folders!r}; "
    done = subprocess.run(
        [sys.executable, "-P", "-c", path + command], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


@cache
def least_memory(name):
    """Return the least memory that the search is not refused with, as the refusal says it."""
    memory, said = 1, "over the limit"
    while "over the limit" in said:
        taken, said = in_a_process(name, memory)
        assert taken <= allowed(name, memory)
        if refused := re.search(r"takes ([\d,]+) bytes", said):
            memory = int(refused[1].replace(",", ""))
    return memory


def allowed(name, memory):
    """Return what the documentation says that a search takes at most."""
    make, _, each = GAMES[name]
    game = make()
    table = len(game.guesses) * len(game.secrets) * each
    codes = SYMMETRIES if isinstance(game, mc.Mastermind) else 0
    return memory + 2 * table + codes + ITSELF


@pytest.mark.slow
def test_what_searches_keep_for_the_next_is_in_what_they_are_given():
    """The scores of forty parts are 320 MB; all of them are given 64 MiB, and those of one part."""
    taken, _ = in_a_process(40, 64 * MIB, "kept")
    assert 10 * MIB < taken <= 64 * MIB + ITSELF
    few, _ = in_a_process(2, 64 * MIB, "kept")
    assert few < taken


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name == "codes" else [pytest.mark.long]) for name in GAMES],
)
def test_a_search_takes_what_it_is_given(name):
    least = least_memory(name)
    for times in (0.5, 1, 1.1, 2, 8, 64):
        memory = int(least * times)
        taken, said = in_a_process(name, memory)
        assert ("over the limit" in said) == (memory < least), said
        assert taken <= allowed(name, memory), (times, taken / MIB, allowed(name, memory) / MIB)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["weighed", "over 255 scores", "identified"])
def test_what_is_measured_is_what_is_remembered(name):
    """Little memory is all used, and more of it is taken where there is more."""
    least = least_memory(name)
    little, much = (in_a_process(name, memory)[0] for memory in (least + MIB, least + 64 * MIB))
    assert least < little < much - MIB


@pytest.mark.slow
def test_a_search_takes_little_beside():
    least = least_memory("weighed")
    taken, said = in_a_process("weighed", least)
    assert least < taken <= allowed("weighed", least)
    assert int(said.split()[0]) < int(said.split()[1])
