"""A strategy as a picture: a row for each line of play, folded to fit a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape
from math import inf
from typing import Any

from attrs import define, evolve, field, frozen

from mastermind_core.arguments import real_number
from mastermind_core.errors import BadArgument, shown
from mastermind_core.game import Game
from mastermind_core.game.amounts import shown_number
from mastermind_core.notation.spelling import show_item
from mastermind_core.show.looks import Cell, Look, look_for, tinted
from mastermind_core.show.shapes import ROW, row_svg, row_width, text_svg, text_width
from mastermind_core.show.text import drawn, paid, titled, tree_of, unfolded, weighed
from mastermind_core.tree import Branch, HasTree, Node, StrategyLike
from mastermind_core.tree.walks import known

#: Rows of a picture by default: they fit a page of A4.
_ROWS = 48

_MARGIN, _HEAD = 14, 68
_GAP, _BAR, _BARS_HIGH = 10, 7, 16

_STYLE = (
    "<style>.mc-tree{color:#1b1f24;background:#ffffff}"
    "@media(prefers-color-scheme:dark){.mc-tree{color:#e6e9ee;background:#14181d}}</style>"
)


def to_svg(
    tree: Node | HasTree | Game[Any, Any, Any],
    strategy: StrategyLike | None = None,
    *,
    rows: float | None = None,
    depth: int | None = None,
    title: str = "",
) -> str:
    """Draw a strategy as an SVG file, without any other program.

    ``tree`` is a tree, a solution, or a game followed by a strategy or its name. Read a row from
    the left: a guess, an answer with the number of secrets that give it, the next guess, and so
    on. Rows that begin alike share what they begin with. A tick stands behind a guess that may
    win there, and where a game ends as soon as enough is known, a row says what is known then. The
    bars at the end of a row say how many of its secrets take 1, 2, 3, ... guesses.

    A picture takes about ``rows`` rows (48 by default; ``math.inf`` draws everything). The largest
    branches are unfolded first, as long as they fit; a folded one is a row that ends with dots.
    ``depth`` unfolds at most so many moves.

    >>> from mastermind_core import TwoD
    >>> to_svg(TwoD(3), "entropy")[:4]
    '<svg'
    """
    rows = real_number("rows", rows, 1, inf, none="")
    depth = real_number("depth", depth, 1, inf, none="")
    root = tree_of(tree, strategy)
    limit = _ROWS if rows is None else rows
    opened = unfolded(root, limit, depth=inf if depth is None else depth, found=False)
    look = look_for(root.table.guesses.items[0], root.table.scores.items[0])
    if not isinstance(title, str):
        raise BadArgument(f"title must be a text, not {shown(title)}")
    return _Drawing(root, opened, look, title or titled(root, "Strategy")).draw()


@frozen
class _Row:
    """One line of play: the moves that no row above shows, and the secrets at its end."""

    begins: int
    moves: tuple[_Move, ...]
    lengths: Counter[int]
    folded: bool


@frozen
class _Move:
    """An answer with the guess that follows it; the first move of a tree has no answer."""

    answer: tuple[Cell, ...]
    size: int
    guess: tuple[Cell, ...]
    wins: bool
    words: str


@define
class _Drawing:
    """The picture of a tree while it is drawn."""

    root: Node
    opened: set[Node]
    look: Look
    title: str
    lengths: Counter[int] = field(init=False)

    def draw(self) -> str:
        """Return the whole picture."""
        self.lengths = Counter(self.root.lengths())
        rows = list(self._rows(None, None if self.root.over else self.root, 1))
        columns, answers = self._columns(rows)
        left = columns[-1]
        right = left + 46 + _BAR * max(self.lengths) + _MARGIN
        caption = self._caption()
        width = max(right, text_width(caption) + 2 * _MARGIN)
        height = _HEAD + ROW * len(rows) + _MARGIN
        parts = [text_svg(self.title, _MARGIN, 16, bold=True)]
        parts.append(text_svg(caption, _MARGIN, 34))
        parts.append(_heads(columns, answers))
        ends: dict[int, tuple[float, float]] = {}
        for place, row in enumerate(rows):
            y = _HEAD + ROW * (place + 0.5)
            parts.append(self._row_svg(row, y, columns, answers, ends))
            parts.append(self._bars_svg(row, left, y))
        label = f"{self.title or 'Strategy'}: {caption}"
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" class="mc-tree" role="img" '
            f'aria-label="{escape(label)}" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" font-size="12" '
            "font-family=\"system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif\">"
            f"{_STYLE}{''.join(parts)}</svg>\n"
        )

    def _caption(self) -> str:
        secrets = sum(self.lengths.values())
        total = sum(length * count for length, count in self.lengths.items())
        return (
            f"{weighed(self.root)}, mean {float(total / secrets):.3f}, "
            f"worst {max(self.lengths)}{paid(self.root)}; "
            "bars: secrets by number of guesses"
        )

    def _move(self, branch: Branch | None, node: Node | None) -> _Move:
        guess: tuple[Cell, ...]
        if node is None:
            words = known(self.root.table, self._secrets(branch))
            guess, wins = (Cell(words, "text"),), False
        else:
            words, guess = f"guess {show_item(node.guess)}", tuple(self.look.guess(node.guess))
            wins = len(node.branches) > len(drawn(node, found=False))
        if branch is None:
            return _Move((), 0, guess, wins, words)
        words = f"{self.look.words(branch.score)}, {branch.size} secrets: {words}"
        return _Move(tuple(self.look.score(branch.score)), branch.size, guess, wins, words)

    def _secrets(self, branch: Branch | None) -> Any:
        return self.root.candidates if branch is None else branch.secrets

    def _rows(self, branch: Branch | None, node: Node | None, depth: int) -> Iterator[_Row]:
        """Yield the rows of a node, or the one of an end; the first begins with the move to it."""
        move = self._move(branch, node)
        below = [] if node is None else drawn(node, found=False)
        if node is None or node not in self.opened or not below:
            weight = self.root.table.weigh(self._secrets(branch).places)
            lengths = {0: weight} if node is None else node.lengths()
            counts = Counter({at + depth - 1: count for at, count in lengths.items()})
            yield _Row(depth - 1, (move,), counts, folded=bool(below))
            return
        first = True
        for one in below:
            for row in self._rows(one, one.subtree, depth + 1):
                if first:
                    row = evolve(row, begins=row.begins - 1, moves=(move, *row.moves))
                    first = False
                yield row

    def _columns(self, rows: list[_Row]) -> tuple[list[float], list[float]]:
        """Return where each move begins, the last number where the bars do, and answer widths."""
        answers: dict[int, float] = {}
        guesses: dict[int, float] = {}
        named = text_width("answer") + text_width("left") + 8
        for row in rows:
            for at, move in enumerate(row.moves, start=row.begins):
                answer = row_width(move.answer) + (text_width(f"{move.size}") + 8 if at else 0)
                answers[at] = max(answers.get(at, named if at else 0), answer)
                tail = 14 * move.wins + 14 * (row.folded and move is row.moves[-1])
                width = max(row_width(move.guess) + tail, text_width("guess"))
                guesses[at] = max(guesses.get(at, 0), width)
        columns = [float(_MARGIN)]
        for at in range(len(answers)):
            gap = 2.5 * _GAP if at else 0
            columns.append(columns[-1] + answers[at] + guesses[at] + gap + _GAP)
        return columns, [answers[at] for at in range(len(answers))]

    def _row_svg(
        self,
        row: _Row,
        y: float,
        columns: list[float],
        answers: list[float],
        ends: dict[int, tuple[float, float]],
    ) -> str:
        """Draw a row; ``ends`` is where the lines of each column go on from."""
        parts = []
        for at, move in enumerate(row.moves, start=row.begins):
            x = columns[at]
            if at:
                parts.append(_line(*ends[at - 1], x - _GAP + 2, y, x + _GAP))
                ends[at - 1] = x - _GAP + 2, y
                x += _GAP + 4
                parts.append(row_svg(move.answer, x, y))
                size = f"{move.size:,}"
                room = columns[at] + _GAP + 4 + answers[at]
                parts.append(f'<g opacity=".8">{text_svg(size, room - 2, y, anchor="end")}</g>')
                x = room + 6
            parts.append(row_svg(tinted(move.guess, ()), x, y))
            x += row_width(move.guess)
            if move.wins:
                tick = f"M{x + 2:g} {y:g}l3.5 4l6 -9"
                parts.append(f'<path d="{tick}" fill="none" stroke="currentColor" {_THIN}/>')
                x += 14
            ends[at] = x + 4, y
        if row.folded:
            parts.append(text_svg("\N{HORIZONTAL ELLIPSIS}", x + 2, y, bold=True))
        words = "; ".join(move.words for move in row.moves)
        return f"<g><title>{escape(words)}</title>{''.join(parts)}</g>"

    def _bars_svg(self, row: _Row, left: float, y: float) -> str:
        """Draw how many secrets of a row take how many guesses."""
        most = max(row.lengths.values())
        words = ", ".join(f"{count} in {length}" for length, count in sorted(row.lengths.items()))
        size = sum(row.lengths.values())
        parts = [text_svg(shown_number(size), left + 36, y, anchor="end")]
        for length in range(1, max(self.lengths) + 1):
            x, foot = left + 44 + _BAR * (length - 1), y + _BARS_HIGH / 2
            high = float(_BARS_HIGH * row.lengths[length] / most)
            high = max(high, 2) if row.lengths[length] else 0
            parts.append(
                f'<rect x="{x:g}" y="{foot - high:g}" width="{_BAR - 2}" height="{high:.1f}" '
                'fill="currentColor"/>'
                f'<rect x="{x:g}" y="{foot:g}" width="{_BAR - 2}" height="1" '
                'fill="currentColor" opacity=".5"/>'
            )
        return f"<g><title>{words}</title>{''.join(parts)}</g>"


def _heads(columns: list[float], answers: list[float]) -> str:
    """Name what stands in the columns, for a guess, an answer and a number may all be numbers."""
    parts = []
    for at, (x, width) in enumerate(zip(columns, answers, strict=False)):
        if at:
            x += _GAP + 4
            parts.append(text_svg("answer", x, _HEAD - 10))
            parts.append(text_svg("left", x + width - 2, _HEAD - 10, anchor="end"))
            x += width + 6
        parts.append(text_svg("guess", x, _HEAD - 10))
    return "".join(parts)


_THIN = 'stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"'


def _line(x: float, above: float, turn: float, y: float, end: float) -> str:
    """Draw the way from a guess to an answer: across to the turn, down, and across again."""
    way = f"M{x:g} {above:g}H{turn:g}V{y:g}H{end:g}"
    return f'<path d="{way}" fill="none" stroke="currentColor" opacity=".45"/>'
