"""The notations for games with black and white pegs: "contest" and "mmstrat".

The contest for the best strategy of 5 holes and 8 colours was on Code Golf Stack Exchange in 2014
(question 31926): ``{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA}}``. A strategy is a last guess alone, or
a guess with the strategy after each score. A score counts black pegs, then white pegs. The winning
score is left out. Colours are letters from A.

mmstrat (github.com/fancidev/mastermind) follows R. W. Irving (1979) and D. Knuth (1977):
``1296 (1123: 2 (2311), 44A, ...; ...; 1)``. A situation is the number of its secrets, and in
brackets the guess with the situations after all scores. Scores are sorted by increasing black pegs,
then by decreasing white pegs. A semicolon ends the scores with the same number of black pegs.
The impossible score, all pegs black but one white, is left out or 0. Up to two secrets need no
guess: the first one is guessed. A guess without situations distinguishes its secrets (with
an x: into sets of one or two). A capital letter stands for a situation that is given below, as
``A = (...)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from attrs import NOTHING, define, field, frozen

from mastermind_core.errors import BadArgument, shown
from mastermind_core.files.trees import Sketch, wrong
from mastermind_core.game import CodeGame, Game, goal_of
from mastermind_core.games.parts import peg_scores
from mastermind_core.tree import Branch, Node

CONTEST = "contest"
MMSTRAT = "mmstrat"
_LETTERS = {CONTEST: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", MMSTRAT: "1234567890"}

#: Maximum number of holes, for which the pegs of a score are one digit each.
_MOST_HOLES = 9


class Tokens:
    """The tokens of a string, with the line of the next token."""

    def __init__(self, text: str, pattern: str):
        self._left = _signs(text, pattern)
        self.line, self.peek = next(self._left)

    def take(self, *wanted: str) -> str:
        """Return the next token and advance, or raise an error unless it is wanted."""
        found = self.peek
        if not found or (wanted and found not in wanted):
            expected = " or ".join(map(repr, wanted)) or "more"
            came = shown(found) if found else "the end"
            raise wrong(self.line, f"expected {expected}, not {came}")
        self.line, self.peek = next(self._left)
        return found


def _signs(text: str, pattern: str) -> Iterator[tuple[int, str]]:
    """Yield the tokens of a string with their lines, and an empty token at the end."""
    line = 1
    for line, content in enumerate(text.split("\n"), start=1):
        for found in re.finditer(rf"{pattern}|(\S)", content):
            if found.group(1):
                rest = content[found.start() : found.start() + 20]
                raise wrong(line, f"{shown(rest)} is not expected here")
            yield line, found.group()
    yield line, ""


@frozen
class Spelling:
    """The spelling of codes, one letter per colour."""

    holes: int
    letters: dict[Any, str]

    def code(self, guess: Any) -> str:
        """Return a code as a string."""
        return "".join(map(self.letters.__getitem__, guess))

    def sketch(self, tokens: Tokens) -> Sketch:
        """Read a code, and return the sketch of a node with this guess."""
        line = tokens.line
        word = tokens.take()
        colours = {letter: colour for colour, letter in self.letters.items()}
        if len(word) != self.holes or not set(word) <= colours.keys():
            raise wrong(line, f"{shown(word)} is not a code of the game")
        return Sketch(tuple(map(colours.__getitem__, word)), line)


def spelling_of(game: Game, notation: str) -> Spelling:
    """Return the spelling of codes, or raise ``BadArgument`` for games without codes.

    If all colours are letters of the notation, they represent themselves. Otherwise, the first
    colour is the first letter, and so on.
    """
    letters = _LETTERS[notation]
    called = f"the notation {shown(notation)}"
    if not isinstance(game, CodeGame):
        raise BadArgument(f"{called} is for games of codes, not for {shown(game)}")
    if goal_of(game) is not None:
        raise BadArgument(
            f"{called} cannot express the goal of {shown(game)}: use to_dot, to_html or to_json"
        )
    colours = tuple(game.symbols)
    if len(colours) > len(letters) or game.holes > _MOST_HOLES:
        raise BadArgument(
            f"{called} has {len(letters)} letters for colours and at most {_MOST_HOLES} holes, not "
            f"{len(colours)} and {game.holes}"
        )
    ends = {tuple(score) if isinstance(score, tuple) else score for score in game.endstates}
    if ends != {(game.holes, 0)}:
        raise BadArgument(f"{called} is for scores of black and white pegs, not for {shown(game)}")
    own = [str(colour) for colour in colours]
    spelled = own if set(own) <= set(letters) and len(set(own)) == len(own) else letters
    return Spelling(game.holes, dict(zip(colours, spelled, strict=False)))


def write_contest(tree: Node) -> str:
    """Return a tree in the notation of the contest, on one line."""
    return f"{_strategy(tree, spelling_of(tree.game, CONTEST))}\n"


def _strategy(node: Node, spelling: Spelling) -> str:
    code = spelling.code(node.guess)
    going_on = ((*score, after) for score, after in node.branches if after is not None)
    below = [f"{black}{white}:{_strategy(after, spelling)}" for black, white, after in going_on]
    return f"{{{code}:{{{','.join(below)}}}}}" if below else code


def read_contest(game: Game, text: str) -> Sketch:
    """Return the sketch of a tree in the notation of the contest."""
    spelling = spelling_of(game, CONTEST)
    tokens = Tokens(text, r"[{}:,]|[A-Z]+|[0-9]+")
    sketch = _read_strategy(tokens, spelling)
    if tokens.peek:
        raise wrong(tokens.line, f"{shown(tokens.peek)} comes after the end of the strategy")
    return sketch


def _read_strategy(tokens: Tokens, spelling: Spelling) -> Sketch:
    if tokens.peek != "{":
        return spelling.sketch(tokens)
    tokens.take()
    sketch = spelling.sketch(tokens)
    tokens.take(":")
    sign = tokens.take("{")
    while sign != "}":
        word = tokens.take()
        if not (word.isdigit() and len(word) == 2):
            message = f"{shown(word)} is not a score: write one digit each for black and white pegs"
            raise wrong(tokens.line, message)
        score = (int(word[0]), int(word[1]))
        if score in sketch.branches:
            raise wrong(tokens.line, f"the score {word} occurs twice")
        tokens.take(":")
        sketch.branches[score] = _read_strategy(tokens, spelling)
        sign = tokens.take(",", "}")
    tokens.take("}")
    return sketch


def answers(holes: int) -> list[tuple[int, int]]:
    """Return the scores in the order of mmstrat.

    >>> answers(2)
    [(0, 2), (0, 1), (0, 0), (1, 0), (2, 0)]
    """
    scores = ((score.black, score.white) for score in peg_scores(holes))
    return sorted(scores, key=lambda score: (score[0], -score[1]))


def _behind(answer: tuple[int, int], holes: int) -> str:
    """Return the sign after the situation of a score."""
    return ")" if answer == (holes, 0) else "," if answer[1] else ";"


def write_mmstrat(tree: Node) -> str:
    """Return a tree in the notation of mmstrat, without named situations."""
    return _situation(tree, spelling_of(tree.game, MMSTRAT), "\n") + "\n"


def _situation(node: Node, spelling: Spelling, fold: str = "") -> str:
    """Return the text of a node. Only the root has line breaks, and always a guess."""
    if not fold and _is_implied(node):
        return str(len(node.candidates))
    holes = spelling.holes
    branches = {branch.score: branch for branch in node.branches}
    head = f"{len(node.candidates)} ({spelling.code(node.guess)}"
    if all(branch.size == 1 and _is_implied(branch) for branch in node.branches):
        return f"{head})" if (holes, 0) in branches else f"{head}*)"
    listed = []
    for answer in answers(holes):
        branch = branches.get(answer)
        sign = _behind(answer, holes)
        size = str(branch.size if branch else 0)
        below = _situation(branch.subtree, spelling) if branch and branch.subtree else size
        listed.append(f" {below}{sign}{fold if sign == ';' else ''}")
    return f"{head}:{''.join(listed)}"


def _is_implied(part: Node | Branch) -> bool:
    """Return whether the guess may be left out: the node guesses its one or two secrets."""
    node = part.subtree if isinstance(part, Branch) else part
    if node is None:
        return True
    if len(node.candidates) > 2 or node.guess != node.candidates[0]:
        return False
    rest = [branch.subtree for branch in node.branches if branch.subtree is not None]
    return len(rest) < len(node.candidates) and all(map(_is_implied, rest))


def read_mmstrat(game: Game, text: str) -> Sketch:
    """Return the sketch of a tree in the notation of mmstrat."""
    spelling = spelling_of(game, MMSTRAT)
    return _Situations(Tokens(text, r"[():;,*x=]|[A-Z]|[0-9]+"), spelling).read()


@define(eq=False)
class _Situations:
    """The state while mmstrat's notation is read, with the named situations."""

    tokens: Tokens
    spelling: Spelling
    named: dict[str, Sketch] = field(factory=dict)

    def read(self) -> Sketch:
        """Read the root situation and the named situations."""
        root = self._situation(self._number())
        seen: set[str] = set()
        while self.tokens.peek:
            name = self.tokens.take()
            if name not in self.named or name in seen:
                state = "given twice" if name in seen else "not named above"
                raise wrong(self.tokens.line, f"the situation {shown(name)} is {state}")
            seen.add(name)
            self.tokens.take("=")
            self._body(self.named[name])
        if missing := self.named.keys() - seen:
            raise wrong(self.tokens.line, f"the situation {min(missing)} is missing")
        return root

    def _number(self) -> int:
        word = self.tokens.take()
        if not word.isdigit() or len(word) > 9:
            raise wrong(self.tokens.line, f"expected a number of secrets, not {shown(word)}")
        return int(word)

    def _situation(self, size: int) -> Sketch:
        """Read a situation after the number of its secrets."""
        sketch = Sketch(NOTHING, self.tokens.line, size=size)
        sign = self.tokens.peek
        if sign == "(":
            self._body(sketch)
        elif sign.isalpha() and sign.isupper():
            self.tokens.take()
            if sign in self.named:
                raise wrong(self.tokens.line, f"the situation {sign} is named twice")
            self.named[sign] = sketch
        return sketch

    def _body(self, sketch: Sketch) -> None:
        """Read a guess in brackets, with the situations after its scores."""
        self.tokens.take("(")
        read = self.spelling.sketch(self.tokens)
        sketch.guess, sketch.line = read.guess, read.line
        sign = self.tokens.take("*", "x", ":", ")")
        if sign in {"*", "x"}:
            sign = self.tokens.take(":", ")")
        sketch.open = sign == ")"
        holes = self.spelling.holes
        for answer in () if sketch.open else answers(holes):
            size = self._number()
            if size == 0 and answer[0] == holes - 1 and self.tokens.peek == ",":
                self.tokens.take()  # the 0 of the impossible score
                size = self._number()
            if size and answer != (holes, 0):
                sketch.branches[answer] = self._situation(size)
            self.tokens.take(_behind(answer, holes))
