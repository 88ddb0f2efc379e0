"""A declared symmetry that is false is refused, however few pairs show that it is."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from itertools import chain
from pathlib import Path

import pytest
from attrs import frozen
from errors import one_line

import mastermind_core as mc
from mastermind_core.exact import problem
from mastermind_core.kernels import is_compiled
from mastermind_core.table import find_symmetry

native = pytest.mark.skipif(not is_compiled(), reason="no native kernel runs")


@frozen(eq=False)
class Exchanging:
    """Naming any secret, one guess that tells all apart, and others that tell nothing.

    The last guess is the good one. It is said to be like the guess before it, which is a lie.
    """

    size: int
    others: int
    most: int = 250

    @property
    def guesses(self):
        return range(self.size + self.others + 1)

    @property
    def secrets(self):
        return range(self.size)

    @property
    def endstates(self):
        return {"found"}

    def score(self, guess, secret):
        if guess < self.size:
            return "found" if guess == secret else 0
        return secret % self.most if guess == self.guesses[-1] else 0

    def score_table(self):
        size, most = self.size, self.most
        scores = ["found", *range(most)]
        ids = array("B" if most < 256 else "H")
        blank = array(ids.typecode, [1]) * size
        for secret in range(size):
            row = blank[:]
            row[secret] = 0
            ids.extend(row)
        ids.extend(blank * self.others)
        ids.extend(array(ids.typecode, [1 + secret % most for secret in range(size)]))
        return scores, ids

    def generators(self):
        last = self.guesses[-1]

        def exchange(guess):
            return {last: last - 1, last - 1: last}.get(guess, guess)

        return [(exchange, lambda secret: secret)]


BEYOND = Exchanging(1089, 62_093 - 1090)  # 2**26 pairs and some more, almost all of them kept


def test_the_one_guess_that_tells_all_apart_is_not_like_another():
    for game in (Exchanging(6, 2), Exchanging(24, 3000), Exchanging(300, 2, most=290)):
        with one_line(mc.BadGame, "generator 1 is not a symmetry"):
            mc.optimal(game)
        with one_line(mc.BadGame, "generator 1 is not a symmetry"):
            mc.optimal(game, seconds=600)


@native
@pytest.mark.parametrize("threads", [1, 2])
def test_so_in_a_game_of_very_many_pairs(threads):
    with one_line(mc.BadGame, "generator 1 is not a symmetry", "62092"):
        mc.optimal(BEYOND, threads=threads)


def test_in_plain_python_too():
    source = """
import sys
sys.path.insert(0, sys.argv[1])
from test_false_symmetries import Exchanging, mc
for game in (Exchanging(24, 3), Exchanging(24, 3000)):
    try:
        print(mc.optimal(game).total)
    except mc.BadGame as error:
        print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", source, Path(__file__).parent],
        env={
            **os.environ,
            "MASTERMIND_CORE_KERNEL": "reference",
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert len(lines) == 2
    assert all("generator 1 is not a symmetry" in line for line in lines)


class Codes(mc.Mastermind):
    """Codes in which two guesses change places, and nothing else does."""

    def generators(self):
        one, other = self.guesses[-1], self.guesses[-7]

        def exchange(code):
            return {one: other, other: one}.get(code, code)

        return [*super().generators(), (exchange, exchange)]


@pytest.mark.parametrize("size", [(3, 2), (4, 4), (6, 4)])
@pytest.mark.parametrize("use", ["optimal", "settled", "greedy"])
def test_two_codes_that_change_places(size, use):
    game = Codes(colours=size[0], holes=size[1])
    number = sum(size) - 1
    with one_line(mc.BadGame, f"generator {number} is not a symmetry"):
        {
            "optimal": lambda: mc.optimal(game),
            "settled": lambda: mc.is_greedy_optimal(game, "entropy"),
            "greedy": lambda: find_symmetry(game, mc.compile_game(game)),
        }[use]()


@native
def test_two_of_the_codes_of_a_game_that_has_no_table():
    game = Codes(colours=8, holes=5)
    with one_line(mc.BadGame, "generator 12 is not a symmetry"):
        find_symmetry(game, mc.compile_game(game))


class _Clock:
    """A clock that has so many looks left."""

    def __init__(self, looks):
        self.looks, self.left = looks, 100.0

    def check(self, *_):
        self.looks -= 1
        if self.looks < 0:
            raise problem.TimeIsUpError


@pytest.mark.parametrize(
    "game", [mc.Mastermind(colours=4, holes=3), Exchanging(40, 2), mc.TwoD(9)], ids=repr
)
def test_what_is_not_compared_in_time_is_not_used(game, monkeypatch):
    monkeypatch.setattr(problem, "_found", lambda *_: ((), True))
    table = mc.compile_game(game)
    whole = len(list(game.generators()))
    seen = set()
    for looks in chain(range(30), [10**9]):
        monkeypatch.setattr(problem, "Deadline", lambda _, looks=looks: _Clock(looks))
        try:
            seen.add(len(problem.search_symmetries(game, table, 1.0).exact))
        except mc.BadGame:
            assert isinstance(game, Exchanging)
            seen.add(whole)
    assert seen == {0, whole}
