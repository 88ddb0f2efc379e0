"""A game at the terminal: a person guesses, or answers the guesses of the computer."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from itertools import islice
from random import Random
from typing import Any

import mastermind_core as mc
from mastermind_core.cli.output import is_terminal, print_folded
from mastermind_core.errors import (
    BadArgument,
    GameTooLarge,
    InconsistentHistory,
    MastermindCoreError,
    shown,
)
from mastermind_core.game import weights_of
from mastermind_core.games.codes import Pegs
from mastermind_core.notation import parse_guess, parse_score, scores_of, show_guess, show_score
from mastermind_core.play.codemakers import codemaker_of
from mastermind_core.show.looks import Cell, look_for, tinted
from mastermind_core.show.shapes import TILES, ink


class Terminal:
    """The terminal of a person; ``fancy`` if it shows colours."""

    def __init__(self, words: Sequence[str] = ()):
        """Look at what standard input and output are; ``words`` are completed by the Tab key."""
        self.interactive = is_terminal(sys.stdin) and is_terminal(sys.stdout)
        self.fancy = (
            is_terminal(sys.stdout)
            and "NO_COLOR" not in os.environ
            and os.environ.get("TERM", "dumb") != "dumb"
        )
        encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
        self.signs = encoding.replace("-", "") == "utf8"
        if self.interactive:
            _use_readline(words)

    def say(self, text: str) -> None:
        """Print a text, wrapped to the width of a terminal."""
        for line in text.split("\n"):
            print_folded(line)

    def ask(self, prompt: str) -> str | None:
        """Return the next line without spaces around it, or None at the end of the input."""
        if self.interactive:
            try:
                return input(prompt).strip()
            except EOFError:
                print()
                return None
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            return None
        if not is_terminal(sys.stdin):
            # What is piped does not show by itself.
            print(line.strip(), flush=True)
        return line.strip()

    def guess(self, game: Any, guess: Any, score: Any = None) -> str:
        """Return a guess as a text, in the colours of its tiles or of its code."""
        if not self.fancy:
            return show_guess(game, guess)
        look = look_for(guess, next(iter(game.endstates), None) if score is None else score)
        cells = look.guess(guess) if score is None else tinted(look.guess(guess), look.tints(score))
        return "".join(map(_painted, cells))

    def score(self, game: Any, score: Any) -> str:
        """Return a score as a text, with pegs where they can be shown."""
        text = show_score(game, score)
        if not (self.fancy and self.signs and isinstance(score, Pegs)):
            return text
        return f"{text}  {'●' * score.black}{'○' * score.white}".rstrip()


def _painted(cell: Cell) -> str:
    """Return a cell in the colours of a terminal that come nearest; one without a fill as text."""
    fill, letter = (
        (cell.fill, ink(cell.fill))
        if cell.shape == "disc"
        else TILES.get(cell.fill, TILES["plain"])
    )
    if cell.shape == "text":
        return cell.text
    if not fill.startswith("#"):
        return f" {cell.text} "
    return f"\033[38;5;{_colour(letter)};48;5;{_colour(fill)}m {cell.text} \033[0m"


def _colour(fill: str) -> int:
    """Return the number of a colour in the 6 x 6 x 6 cube of terminals."""
    red, green, blue = (round(int(fill[at : at + 2], 16) / 51) for at in (1, 3, 5))
    return 16 + 36 * red + 6 * green + blue


def _use_readline(words: Sequence[str]) -> None:
    """Make the arrow and Tab keys work as in a shell, if readline is available."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        found = [word for word in words if word.startswith(text)]
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


#: Scores that an introduction lists, diagnoses and candidates that are shown.
_SCORES, _DIAGNOSES, _CANDIDATES = 30, 3, 20

Action = Callable[[str], None]


