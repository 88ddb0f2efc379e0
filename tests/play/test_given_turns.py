"""Guesses and scores are taken as themselves, as strings, and as lists of their parts."""

from __future__ import annotations

from collections import namedtuple

import pytest
from errors import one_line

import mastermind_core as mc
from mastermind_core import games

Answer = namedtuple("Answer", "right wrong")

CODES = mc.Mastermind(colours=6, holes=4)
LARGE = mc.Mastermind(colours=12, holes=8)
WORDS = mc.Wordle(["cigar", "rebut", "sissy", "humph"])
OWN = mc.FiniteGame(
    ["left", "right"],
    [1, 2, 3],
    lambda guess, secret: (secret, len(guess)),
    {(1, 5), (2, 5), (3, 5)},
)

#: A game with one turn, and other forms of its guess and of its score.
FORMS = [
    (CODES, (1, 1, 2, 2), (0, 2), ["1122", [1, 1, 2, 2]], ["0,2", "02", [0, 2], Answer(0, 2)]),
    (LARGE, (1,) * 4 + (2,) * 4, (0, 2), ["11112222", [1] * 4 + [2] * 4], ["0,2", [0, 2]]),
    (WORDS, "cigar", ".....", ["CIGAR", list("cigar")], ["bbbbb", [0] * 5, "00000"]),
    (games.BlackPegs(colours=3, holes=2), (1, 1), 1, ["11", [1, 1]], ["1"]),
    (mc.TwoD(3), (1, 1), (True, False, False), ["1,1", [1, 1]], ["<", [True, False, False]]),
    (OWN, "left", (2, 4), ["LEFT"], ["2 4", [2, 4], Answer(2, 4)]),
]
TURNS = [
    (game, guess, score, other, answer)
    for game, guess, score, guesses, scores in FORMS
    for other in [guess, *guesses]
    for answer in [score, *scores]
]


@pytest.mark.parametrize(("game", "guess", "score", "other", "answer"), TURNS)
def test_every_form_of_a_turn_is_the_turn(game, guess, score, other, answer):
    session = mc.Session(game)
    session.record(other, answer)
    assert session.history == [(guess, score)]
    assert mc.Session(game, history=[(other, answer)]).history == [(guess, score)]
    assert session.count == mc.Session(game, history=[(guess, score)]).count


def test_functions_of_a_history_read_strings():
    turns, plain = [("1122", "0,2"), ([1, 3, 4, 4], [0, 1])], [((1, 1, 2, 2), (0, 2))]
    plain.append(((1, 3, 4, 4), (0, 1)))
    assert mc.consistent(CODES, turns) == mc.consistent(CODES, plain)
    assert mc.ConsistentCodes(CODES, turns).count() == 25
    assert mc.diagnose(CODES, turns) == []
    assert [one.made for one in mc.review(CODES, turns)] == [guess for guess, _ in plain]
    assert mc.guess_values(CODES, turns) == mc.guess_values(CODES, plain)


def test_functions_of_a_guess_read_strings():
    guess = (1, 1, 2, 2)
    for given in ("1122", [1, 1, 2, 2], guess):
        assert mc.partition(CODES, given) == mc.partition(CODES, guess)
        assert mc.block_sizes(CODES, given) == mc.block_sizes(CODES, guess)
        assert mc.Session(CODES).explain(given) == mc.Session(CODES).explain(guess)
        assert mc.Session(CODES).weigh(given).guess == guess
    small = mc.Mastermind(colours=3, holes=2)
    assert mc.optimal(small, first_guess="12").tree.guess == (1, 2)
    assert mc.guess_values(small, guesses=["12"])[0].guess == (1, 2)
    assert mc.lazy_tree(small, "entropy")["0,2"].score == (0, 2)


def test_scorers_and_secrets_may_be_strings():
    game = mc.Mastermind(colours=3, holes=2)

    def scorer(guess):
        return mc.format_score(game, game.score(guess, (3, 2)))

    assert mc.play_game(game, "entropy", scorer)[-1] == ((3, 2), (2, 0))
    assert mc.play_game(game, "entropy", scorer)[-1] == ((3, 2), (2, 0))
    assert mc.play_game(game, "entropy", mc.codemakers.fixed("32"))[-1][0] == (3, 2)


@pytest.mark.parametrize("answer", ["1", "hello", 7, (9, 9), (3, 1), {}, 0.5])
@pytest.mark.parametrize("game", [CODES, LARGE])
def test_what_cannot_be_an_answer_is_said_to_be_none(game, answer):
    session = mc.Session(game)
    answer = (game.holes - 1, 1) if answer == (3, 1) else answer
    with one_line(mc.BadArgument, repr(answer), "is not a score of this game", "0,0, 0,1"):
        session.record(game.guesses[5], answer)
    assert session.history == []


@pytest.mark.parametrize(
    ("guess", "hint"), [("xyz", "4 of 1 to 6"), ([9] * 4, "1 to 6"), (1122, "(1, 1, 1, 1)")]
)
def test_what_is_no_guess_is_refused_with_an_example(guess, hint):
    with one_line(mc.BadArgument, repr(guess), "is not a guess of this game", hint):
        mc.Session(CODES).record(guess, (0, 2))
