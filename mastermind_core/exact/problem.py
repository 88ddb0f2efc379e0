"""A search problem as numbers for a kernel, with the game's symmetries."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import chain
from typing import Any, Literal, NamedTuple

from attrs import frozen

from mastermind_core.arguments import expect, plain_int, whole_number
from mastermind_core.errors import BadArgument, NoStrategy, shown
from mastermind_core.exact.deadline import Deadline, TimeIsUpError
from mastermind_core.exact.legality import LegalRows, check_rule, only_candidates_are_legal
from mastermind_core.exact.options import LOG, SearchOptions
from mastermind_core.game import Game, pool_of
from mastermind_core.games import Variant
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import (
    NO_LIMIT,
    POOL_LEGAL,
    SearchHints,
    SearchLimits,
    SearchQuestion,
    Task,
    Words,
)
from mastermind_core.kernels.shared.ctrl_c import AtOnce
from mastermind_core.kernels.types import POOL_ALL, POOL_CANDIDATES, Symmetry
from mastermind_core.notation import guess_in
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.table.symmetry import find_symmetry, keeps_aims

Pool = Literal["all", "candidates", "legal"] | None

POOLS: dict[str, int] = {"all": POOL_ALL, "candidates": POOL_CANDIDATES, "legal": POOL_LEGAL}

#: The share of the remaining time that symmetries may take.
_FOR_SYMMETRIES = 0.25

#: No useful strategy takes as many guesses; a higher limit is lowered to this.
_MOST_STEPS = 2**31

_NO_OPTIONS = SearchOptions()


@frozen
class Case:
    """A search's question, which is enough to search again for its proof."""

    table: ScoreTable
    task: Task


def known_in_time(game: Game, options: SearchOptions) -> ScoreTable:
    """Return a game's score table.

    Raises:
        NoStrategy: If the search's time ended before all answers were known.
    """
    if options.seconds is None:
        return compile_game(game)
    with suppress(TimeIsUpError):
        return compile_game(game, progress=Deadline(options.seconds_left).check)
    LOG.info("search of %s: given up, the time was over before all answers were known", game)
    raise NoStrategy(
        "the time was up before all answers of the game were known (a bound of one guess for each "
        "secret is all that is proven): allow more seconds, or call compile_game(game) before"
    )


def pose(
    game: Game,
    table: ScoreTable,
    objective: str = Objective.MEAN,
    pool: str | None = None,
    *,
    max_steps: int | None = None,
    max_cost: object = None,
    first_guess: object = None,
    options: SearchOptions = _NO_OPTIONS,
) -> Task:
    """Return a search's task for a kernel.

    If the time is up, symmetries are left out. Ctrl-C is raised at once, as no result can be lost.

    Raises:
        NoStrategy: If the time ends before the legal guesses are known.
        BadArgument: If an argument is not valid.
    """
    with AtOnce():
        used_pool = pool_in_use(game, table, pool, options)
        legal = used_pool == "legal"
        steps, money = _limits_of_a_path(table, max_steps, max_cost)
        symmetries = SearchSymmetries()
        if not legal:
            seconds = _FOR_SYMMETRIES * options.seconds_left
            symmetries = search_symmetries(game, table, seconds)
        named = symmetries.uniform or (symmetries.exact and table.uniform)
        return Task(
            SearchQuestion(
                table.everything,
                Objective(objective),
                POOLS[used_pool],
                max_steps=steps,
                weights=() if table.uniform else table.weights,
                legal=LegalRows(game, table) if legal else (),
                max_cost=money,
                first=() if first_guess is None else (_first_guess(table, first_guess),),
            ),
            limits=SearchLimits(
                nodes=_or_no_limit(options.nodes),
                seconds=_or_no_limit(options.seconds),
                memory=_or_no_limit(options.memory),
                threads=options.threads or 1,
            ),
            hints=SearchHints(
                symmetries=symmetries.exact,
                words=words_of(table) if named else Words(),
                uniform_symmetries=symmetries.uniform,
            ),
        )


def _or_no_limit(limit: Any) -> Any:
    """Return a limit as the kernels take it."""
    return NO_LIMIT if limit is None else limit


def pool_in_use(game: Game, table: ScoreTable, pool: str | None, options: SearchOptions) -> str:
    """Return a search's pool, after checking the rule that makes guesses legal."""
    wanted: str = pool_of(game, pool)
    known = isinstance(wanted, str) and wanted in POOLS
    expect(known, "pool", f"one of {', '.join(POOLS)}", wanted)
    if wanted != "legal":
        return wanted
    check = Deadline(options.seconds_left).check
    try:
        if only_candidates_are_legal(game, table, check):
            return "candidates"
        check_rule(game, table, check, asked=pool is not None)
    except TimeIsUpError:
        raise NoStrategy(
            "the time was up before it was known which guesses are legal: allow more seconds"
        ) from None
    return wanted


def _limits_of_a_path(table: ScoreTable, max_steps: object, max_cost: object) -> tuple[int, int]:
    """Return the maximum number of guesses on a path, and its maximum cost, for a kernel."""
    steps = whole_number("max_steps", max_steps, none="for no limit")
    money = NO_LIMIT if max_cost is None else _money(table, max_cost)
    if money != NO_LIMIT and not table.costs:  # then each guess costs one
        steps = money if steps is None else min(steps, money)
        money = NO_LIMIT
    return NO_LIMIT if steps is None else min(steps, _MOST_STEPS), money


