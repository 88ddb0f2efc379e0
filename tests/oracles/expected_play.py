"""Expected totals of a game by definition, in plain Python: of the best play and of random play."""

from __future__ import annotations

from fractions import Fraction
from functools import cache


class Truth:
    """The totals of a game by definition: for sets of secrets, in plain Python."""

    def __init__(self, game):
        self.game = game
        weights = getattr(game, "weights", None)
        secrets = list(game.secrets)
        given = dict(zip(secrets, weights, strict=True)) if weights else {}
        self.weight = {secret: Fraction(given.get(secret, 1)) for secret in secrets}
        costs = getattr(game, "costs", None)
        prices = dict(zip(game.guesses, costs, strict=True)) if costs else {}
        self.price = {guess: Fraction(prices.get(guess, 1)) for guess in game.guesses}
        self.optimum = cache(self._optimum)
        self.random = cache(self._random)

    def blocks(self, guess, left):
        found = {}
        for secret in left:
            found.setdefault(self.game.score(guess, secret), set()).add(secret)
        return found

    def mass(self, left):
        return sum(self.weight[secret] for secret in left)

    def total(self, guess, left, rest):
        below = 0
        for score, block in self.blocks(guess, left).items():
            if score not in self.game.endstates:
                if block == left:
                    return None
                below += rest(frozenset(block))
        return self.price[guess] * self.mass(left) + below

    def _optimum(self, left):
        totals = (self.total(guess, left, self.optimum) for guess in self.game.guesses)
        return min(total for total in totals if total is not None)

    def winners(self, left):
        ends = self.game.endstates
        return [g for g in self.game.guesses if any(self.game.score(g, s) in ends for s in left)]

    def _random(self, left):
        options = self.winners(left)
        return sum(self.total(guess, left, self.random) for guess in options) / len(options)

    def paths(self, left=None, turns=(), chance=Fraction(1)):
        """Yield each game of random play with its probability."""
        left = frozenset(self.game.secrets) if left is None else left
        options = self.winners(left)
        for guess in options:
            for score, block in self.blocks(guess, left).items():
                share = chance * self.mass(block) / self.mass(left) / len(options)
                game = (*turns, (guess, score))
                if score in self.game.endstates:
                    yield game, share
                else:
                    yield from self.paths(frozenset(block), game, share)
