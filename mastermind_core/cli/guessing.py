"""The game in which a person guesses, and the computer answers."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from random import Random
from typing import Any

import mastermind_core as mc
from mastermind_core.cli.dialogue import Action, Dialogue
from mastermind_core.notation import show_guess
from mastermind_core.play.codemakers import codemaker_of


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
        """Return what a person may type besides a guess."""
        return {**super().actions(), "resign": ("see the secret: the game is lost", self.resign)}

    @property
    def lost(self) -> bool:
        """Say whether the guesses are used up, or the game was given up."""
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
