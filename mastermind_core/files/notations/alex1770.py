"""The notation of alex1770's Wordle solver: a line a word, ``salet BBBBB1 courd GGGGG2``.

A line is the guesses and answers of one game: B, G and Y for grey, green and yellow letters, and
the number of the guess. What a line has in common with the one above it is left blank, or is
written again. The solver is at github.com/alex1770/wordle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from operator import eq
from typing import Any

from more_itertools import ilen

from mastermind_core.errors import BadArgument, shown
from mastermind_core.files.trees import Sketch, wrong
from mastermind_core.game import Game
from mastermind_core.tree import Node

NAME = "alex1770"
_SPELLED = {".": "B", "g": "G", "y": "Y"}
_MARKS = {letter: mark for mark, letter in _SPELLED.items()}
_ANSWER = re.compile(r"([BGY]+)([0-9]{1,6})")


def _check(game: Game[Any, Any, Any]) -> None:
    ends = set(game.endstates)
    if not all(isinstance(end, str) and end and set(end) <= _SPELLED.keys() for end in ends):
        raise BadArgument(f"the notation {shown(NAME)} is for Wordle, not for {shown(game)}")


def write(tree: Node) -> str:
    """Return a tree in the notation of alex1770, common parts left blank."""
    _check(tree.game)
    return "".join(f"{line}\n" for line in _lines(tree))


def _lines(tree: Node) -> Iterator[str]:
    above: list[str] = []
    for words in sorted(_words(history) for history, _ in tree.paths()):
        same = ilen(takewhile(bool, map(eq, words, above)))
        yield " ".join([*(" " * len(word) for word in words[:same]), *words[same:]])
        above = words


def _words(history: Sequence[tuple[Any, Any]]) -> list[str]:
    """Return the guesses of a game and their answers, as they are written on a line."""
    words: list[str] = []
    for number, (guess, score) in enumerate(history, start=1):
        words += [guess, f"{''.join(map(_SPELLED.__getitem__, score))}{number}"]
    return words


def read(game: Game[Any, Any, Any], text: str) -> Sketch:
    """Return the tree of a text in the notation of alex1770."""
    _check(game)
    path: list[Sketch] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            _line(path, line.split(), number)
    if not path:
        raise wrong(1, "there is no game in it")
    return path[0]


def _line(path: list[Sketch], words: list[str], number: int) -> None:
    """Follow one game; ``path`` are the nodes of the game before, as far as they are known."""
    depth, score = 0, ""
    for at, word in enumerate(words):
        answer = _ANSWER.fullmatch(word)
        if answer is None:
            if depth and not score:
                raise wrong(number, f"{shown(word)} is no answer, such as BBGYB1")
            _guess(path, depth, score, word, number)
            depth, score = depth + 1, ""
            continue
        told = int(answer.group(2))
        if score or (at and told != depth) or not 1 <= told <= len(path):
            raise wrong(number, f"{shown(word)} is no answer to guess {depth or len(path)}")
        depth = told
        score = "".join(map(_MARKS.__getitem__, answer.group(1)))
    if not score:
        raise wrong(number, "it ends without an answer")
    if set(score) != {"g"}:
        raise wrong(number, "its last answer is not all green")


def _guess(path: list[Sketch], depth: int, score: str, word: str, number: int) -> None:
    """Go to the node of a guess, which may be new."""
    known = path[depth - 1].branches.get(score) if depth else (path[0] if path else None)
    if known is None:
        known = Sketch(word, number)
        if depth:
            path[depth - 1].branches[score] = known
    elif known.guess != word:
        raise wrong(number, f"it guesses {shown(word)} where line {known.line} guesses another")
    path[depth:] = [known]
