"""Tables and trees as dictionaries and frames, progress of a table, and sessions of one's own."""

from __future__ import annotations

import json
import sys

import pytest
from errors import one_line
from forgetting import forget_tables

import mastermind_core as mc


class Pandas:
    @staticmethod
    def DataFrame(rows, columns):  # noqa: N802
        return [tuple(row[column] for column in columns) for row in rows]


def test_a_table_as_a_dictionary():
    game = mc.TwoD(3)
    found = mc.compile_game(game).to_dict()
    assert json.loads(json.dumps(found))["weights"] == [1] * 9
    for guess, row in zip(found["guesses"], found["answers"], strict=True):
        for secret, answer in zip(found["secrets"], row, strict=True):
            score = found["scores"][answer]
            assert score == game.score(guess, secret)
            assert (score in found["ends"]) == (score in game.endstates)


def test_a_table_as_a_frame(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", Pandas)
    game = mc.Mastermind(colours=3, holes=2)
    rows = mc.compile_game(game).to_frame()
    assert len(rows) == 81
    assert all(score == game.score(guess, secret) for guess, secret, score in rows)


def test_a_tree_as_a_dictionary():
    game = mc.TwoD(4)
    root = mc.lazy_tree(game, "entropy").to_dict()
    lengths = {}

    def walk(node, depth):
        assert node["left"] == sum(branch["size"] for branch in node["branches"])
        for branch in node["branches"]:
            if branch["subtree"] is None:
                lengths[depth] = lengths.get(depth, 0) + branch["size"]
            else:
                walk(branch["subtree"], depth + 1)

    walk(root, 1)
    assert lengths == dict(mc.length_distribution(game, "entropy"))
    assert json.dumps(root)


def test_a_tree_as_a_frame(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", Pandas)
    tree = mc.lazy_tree(mc.TwoD(4), "knuth")
    rows = tree.to_frame()
    assert len(rows) == mc.count_nodes(tree)
    assert rows[0] == (-1, None, tree.guess, 16)
    for before, score, guess, left in rows[1:]:
        assert left < rows[before][3]
        assert score is not None
        assert guess in tree.game.guesses


@pytest.mark.compiled
def test_a_deep_tree_is_no_deep_recursion(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", Pandas)
    game = mc.FiniteGame(range(1200), range(1200), lambda g, s: g == s, {True})
    tree = mc.lazy_tree(
        game, "first_consistent" if "first_consistent" in mc.STRATEGIES else "knuth"
    )
    assert len(tree.to_frame()) == 1200
    assert tree.to_dict()["left"] == 1200


@pytest.mark.parametrize("holes", [3, 17])
def test_whoever_asks_hears_of_a_table_that_a_kernel_fills(holes):
    forget_tables()
    heard = []
    game = mc.Mastermind(colours=2 if holes > 9 else 9, holes=min(holes, 11))
    mc.compile_game(game, progress=lambda done, total: heard.append((done, total)))
    assert all(0 <= done <= total for done, total in heard)
    forget_tables()
    game = mc.TwoD(7)
    mc.compile_game(game, progress=lambda done, total: heard.append((done, total)))
    assert heard[-1] == (49, 49)


def test_a_table_can_be_interrupted():
    def stop(done, total):
        raise KeyboardInterrupt

    forget_tables()
    with pytest.raises(KeyboardInterrupt):
        mc.compile_game(mc.TwoD(8), progress=stop)


def test_a_bar_for_a_table(capsys, monkeypatch):
    forget_tables()
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    game = mc.TwoD(9)
    mc.compile_game(game, progress=True)
    assert "scoring" in capsys.readouterr().err


def test_wrong_arguments_of_a_table():
    with pytest.raises(
        mc.BadArgument, match="progress must be True for a bar, None, or a function"
    ):
        mc.compile_game(mc.TwoD(11), progress=5)
    with one_line(mc.BadArgument, "limit must be an integer (bytes) from 0, not '9'"):
        mc.compile_game(mc.TwoD(3), limit="9")


def own(position):
    return position.candidates[-1]


def test_a_session_with_a_strategy_of_ones_own_is_saved_without_it(tmp_path):
    game = mc.TwoD(4)
    session = mc.Session(game, own)
    session.answer(game.score(session.guess, (0, 1)))
    with one_line(mc.BadArgument, "save session.without_strategy()"):
        mc.save(session, tmp_path / "own.json")
    bare = session.without_strategy()
    assert (bare.history, bare.strategy) == (session.history, None)
    mc.save(bare, tmp_path / "own.json")
    again = mc.load(tmp_path / "own.json", strategy=own)
    assert again.history == session.history
    assert again.guess == session.guess
    assert mc.from_json(mc.to_json(bare), strategy="knuth").strategy == "knuth"


def test_a_strategy_is_for_sessions_only():
    text = mc.to_json(mc.optimal(mc.TwoD(3)))
    with one_line(mc.BadArgument, "strategy is for a saved session"):
        mc.from_json(text, strategy="knuth")
