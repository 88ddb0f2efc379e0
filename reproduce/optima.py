"""Least totals and least worst cases of many games, beside what is known of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any, Literal

from attrs import frozen

from mastermind_core.errors import NoStrategy
from mastermind_core.exact.objective import objective_named
from mastermind_core.exact.search import optimal
from mastermind_core.exact.solution import Solution
from mastermind_core.game.amounts import Exact
from mastermind_core.games import Mastermind, TwoD
from mastermind_core.kernels.choose import is_compiled

#: What a row costs: seconds in plain Python, up to a minute with the native kernel, or more.
Effort = Literal["quick", "native", "long"]

_KNOWN = "two programs"
_THREE_HOLES = "Jäger and Peczarski 2009"
_FOUR_HOLES = "see Jäger and Peczarski 2009"
_WITHOUT_REPEATS = "see Jäger and Peczarski 2015"
_REPEATS: dict[str, Literal["both", "guesses", "none"]] = {
    "M": "both",
    "AB": "none",
    "SO": "guesses",
}
#: The names of the values of two objectives. Other objectives name their values.
NAMES_OF_VALUES = {"mean": "total", "worst": "worst case"}
_SKIPPED = {
    "native": "skipped: minutes without the native kernel; --all computes it",
    "long": "skipped: takes minutes or hours; --all computes it",
}


@frozen
class Optimum:
    """State the minimum of an objective for a game, where a source has it.

    A source without a value is one whose figures could not be read.
    """

    game: str
    objective: str
    effort: Effort
    value: int | None = None
    source: str = ""
    max_steps: int | None = None


def game_called(name: str) -> Any:
    """Return a game by its short name.

    >>> game_called("SO(4,6)")
    Mastermind(colours=6, holes=4, repeats='guesses')
    >>> game_called("TwoD(5)")
    TwoD(size=5)
    """
    family, numbers = name.rstrip(")").split("(")
    if family == "TwoD":
        return TwoD(int(numbers))
    holes, colours = map(int, numbers.split(","))
    return Mastermind(colours=colours, holes=holes, repeats=_REPEATS[family])


def _known(
    family: str, sizes: Iterable[str], totals: str, worst: str, effort: Effort = "quick"
) -> Iterator[Optimum]:
    for size, total, least in zip(sizes, totals.split(), worst.split(), strict=True):
        yield Optimum(f"{family}({size})", "mean", effort, int(total), _KNOWN)
        yield Optimum(f"{family}({size})", "worst", effort, int(least), _KNOWN)


def _unknown(
    effort: Effort, *games: str, worst: str = "", values: Iterable[int] = ()
) -> Iterator[Optimum]:
    """Yield games whose least total no source has; ``worst`` is one that has their worst cases."""
    for game, value in zip_longest(games, values):
        yield Optimum(game, "mean", effort)
        yield Optimum(game, "worst", effort, value, worst)


def _of(holes: int, *colours: int) -> list[str]:
    return [f"{holes},{number}" for number in colours]


OPTIMA: tuple[Optimum, ...] = (
    *_known("M", _of(2, *range(2, 9)), "8 21 45 81 132 198 284", "3 3 4 4 5 5 6"),
    *_known("M", _of(2, 9, 10), "388 517", "6 7", "native"),
    *_known("M", _of(3, 4, 5), "206 451", "4 5"),
    *_known("M", _of(3, 6, 7, 8), "854 1474 2359", "5 6 6", "native"),
    *_known("M", _of(4, 4, 5), "905 2463", "4 5", "native"),
    Optimum("M(4,6)", "mean", "native", 5625, "Koyama and Lai 1993"),
    Optimum("M(4,6)", "mean", "native", 5626, "Koyama and Lai 1993", max_steps=5),
    Optimum("M(4,6)", "worst", "native", 5, "Knuth 1977"),
    Optimum("M(4,7)", "mean", "native", 11228, "Ville 2013"),
    Optimum("M(4,7)", "worst", "native", 6, _KNOWN),
    Optimum("M(4,8)", "mean", "long", 20471, "a README, rounded"),
    Optimum("M(4,8)", "mean", "long", 20473, "a README, rounded", max_steps=6),
    Optimum("M(4,8)", "worst", "native", 6, _KNOWN),
    *_known("AB", _of(3, *range(3, 7)), "15 72 196 436", "4 4 4 5"),
    *_known("AB", _of(3, 7, 8), "836 1449", "5 6", "native"),
    *_known("AB", _of(4, 6), "1446", "5", "native"),
    *_known("AB", _of(4, 9), "14914", "6", "native"),
    Optimum("AB(4,10)", "mean", "native", 26274, "Tanaka 1996"),
    Optimum("AB(4,10)", "worst", "native", 7, _KNOWN),
    Optimum("SO(4,6)", "mean", "native", 1435, _KNOWN),
    Optimum("SO(4,6)", "worst", "native", 5, _KNOWN),
    *_known("TwoD", "23456", "7 22 46 83 131", "2 3 4 4 5"),
    *_unknown("quick", "TwoD(7)"),
    *_unknown("native", "TwoD(8)", "TwoD(9)", "TwoD(10)"),
    *_unknown("native", "M(3,9)", "M(3,10)", "M(3,11)", worst=_THREE_HOLES, values=(6, 7, 7)),
    *_unknown("native", "M(5,2)", "M(5,3)", "M(5,4)"),
    *_unknown("native", "M(5,5)", "M(6,2)", "M(6,3)", "M(7,2)", "M(8,2)"),
    Optimum("M(6,4)", "worst", "native"),
    *_unknown("native", "M(7,3)", "M(9,2)", "M(10,2)"),
    *_unknown("native", "AB(4,7)", "AB(4,8)", worst=_WITHOUT_REPEATS),
    *_unknown("native", "AB(5,6)", "AB(5,7)", "SO(4,7)", "SO(5,6)"),
    Optimum("SO(4,8)", "mean", "native"),
    Optimum("SO(4,8)", "worst", "native", 6, _KNOWN),
    Optimum("AB(4,10)", "within:6", "long", 50, "the best published tree"),
    *_unknown("long", "AB(4,11)", "AB(4,12)", worst=_WITHOUT_REPEATS),
    *_unknown("long", "AB(5,8)"),
    *_unknown("long", "M(4,9)", "M(4,10)", "M(4,11)", worst=_FOUR_HOLES),
    *_unknown("long", "M(5,6)", "SO(5,7)"),
    Optimum("M(5,7)", "worst", "long"),
    Optimum("SO(5,8)", "mean", "long"),
)


def optima_report(
    rows: Iterable[Optimum] = OPTIMA,
    *,
    quick: bool = False,
    everything: bool = False,
    seconds: float | None = None,
) -> Iterator[str]:
    """Yield a table, a line for each optimum as it is computed; ``seconds`` bounds a search.

    >>> for line in optima_report([Optimum("TwoD(5)", "mean", "quick", 83, "a book")]):
    ...     print(line)
    game      secrets  objective       value         mean    state   known
    TwoD(5)        25  total           83            3.3200  proven  83: same (a book)
    """
    native = is_compiled()
    yield _line("game", "secrets", "objective", "value", "mean", "state", "known")
    for row in rows:
        if quick and row.effort != "quick":
            continue
        cheap = row.effort == "quick" or (row.effort == "native" and native)
        if cheap or everything:
            game = game_called(row.game)
            try:
                solution = optimal(
                    game, objective_named(row.objective), max_steps=row.max_steps, seconds=seconds
                )
            except NoStrategy:
                if seconds is None:
                    raise
                yield _line(row.game, f"{len(game.secrets):,}", _asked(row), "no time")
            else:
                yield _compared(row, solution, len(game.secrets))
        else:
            yield _line(row.game, "", _asked(row), _SKIPPED[row.effort])


def _line(game: str, secrets: str, asked: str, value: str, *rest: str) -> str:
    columns = f"{game:8}  {secrets:>7}  {asked:14}  {value:12}  "
    mean, state, known = rest or ("", "", "")
    return f"{columns}{mean:6}  {state:6}  {known}".rstrip()


def _compared(row: Optimum, solution: Solution, secrets: int) -> str:
    value = solution.values
    return _line(
        row.game,
        f"{secrets:,}",
        _asked(row),
        str(value) if solution.proven else f"{solution.lower_bound}..{value}",
        f"{value / secrets:.4f}" if row.objective == "mean" else "",
        "proven" if solution.proven else "bounds",
        _known_value(row, value, proven=solution.proven),
    )


def _asked(row: Optimum) -> str:
    limit = "" if row.max_steps is None else f" within {row.max_steps}"
    return f"{NAMES_OF_VALUES.get(row.objective, row.objective)}{limit}"


def _known_value(row: Optimum, value: Exact, *, proven: bool) -> str:
    if row.value is None:
        return row.source or "not in our sources"
    verdict = "" if not proven else ": same" if row.value == value else ": DIFFERENT"
    return f"{row.value}{verdict} ({row.source})"
