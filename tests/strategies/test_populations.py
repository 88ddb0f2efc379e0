"""Laws of the populations that live on, of their fitness, and of codes made from an answer."""

from __future__ import annotations

from random import Random

import game_oracle as oracle
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.code_space import Coding, ConsistentCodes
from mastermind_core.heuristics.generations import answers_met
from mastermind_core.heuristics.local import absent_colours, derived
from mastermind_core.strategies import Evolutionary

CLASSIC = mc.Mastermind(colours=6, holes=4)


@given(st.integers(0, 2**32), st.sampled_from(["both", "none"]))
def test_derived_codes_keep_what_the_answer_says(seed, repeats):
    random = Random(seed)
    game = mc.Mastermind(colours=7, holes=4, repeats=repeats)
    coding = Coding(game)
    guess, secret = random.choice(game.guesses), random.choice(game.guesses)
    black, white = oracle.pegs(guess, secret)
    code = derived((coding.encode(guess), black, white), coding, random, ())
    if code is not None:
        assert coding.decode(code) in game.secrets
        got = oracle.pegs(coding.encode(guess), code)
        assert got[0] >= black
        assert sum(got) == black + white


def test_colours_that_an_answer_rules_out():
    codes = ConsistentCodes(CLASSIC, [((1, 1, 2, 3), (0, 0)), ((4, 4, 5, 5), (1, 3))])
    assert absent_colours(codes.coding, codes.turns) == {0, 1, 2, 5}
    codes = ConsistentCodes(CLASSIC, [((1, 1, 2, 3), (0, 1))])
    assert absent_colours(codes.coding, codes.turns) == set()


def test_a_population_that_lives_all_game_long_looks_at_no_code_twice():
    game = mc.Mastermind(colours=4, holes=3)
    played = mc.simulate(game, Evolutionary(population=20), secrets=game.secrets, games=64, seed=3)
    assert max(record.evaluations for record in played.records) <= 64
    assert played.evaluations > 5


def test_the_fitness_of_bernier_counts_the_answers_that_a_code_fits():
    history = [((1, 1, 2, 3), (1, 1)), ((2, 1, 4, 4), (0, 2)), ((5, 5, 6, 6), (0, 0))]
    codes = ConsistentCodes(CLASSIC, history)
    population = list(CLASSIC.secrets)[100:400]
    joined = b"".join(map(codes.coding.encode, population))
    assert answers_met(4, joined, codes.turns) == [
        sum(oracle.pegs(guess, code) == score for guess, score in history) for code in population
    ]
