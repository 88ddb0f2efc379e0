"""What type checkers must know of results; mypy reads this file, and nothing runs it."""

from __future__ import annotations

from typing import Any, assert_type

import mastermind_core as mc
from mastermind_core.games import Comparison, Pegs
from mastermind_core.games.parts import Code

Point = tuple[int, int]


def equal(guess: str, secret: int) -> bool:
    return guess == str(secret)


mastermind = mc.Mastermind(colours=4, holes=3)
twod = mc.TwoD(3)
own = mc.FiniteGame(guesses=["1", "2"], secrets=[1, 2], score=equal, endstates={True})

node = mc.lazy_tree(mastermind, "knuth")
assert_type(node.guess, Code)
assert_type(node.branches[0].score, Pegs)
assert_type(node.branches[0].secrets[0], Code)
assert_type(node.candidates[0], Code)
assert_type(node[Pegs(0, 1)].score, Pegs)
below = node.branches[0].subtree
if below is not None:
    assert_type(below.guess, Code)

assert_type(mc.lazy_tree(twod, "entropy").guess, Point)
assert_type(mc.lazy_tree(twod, "entropy").branches[0].score, Comparison)
assert_type(mc.lengths_by_secret(twod, "entropy"), dict[Point, int])
assert_type(mc.worst_case(twod, "entropy").secret, Point)
assert_type(next(mc.all_solutions(twod, "entropy"))[0], tuple[Point, Comparison])

assert_type(mc.lazy_tree(own, "entropy").guess, str)
assert_type(mc.lazy_tree(own, "entropy").candidates[0], int)
assert_type(mc.lengths_by_secret(own, "entropy"), dict[int, int])

assert_type(mc.optimal(mastermind).tree.guess, Code)
assert_type(mc.optimal(own).tree.branches[0].score, bool)


def any_node(tree: mc.Node) -> Any:
    """A node of no game in particular needs no parameters."""
    return tree.guess
