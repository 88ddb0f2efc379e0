"""Guess Who where attributes, values and names look like answers or like questions."""

from __future__ import annotations

import pytest
from errors import one_line

import mastermind_core as mc


def test_a_value_that_is_the_answer_that_ends_the_game():
    """Asked for the hat, Ann would say "found", and the game would be over without her name."""
    table = [["name", "hat"], ["Ann", "found"], ["Bob", "red"]]
    with one_line(mc.BadGame, "'hat'", "'found'", "that ends the game", "rename"):
        mc.games.GuessWho(table, questions="attributes")
    game = mc.games.GuessWho(table)
    assert [game.score(game.guesses[0], name) for name in game.secrets] == ["yes", "no"]


def test_a_value_that_nobody_asks_for_ends_nothing():
    table = [["name", "hat", "hair"], ["Ann", "found", "a"], ["Bob", "found", "b"]]
    game = mc.games.GuessWho(table, questions="attributes")
    assert list(map(str, game.guesses)) == ["hair?", "Ann", "Bob"]


@pytest.mark.parametrize(
    ("table", "questions"),
    [
        ([["name", "h", "h=1"], ["Ann", "1=2", "2"], ["Bob", "2", "3"]], "values"),
        ([["name", "hat"], ["hat=red", "blue"], ["Bob", "red"]], "values"),
        ([["name", "hat"], ["hat?", "blue"], ["Bob", "red"]], "attributes"),
    ],
)
def test_two_guesses_that_are_written_alike(table, questions):
    """One that is shown and read back would be the other."""
    with one_line(mc.BadGame, "two guesses have the same written form", "rename"):
        mc.games.GuessWho(table, questions=questions)


@pytest.mark.parametrize("questions", ["values", "attributes"])
def test_what_is_written_is_read_back(questions):
    table = [
        ["name", "hat", "hair"],
        ["Ann", "No", "a==b"],
        ["Bob", "no", "true"],
        ["Eve", "", "c"],
    ]
    game = mc.games.GuessWho(table, questions=questions)
    for guess in game.guesses:
        assert game.parse_guess(game.format_guess(guess)) == guess
    for score in game.scores:
        assert game.parse_score(game.format_score(score)) == score
