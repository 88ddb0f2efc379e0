"""Trees as plain text, as pictures and as an interactive page.

Text and pictures are folded beyond some rows. The page contains the whole tree and needs no
network.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from html import escape
from importlib.resources import files
from itertools import chain, count
from math import inf
from typing import Any

from attrs import asdict, define, evolve, field, frozen

from mastermind_core.analysis import CostDistribution, Distribution
from mastermind_core.arguments import expect, real_number
from mastermind_core.errors import counted
from mastermind_core.game import Game, WrittenGoals, shown_number
from mastermind_core.notation import show_item
from mastermind_core.show.looks import (
    ROW,
    Cell,
    Look,
    ink,
    look_for,
    row_height,
    row_svg,
    row_width,
    text_svg,
    text_width,
)
from mastermind_core.tree import (
    Branch,
    HasTree,
    Node,
    Outcome,
    StrategyLike,
    ending,
    ends,
    joined,
    known,
    some_tree,
    tree_for,
)

_WIDTH = 40

#: The default number of lines of a tree.
_LINES = 80


def to_text(
    tree: Node | HasTree | Game,
    strategy: StrategyLike | None = None,
    *,
    depth: float | None = None,
    lines: float | None = None,
) -> str:
    """Return a tree as plain text, with one line per branch, indented by depth.

    Only the nodes that are written are computed in a lazy tree.

    Args:
        tree: A tree, a solution, or a game.
        strategy: If ``tree`` is a game, a strategy or its name.
        depth: The maximum number of guesses on a path.
        lines: The maximum number of lines. The largest branches are opened first, and folded ones
            end in dots. If the first guess has too many answers, the last line counts those left
            out. The default is 80, or no limit if ``depth`` is given.

    Returns:
        The text.

    Raises:
        BadArgument: If an argument is not valid.

    See Also:
        :func:`to_html`, :func:`to_svg`, :func:`to_notation`.

    >>> from mastermind_core import TwoD, lazy_tree, strategies
    >>> print(to_text(lazy_tree(TwoD(2), strategies.entropy), depth=1))
    01  (4 candidates)
      1,1,1: found
      1,0,0: 1 candidate ...
      0,1,0: 1 candidate ...
      0,0,0: 1 candidate ...
    """
    depth = real_number("depth", depth, 0, inf, none="")
    lines = real_number("lines", lines, 0, inf, none="")
    root = tree_of(tree, strategy)
    if lines is None:
        lines = _LINES if depth is None else inf
    opened: set[Node] = set()
    if depth is None or depth > 0:
        opened = unfolded(root, lines, depth=inf if depth is None else depth, found=True)
    written = [*_lines(root, opened)]
    if left_out := _left_out(written, lines):
        written[-left_out:] = [f"... and {counted(left_out, 'more answer')}"]
    return "\n".join(written)


def _left_out(rows: list[Any], most: float) -> int:
    """Return for how many last rows one line stands if they are too many."""
    return 0 if len(rows) <= most else len(rows) - max(1, int(most) - 1)


def _lines(tree: Node, opened: set[Node]) -> Iterator[str]:
    if tree.over:
        yield known(tree.table, tree.candidates)
        return
    yield f"{show_item(tree.guess)}  ({_counted(tree.candidates)})"
    # A game of many guesses is deeper than Python's stack.
    waiting = [(1, branch) for branch in reversed(joined(tree) if tree in opened else ())]
    while waiting:
        level, branch = waiting.pop()
        head = f"{'  ' * level}{show_item(branch.score)}: "
        node = branch.subtree
        if node is None:
            yield f"{head}{ending(tree.table, branch)}"
        elif node not in opened:
            yield f"{head}{_counted(branch.secrets)} ..."
        else:
            yield f"{head}{show_item(node.guess)}  ({_counted(branch.secrets)})"
            waiting.extend((level + 1, below) for below in reversed(joined(node)))


def _counted(candidates: Sequence[Any]) -> str:
    """Count candidates, or return the outcomes' total probability."""
    if isinstance(candidates[0], Outcome):
        return f"probability {float(sum(one.probability for one in candidates)):.3f}"
    return "1 candidate" if len(candidates) == 1 else f"{len(candidates)} candidates"


