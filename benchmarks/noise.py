"""Answers that may be wrong: figures that are known, beside those of the library.

    python -m benchmarks noise               # every row, with all games
    python -m benchmarks noise --games 100   # fewer games a row
    python -m benchmarks noise --only wald   # rows whose name has this word

One line per setting: the known figure, the limit, and the figure of the library with the number of
games, the share of right names, its exact 95 % interval, and the processor time. Rows without an
interval are exact. All rows take about five minutes of one processor.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from random import Random
from time import process_time
from typing import Any, NamedTuple

import mastermind_core as mc
from mastermind_core.noise.belief import first_belief
from mastermind_core.noise.choosing import best_guess
from mastermind_core.noise.players import NoisyPlayer

SEED = 1


class Row(NamedTuple):
    """A setting: what is known of it, the limit, and a function of the number of games."""

    name: str
    known: str
    most: float | None
    games: int
    run: Callable[[int], tuple[float, str]]


def test() -> Any:
    """Return the game of two hypotheses and one test, wrong with probability 1/5."""
    return mc.noisy(
        mc.FiniteGame(["test"], "AB", lambda _, secret: secret, goal=lambda secret: secret),
        Fraction(1, 5),
    )


def wald(_: int) -> tuple[float, str]:
    """Return the questions of the sequential probability ratio test."""
    best = mc.optimal(test(), confidence=0.95)
    return float(best.mean), f"{best.mean} questions, error {1 - best.accuracy}, proven"


def five(_: int) -> tuple[float, str]:
    """Return the probability of an error after five questions."""
    best = mc.optimal(test(), max_steps=5)
    return float(1 - best.accuracy), f"right with probability {best.accuracy}, proven"


def commits(number: int, bad: Fraction, good: Fraction) -> Any:
    """Return the game of the first bad commit, with the rates of a failure."""
    game = mc.FiniteGame(
        range(number),
        range(number),
        lambda commit, first: "fail" if commit >= first else "pass",
        goal=lambda first: first,
    )
    return mc.noisy(game, {"fail": {"pass": 1 - bad}, "pass": {"fail": good}})


def unknown_rates(number: int, grid: Sequence[Fraction]) -> Any:
    """Return the same, with a grid of rates as a part of the hypothesis."""
    secrets = [(s, bad, good) for s in range(number) for bad in grid for good in grid if bad > good]
    rows = {rate: {"fail": rate, "pass": 1 - rate} for rate in grid}
    game = mc.FiniteGame(
        range(number),
        secrets,
        lambda commit, secret: "fail" if commit >= secret[0] else "pass",
        goal=lambda _: 0,
    )

    def likelihood(commit: int, secret: tuple[int, Fraction, Fraction]) -> dict[str, Fraction]:
        return rows[secret[1]] if commit >= secret[0] else rows[secret[2]]

    return mc.identified(mc.noisy(game, likelihood=likelihood), by=lambda secret: secret[0])


def played(game: Any, confidence: float, **how: Any) -> Callable[[int], tuple[float, str]]:
    """Return the function that plays a number of games."""

    def run(games: int) -> tuple[float, str]:
        found = mc.simulate(game(), "entropy", games=games, confidence=confidence, **how)
        return found.mean, str(found)

    return run


def rates(games: int) -> tuple[float, str]:
    """Return the questions for 128 commits with the rates .8 and .2, which are unknown."""
    game = unknown_rates(128, [Fraction(tenths, 10) for tenths in range(1, 10)])
    secrets = [(first, Fraction(4, 5), Fraction(1, 5)) for first in range(128)]
    Random(SEED).shuffle(secrets)
    found = mc.simulate(game, "entropy", games=games, confidence=0.95, secrets=secrets)
    later = [one.length for one in found.records if secrets[one.number % 128][0]]
    return found.mean, f"{found}; mean {sum(later) / len(later):.3f} if a commit is good"


def dorfman(_: int) -> tuple[float, str]:
    """Return the tests of Dorfman's scheme: a pool, and each item of a positive one."""
    infected, one = list(product((0, 1), repeat=10)), Fraction(1, 100)
    pools = [*((item,) for item in range(10)), tuple(range(10))]
    game = mc.FiniteGame(
        pools, infected, lambda pool, ill: int(any(ill[i] for i in pool)), goal=lambda ill: ill
    )
    assay = mc.noisy(game, {1: {0: one}, 0: {1: one}})
    assay = mc.weighted(assay, lambda ill: one ** sum(ill) * (1 - one) ** (10 - sum(ill)))
    step: Any = None
    for item in reversed(pools[:-1]):
        step = (item, {0: step, 1: step})
    found = mc.length_distribution(assay, (pools[-1], {0: None, 1: step}))
    return float(found.expected), f"{found.expected}, right {float(found.accuracy):.6f}, exact"


#: People, tests, the size of a pool, the prevalence, and the probabilities of wrong answers.
PEOPLE, TESTS, POOL, POSITIVE, MISSED, FALSE = 12, 10, 5, 0.03, 0.15, 0.03


