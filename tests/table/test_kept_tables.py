"""The tables that are kept for equal games, whatever happens while two games are compared."""

import pytest

import mastermind_core as mc
from mastermind_core import compile_game
from tests.support.forgetting import forget_tables


class Nervous:
    """A game of one number, whose comparisons are counted; one of them raises."""

    guesses = secrets = (0, 1, 2)
    endstates = frozenset((True,))
    left = -1

    def __init__(self, number):
        self.number = number

    @staticmethod
    def score(guess, secret):
        return guess == secret

    def __hash__(self):
        return 1  # so that all games are compared

    def __eq__(self, other):
        Nervous.left -= 1
        if Nervous.left == 0:
            raise KeyboardInterrupt
        return isinstance(other, Nervous) and self.number == other.number


@pytest.fixture(autouse=True)
def fresh():
    forget_tables()
    yield
    Nervous.left = -1
    forget_tables()


def compile_several(times):
    for number in range(times):
        assert mc.optimal(Nervous(number % 7)).total == 6
    compile_game(Nervous(0))


def test_a_comparison_that_is_stopped():
    Nervous.left = 1 << 40
    compile_several(20)
    asked = (1 << 40) - Nervous.left
    for at in range(1, asked + 1, 3):
        forget_tables()  # so that each run makes as many comparisons as the first
        Nervous.left = at
        with pytest.raises(KeyboardInterrupt):
            compile_several(20)
        Nervous.left = -1
        compile_several(3)


def test_the_game_of_a_table_lives_as_long_as_the_table_is_kept():
    table = compile_game(Nervous(3))
    for _ in range(3):
        assert compile_game(Nervous(3)) is table
        assert table.game == Nervous(3)


def test_a_game_that_has_changed_since():
    games = [Nervous(number) for number in range(20)]
    for game in games:
        compile_game(game)
        game.__class__ = Changed
    compile_several(20)


class Changed(Nervous):
    """The same, whose hash is another."""

    def __hash__(self):
        return 2 + self.number
