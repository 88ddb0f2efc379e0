"""The symmetries of a score table in plain Python: which of them are wrong.

A symmetry preserves the table up to a relabelling of scores, the end states, and the weights of
secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from operator import ne
from typing import Any

from mastermind_core.kernels.shared.plain_scores import PlainScores
from mastermind_core.kernels.types import FoundSymmetries, Symmetry


def broken_pair(
    scores: Any, generators: Sequence[Symmetry], check: Callable[[], None] | None = None
) -> tuple[int, int, int] | None:
    """Return the first wrong generator, and the first guess and secret whose score it changes.

    Every pair that is not fixed is compared. ``check`` is called from time to time, and may raise
    an exception to stop.
    """
    for number, generator in enumerate(generators):
        pair = _first_broken(scores, generator, check)
        if pair is not None:
            return number, *pair
    return None


def _first_broken(
    scores: PlainScores, generator: Symmetry, check: Callable[[], None] | None
) -> tuple[int, int] | None:
    on_guess, on_secret, on_score = generator
    renamed = on_score if on_score and any(map(ne, on_score, count())) else None
    everything = range(scores.n_secrets)
    moving = [secret for secret in everything if on_secret[secret] != secret]
    for guess, row in enumerate(scores.rows):
        if check is not None:
            check()
        stays = renamed is None and on_guess[guess] == guess
        compared = moving if stays else everything
        image = scores.rows[on_guess[guess]]
        own = [row[secret] for secret in compared]
        if renamed is not None:
            own = [renamed[score] for score in own]
        images = [image[on_secret[secret]] for secret in compared]
        if own != images:
            return guess, compared[list(map(ne, own, images)).index(True)]
    return None


def find_symmetries(scores: Any, weights: Sequence[int] = (), *, steps: int) -> FoundSymmetries:
    """Return no generators: a search needs none, and only the compiled kernel looks for them.

    The compiled kernel finds them by colour refinement and backtracking. Scores may be permuted.
    ``steps`` is the maximum number of pairs of guess and secret to examine. If they are used up,
    the generators so far are returned.
    """
    return FoundSymmetries([], [], complete=False)
