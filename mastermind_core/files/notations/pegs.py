"""The notations of codes that are answered with black and white pegs: "contest" and "mmstrat".

The contest for the best strategy of 5 holes and 8 colours was on Code Golf Stack Exchange in 2014
(question 31926): ``{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA}}``. A strategy is a guess alone, which
is the last one, or a guess with what follows each answer. An answer is the number of its black pegs
and that of its white ones; the last answer, all black, is left out. Colours are letters from A.

mmstrat (github.com/fancidev/mastermind) follows R. W. Irving (1979) and D. Knuth (1977):
``1296 (1123: 2 (2311), 44A, ...; ...; 1)``. A situation is the number of its secrets, and in
brackets the guess with the situations after every answer: no black pegs and all white ones first,
then one white peg less, and so on. The answers of one number of black pegs end with a semicolon.
The answer that cannot be, all pegs black but a white one, is left out, or a 0. One secret or two
need no guess: the first one is guessed. A guess without situations distinguishes its secrets (with
an x: into ones and twos). A capital letter stands for a situation that is given below, as
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
from mastermind_core.tree import Branch, Node

CONTEST, MMSTRAT = "contest", "mmstrat"
_LETTERS = {CONTEST: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", MMSTRAT: "1234567890"}

#: Holes up to which the pegs of an answer are a digit each.
_MOST_HOLES = 9


class Tokens:
    """The signs of a text, one after the other, with the line of the next one."""

    def __init__(self, text: str, pattern: str):
        self._left = _signs(text, pattern)
        self.line, self.peek = next(self._left)

    def take(self, *wanted: str) -> str:
        """Return the next sign and go on; it must be one of these, if any are named."""
        found = self.peek
        if not found or (wanted and found not in wanted):
            expected = " or ".join(map(repr, wanted)) or "more"
            came = shown(found) if found else "the end"
            raise wrong(self.line, f"expected {expected}, not {came}")
        self.line, self.peek = next(self._left)
        return found


def _signs(text: str, pattern: str) -> Iterator[tuple[int, str]]:
    """Yield the signs of a string with their lines, and an empty one at the end."""
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
    """How the codes of a game are spelled, a letter a colour."""

    holes: int
    letters: dict[Any, str]

    def code(self, guess: Any) -> str:
        """Return a code as text."""
        return "".join(map(self.letters.__getitem__, guess))

    def sketch(self, tokens: Tokens) -> Sketch:
        """Read a code: the sketch of a guess."""
        line, word = tokens.line, tokens.take()
        colours = {letter: colour for colour, letter in self.letters.items()}
        if len(word) != self.holes or not set(word) <= colours.keys():
            raise wrong(line, f"{shown(word)} is not a code of the game")
        return Sketch(tuple(map(colours.__getitem__, word)), line)


def spelling_of(game: Game, notation: str) -> Spelling:
    """Return how a notation spells the codes of a game; one of other games is refused.

    A colour that is one of the letters itself is spelled so, if all are; else the first colour is
    the first letter.
    """
    letters, called = _LETTERS[notation], f"the notation {shown(notation)}"
    if not isinstance(game, CodeGame):
        raise BadArgument(f"{called} is for games of codes, not for {shown(game)}")
    if goal_of(game) is not None:
        raise BadArgument(
            f"{called} cannot say what is known where {shown(game)} is over: use to_dot, to_html "
            "or to_json"
        )
    colours = tuple(game.symbols)
    if len(colours) > len(letters) or game.holes > _MOST_HOLES:
        raise BadArgument(
            f"{called} has {len(letters)} letters for colours and at most {_MOST_HOLES} holes, not "
            f"{len(colours)} and {game.holes}"
        )
    ends = {tuple(score) if isinstance(score, tuple) else score for score in game.endstates}
    if ends != {(game.holes, 0)}:
        raise BadArgument(f"{called} is for answers of black and white pegs, not for {shown(game)}")
    own = [str(colour) for colour in colours]
    spelled = own if set(own) <= set(letters) and len(set(own)) == len(own) else letters
    return Spelling(game.holes, dict(zip(colours, spelled, strict=False)))


def write_contest(tree: Node) -> str:
    """Return a tree in the notation of the contest, on one line."""
    return f"{_strategy(tree, spelling_of(tree.game, CONTEST))}\n"


def _strategy(node: Node, spelling: Spelling) -> str:
    code = spelling.code(node.guess)
    below = [
        f"{branch.score[0]}{branch.score[1]}:{_strategy(branch.subtree, spelling)}"
        for branch in node.branches
        if branch.subtree is not None
    ]
    return f"{{{code}:{{{','.join(below)}}}}}" if below else code


def read_contest(game: Game, text: str) -> Sketch:
    """Return the tree of a text in the notation of the contest."""
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
            said = f"{shown(word)} is no answer: black and white pegs, a digit each"
            raise wrong(tokens.line, said)
        score = (int(word[0]), int(word[1]))
        if score in sketch.branches:
            raise wrong(tokens.line, f"the answer {word} comes twice")
        tokens.take(":")
        sketch.branches[score] = _read_strategy(tokens, spelling)
        sign = tokens.take(",", "}")
    tokens.take("}")
    return sketch


def answers(holes: int) -> list[tuple[int, int]]:
    """Return the answers in the order of mmstrat.

    >>> answers(2)
    [(0, 2), (0, 1), (0, 0), (1, 0), (2, 0)]
    """
    return [
        (black, white)
        for black in range(holes + 1)
        for white in range(holes - black, -1, -1)
        if (black, white) != (holes - 1, 1)
    ]


def _behind(answer: tuple[int, int], holes: int) -> str:
    """Return the sign behind the situation of an answer."""
    return ")" if answer == (holes, 0) else "," if answer[1] else ";"


def write_mmstrat(tree: Node) -> str:
    """Return a tree in the notation of mmstrat, without capital letters."""
    return _situation(tree, spelling_of(tree.game, MMSTRAT), "\n") + "\n"


def _situation(node: Node, spelling: Spelling, fold: str = "") -> str:
    """Return the text of a node; lines are folded in the root alone, which always has a guess."""
    if not fold and _is_implied(node):
        return str(len(node.candidates))
    holes, branches = spelling.holes, {branch.score: branch for branch in node.branches}
    head = f"{len(node.candidates)} ({spelling.code(node.guess)}"
    if all(branch.size == 1 and _is_implied(branch) for branch in node.branches):
        return f"{head})" if (holes, 0) in branches else f"{head}*)"
    listed = []
    for answer in answers(holes):
        branch, sign = branches.get(answer), _behind(answer, holes)
        size = str(branch.size if branch else 0)
        below = _situation(branch.subtree, spelling) if branch and branch.subtree else size
        listed.append(f" {below}{sign}{fold if sign == ';' else ''}")
    return f"{head}:{''.join(listed)}"


def _is_implied(part: Node | Branch) -> bool:
    """Return whether the guess may be left out: the first secret, then the other."""
    node = part.subtree if isinstance(part, Branch) else part
    if node is None:
        return True
    if len(node.candidates) > 2 or node.guess != node.candidates[0]:
        return False
    rest = [branch.subtree for branch in node.branches if branch.subtree is not None]
    return len(rest) < len(node.candidates) and all(map(_is_implied, rest))


def read_mmstrat(game: Game, text: str) -> Sketch:
    """Return the tree of a text in the notation of mmstrat."""
    spelling = spelling_of(game, MMSTRAT)
    return _Situations(Tokens(text, r"[():;,*x=]|[A-Z]|[0-9]+"), spelling).read()


@define(eq=False)
class _Situations:
    """A text of mmstrat that is being read, and the situations that have a name."""

    tokens: Tokens
    spelling: Spelling
    named: dict[str, Sketch] = field(factory=dict)

    def read(self) -> Sketch:
        """Read the first situation and those that have names."""
        root = self._situation(self._number())
        told: set[str] = set()
        while self.tokens.peek:
            name = self.tokens.take()
            if name not in self.named or name in told:
                state = "told twice" if name in told else "not asked for above"
                raise wrong(self.tokens.line, f"the situation {shown(name)} is {state}")
            told.add(name)
            self.tokens.take("=")
            self._body(self.named[name])
        if missing := self.named.keys() - told:
            raise wrong(self.tokens.line, f"the situation {min(missing)} is not told")
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
                raise wrong(self.tokens.line, f"the situation {sign} comes twice")
            self.named[sign] = sketch
        return sketch

    def _body(self, sketch: Sketch) -> None:
        """Read a guess in brackets, with the situations after its answers."""
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
                self.tokens.take()  # the 0 of the answer that cannot be
                size = self._number()
            if size and answer != (holes, 0):
                sketch.branches[answer] = self._situation(size)
            self.tokens.take(_behind(answer, holes))
