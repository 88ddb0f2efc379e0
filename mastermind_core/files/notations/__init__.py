"""Trees in other programs' notations."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import takewhile
from math import inf
from operator import eq
from typing import Any

from attrs import frozen
from more_itertools import ilen

from mastermind_core.arguments import expect, whole_number
from mastermind_core.errors import BadArgument, BadFile, counted, shown
from mastermind_core.files.documents import LIMIT, checked_path, read_limited, write_whole
from mastermind_core.files.kinds import check_game
from mastermind_core.files.notations import pegs
from mastermind_core.files.trees import Sketch as Sketch
from mastermind_core.files.trees import fitted, wrong
from mastermind_core.game import Game, takes_game
from mastermind_core.names import Registry, application
from mastermind_core.notation import format_guess, format_score
from mastermind_core.tree import HasTree, Node, ending, known, some_tree

#: The notation of alex1770's Wordle solver (github.com/alex1770/wordle): one line per game, such as
#: ``salet BBBBB1 courd GGGGG2``, with guesses, and scores with the number of the guess. The common
#: start of a line and the line above may be left blank, or repeated.
ALEX1770 = "alex1770"
_SPELLED = {".": "B", "g": "G", "y": "Y"}
_MARKS = {letter: mark for mark, letter in _SPELLED.items()}
_ANSWER = re.compile(r"([BGY]+)([0-9]{1,6})")


def _check_words(game: Game) -> None:
    ends = set(game.endstates)
    if not all(isinstance(end, str) and end and set(end) <= _SPELLED.keys() for end in ends):
        raise BadArgument(f"the notation {shown(ALEX1770)} is for Wordle, not for {shown(game)}")


def _write_games(tree: Node) -> str:
    """Return a tree in alex1770's notation, with common starts left blank."""
    _check_words(tree.game)
    return "".join(f"{line}\n" for line in _games(tree))


def _games(tree: Node) -> Iterator[str]:
    above: list[str] = []
    for words in sorted(_words(history) for history, _ in tree.paths()):
        same = ilen(takewhile(bool, map(eq, words, above)))
        yield " ".join([*(" " * len(word) for word in words[:same]), *words[same:]])
        above = words


def _words(history: Sequence[tuple[Any, Any]]) -> list[str]:
    """Return a game's guesses and scores as the words in a line."""
    words: list[str] = []
    for number, (guess, score) in enumerate(history, start=1):
        words += [guess, f"{''.join(map(_SPELLED.__getitem__, score))}{number}"]
    return words


def _read_games(game: Game, text: str) -> Sketch:
    """Return a tree's sketch in alex1770's notation."""
    _check_words(game)
    path: list[Sketch] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            _line(path, line.split(), number)
    if not path:
        raise wrong(1, "the text has no game")
    return path[0]


def _line(path: list[Sketch], words: list[str], number: int) -> None:
    """Add one line's game. ``path`` has the nodes in the line above and is updated."""
    depth = 0
    score = ""
    for at, word in enumerate(words):
        answer = _ANSWER.fullmatch(word)
        if answer is None:
            if depth and not score:
                raise wrong(number, f"{shown(word)} is not a score such as BBGYB1")
            _guess(path, depth, score, word, number)
            depth = depth + 1
            score = ""
            continue
        turn = int(answer.group(2))
        if score or (at and turn != depth) or not 1 <= turn <= len(path):
            raise wrong(number, f"{shown(word)} is not a score of guess {depth or len(path)}")
        depth = turn
        score = "".join(map(_MARKS.__getitem__, answer.group(1)))
    if not score:
        raise wrong(number, "the game ends without a score")
    if set(score) != {"g"}:
        raise wrong(number, "the last score is not all green")


def _guess(path: list[Sketch], depth: int, score: str, word: str, number: int) -> None:
    """Extend the path by a guess's node, which is added if it is new."""
    known = path[depth - 1].branches.get(score) if depth else (path[0] if path else None)
    if known is None:
        known = Sketch(word, number)
        if depth:
            path[depth - 1].branches[score] = known
    elif known.guess != word:
        raise wrong(number, f"{shown(word)} is guessed, but line {known.line} has another guess")
    path[depth:] = [known]


