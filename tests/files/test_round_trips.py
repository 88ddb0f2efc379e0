"""What is saved comes back the same: games, trees and results of every kind, in every way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from typing import NamedTuple

import pytest
from adhoc import PLAYERS, games, letters_of, odd_game
from amounts import many
from hypothesis import given, settings
from hypothesis import strategies as st
from registry import every_sample, sample

import mastermind_core as mc


class Point(NamedTuple):
    """A named tuple of a user's own."""

    x: int
    y: int


class Opaque:
    """A value that no file can hold."""

    def __init__(self, number):
        self.number = number

    def __repr__(self):
        return f"Opaque({self.number})"


def shape(tree):
    """Return a tree as nested tuples."""
    below = tuple(
        (branch.score, branch.subtree and shape(branch.subtree), tuple(branch.secrets))
        for branch in tree.branches
    )
    return tree.guess, tuple(tree.candidates), below


def same(one, other):
    """Say whether two values are the same, type by type."""
    if type(one) is not type(other):
        return False
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, (set, frozenset)):
        return one == other and all(any(same(item, its) for its in other) for item in one)
    return one == other


def again(value, **options):
    """Return what a value is after a round trip; the text does not change any more."""
    text = mc.to_json(value)
    json.loads(text)
    back = mc.from_json(text, **options)
    assert mc.to_json(back) == text
    return back


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.floats(allow_nan=False)
    | st.binary()
    | st.fractions(),
    lambda inner: st.lists(inner, max_size=4).map(tuple) | st.frozensets(inner, max_size=4),
    max_leaves=10,
)


@given(VALUES)
def test_plain_values(value):
    assert same(again(value), value)


@pytest.mark.parametrize(
    "value",
    [
        mc.Pegs(1, 2),
        mc.games.Comparison(less=True, greater=False, equal=False),
        [1, [2, (3,)]],
        {(1, 2): "a", None: frozenset({Fraction(1, 3)})},
        {1, "a", (2,)},
        1e300,
        float("-inf"),
        10**400,
        "\ud800\N{GRINNING FACE}\0",
    ],
)
def test_values_of_other_kinds(value):
    assert same(again(value), value)


class Row(tuple):
    """A tuple of a class of a user's own, such as a game keeps its lists in."""

    __slots__ = ()


def test_a_tuple_of_any_class_comes_back_as_a_tuple():
    assert same(again((Row((1, Row("ab"))), Fraction(1, 2))), ((1, ("a", "b")), Fraction(1, 2)))


def test_a_worst_case_without_a_guess():
    back = again(mc.WorstCase((), 3))
    assert (back, back.path, back.secret, back.single_sample) == (0, (), 3, False)


def test_a_named_tuple_of_ones_own_is_made_again():
    back = again(((1, Point(3, 4)), Point(x=5, y=6)))
    assert back == ((1, (3, 4)), (5, 6))
    assert repr(back[1]) == "Point(x=5, y=6)"
    assert type(back[0][1]) is type(back[1])


@every_sample
def test_every_game(name, place):
    game = sample(name, place)
    back = again(game)
    assert back == game
    assert repr(back) == repr(game)
    assert same(tuple(back.guesses), tuple(game.guesses))
    assert same(tuple(back.secrets), tuple(game.secrets))


def told(oracle):
    """Return an oracle that has something to remember."""
    oracle.values(best=1)
    return oracle


RESULTS = {
    "tree": lambda game: mc.lazy_tree(game, mc.strategies.entropy),
    "random tree": lambda game: mc.lazy_tree(game, mc.strategies.random_candidate, seed=5),
    "mean": mc.optimal,
    "worst": lambda game: mc.optimal(game, "worst"),
    "both": lambda game: mc.optimal(game, "worst-then-mean"),
    "verdict": lambda game: mc.is_greedy_optimal(game, mc.strategies.most_parts),
    "verdict of two": lambda game: mc.is_greedy_optimal(game, objective="mean-then-worst"),
    "table": mc.compile_game,
    "distribution": lambda game: mc.length_distribution(game, mc.strategies.entropy),
    "worst case": lambda game: mc.worst_case(game, mc.strategies.entropy),
    "summary": lambda game: mc.simulate(game, mc.strategies.entropy, games=3),
    "standings": lambda game: mc.compare(game, [mc.strategies.entropy], games=2),
    "spectrum": lambda game: mc.tie_spectrum(game, "entropy"),
    "ties": lambda game: mc.studies.tie_study(game, mc.strategies.entropy, orders=2),
    "equilibrium": mc.equilibrium,
    "oracle": lambda game: told(mc.Oracle(game)),
    "expected": lambda game: mc.expected_distribution(game, mc.strategies.random_candidate),
}


