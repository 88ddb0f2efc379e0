"""Ratings: a player who is bad in a known way has the score that this implies."""

from __future__ import annotations

import json
from random import Random

import pytest
from expected_play import Truth

import mastermind_core as mc
from mastermind_core.cli import main

ANSWERS = "crane brine slate pride grape erase speed abide level eerie"
WORDS = mc.Wordle(ANSWERS.split(), ["doubt"])
CODES = mc.Mastermind(colours=3, holes=2)
PAIRS = mc.TwoD(3)
DEAR = mc.priced(CODES, lambda code: 1 + len(set(code)))
LIKELY = mc.weighted(WORDS, lambda word: 1 + len(set(word)))
GAMES = [WORDS, CODES, PAIRS, DEAR, LIKELY]


def optimal_games(game):
    tree = mc.optimal(game).tree
    return [mc.play_game(game, tree, mc.codemakers.fixed(secret)) for secret in game.secrets]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_optimal_play_has_score_1_and_no_regret(game):
    rating = mc.rate(game, optimal_games(game))
    truth = Truth(game)
    everything = frozenset(game.secrets)
    assert (rating.score, rating.low, rating.high, rating.exact) == (1, 1, 1, 1)
    assert rating.finished == len(everything)
    assert rating.optimum == pytest.approx(
        float(truth.optimum(everything) / truth.mass(everything))
    )
    assert rating.random == pytest.approx(float(truth.random(everything) / truth.mass(everything)))
    assert all(move.regret == 0 for moves in rating.games for move in moves)


def test_random_play_has_expected_score_0():
    game = CODES
    truth = Truth(game)
    games, chances = zip(*truth.paths(), strict=True)
    rating = mc.rate(game, games)
    regrets = [sum(move.regret for move in moves) for moves in rating.games]
    expected = sum(float(chance) * one for chance, one in zip(chances, regrets, strict=True))
    assert 1 - expected / (rating.random - rating.optimum) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_repeated_guess_costs_exactly_its_price(game):
    truth = Truth(game)
    games = [turns for turns in optimal_games(game) if len(turns) > 1]
    wasting = [[turns[0], *turns] for turns in games]
    rating = mc.rate(game, wasting)
    prices = [float(truth.price[turns[0][0]]) for turns in games]
    assert [sum(move.regret for move in moves) for moves in rating.games] == prices
    assert rating.wasted == len(games)
    assert rating.score == pytest.approx(1 - prices[0] / (rating.random - rating.optimum))


def test_an_illegal_move_costs_one_guess():
    games = [[("zzzzz", None), *turns] for turns in optimal_games(WORDS)]
    rating = mc.rate(WORDS, games)
    assert (rating.regret, rating.illegal, rating.finished) == (1, len(games), len(games))


def test_guesses_against_the_rule_are_illegal():
    hard = mc.Wordle(WORDS.answers, others=["doubt"], hard=True)
    turns = [("crane", hard.score("crane", "grape")), ("doubt", hard.score("doubt", "grape"))]
    assert [move.kind for move in mc.rate(hard, turns).games[0]] == ["informative", "illegal"]


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("seconds", [1, 0])
def test_luck_and_regret_explain_the_length_of_each_game(game, seconds):
    truth = Truth(game)
    games = [
        [(guess, game.score(guess, secret)) for guess in (*list(game.guesses)[:3], secret)]
        for secret in list(game.secrets)[3:]
    ]
    games = [turns for turns in games if all(s not in game.endstates for _, s in turns[:-1])]
    rating = mc.rate(game, games, seconds=seconds)
    for turns, moves in zip(games, rating.games, strict=True):
        paid = float(sum(truth.price[guess] for guess, _ in turns))
        explained = sum(move.regret - move.luck for move in moves)
        if seconds:
            assert rating.optimum + explained == pytest.approx(paid)
        assert all(move.exact == bool(seconds) or move.kind != "informative" for move in moves)


def test_the_mean_of_uninformed_play_is_the_number_of_guesses():
    rating = mc.rate(WORDS, optimal_games(WORDS), baseline="uninformed")
    assert rating.random == pytest.approx(len(WORDS.guesses))


