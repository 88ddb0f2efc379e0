"""Weights, costs and goals as a compiled game has them."""

from __future__ import annotations

import pickle
from array import array
from copy import deepcopy
from fractions import Fraction
from itertools import permutations

import pytest
from errors import one_line
from registry import every_sample, sample

import mastermind_core as mc


def weights_of(game):
    return [1 + place % 3 for place in range(len(game.secrets))]


MAKERS = {
    "weights": lambda game: mc.weighted(game, weights_of(game)),
    "costs": lambda game: mc.priced(game, [1 + at % 3 for at in range(len(game.guesses))]),
    "goals": lambda game: mc.identified(game, [at % 2 for at in range(len(game.secrets))]),
}


@every_sample
def test_the_order_of_making_makes_no_difference(name, place):
    game = sample(name, place)
    made = []
    for order in permutations(MAKERS.values()):
        value = game
        for make in order:
            value = make(value)
        made.append(value)
    first = made[0]
    asked = mc.identified(game).game  # questions about objects then have no accusations
    assert asked is game or name in ("group-testing", "odd-coin")
    assert first.game == asked
    assert isinstance(first, mc.games.HistoryLegal) == isinstance(game, mc.games.HistoryLegal)
    for other in made:
        assert other == first
        assert hash(other) == hash(first)
        assert repr(other) == repr(first)
    for copy in (pickle.loads(pickle.dumps(first)), deepcopy(first)):
        assert copy == first
        assert hash(copy) == hash(first)
    table, plain = mc.compile_game(first), mc.compile_game(asked)
    assert table.scores.items == plain.scores.items
    assert list(table.costs) == list(first.costs) or len(set(first.costs)) == 1
    assert list(table.goals) == [at % 2 for at in range(len(game.secrets))]


def test_a_game_with_numbers_of_its_own_keeps_them():
    own = mc.FiniteGame(
        "abc", "abc", str.__eq__, {True}, weights={"b": 4}, costs=[1, 2, 3], goal=str.isupper
    )
    assert (own.weights, own.costs) == ((1, 4, 1), (1, 2, 3))
    known = mc.identified(own)
    assert (known.weights, known.costs, known.goals) == ((1, 4, 1), (1, 2, 3), "secret")
    assert mc.weighted(own, [1, 1, 5]).goals == (False, False, False)
    assert mc.compile_game(own).over([0, 1, 2])
    assert not mc.compile_game(known).over([0, 1])


def test_costs_in_their_units():
    game = mc.TwoD(2)
    dear = mc.compile_game(mc.priced(game, {(0, 0): Fraction(5, 2)}))
    assert (dear.costs, dear.cost_unit) == ((5, 2, 2, 2), Fraction(1, 2))
    alike = mc.compile_game(mc.priced(game, [3] * 4))
    assert (alike.costs, alike.cost_unit) == ((), 3)
    assert (mc.compile_game(game).costs, mc.compile_game(game).cost_unit) == ((), 1)


def test_secrets_of_other_goals_that_nothing_tells_apart():
    def parity(guess, secret):
        return (guess + secret) % 2

    game = mc.FiniteGame(range(2), range(5), parity, goal=lambda secret: secret)
    with one_line(mc.BadGame, "no guess distinguishes 0 from 2", "goals differ", "same goal"):
        mc.compile_game(game)
    mc.compile_game(mc.identified(game, by=lambda secret: secret % 2))
    mc.compile_game(mc.weighted(game, [1, 1, 0, 0, 0]))


def test_goals_that_a_win_alone_reaches():
    game = mc.FiniteGame("x", "ab", lambda guess, secret: "won", {"won"})
    mc.compile_game(mc.identified(game))


def test_a_game_may_lack_end_states_where_it_has_a_goal():
    endless = mc.FiniteGame("ab", "ab", str.__eq__)
    for use in (mc.compile_game, mc.optimal, mc.worst_case, mc.Session):
        with one_line(mc.BadGame, "endstates=", "goal=", "identified(game)"):
            use(endless)
    again = pickle.loads(pickle.dumps(mc.identified(endless)))
    for known in (mc.identified(endless), again, mc.from_json(mc.to_json(again))):
        assert mc.optimal_worst_case(known) == 1
        assert mc.play_game(known, "entropy", lambda guess: True)
    assert mc.partition(endless, "a").sizes == {True: 1, False: 1}
    game = mc.FiniteGame("ab", "ab", str.__eq__, goal=lambda secret: secret)
    again = pickle.loads(pickle.dumps(game))
    assert [again.goal(secret) for secret in "ab"] == ["a", "b"]
    assert mc.compile_game(again).over([0])
    assert not mc.compile_game(again).over([0, 1])


class Own:
    """A game of somebody's own, with what the optional protocols ask for."""

    guesses, secrets, endstates = "abc", "abc", ()
    weights = (1, Fraction(1, 2), 0)
    costs = (2, 1, 1)

    def score(self, guess, secret):
        return guess == secret

    def goal(self, secret):
        return secret


def test_the_optional_protocols():
    own = Own()
    for protocol in (mc.games.Weighted, mc.games.Priced, mc.games.Goal):
        assert isinstance(own, protocol)
        assert not isinstance(mc.TwoD(2), protocol)
    table = mc.compile_game(own)
    assert (table.weights, table.costs, list(table.goals)) == ((2, 1, 0), (2, 1, 1), [0, 1, 2])


def test_a_goal_that_is_no_function():
    with one_line(mc.BadGame, "goal must be a function", "7"):
        Own.goal, kept = 7, Own.goal
        try:
            mc.compile_game(Own())
        finally:
            Own.goal = kept


MATRICES = {
    "lists": [[0, 1, 1], [2, 2, 0]],
    "tuples": ((0, 1, 1), (2, 2, 0)),
}


@pytest.mark.parametrize("matrix", MATRICES.values(), ids=MATRICES)
def test_a_matrix_of_scores(matrix):
    game = mc.FiniteGame("xy", "abc", matrix, goal=lambda secret: secret)
    assert [[game.score(guess, secret) for secret in "abc"] for guess in "xy"] == [
        [0, 1, 1],
        [2, 2, 0],
    ]
    assert mc.compile_game(game).split(0, array("I", [0, 1, 2]))[0] == (0, array("I", [0]))
    assert pickle.loads(pickle.dumps(game)).score("y", "c") == 0
