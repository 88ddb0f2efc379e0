"""What games of questions share: questions are answered, and a true accusation ends the game."""

from __future__ import annotations

from typing import Any

from mastermind_core.errors import BadArgument, shown
from mastermind_core.notation import choose
from mastermind_core.notation.spelling import as_text, fold

#: The answer to an accusation that is true, and to one that is not.
FOUND, WRONG = "found", "wrong"

_FOUND = frozenset({"found", "right", "correct", "=", "true"})
_WRONG = frozenset({"wrong", "not", "false", "no"})


def read_answer(text: str, answers: dict[str, frozenset[str]], scores: Any) -> Any:
    """Read an answer by its own name to the letter, by its other names, or else by its own."""
    if as_text(text, "score") in scores:
        return text
    said = fold(text)
    for score, names in answers.items():
        if score in scores and said in names:
            return score
    if said in _FOUND:
        return FOUND
    if said in _WRONG and WRONG in scores:
        return WRONG
    return choose(text, scores, "score")


def numbers_of(text: str, most: int) -> frozenset[int] | None:
    """Return the numbers from 1 to a limit that a text lists; None where it lists anything else.

    >>> numbers_of("1+3", 4), numbers_of("", 4), numbers_of("1 5", 4)
    (frozenset({1, 3}), frozenset(), None)
    """
    words = fold(text).split()
    if not all(word.isdecimal() and len(word) < 6 for word in words):
        return None
    found = [int(word) for word in words]
    if len(set(found)) < len(found) or not all(1 <= number <= most for number in found):
        return None
    return frozenset(found)


def exchanged(numbers: frozenset[int], one: int, other: int) -> frozenset[int]:
    """Return a set in which two numbers have changed places.

    >>> exchanged(frozenset({1, 3}), 1, 2), exchanged(frozenset({1, 2}), 1, 2)
    (frozenset({2, 3}), frozenset({1, 2}))
    """
    return numbers ^ {one, other} if (one in numbers) != (other in numbers) else numbers


def no_guess(text: str, how: str) -> BadArgument:
    """Return the error for a text that is no guess."""
    return BadArgument(f"{shown(text, 45)} is no guess: {how}")
