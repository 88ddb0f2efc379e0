"""Mastermind's score, colours and symmetries."""

from __future__ import annotations

from itertools import product

import game_oracle as oracle
import pytest
from adhoc import PLAYERS
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc

COLOURS = st.integers(1, 6)


@st.composite
def pairs_of_codes(draw):
    holes = draw(st.integers(1, 7))
    code = st.tuples(*[COLOURS] * holes)
    return draw(code), draw(code)


@given(codes=pairs_of_codes())
def test_the_score_is_what_crossing_out_gives(codes):
    guess, secret = codes
    game = mc.Mastermind(colours=6, holes=len(guess))
    score = game.score(guess, secret)
    assert score == oracle.pegs(guess, secret)
    assert isinstance(score, mc.Pegs)
    assert score == (score.black, score.white)
    assert game.score(secret, guess) == score
    assert (score in game.endstates) == (guess == secret)


@pytest.mark.parametrize("repeats", ["both", "guesses", "none"])
def test_scores_are_symmetric_wherever_both_are_legal(repeats):
    game = mc.Mastermind(colours=4, holes=3, repeats=repeats)
    legal = [code for code in game.guesses if code in game.secrets]
    assert len(legal) == len(game.secrets)
    for one, other in product(legal, repeat=2):
        assert game.score(one, other) == game.score(other, one)


@pytest.mark.parametrize("repeats", ["both", "guesses", "none"])
@pytest.mark.parametrize(("colours", "holes"), [(4, 3), (3, 3), (5, 2), (2, 1), (2, 2)])
def test_the_table_is_what_crossing_out_gives(colours, holes, repeats):
    game = mc.Mastermind(colours=colours, holes=holes, repeats=repeats)
    table = mc.compile_game(game)
    for at, guess in enumerate(game.guesses):
        for score, block in table.split(at, table.everything):
            for secret in block:
                expected = oracle.pegs(guess, table.secrets.items[secret])
                assert table.scores.items[score] == expected


def test_repeats_say_which_codes_there_are():
    both, guesses, none = (
        mc.Mastermind(colours=4, holes=2, repeats=repeats)
        for repeats in ("both", "guesses", "none")
    )
    assert len(both.guesses) == len(both.secrets) == len(guesses.guesses) == 16
    assert len(guesses.secrets) == len(none.guesses) == len(none.secrets) == 12
    assert mc.BullsAndCows(digits=4, places=2).secrets[0] == (0, 1)


def test_colours_are_numbers_from_1_or_the_symbols_given():
    assert mc.Mastermind(colours=2, holes=2).guesses[:3] == ((1, 1), (1, 2), (2, 1))
    words = mc.Mastermind(colours=["red", "green"], holes=2)
    assert words.guesses[:3] == (("red", "red"), ("red", "green"), ("green", "red"))
    assert mc.Mastermind(colours="ab", holes=1).secrets[:] == (("a",), ("b",))
    assert mc.Mastermind(colours=range(2, 4), holes=1).secrets[:] == ((2,), (3,))
    assert mc.Mastermind() == mc.Mastermind(colours=6, holes=4, repeats="both")


@given(
    names=st.permutations(["red", "blue", 7, (1, 2), None]).map(lambda names: names[:4]),
    repeats=st.sampled_from(["both", "guesses", "none"]),
    player=PLAYERS,
)
def test_renaming_the_colours_changes_no_distribution(names, repeats, player):
    numbered = mc.Mastermind(colours=4, holes=2, repeats=repeats)
    named = mc.Mastermind(colours=names, holes=2, repeats=repeats)
    lengths = mc.length_distribution(numbered, player)
    assert mc.length_distribution(named, player) == lengths
    names_of = dict(zip(numbered.symbols, named.symbols, strict=True))
    renamed = {
        tuple((tuple(names_of[colour] for colour in guess), score) for guess, score in path)
        for path in mc.all_solutions(numbered, player)
    }
    assert set(mc.all_solutions(named, player)) == renamed


def test_more_colours_than_a_byte_can_number():
    game = mc.Mastermind(colours=300, holes=1)
    assert mc.compile_game(game).block_sizes(0, mc.compile_game(game).everything).count(0) == 0
    assert len(mc.partition(game, (1,))) == 2
    assert sorted(map(len, mc.partition(game, (300,)).values())) == [1, 299]


def test_more_holes_than_a_byte_has_scores_for():
    game = mc.Mastermind(colours=1, holes=30)
    assert mc.length_distribution(game, mc.strategies.entropy) == {1: 1}
