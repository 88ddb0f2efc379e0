"""The notation of the MM(5,8) contest: ``{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA}}``.

A strategy is a guess alone, which is the last one, or a guess with what follows each answer. An
answer is the number of its black pegs and that of its white ones, and the last answer, all black,
goes without saying. Colours are letters from A. The contest for the best strategy of 5 holes and 8
colours was on Code Golf Stack Exchange in 2014 (question 31926).
"""

from __future__ import annotations

from typing import Any

from mastermind_core.errors import shown
from mastermind_core.files.notations.sketch import Sketch, Spelling, Tokens, spelling_of, wrong
from mastermind_core.game import Game
from mastermind_core.tree import Node

NAME = "contest"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def write(tree: Node) -> str:
    """Return a tree in the notation of the contest, on one line."""
    spelling = spelling_of(tree.game, NAME, _LETTERS)
    written: dict[Node | None, str] = {}
    for _, node in reversed(list(tree.walk())):  # what is below a node before the node itself
        below = [
            f"{branch.score[0]}{branch.score[1]}:{written.pop(branch.subtree)}"
            for branch in node.branches
            if branch.subtree is not None
        ]
        code = spelling.code(node.guess)
        written[node] = f"{{{code}:{{{','.join(below)}}}}}" if below else code
    return f"{written[tree]}\n"


def read(game: Game[Any, Any, Any], text: str) -> Sketch:
    """Return what a text in the notation of the contest says."""
    spelling = spelling_of(game, NAME, _LETTERS)
    tokens = Tokens(text, r"[{}:,]|[A-Z]+|[0-9]+")
    open_nodes: list[Sketch] = []
    while True:
        sketch, goes_on = _strategy(tokens, spelling)
        if goes_on:
            open_nodes.append(sketch)
            continue
        sketch = _attached(tokens, open_nodes, sketch)
        if not open_nodes:
            break
    if tokens.peek:
        raise wrong(tokens.line, f"{shown(tokens.peek)} comes after the end of the strategy")
    return sketch


def _strategy(tokens: Tokens, spelling: Spelling) -> tuple[Sketch, bool]:
    """Read a guess, and whether branches follow it."""
    goes_on = tokens.peek == "{"
    if goes_on:
        tokens.take()
    line = tokens.line
    word = tokens.take()
    code = spelling.colours(word)
    if code is None:
        raise wrong(line, f"{shown(word)} is no code of the game")
    sketch = Sketch(code, line)
    if goes_on:
        tokens.take(":")
        tokens.take("{")
        _reply(tokens, sketch)
    return sketch, goes_on


def _reply(tokens: Tokens, sketch: Sketch) -> None:
    """Read the answer whose strategy comes next, and keep its place."""
    word = tokens.take()
    if not (word.isdigit() and len(word) == 2):
        raise wrong(tokens.line, f"{shown(word)} is no answer: black and white pegs, a digit each")
    score = (int(word[0]), int(word[1]))
    if score in sketch.branches:
        raise wrong(tokens.line, f"the answer {word} comes twice")
    tokens.take(":")
    sketch.branches[score] = sketch


def _attached(tokens: Tokens, open_nodes: list[Sketch], done: Sketch) -> Sketch:
    """Put a strategy where it belongs, and close those that end with it."""
    while open_nodes:
        above = open_nodes[-1]
        above.branches[next(reversed(above.branches))] = done
        if tokens.take(",", "}") == ",":
            _reply(tokens, above)
            return above
        tokens.take("}")
        done = open_nodes.pop()
    return done
