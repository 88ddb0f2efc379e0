"""Let two agents play a game as an environment of Gymnasium: a random one and a greedy one.

>>> env = mc.gym.GuessingEnv(mc.Mastermind(colours=4, holes=3), mask="informative")
>>> round(mean_guesses(env, random_agent, games=50), 1) > mean_guesses(env, greedy_agent, games=50)
True
"""

from __future__ import annotations

from typing import Any

import numpy as np

import mastermind_core as mc


def random_agent(env: Any, random: np.random.Generator) -> int:
    """Take any action that the mask allows."""
    return int(random.choice(np.flatnonzero(env.action_masks())))


def greedy_agent(env: Any, random: np.random.Generator) -> int:
    """Take the guess of most entropy over the secrets that are left."""
    guess = mc.best_decision(env.game, env.candidates)
    return list(env.game.guesses).index(guess)


def mean_guesses(env: Any, agent: Any, *, games: int) -> float:
    """Play games with an agent; return how many guesses it takes on average."""
    random = np.random.default_rng(1)
    total = 0.0
    for seed in range(games):
        env.reset(seed=seed)
        over = False
        while not over:
            _, reward, found, truncated, _ = env.step(agent(env, random))
            total -= reward
            over = found or truncated
    return total / games


if __name__ == "__main__":
    env = mc.gym.GuessingEnv(mc.Mastermind(colours=6, holes=4), mask="informative")
    for agent in (random_agent, greedy_agent):
        print(f"{agent.__name__}: {mean_guesses(env, agent, games=20):.2f} guesses")
