"""Guesses and scores as people write them, for games of the registry and of one's own."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import pytest
from attrs import fields
from errors import one_line
from hypothesis import given
from hypothesis import strategies as st
from registry import every_sample, sample

import mastermind_core as mc

MM = mc.Mastermind(colours=6, holes=4)
NAMED = mc.Mastermind(colours=("red", "green", "blue", "yellow"), holes=4)
WORDLE = mc.Wordle(["cigar", "rebut", "sissy"])


@every_sample
def test_what_is_shown_is_read_back(name, place):
    game = sample(name, place)
    assert isinstance(game, mc.games.Readable)
    for guess in game.guesses:
        assert game.parse_guess(game.format_guess(guess)) == guess
        assert mc.parse_guess(game, mc.format_guess(game, guess)) == guess
    table = mc.compile_game(game)
    for guess in range(len(game.guesses)):
        for at, _ in table.split(guess, table.everything):
            score = table.scores.items[at]
            assert game.parse_score(game.format_score(score)) == score
            assert mc.parse_score(game, mc.format_score(game, score)) == score


@every_sample
@pytest.mark.parametrize("text", ["", "~~", "x" * 500, "9" * 500, "\0", "1e999", "½"])
def test_nonsense_is_refused_in_one_line(name, place, text):
    game = sample(name, place)
    with one_line(mc.BadArgument):
        game.parse_guess(text)
    if text:
        with one_line(mc.BadArgument):
            game.parse_score(text)


@every_sample
@pytest.mark.parametrize("what", [None, 3, b"12", ("1", "2")])
def test_only_text_is_read(name, place, what):
    game = sample(name, place)
    for read in (game.parse_guess, game.parse_score):
        with one_line(mc.BadArgument):
            read(what)


@given(st.text(max_size=12))
def test_any_text_is_read_or_refused(text):
    for game in (MM, NAMED, WORDLE, mc.TwoD(3)):
        for read in (game.parse_guess, game.parse_score):
            with suppress(mc.BadArgument):
                found = read(text)
                assert found in game.guesses or found in mc.compile_game(game).scores


@pytest.mark.parametrize(
    "text", ["1122", "1 1 2 2", "1,1,2,2", "(1, 1, 2, 2)", "1-1-2-2", " 1122 "]
)
def test_codes(text):
    assert MM.parse_guess(text) == (1, 1, 2, 2)


@pytest.mark.parametrize(
    "text", ["rgby", "RGBY", "r g b y", "red green blue yellow", "Red, Gr, b, YELLOW", "🔴🟢🔵🟡"]
)
def test_codes_of_names(text):
    assert NAMED.parse_guess(text) == ("red", "green", "blue", "yellow")


def test_names_that_begin_alike():
    game = mc.Mastermind(colours=("blue", "black", "red"), holes=2)
    assert game.parse_guess("blue r") == ("blue", "red")
    assert game.parse_guess("bluer") == ("blue", "red")
    with one_line(mc.BadArgument, "'br'", "2 of blue, black or red", "'blue black'"):
        game.parse_guess("br")


def test_symbols_that_differ_in_case_only():
    game = mc.Mastermind(colours="aAbB", holes=3)
    assert game.parse_guess("aAb") == ("a", "A", "b")


def test_numbers_of_two_digits():
    game = mc.Mastermind(colours=12, holes=4)
    assert game.parse_guess("1112") == (1, 1, 1, 2)
    assert game.parse_guess("11 1 1 2") == (11, 1, 1, 2)
    with one_line(mc.BadArgument, "'11112'", "several ways", "spaces between its 4 parts"):
        game.parse_guess("11112")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("1172", ("'1172' is not a valid guess", "4 of 1 to 6", "'1234'")),
        ("112", ("'112'", "4 of 1 to 6")),
        ("11223", ("'11223'", "4 of 1 to 6")),
    ],
)
def test_codes_that_are_none(text, parts):
    with one_line(mc.BadArgument, *parts):
        MM.parse_guess(text)
    with one_line(mc.BadArgument, "it repeats a colour"):
        mc.BullsAndCows().parse_guess("1123")


@pytest.mark.parametrize(
    ("text", "pegs"),
    [
        *((text, (0, 2)) for text in ("02", "0,2", "0 2", "(0, 2)", "0-2", "2 cows", "2w", "WW")),
        *((text, (1, 2)) for text in ("1 bull 2 cows", "1 black, 2 white", "B W W", "bww", "1B2W")),
        *(
            (text, (1, 2))
            for text in ("1A2B", "2 white and 1 black", "b=1 w=2", "●○○", "1 cp 2 wp")
        ),
        *((text, (1, 0)) for text in ("1 bull", "1 black no white", "B", "●", "10", "b...")),
        *((text, (0, 0)) for text in ("0", "none", "-", "....", "00", "Pegs(black=0, white=0)")),
    ],
)
def test_pegs(text, pegs):
    assert MM.parse_score(text) == mc.Pegs(*pegs)


@pytest.mark.parametrize("text", ["3,1", "5,0", "2 3", "-1,2", "99", "4 black 1 white"])
def test_pegs_that_cannot_be(text):
    with one_line(mc.BadArgument, repr(text), "impossible with 4 holes"):
        MM.parse_score(text)


@pytest.mark.parametrize(
    "text", ["", " ", "2", "1 2 3", "1 black 2 blacks", "two", "1 bull 2 pigs", "1.5,2"]
)
def test_pegs_that_are_not_understood(text):
    with one_line(mc.BadArgument, repr(text), "'1,2', '12', '1 black 2 white' or 'B W W'"):
        MM.parse_score(text)


@pytest.mark.parametrize(
    "text", ["xggy.", ".ggy.", "⬛🟩🟩🟨⬜", "02210", "_ G G Y -", "⬛🟧🟧🟦⬛"]
)
def test_tiles(text):
    assert WORDLE.parse_score(text) == ".ggy."


@pytest.mark.parametrize("text", ["ggy", "gggggg", "ggyyz", "green"])
def test_tiles_that_are_none(text):
    with one_line(mc.BadArgument, repr(text), "5 tiles", "g (in place)", "'.yg..'", "🟨"):
        WORDLE.parse_score(text)


def test_words():
    assert WORDLE.parse_guess(" CIGAR ") == "cigar"
    assert WORDLE.parse_guess("c") == "cigar"
    with one_line(mc.BadArgument, "'rebutt' is not a valid guess", "one of cigar, rebut or sissy"):
        WORDLE.parse_guess("rebutt")


def test_comparisons():
    game = mc.TwoD(3)
    less = mc.games.Comparison(less=True, greater=False, equal=False)
    for text in ("<", "<=", "100", "1,0,0", "1 less"):
        assert game.parse_score(text) == less
    assert game.format_score(less) == "<"
    with one_line(mc.BadArgument, "'!'", "write < if no coordinate of the guess is above"):
        game.parse_score("!")


def test_common_letters():
    plain = mc.Jotto(["fools", "score"], answer="common")
    anagrams = mc.Jotto(["least", "stale"], answer="common")
    assert plain.parse_score("2 letters") == (2, False)
    assert plain.parse_score("5") == plain.parse_score("jotto!") == (5, True)
    assert anagrams.parse_score("5") == (5, False)
    with one_line(mc.BadArgument, "'6'", "0 to 5, or found"):
        plain.parse_score("6")


def sign(guess, secret):
    return (guess > secret) - (guess < secret)


def test_a_game_of_ones_own():
    game = mc.FiniteGame(range(8), range(8), sign, {0})
    assert game.parse_guess("3") == 3
    assert game.parse_score("-1") == game.parse_score("\u22121") == -1
    with one_line(mc.BadArgument, "'9' is not a valid guess", "one of 0, 1, 2"):
        game.parse_guess("9")
    with one_line(mc.BadArgument, "'2' is not a valid score", "one of 0, -1 or 1"):
        game.parse_score("2")
    truths = mc.FiniteGame("ab", "ab", lambda guess, secret: guess == secret, {True})
    assert truths.parse_score("Yes") is True
    assert truths.parse_score("n") is False
    many = mc.FiniteGame(["left one", "left two", "right"], "a", lambda g, s: g, {"right"})
    assert many.parse_guess("RIG") == "right"
    with one_line(mc.BadArgument, "'left' may be left one or left two"):
        many.parse_guess("left")


def test_the_nearest_is_named_where_there_are_many():
    words = [f"{one}{two}nd" for one in "bhlsw" for two in "aei"]
    game = mc.FiniteGame(words, words, lambda guess, secret: guess == secret, {True})
    with one_line(mc.BadArgument, "'banf'", "such as 'band'"):
        game.parse_guess("banf")


def test_a_game_that_is_of_no_class_of_the_package():
    @dataclass(frozen=True)
    class Plain:
        guesses = secrets = (frozenset("ab"), frozenset("c"))
        endstates = frozenset({"found"})

        def score(self, guess, secret):
            return "found" if guess == secret else len(guess & secret)

    game = Plain()
    assert not isinstance(game, mc.games.Readable)
    assert mc.parse_guess(game, "a+b") == mc.parse_guess(game, "a b") == frozenset("ab")
    assert mc.format_guess(game, frozenset("ab")) == "a+b"
    assert mc.parse_score(game, "f") == "found"
    assert mc.parse_score(game, "0") == 0
    assert mc.format_score(game, 0) == "0"


def test_no_repr_prints_a_word_list():
    words = [f"{one}{two}{three}" for one in "abcdefgh" for two in "abcdefgh" for three in "abcdef"]
    for game in (mc.Jotto(words), mc.Wordle(words[:300], others=words[300:])):
        assert len(repr(game)) < 100
        assert "aba" not in repr(game)
        assert repr(game) == repr(
            type(game)(*[getattr(game, one.name) for one in fields(type(game))[:2]])
        )
    assert "384 words" in repr(mc.Jotto(words))
    assert repr(mc.Jotto(words)) != repr(mc.Jotto(words[::-1]))


def test_a_score_that_is_far_too_long_is_refused_at_once():
    with pytest.raises(mc.BadArgument, match="at most 2000 letters, not 20000"):
        mc.parse_score(mc.Mastermind(colours=3, holes=2), "a" * 20_000)


def test_an_empty_score_is_not_the_end_state_of_another_type():
    rows = [["won", (), "a"], ["a", "won", ()], ["a", (), "won"]]
    session = mc.Session(mc.FiniteGame(range(3), range(3), rows, {"won"}))
    session.record(0, ())
    assert session.history == [(0, ())]
    assert list(session.candidates) == [1]
