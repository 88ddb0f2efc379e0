"""Symmetries that a game declares, and that keep its scores but not what it weighs or costs."""

from __future__ import annotations

from random import Random
from unittest.mock import patch

import pytest

import mastermind_core as mc
from mastermind_core import compile_game
from mastermind_core.strategies.tabled import greedy
from mastermind_core.table import find_symmetry

CODES = mc.Mastermind(colours=3, holes=3)


class Silent:
    """A game of one's own, large enough that its symmetries are used wherever some are."""

    guesses, secrets = CODES.guesses, CODES.secrets
    endstates = CODES.endstates

    def __init__(self, aims):
        vars(self).update(aims)

    def score(self, guess, secret):
        return CODES.score(guess, secret)


class Declared(Silent):
    """The same, with its symmetries."""

    def generators(self):
        return CODES.generators()


def aims(kind):
    random = Random(kind)
    classes = {secret: random.randrange(9) for secret in CODES.secrets}
    return {
        "none": {},
        "weights": {"weights": [random.randint(0, 5) for _ in CODES.secrets]},
        "costs": {"costs": [random.randint(1, 5) for _ in CODES.guesses]},
        "goals": {"goal": classes.__getitem__},
    }[kind]


ASKED = {
    "expected": lambda game: mc.expected_distribution(game, "random_candidate"),
    "paths": lambda game: mc.studies.path_distribution(game, "every_candidate_branch"),
    "values": lambda game: [(one.guess, one.total) for one in mc.guess_values(game, guesses="all")],
    **{
        f"ties of {metric}": lambda game, metric=metric: (
            lambda found: (found.totals, found.minimum_worst, found.maximum_worst)
        )(mc.tie_spectrum(game, metric))
        for metric in ("largest_block", "entropy", "most_parts")
    },
    **{
        name: lambda game, name=name: mc.cost_distribution(game, name)
        for name in ("knuth", "entropy", "most_parts", "neuwirth", "beam")
    },
}


@pytest.mark.parametrize("kind", ["none", "weights", "costs", "goals"])
@pytest.mark.parametrize("asked", ASKED)
def test_symmetries_change_no_answer(kind, asked):
    with patch.object(greedy, "_WORTHWHILE", 0):
        silent, declared = (ASKED[asked](kind_of(aims(kind))) for kind_of in (Silent, Declared))
    assert silent == declared


@pytest.mark.parametrize("kind", ["weights", "costs", "goals"])
def test_only_those_that_keep_everything_are_used(kind):
    game = Declared(aims(kind))
    assert not find_symmetry(game, compile_game(game))
    plain = Declared({})
    assert find_symmetry(plain, compile_game(plain))
