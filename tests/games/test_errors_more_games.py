"""Bad options of the games with questions, grids and boards: one line each."""

from __future__ import annotations

from itertools import product

import pytest
from errors import one_line
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.games import GAMES, Option

TABLE = mc.games.AttributeTable(["name", "hat"], [["ann", "yes"], ["bob", "no"]])


@pytest.mark.parametrize(
    ("make", "parts"),
    [
        (lambda: mc.games.BlackPegs(colours=0), ("colours", "at least 1")),
        (lambda: mc.games.BlackPegs(holes=0), ("holes", "integer from 1")),
        (lambda: mc.games.BlackPegs(repeats="x"), ("repeats", "'x'")),
        (lambda: mc.games.Combinations(colours=3, holes=4, repeats="none"), ("4 colours", "not 3")),
        (lambda: mc.games.Combinations(repeats=3), ("repeats", "3")),
        (lambda: mc.games.Combinations(colours=50, holes=9), ("too many to list",)),
        (lambda: mc.games.Combinations(holes=300), ("300 of 6 colours", "too many to list")),
        (lambda: mc.games.Combinations(colours=3, holes=1000), ("too many to list",)),
        (lambda: mc.games.Combinations(holes=10**21), ("holes", "from 1 to 1000")),
        (lambda: mc.games.BlackPegs(holes=1001), ("holes", "from 1 to 1000", "1001")),
        (lambda: mc.Mastermind(holes=2**31), ("holes", "from 1 to 1000")),
        (lambda: mc.BullsAndCows(digits=2000, places=1001), ("places", "from 1 to 1000")),
        (lambda: mc.games.HigherLower(0), ("sizes", "integer from 1", "0")),
        (lambda: mc.games.HigherLower(()), ("sizes is empty",)),
        (lambda: mc.games.HigherLower("8x8"), ("sizes", "'8x8'")),
        (lambda: mc.games.HigherLower((8, 2.5)), ("sizes", "2.5")),
        (lambda: mc.games.HigherLower(10**9), ("smaller sizes",)),
        (lambda: mc.games.HiddenCell(0), ("size", "from 1 to 1000", "0")),
        (lambda: mc.games.HiddenCell((1, 2, 3)), ("a width and a height", "(1, 2, 3)")),
        (lambda: mc.games.HiddenCell("5x4"), ("a width and a height", "'5x4'")),
        (lambda: mc.games.HiddenCell(2.5), ("a width and a height", "2.5")),
        (lambda: mc.games.HiddenCell(3, distance="bird"), ("distance", "'bird'", '"king"')),
        (lambda: mc.games.OddCoin(1), ("coins", "from 2 to 39", "1")),
        (lambda: mc.games.OddCoin(40), ("coins", "40")),
        (lambda: mc.games.OddCoin(3, fault="odd"), ("fault", "'odd'", '"either"')),
        (lambda: mc.games.GroupTesting(0), ("items", "0")),
        (lambda: mc.games.GroupTesting(3, bad=4), ("bad", "from 1 to 3", "4")),
        (lambda: mc.games.GroupTesting(3, exactly=1), ("exactly", "True or False", "1")),
        (lambda: mc.games.GroupTesting(3, answer="all"), ("answer", "'all'")),
        (lambda: mc.games.GuessWho(5), ("AttributeTable", "read_table(path)", "5")),
        (lambda: mc.games.GuessWho("people.csv"), ("read_table(path)", "'people.csv'")),
        (lambda: mc.games.GuessWho([["name"], ["ann"]]), ("no attributes",)),
        (lambda: mc.games.GuessWho([["name", "hat"], ["ann"]]), ("row 1 has 1 values",)),
        (lambda: mc.games.GuessWho(TABLE, questions="all"), ("questions", "'all'")),
        (lambda: mc.games.Quordle(["cigar", "rebut"]), ("4 boards", "not 2")),
        (lambda: mc.games.Quordle(["cigar"], boards=0), ("boards", "from 1 to 32", "0")),
        (lambda: mc.games.Quordle([]), ("answers is empty",)),
    ],
)
def test_options(make, parts):
    with one_line(mc.BadGame, *parts):
        make()


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (int, "4", 4),
        (GAMES["higher-lower"].options["sizes"].read, "3x4", (3, 4)),
        (GAMES["group-testing"].options["exactly"].read, "Yes", True),
    ],
)
def test_options_are_read(read, text, value):
    option = Option(read, "what it is")
    assert option(text) == value
    with one_line(mc.BadArgument, "'four'"):
        option("four")


words = st.text("ab", min_size=2, max_size=2)


@given(
    st.lists(words, min_size=3, max_size=4, unique=True),
    st.lists(st.tuples(words, st.integers(0, 23)), max_size=2),
)
def test_secrets_of_several_boards_are_counted(answers, asked):
    game = mc.games.Quordle(answers, boards=2)
    secret = game.secrets[len(asked) % len(game.secrets)]
    history = [(guess, game.score(guess, secret)) for guess, _ in asked if guess in answers]
    fitting = [
        one
        for one in product(answers, repeat=2)
        if one[0] != one[1] and all(game.score(guess, one) == score for guess, score in history)
    ]
    assert secret in fitting
    assert game.count_left(history) == len(fitting)
    left = game.words_left(history)
    assert all(word in left[board] for one in fitting for board, word in enumerate(one))


def test_rows_count_what_is_typed():
    game = mc.games.Quordle(["cigar", "rebut", "sissy"], boards=2)
    secret = ("sissy", "cigar")
    history = [(guess, game.score(guess, secret)) for guess in ("rebut", "cigar", secret)]
    assert history[-1][1] in game.endstates
    assert game.rows(history) == 3
    assert game.rows(history[:1]) == 1
    with one_line(mc.BadArgument, "'humph'", "is not a guess"):
        game.rows([("humph", ("", ""))])
    with one_line(mc.BadArgument, "tiles for each of 2 boards"):
        game.words_left([("rebut", "ggggg")])


@pytest.mark.parametrize("boards", [1, 2])
def test_every_guess_of_several_boards_is_read_as_it_is_shown(boards):
    game = mc.games.Quordle(["cigar", "rebut", "sissy"], ["humph"], boards=boards)
    shown = {game.format_guess(guess): guess for guess in game.guesses}
    assert len(shown) == len(game.guesses)
    for text, guess in shown.items():
        assert game.parse_guess(text) == guess
        assert game.parse_guess(f" {text.upper()} ") == guess
    with one_line(mc.BadArgument, "is not a valid answer"):
        game.parse_guess("humph!" if boards == 1 else "humph cigar")