def test_the_mean_of_random_trees_is_that_of_random_games():
    game = mc.Mastermind(colours=6, holes=3)
    turns = [((1, 1, 2), game.score((1, 1, 2), (1, 2, 3)))]
    rating = mc.rate(game, turns, seconds=0)
    exact = mc.expected_distribution(game, "random_candidate")
    assert rating.random == pytest.approx(float(exact.mean), abs=0.03)


def test_an_oracle_with_the_values_is_asked():
    oracle = mc.Oracle(CODES)
    mc.rate(CODES, optimal_games(CODES), oracle=oracle)
    assert oracle.totals


def test_the_interval_has_the_score_of_better_and_worse_games():
    games = optimal_games(CODES)
    wasting = [[turns[0], *turns] for turns in games if len(turns) > 1]
    mixed = mc.rate(CODES, games + wasting)
    assert mc.rate(CODES, wasting).score < mixed.low < mixed.score < mixed.high < 1
    assert mc.rate(CODES, games[0]).low == float("-inf")


@pytest.mark.parametrize(
    "transcript",
    [[], 3, [3], [[]], [[3]], [[((1, 1), (2, 0)), ((1, 2), (0, 0))]], [((1, 1), (7, 7))]],
)
def test_what_is_no_game_is_refused_in_one_line(transcript):
    with pytest.raises(mc.MastermindCoreError) as caught:
        mc.rate(CODES, transcript)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("how", [{"baseline": "best"}, {"seconds": -1}, {"seed": "x"}])
def test_wrong_options_are_refused(how):
    with pytest.raises(mc.BadArgument):
        mc.rate(CODES, optimal_games(CODES), **how)


def test_uninformed_play_is_refused_where_no_guess_wins():
    game = mc.identified(mc.FiniteGame("ab", "xyz", lambda guess, secret: guess + secret, set()))
    with pytest.raises(mc.BadArgument, match="baseline"):
        mc.rate(game, [("a", "ax")], baseline="uninformed")
    assert mc.rate(game, [("a", "ax")]).score != 0


def test_one_game_has_no_interval_in_words_nor_in_json(tmp_path, capsys):
    turns = optimal_games(CODES)[4]
    assert "inf" not in str(mc.rate(CODES, turns))
    path = tmp_path / "game.json"
    path.write_text(
        json.dumps([[mc.format_guess(CODES, g), mc.format_score(CODES, s)] for g, s in turns])
    )
    words = ["mastermind", "--colours", "3", "--holes", "2", str(path), "--json"]
    assert main(["rate", *words]) == 0
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert (found["low"], found["high"], found["regret"]) == (None, None, 0)


def test_equal_seeds_of_each_kind_draw_equal_trees():
    np = pytest.importorskip("numpy")
    game = mc.Mastermind(colours=6, holes=3)
    turns = [((1, 1, 2), game.score((1, 1, 2), (1, 2, 3)))]
    for make in (
        lambda: 7,
        lambda: np.int64(7),
        lambda: Random(7),
        lambda: np.random.default_rng(7),
    ):
        first, again = (mc.rate(game, turns, seconds=0, seed=make()).random for _ in range(2))
        assert first == again
    assert mc.rate(game, turns, seconds=0, seed=None).random != first


@pytest.mark.parametrize("game", [WORDS, CODES, DEAR, LIKELY], ids=repr)
def test_a_bad_first_guess_in_a_text_has_the_score_that_it_implies(game):
    truth = Truth(game)
    everything = frozenset(game.secrets)
    best, random = truth.optimum(everything), truth.random(everything)
    bad = max(game.guesses, key=lambda guess: truth.total(guess, everything, truth.optimum) or 0)
    tree = mc.optimal(game, first_guess=bad).tree
    lines = []
    for secret in game.secrets:
        for _ in range(int(truth.mass(frozenset([secret])))):  # as often as it is hidden
            lines += ["---"]
            for guess, score in mc.play_game(game, tree, mc.codemakers.fixed(secret)):
                lines.append(f"{mc.format_guess(game, guess)} {mc.format_score(game, score)}")
    rating = mc.rate(game, "\n".join(lines))
    loss = truth.total(bad, everything, truth.optimum) - best
    assert rating.score == pytest.approx(float(1 - loss / (random - best)))
    assert rating.score < 1
