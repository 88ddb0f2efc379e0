"""The tables that are kept for equal games, whatever happens while two games are compared."""

import pytest

import mastermind_core as mc
from mastermind_core.table import compile_game
from tests.forgetting import forget_tables


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
        Nervous.left = at
        with pytest.raises(KeyboardInterrupt):
            compile_several(20)
        Nervous.left = -1
        compile_several(3)
