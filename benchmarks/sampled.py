"""Play sampled and the genetic algorithm of Berghman, Goossens and Leus against the same secrets.

python benchmarks/sampled.py [--holes N] [--games N] [--genetic N] [--seed N] [--log DIR]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import mastermind_core as mc
from mastermind_core import strategies

#: Holes, colours, games of sampled, games of the genetic algorithm, its published mean, our goal.
SIZES = (
    (4, 6, 1000, 500, 4.39, None),
    (5, 8, 3000, 500, 5.618, 5.50),
    (6, 9, 3000, 300, 6.475, 6.22),
    (8, 12, 600, 100, 8.366, 8.20),
)


def main() -> None:
    """Print a line a game and strategy: mean, 95 % interval, processor seconds a game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--holes", type=int, help="only the size of so many holes")
    parser.add_argument("--games", type=int, help="games of sampled a size")
    parser.add_argument("--genetic", type=int, help="of the genetic algorithm; 0: none")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--log", type=Path, help="a folder to keep games in, and to go on from")
    given = parser.parse_args()
    if given.log:
        given.log.mkdir(parents=True, exist_ok=True)
    print(f"kernel: {mc.kernels.active()}")
    for holes, colours, games, genetic, published, goal in SIZES:
        if given.holes not in {None, holes}:
            continue
        game = mc.Mastermind(colours=colours, holes=holes)
        note = "" if goal is None else f"   goal {goal:.2f}"
        for strategy, count, said in (
            (strategies.sampled, games if given.games is None else given.games, note),
            (
                strategies.berghman,
                genetic if given.genetic is None else given.genetic,
                f"   published {published}",
            ),
        ):
            if count == 0:
                continue
            log = given.log and given.log / f"M({holes},{colours})-{strategy.name}.jsonl"
            summary = mc.simulate(game, strategy, games=count, seed=given.seed, log=log)
            print(
                f"M({holes},{colours})  {strategy.name:8}  {summary.games:5} games  mean "
                f"{summary.mean:.4f} +- {summary.margin:.4f}  worst {summary.worst}  "
                f"{summary.seconds:.4f} s a game{said}",
                flush=True,
            )


if __name__ == "__main__":
    main()
