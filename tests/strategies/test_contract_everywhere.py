"""What every registered strategy keeps to: files, processes, threads, tiny games, any order."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from random import Random
from sys import getrecursionlimit, setrecursionlimit
from threading import active_count
from time import sleep

import pytest
from amounts import seeds
from errors import one_line
from inside import start

import mastermind_core as mc

every_strategy = pytest.mark.parametrize("name", list(mc.STRATEGIES))

CODES = mc.Mastermind(colours=3, holes=2)
ONE_SECRET = mc.Mastermind(colours=1, holes=1)
ONE_HOLE = mc.Mastermind(colours=4, holes=1)


def answer_equal(guess, secret):
    return "found" if guess == secret else "other"


def compare(guess, secret):
    return (guess > secret) - (guess < secret)


#: No candidate can be guessed: a letter asks whether it is in a word, and a star always wins.
def ask(guess, secret):
    return "won" if guess == "*" else guess in secret


NO_CANDIDATE = mc.FiniteGame("abc*", ("ab", "bc", "ca", "abc"), ask, {"won"})
SEVERAL_ENDS = mc.FiniteGame(
    range(6), range(6), lambda g, s: min(abs(g - s), 3), {0, 1}, name="near enough"
)
WEIGHTED = mc.FiniteGame(range(5), range(5), compare, {0}, weights=(100, 1, 1, 1, 50))

ANY_GAME = {
    name
    for name, strategy in mc.STRATEGIES.items()
    if getattr(strategy, "needs_table", True) or name in ("elimination", "anytime")
}
every_player_of_any_game = pytest.mark.parametrize("name", sorted(ANY_GAME))


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


def played(game, strategy, secret, seed=1):
    return mc.play_game(game, strategy, lambda guess: game.score(guess, secret), seed=seed)


@every_strategy
def test_it_survives_pickling_and_copying(name):
    strategy = mc.STRATEGIES[name]
    for again in (
        pickle.loads(pickle.dumps(strategy)),
        copy.copy(strategy),
        copy.deepcopy(strategy),
    ):
        assert again == strategy
        assert hash(again) == hash(strategy)
        assert played(CODES, again, (3, 2)) == played(CODES, strategy, (3, 2))


@every_strategy
def test_processes_and_threads_play_the_same_games(name, processes):
    once = mc.simulate(CODES, name, games=4, seed=3)
    assert mc.simulate(CODES, name, games=4, seed=3, executor=processes) == once
    with ThreadPoolExecutor(2) as threads:
        assert mc.simulate(CODES, name, games=4, seed=3, executor=threads) == once


@every_strategy
def test_by_name_it_is_the_value(name):
    strategy = mc.STRATEGIES[name]
    assert played(CODES, name, (2, 1)) == played(CODES, strategy, (2, 1))
    assert mc.simulate(CODES, name, games=3) == mc.simulate(CODES, strategy, games=3)


@every_strategy
def test_the_same_position_gets_the_same_guess_in_any_order_of_calls(name):
    strategy = mc.STRATEGIES[name]
    first = start(CODES, Random(5))
    opening = strategy(first)
    second = first.answered(opening, CODES.score(opening, opening[::-1]))
    if second.history[0][1] in CODES.endstates:
        second = first.answered(opening, CODES.score(opening, (3, 1)))
    guesses = [strategy(second), strategy(first), strategy(second), strategy(first)]
    assert guesses[0] == guesses[2]
    assert guesses[1] == guesses[3]
    again = mc.Mastermind(colours=3, holes=2)
    assert strategy(start(again, Random(5)).answered(*second.history[0])) == guesses[0]


@every_strategy
def test_a_seed_plays_its_games_again(name):
    assert mc.simulate(CODES, name, games=5, seed=8) == mc.simulate(CODES, name, games=5, seed=8)


@every_strategy
@pytest.mark.parametrize("game", [ONE_SECRET, ONE_HOLE], ids=["one secret", "one hole"])
def test_tiny_games_end(name, game):
    for secret in game.secrets:
        steps = played(game, name, secret)
        assert steps[-1][1] in game.endstates
        if name != "rhodes_annealing":  # which may play a code twice
            assert len(steps) <= len(game.secrets)


@every_player_of_any_game
@pytest.mark.parametrize("game", [SEVERAL_ENDS, WEIGHTED], ids=["several ends", "weighted"])
def test_odd_games_end(name, game):
    for secret in game.secrets:
        steps = played(game, name, secret)
        assert steps[-1][1] in game.endstates
        assert not any(score in game.endstates for _, score in steps[:-1])


@pytest.mark.parametrize("name", sorted(ANY_GAME - {"elimination"}))
def test_a_game_whose_candidates_are_no_guesses_ends(name):
    for secret in NO_CANDIDATE.secrets:
        assert played(NO_CANDIDATE, name, secret)[-1][1] == "won"


def test_elimination_refuses_to_guess_a_secret_that_is_no_guess():
    with one_line(mc.BadArgument, "guessed 'ab', which is not a guess"):
        played(NO_CANDIDATE, "elimination", "abc")


@pytest.mark.parametrize("seed", seeds(50))
@every_player_of_any_game
def test_where_knowing_is_enough_it_ends_or_says_why_not(name, seed):
    """Secrets of which some guess ends the game for few, or for none: pools run empty."""
    random = Random(seed)
    n = random.randint(2, 4)
    wins = {s for s in range(n) if random.random() < 0.4}
    rows = [[random.randint(0, 1) for _ in range(n)] for _ in range(3)]
    rows += [["won" if g == s and s in wins else rows[0][s] for s in range(n)] for g in range(n)]
    try:
        game = mc.FiniteGame(
            range(len(rows)), range(n), lambda g, s: rows[g][s], {"won"}, goal=range(n)
        )
        mc.compile_game(game)
    except mc.BadGame:
        return  # no guesses tell two goals apart
    strategy = mc.STRATEGIES[name]
    ways = {
        "tree": lambda: mc.replay(game, mc.lazy_tree(game, strategy)),
        "lengths": lambda: mc.length_distribution(game, strategy),
        "games": lambda: mc.simulate(game, strategy, games=3),
        "session": lambda: mc.Session(game, strategy).guess,
        "call": lambda: strategy(start(game)),
    }
    ended = {}
    for way, play in ways.items():
        try:
            ended[way] = play()
        except mc.MastermindCoreError:
            continue
    if "lengths" in ended:
        assert ended["tree"] == ended["lengths"]
    if "call" in ended:
        assert ended["call"] in game.guesses or name == "elimination"
    if "session" in ended:
        assert ended["session"] in game.guesses


def test_a_pool_that_is_empty_is_said_so():
    """One guess wins for the first secret alone; of the others none may win."""
    answers = {"a": "110", "b": "101", "c": "w00"}
    game = mc.FiniteGame("abc", range(3), lambda g, s: answers[g][s], {"w"}, goal=range(3))
    for name in ("minimax_candidates", "norvig", "merc", "worst_choice", "random_candidate"):
        with one_line(mc.UninformativeGuess, "no guess to choose from", "its pool"):
            mc.length_distribution(game, name)


def test_the_weights_of_the_secrets_are_what_games_are_drawn_by():
    game = mc.FiniteGame("ab", "ab", answer_equal, {"found"}, weights=(997, 3))
    truth = mc.length_distribution(game, "entropy").mean
    summary = mc.simulate(game, "entropy", games=2000)
    assert truth == 1.003
    assert abs(summary.mean - truth) < 0.01
    uniform = mc.FiniteGame("ab", "ab", answer_equal, {"found"})
    assert 1.4 < mc.simulate(uniform, "entropy", games=2000).mean < 1.6


@pytest.mark.parametrize("width", [1, 2, None])
def test_a_beam_is_the_same_after_any_other_calls(width):
    strategy = mc.strategies.Beam(mc.EXPECTED_SIZE, width)

    def total(game):
        table = mc.compile_game(game)
        return strategy.settle(table, table.everything)[0]

    def played_out(game):
        return mc.length_distribution(game, strategy).total

    one, other = (mc.Mastermind(colours=colours, holes=3) for colours in ("abcd", "efgh"))
    first = total(one), played_out(one)
    second = played_out(other), total(other)
    assert len({*first, *second}) == 1


def chain(length):
    return mc.FiniteGame(range(length), range(length), answer_equal, {"found"}, name="chain")


@pytest.fixture
def shallow():
    """Give Python a short stack, so that a short chain is deeper than it."""
    before = getrecursionlimit()
    setrecursionlimit(500)
    yield 500
    setrecursionlimit(before)


@pytest.mark.compiled
def test_a_chain_deeper_than_the_stack_of_python_is_played(shallow):
    n = shallow + 50
    assert (
        mc.length_distribution(chain(n), mc.strategies.Beam(mc.MAX_BLOCK, 1)).total
        == n * (n + 1) // 2
    )


@pytest.mark.compiled
def test_the_paths_of_a_chain_deeper_than_the_stack_of_python_are_counted(shallow):
    assert mc.expected_distribution(chain(9), "random_candidate").mean == 5

    class InOrder(mc.strategies.RandomCandidate):
        def options(self, table, candidates):
            return [candidates[0]]

    n = shallow + 50
    assert mc.studies.path_distribution(chain(n), InOrder()).total == n * (n + 1) // 2


@pytest.mark.parametrize("seed", [1, 2])
def test_position_random_is_one_generator(seed):
    position = start(CODES, Random(seed))
    assert position.random is position.random
    drawn = [position.random.random() for _ in range(5)]
    assert len(set(drawn)) == 5
    assert [position.new_random().random() for _ in range(2)] == [drawn[0], drawn[0]]


@every_strategy
def test_answers_of_a_strategy_that_draws_lots_say_so(name):
    strategy = mc.STRATEGIES[name]
    if name == "rhodes_annealing":  # which may play a code twice
        with one_line(mc.UninformativeGuess, "the game would never end"):
            mc.length_distribution(CODES, name)
        return
    lengths, worst = mc.length_distribution(CODES, name), mc.worst_case(CODES, name)
    drawn = bool(getattr(strategy, "randomized", False))
    assert lengths.single_sample == worst.single_sample == drawn
    assert ("expected_distribution" in str(lengths)) == drawn
    assert lengths.to_dict()["single_sample"] == drawn
    verdict = mc.is_greedy_optimal(CODES, name)
    assert ("is randomized" in str(verdict)) == drawn
    # What promises to draw none plays alike by every seed.
    trees = [mc.lazy_tree(CODES, strategy, seed=seed) for seed in range(6)]
    if not drawn:
        assert len({str(mc.length_distribution(CODES, tree)) for tree in trees}) == 1
        assert not mc.length_distribution(CODES, trees[0]).single_sample


def test_lots_that_are_not_listed_have_no_exact_distribution():
    with pytest.raises(mc.BadArgument, match="random choices that it does not enumerate"):
        mc.expected_distribution(CODES, "shapiro")


@pytest.mark.parametrize("game", [mc.TwoD(4), mc.Jotto(["abc", "abd", "bcd", "cde", "dea"])])
def test_thinking_works_for_every_game_and_stops_at_once(game):
    position = start(game)
    with mc.strategies.Thinking(
        mc.strategies.Anytime(evaluations=None, further=10**9), position
    ) as thinking:
        first = thinking.guess
    assert first in game.guesses
    assert thinking.value <= thinking.first_value
    assert thinking.stop() in game.guesses


def test_thinking_stops_within_one_look():
    ends = []

    class Slow:
        def improvements(self, position, stopped):
            yield "first", (9, False)
            while not stopped():
                sleep(0)
            ends.append("stopped")

    thinking = mc.strategies.Thinking(Slow(), start(CODES))
    before = active_count()
    assert thinking.stop() == "first"
    assert ends == ["stopped"]
    assert active_count() == before - 1
    assert thinking.guess == "first"
    with pytest.raises(mc.BadArgument, match="improves its guesses"):
        mc.strategies.Thinking(mc.strategies.knuth, start(CODES))


def test_games_of_a_run_share_the_tree_of_a_strategy_without_lots():
    asked = []

    class Counted:
        name, deterministic = "counted", True

        def __call__(self, position):
            asked.append(position.history)
            return position.candidates[0]

    mc.simulate(CODES, Counted(), games=200)
    assert len(asked) == len(set(asked))
