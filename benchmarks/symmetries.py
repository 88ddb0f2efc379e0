"""Time the exact search with and without the symmetries found in a score table.

python benchmarks/symmetries.py [seconds that the search without them may take]
"""

from __future__ import annotations

import sys
from importlib import import_module
from random import Random
from time import process_time

import mastermind_core as mc
from mastermind_core.exact.problem import task_symmetries

problem = import_module("mastermind_core.exact.problem")


def undeclared(game):
    """Return a game without what it declares."""
    return mc.FiniteGame(game.guesses, game.secrets, game.score, game.endstates)


def timed(work):
    """Return a result and the CPU time that it took."""
    began = process_time()
    result = work()
    return result, process_time() - began


def report(name, game, *, solve=True):
    """Print one line for a game."""
    table = mc.compile_game(game)
    found, seconds = timed(lambda: task_symmetries(game, table))
    line = f"{name:20} {len(table.guesses.items)} x {len(table.secrets.items)}: "
    line += f"{len(found)} generators in {seconds * 1e3:.2f} ms"
    if solve:
        best, own = timed(lambda: mc.optimal(game))
        problem.task_symmetries = lambda *_: ()
        limit = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
        without, other = timed(lambda: mc.optimal(game, seconds=limit))
        problem.task_symmetries = task_symmetries
        line += f"; total {best.total} in {own:.4f} s, without {without} in {other:.4f} s"
    print(line, flush=True)


def main():
    """Measure games with symmetries, then random ones without any."""
    for size in range(5, 11):
        report(f"TwoD({size})", undeclared(mc.TwoD(size)))
    report("M(3,6)", undeclared(mc.Mastermind(6, 3)))
    report("SO(4,6)", undeclared(mc.Mastermind(6, 4, "guesses")))
    report("M(4,6)", undeclared(mc.Mastermind(6, 4)))
    report("AB(4,7)", undeclared(mc.BullsAndCows(7, 4)))
    random = Random(1)
    for size in (50, 100, 2000):
        rows = [[random.randrange(9) for _ in range(size)] for _ in range(size)]
        for at, row in enumerate(rows):
            row[at] = 9
        game = mc.FiniteGame(range(size), range(size), lambda g, v, rows=rows: rows[g][v], {9})
        report(f"random {size}", game, solve=size <= 100)
    words = sorted({"".join(random.choices("etaoinshrdlu", k=5)) for _ in range(12972)})
    random.shuffle(words)
    report("random Wordle", mc.Wordle(words[:2315], words[2315:]), solve=False)


if __name__ == "__main__":
    main()
