"""What guesses are worth: how fast that is known, and in how much memory.

    python -m benchmarks values                                   # codes
    python -m benchmarks values --words ANSWERS GUESSES           # and a list of Wordle
    python -m benchmarks values --words ANSWERS GUESSES --hundred # its hundred best first words
    python -m benchmarks values --words ANSWERS GUESSES --all FILE --workers 2
    python -m benchmarks values --words ANSWERS GUESSES --all FILE --table CSV --compare PUBLISHED

A line a question, with CPU seconds: medians over moments of games that random.Random(1) draws, and
the peak of memory. ``--all`` writes the least total after every first word into a file, a line a
word as soon as it is known, the likely best first. It can be stopped (Ctrl-C) and begun again: what
is in the file is not asked again. ``--stop`` ends it after so many CPU seconds, and says how far it
came. ``--table`` asks nothing more: it sorts what the file has into a table, and says how the
totals are spread; ``--compare`` holds them to what others published, lines that begin with a word
and end with its total, and ``--within`` proves what differs once more, within so many guesses.
"""

from __future__ import annotations

import argparse
import csv
import resource
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import mastermind_core as mc
from mastermind_core.games import Wordle, read_words
from mastermind_core.metrics import ENTROPY
from mastermind_core.strategies.tabled.greedy import ranked
from reproduce.optima import game_called

#: Hundredths of the first words whose largest total is printed.
PERCENT = (1, 5, 10, 25, 50, 75, 90, 95, 99)

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
        spent["one value"].append(timed(partial(oracle.values, history, [guess]))[1])
        spent["all of the best"].append(timed(partial(oracle.values, history, best=1))[1])
        if every:
            spent["all values"].append(timed(partial(oracle.values, history, "all"))[1])
    for what, seconds in spent.items():
        if seconds:
            line = f"{name:9} mid-game, {what}: median {median(seconds):.4f} s CPU"
            print(f"{line}, most {max(seconds):.3f}; {peak()} MB", flush=True)


def first_guesses(name: str, game: Any) -> None:
    """Print how long all first guesses take."""
    mc.compile_game(game)
    found, seconds = timed(lambda: mc.guess_values(game, guesses="all"))
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
    known = totals(file)
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


def totals(path: Path) -> dict[str, int]:
    """Read the totals of words: the first field of a line, and the last."""
    found: dict[str, int] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fields = line.split()
        if len(fields) < 2 or not fields[-1].isdecimal() or fields[0] in found:
            said = f"expected a word that is not above and its total, not {line!r}"
            raise SystemExit(f"{path}, line {number}: {said}")
        found[fields[0]] = int(fields[-1])
    return found


def spread(known: Mapping[str, int], answers: int, guesses: int) -> Iterator[str]:
    """Say how many first words are known, and of these the ends, quantiles and hundreds."""
    order = sorted(known, key=lambda word: (known[word], word))
    left = "" if len(known) == guesses else f"; {guesses - len(known):,} are not known yet"
    yield f"{len(known):,} of {guesses:,} first words, {answers:,} answers{left}"
    for what, word in (("least", order[0]), ("most", order[-1])):
        yield f"{what:5} {known[word]:>6} {known[word] / answers:.4f} {word}"
    yield ""
    for part in PERCENT:
        total = known[order[-(-part * len(order) // 100) - 1]]
        yield f"{part:3} % {total:>6} {total / answers:.4f} or less"
    yield ""
    counts = Counter(total // 100 * 100 for total in known.values())
    most = max(counts.values())
    for hundred, count in sorted(counts.items()):
        yield f"{hundred:>6} to {hundred + 99:>6} {count:>6} {'#' * -(-count * 60 // most)}"


def limited(game: Wordle, word: str, most: int) -> str:
    """Say the least total after a first word within so many guesses, if there is one."""
    try:
        return str(mc.optimal(game, first_guess=word, max_steps=most).total)
    except mc.errors.NoStrategy:
        return "none"


def compared(
    game: Wordle, known: Mapping[str, int], published: Mapping[str, int], most: int | None
) -> Iterator[str]:
    """Say of how many words the total is the published one, and each that is another."""
    both = [word for word in known if word in published]
    others = [word for word in both if known[word] != published[word]]
    yield (
        f"published: {len(published):,} totals, of which {len(both):,} are known here; "
        f"{len(both) - len(others):,} are equal, {len(others):,} differ"
    )
    for word in others:
        within = f", {limited(game, word, most)} within {most} guesses" if most else ""
        yield f"{word}: {known[word]} here{within}, {published[word]} there"


def sort_words(game: Wordle, file: Path, given: argparse.Namespace) -> None:
    """Write what the file of a run has, least total first, and print what there is to say of it."""
    known, answers = totals(file), len(game.secrets)
    if strange := sorted(known.keys() - set(game.guesses)):
        raise SystemExit(f"{file}: not a word of the lists: {strange[0]}")
    if not known:
        raise SystemExit(f"{file}: expected a line or more, of a word and its total")
    published = totals(given.compare) if given.compare else None
    with given.table.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(["word", "total", "mean"])
        for total, word in sorted((total, word) for word, total in known.items()):
            rows.writerow([word, total, f"{total / answers:.4f}"])
    print(*spread(known, answers, len(game.guesses)), sep="\n")
    if published is not None:
        print("", *compared(game, known, published, given.within), sep="\n")


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
    parser.add_argument(
        "--table", type=Path, metavar="CSV", help="sort what --all has, ask no more"
    )
    parser.add_argument("--compare", type=Path, metavar="FILE", help="published totals (--table)")
    parser.add_argument(
        "--within", type=int, metavar="N", help="what differs within N guesses (--compare)"
    )
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--stop", type=float, default=float("inf"), metavar="SECONDS")
    given = parser.parse_args(arguments)
    if (given.hundred or given.all) and not given.words:
        parser.error("--hundred and --all need --words ANSWERS GUESSES")
    needed = {"table": "all", "compare": "table", "within": "compare"}
    for option, other in needed.items():
        if getattr(given, option) is not None and getattr(given, other) is None:
            parser.error(f"--{option} needs --{other}")
    if given.table:
        answers, guesses = map(read_words, given.words)
        return sort_words(Wordle(answers, others=guesses), given.all, given)
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
