"""The symmetries of a game for the search: those it declares, and those its score table has."""

from __future__ import annotations

from array import array
from typing import Any

from mastermind_core.game import Game
from mastermind_core.kernels.choose import MOST_SCORES, is_compiled, symmetry_kernel
from mastermind_core.kernels.exact.budget import Deadline, TimeIsUpError
from mastermind_core.kernels.exact.task import NO_LIMIT
from mastermind_core.kernels.types import Symmetry
from mastermind_core.symmetry import find_symmetry
from mastermind_core.table import ScoreTable

#: Pairs of guess and secret up to which symmetries are looked for: of a game that declares none,
#: of one that does (which may have more), and of any game in plain Python.
_UNDECLARED, _DECLARED, _IN_PYTHON = 2**26, 2**17, 2**9

#: How often the table may be gone through.
_TIMES = 64

#: Pairs that are looked at in a second, at least.
_STEPS = 10**8


def task_symmetries(
    game: Game[Any, Any, Any], table: ScoreTable, seconds: float = NO_LIMIT
) -> tuple[Symmetry, ...]:
    """Return generators of symmetries that keep every score but for a change of their names.

    What a game declares is checked (see :func:`find_symmetry`). What its score table has is found
    where that costs little beside the search; it keeps the ends and the weights too. What is not
    there after so many ``seconds`` is left out: a search needs none.
    """
    deadline = Deadline(seconds)
    try:
        declared = find_symmetry(game, table, check=deadline.check if seconds >= 0 else None)
    except TimeIsUpError:
        return ()
    same = array("I", range(len(table.scores.items)))
    pairs = zip(declared.guesses, declared.secrets, strict=True)
    known = tuple(Symmetry(on_guess, on_secret, same) for on_guess, on_secret in pairs)
    found, complete = _found(table, _DECLARED if known else _UNDECLARED, deadline.left)
    return found if complete else (*known, *found)


def _found(table: ScoreTable, most: int, left: float) -> tuple[tuple[Symmetry, ...], bool]:
    scores = table.kernel_scores
    size = len(table.guesses.items) * len(table.secrets.items)
    if not is_compiled() or scores.n_scores > MOST_SCORES:
        most = _IN_PYTHON
    if size > most:
        return (), False
    weights = () if table.uniform else table.weights
    steps = _TIMES * size if left < 0 else min(_TIMES * size, int(_STEPS * left))
    if steps < size:
        return (), False
    found = symmetry_kernel().find_symmetries(scores, weights, steps=steps)
    return tuple(found.generators), found.complete
