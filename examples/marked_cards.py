"""A game of your own, with guesses and secrets that are different things.

Two of some cards are marked. Name one to three cards, and hear how many of them are marked; name
exactly the marked ones, and the game is over.

>>> game = marked_cards("ABCDE")
>>> mc.best_decision(game)
'AB'
>>> print(mc.to_text(mc.lazy_tree(game, mc.strategies.entropy), depth=1))
AB  (10 candidates)
  1: 6 candidates ...
  0: 3 candidates ...
  found: found
>>> bool(mc.is_greedy_optimal(game))
True
"""

from __future__ import annotations

from itertools import combinations

import mastermind_core as mc


def marked_cards(cards: str, largest: int = 3) -> mc.FiniteGame[str, frozenset[str], object]:
    """Make the game: guesses are strings, secrets are sets, and the score is not symmetric."""

    def score(guess: str, secret: frozenset[str]) -> object:
        return "found" if set(guess) == secret else len(secret.intersection(guess))

    return mc.FiniteGame(
        guesses=["".join(some) for n in range(1, largest + 1) for some in combinations(cards, n)],
        secrets=[frozenset(pair) for pair in combinations(cards, 2)],
        score=score,
        endstates={"found"},
        name="marked cards",
    )


if __name__ == "__main__":
    print(mc.to_text(mc.lazy_tree(marked_cards("ABCDE"), mc.strategies.entropy)))