def groups(games: int) -> tuple[float, str]:
    """Return the share of games with a wrong result of a person, and the figures by person."""
    pools = [p for size in range(1, POOL + 1) for p in combinations(range(PEOPLE), size)]
    game = mc.FiniteGame(
        [sum(1 << person for person in pool) for pool in pools],
        range(1 << PEOPLE),
        lambda pool, ill: int(pool & ill > 0),
        goal=lambda ill: ill,
    )
    one = Fraction(POSITIVE).limit_denominator(100)
    assay = mc.weighted(
        mc.noisy(game, {1: {0: MISSED}, 0: {1: FALSE}}),
        lambda ill: one ** ill.bit_count() * (1 - one) ** (PEOPLE - ill.bit_count()),
    )
    first, player = first_belief(assay), NoisyPlayer(assay, "entropy")
    found, ill_ones, wrong, early = [0, 0], 0, 0, 0
    for number in range(games):
        random = Random(f"{SEED} {number}")
        ill = sum((random.random() < POSITIVE) << person for person in range(PEOPLE))
        belief, sure = first, TESTS
        while len(belief.turns) < TESTS:
            guess = player.guess(belief)
            assert guess is not None
            true = assay.score(belief.table.guesses.items[guess], ill)
            heard = true ^ (random.random() < (MISSED if true else FALSE))
            told = belief.told(guess, belief.table.answers[int(heard)])
            assert told is not None
            belief = told
            if sure == TESTS and belief.certainty >= 0.95:
                sure = len(belief.turns)
        named = belief.best[0]
        ill_ones, early, wrong = ill_ones + ill.bit_count(), early + sure, wrong + (named != ill)
        found[0] += (named & ill).bit_count()
        found[1] += (named & ~ill).bit_count()
    healthy = PEOPLE * games - ill_ones
    text = (
        f"{games} games of {TESTS} tests: all right {games - wrong}, sensitivity "
        f"{found[0]}/{ill_ones}, specificity {healthy - found[1]}/{healthy}; "
        f"{early / games:.2f} tests to a confidence of .95 or all"
    )
    return wrong / games, text


def move(make: Callable[[], Any]) -> Callable[[int], tuple[float, str]]:
    """Return the function that measures the processor time of a move in ms, the best of some."""

    def run(_: int) -> tuple[float, str]:
        game = make()
        belief = first_belief(game)
        guess, random = best_guess(belief, 0), Random(SEED)
        times = []
        for _ in range(5):
            answer = random.choice([*belief.chances(guess)])
            told = belief.told(guess, answer)
            assert told is not None
            began = process_time()
            guess = best_guess(told, 0)
            times.append(1000 * (process_time() - began))
        return min(times), f"{min(times):.1f} ms"

    return run


class Words:
    """A game with as many guesses and secrets as Wordle had: all words, and its answers."""

    def __call__(self) -> Any:
        """Return the game: random words, since the lists of the package are shorter."""
        random, letters = Random(SEED), "aeioulnrstdgbcmp"
        words = ["".join(random.choices(letters, k=5)) for _ in range(14_000)]
        words = list(dict.fromkeys(words))[:12_972]
        game = mc.Wordle(answers=sorted(words[:2309]), others=sorted(words[2309:]))
        return mc.noisy(game, 0.05)


def table() -> Any:
    """Return a table of 10,000 rows and 500 columns of probabilities."""
    random = Random(SEED)
    rows = [{"yes": Fraction(p, 100), "no": 1 - Fraction(p, 100)} for p in range(101)]
    cells = [[random.randrange(101) for _ in range(10_000)] for _ in range(500)]

    class Table:
        guesses, secrets, endstates = range(500), range(10_000), ()

        def score(self, column: int, row: int) -> str:
            return "yes" if cells[column][row] > 50 else "no"

        def likelihood(self, column: int, row: int) -> dict[str, Fraction]:
            return rows[cells[column][row]]

    return Table()


def rows() -> Iterator[Row]:
    """Yield all settings."""
    tenth, fifth = Fraction(1, 10), Fraction(1, 5)
    codes = [mc.Mastermind(colours=6, holes=4), mc.Mastermind(colours=4, holes=3)]
    yield Row("wald: two hypotheses, one test", "63/13", 63 / 13, 0, wald)
    yield Row("wald: the same, five questions", "error 181/3125", 181 / 3125, 0, five)
    known = played(lambda: commits(128, 1 - fifth, fifth), 0.95)
    yield Row("commits: 128, rates .8 and .2", "27.39", 27.4, 1500, known)
    yield Row("commits: 128, rates unknown", "59.6", 59, 896, rates)
    more = played(lambda: commits(1024, 1 - tenth, tenth), 0.95)
    yield Row("commits: 1,024, rates .9 and .1", "19.88", 19.9, 1500, more)
    yield Row("dorfman: ten items", "2.037", 2.0371, 0, dorfman)
    large = played(lambda: mc.noisy(codes[0], 0.05), 0.99)
    yield Row("groups: 12 people in pools of 5", "", None, 1000, groups)
    yield Row("M(4,6): error .05", "4.73", 4.75, 1000, large)
    small = played(lambda: mc.noisy(codes[1], 0.1), 0.99)
    yield Row("M(3,4): error .1", "4.21", 4.22, 2000, small)
    yield Row("move of M(4,6), ms", "", 10, 0, move(lambda: mc.noisy(codes[0], 0.05)))
    yield Row("move of Wordle, 12,972 x 2,309, ms", "", 1000, 0, move(Words()))
    yield Row("move of a table, 10,000 x 500, ms", "", 1000, 0, move(table))


def main(arguments: list[str]) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks noise",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", type=int, help="at most this number of games a row")
    parser.add_argument("--only", default="", help="rows whose name has this text")
    given = parser.parse_args(arguments)
    for row in rows():
        if given.only.lower() not in row.name.lower():
            continue
        began = process_time()
        games = row.games if given.games is None else min(row.games, given.games)
        figure, text = row.run(games)
        met = ""
        if row.most is not None:
            verdict = "met" if figure <= row.most * (1 + 1e-12) else "MISSED"
            met = f", at most {row.most:.4f}: {verdict}"
        known = f" (known {row.known})" if row.known else ""
        print(f"{row.name}{known}: {figure:.4f}{met}")
        print(f"    {text}; {process_time() - began:.1f} s", flush=True)
