"""Find the one false coin, and whether it is too heavy or too light, with a pair of scales.

As a guessing game: a guess is a weighing, or the claim that a coin is too heavy or too light. A
weighing never ends the game; a true claim does. So the guesses are the weighings and one more.

>>> for coins in (3, 4, 5, 6):
...     print(coins, "coins:", mc.optimal_worst_case(odd_coin(coins)) - 1, "weighings")
3 coins: 2 weighings
4 coins: 3 weighings
5 coins: 3 weighings
6 coins: 3 weighings

Two weighings have nine outcomes, so they might do for four coins with their eight secrets. They do
not: the first weighing always leaves too much.

Play it, with the second of four coins too light:

>>> game = odd_coin(4)
>>> steps = mc.play_game(game, mc.strategies.entropy, lambda guess: game.score(guess, (2, "light")))
>>> steps[-1]
((2, 'light'), 'true')
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import mastermind_core as mc


def odd_coin(coins: int) -> mc.FiniteGame[Any, Any, str]:
    """Make the game for coins numbered from 1."""
    claims = [(coin, fault) for coin in range(1, coins + 1) for fault in ("heavy", "light")]
    return mc.FiniteGame(
        guesses=[*weighings(coins), *claims],
        secrets=claims,
        score=score,
        endstates={"true"},
        name=f"odd coin of {coins}",
    )


def weighings(coins: int) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """Yield every way to put equally many coins on both pans, which are alike.

    >>> len(list(weighings(4)))
    9
    """
    every = range(1, coins + 1)
    for each in range(1, coins // 2 + 1):
        for left in combinations(every, each):
            others = [coin for coin in every if coin not in left and coin > left[0]]
            for right in combinations(others, each):
                yield frozenset(left), frozenset(right)


def score(guess: Any, secret: tuple[int, str]) -> str:
    """Answer a claim with true or false, and a weighing with the pan that goes down.

    >>> score((frozenset({1}), frozenset({2})), (2, "light")), score((2, "heavy"), (2, "light"))
    ('left', 'false')
    """
    if isinstance(guess[0], int):
        return "true" if guess == secret else "false"
    coin, fault = secret
    left, right = guess
    if coin not in left | right:
        return "balance"
    return "left" if (coin in left) == (fault == "heavy") else "right"


if __name__ == "__main__":
    game = odd_coin(4)
    print(mc.length_distribution(game, mc.strategies.entropy))
