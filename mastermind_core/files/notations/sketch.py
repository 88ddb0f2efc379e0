"""What notations share: trees as files tell them, the trees of games, and how codes are spelled."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from typing import Any

from attrs import define, field, frozen

from mastermind_core.errors import BadArgument, BadFile, shown
from mastermind_core.files.trees import MOST_STEPS, Outline, fitted
from mastermind_core.game import CodeGame, Game, goal_of
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


#: Holes up to which the pegs of an answer are a digit each.
_MOST_HOLES = 9


@frozen
class Spelling:
    """How the codes of a game are spelled, a letter a colour."""

    notation: str
    game: Any
    letters: dict[Any, str]

    def code(self, guess: Any) -> str:
        """Return a code as text."""
        return "".join(map(self.letters.__getitem__, guess))

    def colours(self, text: str) -> tuple[Any, ...] | None:
        """Return the code of a text, or None where it has other letters or another length."""
        colours = {letter: colour for colour, letter in self.letters.items()}
        if len(text) != self.game.holes or not set(text) <= colours.keys():
            return None
        return tuple(map(colours.__getitem__, text))


def spelling_of(game: Game[Any, Any, Any], notation: str, letters: str) -> Spelling:
    """Return how a notation spells the codes of a game; one of other games is refused.

    A colour that is one of the letters itself is spelled so, if all are; else the first colour is
    the first letter.
    """
    if not isinstance(game, CodeGame):
        raise BadArgument(
            f"the notation {shown(notation)} is for games of codes, not for {shown(game)}"
        )
    if goal_of(game) is not None:
        raise BadArgument(
            f"the notation {shown(notation)} cannot say what is known where {shown(game)} is over: "
            "use to_dot, to_html or to_json"
        )
    colours = tuple(game.symbols)
    if len(colours) > len(letters) or game.holes > _MOST_HOLES:
        raise BadArgument(
            f"the notation {shown(notation)} has {len(letters)} letters for colours and at most "
            f"{_MOST_HOLES} holes, not {len(colours)} and {game.holes}"
        )
    ends = {tuple(score) if isinstance(score, tuple) else score for score in game.endstates}
    if ends != {(game.holes, 0)}:
        raise BadArgument(
            f"the notation {shown(notation)} is for answers of black and white pegs, not for "
            f"{shown(game)}"
        )
    own = [str(colour) for colour in colours]
    spelled = own if set(own) <= set(letters) and len(set(own)) == len(own) else letters
    return Spelling(notation, game, dict(zip(colours, spelled, strict=False)))
