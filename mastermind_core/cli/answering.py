"""Games in which a person answers: the computer guesses, or only advises."""

from __future__ import annotations

import re
from typing import Any

from mastermind_core.cli.dialogue import Dialogue
from mastermind_core.errors import BadArgument
from mastermind_core.notation import parse_guess, show_guess

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
