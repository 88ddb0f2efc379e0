"""Guess a number, and hear whether the secret is higher or lower.

Halving is the best that can be done, and greedy finds it by itself: with k guesses 2**k - 1 numbers
can be told apart.

>>> for steps in range(1, 6):
...     most = 2**steps - 1
...     assert mc.worst_case(higher_or_lower(most), mc.strategies.entropy) == steps
...     assert mc.optimal_worst_case(higher_or_lower(most)) == steps
...     assert not mc.solution_exists(higher_or_lower(most + 1), max_steps=steps)

>>> game = higher_or_lower(100)
>>> steps = mc.play_game(game, mc.strategies.entropy, lambda guess: game.score(guess, 37))
>>> [guess for guess, _ in steps]
[50, 25, 37]
"""

from __future__ import annotations

import mastermind_core as mc


def higher_or_lower(most: int) -> mc.FiniteGame[int, int, str]:
    """Make the game for the numbers from 1 to ``most``."""

    def score(guess: int, secret: int) -> str:
        return "right" if guess == secret else "higher" if guess < secret else "lower"

    numbers = range(1, most + 1)
    return mc.FiniteGame(numbers, numbers, score, endstates={"right"}, name="higher or lower")


if __name__ == "__main__":
    print(mc.length_distribution(higher_or_lower(100), mc.strategies.entropy))
