"""The notation of mmstrat, after R. W. Irving (1979): ``1296 (1123: 2 (2311), 44A, ...; ...; 1)``.

A situation is the number of its secrets, and in brackets the guess with the situations after every
answer: no black pegs and all white ones first, then one white peg less, and so on. The answers of
one number of black pegs end with a semicolon. The answer that cannot be, all pegs black but a white
one, is left out, or a 0. One secret or two need no guess: the first one is guessed. A guess without
situations tells its secrets apart (with an x: into ones and twos). A capital letter stands for a
situation that is told below, as ``A = (...)``.

mmstrat is at github.com/fancidev/mastermind; D. Knuth's strategy of 1977 is written so as well.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field

from mastermind_core.errors import shown
from mastermind_core.files.notations.sketch import Sketch, Spelling, Tokens, spelling_of, wrong
from mastermind_core.game import Game
from mastermind_core.tree import Branch, Node

NAME = "mmstrat"
_DIGITS = "1234567890"


def answers(holes: int) -> list[tuple[int, int]]:
    """Return the answers in the order of the notation.

    >>> answers(2)
    [(0, 2), (0, 1), (0, 0), (1, 0), (2, 0)]
    """
    return [
        (black, white)
        for black in range(holes + 1)
        for white in range(holes - black, -1, -1)
        if (black, white) != (holes - 1, 1)
    ]


def write(tree: Node) -> str:
    """Return a tree in the notation of mmstrat, without capital letters."""
    spelling = spelling_of(tree.game, NAME, _DIGITS)
    written: dict[Node | None, str] = {}
    for history, node in reversed(list(tree.walk())):  # what is below a node before the node itself
        written[node] = _situation(node, len(history), written, spelling)
    return f"{written[tree]}\n"


def _situation(node: Node, depth: int, written: dict[Node | None, str], spelling: Spelling) -> str:
    """Return the text of a node, of which all that is below it is ``written``."""
    below = {
        branch.score: written.pop(branch.subtree, f"{branch.size}") for branch in node.branches
    }
    if depth and _is_implied(node):
        return str(len(node.candidates))
    holes = spelling.game.holes
    head = f"{len(node.candidates)} ({spelling.code(node.guess)}"
    if all(branch.size == 1 and _is_implied(branch) for branch in node.branches):
        return f"{head})" if (holes, 0) in below else f"{head}*)"
    order = answers(holes)
    listed = (
        f" {below.get(score, 0)}{_separator(order, at, depth)}" for at, score in enumerate(order)
    )
    return f"{head}:{''.join(listed)}"


def _separator(order: list[tuple[int, int]], at: int, depth: int) -> str:
    if at == len(order) - 1:
        return ")"
    if order[at][1]:
        return ","
    return ";" if depth else ";\n"


def _is_implied(part: Node | Branch) -> bool:
    """Return whether what is guessed goes without saying: the first secret, then the other."""
    node = part.subtree if isinstance(part, Branch) else part
    if node is None:
        return True
    if len(node.candidates) > 2 or node.guess != node.candidates[0]:
        return False
    rest = [branch.subtree for branch in node.branches if branch.subtree is not None]
    return len(rest) < len(node.candidates) and all(map(_is_implied, rest))


@define(eq=False)
class _Listing:
    """A list of situations that is being read: those of one guess, answer by answer."""

    sketch: Sketch
    place: int = 0


@define(eq=False)
class _Reader:
    """A text that is being read."""

    tokens: Tokens
    spelling: Spelling
    order: list[tuple[int, int]]
    listings: list[_Listing] = field(factory=list)
    named: dict[str, Sketch] = field(factory=dict)

    def strategy(self) -> Sketch:
        """Read the first situation and those that have names."""
        root = self._situation(self._number())
        self._listings()
        told: set[str] = set()
        while self.tokens.peek:
            name = self.tokens.take()
            line = self.tokens.line
            if name not in self.named or name in told:
                state = "told twice" if name in told else "not asked for above"
                raise wrong(line, f"the situation {shown(name)} is {state}")
            told.add(name)
            self.tokens.take("=")
            self._body(self.named[name])
            self._listings()
        if len(told) < len(self.named):
            missing = min(self.named.keys() - told)
            raise wrong(self.tokens.line, f"the situation {missing} is not told")
        return root

    def _number(self) -> int:
        word = self.tokens.take()
        if not word.isdigit() or len(word) > 9:
            raise wrong(self.tokens.line, f"expected a number of secrets, not {shown(word)}")
        return int(word)

    def _situation(self, size: int) -> Sketch:
        """Read what follows the number of secrets."""
        sketch = Sketch(None, self.tokens.line, size=size)
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
        """Read a guess in brackets; what follows its answers is read by :meth:`_listings`."""
        self.tokens.take("(")
        line = sketch.line = self.tokens.line
        word = self.tokens.take()
        sketch.guess = self.spelling.colours(word)
        if sketch.guess is None:
            raise wrong(line, f"{shown(word)} is no code of the game")
        sign = self.tokens.take("*", "x", ":", ")")
        if sign in {"*", "x"}:
            sign = self.tokens.take(":", ")")
        if sign == ")":
            sketch.open = True
        else:
            self.listings.append(_Listing(sketch))

    def _listings(self) -> None:
        """Read the situations of all lists that are open."""
        while self.listings:
            listing = self.listings[-1]
            size = self._number()
            if self._is_impossible(listing, size):
                continue
            answer = self.order[listing.place]
            listing.place += 1
            if size and listing.place < len(self.order):
                child = self._situation(size)
                listing.sketch.branches[answer] = child
                if self.listings[-1] is not listing:
                    continue
            self._close()

    def _is_impossible(self, listing: _Listing, size: int) -> bool:
        """Pass by the 0 of the answer that cannot be, which some write."""
        black, _ = self.order[listing.place]
        if size == 0 and black == self.spelling.game.holes - 1 and self.tokens.peek == ",":
            self.tokens.take()
            return True
        return False

    def _close(self) -> None:
        """Read what separates situations, and close the lists that end here."""
        while self.listings:
            listing = self.listings[-1]
            last = listing.place == len(self.order)
            wanted = ")" if last else "," if self.order[listing.place - 1][1] else ";"
            self.tokens.take(wanted)
            if not last:
                return
            self.listings.pop()


def read(game: Game[Any, Any, Any], text: str) -> Sketch:
    """Return what a text in the notation of mmstrat says."""
    spelling = spelling_of(game, NAME, _DIGITS)
    tokens = Tokens(text, r"[():;,*x=]|[A-Z]|[0-9]+")
    return _Reader(tokens, spelling, answers(spelling.game.holes)).strategy()
