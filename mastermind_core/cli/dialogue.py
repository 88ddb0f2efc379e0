"""A game at the terminal: what the commands that play have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

import mastermind_core as mc
from mastermind_core.cli.terminal import Terminal
from mastermind_core.errors import (
    BadArgument,
    GameTooLarge,
    InconsistentHistory,
    MastermindCoreError,
    shown,
)
from mastermind_core.game import weights_of
from mastermind_core.notation import parse_guess, parse_score, scores_of, show_guess, show_score

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
        """Return what a person may type besides a move: what each does, and the function."""
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
        """Return what stands before the line that is typed."""
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
        """Do what a line says."""
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
        """Return what may be wrong, where the codes that would fit can be counted."""
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
        """Show guesses with what they are expected to do."""
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
        """Show what the answers to a guess would leave."""
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
        """List what can be typed."""
        for name, (what, _) in self.actions().items():
            self.terminal.say(f"  {name:<8} {what}")

    def quit(self, _text: str) -> None:
        """End the game."""
        self.ended = True

    def how_many(self) -> str:
        """Say how many secrets are left."""
        try:
            return f"{self.session.count} left"
        except GameTooLarge:
            return "very many left"

    def how_to_answer(self) -> str:
        """Say what answers look like."""
        scores = [show_score(self.game, score) for score in scores_of(self.game)]
        if len(scores) <= _SCORES:
            return f"one of: {'  '.join(scores)}"
        return f"a score such as: {'  '.join(scores[:3])}"

    def read_guess(self, text: str) -> Any:
        """Return the guess that a text stands for."""
        return parse_guess(self.game, text)

    def read_score(self, text: str) -> Any:
        """Return the score that a text stands for."""
        try:
            return parse_score(self.game, text)
        except BadArgument as error:
            raise BadArgument(
                f"{shown(text)} is no answer; type {self.how_to_answer()}\n  {error}"
            ) from None
