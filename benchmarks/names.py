"""Time the exact search with and without the other names of sets.

python -m benchmarks.names [games as "M(4,8)"]
"""

from __future__ import annotations

import sys
from time import process_time

import mastermind_core as mc
from mastermind_core.exact.problem import pose
from mastermind_core.kernels.exact import compiled
from mastermind_core.kernels.exact.task import Words
from reproduce.optima import game_called

GAMES = ["M(4,6)", "M(4,7)", "M(5,4)", "M(4,8)", "AB(4,10)", "M(4,9)"]


def main():
    """Print a line for each game."""
    for name in sys.argv[1:] or GAMES:
        game = game_called(name)
        table = mc.compile_game(game)
        task = pose(game, table)
        found, seconds = [], []
        for words in (task.words, Words()):
            began = process_time()
            found.append(
                compiled.attempt(
                    table.kernel_scores, task._replace(hints=task.hints._replace(words=words))
                )
            )
            seconds.append(process_time() - began)
        own, bare = found
        assert (own.total, own.tree) == (bare.total, bare.tree)
        print(
            f"{name:9} total {own.total}: {seconds[0]:6.2f} s and {own.nodes:,} nodes, "
            f"without {seconds[1]:6.2f} s and {bare.nodes:,}",
            flush=True,
        )


if __name__ == "__main__":
    main()
