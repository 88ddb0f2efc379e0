"""What the best play reaches in the environments of language models: proven ceilings.

    python -m benchmarks ceilings                                  # the games that need no file
    python -m benchmarks ceilings --textarena FOLDER               # with the data of its package
    python -m benchmarks ceilings --list NAME ANSWERS [GUESSES]    # a list of words; repeat
    python -m benchmarks ceilings --table NAME FILE                # an attribute table; repeat
    python -m benchmarks ceilings --wordle                         # the package's own list: minutes
    python -m benchmarks ceilings --only GuessWho                  # rows whose name has a text

A line a game and rule: the least mean number of guesses, the least worst case, and the greatest
mean reward of each formula, all proven unless "at least" or "at most" says otherwise. The formulas:

* won: 1 for a game that is won within its guesses.
* 1/guesses: the bonus for short games of the environment ``wordle`` of verifiers up to 0.3, where
  a correct answer has 1 and its format 0.2 beside.
* speed: clembench's points: 100 within three guesses, then 50, 30 and 20.

Each reward is the optimum of an objective of its own, because the tree of the least mean need not
have the greatest reward. The lists are read from files and packages, and are not copied.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from math import lcm
from pathlib import Path
from time import process_time
from typing import Any

import mastermind_core as mc
from mastermind_core.games import Wordle, read_words

#: The guesses of a game of Wordle, and the rewards by the number of guesses, 0 for a lost game.
GUESSES = 6
REWARDS: Mapping[str, Callable[[int], Fraction]] = {
    "won": lambda guesses: Fraction(guesses <= GUESSES),
    "1/guesses": lambda guesses: Fraction(int(guesses <= GUESSES), guesses),
    "speed": lambda guesses: Fraction({4: 50, 5: 30, 6: 20}.get(guesses, 100 * (guesses <= 3))),
}

HEAD = ("game", "secrets", "guesses", "mean", "worst", *REWARDS, "cpu")


def penalties(reward: Callable[[int], Fraction]) -> tuple[list[int], Fraction, int]:
    """Return a reward as integer penalties by the number of guesses, its maximum, and the unit."""
    values = [reward(guesses) for guesses in range(1, GUESSES + 2)]
    unit = lcm(*(value.denominator for value in values))
    return [int((values[0] - value) * unit) for value in values], values[0], unit


def solved(game: Any, objective: Any, **how: Any) -> mc.Solution | None:
    """Return the best solution within a budget, or None if there was none."""
    try:
        return mc.optimal(game, objective, **how)
    except mc.NoStrategy:
        return None


def mean_of(game: Any, how: Mapping[str, Any]) -> str:
    """Return the least mean, or the interval in which it is proven to be."""
    found = solved(game, "mean", **how)
    if found is None:
        return "-"
    count = len(game.secrets)
    if found.proven:
        return f"{float(found.total) / count:.4f}"
    return f"{float(found.lower_bound) / count:.3f} to {float(found.total) / count:.3f}"


def worst_of(game: Any, how: Mapping[str, Any]) -> str:
    """Return the least worst case, or the interval in which it is proven to be."""
    found = solved(game, "worst", **how)
    if found is None:
        return "-"
    if found.proven:
        return str(found.worst)
    return f"{found.lower_bound} to {found.worst}"


def reward_of(game: Any, reward: Callable[[int], Fraction], how: Mapping[str, Any]) -> str:
    """Return the greatest mean reward, or a bound of it."""
    costs, most, unit = penalties(reward)
    found = solved(game, mc.penalty(costs), **how)
    if found is None:
        return "-"
    total = found.values if found.proven else found.lower_bound
    value = most - Fraction(total) / (unit * len(game.secrets))
    return f"{'' if found.proven else 'at most '}{float(value):.4f}"


def row(name: str, game: Any, how: Mapping[str, Any], *, rewards: bool) -> list[str]:
    """Return a line of the table."""
    began = process_time()
    sizes = [str(len(game.secrets)), str(len(game.guesses))]
    figures = [mean_of(game, how), worst_of(game, how)]
    figures += [reward_of(game, one, how) if rewards else "" for one in REWARDS.values()]
    return [name, *sizes, *figures, f"{process_time() - began:.1f}"]


def codes() -> Iterator[tuple[str, Any]]:
    """Yield the settings of MastermindEval and of TextArena's Mastermind."""
    for holes, colours in ((2, 4), (3, 5), (4, 6), (5, 7)):
        game = mc.Mastermind(colours=colours, holes=holes)
        yield f"MastermindEval ({holes}, {colours})", game
    for name, colours in (("Mastermind-v0", 6), ("Mastermind-v0-hard", 8)):
        yield f"TextArena {name}", mc.Mastermind(colours=colours, holes=4, repeats="none")


