"""A guessing game as an environment of OpenEnv, with its server.

``uvicorn openenv_game:app`` serves it after ``pip install openenv-core``. An action is a message,
whose last line ends with a guess, and the reward is minus the regret of the guess.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

import mastermind_core as mc

GAME = mc.Mastermind(colours=6, holes=4)


class Guess(Action):
    """The answer of a model."""

    message: str = Field(..., description="An answer whose last line ends with a guess")


class Board(Observation):
    """The task and all guesses so far with their scores."""

    text: str = Field(default="", description="The task, and one line per guess")


class GuessingGame(Environment[Guess, Board, State]):
    """One game at a time; each session of a client has its own."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._env: Any = mc.gym.GuessingEnv(GAME, observation="text", reward="regret")
        self._state = State(episode_id=str(uuid4()), step_count=0)

    def reset(self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any) -> Board:
        """Begin a game with a random secret."""
        text, info = self._env.reset(seed=seed)
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        return Board(text=text, metadata=info)

    def step(self, action: Guess, timeout_s: float | None = None, **kwargs: Any) -> Board:
        """Make the guess of an action."""
        text, reward, found, truncated, info = self._env.step(action.message)
        self._state.step_count += 1
        return Board(text=text, done=found or truncated, reward=reward, metadata=info)

    @property
    def state(self) -> State:
        """Return the episode and its number of steps."""
        return self._state


app = create_app(GuessingGame, Guess, Board, env_name="guessing_game", max_concurrent_envs=16)