@every_sample
@pytest.mark.parametrize("result", list(RESULTS))
def test_every_result_of_every_game(result, name, place):
    value = RESULTS[result](sample(name, place))
    back = again(value)
    assert type(back) is type(value)
    if isinstance(value, mc.Node):
        assert shape(back) == shape(value)
        assert back.game == value.game
    elif isinstance(value, mc.ScoreTable):
        assert back.game == value.game
    elif isinstance(value, mc.Solution):
        assert type(back.objective) is type(value.objective)
        assert shape(back.tree) == shape(value.tree)
        assert mc.replay(sample(name, place), back.tree).total == value.total
    elif isinstance(value, mc.Verdict):
        assert (bool(back), back.greedy, back.optimal) == (bool(value), value.greedy, value.optimal)
        assert (back.game, back.counterexample) == (value.game, value.counterexample)
    elif isinstance(value, mc.Oracle):
        assert (back.game, back.totals) == (value.game, value.totals)
    elif isinstance(value, mc.studies.Equilibrium):
        assert (back.codemaker, back.symmetries) == (value.codemaker, value.symmetries)
        assert mc.verify_equilibrium(sample(name, place), back) == (value.lower, value.upper)
    else:
        assert back == value
        assert str(back) == str(value)


@every_sample
@pytest.mark.parametrize("strategy", [None, "knuth", "most-parts", "tree", "solution"])
def test_a_session_goes_on(strategy, name, place):
    game = sample(name, place)
    made = {"tree": lambda: mc.lazy_tree(game, "entropy"), "solution": lambda: mc.optimal(game)}
    session = mc.Session(game, made[strategy]() if strategy in made else strategy)
    while not session.over:
        back = again(session)
        assert (back.history, back.guess) == (session.history, session.guess)
        assert list(back.candidates) == list(session.candidates)
        session.answer(game.score(session.guess, game.secrets[-1]))
    assert again(session).over


def test_games_too_large_for_a_table():
    for game in (mc.Mastermind(colours=10, holes=30), mc.Mastermind(colours=12, holes=8)):
        assert again(game) == game
    session = mc.Session(game, "sampled", history=[(game.guesses[0], mc.Pegs(0, 0))])
    assert again(session).count == session.count == 11**8


def test_a_session_of_a_strategy_without_a_name_is_refused():
    with pytest.raises(mc.BadArgument, match="not one of STRATEGIES"):
        mc.to_json(mc.Session(mc.TwoD(3), mc.Greedy(mc.ENTROPY, opening=[(0, 0)])))


def test_a_subtree_and_several_results_at_once():
    game = mc.TwoD(5)
    tree = mc.lazy_tree(game, mc.strategies.knuth)
    part = next(branch.subtree for branch in tree.branches if branch.size > 2)
    back = again({"part": part, "all": tree, "other": mc.optimal(mc.TwoD(3))})
    assert shape(back["part"]) == shape(part)
    assert back["all"].game is back["part"].game
    assert back["other"].tree.game == mc.TwoD(3)


@settings(max_examples=many(60))
@given(games(weighted=True), PLAYERS)
def test_trees_of_any_game(rows, player):
    game = rows.finite()
    try:
        tree = mc.lazy_tree(game, player)
        lengths = mc.replay(game, tree)
    except mc.UninformativeGuess:
        return
    assert shape(again(tree)) == shape(tree)
    assert shape(again(tree, game=game)) == shape(tree)
    assert mc.replay(game, mc.from_json(mc.to_json(tree), game=rows)) == lengths


