"""Histories whose runs may be wrong: figures that are known, beside those of the library.

    python -m benchmarks histories               # every row, with all games
    python -m benchmarks histories --games 100   # fewer games a row
    python -m benchmarks histories --only dag    # rows whose name has this word

One line per setting: the known figure, the limit, and the figure of the library. All rows take
about four minutes of one processor.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from random import Random
from statistics import mean, stdev
from time import process_time
from typing import Any, NamedTuple

from mastermind_core.games.histories import History
from mastermind_core.histories import Beta, HistoryBelief

SEED = 1

#: The maximum number of runs of a search, which none has reached so far.
MOST_RUNS = 2000


class Row(NamedTuple):
    """A setting: what is known of it, the limit, and a function of the number of games."""

    name: str
    known: str
    most: float
    games: int
    run: Callable[[int], tuple[float, str]]


def played(
    history: History, noise: Any, missed: float, alarm: float, number: int, jobs: int = 1
) -> tuple[float, str]:
    """Return the mean number of rounds until a probability of .95, and the details."""
    runs, rounds, right = [], [], 0
    for game in range(number):
        random = Random(f"{SEED} {game}")
        culprit = random.choice(history.commits)
        belief, steps = HistoryBelief.first(history, noise), 0
        while belief.certainty < 0.95 and len(belief.runs) < MOST_RUNS:
            steps += 1
            for run in belief.batch(jobs):
                bad = history.score(run.commit, culprit) == "fail"
                failed = random.random() >= missed if bad else random.random() < alarm
                belief = belief.after(history.places[run.commit], failed)
        runs.append(len(belief.runs))
        rounds.append(steps)
        right += belief.best.commit == culprit
    margin = 1.96 * stdev(rounds) / number**0.5 if number > 1 else 0.0
    details = f"+- {margin:.2f}, {mean(runs):.1f} runs, at most {max(runs)}"
    return mean(rounds), f"{details}, {100 * right / number:.1f} % right of {number:,}"


def line(number: int, *, wrong: float, right: float) -> tuple[float, str]:
    """Return the runs of 128 commits with unknown rates, which are .2 and .2."""
    rate = Beta(wrong, right)
    return played(History(128, base=0), {"fail": rate, "pass": rate}, 0.2, 0.2, number)


def step(history: History, number: int) -> tuple[float, str]:
    """Return the mean processor time of a run of a history with unknown rates of .2 and .2."""
    random = Random(SEED)
    culprit = random.choice(history.commits)
    began = process_time()
    belief = HistoryBelief.first(history)
    belief.next_run()
    first = process_time() - began
    began = process_time()
    for _ in range(number):
        run = belief.next_run()
        bad = history.score(run.commit, culprit) == "fail"
        belief = belief.after(history.places[run.commit], random.random() < (0.8 if bad else 0.2))
        _ = belief.certainty
    return (process_time() - began) / number, f"s a run of {number}, {first:.3f} s at first"


def merged(number: int) -> History:
    """Return a random history in which one commit of six is a merge."""
    random, parents = Random(SEED), {0: list[int]()}
    for commit in range(1, number):
        old = random.randrange(max(0, commit - 30), commit)
        kind = random.random()
        parents[commit] = [commit - 1, old] if kind < 1 / 6 else [commit - 1 if kind < 0.9 else old]
    return History(parents)


def four(number: int) -> tuple[float, str]:
    """Return the rounds of four runs at a time, with known rates."""
    return played(History(128), 0.2, 0.2, 0.2, number, jobs=4)


ROWS: Sequence[Row] = (
    Row(
        "128 commits, unknown rates, default Beta(1, 2)",
        "git_bayesect 58.9",
        53,
        300,
        lambda n: line(n, wrong=1, right=2),
    ),
    Row(
        "128 commits, unknown rates, flat",
        "git_bayesect 58.9",
        57,
        300,
        lambda n: line(n, wrong=1, right=1),
    ),
    Row(
        "1,024 commits, .9/.1 known",
        "19.86",
        19.9,
        600,
        lambda n: played(History(1024), 0.1, 0.1, 0.1, n),
    ),
    Row("128 commits, .8/.2 known, four at a time", "28.3 rounds of one", 9.3, 300, four),
    Row(
        "100,000 commits, a step",
        "git_bayesect .07 s",
        0.05,
        50,
        lambda n: step(History(100_000), min(n, 50)),
    ),
    Row(
        "dag of 20,000 commits, a step",
        "-",
        0.3,
        25,
        lambda n: step(merged(20_000), min(n, 25)),
    ),
)


def main(words: Sequence[str]) -> int:
    """Print the rows, and return the number of those over their limit."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks histories", description=__doc__)
    parser.add_argument("--games", type=int, metavar="N")
    parser.add_argument("--only", default="", metavar="WORD")
    given = parser.parse_args(words)
    over = 0
    for row in ROWS:
        if given.only not in row.name:
            continue
        began = process_time()
        value, details = row.run(min(row.games, given.games or row.games))
        over += value > row.most
        spent = process_time() - began
        print(
            f"{row.name}: known {row.known}, at most {row.most:g}: {value:.4g} {details} "
            f"({spent:.1f} s CPU)",
            flush=True,
        )
    return over
