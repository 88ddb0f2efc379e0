"""Histories whose runs may be wrong: figures that are known, beside those of the library.

    python -m benchmarks histories               # every row, with all games
    python -m benchmarks histories --games 100   # fewer games a row
    python -m benchmarks histories --only dag    # rows whose name has this word
    python -m benchmarks histories --only dag --repository FOLDER

With a repository of git, the row of the history with merges has its last 20,000 commits.
Two lines per setting: the known figure, the limit and the figure of the library, then the details.
A game has the seed "1 N" with its number N. All rows take about ten minutes of one processor.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from random import Random
from statistics import linear_regression, mean, stdev
from time import process_time
from typing import Any, NamedTuple

from mastermind_core.errors import counted
from mastermind_core.games.culprits import FAILS, Culprits
from mastermind_core.games.histories import History
from mastermind_core.histories import Beta, CulpritBelief, HistoryBelief, Rates, RunRule
from mastermind_core.histories.search import runs_needed

SEED = 1

#: A setting of flake aware culprit finding: the rate of false alarms, the share of histories
#: without a culprit, and the probability at which a search ends.
FLAKES, NO_CULPRIT, SURE = 0.1, 0.4, 0.9999

#: The probability at which all other searches end.
ENOUGH = 0.95

#: The maximum number of runs of a search, which none has reached so far.
MOST_RUNS = 2000


class Row(NamedTuple):
    """A setting: what is known of it, the limit, and a function of the number of games."""

    name: str
    known: str
    most: float | None
    games: int
    run: Callable[[int], tuple[float, str]]


def figures(rounds: Sequence[int], luck: Sequence[float]) -> tuple[float, float]:
    """Return the mean number of rounds, and half of its 95 % interval.

    Luck is how many bits the answers of a game told beyond those that were expected before each
    run. Its expectation is 0 if the rates are known, and most of the difference between two games
    is luck: the mean of many games has this interval after a linear regression (a control variate).
    Without luck, the interval is that of the rounds themselves.
    """
    if len(rounds) < 3:
        return mean(rounds), 0.0
    slope = linear_regression(luck, rounds).slope if any(luck) else 0.0
    rest = [own - slope * bits for own, bits in zip(rounds, luck, strict=True)]
    return mean(rest), 1.96 * stdev(rest) / len(rounds) ** 0.5


def played(
    history: History, noise: Any, missed: float, alarm: float, number: int, jobs: int = 1
) -> tuple[float, str]:
    """Return the mean number of rounds until a probability of .95, and the details."""
    first = HistoryBelief.first(history, noise)
    known, entropy = first.rates.known, first.entropy
    runs, rounds, luck, right = [], [], [], 0
    for game in range(number):
        random = Random(f"{SEED} {game}")
        culprit = random.choice(history.commits)
        belief, steps, expected = first, 0, 0.0
        while belief.certainty < ENOUGH and len(belief.runs) < MOST_RUNS:
            steps += 1
            for run in belief.batch(jobs, RunRule(confidence=ENOUGH)):
                bad = history.score(run.guess, culprit) == "fail"
                failed = random.random() >= missed if bad else random.random() < alarm
                belief = belief.after(history.places[run.guess], failed)
                expected += run.bits
        runs.append(len(belief.runs))
        rounds.append(steps)
        luck.append(entropy - belief.entropy - expected if known else 0.0)
        right += belief.best.commit == culprit
    value, margin = figures(rounds, luck)
    details = (
        f"+- {margin:.2f} (mean {mean(rounds):.2f}), {mean(runs):.1f} runs, at most {max(runs)}"
    )
    return value, f"{details}, {100 * right / number:.1f} % right of {number:,}"


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
        bad = history.score(run.guess, culprit) == "fail"
        belief = belief.after(history.places[run.guess], random.random() < (0.8 if bad else 0.2))
        _ = belief.certainty
    return (process_time() - began) / number, f"s a run of {number}, {first:.3f} s at first"


def merged(number: int, share: float = 1 / 6, seed: int = SEED) -> History:
    """Return a random history in which a share of the commits are merges."""
    random, parents = Random(seed), {0: list[int]()}
    for commit in range(1, number):
        old = random.randrange(max(0, commit - 30), commit)
        kind = random.random()
        parents[commit] = [commit - 1, old] if kind < share else [commit - 1 if kind < 0.9 else old]
    return History(parents)


def merges(history: History) -> int:
    """Return the number of merges."""
    return sum(len(parents) > 1 for parents in history.parents)


def joined(number: int, share: float, seed: int) -> History:
    """Return a random history in which the last commit has all others as its ancestors.

    Up to a share of the commits merge two branches, and as many begin one at a recent commit.
    """
    random, parents, tips = Random(seed), {0: list[int]()}, [0]
    for commit in range(1, number):
        kind, left = random.random(), number - commit
        if len(tips) > 1 and (kind < share or len(tips) > left):
            parents[commit] = random.sample(tips, 2)
        elif kind > 1 - share and len(tips) < left:
            parents[commit] = [random.randrange(max(0, commit - 30), commit)]
        else:
            parents[commit] = [random.choice(tips)]
        tips = [tip for tip in tips if tip not in parents[commit]] + [commit]
    return History(parents)


def branched(number: int, made: Callable[[int], History]) -> tuple[float, str]:
    """Return the runs of a history with 81 merges and known rates of .1 and .05."""
    history = next(one for one in map(made, range(1000)) if merges(one) == 81)
    noise = {"fail": 0.1, "pass": 0.05}
    value, details = played(history, noise, 0.1, 0.05, number)
    bound = runs_needed(HistoryBelief.first(history, noise), ENOUGH)
    heads = len({*history.commits} - {old for own in history.parents for old in own})
    return value, f"{details}, bound {bound:.2f}, {counted(heads, 'commit')} without a child"


def logged(folder: str, number: int) -> History:
    """Return the last commits of a repository, with their parents as git lists them."""
    command = ["git", "-C", folder, "log", "--format=%H %P", f"--max-count={number}", "HEAD"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = [line.split() for line in done.stdout.splitlines()]
    return History({commit: parents for commit, *parents in rows})


def dag(number: int, folder: str = "") -> tuple[float, str]:
    """Return the mean processor time of a run of a history with 20,000 commits and merges."""
    history = logged(folder, 20_000) if folder else merged(20_000)
    spent, details = step(history, min(number, 25))
    return spent, f"{details}, {len(history.commits):,} commits with {merges(history):,} merges"


def long(number: int) -> tuple[float, str]:
    """Return the mean processor time of a run of 100,000 commits, with the memory of all."""
    spent, details = step(History(100_000), min(number, 50))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return spent, f"{details}, at most {peak:.0f} MB in the process so far"


def four(number: int) -> tuple[float, str]:
    """Return the rounds of four runs at a time, with known rates."""
    return played(History(128), 0.2, 0.2, 0.2, number, jobs=4)


def culprits(number: int) -> tuple[float, str]:
    """Return the mean runs over the bound for three of 200 suspects, with 5 % wrong answers."""
    game = Culprits(200, most=3)
    first = CulpritBelief.first(game, Rates.of(0.05, ("fails", "works")))
    bound, runs, right, slowest = runs_needed(first, ENOUGH), [], 0, 0.0
    for each in range(number):
        random = Random(f"{SEED} {each}")
        secret = game.secrets[random.randrange(len(game.secrets))]
        belief = first
        while belief.certainty < ENOUGH:
            began = process_time()
            run = belief.next_run()
            fails = game.score(run.guess, secret) == FAILS
            failed = fails != (random.random() < 0.05)
            belief = belief.after(belief.question(run.guess), failed)
            slowest = max(slowest, process_time() - began)
        runs.append(len(belief.runs))
        right += belief.best.commit == secret
    details = f"{mean(runs):.1f} runs, bound {bound:.1f}, {100 * right / number:.1f} % right"
    return mean(runs) / bound, f"{details} of {number}, a step at most {slowest:.2f} s"


def ddmin(items: Sequence[int], fails: Callable[[Sequence[int]], bool]) -> Sequence[int]:
    """Return a minimal list that fails, by delta debugging.

    A. Zeller, R. Hildebrandt, IEEE Transactions on Software Engineering 28, 2002, figure 4.
    """
    parts = 2
    while len(items) > 1:
        cuts = [len(items) * place // parts for place in range(parts + 1)]
        pieces = [items[start:end] for start, end in pairwise(cuts)]
        rests = [[item for item in items if item not in piece] for piece in pieces]
        piece = next((piece for piece in pieces if fails(piece)), None)
        rest = None if piece or parts == 2 else next((rest for rest in rests if fails(rest)), None)
        if piece:
            items, parts = piece, 2
        elif rest:
            items, parts = rest, parts - 1
        elif parts < len(items):
            parts = min(len(items), 2 * parts)
        else:
            break
    return items


def aware(size: int, fails: Callable[[int], bool], flakes: float, none: float) -> tuple[int, int]:
    """Return the runs of flake aware culprit finding, and the commit that it names, or size.

    The first commit up to which half of the probability lies is run, or the one before it if that
    was not run. A pass is never wrong. T. A. D. Henderson and others, Flake aware culprit finding,
    ICST 2023, algorithms 2 and 3, with one run at a time and known rates.
    """
    chances = [(1 - none) / size] * size + [none]
    tested: set[int] = set()
    runs = 0
    while max(chances) < SURE:
        sums = list(accumulate(chances))
        chosen = min(bisect_left(sums, 0.5 * sums[-1]), size - 1)
        if chosen and chosen - 1 not in tested and sums[chosen - 1] > 0:
            chosen -= 1
        tested.add(chosen)
        runs += 1
        failed = fails(chosen)
        before, after = (1.0, flakes) if failed else (0.0, 1 - flakes)
        chances = [
            chance * (before if at <= chosen else after) for at, chance in enumerate(chances)
        ]
        total = sum(chances)
        chances = [chance / total for chance in chances]
    return runs, chances.index(max(chances))


def google(number: int) -> tuple[float, str]:
    """Return the runs over those of flake aware culprit finding, where four in ten have no culprit.

    One good run in ten fails, and both searches know it. Both end at a probability of .9999.
    """
    own, theirs, right, details = 0, 0, [0, 0], []
    for size in (10, 100, 1000):
        history = History(size)
        first = HistoryBelief.first(history, {"fail": 0, "pass": FLAKES}, none=NO_CULPRIT)
        sums = [0, 0]
        for game in range(number):
            random = Random(f"{SEED} {size} {game}")
            culprit = size if random.random() < NO_CULPRIT else random.randrange(size)
            flips = Random(f"{SEED} {size} {game} flakes")

            def fails(at: int, culprit: int = culprit, flips: Random = flips) -> bool:
                return at >= culprit or flips.random() < FLAKES

            runs, named = aware(size, fails, FLAKES, NO_CULPRIT)
            sums[1] += runs
            right[1] += named == culprit
            belief = first
            while belief.certainty < SURE:
                at = history.places[belief.next_run().guess]
                belief = belief.after(at, fails(at))
            sums[0] += len(belief.runs)
            best = belief.best.commit
            right[0] += (size if best is None else history.places[best]) == culprit
        own += sums[0]
        theirs += sums[1]
        details.append(f"{size}: {sums[0] / number:.2f} and {sums[1] / number:.2f} runs")
    shares = " and ".join(f"{100 * one / (3 * number):.2f}" for one in right)
    return own / theirs, f"{', '.join(details)}, {shares} % right of {3 * number:,}"


def clash(number: int) -> tuple[float, str]:
    """Return the runs for a pair of 60 that clashes, over those of delta debugging.

    Ten suspects are libraries, and each other one requires up to two of them. A set of delta
    debugging is run with all that it requires, once.
    """
    own, theirs, right = [], [], 0
    for each in range(number):
        random = Random(f"{SEED} {each}")
        requires = {
            suspect: random.sample(range(1, 11), random.randint(0, 2)) for suspect in range(11, 61)
        }
        game = Culprits(60, together=2, requires=requires)
        secret = game.secrets[random.randrange(len(game.secrets))]
        known: dict[int, bool] = {}

        def fails(
            items: Sequence[int],
            game: Culprits = game,
            secret: Any = secret,
            known: dict[int, bool] = known,
        ) -> bool:
            on = 0
            for item in items:
                on |= game.needs[item - 1]
            return known.setdefault(on, game.score(game.named(on), secret) == FAILS)

        ddmin(range(1, 61), fails)
        theirs.append(len(known))
        belief = CulpritBelief.first(game, Rates.of(0))
        while belief.certainty < 1:
            run = belief.next_run()
            failed = game.score(run.guess, secret) == FAILS
            belief = belief.after(belief.question(run.guess), failed)
        own.append(len(belief.runs))
        right += game.goal(belief.best.commit) == game.goal(secret)
    details = f"{mean(own):.1f} runs, delta debugging {mean(theirs):.1f}"
    return mean(own) / mean(theirs), f"{details}, {100 * right / number:.1f} % right of {number}"


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
        3000,
        lambda n: played(History(1024), 0.1, 0.1, 0.1, n),
    ),
    Row(
        "400 commits with 81 merges, .1 and .05 known",
        "15.6",
        15.6,
        600,
        lambda n: branched(n, lambda seed: joined(400, 0.22, seed)),
    ),
    Row(
        "400 commits with 81 merges and branches that end, .1 and .05 known",
        "-",
        None,
        600,
        lambda n: branched(n, lambda seed: merged(400, 0.2, seed)),
    ),
    Row("128 commits, .8/.2 known, four at a time", "28.3 rounds of one", 9.3, 300, four),
    Row(
        "100,000 commits, a step",
        "git_bayesect .07",
        0.05,
        50,
        long,
    ),
    Row(
        "dag of 20,000 commits, a step",
        "-",
        0.3,
        25,
        dag,
    ),
    Row("culprits: 3 of 200, 5 % wrong, over the bound", "-", 1.25, 60, culprits),
    Row("google: 10 to 1,000 commits, over flake aware culprit finding", "1", 1, 400, google),
    Row("clash: a pair of 60, over delta debugging", "1", 0.5, 60, clash),
)


def main(words: Sequence[str]) -> int:
    """Print the rows, and return the number of those over their limit."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks histories", description=__doc__)
    parser.add_argument("--games", type=int, metavar="N")
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--repository", default="", metavar="FOLDER")
    given = parser.parse_args(words)
    over = 0
    for row in ROWS:
        if given.only not in row.name:
            continue
        began = process_time()
        games = min(row.games, given.games or row.games)
        value, details = dag(games, given.repository) if row.run is dag else row.run(games)
        spent = process_time() - began
        verdict = ""
        if row.most is not None:
            over += value > row.most
            verdict = f", at most {row.most:g}: {'met' if value <= row.most else 'not met'}"
        print(f"{row.name} (known {row.known}): {value:.4g}{verdict}")
        print(f"    {details}; {spent:.1f} s", flush=True)
    return over
