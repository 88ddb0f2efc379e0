"""How fast the environment rewards regret in the package's Wordle, at first and once warm.

    python -m benchmarks regret                       # without a file
    python -m benchmarks regret --oracle FILE         # with what the command "oracle" has made

The player opens with a word whose total the file has, or with one of a few good words, and then
guesses a random candidate. ``random.Random(1)`` draws the games. The first line is the first step
with all that it prepares. Then all games are played twice: the second time each position is known.
The next line asks for the regrets alone, without the environment, and the last one reviews some of
the games. All are CPU seconds.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import median
from time import process_time
from typing import Any

import mastermind_core as mc
from mastermind_core.agents.parts import Worths

#: Words that open games without a file.
OPENINGS = ("trace", "crate", "slate")

#: The number of games that are reviewed.
_REVIEWED = 50


def openings(game: Any, oracle: Any) -> list[int]:
    """Return the first guesses that an oracle knows, or a few good ones."""
    table = mc.compile_game(game)
    everything = table.everything
    known = [
        guess
        for guess in range(len(game.guesses))
        if oracle is not None and oracle.total_of(everything, guess, search=False) is not None
    ]
    return known or [table.guesses[word] for word in OPENINGS]


def drawn(game: Any, firsts: list[int], number: int) -> list[tuple[int, list[int]]]:
    """Return games as a secret and the guesses, by numbers."""
    table = mc.compile_game(game)
    random = Random(1)
    games = []
    for _ in range(number):
        secret = random.randrange(len(game.secrets))
        candidates, guesses = table.everything, [random.choice(firsts)]
        while True:
            scores = {
                one: score for score, own in table.split(guesses[-1], candidates) for one in own
            }
            if table.final[scores[secret]]:
                break
            candidates = type(candidates)(
                "I", [c for c in candidates if scores[c] == scores[secret]]
            )
            guesses.append(table.winners[random.choice(candidates)][0])
        games.append((secret, guesses))
    return games


def play(env: Any, game: Any, games: list[tuple[int, list[int]]]) -> str:
    """Return the steps per second, and how many were exact."""
    steps, exact, seconds = 0, 0, 0.0
    for secret, guesses in games:
        env.reset(options={"secret": game.secrets[secret]})
        began = process_time()
        for guess in guesses:
            exact += env.step(guess)[-1]["exact"]
        seconds += process_time() - began
        steps += len(guesses)
    return f"{steps:,} steps, {steps / seconds:,.0f} per second, {100 * exact / steps:.1f} % exact"


def alone(game: Any, oracle: Any, games: list[tuple[int, list[int]]]) -> str:
    """Return the regrets per second without the environment, at first and once known."""
    table = mc.compile_game(game)
    worths = Worths(table, oracle, most=2**21)
    positions = []
    for secret, guesses in games:
        candidates = table.everything
        for guess in guesses:
            positions.append((guess, candidates))
            for _, block in table.split(guess, candidates):
                if secret in block:
                    left = block
            candidates = left
    speeds = []
    for _ in range(2):
        began = process_time()
        for guess, candidates in positions:
            worths.regret(guess, candidates)
        speeds.append(len(positions) / (process_time() - began))
    return f"{speeds[0]:,.0f} per second, then {speeds[1]:,.0f}"


def reviewed(game: Any, oracle: Any, games: list[tuple[int, list[int]]]) -> str:
    """Return the CPU milliseconds per move of reviews with the oracle."""
    items = mc.compile_game(game).guesses.items
    times = []
    for secret, guesses in games:
        made = [items[guess] for guess in guesses]
        history = [(guess, game.score(guess, game.secrets[secret])) for guess in made]
        began = process_time()
        mc.review(game, history, oracle=oracle)
        times.append(1000 * (process_time() - began) / len(history))
    return f"{median(times):.1f} ms a move, at most {max(times):.1f} in a game"


def main(arguments: list[str]) -> None:
    """Print the speeds."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks regret", description=__doc__)
    parser.add_argument("--oracle", metavar="FILE")
    parser.add_argument("--games", type=int, default=500)
    given = parser.parse_args(arguments)
    game = mc.Wordle()
    began = process_time()
    oracle: Any = None if given.oracle is None else mc.load(given.oracle, game=game)
    print(f"read: {process_time() - began:.2f} s")
    firsts = openings(game, oracle)
    began = process_time()
    env = mc.gym.GuessingEnv(game, reward="regret", oracle=oracle)
    env.reset(seed=1)
    env.step(firsts[0])
    print(f"first step: {process_time() - began:.2f} s")
    games = drawn(game, firsts, given.games)
    for name in ("first time", "again"):
        print(f"{name}: {play(env, game, games)}", flush=True)
    fresh: Any = mc.Oracle(game) if given.oracle is None else mc.load(given.oracle, game=game)
    print(f"regrets alone: {alone(game, fresh, games)}")
    print(f"reviews: {reviewed(game, fresh, games[:_REVIEWED])}")
