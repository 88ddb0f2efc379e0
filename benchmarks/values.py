"""What guesses are worth: how fast that is known, and in how much memory.

    python -m benchmarks values                                   # codes
    python -m benchmarks values --words ANSWERS GUESSES           # and a list of Wordle
    python -m benchmarks values --words ANSWERS GUESSES --hundred # its hundred best first words
    python -m benchmarks values --words ANSWERS GUESSES --all FILE --workers 2

A line a question, with CPU seconds: medians over moments of games that random.Random(1) draws, and
the peak of memory. ``--all`` writes the least total after every first word into a file, a line a
word as soon as it is known, the likely best first. It can be stopped (Ctrl-C) and begun again: what
is in the file is not asked again. ``--stop`` ends it after so many CPU seconds, and says how far it
came.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import mastermind_core as mc
from mastermind_core.games import Wordle, read_words
from mastermind_core.metrics import ENTROPY
from mastermind_core.strategies.tabled.weighing import ranked
from reproduce.optima import game_called

#: Moments that are drawn for each game, words that a worker takes at a time.
MOMENTS, SOME = 12, 8

History = list[tuple[Any, Any]]


def peak() -> int:
    """Return the most memory so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def moments(game: Any, opening: Any = None) -> Iterator[History]:
    """Draw moments in the middle of games: after a guess, and after two."""
    random = Random(1)
    while True:
        secret = random.choice(game.secrets)
        first = random.choice(game.guesses) if opening is None else opening
        history = [(first, game.score(first, secret))]
        for _ in range(random.randrange(2)):
            session = mc.Session(game, history=history)
            if session.over:
                break
            guess = session.suggest(1, seconds=0)[0].guess
            history.append((guess, game.score(guess, secret)))
        if mc.Session(game, history=history).count > 2:
            yield history


def timed(call: Any) -> tuple[Any, float]:
    """Return what a call returns, and its CPU seconds."""
    began = process_time()
    found = call()
    return found, process_time() - began


def midgame(name: str, game: Any, opening: Any = None, *, every: bool = True) -> None:
    """Print medians of one value, of the best and of all, in an oracle that goes on."""
    mc.compile_game(game)
    oracle, random = mc.Oracle(game), Random(2)
    spent: dict[str, list[float]] = {"one value": [], "all of the best": [], "all values": []}
    for history in islice(moments(game, opening), MOMENTS):
        guess = random.choice(game.guesses)
        spent["one value"].append(timed(lambda: oracle.values(history, [guess]))[1])  # noqa: B023
        spent["all of the best"].append(timed(lambda: oracle.values(history, best=1))[1])  # noqa: B023
        if every:
            spent["all values"].append(timed(lambda: oracle.values(history, "all"))[1])  # noqa: B023
    for what, seconds in spent.items():
        if seconds:
            line = f"{name:9} mid-game, {what}: median {median(seconds):.4f} s CPU"
            print(f"{line}, most {max(seconds):.3f}; {peak()} MB", flush=True)


def first_guesses(name: str, game: Any) -> None:
    """Print how long all first guesses take."""
    mc.compile_game(game)
    found, seconds = timed(lambda: mc.values(game, guesses="all"))
    best = f"least {found[0].total}, most {found[-1].total}"
    print(f"{name:9} all {len(found)} first guesses: {seconds:.2f} s CPU ({best}); {peak()} MB")


def hundred(game: Wordle, number: int) -> None:
    """Print the best first words, and how long they take beside the proof of the best one."""
    mc.compile_game(game)
    proof, alone = timed(lambda: mc.optimal(game))
    print(f"Wordle    proof of {proof.total}: {alone:.1f} s CPU; {peak()} MB", flush=True)
    oracle = mc.Oracle(game)
    found, seconds = timed(lambda: oracle.values(best=number))
    print(
        f"Wordle    the {number} best first words, to {found[-1].total}: {seconds:.1f} s CPU, "
        f"{seconds / alone:.2f} times the proof; {peak()} MB"
    )
    print(" ".join(f"{one.guess} {one.total}" for one in found))


class Words:
    """What a worker has: its game and its oracle."""

    oracle: Any = None

    @classmethod
    def begin(cls, answers: str, guesses: str) -> None:
        """Read the words."""
        game = Wordle(read_words(answers), others=read_words(guesses))
        cls.oracle = mc.Oracle(game)

    @classmethod
    def worth(cls, words: list[str]) -> tuple[list[tuple[str, int]], float]:
        """Return the least totals after words, and the CPU seconds."""
        began = process_time()
        found = [(word, cls.oracle.value(word).total) for word in words]
        return found, process_time() - began


def all_words(answers: str, guesses: str, file: Path, workers: int, stop: float) -> None:
    """Add the value of every first word to a file that may have some."""
    game = Wordle(read_words(answers), others=read_words(guesses))
    table = mc.compile_game(game)
    lines = file.read_text(encoding="utf-8").split("\n")[:-1] if file.exists() else []
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")  # none cut off
    known = {line.partition(" ")[0] for line in lines}
    order = ranked(table, table.everything, ENTROPY, range(len(game.guesses)))
    names = [table.guesses.items[at] for at in order]
    left = [word for word in [*names, *(set(game.guesses) - set(names))] if word not in known]
    print(f"{len(known)} words are known, {len(left)} are left", flush=True)
    spent, done = 0.0, 0
    batches = [left[at : at + SOME] for at in range(0, len(left), SOME)]
    with (
        file.open("a", encoding="utf-8") as out,
        ProcessPoolExecutor(workers, initializer=Words.begin, initargs=(answers, guesses)) as pool,
    ):
        try:
            for found, seconds in pool.map(Words.worth, batches):
                out.writelines(f"{word} {total}\n" for word, total in found)
                out.flush()
                spent, done = spent + seconds, done + len(found)
                if spent >= stop:
                    break
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            print(f"{done} words more in {spent:.0f} s CPU, {len(left) - done} are left")


def main(arguments: list[str]) -> None:
    """Print a line a question."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks values",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--words", nargs=2, metavar=("ANSWERS", "GUESSES"))
    parser.add_argument("--hundred", action="store_true", help="the best first words (needs words)")
    parser.add_argument("--number", type=int, default=100, help="how many of them (default 100)")
    parser.add_argument("--all", type=Path, metavar="FILE", help="every first word, into a file")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--stop", type=float, default=float("inf"), metavar="SECONDS")
    given = parser.parse_args(arguments)
    if (given.hundred or given.all) and not given.words:
        parser.error("--hundred and --all need --words ANSWERS GUESSES")
    if given.all:
        return all_words(*given.words, given.all, given.workers, given.stop)
    words = [read_words(path) for path in given.words or ()]
    if given.hundred:
        return hundred(Wordle(words[0], others=words[1]), given.number)
    first_guesses("M(4,6)", game_called("M(4,6)"))
    midgame("M(4,6)", game_called("M(4,6)"))
    midgame("AB(4,10)", game_called("AB(4,10)"))
    if words:
        midgame("Wordle", Wordle(words[0], others=words[1]), "salet", every=False)
    return None
