"""Paths, lots and ties, against walks that follow every branch one by one."""

from __future__ import annotations

from array import array
from fractions import Fraction
from functools import partial
from random import Random

import game_oracle as oracle
import pytest
from adhoc import games
from amounts import many
from choices import SMALL, any_best, any_winner, first_best
from errors import one_line
from hypothesis import given, settings
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.strategies import AnyBest, Opened, RandomCandidate
from mastermind_core.table import find_symmetry


def known(game, candidates):
    """Return whether candidates have one goal, in a game that has goals."""
    goal = getattr(game, "goal", None)
    return goal is not None and len(set(map(goal, candidates))) == 1


def walk(game, options, candidates, share, length=1):
    """Yield (length, share of a path) for every path, with ``share(number of options)`` each."""
    if length == 1 and known(game, candidates):
        yield from ((0, 1) for _ in candidates)
        return
    choice = options(game, candidates)
    for guess in choice:
        for score, block in oracle.split(game, guess, candidates).items():
            if score in game.endstates or known(game, block):
                yield from ((length, share(choice)) for _ in block)
            else:
                for deeper, rest in walk(game, options, block, share, length + 1):
                    yield deeper, share(choice) * rest


def score(game, secret, guess):
    return game.score(guess, secret)


def counted(pairs):
    counts = {}
    for length, share in pairs:
        counts[length] = counts.get(length, 0) + share
    return counts


RULES = [
    pytest.param(RandomCandidate(), any_winner, id="candidates"),
    pytest.param(AnyBest(), any_best, id="best"),
    pytest.param(AnyBest(outside="first"), first_best, id="first"),
]


@pytest.mark.parametrize("game", SMALL, ids=repr)
@pytest.mark.parametrize(("rule", "options"), RULES)
def test_paths_are_those_that_a_walk_finds(game, rule, options):
    walked = counted(walk(game, options, list(game.secrets), lambda choice: 1))
    assert mc.studies.path_distribution(game, rule) == walked


@pytest.mark.parametrize("game", SMALL, ids=repr)
@pytest.mark.parametrize(("rule", "options"), RULES)
def test_expectations_are_those_that_a_walk_finds(game, rule, options):
    walked = counted(
        walk(game, options, list(game.secrets), lambda choice: Fraction(1, len(choice)))
    )
    expected = {length: share / len(game.secrets) for length, share in walked.items()}
    assert mc.expected_distribution(game, rule) == expected


@given(games(guesses=4, secrets=4))
def test_expectations_of_any_game_are_those_that_a_walk_finds(game):
    walked = walk(game, any_winner, list(game.secrets), lambda choice: Fraction(1, len(choice)))
    expected = {length: share / len(game.secrets) for length, share in counted(walked).items()}
    assert mc.expected_distribution(game, RandomCandidate()) == expected


@given(games(guesses=4, secrets=4), st.data())
def test_where_knowing_is_enough_expectations_are_those_of_a_walk(game, data):
    goals = data.draw(st.lists(st.integers(0, 1), min_size=4, max_size=4))
    changed = mc.identified(game, by=goals.__getitem__)
    # A guess of one answer leaves a set as it is: a walk through all guesses would not end.
    rule = AnyBest("largest_block")
    options = partial(telling_best, rule)
    walked = walk(changed, options, list(game.secrets), lambda choice: Fraction(1, len(choice)))
    expected = {length: share / len(game.secrets) for length, share in counted(walked).items()}
    assert mc.expected_distribution(changed, rule) == expected
    paths = walk(changed, options, list(game.secrets), lambda choice: 1)
    assert mc.studies.path_distribution(changed, rule) == counted(paths)


def telling_best(rule, game, candidates):
    """Return the guesses of a rule by its own word: which they are is held elsewhere."""
    table = mc.compile_game(game)
    ids = array("I", map(table.secrets.__getitem__, candidates))
    return [game.guesses[at] for at in rule.options(table, ids)]


@pytest.mark.parametrize("strategy", ["random_candidate", "uninformed_random", "knuth"])
def test_a_game_that_is_over_before_the_first_guess_takes_none(strategy):
    game = mc.weighted(mc.identified(mc.TwoD(2), by=lambda secret: "same"), [1, 2, 3, 4])
    assert mc.expected_distribution(game, strategy) == {0: 1}
    assert mc.length_distribution(game, strategy) == {0: 10}
    if strategy == "random_candidate":
        assert mc.studies.path_distribution(game, strategy) == {0: 10}
    for objective in ("mean", "worst", "penalty:1,2,3", "within:1", "quantile:1/2-then-mean"):
        assert mc.is_greedy_optimal(game, strategy, objective).answer


