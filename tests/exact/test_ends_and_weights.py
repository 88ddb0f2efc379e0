"""Final blocks of several secrets, several end states, and secrets that weigh more than 1."""

from __future__ import annotations

import game_oracle as oracle
from adhoc import ANY_GAME, games
from hypothesis import given

import mastermind_core as mc

#: Any number of the same tens is as good as the secret itself.
TENS = mc.FiniteGame(
    guesses=range(0, 100, 5),
    secrets=range(100),
    score=lambda guess, secret: (guess // 10 > secret // 10) - (guess // 10 < secret // 10),
    endstates={0},
)


def test_one_guess_ends_the_game_for_several_secrets():
    lengths = mc.length_distribution(TENS, mc.strategies.knuth)
    assert lengths.count == 100
    assert all(count % 10 == 0 for count in lengths.values())
    assert mc.replay(TENS, mc.lazy_tree(TENS, mc.strategies.knuth)) == lengths
    assert mc.optimal_worst_case(TENS) == 4  # 1 + 2 + 4 tens are found by 3 guesses, not 10
    assert not mc.solution_exists(TENS, max_steps=3)


def test_a_game_that_ends_at_once():
    game = mc.FiniteGame("ab", range(5), lambda guess, secret: guess == "b", {True})
    for name in ("knuth", "irving", "entropy", "most_parts"):
        strategy = mc.STRATEGIES[name]
        assert mc.length_distribution(game, strategy) == {1: 5}
        assert mc.lazy_tree(game, strategy).guess == "b"
    assert mc.optimal_worst_case(game) == 1


def test_the_game_ends_when_a_guess_scores_not_when_the_secret_is_known():
    game = mc.FiniteGame(
        guesses=["ask", "say a", "say b"],
        secrets=["a", "b"],
        score=lambda guess, secret: secret if guess == "ask" else guess == f"say {secret}",
        endstates={True},
    )
    ask = mc.lazy_tree(game, lambda position: ["ask", None][len(position.history)])
    assert ask.guess == "ask"
    assert [branch.size for branch in ask.branches] == [1, 1]
    assert all(branch.subtree is not None for branch in ask.branches)
    assert mc.length_distribution(game, mc.strategies.entropy) == {1: 1, 2: 1}


def test_several_end_states():
    game = mc.FiniteGame(
        range(6),
        range(6),
        lambda g, s: "win" if g == s else "near" if abs(g - s) == 1 else g < s,
        {"win", "near"},
    )
    assert mc.optimal_worst_case(game) == oracle.least_worst_and_total(game)[0]
    for strategy in ANY_GAME.values():
        for path in mc.all_solutions(game, strategy):
            assert path[-1][1] in {"win", "near"}


def test_weights_are_the_counts():
    game = mc.FiniteGame(
        range(4), range(4), lambda g, s: (g > s) - (g < s), {0}, weights=[10, 1, 1, 100]
    )
    tree = mc.lazy_tree(game, mc.strategies.knuth)
    lengths = mc.length_distribution(game, mc.strategies.knuth)
    assert lengths.count == 112
    assert lengths.total == sum(
        weight * len(oracle.play_tree(tree, game, secret))
        for secret, weight in zip(game.secrets, game.weights, strict=True)
    )


@given(game=games(weighted=True))
def test_weights_change_no_worst_case(game):
    even = mc.FiniteGame(game.guesses, game.secrets, game.score, game.endstates)
    assert even.weights == (1,) * len(game.secrets)
    assert mc.optimal_worst_case(game) == mc.optimal_worst_case(even)
    for metric in mc.METRICS.values():
        strategy = mc.Greedy(metric, use_weights=False)
        assert mc.worst_case(game, strategy) == mc.worst_case(even, strategy)


def test_a_game_as_deep_as_it_has_secrets_is_searched_to_the_end():
    one_by_one = mc.FiniteGame(range(300), range(300), lambda g, s: g == s, {True})
    assert not mc.solution_exists(one_by_one, 299)
    assert (
        mc.optimal_worst_case(mc.FiniteGame(range(40), range(40), one_by_one.score, {True})) == 40
    )
