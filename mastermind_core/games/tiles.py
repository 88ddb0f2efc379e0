"""Coloured tiles, a letter each: what they say, and how people write them."""

from __future__ import annotations

from collections import Counter

from mastermind_core.errors import BadArgument
from mastermind_core.notation.spelling import as_text, quoted

#: How a letter is answered.
GREY, YELLOW, GREEN = ".yg"

#: The signs for each tile; orange and blue are those of the mode of high contrast.
_SIGNS = {
    **dict.fromkeys(".-_xb0⬛⬜◼◻⚫⚪", GREY),
    **dict.fromkeys("y1🟨🟦🟡", YELLOW),
    **dict.fromkeys("g2🟩🟧🟢", GREEN),
}
_BETWEEN = dict.fromkeys(map(ord, " \t,;|'\"()[]\ufe0e\ufe0f"))


def tiles(guess: str, secret: str) -> str:
    """Score a word as Wordle does: g in place, y elsewhere, . nowhere.

    A letter is yellow no oftener than the secret has it besides the green ones, from the left.

    >>> tiles("speed", "abide"), tiles("speed", "erase")
    ('..y.y', 'y.yy.')
    """
    free = Counter(hidden for shown, hidden in zip(guess, secret, strict=True) if shown != hidden)
    marks = []
    for shown, hidden in zip(guess, secret, strict=True):
        if shown == hidden:
            marks.append(GREEN)
        elif free[shown]:
            free[shown] -= 1
            marks.append(YELLOW)
        else:
            marks.append(GREY)
    return "".join(marks)


def read_tiles(text: str, length: int) -> str:
    """Read tiles as people write them: letters, digits or coloured squares.

    >>> read_tiles("xggy.", 5), read_tiles("🟩🟨⬛⬜🟩", 5), read_tiles("G Y - - G", 5)
    ('.ggy.', 'gy..g', 'gy..g')
    """
    signs = as_text(text, "score").casefold().translate(_BETWEEN)
    read = "".join(_SIGNS.get(sign, "?") for sign in signs)
    if len(read) != length or "?" in read:
        example = ".yg"[:length] + "." * (length - 3)
        raise BadArgument(
            f"{quoted(text)} is no score: write {length} tiles, g for a letter in place, y for one "
            f"elsewhere, . for none, such as '{example}' or '{to_squares(example)}'"
        )
    return read


def to_squares(score: str) -> str:
    """Write tiles as coloured squares.

    >>> to_squares("gy.")
    '🟩🟨⬛'
    """
    return score.translate({ord(GREY): "⬛", ord(YELLOW): "🟨", ord(GREEN): "🟩"})