def test_paths_are_counted_by_the_weights_of_the_game():
    game = mc.Mastermind(colours=3, holes=2)
    counts = mc.studies.path_distribution(game, RandomCandidate())
    half = mc.weighted(game, [Fraction(1, 2)] * 9)
    assert mc.studies.path_distribution(half, RandomCandidate()) == {
        length: Fraction(count, 2) for length, count in counts.items()
    }


def test_guesses_at_random_are_refused_where_knowing_is_enough():
    game = mc.identified(mc.Mastermind(colours=3, holes=2))
    with one_line(mc.BadArgument, "uninformed_random makes random choices", "simulate"):
        mc.expected_distribution(game, "uninformed_random")


def test_an_opening_is_played_before_the_options():
    game = mc.Mastermind(colours=3, holes=2)
    opened = mc.studies.path_distribution(game, RandomCandidate(opening=[(1, 2)]))
    by_hand = {1: 1}
    for score, block in oracle.split(game, (1, 2), game.secrets).items():
        if score not in game.endstates:
            for length, paths in counted(walk(game, any_winner, block, lambda _: 1)).items():
                by_hand[length + 1] = by_hand.get(length + 1, 0) + paths
    assert opened == by_hand


def test_an_opening_gives_way_to_the_options_where_it_tells_nothing():
    game = mc.Mastermind(colours=3, holes=2)
    opening = [(1, 1), (1, 1), (1, 2)]

    def walked(candidates, length):
        tells = False
        if length <= len(opening):
            scores = oracle.split(game, opening[length - 1], candidates)
            tells = len(scores) > 1 or set(scores) <= set(game.endstates)
        for guess in [opening[length - 1]] if tells else any_winner(game, candidates):
            for score, block in oracle.split(game, guess, candidates).items():
                if score in game.endstates:
                    yield length, len(block)
                else:
                    yield from walked(block, length + 1)

    wanted = counted(walked(list(game.secrets), 1))
    assert mc.studies.path_distribution(game, RandomCandidate(opening=opening)) == wanted


def test_games_drawn_by_lot_come_near_the_expectation():
    game = mc.Mastermind(colours=4, holes=3)
    exact = mc.expected_distribution(game, mc.strategies.random_candidate)
    random = Random(1)
    lengths = []
    for _ in range(1500):
        secret = random.choice(game.secrets)
        strategy = mc.strategies.random_candidate
        steps = mc.play_game(game, strategy, partial(score, game, secret), seed=random)
        lengths.append(len(steps))
    assert sum(lengths) / len(lengths) == pytest.approx(float(exact.mean), abs=0.1)
    assert max(lengths) <= exact.worst


def test_uninformed_guesses_find_each_secret_at_any_turn_alike():
    game = mc.Mastermind(colours=3, holes=2)
    exact = mc.expected_distribution(game, mc.strategies.uninformed_random)
    assert exact == {turn: Fraction(1, 9) for turn in range(1, 10)}
    lengths = mc.length_distribution(game, mc.strategies.uninformed_random)
    assert lengths == dict.fromkeys(range(1, 10), 1)


def test_a_strategy_without_lots_has_its_own_lengths():
    game = mc.Mastermind(colours=3, holes=2)
    lengths = mc.length_distribution(game, mc.strategies.knuth)
    exact = mc.expected_distribution(game, mc.strategies.knuth)
    assert {length: share * 9 for length, share in exact.items()} == lengths


def test_a_rule_without_options_is_refused():
    with pytest.raises(mc.BadArgument, match="must list its options"):
        mc.studies.path_distribution(mc.TwoD(2), mc.strategies.knuth)


def test_a_tie_study_holds_the_orders_it_played():
    game = mc.Mastermind(colours=4, holes=3)
    study = mc.studies.tie_study(game, mc.strategies.knuth, orders=12, seed=5)
    assert study.in_order == mc.length_distribution(game, mc.strategies.knuth)
    assert sum(study.totals.values()) == sum(study.worst_cases.values()) == 12
    again = mc.strategies.knuth.replace(ties=mc.TieRule(shuffle=study.best_order))
    assert mc.length_distribution(game, again).total == min(study.totals)
    assert mc.studies.tie_study(game, mc.strategies.knuth, orders=12, seed=5) == study
    assert str(study).startswith("knuth over 12 random orders of the guesses\n")


