"""Renderers for guesses and scores in SVG and HTML: pegs, letter tiles, flags, or plain text.

A *look* is the renderer for one kind of game: the first of :data:`LOOKS` that fits a guess and a
score. Insert your own look at the front::

    mc.show.LOOKS.insert(0, MyLook())

Colour is never the only cue. A disc has its symbol in it, black pegs are filled, white ones are
rings, and every score has words for a screen reader. Lines and text inherit the surrounding text's
colour, but text on a filled shape has a contrasting colour. No style sheet is needed, because a
notebook may be shown without one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from textwrap import wrap
from typing import Any, Literal

from attrs import frozen

from mastermind_core.game import shown_number
from mastermind_core.names import Registry
from mastermind_core.notation import show_item

Shape = Literal["disc", "tile", "peg", "text"]

#: Fills of codes by the index of the symbol, distinguishable for colour-blind readers.
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

#: The names of the three marks of a word game, and their fills of a tile.
MARKS = {"g": ("green", "hit"), "y": ("yellow", "near"), ".": ("grey", "miss")}


@frozen
class Cell:
    """One piece in a guess or score: a short string in a shape.

    Attributes:
        text: The text.
        shape: "disc", "tile", "peg" or "text".
        fill: A disc's colour, such as "#c62828". A peg is "black" or "white". A tile is "plain",
            "hit", "near" or "miss".

    >>> Cell("R", "disc", "#c62828").shape
    'disc'
    """

    text: str
    shape: Shape
    fill: str = ""


class Look:
    """A renderer for guesses and scores: as strings, unless a subclass draws them.

    >>> [cell.text for cell in Look().guess((1, 2))], Look().words("<")
    (['12'], '<')
    """

    def fits(self, guess: Any, score: Any) -> bool:
        """Return whether the look is for games with such guesses and scores.

        Args:
            guess: A guess in the game.
            score: A possible score.

        Returns:
            Whether the look fits.
        """
        return True

    def guess(self, guess: Any) -> Sequence[Cell]:
        """Return a guess's cells.

        Args:
            guess: The guess.

        Returns:
            The cells, from left to right.
        """
        return (Cell(show_item(guess), "text"),)

    def score(self, score: Any) -> Sequence[Cell]:
        """Return a score's cells.

        Args:
            score: The score.

        Returns:
            The cells, from left to right.
        """
        return (Cell(self.words(score), "text"),)

    def tints(self, score: Any) -> Sequence[str]:
        """Return each cell's fill in a guess with a score.

        Args:
            score: The score.

        Returns:
            One fill per cell in the guess, empty if scores do not colour guesses.
        """
        return ()

    def words(self, score: Any) -> str:
        """Return a score in words, for screen readers.

        Args:
            score: The score.

        Returns:
            The words.
        """
        return show_item(score)


class FlagLook(Look):
    """The look for boolean tuples: their true parts' names, or yes and no."""

    def fits(self, guess: Any, score: Any) -> bool:
        """Return whether the score is a boolean tuple."""
        flags = isinstance(score, tuple) and bool(score)
        return flags and all(isinstance(part, bool) for part in score)

    def words(self, score: Any) -> str:
        """Return the true parts' names."""
        names = getattr(score, "_fields", None)
        if names is None:
            return " ".join("yes" if part else "no" for part in score)
        return ", ".join(name for name, part in zip(names, score, strict=True) if part) or "none"


class PegLook(Look):
    """The look for codes or words with black and white pegs as scores."""

    def fits(self, guess: Any, score: Any) -> bool:
        """Return whether the score counts black and white pegs."""
        return hasattr(score, "black") and hasattr(score, "white")

    def guess(self, guess: Any) -> Sequence[Cell]:
        """Return one disc per colour, or one tile per letter."""
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
        """Return the peg counts in words."""
        black, white = score
        return f"{black} black, {white} white"


class HintLook(PegLook):
    """The look for words whose scores have g, y or a dot per letter."""

    def fits(self, guess: Any, score: Any) -> bool:
        """Return whether the score has one mark per letter in the guess."""
        texts = isinstance(guess, str) and isinstance(score, str)
        return texts and len(guess) == len(score) and set(score) <= MARKS.keys()

    def score(self, score: Any) -> Sequence[Cell]:
        """Return one tile per mark."""
        return tuple(Cell(mark, "tile", MARKS[mark][1]) for mark in score)

    def tints(self, score: Any) -> Sequence[str]:
        """Return each mark's fill."""
        return tuple(MARKS[mark][1] for mark in score)

    def words(self, score: Any) -> str:
        """Return the marks' names."""
        return " ".join(MARKS[mark][0] for mark in score)


