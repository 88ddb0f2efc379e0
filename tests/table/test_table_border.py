"""A score table that a game fills wrongly, weights that are none, scores that equal nothing."""

from __future__ import annotations

import gc
from array import array
from math import nan
from weakref import ref

import pytest
from attrs import frozen

import mastermind_core as mc


class Filled:
    """A game of two guesses and two secrets that fills its own table."""

    guesses = secrets = ("a", "b")
    endstates = (True,)

    def __init__(self, filled):
        self.filled = filled

    def score(self, guess, secret):
        return guess == secret

    def score_table(self):
        return self.filled


@pytest.mark.parametrize(
    ("filled", "message"),
    [
        (((True, False, True), bytes([0, 1, 1, 0])), "has the score True twice"),
        (
            ((True, False, nan), bytes([0, 1, 1, 0])),
            "has the score nan, which does not equal any answer",
        ),
        (((True, False), bytes([0, 1, 1])), "has 3 items, not 2 guesses x 2 secrets"),
        (((True, False), bytes([0, 1, 2, 0])), "score_table"),
        (((True, False), array("H", [0, 1, 2, 0])), "score_table"),
        (((True, False), array("I", [0, 1, 1, 0])), "items of 1 or 2 bytes"),
        (((True, False), [0, 1, 1, 0]), "must return the distinct scores"),
        (((True, [1]), bytes(4)), "must return the distinct scores, hashable"),
        (None, "must return the distinct scores"),
    ],
)
def test_a_table_that_is_filled_wrongly_is_refused(filled, message):
    with pytest.raises(mc.BadGame, match=message) as raised:
        mc.compile_game(Filled(filled))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("code", ["B", "H"])
def test_a_buffer_that_its_owner_changes_later_is_not_the_table(code):
    buffer = array(code, [0, 1, 1, 0])
    game = Filled(((True, False), buffer))
    table = mc.compile_game(game)
    for at in range(4):
        buffer[at] = 1
    assert table.block_sizes(0, table.everything) == [1, 1]
    assert mc.optimal(game).total == 3


@pytest.mark.parametrize("answer", [nan, (1, nan), (1, (nan, 2))])
def test_a_score_that_equals_nothing_is_refused(answer):
    with pytest.raises(mc.BadGame, match="does not equal any answer"):
        mc.compile_game(
            mc.FiniteGame("ab", "ab", lambda guess, secret: guess == secret or answer, {True})
        )
    parts = {"guesses": "ab", "secrets": "ab", "endstates": (True,)}
    game = type("Own", (), parts)()
    game.score = lambda guess, secret: guess == secret or answer
    with pytest.raises(mc.BadGame, match=r"score\('a', 'b'\) is .*nan.*does not equal any answer"):
        mc.compile_game(game)


@frozen
class Weighed:
    """A game with weights of its own."""

    weights: object
    guesses = secrets = ("a", "b", "c")
    endstates = (True,)

    def score(self, guess, secret):
        return guess == secret


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({1, 2, 3}, "weights must be a list of numbers"),
        (7, "weights must be a list of numbers"),
        ((1, 2), "weights has 2 entries for 3 secrets"),
        ((1, 2, -1), "the weight of 'c' must be a number from 0"),
        ((1, 2, "3"), "the weight of 'c' must be a number from 0"),
        ((1, 2, 2**60), r"must stay under 2\*\*60"),
        ((1, 2, 2**64), r"must stay under 2\*\*60"),
        ((1, 2, 2**59), r"must stay under 2\*\*60"),
    ],
)
def test_weights_that_are_none_are_refused(weights, message):
    for make in (
        lambda: mc.compile_game(Weighed(weights)),
        lambda: mc.FiniteGame(
            "abc", "abc", lambda guess, secret: guess == secret, {True}, weights=weights
        ),
    ):
        with pytest.raises(mc.BadGame, match=message):
            make()


def test_heavy_weights_are_counted_right():
    heaviest = 2**58
    game = Weighed((1, 1, heaviest))
    assert mc.optimal(game).total == 2 + 3 + heaviest


def test_equal_games_share_one_table():
    assert len({id(mc.compile_game(mc.Mastermind(colours=4, holes=3))) for _ in range(5)}) == 1


def test_tables_of_games_that_are_gone_are_not_kept_for_ever():
    tables = [
        ref(mc.compile_game(mc.Mastermind(colours=colours, holes=1))) for colours in range(40, 80)
    ]
    gc.collect()
    assert sum(table() is not None for table in tables) <= 8
    own = mc.FiniteGame("ab", "ab", lambda guess, secret: guess == secret, {True})
    table = ref(mc.compile_game(own))
    del own
    gc.collect()
    assert table() is None
