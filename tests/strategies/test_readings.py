"""Other readings of the sources, which are options of the published heuristics."""

from __future__ import annotations

import game_oracle as oracle
import pytest

import mastermind_core as mc

CLASSIC = mc.Mastermind(colours=6, holes=4)


def test_an_even_spread_takes_equal_steps_through_the_codes_that_fit():
    history = [((1, 1, 2, 3), (1, 1))]
    fitting = [c for c in CLASSIC.guesses if oracle.pegs(history[0][0], c) == (1, 1)]
    everything = mc.strategies.MostPartsOfSpread(population=len(fitting), spread="even", fixed=[])
    parts = [len({oracle.pegs(one, other) for other in fitting}) for one in fitting]
    assert (
        mc.Session(CLASSIC, everything, history=history).guess == fitting[parts.index(max(parts))]
    )
    two = mc.strategies.MostPartsOfSpread(population=2, spread="even", fixed=[])
    assert mc.Session(CLASSIC, two, history=history).guess in (
        fitting[0],
        fitting[len(fitting) // 2],
    )


def test_fixed_guesses_are_played_as_they_are_given():
    play = mc.strategies.MostPartsOfSpread(fixed=[(1, 1, 2, 3), (2, 6, 4, 6)], spread="even")
    steps = mc.play_game(CLASSIC, play, lambda guess: CLASSIC.score(guess, (5, 5, 1, 6)))
    assert [guess for guess, _ in steps[:2]] == [(1, 1, 2, 3), (2, 6, 4, 6)]
    with pytest.raises(mc.BadArgument, match=r"fixed: .* is not a guess"):
        _ = mc.Session(CLASSIC, mc.strategies.MostPartsOfSpread(fixed=[(9, 9)])).guess


@pytest.mark.parametrize("aspiration", ["fits", "better"])
def test_every_aspiration_of_the_tabu_search_plays_what_fits(aspiration):
    play = mc.strategies.Tabu(aspiration=aspiration)
    summary = mc.simulate(mc.Mastermind(colours=4, holes=4), play, games=20, seed=2)
    assert summary.worst < 12
    steps = mc.play_game(CLASSIC, play, lambda g: CLASSIC.score(g, (6, 5, 6, 6)), seed=1)
    assert all(oracle.pegs(old, steps[-1][0]) == score for old, score in steps[:-1])