def test_a_game_of_functions_is_written_out():
    game = odd_game()
    back = again(mc.optimal(game))
    own = back.tree.game
    assert type(own) is mc.FiniteGame
    assert (own.guesses, own.secrets, own.endstates) == (game.guesses, game.secrets, game.endstates)
    assert all(own.score(g, s) == letters_of(g, s) for g in game.guesses for s in game.secrets)
    assert again(mc.optimal(game), game=game).tree.game is game


def opaque_game(size=5, top=9):
    """Make a game whose guesses and answers no file can hold."""
    items = [Opaque(number) for number in range(size)]
    less, equal, more = Opaque("less"), Opaque("equal"), Opaque("more")

    def score(guess, secret):
        if guess.number == secret.number:
            return equal
        return less if guess.number < min(secret.number, top) else more

    return mc.FiniteGame(items, items, score, {equal})


def test_a_game_that_no_file_can_hold_is_given_again():
    game = opaque_game()
    verdict = mc.is_greedy_optimal(game, mc.strategies.random_candidate, "mean")
    text = mc.to_json(verdict)
    back = mc.from_json(text, game=game)
    assert (back.greedy, back.counterexample) == (verdict.greedy, verdict.counterexample)
    assert shape(back.solution.tree) == shape(verdict.solution.tree)
    with pytest.raises(mc.BadFile, match="without its scores, which are too many for a file"):
        mc.from_json(text)
    with pytest.raises(mc.BadFile, match="another game"):
        mc.from_json(text, game=opaque_game(6))
    with pytest.raises(mc.BadFile, match="another game"):
        mc.from_json(text, game=opaque_game(5, 2))


def test_another_game_is_refused():
    text = mc.to_json(mc.optimal(mc.TwoD(3)))
    assert mc.from_json(text, game=mc.TwoD(3)).total
    for other in (mc.TwoD(2), mc.Mastermind(colours=3, holes=2), odd_game()):
        with pytest.raises(mc.BadFile, match="another game"):
            mc.from_json(text, game=other)


def test_a_value_that_no_file_can_hold_is_refused():
    for value in (Opaque(1), (1, [object()]), lambda: 1, mc.WorstCase((((1,), Opaque(1)),), 3)):
        with pytest.raises(mc.BadArgument, match="which cannot be saved"):
            mc.to_json(value)


def test_a_patient_tree():
    game = mc.FiniteGame(range(3), range(3), lambda g, s: g == s, {True})

    class Slow:
        allows_uninformative = True

        def __call__(self, position):
            return min(len(position.history) // 2, 2)

    tree = mc.lazy_tree(game, Slow())
    assert shape(again(tree)) == shape(tree)
    assert mc.replay(game, again(tree)) == {1: 1, 3: 1, 5: 1}


def test_what_is_saved_does_not_depend_on_the_hash_seed():
    code = (
        "import mastermind_core as mc\n"
        "f = mc.FiniteGame({'a', 'b', 'ab'}, [frozenset(w) for w in ('a', 'b', 'ab')],\n"
        "    lambda g, s: frozenset(g) == s or len(frozenset(g) & s), {True})\n"
        "print(hash('a'), mc.to_json(mc.optimal(f).tree), mc.to_json(frozenset('abcdef')))"
    )
    out = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-P", "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        out.append(done.stdout.partition(" "))
    assert out[0][0] != out[1][0]
    assert out[0][2] == out[1][2]


def test_a_game_of_functions_with_secrets_that_are_never_hidden(tmp_path):
    numbers = range(1100)  # too many pairs to be written out
    even = mc.FiniteGame(numbers, numbers, lambda guess, secret: guess == secret, {True})
    game = mc.weighted(even, [1] * 3 + [0] * 1097)
    mc.save(mc.optimal(game), tmp_path / "best.json")
    with pytest.raises(mc.BadFile, match="another game"):
        mc.load(tmp_path / "best.json", game=mc.weighted(even, [1] * 4 + [0] * 1096))
    assert mc.load(tmp_path / "best.json", game=game).total == 1 + 2 + 3
