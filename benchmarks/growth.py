"""Measure how the cost of a game grows with its codes, and fit a power of their number to it.

python benchmarks/growth.py [--most N]

CPU seconds of one core for codes of any colours in some holes: filling the table of scores, a
greedy tree (entropy), and the proof of the least mean, for each number of holes by itself. The fit
is a straight line through the logarithms, over the sizes that take two milliseconds or more; the
exponent is that of the number of codes, colours to the power of holes. Games far too large for any
of that are played by samples of the codes that fit; the seconds are those of a game.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from time import process_time
from typing import Any

import mastermind_core as mc
from mastermind_core.table import compile_game

#: Colours and holes; each kind of cost stops at its own number of codes.
SIZES = (
    (6, 3),
    (8, 3),
    (10, 3),
    (5, 4),
    (6, 4),
    (7, 4),
    (8, 4),
    (9, 4),
    (10, 4),
    (6, 5),
    (7, 5),
    (8, 5),
)

#: Colours and holes of games that are played by samples, and games of each.
SAMPLED = ((6, 4), (8, 5), (10, 6), (10, 8), (12, 10))
_GAMES = 3

#: Shorter times say nothing.
_LEAST = 0.002


def seconds(work: Callable[[], Any]) -> float:
    """Return the CPU seconds of some work."""
    began = process_time()
    work()
    return process_time() - began


def costs(game: mc.Mastermind, codes: int, most: dict[str, int]) -> dict[str, float]:
    """Return the CPU seconds of each kind of cost that is not beyond its limit."""
    kinds: dict[str, Callable[[], Any]] = {
        "table": lambda: compile_game(game),
        "greedy": lambda: mc.length_distribution(game, "entropy"),
        "exact": lambda: mc.optimal(game),
    }
    return {kind: seconds(work) for kind, work in kinds.items() if codes <= most[kind]}


def fitted(points: list[tuple[int, float]]) -> tuple[float, float] | None:
    """Return exponent and factor of the power of n that goes through points best."""
    logs = [(math.log(n), math.log(s)) for n, s in points if s >= _LEAST]
    if len(logs) < 2:
        return None
    x, y = (sum(column) / len(logs) for column in zip(*logs, strict=True))
    spread = sum((a - x) ** 2 for a, _ in logs)
    slope = sum((a - x) * (b - y) for a, b in logs) / spread
    return slope, math.exp(y - slope * x)


def report(most: dict[str, int]) -> dict[str, list[tuple[int, float]]]:
    """Print a line a game, then the fits; return the points."""
    points: dict[str, list[tuple[int, float]]] = {}
    costs(mc.Mastermind(colours=3, holes=3), 27, most)  # what the first call imports
    for colours, holes in sorted(SIZES, key=lambda size: size[0] ** size[1]):
        codes = colours**holes
        game = mc.Mastermind(colours=colours, holes=holes)
        taken = costs(game, codes, most)
        for kind, spent in taken.items():
            name = f"{kind}, {holes} holes" if kind == "exact" else kind
            points.setdefault(name, []).append((codes, spent))
        shown = ", ".join(f"{kind} {spent:.3f} s" for kind, spent in taken.items())
        print(f"{colours} colours, {holes} holes, {codes:6} codes: {shown}", flush=True)
    for colours, holes in SAMPLED:
        game = mc.Mastermind(colours=colours, holes=holes)
        spent = seconds(lambda game=game: mc.simulate(game, "sampled", games=_GAMES, seed=1))
        points.setdefault("sampling", []).append((colours**holes, spent / _GAMES))
        print(f"{colours} colours, {holes} holes, {colours**holes:6} codes: ", end="")
        print(f"sampling {spent / _GAMES:.3f} s", flush=True)
    for kind, some in points.items():
        fit = fitted(some)
        if fit:
            slope, factor = fit
            print(
                f"{kind}: {factor:.2g} s x codes ** {slope:.2f}; 32768 codes: "
                f"{factor * 32768**slope:.3g} s"
            )
    return points


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--most", type=int, default=32_768, help="codes of a tree (default 32768)")
    parser.add_argument("--most-exact", type=int, default=2401, help="of a proof (default 2401)")
    given = parser.parse_args()
    report({"table": given.most, "greedy": given.most, "exact": given.most_exact})


if __name__ == "__main__":
    main()
