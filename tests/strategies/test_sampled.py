"""The sampled-information strategy, and what is played by default."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from random import Random

import pytest
from clock import turned_clock
from inside import start

import mastermind_core as mc
from mastermind_core.heuristics.kernels import plain as plain_heuristics
from mastermind_core.heuristics.kernels.plain import guesses_to_come
from mastermind_core.kernels import CodeShape, choose
from mastermind_core.strategies import Sampled, sampled
from mastermind_core.strategies.parts import default_strategy

LARGE = mc.Mastermind(colours=8, holes=5)
OPTIONS = sampled._options
RUNNING = "mastermind_core.heuristics.sampled.running"


@pytest.fixture
def plain(monkeypatch):
    """Play without the native kernel."""
    monkeypatch.setattr(RUNNING, plain_heuristics)


@pytest.mark.skipif(not choose.is_compiled(), reason="no native kernel was built")
def test_it_plays_well():
    assert mc.simulate(LARGE, sampled, games=60, seed=4).mean < 5.9


def test_it_plays_well_without_the_native_kernel(plain):
    assert mc.simulate(LARGE, sampled.replace(sample=60, small=60), games=6, seed=4).mean < 6.5


def test_the_same_seed_plays_the_same_games_on_any_executor():
    game = mc.Mastermind(colours=6, holes=4)
    once = mc.simulate(game, sampled, games=10, seed=6)
    for kind in (ThreadPoolExecutor, ProcessPoolExecutor):
        with kind(2) as executor:
            assert mc.simulate(game, sampled, games=10, seed=6, executor=executor) == once
    assert mc.simulate(game, sampled, games=10, seed=7) != once


def test_lots_come_from_the_game_alone():
    one = start(LARGE, Random(1), with_table=False)
    two = start(LARGE, Random(1), with_table=False)
    opening = sampled(one)
    answered = one.answered(opening, mc.Pegs(0, 2))
    guess = sampled(answered)
    assert sampled(two.answered(opening, mc.Pegs(0, 2))) == guess
    assert answered.effort.evaluations > 0


def test_guesses_that_many_games_share_depend_on_the_answers_alone():
    game = mc.Mastermind(colours=6, holes=4)
    plays = []
    for number in (1, 2):
        position = start(game, Random(number), with_table=False)
        position = position.answered(sampled(position), mc.Pegs(1, 1))
        plays.append((sampled(position), position.effort.evaluations))
    assert plays[0] == plays[1]


@pytest.mark.slow
@pytest.mark.skipif(not choose.is_compiled(), reason="no native kernel was built")
def test_it_is_between_the_optimum_and_entropy_on_all_codes():
    game = mc.Mastermind(colours=6, holes=4)
    played = mc.simulate(game, sampled, games=1296, secrets=game.secrets)
    assert 5625 <= sum(record.length for record in played.records) < 5722


@pytest.mark.parametrize("repeats", ["both", "guesses", "none"])
def test_guesses_are_those_of_the_game(repeats):
    game = mc.Mastermind(colours=6, holes=4, repeats=repeats)
    for secret in list(game.secrets)[:: len(game.secrets) // 7]:
        steps = mc.play_game(game, sampled, lambda guess, secret=secret: game.score(guess, secret))
        assert steps[-1][0] == secret
        assert all(guess in game.guesses for guess, _ in steps)


def test_codes_that_cannot_be_counted_are_left_to_the_genetic_algorithm(monkeypatch):
    class Full:
        @staticmethod
        def guess(*_):
            return None

    monkeypatch.setattr(RUNNING, Full)
    position = start(LARGE, Random(1), with_table=False).answered((1, 1, 2, 3, 4), mc.Pegs(1, 2))
    assert sampled(position) == mc.strategies.berghman(position)
    monkeypatch.undo()
    sampled(position)  # what another kernel has guessed here is not remembered for this one
    monkeypatch.setattr(RUNNING, Full)
    assert sampled(position) == mc.strategies.berghman(position)
    shape = CodeShape(20, 20, True, True)
    assert plain_heuristics.guess(shape, [], 1, OPTIONS) is None


def test_the_curve_goes_through_what_is_known():
    one = 1 << 20
    assert [guesses_to_come(n, 1, OPTIONS) for n in (1, 2)] == [one, one * 3 // 2]
    assert guesses_to_come(4, 1, OPTIONS) == one * 1780 // 1000
    assert guesses_to_come(24, 3, OPTIONS) == one * 1780 // 1000 + one * 270 // 1000
    values = [guesses_to_come(n, 7, OPTIONS) for n in range(7, 400)]
    assert values == sorted(values)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"sample": 2}, "sample must be an integer from 3"),
        ({"inside": 0}, "inside"),
        ({"climbs": 1.5}, "climbs must be an integer from 0"),
        ({"width": 10**7}, "width"),
        ({"sample": 100}, "small must be at most the sample"),
        ({"at_four": 1}, "at_four must be a number from 1.5"),
        ({"per_bit": 0}, "per_bit must be a number from 0.001"),
    ],
)
def test_bad_parameters(changes, words):
    with pytest.raises(mc.BadArgument, match=words):
        Sampled(**changes)


def test_the_default_depends_on_the_size():
    assert default_strategy(mc.Mastermind()) is mc.strategies.entropy
    assert default_strategy(mc.TwoD(3)) is mc.strategies.entropy
    for holes, colours in ((5, 8), (8, 12), (40, 60)):
        game = mc.Mastermind(colours=colours, holes=holes)
        assert default_strategy(game) is sampled


def test_the_kernel_is_chosen_once():
    assert choose.codes is choose.codes


@pytest.mark.compiled
@pytest.mark.parametrize(("colours", "holes"), [(6, 16), (255, 1), (100, 8), (255, 4)])
def test_a_game_of_many_holes_or_colours_is_played_with_little_work(colours, holes):
    game = mc.Mastermind(colours=colours, holes=holes)
    secret = tuple(Random(2).choices(range(1, colours + 1), k=holes))
    steps = []
    position = start(game, Random(1), with_table=False)
    for _ in range(6):
        guess = sampled(position)
        score = game.score(guess, secret)
        steps.append((guess, score))
        if score == mc.Pegs(holes, 0):
            break
        position = position.answered(guess, score)
    assert len({guess for guess, _ in steps}) == len(steps)
    assert 0 < position.effort.evaluations < 10**9


@pytest.mark.skipif(not choose.is_compiled(), reason="counts looks of the compiled kernels")
def test_codes_that_cannot_be_counted_soon_do_not_hold_a_guess_up():
    game = mc.Mastermind(colours=12, holes=16)
    random = Random(3)
    secret, *guesses = (tuple(random.choices(range(1, 13), k=16)) for _ in range(7))
    position = start(game, Random(1), with_table=False)
    for guess in guesses:
        position = position.answered(guess, game.score(guess, secret))
    with turned_clock() as look:
        began = look()
        guess = sampled(position)
        assert look() - began < 2
    assert guess in game.guesses


@pytest.mark.slow
@pytest.mark.compiled
def test_a_game_too_large_to_be_counted_is_played_to_its_end():
    game = mc.Mastermind(colours=16, holes=12)
    secret = (8, 5, 12, 16, 3, 1, 16, 9, 8, 7, 16, 16)
    played = mc.Session(game, "sampled", seed=1)
    while not played.over and len(played.history) < 25:
        played.answer(game.score(played.guess, secret))
    assert played.over
    assert played.history[-1] == (secret, mc.Pegs(12, 0))


def test_every_function_has_the_same_default_strategy():
    random = Random(5)
    rows = sorted({tuple(random.randrange(2) for _ in range(9)) for _ in range(40)})
    columns = {f"question {at}": answers for at, answers in enumerate(zip(*rows, strict=True))}
    kinds = [random.choice("abc") for _ in rows]
    key = mc.FiniteGame.from_table(columns | {"kind": kinds}, by="kind")
    pairs = mc.length_distribution(key, "pairs")
    assert pairs != mc.length_distribution(key, "entropy")
    assert mc.length_distribution(key) == pairs
    assert float(mc.expected_distribution(key).mean) == pytest.approx(pairs.mean)
    assert mc.to_text(mc.lazy_tree(key)) == mc.to_text(mc.lazy_tree(key, "pairs"))
    assert mc.is_greedy_optimal(key, nodes=1).strategy == "pairs"
    assert mc.Session(key).guess == mc.Session(key, "pairs").guess
    assert mc.simulate(key, games=9).strategy == "pairs"