def _money(table: ScoreTable, value: Any) -> int:
    """Return a path's maximum cost in the table's unit."""
    value = plain_int(value)
    good = isinstance(value, (int, Fraction)) and not isinstance(value, bool) and value >= 0
    wanted = "an integer or a fraction from 0, or None for no limit"
    expect(good, "max_cost", wanted, value)
    return int(value // table.cost_unit)


def _first_guess(table: ScoreTable, guess: object) -> int:
    """Return the first guess's number."""
    number = table.guesses[guess_in(table.game, guess)]
    if not table.tells(number, table.everything):
        raise BadArgument(
            f"first_guess: {shown(guess)} gets the same answer from every secret: take another"
        )
    return number


#: Up to this number of pairs of guess and secret, symmetries are computed: for a game that declares
#: none, and for one that declares some (it may have more).
_UNDECLARED = 2**26
_DECLARED = 2**17

#: The maximum number of passes over the table.
_TIMES = 64

#: The maximum number of declared symmetries to keep if the computed ones generate all.
_MOST_DECLARED = 32

#: The maximum number of letters that may be exchanged.
_MOST_LETTERS = 64

#: The minimum number of pairs that are examined per second.
_STEPS = 10**8


class SearchSymmetries(NamedTuple):
    """A game's symmetries that preserve every score up to renamed scores.

    Attributes:
        exact: Those that preserve weights, costs and goals, too.
        uniform: Those that preserve everything except the weights.
    """

    exact: tuple[Symmetry, ...] = ()
    uniform: tuple[Symmetry, ...] = ()


def search_symmetries(game: Game, table: ScoreTable, seconds: float) -> SearchSymmetries:
    """Return generators for a game's symmetries.

    Declared symmetries are checked (see :func:`find_symmetry`). The score table's symmetries are
    computed if that takes little time compared with the search. They preserve end states and
    weights too. Those not found within ``seconds`` are left out: a search needs none.
    """
    deadline = Deadline(seconds)
    declared = _declared(game, table, deadline)
    if declared is None:
        return SearchSymmetries()
    exact, others = _by_aims(table, declared)
    found, complete = _found(table, _DECLARED if exact else _UNDECLARED, deadline.left)
    # Declared symmetries mostly exchange two letters or places; computed ones hardly ever do.
    computed_suffice = complete and len(exact) > _MOST_DECLARED
    computed, _ = _by_aims(table, found)
    both = computed if computed_suffice else (*exact, *computed)
    only_weights = isinstance(game, Variant) and not (table.uniform or table.costs or table.goals)
    return SearchSymmetries(both, others if only_weights else ())


def _by_aims(
    table: ScoreTable, symmetries: Sequence[Symmetry]
) -> tuple[tuple[Symmetry, ...], tuple[Symmetry, ...]]:
    """Return the symmetries that preserve weights, costs and goals, and the others."""
    kept: list[Symmetry] = []
    others: list[Symmetry] = []
    for symmetry in symmetries:
        own = kept if keeps_aims(table, symmetry.guesses, symmetry.secrets) else others
        own.append(symmetry)
    return tuple(kept), tuple(others)


def _declared(game: Game, table: ScoreTable, deadline: Deadline) -> tuple[Symmetry, ...] | None:
    """Return the scores' declared symmetries, or None if the time is up."""
    check = deadline.check if deadline.left >= 0 else None
    try:
        declared = find_symmetry(game, table, check=check, aims=False)
    except TimeIsUpError:
        return None
    same = array("I", range(len(table.scores.items)))
    pairs = zip(declared.guesses, declared.secrets, strict=True)
    return tuple(Symmetry(on_guess, on_secret, same) for on_guess, on_secret in pairs)


def _found(table: ScoreTable, most: int, left: float) -> tuple[tuple[Symmetry, ...], bool]:
    scores = table.kernel_scores
    size = len(table.guesses.items) * len(table.secrets.items)
    if size > most:
        return (), False
    equal = table.uniform and len(table.everything) == len(table.weights)
    weights = () if equal else table.weights
    steps = _TIMES * size if left < 0 else min(_TIMES * size, int(_STEPS * left))
    if steps < size:
        return (), False
    found = kernels.symmetries.find_symmetries(scores, weights, steps=steps)
    return tuple(found.generators), found.complete


def words_of(table: ScoreTable) -> Words:
    """Return secrets and guesses in letters, if they are words with one length."""
    secrets = table.secrets.items
    guesses = table.guesses.items
    letters: dict[Any, int] = {}
    try:
        in_letters = _spelled(secrets, secrets[0], letters)
        if not in_letters or guesses is secrets:
            return Words(in_letters, in_letters)
        return Words(in_letters, _spelled(guesses, secrets[0], letters))
    except TypeError:  # a letter that has no hash
        return Words()


def _spelled(items: Sequence[Any], first: Any, letters: dict[Any, int]) -> bytes:
    """Return words in letters, which are numbered as they are first used.

    The result is empty if there are too many letters, or words with different lengths.
    """
    if not all(isinstance(item, tuple | str) for item in (first, *items)):
        return b""
    words = list(map(list, items))
    if any(len(word) != len(first) for word in words):
        return b""
    for letter in chain.from_iterable(words):
        letters.setdefault(letter, len(letters))
    if len(letters) > _MOST_LETTERS:
        return b""
    return bytes(map(letters.__getitem__, chain.from_iterable(words)))
