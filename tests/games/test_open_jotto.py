"""Jotto whose secret is any row of letters: played through the enumeration of codes."""

from __future__ import annotations

from itertools import product
from random import Random

import game_oracle as oracle
import pytest
from errors import one_line

import mastermind_core as mc

GAME = mc.games.OpenJotto(["fools", "guess", "score", "sores", "tools"])


def test_the_words_are_those_of_the_letters():
    listed = ["".join(word) for word in product("abc", repeat=3)]
    words = mc.games.OpenJotto(length=3, letters="abc").secrets
    assert list(words) == listed
    assert [words[at] for at in range(-27, 27)] == listed * 2
    assert [words.index(word) for word in listed] == list(range(27))
    assert words[3:9:2] == tuple(listed[3:9:2])
    assert "abd" not in words
    assert "ab" not in words
    assert ("a", "b", "c") not in words
    with pytest.raises(IndexError):
        _ = words[27]
    with pytest.raises(ValueError, match="'abd' is not one of these codes"):
        words.index("abd")


def test_the_score_is_that_of_pegs():
    for guess, secret in product(["fools", "zzzzz", "score", "loofs"], repeat=2):
        assert GAME.score(guess, secret) == oracle.pegs(guess, secret)


@pytest.mark.parametrize("secret", ["score", "qzxvk", "aaaaa", "zzzzz"])
def test_elimination_plays_any_secret(secret):
    steps = mc.play_game(
        GAME, mc.STRATEGIES["elimination"], lambda guess: GAME.score(guess, secret)
    )
    assert steps[-1][0] == secret
    assert all(isinstance(guess, str) for guess, _ in steps)
    for place, (guess, _) in enumerate(steps):
        assert all(oracle.pegs(asked, guess) == score for asked, score in steps[:place])


def test_words_come_before_other_letters():
    steps = mc.play_game(
        GAME, mc.STRATEGIES["elimination"], lambda guess: GAME.score(guess, "scope")
    )
    unlikely = [guess not in GAME.words for guess, _ in steps]
    assert unlikely == sorted(unlikely)


def test_codes_that_fit_are_words():
    history = [("fools", GAME.score("fools", "qzxvo"))]
    codes = mc.ConsistentCodes(GAME, history)
    assert codes.first(2) == sorted(codes.first(2))
    for word in (*codes.first(20), *codes.sample(20, Random(1))):
        assert word in GAME.secrets
        assert oracle.pegs("fools", word) == history[0][1]


def test_a_small_one_agrees_with_the_codes_of_mastermind():
    small = mc.games.OpenJotto(length=3, letters="abc")
    codes = mc.Mastermind(colours="abc", holes=3)
    assert mc.optimal(small).total == mc.optimal(codes).total
    assert mc.length_distribution(small, mc.strategies.knuth) == mc.length_distribution(
        codes, mc.strategies.knuth
    )


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"words": ["fools"], "length": 4}, ("'fools'", "4 letters")),
        ({"words": ["aß"], "length": 2}, ("'aß'", "not in letters")),
        ({"letters": ""}, ("letters", "at least one letter")),
        ({"letters": "aab"}, ("twice", "'aab'")),
        ({"letters": 3}, ("letters", "3")),
        ({"length": 0}, ("length", "from 1 to 64")),
    ],
)
def test_bad_options(options, parts):
    with one_line(mc.BadGame, *parts):
        mc.games.OpenJotto(**options)