def characters(folder: Path) -> Iterator[tuple[str, Any]]:
    """Yield the table of TextArena's GuessWho, asked for values, and by yes and no."""
    path = folder / "envs" / "GuessWho" / "characters.json"
    rows = json.loads(path.read_text(encoding="utf-8"))
    header = list(rows[0])
    lines = [[" and ".join(v) if isinstance(v, list) else v for v in one.values()] for one in rows]
    lines = [[cell or "none" for cell in line] for line in lines]
    yield from table_games("TextArena GuessWho", [header, *lines])


def table_games(name: str, table: list[list[str]]) -> Iterator[tuple[str, Any]]:
    """Yield a table as games: to know the row, or to name it, by attributes or by yes and no."""
    by_value = mc.games.GuessWho(table, questions="values")
    by_attribute = mc.games.GuessWho(table, questions="attributes")
    for how, game in (("attributes", by_attribute), ("yes or no", by_value)):
        yield f"{name}, {how}, named", game
        yield f"{name}, {how}, known", mc.identified(game)


def lists(name: str, answers: Any, others: Any = ()) -> Iterator[tuple[str, Any]]:
    """Yield a list of words by normal and hard rules, with own words as guesses and with all."""
    for guesses, words in (("own words", ()), ("all words", others)):
        if guesses == "own words" or others:
            yield f"{name}, {guesses}", Wordle(answers, others=words)
            yield f"{name}, {guesses}, hard", Wordle(answers, others=words, hard=True)


def games(given: argparse.Namespace) -> Iterator[tuple[str, Any, bool]]:
    """Yield the games with their names, and whether they have the rewards of Wordle."""
    yield from ((name, game, False) for name, game in codes())
    folder = given.textarena
    if folder is None and (spec := find_spec("textarena")) is not None and spec.origin:
        folder = Path(spec.origin).parent
    if folder is not None:
        yield from ((name, game, False) for name, game in characters(Path(folder)))
    for name, path in given.table:
        with Path(path).open(encoding="utf-8", newline="") as file:
            table = [line for line in csv.reader(file) if line]
        yield from ((own, game, False) for own, game in table_games(name, table))
    for name, *paths in given.list:
        words = [read_words(path) for path in paths]
        yield from ((own, game, True) for own, game in lists(name, *words))
    if given.wordle:
        game = Wordle()
        named = partial(lists, "mastermind_core Wordle")
        yield from ((own, one, True) for own, one in named(game.answers, game.others))


def main(arguments: list[str]) -> None:
    """Print a line a game."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks ceilings",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--textarena", metavar="FOLDER", help="the folder of the package")
    parser.add_argument("--list", nargs="+", action="append", default=[], metavar="NAME FILE")
    parser.add_argument("--table", nargs=2, action="append", default=[], metavar=("NAME", "FILE"))
    parser.add_argument("--wordle", action="store_true", help="the package's own list, too")
    parser.add_argument("--seconds", type=float, default=20, help="of each search (default 20)")
    parser.add_argument("--only", metavar="TEXT", default="", help="rows whose name has this text")
    given = parser.parse_args(arguments)
    writer = csv.writer(sys.stdout)
    writer.writerow(HEAD)
    for name, game, rewards in games(given):
        if given.only in name:
            writer.writerow(row(name, game, {"seconds": given.seconds}, rewards=rewards))
            sys.stdout.flush()