def bar_chart(counts: Mapping[int, Any]) -> str:
    """Return a distribution's bar chart as plain text.

    Args:
        counts: How many secrets take each number of guesses.

    Returns:
        One line per number of guesses.

    >>> print(bar_chart({1: 1, 2: 4}))
    1 | ##########                               1
    2 | ######################################## 4
    """
    most = max(counts.values())
    rows = []
    for length, secrets in counts.items():
        bar = "#" * max(1, round(_WIDTH * secrets / most))
        rows.append(f"{length} | {bar:<{_WIDTH}} {secrets}")
    return "\n".join(rows)


@frozen
class Nouns:
    """The names for parts of a game in pictures and pages."""

    guess: str = "guess"
    guesses: str = "guesses"
    secret: str = "secret"
    secrets: str = "secrets"
    score: str = "score"
    strategy: str = "strategy"
    search: str = "Play against a secret"


_KEY = Nouns("question", "questions", "row", "rows", "answer", "key", "Follow a row")
_POLICY = Nouns("question", "questions", "outcome", "outcomes", "answer", "policy", "Follow a path")


def words_for(tree: Node) -> Nouns:
    """Return the names in a game, in a key, or in a policy whose answers may be wrong."""
    if isinstance(tree.candidates[0], Outcome):
        return _POLICY
    is_key = isinstance(getattr(tree.game, "goal", None), WrittenGoals) and not any(
        tree.table.final
    )
    return _KEY if is_key else Nouns()


def tree_of(tree: Any, strategy: Any = None) -> Node:
    """Return the tree to show, from a tree, a solution, or a game with a strategy."""
    return some_tree(tree) if strategy is None else tree_for(tree, strategy)


def summary(tree: Node) -> str:
    """Return a tree's statistics in one line: secrets and weight, lengths, and costs."""
    table = tree.table
    words = words_for(tree)
    outcomes = isinstance(tree.candidates[0], Outcome)
    secrets = counted(len(tree.candidates), words.secret)
    lengths = Distribution(tree.lengths())
    if outcomes:
        right = sum(one.probability * one.certainty for one in tree.candidates)
        secrets += f", right with probability {float(right):.3f}"
    elif not table.uniform or table.weight_unit != 1:
        secrets += f" of weight {shown_number(lengths.count)}"
    if tree.over:
        return f"{secrets} {known(table, tree.candidates)}: no {words.guess} is needed"
    figures = f"{secrets}, mean {lengths.mean:.3f}, worst {lengths.worst}"
    if not table.priced:
        return figures
    costs = CostDistribution(tree.costs())
    return f"{figures}; cost {costs.mean:.3f} on average, {shown_number(costs.worst)} at most"


def unfolded(tree: Node, rows: float, *, depth: float, found: bool) -> set[Node]:
    """Return the nodes whose branches are shown.

    The root is always opened. Other nodes are opened by size, the largest first, if their branches
    still fit into ``rows`` rows. With ``found`` a branch that ends with a correct guess has a row.
    """
    shown = {tree}
    left = rows - len(drawn(tree, found=found))
    waiting: list[tuple[int, int, Node, int]] = []
    order = count()

    def wait(node: Node, level: int) -> None:
        for branch in node.branches:
            if branch.subtree is not None and level < depth:
                heappush(waiting, (-branch.size, next(order), branch.subtree, level + 1))

    wait(tree, 1)
    while waiting and left >= found:
        _, _, node, level = heappop(waiting)
        height = len(drawn(node, found=found))
        if not found:  # the first branch shares the row of its parent
            height = max(height, 1) - 1
        if height <= left:
            left -= height
            shown.add(node)
            wait(node, level)
    return shown


def drawn(node: Node, *, found: bool) -> list[Branch]:
    """Return the branches with a row: those that continue, and those with an identified goal."""
    return [
        branch
        for branch in joined(node)
        if found or branch.subtree is not None or not ends(node.table, branch)
    ]


