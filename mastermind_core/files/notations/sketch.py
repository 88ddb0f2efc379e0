"""A tree as another program's file tells it, and the tree of a game that grows from it."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from typing import Any

from attrs import define, field

from mastermind_core.errors import BadFile, shown
from mastermind_core.files.trees import MOST_STEPS, Outline, fitted
from mastermind_core.game import Game
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.tree import Node

#: Secrets up to which a file may leave out what is guessed.
_FEW = 2


@define(eq=False)
class Sketch:
    """A node of a tree in a file: a guess, and what follows some of the answers.

    Without a guess it is the first secret that is left, where one or two are. ``size`` is the
    number of secrets that the file says are left. With ``open`` the answers that have no branch
    are followed by such guesses.
    """

    guess: Any
    line: int
    branches: dict[Any, Sketch] = field(factory=dict)
    size: int | None = None
    open: bool = False


def wrong(line: int, reason: str) -> BadFile:
    """Return the error of a line."""
    return BadFile(f"line {line}: {reason}")


def grown(game: Game[Any, Any, Any], root: Sketch) -> Node:
    """Return the tree of a sketch; one that does not fit the game is refused with its line."""
    table = compile_game(game)
    guesses: list[Any] = []
    edges: list[list[tuple[Any, int]]] = []
    lines: list[str] = []
    work = 0
    waiting: list[tuple[Sketch, array[int], int, int]] = [(root, table.everything, -1, 0)]
    while waiting:
        sketch, members, above, place = waiting.pop()
        if above >= 0:
            score, _ = edges[above][place]
            edges[above][place] = (score, len(guesses))
        work += len(members)
        if work > MOST_STEPS:
            raise wrong(sketch.line, f"the games of the tree take over {MOST_STEPS:,} guesses")
        guess = _guess(table, sketch, members)
        node = len(guesses)
        own: list[tuple[Any, int]] = []
        guesses.append(guess)
        lines.append(f"line {sketch.line}")
        below = []
        for score, child, block in _followed(table, sketch, guess, members):
            if child is not None:
                below.append((child, block, node, len(own)))
            own.append((score, 0))
        edges.append(own)
        waiting.extend(reversed(below))
    return fitted(game, Outline(guesses, edges, where=lines)).tree


def _guess(table: ScoreTable, sketch: Sketch, members: array[int]) -> Any:
    """Return the guess of a sketch, one of the game's."""
    guess = sketch.guess
    if sketch.size is not None and sketch.size != len(members):
        raise wrong(sketch.line, f"it says that {sketch.size} secrets are left: {len(members)} are")
    if guess is None:
        if len(members) > _FEW:
            raise wrong(sketch.line, f"{len(members)} secrets are left, and it says no guess")
        guess = table.secrets.items[members[0]]
    if guess not in table.guesses:
        raise wrong(sketch.line, f"{shown(guess)} is not a guess of the game")
    return guess


def _followed(
    table: ScoreTable, sketch: Sketch, guess: Any, members: array[int]
) -> Iterator[tuple[Any, Sketch | None, array[int]]]:
    """Yield the answers that are left, and what follows each: None where the game is over."""
    unused = dict(sketch.branches)
    blocks = table.split(table.guesses[guess], members)
    if len(blocks) == 1 and not table.over(members, blocks[0][0]):
        raise wrong(sketch.line, f"the answers to {shown(guess)} are all the same")
    for number, block in blocks:
        score = table.scores.items[number]
        child = unused.pop(score, None)
        if table.over(block, number):
            if child is not None:
                raise wrong(child.line, f"it goes on after {shown(score)}, which ends the game")
        elif child is None:
            if sketch.guess is not None and not sketch.open:
                secret = shown(table.secrets.items[block[0]])
                raise wrong(
                    sketch.line,
                    f"{shown(guess)} has no branch for {shown(score)}, the answer of {secret}",
                )
            child = Sketch(None, sketch.line)
        yield score, child, block
    for score, child in unused.items():
        raise wrong(
            child.line,
            f"it has a branch for {shown(score)}, which none of the secrets left answers",
        )


class Tokens:
    """The signs of a text, one after the other, with the line of the last one."""

    def __init__(self, text: str, pattern: str):
        self._text = text
        self._pattern = re.compile(pattern)
        self._at = 0
        self.line = 1
        self.peek = self._read()

    def _read(self) -> str:
        """Return the next sign, or an empty text at the end."""
        text, at = self._text, self._at
        while at < len(text) and text[at].isspace():
            self.line += text[at] == "\n"
            at += 1
        if at == len(text):
            self._at = at
            return ""
        found = self._pattern.match(text, at)
        if found is None:
            raise wrong(self.line, f"{shown(text[at : at + 20])} is not expected here")
        self._at = found.end()
        return found.group()

    def take(self, *wanted: str) -> str:
        """Return the next sign and go on; it must be one of these, if any are named."""
        found = self.peek
        if not found or (wanted and found not in wanted):
            expected = " or ".join(map(repr, wanted)) or "more"
            came = shown(found) if found else "the end"
            raise wrong(self.line, f"expected {expected}, not {came}")
        self.peek = self._read()
        return found