#: The looks, of which the first that fits is used. Insert your own at the front.
LOOKS: list[Look] = [HintLook(), PegLook(), FlagLook(), Look()]


_PARTS = ("fits", "guess", "score", "tints", "words")


def _is_look(item: object) -> bool:
    parts = (getattr(item, part, None) for part in _PARTS)
    return not isinstance(item, type) and all(map(callable, parts))


#: The looks of entry points; the first that fits is used if all others would show plain text.
MORE_LOOKS: Registry[Look] = Registry("looks", {}, _is_look, f"a value with {', '.join(_PARTS)}")


def look_for(guess: object, score: object) -> Look:
    """Return a game's look, chosen by one guess and one score.

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
    """Return a guess's cells with a score's fills."""
    if len(tints) != len(cells):
        return cells
    return tuple(Cell(cell.text, cell.shape, fill) for cell, fill in zip(cells, tints, strict=True))


def fill_of(symbol: object) -> str:
    """Return a symbol's fill: the colour that it names, or one from the palette.

    >>> fill_of("red") == NAMED["red"], fill_of(1) == PALETTE[0], fill_of("b") == PALETTE[1]
    (True, True, True)
    """
    if isinstance(symbol, str) and symbol.lower() in NAMED:
        return NAMED[symbol.lower()]
    place = symbol - 1 if isinstance(symbol, int) else sum(map(ord, str(symbol).lower())) - ord("a")
    return PALETTE[place % len(PALETTE)]


def _initial(symbol: object) -> str:
    """Return the text in a disc, at most two characters."""
    text = str(symbol)
    return text if len(text) <= 2 else text[0].upper() + text[1]


#: Heights in pixels of a row of cells, and of shapes.
ROW = 22

#: The number of letters in a line of a text, and the distance of lines.
_LINE = 32
_LEADING = 13
_DISC = 18
_PEG = 9
_TILE = 19

#: The fills of tiles, and of their text.
TILES = {
    "plain": ("none", "currentColor"),
    "hit": ("#1b6e3c", "#ffffff"),
    "near": ("#f2c14e", "#1b1b1b"),
    "miss": ("none", "currentColor"),
}

_FONT = "ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"
_LETTER = 6.9
_IN_CELL = {"text_anchor": "middle", "font_weight": "600"}


def ink(fill: str) -> str:
    """Return black or white, whichever has more contrast to a fill.

    >>> ink("#f0e442"), ink("#332288")
    ('#111111', '#ffffff')
    """
    parts = (int(fill[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#111111" if (light + 0.05) / 0.056 > 1.05 / (light + 0.05) else "#ffffff"


def text_width(text: str) -> float:
    """Return a string's estimated width at 12 pixels."""
    return _LETTER * len(text)


def cell_width(cell: Cell) -> float:
    """Return a cell's width, with the gap after it."""
    if cell.shape == "text":
        return max(map(text_width, _lines(cell))) + 4
    return {"disc": _DISC + 3, "tile": _TILE + 2, "peg": _PEG + 3}[cell.shape]


def _lines(cell: Cell) -> list[str]:
    """Return a cell's string in short lines."""
    return wrap(cell.text, _LINE) or [""] if len(cell.text) > _LINE else [cell.text]


def row_height(cells: Iterable[Cell]) -> float:
    """Return the height that some cells in a row need."""
    lines = max((len(_lines(cell)) for cell in cells if cell.shape == "text"), default=1)
    return ROW + _LEADING * (lines - 1)


def row_width(cells: Iterable[Cell]) -> float:
    """Return the width that some cells in a row need."""
    return sum(map(cell_width, cells))


def row_svg(cells: Iterable[Cell], x: float, y: float) -> str:
    """Return cells in a row as SVG, centred at the height ``y``."""
    parts = []
    for cell in cells:
        parts.append(_cell_svg(cell, x, y))
        x += cell_width(cell)
    return "".join(parts)


