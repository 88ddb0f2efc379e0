"""What every registered game keeps to."""

from __future__ import annotations

import pickle
from collections import Counter
from copy import deepcopy
from math import log2

import game_oracle as oracle
import pytest
from attrs import evolve
from errors import one_line
from registry import every_sample, least_worst, least_worst_and_total, sample

import mastermind_core as mc
from mastermind_core.notation import scores_of


@every_sample
def test_is_a_game_with_small_samples(name, place):
    game = sample(name, place)
    assert isinstance(game, mc.Game)
    assert 1 <= len(game.secrets) <= 200
    assert 1 <= len(game.guesses) <= 400


@every_sample
def test_lists_are_distinct_and_steady(name, place):
    game = sample(name, place)
    for items in (game.guesses, game.secrets):
        assert len(set(items)) == len(items) == len(list(items))
        assert list(items) == [items[at] for at in range(len(items))]
    assert list(game.guesses) == list(game.guesses)


@every_sample
def test_every_secret_can_be_found(name, place):
    game = sample(name, place)
    for secret in game.secrets:
        assert any(game.score(guess, secret) in game.endstates for guess in game.guesses)


@every_sample
def test_blocks_are_disjoint_and_cover(name, place):
    game = sample(name, place)
    for guess in game.guesses:
        blocks = mc.partition(game, guess)
        members = [secret for block in blocks.values() for secret in block]
        assert Counter(members) == Counter(game.secrets)
        assert all(blocks.values())
        for score, block in blocks.items():
            assert {game.score(guess, secret) for secret in block} == {score}
        assert mc.block_sizes(game, guess) == {s: len(block) for s, block in blocks.items()}


@every_sample
def test_entropy_is_within_its_bounds(name, place):
    game = sample(name, place)
    for guess in game.guesses:
        bits = mc.decision_entropy(game, guess)
        parts = len(mc.partition(game, guess))
        assert 0 <= bits <= log2(parts) + 1e-12


@every_sample
def test_the_table_holds_the_scores(name, place):
    game = sample(name, place)
    table = mc.compile_game(game)
    secrets = list(game.secrets)
    for at, guess in enumerate(game.guesses):
        expected = {
            score: len(block) for score, block in oracle.split(game, guess, secrets).items()
        }
        sizes = table.block_sizes(at, table.everything)
        assert {table.scores.items[s]: size for s, size in enumerate(sizes) if size} == expected
        for score, block in table.split(at, table.everything):
            answers = {game.score(guess, table.secrets.items[secret]) for secret in block}
            assert answers == {table.scores.items[score]}
    assert [score in game.endstates for score in table.scores.items] == list(table.final)


@every_sample
def test_generators_keep_scores(name, place):
    game = sample(name, place)
    if not isinstance(game, mc.games.Symmetric):
        pytest.skip("declares no symmetry")
    for on_guess, on_secret in game.generators():
        assert Counter(map(on_guess, game.guesses)) == Counter(game.guesses)
        assert Counter(map(on_secret, game.secrets)) == Counter(game.secrets)
        for guess in game.guesses:
            for secret in game.secrets:
                image = game.score(on_guess(guess), on_secret(secret))
                assert image == game.score(guess, secret)


@every_sample
def test_equal_games_are_equal_and_say_what_they_are(name, place):
    game, again = sample(name, place), mc.GAMES[name].make(**mc.GAMES[name].samples[place])
    assert repr(game) == repr(again)
    assert list(game.guesses) == list(again.guesses)
    assert game == again
    assert hash(game) == hash(again)
    assert game != mc.TwoD(17)
    assert len(repr(game)) < 200


@every_sample
def test_copies_are_equal(name, place):
    game = sample(name, place)
    for copy in (pickle.loads(pickle.dumps(game)), deepcopy(game), evolve(game)):
        assert copy == game
        assert hash(copy) == hash(game)
        assert list(copy.guesses) == list(game.guesses)
        assert copy.score(game.guesses[0], game.secrets[0]) == game.score(
            game.guesses[0], game.secrets[0]
        )


@every_sample
def test_only_guesses_and_secrets_of_the_game_are_scored(name, place):
    game = sample(name, place)
    guess, secret = game.guesses[0], game.secrets[0]
    for wrong in (None, "no such thing", object(), [1, 2], (guess, guess)):
        with one_line(mc.BadArgument, "is not a guess of", "give one such as"):
            game.score(wrong, secret)
        with one_line(mc.BadArgument, "is not a secret of", "give one such as"):
            game.score(guess, wrong)


@every_sample
def test_scores_are_those_that_the_game_names(name, place):
    game = sample(name, place)
    given = {game.score(guess, secret) for guess in game.guesses for secret in game.secrets}
    assert given <= set(scores_of(game))
    assert set(game.endstates) & given


@every_sample
def test_an_entry_says_what_its_game_is(name, place):
    entry = mc.GAMES[name]
    assert entry.description.endswith(".")
    assert "\n" not in entry.description
    assert len(entry.description) < 110
    for option in entry.options.values():
        assert option.help
        assert not option.help.endswith(".")
    assert set(entry.samples[place]) <= set(entry.options)
    assert set(entry.required) <= set(entry.options)


@every_sample
def test_the_least_worst_case_is_where_solutions_begin(name, place):
    game = sample(name, place)
    least = mc.optimal_worst_case(game)
    assert [mc.solution_exists(game, steps) for steps in range(least + 2)] == [False] * least + [
        True,
        True,
    ]


@every_sample
def test_the_least_worst_case_is_that_of_all_trees(name, place):
    least = least_worst_and_total(name, place)
    if least is None:
        pytest.skip("too many trees to try them all")
    assert least_worst(name, place) == least[0]