def test_a_tie_study_wants_ties_and_orders():
    with pytest.raises(mc.BadArgument, match="has no tie rule to vary"):
        mc.studies.tie_study(mc.TwoD(2), Opened(mc.strategies.knuth, []))
    with pytest.raises(mc.BadArgument, match="orders must be an integer from 1, not 0"):
        mc.studies.tie_study(mc.TwoD(2), mc.strategies.knuth, orders=0)


@given(st.data())
@settings(max_examples=many(30))
def test_stabilisers_fix_their_guess_and_keep_every_score(data):
    game = data.draw(st.sampled_from(SMALL))
    table = mc.compile_game(game)
    guess = data.draw(st.integers(0, len(game.guesses) - 1))
    fixing = find_symmetry(game, table).fixing(guess)
    for on_guess, on_secret in zip(fixing.guesses, fixing.secrets, strict=True):
        assert on_guess[guess] == guess
        one = data.draw(st.integers(0, len(game.guesses) - 1))
        secret = data.draw(st.integers(0, len(game.secrets) - 1))
        assert game.score(game.guesses[one], game.secrets[secret]) == game.score(
            game.guesses[on_guess[one]], game.secrets[on_secret[secret]]
        )


def test_a_stabiliser_has_the_order_that_counting_gives():
    game = mc.Mastermind(colours=4, holes=3)  # 3! ways to move holes, 4! to change colours
    table = mc.compile_game(game)
    symmetry = find_symmetry(game, table)
    orbits = symmetry.guess_orbits(len(game.guesses))
    for guess in set(orbits):
        fixing = symmetry.fixing(guess)
        assert fixing.whole
        assert (len(fixing.guesses) + 1) * orbits.count(guess) == 6 * 24


def test_ties_are_studied_by_what_guesses_cost():
    game = mc.priced(mc.TwoD(3), lambda guess: Fraction(1, 2) + guess[0])
    study = mc.studies.tie_study(game, "irving", orders=5)
    for seed, costs in study.shuffled.items():
        strategy = mc.strategies.irving.replace(ties=mc.TieRule(shuffle=seed))
        assert costs == mc.cost_distribution(game, strategy)
    assert study.in_order == mc.cost_distribution(game, "irving")
    assert f"total       {min(study.totals)} to {max(study.totals)}" in str(study)
    assert mc.from_json(mc.to_json(study)) == study


def test_results_with_fractions_have_cards_and_texts():
    game = mc.weighted(mc.TwoD(3), lambda secret: Fraction(1, 3))
    for result in (
        mc.studies.tie_study(game, "entropy", orders=3),
        mc.length_distribution(game, "entropy"),
        mc.cost_distribution(mc.priced(game, [Fraction(1, 2)] * 9), "entropy"),
        mc.optimal(game),
        mc.is_greedy_optimal(game),
    ):
        assert str(getattr(result, "total", "mean")) in str(result)
        assert "<table" in result._repr_html_()


def test_guesses_at_random_keep_to_the_rule_of_a_game():
    game = mc.Wordle(["abide", "speed", "erase"], hard=True)
    found = mc.simulate(game, "uninformed_random", games=100)
    assert 1 <= found.mean <= 3
    with one_line(mc.BadArgument, "uninformed_random makes random choices", "simulate"):
        mc.expected_distribution(game, "uninformed_random")


def test_a_game_without_a_repr_is_named_by_its_class():
    class Halves:
        guesses = secrets = (1, 2, 3, 4)
        endstates = frozenset({"yes"})

        def score(self, guess, secret):
            return "yes" if guess == secret else guess < secret

    game = Halves()
    verdict = str(mc.is_greedy_optimal(game, "entropy"))
    assert verdict.splitlines()[0] == "entropy is optimal (worst-then-mean) for Halves"
    assert repr(mc.Session(game)).startswith("<Session of Halves: 0 answers")
    assert repr(mc.weighted(game, [1, 2, 3, 4])).startswith("Variant(Halves, weights=")
