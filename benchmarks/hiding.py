"""Values of games against one who chooses what to hide: fractions, each proven by search.

    python -m benchmarks hiding                    # the table of small games
    python -m benchmarks hiding "M(4,7)" "AB(4,8)" # games by name

A line a game: its value, what the best tree takes on average where all secrets are equally likely,
the kinds of secrets (orbits of the symmetries) with how often the codemaker takes all of a kind,
how many trees the guesser mixes, the searches and the time. With --check the trees are replayed and
the weights are held to a certificate. Where a value is in print the line says so, and a value that
differs ends the run.
"""

from __future__ import annotations

import argparse
from collections import Counter
from fractions import Fraction
from time import process_time
from typing import Any

import mastermind_core as mc
from mastermind_core.notation import format_guess
from reproduce.optima import game_called

GAMES = [
    *(f"M(2,{colours})" for colours in range(1, 8)),
    *(f"M(3,{colours})" for colours in range(1, 8)),
    *(f"M(4,{colours})" for colours in range(1, 7)),
    *(f"AB(3,{colours})" for colours in range(3, 8)),
    *(f"AB(4,{colours})" for colours in range(4, 8)),
    *(f"TwoD({size})" for size in range(2, 7)),
]

#: Wiener 1995, as quoted by Bonnet and Viennot 2016.
IN_PRINT = {"M(4,6)": Fraction(5600, 1290)}


def kinds(game: Any, found: Any) -> str:
    """Say how often each kind of secret is hidden: an example, how many there are, their share."""
    secrets = list(game.secrets)
    least = list(range(len(secrets)))
    for _, images in found.symmetries:
        for at, image in enumerate(images):
            one, other = sorted((least[at], least[image]))
            if one != other:
                least = [one if own == other else own for own in least]
    sizes = Counter(least)
    shares = (
        (secrets[at], size, size * found.codemaker[secrets[at]]) for at, size in sizes.items()
    )
    return ", ".join(f"{format_guess(game, one)} x{size} {share}" for one, size, share in shares)


def main(arguments: list[str]) -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks hiding",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seconds", type=float, default=900, help="for each game (default 900)")
    parser.add_argument("--check", action="store_true", help="verify each result")
    given = parser.parse_args(arguments)
    for name in given.games:
        game = game_called(name)
        began = process_time()
        found = mc.equilibrium(game, seconds=given.seconds)
        seconds = process_time() - began
        alike = mc.optimal(game)
        value = str(found.lower)
        if found.gap:
            value = f"{float(found.lower):.6f} to {float(found.upper):.6f}"
        mean = Fraction(alike.total, len(game.secrets))
        line = f"{name:8} {value:12} ({float(found.upper):.6f}), mean {mean}; "
        line += f"{kinds(game, found)}; {len(found.codebreaker)} trees, {found.searches} searches, "
        line += f"{seconds:.1f} s CPU"
        if given.check:
            began = process_time()
            assert mc.verify_equilibrium(game, found) == (found.lower, found.upper)
            line += f", checked in {process_time() - began:.1f} s"
        if name in IN_PRINT:
            assert found.lower <= IN_PRINT[name] <= found.upper
            line += ", as published"
        print(line, flush=True)
