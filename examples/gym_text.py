"""Let a language model play a game as text.

Observations and actions are strings. ``python examples/gym_text.py`` prints one episode in which
:func:`stand_in` is the model. The folder ``environments`` has the same game for verifiers and
OpenEnv.

>>> game = mc.Mastermind(colours=6, holes=4)
>>> task, *lines = play(game, lambda text: stand_in(game, text), seed=1).splitlines()
>>> print(task)
Find the secret of Mastermind(colours=6, holes=4, repeats='both') with few guesses. \
Answer with a guess alone, such as 1111. Each guess is followed by its score; 4,0 ends the game.
>>> lines[0].partition("  ")[0], lines[-1].partition("  ")[2]
('1234', '4,0')
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import mastermind_core as mc


def stand_in(game: Any, text: str) -> str:
    """Answer as a careful model would: with the guess of most entropy after the lines so far."""
    session = mc.Session(game, "entropy")
    for guess, score in re.findall(r"^(\d+)  (.+)$", text, re.MULTILINE):
        session.record(mc.parse_guess(game, guess), mc.parse_score(game, score))
    return "I have it." if session.over else f"My guess: {mc.format_guess(game, session.guess)}"


def play(game: Any, model: Callable[[str], str], *, seed: int) -> str:
    """Play one episode as an adapter does; return the last observation."""
    env = mc.gym.GuessingEnv(game, observation="text")
    text, _ = env.reset(seed=seed)
    over = False
    while not over:
        text, _, found, truncated, _ = env.step(model(text))
        over = found or truncated
    return str(text)


if __name__ == "__main__":
    game = mc.Mastermind(colours=6, holes=4)
    print(play(game, lambda text: stand_in(game, text), seed=1))
