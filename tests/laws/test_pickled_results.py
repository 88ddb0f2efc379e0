"""Every result survives pickle and copy, with its tree and its game."""

from __future__ import annotations

import copy
import json
import os
import pickle
import re
import subprocess
import sys

import pytest
from adhoc import letters_of, odd_game
from errors import one_line
from registry import every_sample, sample

import mastermind_core as mc

GAMES = {
    "twod": mc.TwoD(3),
    "codes": mc.Mastermind(colours=3, holes=3),
    "odd": odd_game(),
    "lambda": mc.FiniteGame(range(5), range(5), lambda g, s: (g > s) - (g < s), {0}),
    "weights": mc.FiniteGame(range(3), range(3), lambda g, s: g == s, {True}, weights=(3, 1, 2)),
}


def session_of(game, strategy):
    """Return a session after one answer to a guess made elsewhere."""
    guess = game.guesses[-1]
    score = game.score(guess, game.secrets[0])
    return mc.Session(game, strategy, history=[(guess, score)])


RESULTS = {
    "tree": lambda game: mc.lazy_tree(game, mc.strategies.entropy),
    "subtree": lambda game: next(
        b.subtree for b in mc.lazy_tree(game, mc.strategies.knuth).branches if b.subtree
    ),
    "random tree": lambda game: mc.lazy_tree(game, mc.strategies.random_candidate, seed=3),
    "solution": mc.optimal,
    "verdict": mc.is_greedy_optimal,
    "distribution": lambda game: mc.length_distribution(game, mc.strategies.entropy),
    "worst case": lambda game: mc.worst_case(game, mc.strategies.entropy),
    "summary": lambda game: mc.simulate(game, mc.strategies.entropy, games=3),
    "table": mc.compile_game,
    "session": lambda game: session_of(game, None),
    "session of a tree": lambda game: session_of(game, mc.lazy_tree(game, "knuth")),
    "session of a name": lambda game: session_of(game, "entropy"),
}

COPIES = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "oldest pickle": lambda value: pickle.loads(pickle.dumps(value, 2)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def shape(tree):
    """Return a tree as nested tuples."""
    below = tuple(
        (b.score, b.subtree and shape(b.subtree), tuple(b.secrets)) for b in tree.branches
    )
    return tree.guess, tuple(tree.candidates), below


def facts(value):
    """Return what must be the same in a copy."""
    if isinstance(value, mc.Node):
        return shape(value)
    if isinstance(value, mc.Solution):
        return shape(value.tree), value.total, value.worst, value.lower_bound, value.proven
    if isinstance(value, mc.Verdict):
        return bool(value), value.greedy, value.optimal, value.lengths, facts(value.solution)
    if isinstance(value, mc.WorstCase):
        return int(value), value.path, value.secret
    if isinstance(value, mc.Session):
        return value.history, list(value.candidates), value.over or value.guess
    if isinstance(value, mc.ScoreTable):
        rows = [value.split(at, value.everything) for at in range(len(value.guesses.items))]
        return value.guesses.items, value.secrets.items, value.scores.items, value.weights, rows
    return value


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("way", list(COPIES))
@pytest.mark.parametrize("result", list(RESULTS))
def test_a_copy_says_the_same(result, way, game):
    value = RESULTS[result](GAMES[game])
    again = COPIES[way](value)
    assert type(again) is type(value)
    assert facts(again) == facts(value)
    # A pickled tree is stored as a whole: it has no nodes to open.
    printed = [re.sub(", [0-9,]+ open nodes?", "", repr(one)) for one in (again, value)]
    assert printed[0] == printed[1]


@every_sample
def test_a_solution_of_every_game_is_pickled_with_its_game(name, place):
    game = sample(name, place)
    solution = pickle.loads(pickle.dumps(mc.optimal(game)))
    assert mc.replay(solution.tree.game, solution.tree).total == solution.total
    assert repr(solution.tree.game) == repr(game)


def test_a_copy_of_a_session_goes_its_own_way():
    session = session_of(mc.TwoD(5), "entropy")
    again = copy.copy(session)
    again.answer((True, False, False))
    assert len(session.history) == 1
    session.undo()
    assert len(again.history) == 2


def test_a_copy_opens_nothing():
    def never(position):
        raise AssertionError("opened")

    tree = mc.lazy_tree(mc.TwoD(3), never)
    assert copy.copy(tree) is tree
    assert copy.deepcopy(tree) is tree


def test_a_game_of_functions_keeps_those_that_have_a_name():
    assert pickle.loads(pickle.dumps(odd_game())).score is letters_of
    assert copy.deepcopy(GAMES["lambda"]) is GAMES["lambda"]


def test_scores_that_are_written_out_know_their_game_only():
    game = pickle.loads(pickle.dumps(GAMES["lambda"]))
    assert game.score(1, 3) == -1
    with pytest.raises(mc.BadGame, match="not in the table"):
        game.score(1, 9)


def test_a_tree_keeps_its_game_alive():
    assert mc.optimal(mc.TwoD(3)).tree.game == mc.TwoD(3)
    assert mc.lazy_tree(mc.TwoD(3), mc.strategies.entropy).game == mc.TwoD(3)


def test_a_table_whose_game_is_gone_writes_its_scores_out():
    table = mc.compile_game(mc.FiniteGame("abc", "abc", lambda g, s: g == s, {True}))
    again = pickle.loads(pickle.dumps(table))
    assert facts(again) == facts(table)
    assert again.game.score("a", "b") is False


@pytest.mark.parametrize("seed", ["1", "2"])
def test_another_process_reads_the_pickle(tmp_path, seed):
    path = tmp_path / "solution"
    path.write_bytes(pickle.dumps(mc.optimal(mc.TwoD(4))))
    code = (
        "import pickle, pathlib, sys, mastermind_core as mc\n"
        "s = pickle.loads(pathlib.Path(sys.argv[1]).read_bytes())\n"
        "print(mc.replay(mc.TwoD(4), s.tree).total == s.total)"
    )
    out = subprocess.run(
        [sys.executable, "-P", "-c", code, path],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    assert out.stdout.split() == ["True"]


@pytest.mark.parametrize(
    "game", [mc.TwoD(3), mc.Wordle(["abide", "speed", "erase"], hard=True)], ids=["own", "rule"]
)
def test_a_solution_of_legal_guesses_is_pickled(game):
    solution = mc.optimal(game, pool="legal")
    for way in COPIES.values():
        assert facts(way(solution)) == facts(solution)


@pytest.mark.parametrize(("result", "rows"), [("solution", 1), ("verdict", 2)])
def test_figures_as_a_dictionary_and_as_a_frame(result, rows, monkeypatch):
    value = RESULTS[result](GAMES["twod"])
    content = json.loads(json.dumps(value.to_dict(), allow_nan=False))
    assert content["objective"] == value.objective
    assert content["proven"] is True
    monkeypatch.setitem(sys.modules, "pandas", None)
    with one_line(mc.errors.MissingExtra, "pandas"):
        value.to_frame()

    class Pandas:
        @staticmethod
        def DataFrame(rows, columns):  # noqa: N802
            return rows, columns

    monkeypatch.setitem(sys.modules, "pandas", Pandas)
    found, columns = value.to_frame()
    assert len(found) == rows
    assert all(set(columns) <= set(row) for row in found)


def test_a_solution_from_a_file_says_that_it_has_no_search(tmp_path):
    loaded = mc.from_json(mc.to_json(mc.optimal(mc.TwoD(3))))
    with one_line(mc.BadArgument, "a solution from a file"):
        loaded.write_certificate(tmp_path / "proof")