class Dialogue:
    """A session that a person plays by lines: an action by name, or a move."""

    def __init__(self, session: mc.Session):
        self.session = session
        self.game = session.game
        self.ended = False
        self.terminal = Terminal(list(self.actions()))

    def actions(self) -> Mapping[str, tuple[str, Action]]:
        """Return the actions that can be typed besides a move, with their help and functions."""
        return {
            "hint": ("the best guesses", self.hint),
            "left": ("the secrets that are left", self.left),
            "explain": ("explain GUESS: what its answers would leave", self.explain),
            "undo": ("take the last answer back (u)", self.undo),
            "review": ("the guesses so far beside the best ones, and luck", self.review),
            "help": ("this list (?)", self.help),
            "quit": ("end the game (q)", self.quit),
        }

    def move(self, text: str) -> None:
        """Take a line that is no action."""
        raise NotImplementedError

    def prompt(self) -> str:
        """Return the text before the line that is typed."""
        raise NotImplementedError

    def play(self) -> None:
        """Read lines until the game is over or the input ends."""
        while not self.ended and not self.session.over:
            line = self.terminal.ask(self.prompt())
            if line is None:
                return
            try:
                self.take(line)
            except InconsistentHistory as error:
                self.terminal.say(str(error))
            except MastermindCoreError as error:
                self.terminal.say(f"{error}\n  help lists what else can be typed")

    def take(self, line: str) -> None:
        """Carry out a line: an action or a move."""
        word, _, rest = line.partition(" ")
        name = {"u": "undo", "q": "quit", "?": "help", "exit": "quit"}.get(
            word.lower(), word.lower()
        )
        actions = self.actions()
        if name in actions and (not rest or name == "explain"):
            actions[name][1](rest.strip())
        elif line:
            self.move(line)

    def answer(self, guess: Any, score: Any) -> None:
        """Take an answer; where it contradicts the others, say which may be wrong."""
        try:
            self.session.answer(score, guess=guess)
        except InconsistentHistory as error:
            self.terminal.say(str(error))
            for one in self._diagnoses(score, guess):
                changes = " and ".join(self._change(guess, score, *it) for it in one.changes)
                self.terminal.say(f"  perhaps {changes}: {one.left} left")

    def _diagnoses(self, score: Any, guess: Any) -> list[mc.play.Diagnosis]:
        """Return the likeliest wrong answers, if the codes that would fit can be counted."""
        try:
            return self.session.diagnose(score, guess=guess)[:_DIAGNOSES]
        except GameTooLarge:
            return []

    def _change(self, guess: Any, score: Any, place: int, right: Any) -> str:
        asked, given = [*self.session.history, (guess, score)][place]
        return (
            f"answer {place + 1}, {show_guess(self.game, asked)} {show_score(self.game, given)}, "
            f"was {show_score(self.game, right)}"
        )

    def hint(self, _text: str) -> None:
        """Show the best guesses."""
        self.show(self.session.suggest(_DIAGNOSES))

    def show(self, suggestions: Iterable[mc.play.Suggestion]) -> None:
        """Show guesses with their expected effects."""
        for one in suggestions:
            wins = (", may win" if one.may_win else "") + one.beside
            price = "" if one.price is None else f", costs {one.price}"
            self.terminal.say(
                f"  {self.terminal.guess(self.game, one.guess)}  tells {one.bits:.2f} bits, "
                f"{one.expected_left:.2f} left on average, {one.worst_left} at worst{wins}{price}"
            )

    def left(self, _text: str) -> None:
        """Show how many secrets are left, and some of them."""
        some = list(islice(self.session.candidates, _CANDIDATES + 1))
        more = "" if len(some) <= _CANDIDATES else " ..."
        shown = " ".join(show_guess(self.game, secret) for secret in some[:_CANDIDATES])
        self.terminal.say(f"  {self.how_many()}: {shown}{more}")

    def explain(self, text: str) -> None:
        """Show the number of secrets that each answer to a guess would leave."""
        if not text:
            raise BadArgument("explain needs a guess: explain GUESS")
        what = "of the weight left" if len(set(weights_of(self.game))) > 1 else "left"
        for score, count in self.session.explain(parse_guess(self.game, text)).items():
            self.terminal.say(f"  {show_score(self.game, score)}: {count} {what}")

    def undo(self, _text: str) -> None:
        """Take the last answer back."""
        self.session.undo()

    def review(self, _text: str) -> None:
        """Show each guess beside the best ones."""
        for at, line in enumerate(self.session.review(), start=1):
            self.terminal.say(
                f"  {at}. {self.terminal.guess(self.game, line.made, line.score)}  "
                f"{show_score(self.game, line.score)}  {line.before} to {line.left}; "
                f"{line.beside(lambda guess: show_guess(self.game, guess))}"
            )

    def help(self, _text: str) -> None:
        """List the actions that can be typed."""
        for name, (what, _) in self.actions().items():
            self.terminal.say(f"  {name:<8} {what}")

    def quit(self, _text: str) -> None:
        """End the game."""
        self.ended = True

    def how_many(self) -> str:
        """Return the number of secrets left in words."""
        try:
            return f"{self.session.count} left"
        except GameTooLarge:
            return "very many left"

    def how_to_answer(self) -> str:
        """Return the form of answers in words."""
        scores = [show_score(self.game, score) for score in scores_of(self.game)]
        if len(scores) <= _SCORES:
            return f"one of: {'  '.join(scores)}"
        return f"a score such as: {'  '.join(scores[:3])}"

    def read_guess(self, text: str) -> Any:
        """Return the guess of a string."""
        return parse_guess(self.game, text)

    def read_score(self, text: str) -> Any:
        """Return the score of a string."""
        try:
            return parse_score(self.game, text)
        except BadArgument as error:
            raise BadArgument(
                f"{shown(text)} is no answer; type {self.how_to_answer()}\n  {error}"
            ) from None