def _titled(tree: Node, title: object, otherwise: str) -> str:
    """Return the title, or a default with the game's name if it has one."""
    expect(isinstance(title, str), "title", "a string", title)
    if title:
        return str(title)
    name = getattr(tree.table.game, "name", "")
    if isinstance(name, str) and name not in ("", "game"):
        return f"{otherwise}: {name}"
    return otherwise


#: Rows of a picture by default: they fit a page of A4.
_ROWS = 48

#: Sizes in a picture: the margin, the head with the title, the space between columns, the width
#: of a bar, and the height of the bars.
_MARGIN = 14
_HEAD = 68
_GAP = 10
_BAR = 7
_BARS_HIGH = 16

_STYLE = (
    "<style>.mc-tree{color:#1b1f24;background:#ffffff}"
    "@media(prefers-color-scheme:dark){.mc-tree{color:#e6e9ee;background:#14181d}}</style>"
)


def to_svg(
    tree: Node | HasTree | Game,
    strategy: StrategyLike | None = None,
    *,
    rows: float | None = None,
    depth: float | None = None,
    title: str = "",
) -> str:
    """Return a strategy's picture as SVG, without any other program.

    A row shows from left to right a guess, its score with how many secrets have it, the next guess,
    and so on. Rows share their common beginning. A tick marks a guess that may win. In games with
    goals a row may end with the identified goal. The bars at the end show how many guesses the
    row's secrets take.

    Args:
        tree: A tree, a solution, or a game.
        strategy: If ``tree`` is a game, a strategy or its name.
        rows: The maximum number of rows, 48 by default. The largest branches are unfolded first,
            and a folded row ends with dots. If the first guess has too many answers, the last line
            counts the rows left out. ``math.inf`` unfolds everything.
        depth: The maximum number of unfolded moves.
        title: The title. By default it names the game.

    Returns:
        An SVG file's text.

    Raises:
        BadArgument: If an argument is not valid.

    See Also:
        :func:`to_html`, :func:`to_text`, :func:`to_dot`.

    >>> from mastermind_core import TwoD
    >>> to_svg(TwoD(3), "entropy")[:4]
    '<svg'
    """
    rows = real_number("rows", rows, 1, inf, none="") or _ROWS
    depth = real_number("depth", depth, 1, inf, none="") or inf
    root = tree_of(tree, strategy)
    opened = unfolded(root, rows, depth=depth, found=False)
    look = look_for(root.table.guesses.items[0], root.table.scores.items[0])
    name = _titled(root, title, words_for(root).strategy.capitalize())
    return _Drawing(root, opened, look, name, rows, words_for(root)).draw()


@frozen
class _Row:
    """One playing line: the moves that the rows above do not show, and the secrets at its end."""

    begins: int
    moves: tuple[_Move, ...]
    lengths: Counter[int]
    folded: bool


@frozen
class _Move:
    """A score with the next guess. A tree's first move has no score."""

    answer: tuple[Cell, ...]
    size: int
    guess: tuple[Cell, ...]
    wins: bool
    words: str

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Return the cells of the score and the guess."""
        return (*self.answer, *self.guess)


@frozen
class _Column:
    """The moves' x coordinates at one depth: connector, score, size and guess."""

    turn: float
    answer: float
    size: float
    guess: float


