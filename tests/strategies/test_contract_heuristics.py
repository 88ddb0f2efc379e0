"""What every strategy without a table keeps to, on every registered game that it can play."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from inside import start
from registry import SAMPLES, sample

import mastermind_core as mc
from mastermind_core import ConsistentCodes

FREE = [
    name for name, strategy in mc.STRATEGIES.items() if not getattr(strategy, "needs_table", True)
]

#: They guess only codes that fit all answers (but for openings that are fixed).
CONSISTENT = [
    "shapiro",
    "swaszek",
    "rosu",
    "temporel_kovacs",
    "elimination",
    "berghman",
    "bernier",
    "kalisker_camens",
    "merelo",
    "rhodes_knuth",
    "rhodes_merc",
    "two_colour",
]

#: They play every game; the others only games of codes.
ANY_GAME = {"elimination", "anytime", "sampled"}

PAIRS = [
    pytest.param(name, *where.values, id=f"{name}-{where.id}")
    for name in FREE
    for where in SAMPLES
    if name in ANY_GAME or isinstance(sample(*where.values), mc.games.CodeGame)
]

SMALL = mc.Mastermind(colours=4, holes=3)


@pytest.mark.parametrize(("name", "game", "place"), PAIRS)
def test_every_game_ends_with_legal_guesses(name, game, place):
    game = sample(game, place)
    for secret in (game.secrets[0], game.secrets[-1]):
        steps = mc.play_game(
            game,
            mc.STRATEGIES[name],
            lambda guess, secret=secret: game.score(guess, secret),
            seed=Random(f"{secret}"),
        )
        assert steps[-1][1] in game.endstates
        assert all(guess in game.guesses for guess, _ in steps)
        assert all(game.score(guess, secret) == score for guess, score in steps)


@pytest.mark.parametrize("name", FREE)
def test_the_same_seed_plays_the_same_games_on_any_executor(name):
    strategy = mc.STRATEGIES[name]
    once = mc.simulate(SMALL, strategy, games=3, seed=5)
    with ThreadPoolExecutor(2) as executor:
        assert mc.simulate(SMALL, strategy, games=3, seed=5, executor=executor) == once


@pytest.mark.parametrize("name", FREE)
def test_work_is_counted(name):
    strategy = mc.STRATEGIES[name]
    assert mc.simulate(SMALL, strategy, games=2, seed=5).evaluations > 0


@pytest.mark.parametrize("name", CONSISTENT)
def test_those_that_guess_what_fits_always_do(name):
    summary = mc.simulate(mc.Mastermind(colours=4, holes=4), mc.STRATEGIES[name], games=4, seed=2)
    assert summary.inconsistent == 0


@pytest.mark.parametrize("name", FREE)
def test_contradictory_answers_are_found_out(name):
    position = start(SMALL, Random(1), with_table=False)
    for guess in ((1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4)):
        position = position.answered(guess, mc.Pegs(0, 0))
    with pytest.raises(mc.InconsistentHistory):
        mc.STRATEGIES[name](position)


@pytest.mark.parametrize("name", FREE)
def test_games_too_large_for_a_table_are_played(name):
    game = mc.Mastermind(colours=7, holes=9)
    if name == "elimination":
        game = mc.Mastermind(colours=7, holes=6)
    position = start(game, Random(3), with_table=False)
    guess = mc.STRATEGIES[name](position)
    assert guess in game.guesses
    secret = guess[1:] + guess[:1]
    position = position.answered(guess, game.score(guess, secret))
    assert mc.STRATEGIES[name](position) in game.guesses
    assert ConsistentCodes(game, position.history)


@pytest.mark.parametrize("name", [name for name in FREE if name not in ANY_GAME])
def test_other_games_are_refused_in_one_line(name):
    with pytest.raises(mc.BadGame, match="game of codes"):
        mc.play_game(mc.TwoD(3), mc.STRATEGIES[name], lambda guess: guess)


@pytest.mark.parametrize("name", FREE)
def test_a_strategy_names_its_source(name):
    strategy = mc.STRATEGIES[name]
    assert strategy.name == name
    assert strategy.source
    assert getattr(mc.strategies, name) is strategy
