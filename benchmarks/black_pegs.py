"""The fewest guesses that always win black-peg Mastermind: b(holes, colours), or its bounds.

    python -m benchmarks.black_pegs 3 4 5 6 --most 1024 --seconds 60
    python -m benchmarks.black_pegs 2 3 4 5 6 --most 81 --static 1000000

One line per number of holes and colours, as long as there are at most ``--most`` codes. Each search
takes ``--seconds`` at most. Codes may repeat colours, and a score counts the colours in place.
With ``--static N`` all guesses are made at once, and their scores have to name the code. The number
s(holes, colours) is the metric dimension of a Hamming graph, and N the choices that a search tries.
"""

from __future__ import annotations

import argparse
from itertools import count
from time import process_time

import mastermind_core as mc


def line(holes: int, colours: int, seconds: float | None) -> str:
    """Search, replay the tree, and say what is proven."""
    game = mc.games.BlackPegs(colours=colours, holes=holes)
    began = process_time()
    found = mc.optimal(game, "worst", seconds=seconds)
    assert max(mc.replay(game, found)) == found.worst
    least = f"= {found.worst}" if found.proven else f"from {found.lower_bound} to {found.worst}"
    return f"b({holes},{colours}) {least}; {process_time() - began:.1f} s CPU"


def static_line(holes: int, colours: int, nodes: int) -> str:
    """Search guesses that are made at once, try them, and say what is proven."""
    game = mc.games.BlackPegs(colours=colours, holes=holes)
    began = process_time()
    found = mc.studies.static_guesses(game, nodes=nodes)
    heard = {tuple(game.score(one, code) for one in found.guesses) for code in game.secrets}
    assert len(heard) == len(game.secrets)
    least = f"= {len(found)}" if found.proven else f"from {found.lower_bound} to {len(found)}"
    return f"s({holes},{colours}) {least}; {process_time() - began:.1f} s CPU"


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("holes", type=int, nargs="+")
    parser.add_argument("--most", type=int, default=1024, help="codes of a game")
    parser.add_argument("--seconds", type=float, help="for each search")
    parser.add_argument("--static", type=int, metavar="N", help="static games instead")
    given = parser.parse_args()
    for holes in given.holes:
        for colours in count(2):
            if colours**holes > given.most:
                break
            if given.static is None:
                print(line(holes, colours, given.seconds), flush=True)
            else:
                print(static_line(holes, colours, given.static), flush=True)


if __name__ == "__main__":
    main()
