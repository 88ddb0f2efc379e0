"""Games that are over as soon as enough is known: in trees, in play and in pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import Counter
from fractions import Fraction

import pytest
from amounts import mostly_slow
from registry import every_sample, sample

import mastermind_core as mc


def priced(game):
    return mc.priced(game, [1 + at % 3 for at in range(len(game.guesses))])


def halves(game):
    return mc.weighted(game, [Fraction(1 + at % 3, 2) for at in range(len(game.secrets))])


KINDS = {
    "known": mc.identified,
    "class": lambda game: mc.identified(game, [at % 2 for at in range(len(game.secrets))]),
    "priced": priced,
    "weighted": halves,
    "all": lambda game: mc.identified(priced(halves(game))),
}
every_kind = pytest.mark.parametrize("kind", mostly_slow(KINDS, quick=["class", "all"]))


def tellable(game):
    """Return a game, or skip one in which guesses cannot tell what has to be known."""
    try:
        mc.compile_game(game)
    except mc.BadGame:
        pytest.skip("no guess tells the goals apart")
    return game


def replayed(game, tree):
    """Play a tree by scores alone; return what was known at each end, guesses and costs."""
    goal = game.goal or (lambda secret: secret)
    cost = dict(zip(game.guesses, game.costs, strict=True)) if game.costs else {}
    lengths, costs, ends = Counter(), Counter(), {}
    for secret, weight in zip(game.secrets, game.weights or [1] * len(game.secrets), strict=True):
        node, history, paid = tree, (), 0
        over = node.over
        while not over:
            score = game.score(node.guess, secret)
            history += ((node.guess, score),)
            paid += cost.get(node.guess, 1)
            node = node[score].subtree
            over = node is None
        lengths[len(history)] += weight
        costs[paid] += weight
        if not history or history[-1][1] not in game.endstates:
            ends.setdefault(history, set()).add(goal(secret))
    return ends, lengths, costs


@every_kind
@every_sample
def test_trees_end_where_enough_is_known(name, place, kind):
    game = tellable(KINDS[kind](sample(name, place)))
    tree = mc.lazy_tree(game, "entropy")
    ends, lengths, costs = replayed(game, tree)
    assert all(len(goals) == 1 for goals in ends.values())
    assert game.goals or not ends
    assert mc.length_distribution(game, "entropy") == lengths == mc.replay(game, tree)
    assert mc.cost_distribution(game, "entropy") == costs
    assert tree.lengths() == lengths
    assert (tree.depth, mc.worst_case(game, tree)) == (max(lengths), max(lengths))
    assert len(list(mc.all_solutions(game, tree))) == len(game.secrets)
    again = mc.from_json(mc.to_json(tree))
    assert again.lengths() == lengths
    paid = mc.cost_distribution(again.game, again)
    assert mc.from_json(mc.to_json(paid)) == paid == costs


@every_kind
@every_sample
def test_games_are_played_until_enough_is_known(name, place, kind):
    game = tellable(KINDS[kind](sample(name, place)))
    tree = mc.lazy_tree(game, "entropy")
    goal = game.goal or (lambda secret: secret)
    for secret in list(game.secrets)[:5]:
        history = mc.play_game(game, tree, mc.codemakers.fixed(secret))
        session = mc.Session(game, tree)
        while not session.over:
            assert session.suggest(1)
            session.answer(game.score(session.guess, secret))
        assert session.history == history
        if len(session.candidates) == 1 or game.goals:
            assert session.known == goal(secret) or history[-1][1] in game.endstates
        with pytest.raises(mc.BadArgument, match="the game is over"):
            _ = session.guess
    drawn = mc.simulate(game, "entropy", games=20, seed=1)
    assert set(drawn.lengths) <= set(tree.lengths())


@every_kind
@every_sample
def test_pictures_of_games_that_are_known(name, place, kind):
    game = tellable(KINDS[kind](sample(name, place)))
    tree = mc.lazy_tree(game, "entropy")
    assert ElementTree.fromstring(mc.to_svg(tree)).tag.endswith("svg")
    assert "<html" in mc.to_html(tree)
    text = mc.to_text(tree, lines=10**6).splitlines()
    named = sum(1 for line in text if line.endswith("found"))
    known = sum(1 for line in text if "= " in line.partition(": ")[2] or line.startswith("= "))
    ends = [history for history, _ in tree.paths()]
    assert named == sum(1 for end in ends if end and end[-1][1] in game.endstates)
    assert known >= len(ends) - named
    assert mc.to_dot(tree).startswith("digraph")


@pytest.mark.compiled
def test_twelve_coins():
    game = mc.identified(mc.games.OddCoin(12))
    assert mc.length_distribution(game, "entropy") == {3: 24}
    session = mc.Session(game, "entropy")
    while not session.over:
        session.answer(game.score(session.guess, game.secrets[7]))
    assert (len(session.history), session.known) == (3, game.secrets[7])
    session.undo()
    assert session.known is None
    with pytest.raises(mc.BadArgument, match=r"the game is over: .* is identified"):
        mc.Session(game, history=game_until_known(game)).answer("left")


def game_until_known(game):
    return mc.play_game(game, "entropy", mc.codemakers.fixed(game.secrets[0]))


def test_a_game_that_is_over_before_the_first_guess():
    game = mc.identified(mc.TwoD(3), by=lambda point: "somewhere")
    tree = mc.lazy_tree(game, "entropy")
    assert (tree.over, tree.guess, tree.branches, list(tree.walk())) == (True, None, (), [])
    assert (tree.lengths(), tree.depth, tree.size) == ({0: 9}, 0, 0)
    assert mc.replay(game, tree) == {0: 9}
    assert mc.to_text(tree) == "= somewhere"
    assert tree.to_dict() == {"guess": None, "left": 9, "branches": []}
    assert mc.play_game(game, "entropy", "adversarial") == []
    assert mc.Session(game).known == "somewhere"
    for objective in ("mean", "worst", "worst-then-mean"):
        best = mc.optimal(game, objective)
        assert (best.total, best.worst, best.lower_bound, best.proven) == (0, 0, 0, True)
        assert best.tree.over
        assert mc.from_json(mc.to_json(best)).tree.over
    assert mc.optimal_worst_case(game) == 0
    assert mc.solution_exists(game, 0)


def test_a_tree_that_leaves_goals_open_is_refused():
    game = mc.games.HigherLower(4)
    short = mc.lazy_tree(mc.identified(game, by=lambda number: number > 2), "entropy")
    with pytest.raises(mc.BadGame, match=r"does not distinguish the secrets"):
        mc.replay(mc.identified(game), short)


def test_a_page_says_what_is_known_at_a_leaf():
    page = mc.to_html(mc.optimal(mc.identified(mc.games.HigherLower(3))).tree)
    assert all(f'"= {number}"' in page for number in (1, 3))
    families = mc.identified(mc.TwoD(2), by=lambda point: f"sum {sum(point)}")
    assert '"= sum 1"' in mc.to_html(mc.lazy_tree(families, "entropy"))


class Family(mc.Mastermind):
    """A game of codes that is over when the first colour is known."""

    def goal(self, secret):
        return secret[0]


@pytest.mark.parametrize("notation", ["mmstrat", "contest"])
def test_a_notation_that_cannot_say_what_is_known_says_so(notation):
    tree = mc.lazy_tree(Family(colours=3, holes=2), "entropy")
    with pytest.raises(mc.BadArgument, match="cannot express the goal"):
        mc.to_notation(tree, notation)
    assert "= 1" in mc.to_dot(tree)
