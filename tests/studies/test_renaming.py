"""Sets under other names: each image is one by a symmetry, whichever stands for them."""

from __future__ import annotations

import random
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inside import find_symmetry

import mastermind_core as mc
from mastermind_core.strategies import AnyBest
from mastermind_core.studies.walk import Renaming

GAMES = [
    mc.Mastermind(colours=4, holes=3),
    mc.Mastermind(colours=5, holes=3, repeats="none"),
    mc.Mastermind(colours=4, holes=3, repeats="guesses"),
]


def renaming_of(game):
    table = mc.compile_game(game)
    return table, Renaming.of(table, find_symmetry(game, table))


def exchanged(game, codes, lots):
    """Return codes with their colours and holes exchanged by lot."""
    colours = dict(zip(game.symbols, lots.sample(game.symbols, len(game.symbols)), strict=True))
    holes = lots.sample(range(game.holes), game.holes)
    return [tuple(colours[code[hole]] for hole in holes) for code in codes]


@pytest.mark.parametrize("game", GAMES, ids=repr)
@given(seed=st.integers(0, 2**32), size=st.integers(1, 20))
def test_an_image_scores_as_the_set_does(game, seed, size):
    lots = random.Random(seed)
    table, renaming = renaming_of(game)
    ids = array("I", sorted(lots.sample(range(len(table.secrets.items)), size)))
    image = array("I", renaming.of_set(ids))
    of_set, of_image = (
        sorted(table.block_sizes(guess, codes) for guess in range(len(table.guesses.items)))
        for codes in (ids, image)
    )
    assert of_set == of_image


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("size", [1, 2, 3, 6, 12])
def test_most_sets_have_the_image_of_their_own_images(game, size):
    lots = random.Random(size)
    table, renaming = renaming_of(game)
    same = 0
    for _ in range(50):
        codes = lots.sample(table.secrets.items, size)
        one, other = (
            array("I", sorted(map(table.secrets.__getitem__, words)))
            for words in (codes, exchanged(game, codes, lots))
        )
        same += renaming.of_set(one) == renaming.of_set(other)
    assert same >= 40


def test_what_has_no_letters_or_no_symmetry_has_no_other_names():
    for game in (mc.Jotto(["ab", "ac"]), mc.FiniteGame("ab", "ab", str.__eq__, {True})):
        assert renaming_of(game)[1] is None


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("pool", ["all", "candidates"])
@pytest.mark.parametrize("size", [2, 5, 12, 24])
def test_options_apart_split_in_every_way_that_options_do(game, pool, size):
    lots = random.Random(size)
    table = mc.compile_game(game)
    for metric in (mc.MAX_BLOCK, mc.MOST_PARTS):
        rule = AnyBest(metric, pool=pool)
        ids = array("I", sorted(lots.sample(range(len(table.secrets.items)), size)))

        def split(guess, ids=ids):
            blocks = table.split(guess, ids)
            return frozenset((table.final[score], tuple(block)) for score, block in blocks)

        every = [split(guess) for guess in rule.options(table, ids)]
        apart = [split(guess) for guess in rule.apart(table, ids)]
        assert len(set(apart)) == len(apart)
        assert set(apart) == set(every)
