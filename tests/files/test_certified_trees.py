"""A certificate gives its tree, once it is checked; and it knows a game as a file does."""

from __future__ import annotations

import json

import pytest
from adhoc import odd_game
from errors import one_line

import mastermind_core as mc

GAMES = [mc.TwoD(4), mc.Mastermind(colours=3, holes=3), odd_game()]


def shape(tree):
    """Return a tree as nested tuples."""
    return tree.guess, tuple((b.score, b.subtree and shape(b.subtree)) for b in tree.branches)


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
@pytest.mark.parametrize("name", ["proof", "proof.gz"])
def test_a_certificate_gives_its_tree(game, name, tmp_path):
    solution = mc.optimal(game)
    solution.write_certificate(tmp_path / name)
    tree = mc.certified_tree(game, tmp_path / name)
    assert mc.replay(game, tree) == mc.replay(game, solution.tree)
    assert tree.game is game
    assert shape(tree) == shape(solution.tree)


def test_one_that_is_wrong_gives_none(tmp_path):
    path = tmp_path / "proof"
    mc.optimal(GAMES[0]).write_certificate(path)
    with one_line(mc.errors.BadCertificate, "another game"):
        mc.certified_tree(mc.TwoD(3), path)
    lines = path.read_text().splitlines()
    header = json.loads(lines[0])
    header["total"] -= 1
    path.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n")
    with one_line(mc.errors.BadCertificate, "total"):
        mc.certified_tree(GAMES[0], path)
    with one_line(mc.errors.BadCertificate, "cannot be read"):
        mc.certified_tree(GAMES[0], tmp_path / "nothing")


class Opaque:
    """A guess that no file can hold."""


def test_none_may_be_a_guess(tmp_path):
    rows = {None: (1, 2), "x": (0, 3), "y": (3, 0)}
    game = mc.FiniteGame(list(rows), ["s", "t"], lambda g, s: rows[g][s == "t"], {0})
    best = mc.optimal(game)
    best.write_certificate(tmp_path / "proof")
    for tree in (best.tree, mc.certified_tree(game, tmp_path / "proof")):
        assert mc.length_distribution(game, tree).total == best.total
    tree = mc.lazy_tree(game, "entropy")
    again = mc.from_json(mc.to_json(tree), game=game)
    assert mc.to_text(again) == mc.to_text(tree)
