"""A game and what is asked of it, as numbers that a kernel can search."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import floor
from typing import Any, Literal

from attrs import frozen

from mastermind_core.arguments import plain_int, whole_number
from mastermind_core.errors import BadArgument, NoStrategy, shown
from mastermind_core.exact.deadline import Deadline, TimeIsUpError
from mastermind_core.exact.legality import LegalRows, check_rule, only_candidates_are_legal
from mastermind_core.exact.options import LOG, SearchOptions
from mastermind_core.exact.symmetries import even_symmetries, task_symmetries, words_of
from mastermind_core.game import Game
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import NO_LIMIT, POOL_LEGAL, Task, Words
from mastermind_core.kernels.shared.ctrl_c import AtOnce
from mastermind_core.kernels.types import POOL_ALL, POOL_CANDIDATES
from mastermind_core.table import ScoreTable, compile_game

Pool = Literal["all", "candidates", "legal"]

POOLS: dict[str, int] = {"all": POOL_ALL, "candidates": POOL_CANDIDATES, "legal": POOL_LEGAL}

#: The share of the time that is left that symmetries may take.
_FOR_SYMMETRIES = 0.25

#: No strategy that is worth a guess takes as many; a limit of more is one of as many.
_MOST_STEPS = 2**31

_NO_OPTIONS = SearchOptions()


@frozen
class Case:
    """What a search was asked: all that is needed to search again for its proof."""

    table: ScoreTable
    task: Task


def known_in_time(game: Game[Any, Any, Any], options: SearchOptions) -> ScoreTable:
    """Return the score table of a game, or say that the time of a search did not do for it."""
    if options.seconds is None:
        return compile_game(game)
    with suppress(TimeIsUpError):
        return compile_game(game, progress=Deadline(options.seconds_left).check)
    LOG.info("search of %s: given up, the time was over before all answers were known", game)
    raise NoStrategy(
        "the time was up before all answers of the game were known (a bound of one guess for "
        "each secret is all that is proven): allow more seconds, or call compile_game(game) "
        "before"
    )


def pose(
    game: Game[Any, Any, Any],
    table: ScoreTable,
    objective: str = Objective.MEAN,
    pool: str = "all",
    *,
    max_steps: int | None = None,
    max_cost: Any = None,
    opening: Any = None,
    options: SearchOptions = _NO_OPTIONS,
) -> Task:
    """State a search in numbers.

    Where the time is up, symmetries are left out, and NoStrategy is raised if the legal guesses are
    not known yet. Nothing can be lost yet: Ctrl-C is raised when it comes.
    """
    with AtOnce():
        if not isinstance(pool, str) or pool not in POOLS:
            raise BadArgument(f"pool must be one of {', '.join(POOLS)}, not {shown(pool)}")
        check = Deadline(options.seconds_left).check
        max_steps = whole_number("max_steps", max_steps, none="for no limit")
        try:
            if pool == "legal" and only_candidates_are_legal(game, table, check):
                pool = "candidates"
            legal = pool == "legal"
            if legal:
                check_rule(game, table, check)
        except TimeIsUpError:
            raise NoStrategy(
                "the time was up before it was known which guesses are legal: allow more seconds"
            ) from None
        money = NO_LIMIT if max_cost is None else _money(table, max_cost)
        if money != NO_LIMIT and not table.costs:  # then each guess costs one
            max_steps, money = money if max_steps is None else min(max_steps, money), NO_LIMIT
        seconds = _FOR_SYMMETRIES * options.seconds_left
        threads = options.threads or 1
        symmetries = () if legal else task_symmetries(game, table, seconds, threads)
        even = () if legal else even_symmetries(game, table, seconds, threads)
        return Task(
            table.everything,
            Objective(objective),
            POOLS[pool],
            NO_LIMIT if max_steps is None else min(max_steps, _MOST_STEPS),
            weights=() if table.uniform else table.weights,
            symmetries=symmetries,
            words=words_of(table) if even or (symmetries and table.uniform) else Words(),
            legal=LegalRows(game, table) if legal else (),
            nodes=NO_LIMIT if options.nodes is None else options.nodes,
            seconds=NO_LIMIT if options.seconds is None else options.seconds,
            memory=NO_LIMIT if options.memory is None else options.memory,
            threads=threads,
            max_cost=money,
            first=() if opening is None else (_first_guess(table, opening),),
            even_symmetries=even,
        )


def _money(table: ScoreTable, value: Any) -> int:
    """Return what a path may cost in the unit of the table."""
    value = plain_int(value)
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)) or value < 0:
        raise BadArgument(
            "max_cost must be an integer or a fraction from 0, or None for no limit, not "
            f"{shown(value)}"
        )
    return floor(value / table.cost_unit)


def _first_guess(table: ScoreTable, guess: Any) -> int:
    """Return the number of a guess to begin with."""
    number = table.guesses[guess]
    if not table.tells(number, table.everything):
        raise BadArgument(
            f"opening: {shown(guess)} gets the same answer from every secret: take another"
        )
    return number
