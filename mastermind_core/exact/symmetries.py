"""The symmetries of a game for the search: those it declares, and those its score table has."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain
from typing import Any

from mastermind_core.exact.deadline import Deadline, TimeIsUpError
from mastermind_core.game import Game
from mastermind_core.games import Variant
from mastermind_core.kernels.choose import is_compiled, symmetry_kernel
from mastermind_core.kernels.exact.task import NO_LIMIT, Words
from mastermind_core.kernels.types import MOST_SCORES, Symmetry
from mastermind_core.table import ScoreTable
from mastermind_core.table.symmetry import find_symmetry

#: Pairs of guess and secret up to which symmetries are looked for: of a game that declares none,
#: of one that does (which may have more), and of any game in plain Python.
_UNDECLARED, _DECLARED, _IN_PYTHON = 2**26, 2**17, 2**9

#: How often the table may be gone through.
_TIMES = 64

#: Declared symmetries that are kept beside those that were found, where these generate all.
_MOST_DECLARED = 32

#: Letters that may be exchanged, at most.
_MOST_LETTERS = 64

#: Pairs that are looked at in a second, at least.
_STEPS = 10**8


def task_symmetries(
    game: Game[Any, Any, Any], table: ScoreTable, seconds: float = NO_LIMIT, threads: int = 1
) -> tuple[Symmetry, ...]:
    """Return generators of symmetries that keep every score but for a change of their names.

    What a game declares is checked (see :func:`find_symmetry`). What its score table has is found
    where that costs little beside the search; it keeps the ends and the weights too. What is not
    there after so many ``seconds`` is left out: a search needs none.
    """
    deadline = Deadline(seconds)
    known = _declared(game, table, deadline, threads)
    if known is None:
        return ()
    found, complete = _found(table, _DECLARED if known else _UNDECLARED, deadline.left)
    # What is declared mostly exchanges two letters or places; what is found hardly ever does.
    both = found if complete and len(known) > _MOST_DECLARED else (*known, *found)
    return tuple(one for one in both if _keeps_aims(table, one))


def even_symmetries(
    game: Game[Any, Any, Any], table: ScoreTable, seconds: float = NO_LIMIT, threads: int = 1
) -> tuple[Symmetry, ...]:
    """Return what a game with weights, and no costs or goals, declares but for its weights."""
    if table.uniform or table.costs or table.goals or not isinstance(game, Variant):
        return ()
    declared = _declared(game.game, table, Deadline(seconds), threads) or ()
    return tuple(one for one in declared if not _keeps_aims(table, one))


def _declared(
    game: Game[Any, Any, Any], table: ScoreTable, deadline: Deadline, threads: int
) -> tuple[Symmetry, ...] | None:
    check = deadline.check if deadline.left >= 0 else None
    try:
        declared = find_symmetry(game, table, check=check, threads=threads)
    except TimeIsUpError:
        return None
    same = array("I", range(len(table.scores.items)))
    pairs = zip(declared.guesses, declared.secrets, strict=True)
    return tuple(Symmetry(on_guess, on_secret, same) for on_guess, on_secret in pairs)


def _keeps_aims(table: ScoreTable, symmetry: Symmetry) -> bool:
    """Return whether a symmetry of the scores keeps weights, costs, and which secrets are alike."""
    weights, costs, goals = table.weights, table.costs, table.goals
    alike = table.uniform and len(table.everything) == len(weights)
    on_guess, on_secret, *_ = symmetry
    to: dict[int, int] = {}
    return (
        all(costs[on_guess[guess]] == cost for guess, cost in enumerate(costs))
        and (alike or all(weights[on_secret[s]] == w for s, w in enumerate(weights)))
        and all(
            to.setdefault(goal, goals[on_secret[s]]) == goals[on_secret[s]]
            for s, goal in enumerate(goals)
        )
        and len(set(to.values())) == len(to)
    )


def _found(table: ScoreTable, most: int, left: float) -> tuple[tuple[Symmetry, ...], bool]:
    scores = table.kernel_scores
    size = len(table.guesses.items) * len(table.secrets.items)
    if not is_compiled() or scores.n_scores > MOST_SCORES:
        most = _IN_PYTHON
    if size > most:
        return (), False
    alike = table.uniform and len(table.everything) == len(table.weights)
    weights = () if alike else table.weights
    steps = _TIMES * size if left < 0 else min(_TIMES * size, int(_STEPS * left))
    if steps < size:
        return (), False
    found = symmetry_kernel().find_symmetries(scores, weights, steps=steps)
    return tuple(found.generators), found.complete


def words_of(table: ScoreTable) -> Words:
    """Return secrets and guesses in letters, where they are words of one length."""
    secrets, guesses = table.secrets.items, table.guesses.items
    letters: dict[Any, int] = {}
    try:
        in_letters = _spelled(secrets, secrets[0], letters)
        if not in_letters or guesses is secrets:
            return Words(in_letters, in_letters)
        return Words(in_letters, _spelled(guesses, secrets[0], letters))
    except TypeError:  # a letter that has no hash
        return Words()


def _spelled(items: Sequence[Any], first: Any, letters: dict[Any, int]) -> bytes:
    """Return words in letters, which are numbered as they come.

    Nothing where the letters are too many, or the words not as long as the first of all.
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
