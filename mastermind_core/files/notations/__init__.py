"""Trees in the notations of other programs, read and written."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from attrs import frozen

from mastermind_core.errors import BadArgument, BadFile, shown
from mastermind_core.files.disk import checked_path, read_limited, write_whole
from mastermind_core.files.documents import LIMIT
from mastermind_core.files.game_specs import check_game
from mastermind_core.files.notations import alex1770, pegs
from mastermind_core.files.notations.graphviz import to_dot
from mastermind_core.files.trees import Sketch, fitted, wrong
from mastermind_core.game import Game
from mastermind_core.names.registry import Registry
from mastermind_core.tree import HasTree, Node, some_tree


@frozen
class Notation:
    """A notation of trees: how it is written, and how it is read."""

    write: Callable[[Node], str]
    read: Callable[[Game[Any, Any, Any], str], Sketch]


#: The notations by name, those of the package and those of entry points.
NOTATIONS = Registry(
    "formats",
    {
        pegs.CONTEST: Notation(pegs.write_contest, pegs.read_contest),
        pegs.MMSTRAT: Notation(pegs.write_mmstrat, pegs.read_mmstrat),
        alex1770.NAME: Notation(alex1770.write, alex1770.read),
    },
    lambda item: isinstance(item, Notation),
    "a files.notations.Notation",
)


def to_notation(tree: Node | HasTree, notation: str) -> str:
    """Return a tree in the notation of another program, by its name in ``NOTATIONS``.

    >>> from mastermind_core import Mastermind, lazy_tree
    >>> print(to_notation(lazy_tree(Mastermind(colours=3, holes=2), "most_parts"), "contest"))
    {AB:{00:CC,01:{BC:{01:CA}},02:BA,10:{AC:{00:BB,01:CB,10:AA}}}}
    <BLANKLINE>
    """
    write, root = _notation(notation).write, some_tree(tree)
    try:
        return write(root)
    except RecursionError:
        raise BadArgument(f"tree is too deep for the notation {shown(notation)}") from None


def from_notation(game: Game[Any, Any, Any], text: str, notation: str) -> Node:
    """Return the tree of a game that a text in the notation of another program tells.

    One that does not fit the game is refused with its line: every branch is gone through.

    >>> from mastermind_core import Mastermind, verify
    >>> game = Mastermind(colours=3, holes=2)
    >>> text = "{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,01:{BC:{01:CA}},00:CC}}"
    >>> print(verify(game, from_notation(game, text, "contest")))
    1:1 2:4 3:4  (total 21, mean 2.3333, worst 3)
    """
    check_game(game)
    reader = _notation(notation)
    if not isinstance(text, str):
        raise BadArgument(f"text must be a text, not {shown(text)}")
    if len(text) > LIMIT:
        raise BadFile(f"it has {len(text):,} letters, over the limit of {LIMIT:,}")
    try:
        return fitted(game, reader.read(game, text)).tree
    except RecursionError:
        raise wrong(1, "it is nested too deep") from None


def write_tree(tree: Node | HasTree, path: str | os.PathLike[str], notation: str) -> None:
    """Write a tree to a file in the notation of another program, whole or not at all.

    >>> from tempfile import TemporaryDirectory
    >>> from mastermind_core import Mastermind, lazy_tree
    >>> tree = lazy_tree(Mastermind(colours=3, holes=2), "knuth")
    >>> with TemporaryDirectory() as folder:
    ...     write_tree(tree, f"{folder}/tree", "contest")
    ...     read_tree(tree.table.game, f"{folder}/tree", "contest").lengths() == tree.lengths()
    True
    """
    write_whole(checked_path(path), to_notation(tree, notation).encode())


def read_tree(game: Game[Any, Any, Any], path: str | os.PathLike[str], notation: str) -> Node:
    """Return the tree of a game that a file of another program tells; it may be compressed."""
    source = checked_path(path)
    content = read_limited(source, LIMIT)
    try:
        return from_notation(game, content.decode(), notation)
    except UnicodeDecodeError:
        raise BadFile(f"{shown(source.name)} is no text") from None
    except BadFile as error:
        raise BadFile(f"{shown(source.name)}, {error}") from None


def _notation(name: str) -> Notation:
    if not isinstance(name, str) or name not in NOTATIONS:
        raise BadArgument(
            f"notation must be one of {', '.join(NOTATIONS.names())}, not {shown(name)}"
        )
    return NOTATIONS[name]


__all__ = [
    "NOTATIONS",
    "Notation",
    "Sketch",
    "from_notation",
    "read_tree",
    "to_dot",
    "to_notation",
    "write_tree",
]