@define
class _Drawing:
    """A tree's picture while it is drawn. ``ends`` has the connectors' ends by depth."""

    root: Node
    opened: set[Node]
    look: Look
    title: str
    most: float
    words: Nouns
    columns: list[_Column] = field(factory=list)
    ends: dict[int, tuple[float, float]] = field(factory=dict)

    def draw(self) -> str:
        """Return the picture."""
        whole = Branch(None, None if self.root.over else self.root, self.root.candidates)
        rows = list(self._rows(whole, 0))
        left_out = _left_out(rows, self.most)
        del rows[len(rows) - left_out :]
        left = self._place(rows)
        longest = max(self.root.lengths())
        caption = (
            f"{summary(self.root)}; bars: {self.words.secrets} by number of {self.words.guesses}"
        )
        width = max(left + 46 + _BAR * longest + _MARGIN, text_width(caption) + 2 * _MARGIN)
        heights = [max(row_height(move.cells) for move in row.moves) for row in rows]
        height = _HEAD + sum(heights) + ROW * bool(left_out) + _MARGIN
        parts = [text_svg(self.title, _MARGIN, 16, font_weight="600")]
        parts.append(text_svg(caption, _MARGIN, 34))
        # Headers distinguish guesses, scores and sizes, which may all be numbers.
        for depth, column in enumerate(self.columns):
            if depth:
                parts.append(text_svg(self.words.score, column.answer, _HEAD - 10))
                parts.append(text_svg("left", column.size, _HEAD - 10, text_anchor="end"))
            parts.append(text_svg(self.words.guess, column.guess, _HEAD - 10))
        below = float(_HEAD)
        for row, high in zip(rows, heights, strict=True):
            parts.append(self._row_svg(row, below + high / 2))
            parts.append(_bars_svg(row, longest, left, below + high / 2, self._size(row)))
            below += high
        if left_out:
            words = f"... and {counted(left_out, 'more row')}"
            parts.append(text_svg(words, _MARGIN, below + ROW / 2))
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" class="mc-tree" role="img" '
            f'aria-label="{escape(f"{self.title}: {caption}")}" width="{width:g}" '
            f'height="{height:g}" viewBox="0 0 {width:g} {height:g}" font-size="12" '
            "font-family=\"system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif\">"
            f"{_STYLE}{''.join(parts)}</svg>\n"
        )

    def _move(self, branch: Branch, depth: int) -> _Move:
        node = branch.subtree
        wins = False
        if node is None:
            words = known(self.root.table, branch.secrets)
            guess: tuple[Cell, ...] = (Cell(words, "text"),)
        else:
            words = f"{self.words.guess} {show_item(node.guess)}"
            guess = tuple(self.look.guess(node.guess))
            wins = len(joined(node)) > len(drawn(node, found=False))
        if depth == 0:
            return _Move((), 0, guess, wins, words)
        score = tuple(self.look.score(branch.score))
        words = (
            f"{self.look.words(branch.score)}, {counted(branch.size, self.words.secret)}: {words}"
        )
        return _Move(score, branch.size, guess, wins, words)

    def _rows(self, branch: Branch, depth: int) -> Iterator[_Row]:
        """Yield a branch's rows. The first begins with the branch's move."""
        node = branch.subtree
        move = self._move(branch, depth)
        children = [] if node is None else drawn(node, found=False)
        if node in self.opened and children:
            rows = chain.from_iterable(self._rows(child, depth + 1) for child in children)
            first = next(rows)
            yield evolve(first, begins=depth, moves=(move, *first.moves))
            yield from rows
        else:
            counts = self._lengths(branch, depth)
            yield _Row(depth, (move,), counts, folded=bool(children))

    def _lengths(self, branch: Branch, depth: int) -> Counter[int]:
        """Count a branch's secrets for each number of guesses from the root."""
        if branch.subtree is None:
            ended: Any = branch.secrets
            return Counter({depth: self.root.table.weigh(ended.places)})
        lengths = branch.subtree.lengths()
        return Counter({depth + length: count for length, count in lengths.items()})

    def _size(self, row: _Row) -> str:
        """Return the weight of a row, or the probability of a policy's outcomes."""
        weight = sum(row.lengths.values())
        if self.words is not _POLICY:
            return shown_number(weight)
        return f"{float(weight / Fraction(sum(self.root.lengths().values()))):.3f}"

    def _place(self, rows: list[_Row]) -> float:
        """Set the columns, each as wide as its widest move, and return the right edge."""
        left = float(_MARGIN)
        for depth in range(max(row.begins + len(row.moves) for row in rows)):
            answer, guess = _widths(rows, depth, self.words)
            begins = left + _GAP + 4
            end = begins + answer + 6 if depth else left
            self.columns.append(
                _Column(turn=left - _GAP + 2, answer=begins, size=end - 8, guess=end)
            )
            left = end + guess + (1.5 if depth else 1) * _GAP
        return left

    def _row_svg(self, row: _Row, y: float) -> str:
        parts = []
        for depth, move in enumerate(row.moves, start=row.begins):
            column = self.columns[depth]
            if depth:
                # The connector from a guess to a score: horizontal, vertical, horizontal.
                x, above = self.ends[depth - 1]
                way = f"M{x:g} {above:g}H{column.turn:g}V{y:g}H{column.answer - 4:g}"
                parts.append(_path(way, 'opacity=".45"'))
                self.ends[depth - 1] = column.turn, y
                parts.append(row_svg(move.answer, column.answer, y))
                size = text_svg(f"{move.size:,}", column.size, y, text_anchor="end")
                parts.append(f'<g opacity=".8">{size}</g>')
            parts.append(row_svg(move.guess, column.guess, y))
            x = column.guess + row_width(move.guess)
            if move.wins:
                parts.append(_path(f"M{x + 2:g} {y:g}l3.5 4l6 -9", _TICK))
                x += 14
            self.ends[depth] = x + 4, y
        if row.folded:
            parts.append(text_svg("\N{HORIZONTAL ELLIPSIS}", x + 2, y, font_weight="600"))
        return _group("; ".join(move.words for move in row.moves), parts)


