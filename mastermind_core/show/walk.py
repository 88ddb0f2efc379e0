"""A strategy to walk through: one page that holds the whole tree and asks nothing of a network."""

from __future__ import annotations

import json
from array import array
from html import escape
from pathlib import Path
from typing import Any

from mastermind_core.errors import BadArgument, shown
from mastermind_core.game import Game
from mastermind_core.notation.spelling import show_item
from mastermind_core.show.looks import Cell, look_for
from mastermind_core.show.rows import summary, titled, tree_of
from mastermind_core.show.shapes import ink
from mastermind_core.tree import HasTree, Node, StrategyLike
from mastermind_core.tree.walks import ending

#: Where the page, its style and its script are.
_HERE = Path(__file__).parent

#: The sign that stands for the first cell in a packed row of cells.
_FIRST = 48

#: Signs up to which cells are numbered: beyond them are signs that come in pairs.
_MOST_CELLS = 0xD800 - _FIRST


def to_html(
    tree: Node | HasTree | Game[Any, Any, Any],
    strategy: StrategyLike | None = None,
    *,
    title: str = "",
) -> str:
    """Write a page on which one plays against a strategy, or follows it to a secret.

    ``tree`` is a tree, a solution, or a game followed by a strategy or its name. The page is one
    file with everything in it. It opens the whole tree.

    >>> from mastermind_core import TwoD
    >>> page = to_html(TwoD(3), "entropy", title="Entropy in a 3 x 3 grid")
    >>> page.splitlines()[0], "9 secrets" in page
    ('<!DOCTYPE html>', True)
    """
    if not isinstance(title, str):
        raise BadArgument(f"title must be a text, not {shown(title)}")
    root = tree_of(tree, strategy)
    parts = {
        "title": escape(title or titled(root, "A strategy to walk through")),
        "summary": escape(summary(root)),
        "css": _read("walk.css"),
        "js": _read("walk.js"),
        # A script ends at the first "</": no text may hold one.
        "data": json.dumps(_data(root), separators=(",", ":")).replace("<", "\\u003c"),
    }
    page = _read("walk.html")
    pieces = page.split("@")
    return "".join(parts[piece] if place % 2 else piece for place, piece in enumerate(pieces))


def _read(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _data(root: Node) -> dict[str, Any]:
    """Return the tree as flat lists, nodes in preorder, and what its names look like."""
    table = root.table
    look = look_for(table.guesses.items[0], table.scores.items[0])
    cells = _Cells()
    guesses: dict[int, int] = {}
    made: list[int] = []
    branches: list[int] = []
    scores: list[int] = []
    several: dict[int, int] = {}
    said: dict[int, str] = {}
    order = array("I")
    heard: dict[tuple[type, Any], int] = {}
    for _, node in root.walk():
        made.append(guesses.setdefault(node.guess_id, len(guesses)))
        branches.append(len(node.branches))
        for branch in node.branches:
            if branch.subtree is None:
                if not table.final[table.scores[branch.score]]:
                    said[len(scores)] = ending(table, branch)
                if branch.size > 1:
                    several[len(scores)] = branch.size
                order.extend(table.secrets[secret] for secret in branch.secrets)
            answer = type(branch.score), branch.score
            scores.append(heard.setdefault(answer, len(heard)))
    told = [score for _, score in heard]
    mine = root.candidates
    number = {table.secrets[secret]: at for at, secret in enumerate(mine)}
    return {
        "guesses": made,
        "branches": branches,
        "scores": scores,
        "several": several,
        "known": said,
        "order": [number[secret] for secret in order],
        "final": [int(table.final[table.scores[score]]) for score in told],
        "names": [show_item(table.guesses.items[guess]) for guess in guesses],
        "looks": [cells.pack(look.guess(table.guesses.items[guess])) for guess in guesses],
        "secrets": [show_item(secret) for secret in mine],
        "answers": [cells.pack(look.score(score)) for score in told],
        "words": [look.words(score) for score in told],
        "tints": [list(look.tints(score)) for score in told],
        "cells": cells.listed(),
    }


class _Cells:
    """The different cells of a page, each numbered; a row of cells is a sign a cell."""

    def __init__(self) -> None:
        self._places: dict[Cell, int] = {}

    def pack(self, cells: Any) -> str:
        """Return a row of cells as a text."""
        places = [self._places.setdefault(cell, len(self._places)) for cell in cells]
        if len(self._places) > _MOST_CELLS:
            raise BadArgument(
                f"tree has over {_MOST_CELLS:,} guesses that look different, too many for a page: "
                "give a part of it, such as tree.branches[0].subtree"
            )
        return "".join(chr(_FIRST + place) for place in places)

    def listed(self) -> list[list[str]]:
        """Return the cells by number: text, shape, fill, and the colour of the text on a disc."""
        return [
            [cell.text, cell.shape, cell.fill, ink(cell.fill) if cell.shape == "disc" else ""]
            for cell in self._places
        ]
