r"""A guessing game as a taskset and an environment of ``verifiers`` 0.4.

The environment of this package answers the model in the place of a user. The reward of a game is
minus the regret of all its guesses: 0 for optimal play, whatever the luck.

``pip install "verifiers>=0.4"`` installs the other package, which names this module as a taskset:

    vf-eval verifiers_game -m MODEL -n 20 --client.base-url URL --env.player.harness.id null \
        --env.player.runtime.type subprocess
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import verifiers.v1 as vf

import mastermind_core as mc

__all__ = ["GuessingEnv", "GuessingTaskset"]


class GuessingConfig(vf.TasksetConfig):
    """The options of the taskset."""

    colours: int = 6
    holes: int = 4
    tasks: int = 100


class GuessingData(vf.TaskData):
    """The data of a task: the game, and the seed of its secret."""

    colours: int
    holes: int
    seed: int


class GuessingTask(vf.Task[GuessingData]):
    """A game with one secret."""


class GuessingEnvConfig(vf.EnvConfig):
    """The environment has one seat."""

    player: vf.AgentConfig = vf.AgentConfig()


@cache
def game_of(colours: int, holes: int) -> mc.Mastermind:
    """Return a game, which all its tasks share with the values of its positions."""
    return mc.Mastermind(colours=colours, holes=holes)


def begun(data: GuessingData) -> tuple[Any, str, dict[str, Any]]:
    """Return the environment of a task after its reset, the first text and what is known."""
    game = game_of(data.colours, data.holes)
    env = mc.gym.GuessingEnv(game, observation="text", reward="regret")
    text, info = env.reset(seed=data.seed)
    return env, text, info


class GuessingEnv(vf.Env[GuessingEnvConfig]):
    """The exchange between a model and a game."""

    async def run(self, task: GuessingTask, agents: Any) -> None:
        """Play one game, and record its rewards. A model that stops loses the guesses it had."""
        env, text, info = begun(task.data)
        regret, found, truncated = 0.0, False, False
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()  # the task has the first text
            while not segment.terminated:
                text, reward, found, truncated, info = env.step(segment.last_reply)
                regret -= reward
                if found or truncated:
                    break
                segment = await interaction.turn(text.splitlines()[-1])
        if not found and not truncated:
            regret += env.max_steps - (len(text.splitlines()) - 1)
        trace = interaction.trace
        trace.record_reward("regret", -regret)
        trace.record_reward("found", float(found), 0.0)
        trace.info["candidates"] = info["candidates"]


class GuessingTaskset(vf.Taskset[GuessingTask, GuessingConfig]):
    """Games with random secrets."""

    def load(self) -> Iterator[GuessingTask]:
        """Yield the tasks."""
        config = self.config
        for seed in range(config.tasks):
            options = {"colours": config.colours, "holes": config.holes, "seed": seed}
            data = GuessingData(name=f"guessing#{seed}", prompt="", **options)
            _, text, _ = begun(data)
            yield GuessingTask(data.model_copy(update={"prompt": text}), config.task)
