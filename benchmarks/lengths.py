"""Best trees by objectives on the number of guesses, each with what is proven.

    python -m benchmarks lengths                                # the table of known games
    python -m benchmarks lengths "M(4,7)" --objective within:5  # a game and objectives by name
    python -m benchmarks lengths --race                         # best answers to best answers

One line per objective: the minimized values (of ``within`` the secrets that are not found), the
lower bound if the search was stopped, the distribution of the tree, nodes and time. Every tree is
replayed. A race begins with a tree of minimum total, and each next tree is the best response to the
one before, until a distribution repeats.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from fractions import Fraction
from time import process_time
from typing import Any

import mastermind_core as mc
from reproduce.optima import game_called

TABLE = {
    "M(4,5)": ("within:3", "within:4", "quantile:1/2", "quantile:9/10"),
    "M(4,6)": (
        "within:3",
        "within:4",
        "within:4-then-mean",
        "worst-then-within:4",
        "mean-then-within:4",
        "quantile:1/2-then-mean",
        "quantile:9/10-then-mean",
        "penalty:0,1,2,3,5,8,100",
    ),
    "M(4,7)": ("within:3", "within:4", "within:5"),
    "M(4,8)": ("within:5",),
    "M(5,5)": ("within:4",),
    "AB(4,8)": ("within:3", "within:4"),
    "AB(4,9)": ("within:5",),
    "AB(4,10)": ("within:3", "within:4", "within:5", "within:6"),
}
RACES = ("M(3,5)", "M(3,6)", "M(4,5)", "M(4,6)", "AB(4,10)")


def line(game: Any, objective: str, seconds: float | None) -> str:
    """Search, replay, and say what was found."""
    began = process_time()
    found = mc.optimal(game, objective, seconds=seconds)
    lengths = mc.length_distribution(game, found)
    assert mc.replay(game, found) == lengths
    state = "proven" if found.proven else f"at least {found.lower_bound}"
    return (
        f"{found.values}, {state}; {lengths}; {found.nodes:,} nodes, "
        f"{process_time() - began:.1f} s CPU"
    )


def race(game: Any, seconds: float | None) -> Iterable[str]:
    """Yield the chance of each best answer against the lengths before it."""
    lengths = mc.length_distribution(game, mc.optimal(game))
    met = [dict(lengths)]
    yield f"minimum total: {lengths}"
    while True:
        found = mc.optimal(game, mc.studies.race_against(lengths), seconds=seconds)
        chance = 1 - Fraction(found.values, 2 * lengths.count**2)
        lengths = mc.length_distribution(game, found)
        assert mc.replay(game, found) == lengths
        state = "" if found.proven else " (not proven to be the best)"
        yield f"wins {float(chance):.6f} against the one before{state}: {lengths}"
        if dict(lengths) in met:
            yield f"the lengths of step {met.index(dict(lengths))} again"
            return
        met.append(dict(lengths))


def main(arguments: list[str]) -> None:
    """Print a line for each game and objective."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks lengths",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="*")
    parser.add_argument("--objective", nargs="+", help="default: those of the table, or within:4")
    parser.add_argument("--seconds", type=float, help="for each search (default: no limit)")
    parser.add_argument("--race", action="store_true", help="a race of each game instead")
    given = parser.parse_args(arguments)
    for name in given.games or (RACES if given.race else TABLE):
        game = game_called(name)
        if given.race:
            for at, step in enumerate(race(game, given.seconds)):
                print(f"{name:8} {at} {step}", flush=True)
            continue
        for objective in given.objective or TABLE.get(name, ("within:4",)):
            print(f"{name:8} {objective:24} {line(game, objective, given.seconds)}", flush=True)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