@frozen
class Notation:
    """A notation for trees.

    Attributes:
        write: The function that returns a tree in the notation.
        read: Takes a game and a string, and returns a tree's sketch. None if trees are only
            written.
    """

    write: Callable[[Node], str]
    read: Callable[[Game, str], Sketch] | None = None


def _write_key(export: str, tree: Node) -> str:
    """Return a tree by a key export."""
    text: str = application(export)(tree)
    return text


#: The notations by name: those of the package and those of entry points.
NOTATIONS = Registry(
    "formats",
    {
        pegs.CONTEST: Notation(pegs.write_contest, pegs.read_contest),
        pegs.MMSTRAT: Notation(pegs.write_mmstrat, pegs.read_mmstrat),
        ALEX1770: Notation(_write_games, _read_games),
        "couplets": Notation(partial(_write_key, "to_couplets")),
        "python": Notation(partial(_write_key, "to_python")),
        "sql": Notation(partial(_write_key, "to_sql")),
    },
    lambda item: isinstance(item, Notation),
    "a files.notations.Notation",
)


def to_notation(tree: Node | HasTree, notation: str) -> str:
    """Return a tree in another program's notation.

    Args:
        tree: A tree, or a result that has one.
        notation: A notation's name. "contest" and "mmstrat" are for codes with pegs, "alex1770" is
            for Wordle. "couplets", "python" and "sql" are for table trees. They are the functions
            with these names in :mod:`mastermind_core.files`, and cannot be read. Entry points may
            add more.

    Returns:
        The text in the notation.

    Raises:
        BadArgument: If the notation is unknown, or does not support the game.

    See Also:
        :func:`from_notation`, :func:`write_tree`, :func:`to_text`.

    >>> from mastermind_core import Mastermind, lazy_tree
    >>> print(to_notation(lazy_tree(Mastermind(colours=3, holes=2), "most_parts"), "contest"))
    {AB:{00:CC,01:{BC:{01:CA}},02:BA,10:{AC:{00:BB,01:CB,10:AA}}}}
    <BLANKLINE>
    """
    write = _notation(notation).write
    root = some_tree(tree)
    try:
        return write(root)
    except RecursionError:
        raise BadArgument(f"tree is too deep for the notation {shown(notation)}") from None


@takes_game
def from_notation(game: Game, text: str, notation: str) -> Node:
    """Return the tree in another program's notation, after a complete check.

    Args:
        game: The game.
        text: The tree in the notation, at most 16 MiB.
        notation: The notation's name, as in :func:`to_notation`.

    Returns:
        The tree.

    Raises:
        BadFile: If the text is not valid, or a branch does not match the game. The message names
            the line.
        BadArgument: If the notation is unknown, or does not support the game.

    See Also:
        :func:`to_notation`, :func:`read_tree`.

    >>> from mastermind_core import Mastermind, replay
    >>> game = Mastermind(colours=3, holes=2)
    >>> text = "{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,01:{BC:{01:CA}},00:CC}}"
    >>> print(replay(game, from_notation(game, text, "contest")))
    1:1 2:4 3:4  (total 21, mean 2.3333, worst 3)
    """
    check_game(game)
    read = _notation(notation).read
    if read is None:
        raise BadArgument(f"notation {shown(notation)} can only be written: use to_json and load")
    expect(isinstance(text, str), "text", "a string", text)
    if len(text) > LIMIT:
        raise BadFile(f"the text has {len(text):,} characters, over the limit of {LIMIT:,}")
    try:
        return fitted(game, read(game, text))
    except RecursionError:
        raise wrong(1, "the tree is nested too deep") from None


