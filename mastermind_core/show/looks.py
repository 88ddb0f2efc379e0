"""How guesses and answers look in SVG and HTML: pegs, letter tiles, flags, or plain text.

A *look* is chosen by what a guess and an answer are, the first of :data:`LOOKS` that fits. A game
of your own gets its look by putting one in front::

    mc.show.LOOKS.insert(0, MyLook())

Nothing is told by colour alone: a disc has its symbol in it, black pegs are filled and white ones
are rings, and every answer has words for a screen reader. Lines and text take the colour of the
text around them; what is filled has a text of its own that stands out from it. No style sheet is
needed, so that a notebook keeps the looks where it is shown without one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import Any, Literal

from attrs import frozen

from mastermind_core.game.amounts import shown_number
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


class HintLook(PegLook):
    """Words of letters, each answered with g, y or a dot."""

    def fits(self, guess: Any, score: Any) -> bool:
        """Fit words whose answers have a mark a letter."""
        texts = isinstance(guess, str) and isinstance(score, str)
        return texts and len(guess) == len(score) and set(score) <= MARKS.keys()

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


#: Heights, in pixels: of a row of cells, and of what is in it.
ROW = 22
_DISC, _PEG, _TILE = 18, 9, 19

#: How tiles are filled, and their text.
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
    """Return black or white, whichever reads better on a fill.

    >>> ink("#f0e442"), ink("#332288")
    ('#111111', '#ffffff')
    """
    parts = (int(fill[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#111111" if (light + 0.05) / 0.056 > 1.05 / (light + 0.05) else "#ffffff"


def text_width(text: str) -> float:
    """Estimate the width of a text of 12 pixels."""
    return _LETTER * len(text)


def cell_width(cell: Cell) -> float:
    """Return the room that a cell takes, with the gap behind it."""
    if cell.shape == "text":
        return text_width(cell.text) + 4
    return {"disc": _DISC + 3, "tile": _TILE + 2, "peg": _PEG + 3}[cell.shape]


def row_width(cells: Iterable[Cell]) -> float:
    """Return the width of cells side by side."""
    return sum(map(cell_width, cells))


def row_svg(cells: Iterable[Cell], x: float, y: float) -> str:
    """Draw cells side by side, their middle at the height ``y``."""
    parts = []
    for cell in cells:
        parts.append(_cell_svg(cell, x, y))
        x += cell_width(cell)
    return "".join(parts)


def _cell_svg(cell: Cell, x: float, y: float) -> str:
    if cell.shape == "text":
        return text_svg(cell.text, x, y)
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
    return _tile_svg(cell, x, y)


def _tile_svg(cell: Cell, x: float, y: float) -> str:
    fill, letter = TILES.get(cell.fill, TILES["plain"])
    top = y - _TILE / 2
    dashes = ' stroke-dasharray="2 2"' if cell.fill == "miss" else ""
    corner = ""
    if cell.fill == "near":
        right, bottom = x + _TILE, top + _TILE
        corner = f'<path d="M{right:g} {bottom - 7:g}V{bottom:g}h-7z" fill="#1b1b1b"/>'
    return (
        f'<rect x="{x:g}" y="{top:g}" width="{_TILE}" height="{_TILE}" rx="2" fill="{fill}" '
        f'stroke="currentColor" stroke-width="0.75"{dashes}/>{corner}'
        + text_svg(cell.text, x + _TILE / 2, y, letter, **_IN_CELL)
    )


def text_svg(text: str, x: float, y: float, fill: str = "currentColor", **style: str) -> str:
    """Write a text in some style, its middle at the height ``y``."""
    more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in style.items())
    return f'<text x="{x:g}" y="{y + 4:g}" fill="{fill}"{more}>{escape(text)}</text>'


def cells_html(cells: Sequence[Cell], label: str) -> Html:
    """Return cells as a small picture within a line of HTML, named for a screen reader."""
    width = max(row_width(cells), 1) + 1
    return Html(
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(label)}" '
        f'width="{width:g}" height="{ROW}" viewBox="0 0 {width:g} {ROW}" font-family="{_FONT}" '
        f'font-size="12" style="vertical-align:middle">{row_svg(cells, 0.5, ROW / 2)}</svg>'
    )


def bar_html(share: float, *, hollow: bool = False, width: int = 160) -> Html:
    """Return a bar as long as a share of the whole; hollow bars tell a second series apart."""
    fill = "transparent" if hollow else "currentColor"
    length = max(round(share * width), 2) if share > 0 else 0
    return Html(
        '<span aria-hidden="true" style="display:inline-block;box-sizing:border-box;height:.8em;'
        f"width:{length}px;background:{fill};border:{'1.5px' if length else '0'} solid "
        'currentColor;opacity:.75"></span>'
    )


class Html(str):
    """Text that is HTML already, and is not escaped again."""

    __slots__ = ()


def _content(item: Any) -> str:
    """Return a cell: HTML as it is, exact numbers exactly, floats with four decimals."""
    if isinstance(item, float):
        return f"{item:,.4f}"
    if isinstance(item, int | Fraction) and not isinstance(item, bool):
        return shown_number(item)
    return item if isinstance(item, Html) else escape(str(item))


def table_html(caption: str, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> Html:
    """Return a table with a header for each column, and for each row its first cell."""
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
    """Return figures in one line, each with its name."""
    parts = " &nbsp; ".join(
        '<span style="white-space:nowrap"><span style="opacity:.85">'
        f"{escape(name.replace('_', ' '))}</span> <b>{_content(value)}</b></span>"
        for name, value in facts.items()
    )
    return Html(f'<div style="margin:.2em 0">{parts}</div>')


def card_html(title: str, *parts: str) -> str:
    """Return a card: a title and the parts below it."""
    return (
        f'<div role="group" aria-label="{escape(title)}" style="font-family:{_FONT};'
        'font-size:13px;line-height:1.45;max-width:100%;overflow-x:auto">'
        f'<div style="font-weight:700;font-size:14px">{escape(title)}</div>{"".join(parts)}</div>'
    )
