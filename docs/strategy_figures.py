"""Measure each strategy on Mastermind(6, 4), and keep the figures for the table of strategies.

    python docs/strategy_figures.py        # some minutes

A strategy without chance plays every secret; a randomized one plays random secrets.
"""

from __future__ import annotations

import csv
from pathlib import Path
from time import process_time

import mastermind_core as mc
from mastermind_core.strategies.base import randomized

FIGURES = Path(__file__).parent / "strategies" / "figures.csv"
GAME = mc.Mastermind(colours=6, holes=4)

#: Games of a randomized strategy.
GAMES = 200


def figures(name: str) -> tuple[int, float, int]:
    """Return games, mean and worst case of a strategy."""
    strategy = mc.STRATEGIES[name]
    if not randomized(strategy):
        played = mc.length_distribution(GAME, name)
        return len(GAME.secrets), played.mean, played.worst
    lengths = mc.simulate(GAME, strategy, games=GAMES, seed=1).lengths
    return GAMES, sum(n * times for n, times in lengths.items()) / GAMES, max(lengths)


def main() -> None:
    """Write a row for each strategy."""
    with FIGURES.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["name", "games", "mean", "worst", "milliseconds"])
        for name in mc.STRATEGIES.own:
            began = process_time()
            games, mean, worst = figures(name)
            each = 1000 * (process_time() - began) / (games * mean)
            table.writerow([name, games, f"{mean:.3f}", worst, f"{each:.3f}"])
            file.flush()


if __name__ == "__main__":
    main()