def write_tree(tree: Node | HasTree, path: str | os.PathLike[str], notation: str) -> None:
    """Write a tree to a file in another program's notation.

    The file replaces an existing file only after it is complete.

    Args:
        tree: A tree, or a result that has one.
        path: The file. If it ends in ".gz", the file is compressed.
        notation: The notation's name, as in :func:`to_notation`.

    Raises:
        BadArgument: If the notation is unknown or does not support the game, or the file cannot be
            written.

    See Also:
        :func:`read_tree`, :func:`to_notation`, :func:`save`.

    >>> from tempfile import TemporaryDirectory
    >>> from mastermind_core import Mastermind, lazy_tree
    >>> tree = lazy_tree(Mastermind(colours=3, holes=2), "knuth")
    >>> with TemporaryDirectory() as folder:
    ...     write_tree(tree, f"{folder}/tree", "contest")
    ...     read_tree(tree.table.game, f"{folder}/tree", "contest").lengths() == tree.lengths()
    True
    """
    write_whole(checked_path(path), to_notation(tree, notation).encode())


@takes_game
def read_tree(game: Game, path: str | os.PathLike[str], notation: str) -> Node:
    """Return the tree in another program's file, after a complete check.

    Args:
        game: The game.
        path: The file, which may be compressed.
        notation: The notation's name, as in :func:`to_notation`.

    Returns:
        The tree.

    Raises:
        BadFile: If the file cannot be read, or a branch does not match the game. The message names
            the file and the line.
        BadArgument: If the notation is unknown, or does not support the game.

    See Also:
        :func:`write_tree`, :func:`from_notation`, :func:`load`.
    """
    source = checked_path(path)
    content = read_limited(source, LIMIT)
    try:
        return from_notation(game, content.decode(), notation)
    except UnicodeDecodeError:
        raise BadFile(f"{shown(source.name)} is not encoded in UTF-8") from None
    except BadFile as error:
        raise BadFile(f"{shown(source.name)}, {error}") from None


def _notation(name: str) -> Notation:
    known = isinstance(name, str) and name in NOTATIONS
    expect(known, "notation", f"one of {', '.join(NOTATIONS.names())}", name)
    return NOTATIONS[name]


def to_dot(tree: Node | HasTree, *, depth: int | None = None) -> str:
    r"""Return a tree in Graphviz's DOT language: one box per guess, one arrow per score.

    Args:
        tree: A tree, or a result that has one.
        depth: How many guesses in a row to draw, at most. Deeper nodes are not computed. None draws
            the whole tree.

    Returns:
        A directed graph's text, for the program ``dot``.

    See Also:
        :func:`to_svg`, :func:`to_text`.

    >>> from mastermind_core import TwoD, lazy_tree
    >>> print(to_dot(lazy_tree(TwoD(2), "entropy"), depth=1))
    digraph strategy {
      node [shape=box, style=rounded];
      0 [label="01\n4 secrets"];
      1 [label="found", shape=plaintext];
      0 -> 1 [label="="];
      2 [label="1 secret", shape=plaintext];
      0 -> 2 [label="<"];
      3 [label="1 secret", shape=plaintext];
      0 -> 3 [label=">"];
      4 [label="1 secret", shape=plaintext];
      0 -> 4 [label="<>"];
    }
    """
    depth = whole_number("depth", depth, 1, none="")
    return "\n".join(_lines(some_tree(tree), depth))


def _lines(tree: Node, depth: int | None) -> Iterator[str]:
    game = tree.game
    yield "digraph strategy {"
    yield "  node [shape=box, style=rounded];"
    if tree.over:
        yield f'  0 [label="{_quoted(known(tree.table, tree.candidates))}", shape=plaintext];'
        yield "}"
        return
    yield _box(game, 0, tree)
    number = 0
    numbers = {tree: 0}
    for history, node in tree.walk(inf if depth is None else depth):
        above = numbers.pop(node)
        for branch in node.branches:
            number += 1
            if branch.subtree is None:
                end = _quoted(ending(node.table, branch))
                yield f'  {number} [label="{end}", shape=plaintext];'
            elif depth is not None and len(history) + 1 >= depth:
                yield f'  {number} [label="{counted(branch.size, "secret")}", shape=plaintext];'
            else:
                yield _box(game, number, branch.subtree)
                numbers[branch.subtree] = number
            yield f'  {above} -> {number} [label="{_quoted(format_score(game, branch.score))}"];'
    yield "}"


def _box(game: Game, number: int, node: Node) -> str:
    label = f"{_quoted(format_guess(game, node.guess))}\\n{counted(len(node.candidates), 'secret')}"
    return f'  {number} [label="{label}"];'


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
