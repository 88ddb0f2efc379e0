"""What the heuristics of codes share: the shape of a game, errors of codes, codes by place."""

from __future__ import annotations

from collections.abc import Sequence

from mastermind_core.code_space import Coding, Turn
from mastermind_core.kernels.choose import code_kernel


def shape_of(coding: Coding) -> tuple[int, int, bool]:
    """Return what kernels want to know of a game: colours, holes and whether secrets repeat."""
    return coding.colours, coding.holes, coding.game.secret_repeats


def errors_of(holes: int, population: bytes, turns: Sequence[Turn]) -> list[int]:
    """Return how far codes are from a history, black and white pegs alike."""
    blacks, whites = code_kernel().distances(holes, population, turns)
    return [black + white for black, white in zip(blacks, whites, strict=True)]


def code_at(colours: int, holes: int, repeats: bool, at: int) -> bytes:
    """Return a code by its place in lexicographic order."""
    left = list(range(colours))
    code = bytearray()
    for hole in range(holes):
        below = 1
        for further in range(hole + 1, holes):
            below *= colours if repeats else colours - further
        digit, at = divmod(at, below)
        code.append(left[digit] if repeats else left.pop(digit))
    return bytes(code)