def _widths(rows: list[_Row], depth: int, words: Nouns) -> tuple[float, float]:
    """Return the scores' and guesses' widths at one depth."""
    answer = text_width(words.score) + text_width("left") + 8 if depth else 0.0
    guess = text_width(words.guess)
    for row in rows:
        if row.begins <= depth < row.begins + len(row.moves):
            move = row.moves[depth - row.begins]
            size = text_width(f"{move.size}") + 8 if depth else 0
            answer = max(answer, row_width(move.answer) + size)
            tick = 14 * move.wins
            dots = 14 * (row.folded and move is row.moves[-1])
            guess = max(guess, row_width(move.guess) + tick + dots)
    return answer, guess


def _bars_svg(row: _Row, longest: int, left: float, y: float, size: str) -> str:
    """Return the bars that show a row's secrets by length."""
    most = max(row.lengths.values())
    parts = [text_svg(size, left + 36, y, text_anchor="end")]
    for length in range(1, longest + 1):
        x = left + 44 + _BAR * (length - 1)
        foot = y + _BARS_HIGH / 2
        high = float(_BARS_HIGH * row.lengths[length] / most)
        high = max(high, 2) if row.lengths[length] else 0
        parts.append(
            f'<rect x="{x:g}" y="{foot - high:g}" width="{_BAR - 2}" height="{high:.1f}" '
            'fill="currentColor"/>'
            f'<rect x="{x:g}" y="{foot:g}" width="{_BAR - 2}" height="1" fill="currentColor" '
            'opacity=".5"/>'
        )
    lengths = sorted(row.lengths.items())
    return _group(", ".join(f"{count} in {length}" for length, count in lengths), parts)


def _group(words: str, parts: list[str]) -> str:
    return f"<g><title>{escape(words)}</title>{''.join(parts)}</g>"


_TICK = 'stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"'


def _path(way: str, style: str) -> str:
    return f'<path d="{way}" fill="none" stroke="currentColor" {style}/>'


