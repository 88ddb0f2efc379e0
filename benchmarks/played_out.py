"""Play out all codes that fit at positions met in games, under several settings of sampled.

A mean over games hides what a setting changes behind the luck of the secrets; here only the
choice of positions is left to chance, and all settings meet the same ones. With --whole all codes
of the game are played out from its beginning.

python benchmarks/played_out.py [--holes N] [--colours N] [--sets N] [--least N] [--most N]
                                [--whole]
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from math import log2, sqrt
from random import Random
from statistics import mean, stdev
from time import process_time
from typing import Any

import mastermind_core as mc
from mastermind_core.code_space import ConsistentCodes
from mastermind_core.strategies import sampled
from mastermind_core.strategies.base import Position, start

OLD = {
    "small": 200, "small_outside": 1500, "small_pool": 150, "root_width": 30, "deep": 60,
    "exact": 0,
}  # fmt: skip
SETTINGS: dict[str, dict[str, int]] = {
    "as it is": {},
    "none searched exactly": {"exact": 0},
    "at most 100 codes searched exactly": {"exact": 100},
    "150 variations, at most 200 codes searched": OLD,
    "3000 variations, 200 guesses wide": {
        "small_outside": 20_000, "small_pool": 3000, "root_width": 200,
    },
    "up to 3000 codes searched": {"small": 3000},
}  # fmt: skip


def total(game: Any, strategy: Any, position: Position, codes: list[Any]) -> int:
    """Return how many guesses all codes together still take."""
    if len(codes) <= 2:
        return 2 * len(codes) - 1
    guess = strategy(position)
    blocks = defaultdict(list)
    for code in codes:
        blocks[game.score(guess, code)].append(code)
    return len(codes) + sum(
        total(game, strategy, position.answered(guess, score), block)
        for score, block in blocks.items()
        if score not in game.endstates
    )


def met(game: Any, random: Random, least: int, most: int) -> Position:
    """Return the first position of a random game with so many codes left."""
    while True:
        secret = game.secrets[random.randrange(len(game.secrets))]
        position = start(game, random, with_table=False)
        left = len(game.secrets)
        while left > most:
            guess = sampled(position)
            position = position.answered(guess, game.score(guess, secret))
            left = ConsistentCodes(game, position.history).count()
        if left >= least:
            return position


def play_whole(game: Any) -> None:
    """Print what all codes take in all under each setting."""
    codes = list(game.secrets)
    print(f"M({game.holes},{game.colours}), all {len(codes)} codes")
    for name, changes in SETTINGS.items():
        began = process_time()
        guesses = total(
            game, sampled.replace(**changes), start(game, Random(1), with_table=False), codes
        )
        seconds = process_time() - began
        mean_length = guesses / len(codes)
        print(f"  {name:44}  {guesses}  mean {mean_length:.4f}  {seconds:.1f} s", flush=True)


def main() -> None:
    """Print the mean under the first setting, and what each other one changes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name, value in (("holes", 6), ("colours", 9), ("sets", 30), ("least", 150), ("most", 500)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--whole", action="store_true", help="play out the whole game")
    given = parser.parse_args()
    game, random = mc.Mastermind(colours=given.colours, holes=given.holes), Random(5)
    if given.whole:
        play_whole(game)
        return
    positions = [met(game, random, given.least, given.most) for _ in range(given.sets)]
    sets = [ConsistentCodes(game, position.history).first(given.most) for position in positions]
    size = 2 ** mean(log2(len(codes)) for codes in sets)
    print(f"M({given.holes},{given.colours}), {len(sets)} positions of about {size:.0f} codes")
    base: list[float] = []
    for name, changes in SETTINGS.items():
        began = process_time()
        means = [
            total(game, sampled.replace(**changes), position, codes) / len(codes)
            for position, codes in zip(positions, sets, strict=True)
        ]
        seconds = (process_time() - began) / len(sets)
        base = base or means
        changed = [mine - other for mine, other in zip(means, base, strict=True)]
        error = 1.96 * stdev(changed) / sqrt(len(sets))
        print(
            f"  {name:44}  mean {mean(means):.4f}  {mean(changed):+.4f} +- {error:.4f}"
            f"  {seconds:.2f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
