"""What is done before a search and after it looks at the clock and at Ctrl-C, row by row.

Each stage is run with a hook that counts how often it is asked whether to go on, and with one that
says no: the stage then ends there, with the same exception, and is not asked again.
"""

from __future__ import annotations

from unittest.mock import patch

import pytest
from clock import turned_clock
from forgetting import forget_tables
from inside import pose

import mastermind_core as mc
from mastermind_core import compile_game
from mastermind_core.analysis import distribution_of
from mastermind_core.exact import check_rule, worth
from mastermind_core.exact.anytime import greedy
from mastermind_core.exact.anytime.greedy import GreedyTrees
from mastermind_core.exact.legality import only_candidates_are_legal
from mastermind_core.kernels import IMPOSSIBLE, NO_LIMIT, Found, is_compiled, listening
from mastermind_core.kernels.exact.floors import floors
from mastermind_core.table import find_symmetry
from mastermind_core.table.compiling import check_ends
from mastermind_core.tree import player_for

SIZE = 40


def answer(guess, secret):
    return "found" if guess == secret else (guess * secret) % 7


class Ruled:
    guesses = secrets = range(SIZE)
    endstates = ("found",)

    def score(self, guess, secret):
        return answer(guess, secret)

    def legal(self, guess, history):
        return all(asked != guess for asked, _ in history)


class Turning:
    """Numbers in a circle, which may be turned."""

    guesses = secrets = range(SIZE)
    endstates = (0,)

    def score(self, guess, secret):
        distance = (guess - secret) % SIZE
        return min(distance, SIZE - distance)

    def generators(self):
        def turned(number):
            return (number + 1) % SIZE

        yield turned, turned


class Goes:
    """A deadline that counts looks, and that no time ends."""

    left = NO_LIMIT

    def __init__(self, check):
        self.check = check

    def later(self, seconds):
        return self


def lists():
    return mc.FiniteGame(range(SIZE), range(SIZE), answer, {"found"})


def fill(check):
    forget_tables()
    compile_game(lists(), progress=lambda *_: check())


def heard(check, work):
    with listening(lambda *_: check()):
        work()


def stages():
    game = lists()
    table = compile_game(game)
    scores, task = table.kernel_scores, pose(game, table)
    none = Found(None, IMPOSSIBLE, 0, 0, proven=False, nodes=0)
    goals = mc.identified(mc.TwoD(17))  # a few guesses need no look
    known = compile_game(goals)
    asked = compile_game(  # no guess is a secret
        mc.FiniteGame(map(str, range(SIZE)), range(SIZE), lambda g, s: answer(int(g), s), {"found"})
    )
    ruled, turning = Ruled(), Turning()

    def grow(check):
        with patch.object(greedy, "_TINY", 0):
            GreedyTrees().better(scores, task, none, Goes(check))

    def value(check):
        oracle = mc.Oracle(game)
        with patch.object(worth, "Deadline", lambda _: Goes(check)):
            oracle.values(guesses="all")

    def play(check):
        player = player_for(lists(), "entropy")
        heard(check, lambda: distribution_of(player))

    return {
        "scores": fill,
        "ends": lambda check: heard(check, lambda: check_ends(asked, {"found"})),
        "goals": lambda check: heard(check, lambda: check_ends(known, goals.endstates)),
        "declared symmetries": lambda check: find_symmetry(
            turning, compile_game(turning), check=check
        ),
        "legality": lambda check: only_candidates_are_legal(game, table, check),
        "rule": lambda check: check_rule(ruled, compile_game(ruled), check),
        "bounds": lambda check: floors(scores, task, check),
        "greedy trees": grow,
        "a strategy that is played": play,
        "guesses that are valued": value,
        "fingerprint": lambda check: heard(check, table.fingerprint),
    }


#: Looks that each has to make on games of forty numbers, or of 36 cells: about one a row of scores,
#: a permutation, a history, a tree or a node.
LEAST = {
    "scores": 40,
    "ends": 20,
    "goals": 1,
    "declared symmetries": 1,
    "legality": 40,
    "rule": 100,
    "bounds": 40,
    "greedy trees": 7,
    "a strategy that is played": 20,
    "guesses that are valued": 40,
    "fingerprint": 40,
}


class _EndedError(Exception):
    """No work of the package catches it."""


@pytest.mark.parametrize("name", LEAST)
def test_a_stage_looks_often_and_ends_when_it_is_told(name):
    stage = stages()[name]
    looks = []
    stage(lambda *_: looks.append(0))
    assert len(looks) >= LEAST[name]
    for last in sorted({1, len(looks) // 2 + 1, len(looks)}):
        made = []

        def stop(*_, made=made, last=last):
            made.append(0)
            if len(made) == last:
                raise _EndedError

        with pytest.raises(_EndedError):
            stage(stop)
        assert len(made) == last


@pytest.mark.skipif(not is_compiled(), reason="plain Python has no tree of 300 secrets by then")
@pytest.mark.parametrize("options", [{"workers": 1}, {"threads": 2}, {"pool": "candidates"}])
def test_time_that_is_up_before_a_divided_search(options, tmp_path):
    game = mc.FiniteGame(range(300), range(300), lambda g, s: g != s and (g * s) % 89 + 2, {0})
    compile_game(game)
    with turned_clock() as look:
        began = look()
        found = mc.optimal(game, seconds=0.03, checkpoint=tmp_path / "kept", **options)
        assert look() - began < 0.03 + 0.1
    assert not found.proven
    assert mc.replay(game, found.tree).total == found.total