def _cell_svg(cell: Cell, x: float, y: float) -> str:
    if cell.shape == "text":
        lines = _lines(cell)
        top = y - _LEADING * (len(lines) - 1) / 2
        return "".join(text_svg(line, x, top + _LEADING * at) for at, line in enumerate(lines))
    if cell.shape == "peg":
        radius = _PEG / 2
        fill = "currentColor" if cell.fill == "black" else "none"
        return (
            f'<circle cx="{x + radius:g}" cy="{y:g}" r="{radius - 0.75:g}" fill="{fill}" '
            'stroke="currentColor" stroke-width="1.5"/>'
        )
    if cell.shape == "disc":
        radius = _DISC / 2
        return (
            f'<circle cx="{x + radius:g}" cy="{y:g}" r="{radius:g}" fill="{cell.fill}" '
            'stroke="#808080" stroke-width="0.75"/>'
            + text_svg(cell.text, x + radius, y, ink(cell.fill), **_IN_CELL)
        )
    fill, letter = TILES.get(cell.fill, TILES["plain"])
    top = y - _TILE / 2
    dashes = ' stroke-dasharray="2 2"' if cell.fill == "miss" else ""
    corner = ""
    if cell.fill == "near":
        right = x + _TILE
        bottom = top + _TILE
        corner = f'<path d="M{right:g} {bottom - 7:g}V{bottom:g}h-7z" fill="#1b1b1b"/>'
    return (
        f'<rect x="{x:g}" y="{top:g}" width="{_TILE}" height="{_TILE}" rx="2" fill="{fill}" '
        f'stroke="currentColor" stroke-width="0.75"{dashes}/>{corner}'
        + text_svg(cell.text, x + _TILE / 2, y, letter, **_IN_CELL)
    )


def text_svg(text: str, x: float, y: float, fill: str = "currentColor", **style: str) -> str:
    """Return a string as SVG, centred at the height ``y``."""
    more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in style.items())
    return f'<text x="{x:g}" y="{y + 4:g}" fill="{fill}"{more}>{escape(text)}</text>'


def cells_html(cells: Sequence[Cell], label: str) -> Html:
    """Return cells as an inline picture in HTML, labelled for a screen reader."""
    width = max(row_width(cells), 1) + 1
    height = row_height(cells)
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return Html(
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(label)}" '
        f'{size} font-family="{_FONT}" font-size="12" style="vertical-align:middle">'
        f"{row_svg(cells, 0.5, height / 2)}</svg>"
    )


def bar_html(share: float, *, hollow: bool = False, width: int = 160) -> Html:
    """Return a bar whose length is in proportion to a share. Hollow bars mark a second series."""
    fill = "transparent" if hollow else "currentColor"
    length = max(round(share * width), 2) if share > 0 else 0
    return Html(
        '<span aria-hidden="true" style="display:inline-block;box-sizing:border-box;height:.8em;'
        f"width:{length}px;background:{fill};border:{'1.5px' if length else '0'} solid "
        'currentColor;opacity:.75"></span>'
    )


class Html(str):
    """An HTML string, which is not escaped again."""

    __slots__ = ()


def _content(item: object) -> str:
    """Return a table cell's content: floats with four decimals, exact numbers exactly."""
    if isinstance(item, float):
        return f"{item:,.4f}"
    if isinstance(item, int | Fraction) and not isinstance(item, bool):
        return shown_number(item)
    return item if isinstance(item, Html) else escape(str(item))


def table_html(caption: str, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> Html:
    """Return a table whose first row and first column are headers."""
    cell = "text-align:left;padding:1px 10px 1px 0;border:0;white-space:nowrap"
    top = "".join(f'<th scope="col" style="{cell}">{escape(name)}</th>' for name in head)
    body = "".join(
        "<tr>"
        + f'<th scope="row" style="{cell};font-weight:600">{_content(first)}</th>'
        + "".join(f'<td style="{cell}">{_content(item)}</td>' for item in rest)
        + "</tr>"
        for first, *rest in rows
    )
    return Html(
        '<table style="border-collapse:collapse;margin:.3em 0;font-size:inherit">'
        f'<caption style="text-align:left;caption-side:top;opacity:.85">{escape(caption)}'
        f"</caption><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    )


def facts_html(**facts: Any) -> Html:
    """Return values in one line, each with its name."""
    parts = " &nbsp; ".join(
        '<span style="white-space:nowrap"><span style="opacity:.85">'
        f"{escape(name.replace('_', ' '))}</span> <b>{_content(value)}</b></span>"
        for name, value in facts.items()
    )
    return Html(f'<div style="margin:.2em 0">{parts}</div>')


def card_html(title: str, *parts: str) -> str:
    """Return a card: a title with parts below it."""
    return (
        f'<div role="group" aria-label="{escape(title)}" style="font-family:{_FONT};'
        'font-size:13px;line-height:1.45;max-width:100%;overflow-x:auto">'
        f'<div style="font-weight:700;font-size:14px">{escape(title)}</div>{"".join(parts)}</div>'
    )
