"""What people write in editors, the README's game first: mypy and pyright both read this file."""

from __future__ import annotations

import math
from collections.abc import Hashable
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import assert_type

import mastermind_core as mc
from mastermind_core.games.parts import Code
from mastermind_core.strategies import Position


def answer(guess: int, secret: int) -> str | int:
    return "found" if guess == secret else math.gcd(guess, secret)


game = mc.FiniteGame(range(1, 21), range(1, 21), answer, endstates={"found"})
print(mc.length_distribution(game, "entropy").mean)
best = mc.optimal(game, "worst-then-mean")
print(best.total, best.worst, best.proven, bool(mc.is_greedy_optimal(game, "entropy")))
print(mc.to_text(mc.lazy_tree(game, "entropy")), mc.replay(game, best.tree))

# Sets, functions without a name, weights in each of their shapes, a matrix and a goal.
numbers = mc.FiniteGame({1, 2, 3}, {1, 2, 3}, lambda guess, secret: guess - secret, {0})
assert_type(mc.lazy_tree(numbers, "knuth").guess, int)
mc.FiniteGame("ab", ["x", "y"], [[0, 1], [1, 1]], goal=len, weights=[1, 2], costs={"a": 3})
mc.FiniteGame("ab", "ab", str.__eq__, [True], weights=ord, name="letters")
everything = [mc.weighted(game, {1: 5}), mc.priced(game, [1] * 20), mc.identified(game)]

# One game by its two spellings.
assert mc.Mastermind(colors=8, holes=5) == mc.Mastermind(colours=8, holes=5)
mc.Mastermind(colours="RGB", holes=2, repeats="none")

session = mc.Session(game, strategy="entropy")
assert_type(session.guess, int)
assert_type(session.candidates[0], int)
assert_type(session.suggest(3)[0].guess, int)
session.answer(1)
session.record(5, "found")
assert_type(mc.Session(mc.Mastermind()).guess, Code)

# Guesses and scores as people write them.
typed = mc.Session(mc.Mastermind(colours=6, holes=4))
typed.record("1122", "0,2")
typed.record([1, 1, 3, 4], (0, 1))
typed.undo()
assert_type(typed.explain("1134"), dict[mc.Pegs, int | Fraction])
words = mc.Session(mc.Wordle())
words.answer(".y...", guess="slate")
mc.play_game(mc.Mastermind(colours=2, holes=2), "knuth", lambda guess: (2, 0), max_steps=1)

# Results of files, and of games whose answers may be wrong.
with TemporaryDirectory() as folder:
    mc.save(best, Path(folder) / "best.json")
    assert_type(mc.load(Path(folder) / "best.json", mc.Solution, game=game).total, int | Fraction)
    found: object = mc.load(Path(folder) / "best.json", game=game)
noisy = mc.noisy(mc.Mastermind(colours=2, holes=2), 0.1)
print(mc.optimal(noisy, max_steps=2).accuracy)
print(mc.optimal(game, mc.within(4)).worst, mc.optimal(game, [mc.within(4), "mean"]).total)
assert_type(mc.play_game(game, "knuth", lambda guess: answer(guess, 7))[0][0], int)


def first(position: Position[int, int, str | int]) -> int:
    return position.candidates[0]


def of_any_game(position: Position) -> Hashable:
    guess: Hashable = min(position.candidates, key=repr)
    return guess


class Drawn:
    """A strategy with a state of its own."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def __call__(self, position: Position[int, int, str | int]) -> int:
        return self.random.choice(position.candidates)


for strategy in (first, of_any_game, Drawn(1), mc.Greedy(mc.ENTROPY), mc.Greedy("entropy")):
    print(mc.worst_case(game, strategy), mc.simulate(game, strategy, games=10, seed=1))
