"""The guesses that a rule leaves open, by an oracle: small games, and rules with options."""

from __future__ import annotations

import game_oracle as oracle

import mastermind_core as mc

SMALL = [
    mc.Mastermind(colours=3, holes=2),
    mc.Mastermind(colours=2, holes=3),
    mc.Mastermind(colours=4, holes=2, repeats="guesses"),
    mc.BullsAndCows(4, 2),
    mc.TwoD(3),
]


def cost(game, guess, candidates):
    return max(map(len, oracle.split(game, guess, candidates).values()))


def wins(game, guess, candidates):
    return any(game.score(guess, secret) in game.endstates for secret in candidates)


def any_winner(game, candidates):
    return [guess for guess in game.guesses if wins(game, guess, candidates)]


def any_best(game, candidates):
    costs = {guess: cost(game, guess, candidates) for guess in game.guesses}
    ties = [guess for guess in game.guesses if costs[guess] == min(costs.values())]
    return [guess for guess in ties if wins(game, guess, candidates)] or ties


def first_best(game, candidates):
    ties = any_best(game, candidates)
    return ties if wins(game, ties[0], candidates) else ties[:1]
