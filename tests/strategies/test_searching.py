"""Beams and two plies against searches that try everything; openings, stages and legal pools."""

from __future__ import annotations

from array import array
from operator import eq
from types import SimpleNamespace

import game_oracle as oracle
import pytest
from adhoc import games
from amounts import many
from hypothesis import given, settings
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.strategies import Beam, Opened, Staged, TwoPly
from mastermind_core.tree import tree_for

GAMES = [
    mc.Mastermind(colours=3, holes=2),
    mc.Mastermind(colours=4, holes=2),
    mc.BullsAndCows(4, 2),
    mc.TwoD(3),
]
METRICS = [mc.MAX_BLOCK, mc.EXPECTED_SIZE, mc.ENTROPY, mc.MOST_PARTS]


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_a_beam_of_every_branch_is_optimal(game, metric):
    _, least = oracle.least_worst_and_total(game)
    assert mc.length_distribution(game, Beam(metric, None)).total == least


@given(games(guesses=5, secrets=5, weighted=True))
def test_a_beam_of_every_branch_is_optimal_in_any_game(game):
    try:
        found = mc.length_distribution(game, Beam(mc.ENTROPY, None)).total
    except mc.UninformativeGuess:
        return
    assert found == oracle.least_worst_and_total(game)[1]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_a_beam_of_one_branch_weighs_as_greedy_does(metric):
    game = mc.Mastermind(colours=4, holes=3)
    table = mc.compile_game(game)
    beam = mc.lazy_tree(game, Beam(metric, 1))
    greedy = mc.lazy_tree(game, mc.Greedy(metric))
    sizes = [table.block_sizes(tree.guess_id, table.everything) for tree in (beam, greedy)]
    assert metric.cost(sizes[0]) == metric.cost(sizes[1])


@pytest.mark.parametrize("make", [Beam, TwoPly])
def test_a_width_is_a_number_from_one(make):
    with pytest.raises(mc.BadArgument, match="width must be an integer from 1"):
        make(mc.ENTROPY, 0)


@given(st.data())
@settings(max_examples=many(30))
def test_two_plies_take_the_least_of_their_own_cost(data):
    game = data.draw(st.sampled_from(GAMES))
    metric = data.draw(st.sampled_from(METRICS))
    size = st.integers(2, len(game.secrets))
    candidates = data.draw(st.permutations(game.secrets))[: data.draw(size)]

    def two(guess):
        parts = []
        for score, block in oracle.split(game, guess, candidates).items():
            if score in game.endstates:
                parts.append(metric.cost([len(block)]))
            else:
                parts.append(
                    min(
                        metric.cost(map(len, oracle.split(game, second, block).values()))
                        for second in game.guesses
                    )
                )
        return metric.join(parts)

    def tells(guess):
        scores = oracle.split(game, guess, candidates)
        return len(scores) > 1 or set(scores) <= set(game.endstates)

    table = mc.compile_game(game)
    ids = array("I", sorted(table.secrets[secret] for secret in candidates))
    here = SimpleNamespace(history=(), table=table, candidate_ids=ids)
    chosen = TwoPly(metric)(here)
    assert two(chosen) == min(two(guess) for guess in game.guesses if tells(guess))


def test_openings_are_played_whatever_the_answers():
    game = mc.Mastermind(colours=4, holes=3)
    opening = [(1, 1, 2), (3, 3, 4)]
    for strategy in (
        mc.Greedy(mc.ENTROPY, opening=opening),
        Opened(mc.strategies.two_ply, opening),
        TwoPly(mc.ENTROPY, 3, opening=opening),
        Beam(mc.ENTROPY, 1, opening=opening),
    ):
        root = mc.lazy_tree(game, strategy)
        nodes = [branch.subtree for branch in root.branches if branch.subtree is not None]
        below = {
            node.guess for node in nodes if len(oracle.split(game, opening[1], node.candidates)) > 1
        }
        assert (root.guess, below) == (opening[0], {opening[1]})


@pytest.mark.parametrize(
    "make",
    [
        lambda opening: mc.Greedy(mc.ENTROPY, opening=opening),
        lambda opening: Opened(mc.strategies.two_ply, opening),
        lambda opening: TwoPly(mc.ENTROPY, 3, opening=opening),
        lambda opening: Beam(mc.ENTROPY, 1, opening=opening),
        lambda opening: mc.strategies.RandomCandidate(opening=opening),
    ],
)
def test_an_opening_is_left_where_its_next_guess_would_tell_nothing(make):
    game = mc.Mastermind(colours=4, holes=2)
    lazy = mc.lazy_tree(game, make([(1, 1), (1, 1), (1, 2)]))
    assert mc.replay(game, lazy).count == 16
    below = [branch.subtree for branch in lazy.branches if branch.subtree is not None]
    assert below
    assert all(node.guess != (1, 1) for node in below)
    full = tree_for(game, make([(1, 1), (1, 1), (1, 2)]))
    assert mc.replay(game, full) == mc.replay(game, lazy)


def test_stages_go_by_the_number_of_candidates():
    game = mc.Mastermind(colours=4, holes=3)
    mixed = Staged([(10, mc.strategies.knuth), (1, mc.strategies.entropy)])
    knuth = mc.lazy_tree(game, mc.strategies.knuth)
    assert mc.lazy_tree(game, mixed).guess == knuth.guess
    assert str(mixed) == "knuth from 10, entropy from 1"
    with pytest.raises(mc.BadArgument, match="start from 1 candidate, not from 10"):
        Staged([(10, mc.strategies.knuth)])


class Hard(mc.Mastermind):
    """Allow only guesses that keep every black peg's count; white pegs may be ignored."""

    def legal(self, guess, history):
        return all(sum(map(eq, guess, earlier)) == answer.black for earlier, answer in history)


@given(st.sampled_from(METRICS), st.integers(0, 63))
def test_a_legal_pool_keeps_to_what_is_legal(metric, place):
    game = Hard(colours=4, holes=3)
    steps = mc.play_game(
        game, mc.Greedy(metric, pool="legal"), lambda guess: game.score(guess, game.secrets[place])
    )
    history = []
    for guess, score in steps:
        assert game.legal(guess, history)
        history.append((guess, score))


def test_a_legal_pool_of_a_game_without_a_rule_is_the_candidates():
    game = mc.Mastermind(colours=4, holes=3)
    legal, inside = (mc.strategies.knuth.replace(pool=pool) for pool in ("legal", "candidates"))
    assert mc.length_distribution(game, legal) == mc.length_distribution(game, inside)


def test_a_rule_that_allows_nothing_is_a_bad_game():
    class Stuck(mc.Mastermind):
        def legal(self, guess, history):
            return not history

    with pytest.raises(mc.BadGame, match="allows no guess after"):
        mc.length_distribution(Stuck(colours=2, holes=2), mc.strategies.knuth.replace(pool="legal"))