def to_html(
    tree: Node | HasTree | Game, strategy: StrategyLike | None = None, *, title: str = ""
) -> str:
    """Return an interactive page to play against a strategy, or to follow it to a secret.

    The page is a single file without external resources. The whole tree is computed.

    Args:
        tree: A tree, a solution, or a game.
        strategy: If ``tree`` is a game, a strategy or its name.
        title: The title. By default it names the game.

    Returns:
        An HTML file's text.

    Raises:
        BadArgument: If an argument is not valid.

    See Also:
        :func:`to_text`, :func:`to_svg`.

    >>> from mastermind_core import TwoD
    >>> page = to_html(TwoD(3), "entropy", title="Entropy in a 3 x 3 grid")
    >>> page.splitlines()[0], "9 secrets" in page
    ('<!DOCTYPE html>', True)
    """
    root = tree_of(tree, strategy)
    words = words_for(root)
    parts = {
        **asdict(words),
        "Guesses": words.guesses.capitalize(),
        "Secrets": words.secrets.capitalize(),
        "title": escape(_titled(root, title, f"A {words.strategy} to walk through")),
        "summary": escape(summary(root)),
        "css": _read("walk.css"),
        "js": _read("walk.js"),
        # A script ends at the first "</", so strings must not contain it.
        "data": json.dumps(_data(root), separators=(",", ":")).replace("<", "\\u003c"),
    }
    pieces = _read("walk.html").split("@")
    return "".join(parts[piece] if index % 2 else piece for index, piece in enumerate(pieces))


def _read(name: str) -> str:
    return files("mastermind_core.show").joinpath(name).read_text(encoding="utf-8")


def _data(root: Node) -> dict[str, Any]:
    """Return the tree as flat lists, nodes in preorder, with the guesses' and scores' cells."""
    table = root.table
    walked = _Walked(root)
    cells = _numbered()
    look = look_for(table.guesses.items[0], table.scores.items[0])
    guesses = [table.guesses.items[guess] for guess in walked.guess_numbers]
    scores = [score for _, score in walked.score_numbers]
    return {
        "guesses": walked.guesses,
        "branches": walked.branches,
        "scores": walked.scores,
        "several": walked.several,
        "known": walked.endings,
        "order": walked.order,
        "final": [int(table.final[table.scores[score]]) for score in scores],
        "names": [show_item(guess) for guess in guesses],
        "looks": [[cells[cell] for cell in look.guess(guess)] for guess in guesses],
        "secrets": [show_item(secret) for secret in root.candidates],
        "answers": [[cells[cell] for cell in look.score(score)] for score in scores],
        "words": [look.words(score) for score in scores],
        "tints": [list(look.tints(score)) for score in scores],
        "cells": [_cell_data(cell) for cell in cells],
        "called": asdict(words_for(root)),
    }


def _numbered() -> defaultdict[Any, int]:
    """Return a dict that numbers its keys from 0, as they are first used."""
    return defaultdict(count().__next__)


def _cell_data(cell: Cell) -> list[str]:
    """Return the text, the shape, the fill, and the text's colour on a disc."""
    colour = ink(cell.fill) if cell.shape == "disc" else ""
    return [cell.text, cell.shape, cell.fill, colour]


class _Walked:
    """A tree's nodes in preorder as flat lists, with guesses and scores as numbers.

    Branches are numbered, too: ``several`` has those with several secrets at a game's end, and
    ``endings`` those that end without a final score.
    """

    def __init__(self, root: Node):
        """Walk through the tree."""
        self.guess_numbers = _numbered()
        self.score_numbers = _numbered()
        self.guesses: list[int] = []
        self.branches: list[int] = []
        self.scores: list[int] = []
        self.order: list[int] = []
        self.several: dict[int, int] = {}
        self.endings: dict[int, str] = {}
        self._table = root.table
        self._secrets = {secret: index for index, secret in enumerate(root.candidates)}
        for _, node in root.walk():
            self.guesses.append(self.guess_numbers[node.guess_id])
            self.branches.append(len(node.branches))
            for branch in node.branches:
                if branch.subtree is None:
                    self._end(branch)
                # Equal scores of different types, such as 1 and True, are different.
                score = (type(branch.score), branch.score)
                self.scores.append(self.score_numbers[score])

    def _end(self, branch: Branch) -> None:
        number = len(self.scores)
        if not self._table.final[self._table.scores[branch.score]]:
            self.endings[number] = ending(self._table, branch)
        if branch.size > 1:
            self.several[number] = branch.size
        self.order += [self._secrets[secret] for secret in branch.secrets]