_CUT = re.compile(r"\s*(?:->|=|:|\s)\s*")


class Answering(Dialogue):
    """The computer proposes a guess, and the person types its answer, or a guess and its answer."""

    def prompt(self) -> str:
        """Return the guess that is proposed, and how many secrets are left."""
        return f"{show_guess(self.game, self.session.guess)}  ({self.how_many()}) ? "

    def move(self, text: str) -> None:
        """Take an answer to the proposed guess, or a guess with its answer."""
        guess, score = self.read_move(text)
        self.answer(guess, score)

    def read_move(self, text: str) -> tuple[Any, Any]:
        """Return the guess and the score of a line; without a guess it is the proposed one."""
        try:
            return self.session.guess, self.read_score(text)
        except BadArgument as error:
            own = read_step(self, text)
            if own is None:
                raise error from None
            return own


def read_step(dialogue: Dialogue, text: str) -> tuple[Any, Any] | None:
    """Return the guess and the score of a text such as "1122 0,2"; None where it is none."""
    for cut in reversed(list(_CUT.finditer(text))):
        try:
            guess = parse_guess(dialogue.game, text[: cut.start()])
            return guess, dialogue.read_score(text[cut.end() :])
        except BadArgument:
            continue
    return None


class Guessing(Dialogue):
    """The person types guesses; a codemaker answers them."""

    def __init__(
        self, session: mc.Session, codemaker: Any, seed: int | None, max_steps: int | None
    ):
        super().__init__(session)
        answers = codemaker_of(codemaker).begin(self.game, Random(seed))
        # A codemaker that changes its secret remembers its answers: undo goes back to the one
        # before.
        self._answers = [answers]
        self.max_steps = max_steps
        self.resigned = False

    def actions(self) -> Mapping[str, tuple[str, Action]]:
        """Return the actions that can be typed besides a guess."""
        return {**super().actions(), "resign": ("see the secret: the game is lost", self.resign)}

    @property
    def lost(self) -> bool:
        """Return whether the guesses are used up, or the game was given up."""
        used_up = self.max_steps is not None and len(self.session.history) >= self.max_steps
        return self.resigned or used_up

    def resign(self, _text: str) -> None:
        """Lose the game, and end it."""
        self.ended = self.resigned = True

    def prompt(self) -> str:
        """Return the number of the guess."""
        number = len(self.session.history) + 1
        return f"guess {number}{f' of {self.max_steps}' if self.max_steps else ''}: "

    def move(self, text: str) -> None:
        """Take a guess, and answer it."""
        guess = self.read_guess(text)
        answers = copy(self._answers[-1])
        score = answers(guess)
        self.session.answer(score, guess=guess)
        self._answers.append(answers)
        shown = self.terminal.guess(self.game, guess, score)
        self.terminal.say(f"  {shown}  {self.terminal.score(self.game, score)}")
        self.ended = self.lost

    def undo(self, text: str) -> None:
        """Take the last guess back."""
        super().undo(text)
        self._answers.pop()

    def secret(self) -> str:
        """Return the secret, or the first that is left of a codemaker that has none."""
        kept = getattr(self._answers[-1], "secret", None)
        return show_guess(self.game, self.session.candidates[0] if kept is None else kept)
