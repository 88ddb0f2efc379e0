"""How guesses and answers look: pegs, letter tiles, flags, or plain text.

A *look* is chosen by what a guess and an answer are, the first of :data:`LOOKS` that fits. A game
of your own gets its look by putting one in front::

    mc.show.LOOKS.insert(0, MyLook())

Nothing is told by colour alone: a disc has its symbol in it, black pegs are filled and white ones
are rings, and every answer has words for a screen reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from attrs import frozen

from mastermind_core.names.registry import Registry
from mastermind_core.notation.spelling import show_item

Shape = Literal["disc", "tile", "peg", "text"]

#: Fills of codes by the place of the symbol: apart for the colour-blind, and mostly in grey.
PALETTE = (
    "#e69f00",
    "#56b4e9",
    "#009e73",
    "#f0e442",
    "#0072b2",
    "#d55e00",
    "#cc79a7",
    "#d9d9d9",
    "#4d4d4d",
    "#8c564b",
    "#9edae5",
    "#332288",
)

#: Fills of symbols that are names of colours.
NAMED = {
    "red": "#c62828",
    "green": "#2e7d32",
    "blue": "#1565c0",
    "yellow": "#fdd835",
    "orange": "#ef6c00",
    "purple": "#7b1fa2",
    "white": "#fafafa",
    "black": "#212121",
    "brown": "#795548",
    "pink": "#f48fb1",
    "grey": "#9e9e9e",
    "gray": "#9e9e9e",
    "cyan": "#4dd0e1",
    "magenta": "#d81b60",
    "violet": "#9575cd",
    "turquoise": "#26a69a",
}

#: What the three marks of a word game are called, and how they fill a tile.
MARKS = {"g": ("green", "hit"), "y": ("yellow", "near"), ".": ("grey", "miss")}


@frozen
class Cell:
    """One piece of a guess or of an answer: a short text in a shape.

    ``fill`` is a colour for a disc, "black" or "white" for a peg, and for a tile "plain", "hit",
    "near" or "miss".

    >>> Cell("R", "disc", "#c62828").shape
    'disc'
    """

    text: str
    shape: Shape
    fill: str = ""


class Look:
    """How the guesses and answers of a kind of game are drawn: as text, unless overridden.

    >>> [cell.text for cell in Look().guess((1, 2))], Look().words("<")
    (['12'], '<')
    """

    def fits(self, guess: Any, score: Any) -> bool:
        """Return whether this look is one for such a guess and answer."""
        return True

    def guess(self, guess: Any) -> Sequence[Cell]:
        """Return the cells of a guess."""
        return (Cell(show_item(guess), "text"),)

    def score(self, score: Any) -> Sequence[Cell]:
        """Return the cells of an answer."""
        return (Cell(self.words(score), "text"),)

    def tints(self, score: Any) -> Sequence[str]:
        """Return the fills that an answer gives the cells of its guess; none where it does not."""
        return ()

    def words(self, score: Any) -> str:
        """Return an answer in words."""
        return show_item(score)


class FlagLook(Look):
    """Answers of several truths: the names of the true ones, or a tick and a cross each."""

    def fits(self, guess: Any, score: Any) -> bool:
        """Fit tuples of truths."""
        flags = isinstance(score, tuple) and bool(score)
        return flags and all(isinstance(part, bool) for part in score)

    def words(self, score: Any) -> str:
        """Name the true parts."""
        names = getattr(score, "_fields", None)
        if names is None:
            return " ".join("yes" if part else "no" for part in score)
        return ", ".join(name for name, part in zip(names, score, strict=True) if part) or "none"


class PegLook(Look):
    """Codes of coloured discs, or words of letters, answered with black and white pegs."""

    def fits(self, guess: Any, score: Any) -> bool:
        """Fit answers with a number of black and of white pegs."""
        return hasattr(score, "black") and hasattr(score, "white")

    def guess(self, guess: Any) -> Sequence[Cell]:
        """Return a disc a colour, or a tile a letter."""
        if isinstance(guess, str):
            return tuple(Cell(letter.upper(), "tile", "plain") for letter in guess)
        if not isinstance(guess, tuple):
            return super().guess(guess)
        return tuple(Cell(_initial(symbol), "disc", fill_of(symbol)) for symbol in guess)

    def score(self, score: Any) -> Sequence[Cell]:
        """Return the pegs, black ones first."""
        black, white = score
        pegs = (Cell("", "peg", "black"),) * black + (Cell("", "peg", "white"),) * white
        return pegs or (Cell("none", "text"),)

    def words(self, score: Any) -> str:
        """Count the pegs."""
        black, white = score
        return f"{black} black, {white} white"


class HintLook(Look):
    """Words of letters, each answered with g, y or a dot."""

    def fits(self, guess: Any, score: Any) -> bool:
        """Fit words whose answers have a mark a letter."""
        texts = isinstance(guess, str) and isinstance(score, str)
        return texts and len(guess) == len(score) and set(score) <= MARKS.keys()

    def guess(self, guess: Any) -> Sequence[Cell]:
        """Return a tile a letter."""
        return tuple(Cell(letter.upper(), "tile", "plain") for letter in guess)

    def score(self, score: Any) -> Sequence[Cell]:
        """Return a tile a mark."""
        return tuple(Cell(mark, "tile", MARKS[mark][1]) for mark in score)

    def tints(self, score: Any) -> Sequence[str]:
        """Return the fill of each mark."""
        return tuple(MARKS[mark][1] for mark in score)

    def words(self, score: Any) -> str:
        """Name the marks."""
        return " ".join(MARKS[mark][0] for mark in score)


#: The looks, the first that fits is taken. Put your own in front.
LOOKS: list[Look] = [HintLook(), PegLook(), FlagLook(), Look()]


_PARTS = ("fits", "guess", "score", "tints", "words")


def _is_look(item: Any) -> bool:
    return not isinstance(item, type) and all(
        callable(getattr(item, part, None)) for part in _PARTS
    )


#: The looks of entry points: the first that fits is taken where all others would show plain text.
MORE_LOOKS: Registry[Look] = Registry("looks", {}, _is_look, f"a value with {', '.join(_PARTS)}")


def look_for(guess: Any, score: Any) -> Look:
    """Return the look of a game, by one guess and one answer of it.

    >>> from mastermind_core import Pegs
    >>> [cell.text for cell in look_for((1, 2), Pegs(1, 0)).guess((1, 2))]
    ['1', '2']
    >>> look_for("crane", "..gy.").words("..gy.")
    'grey grey green yellow grey'
    """
    found = next(look for look in LOOKS if look.fits(guess, score))
    if type(found) is not Look:
        return found
    return next((look for look in MORE_LOOKS.values() if look.fits(guess, score)), found)


def tinted(cells: Sequence[Cell], tints: Sequence[str]) -> Sequence[Cell]:
    """Return the cells of a guess as an answer fills them."""
    if len(tints) != len(cells):
        return cells
    return tuple(Cell(cell.text, cell.shape, fill) for cell, fill in zip(cells, tints, strict=True))


def fill_of(symbol: Any) -> str:
    """Return the fill of a symbol: its own colour if it names one, else one of the palette.

    >>> fill_of("red") == NAMED["red"], fill_of(1) == PALETTE[0], fill_of("b") == PALETTE[1]
    (True, True, True)
    """
    if isinstance(symbol, str) and symbol.lower() in NAMED:
        return NAMED[symbol.lower()]
    place = symbol - 1 if isinstance(symbol, int) else sum(map(ord, str(symbol).lower())) - ord("a")
    return PALETTE[place % len(PALETTE)]


def _initial(symbol: Any) -> str:
    """Return the text in a disc: at most two signs."""
    text = str(symbol)
    return text if len(text) <= 2 else text[0].upper() + text[1]
