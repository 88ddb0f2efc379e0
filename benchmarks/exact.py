"""Time proofs of the least mean, and another program's in the same run.

CPU seconds of one core, tree included; the table of the game is there before. ``--mmstrat PATH``
names a binary of fancidev/mastermind, which is run after each of ours, so that both meet
the same machine; the ratios are of such pairs, and their median is what counts.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
from statistics import median
from time import process_time
from typing import Literal, NamedTuple

from mastermind_core import Mastermind
from mastermind_core.exact.problem import pose
from mastermind_core.kernels import active
from mastermind_core.kernels.exact.compiled import solve
from mastermind_core.table import compile_game


class Proof(NamedTuple):
    """Name a game, its least total, and what the other program calls it."""

    name: str
    colours: int
    holes: int
    repeats: Literal["both", "none"]
    total: int
    rules: str


PROOFS = (
    Proof("M(4,6)", 6, 4, "both", 5625, "p4c6r"),
    Proof("M(4,7)", 7, 4, "both", 11228, "p4c7r"),
    Proof("AB(4,10)", 10, 4, "none", 26274, "p4c10n"),
)


def ours(proof: Proof) -> float:
    """Prove one game; return the CPU seconds."""
    game = Mastermind(colours=proof.colours, holes=proof.holes, repeats=proof.repeats)
    table = compile_game(game)
    began = process_time()
    found = solve(table.kernel_scores, pose(game, table, "mean"))
    seconds = process_time() - began
    if (found.total, found.proven) != (proof.total, True):
        raise SystemExit(f"{proof.name}: expected {proof.total}, got {found.total}")
    return seconds


def theirs(proof: Proof, binary: str) -> float:
    """Let the other program prove it; return the CPU seconds of its process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [binary, "-r", proof.rules, "-s", "optimal", "-S", "-mt", "1"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if not re.search(rf"\b{proof.total}\b", said):
        raise SystemExit(f"{proof.name}: {binary} did not find {proof.total}")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main() -> None:
    """Print a line a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mmstrat", metavar="PATH", help="a binary to compare with")
    parser.add_argument("--runs", type=int, default=3, help="pairs a game (default 3)")
    parser.add_argument("games", nargs="*", metavar="GAME", help="names; without any, all")
    given = parser.parse_args()
    print(active())
    for proof in PROOFS:
        if given.games and proof.name not in given.games:
            continue
        pairs = []
        for _ in range(given.runs):
            own = ours(proof)
            pairs.append((own, theirs(proof, given.mmstrat) if given.mmstrat else None))
        times = ", ".join(f"{own:.3f}" for own, _ in pairs)
        line = f"{proof.name:9} {proof.total}: {times} s CPU"
        ratios = [own / other for own, other in pairs if other]
        if ratios:
            shown = ", ".join(f"{other:.3f}" for _, other in pairs if other)
            line += f"; {shown} s there; ratio {median(ratios):.2f}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
