"""A bad game is refused with one line that says what is wrong, what came and what to do."""

from __future__ import annotations

import tracemalloc
from itertools import count

import pytest
from errors import one_line

import mastermind_core as mc
from mastermind_core.games import BlackPegs, Combinations


def same(guess, secret):
    return guess == secret


def finite(**changes):
    parts = {"guesses": "ab", "secrets": "ab", "score": same, "endstates": {True}}
    return mc.FiniteGame(**{**parts, **changes})


class Plain:
    """Play a game that is no FiniteGame, with some parts changed."""

    __hash__ = None

    def __init__(self, **changes):
        parts = {"guesses": "ab", "secrets": "ab", "endstates": {True}, "score": same}
        for name, part in {**parts, **changes}.items():
            if part is not None:
                setattr(self, name, part)


def compiled(**changes):
    return mc.compile_game(Plain(**changes))


BOTH = pytest.mark.parametrize("make", [finite, compiled])


@BOTH
@pytest.mark.parametrize("name", ["guesses", "secrets"])
def test_an_empty_list(make, name):
    with one_line(mc.BadGame, f"{name} is empty", "needs at least one"):
        make(**{name: ()})


@BOTH
@pytest.mark.parametrize("name", ["guesses", "secrets"])
def test_an_item_twice(make, name):
    with one_line(mc.BadGame, name, "'b'", "twice", "may occur once"):
        make(**{name: ["a", "b", "b"]})


@BOTH
@pytest.mark.parametrize("name", ["guesses", "secrets"])
def test_an_item_that_is_not_hashable(make, name):
    with one_line(mc.BadGame, f"{name}[1]", "not hashable", "{1}", "use a tuple or a frozenset"):
        make(**{name: ["a", {1}]})


@BOTH
def test_a_secret_that_no_guess_ends(make):
    with one_line(mc.BadGame, "'c'", "end state (True)", "never end", "add such a guess"):
        make(secrets="abc")


@BOTH
def test_a_score_that_is_not_hashable(make):
    with one_line(mc.BadGame, "score('a', 'a')", "not hashable", "[True]", "return a tuple"):
        make(score=lambda guess, secret: [guess == secret])


def test_a_score_that_is_not_hashable_where_it_is_not_looked_for_first():
    game = finite(score=lambda guess, secret: True if guess == secret else [guess])
    with one_line(mc.BadGame, "score('a', 'b')", "['a']", "return a tuple"):
        mc.compile_game(game)


@BOTH
@pytest.mark.parametrize("weights", [(1,), (1, 2, 3)])
def test_too_many_or_few_weights(make, weights):
    with one_line(mc.BadGame, "weights", str(len(weights)), "2 secrets"):
        make(weights=weights)


@BOTH
@pytest.mark.parametrize("weight", [-1, -0.5, "2", None, True, float("nan"), float("inf")])
def test_a_weight_that_is_no_number_from_0(make, weight):
    with one_line(mc.BadGame, "weight of 'b'", "a number from 0", repr(weight)):
        make(weights=(1, weight))


@BOTH
def test_weights_that_are_all_0(make):
    with one_line(mc.BadGame, "all weights are 0", "over 0"):
        make(weights=(0, 0))


@pytest.mark.parametrize("endstates", [3, True, None])
def test_end_states_that_are_no_collection(endstates):
    with one_line(mc.BadGame, "endstates", repr(endstates), "write endstates={score}"):
        finite(endstates=endstates)


def test_end_states_that_are_not_hashable():
    with one_line(mc.BadGame, "endstates", "[[1, 2]]", "hashable"):
        finite(endstates=[[1, 2]])


def test_no_end_states():
    with one_line(mc.BadGame, "no end states", "never end", "name winning scores"):
        mc.compile_game(finite(endstates=()))


def test_a_score_that_is_no_function():
    with one_line(mc.BadGame, "score", "function", "7"):
        finite(score=7)


@pytest.mark.parametrize("name", ["guesses", "secrets"])
def test_a_list_that_is_none(name):
    with one_line(mc.BadGame, name, "7"):
        finite(**{name: 7})


@pytest.mark.parametrize("name", ["guesses", "secrets", "endstates", "score"])
def test_a_game_without_one_of_its_parts(name):
    with one_line(mc.BadGame, f"Plain has no {name}", "score(guess, secret)"):
        compiled(**{name: None})


def test_a_score_table_of_another_size():
    with one_line(mc.BadGame, "score_table() of Plain", "3 items", "2 guesses x 2 secrets = 4"):
        compiled(score_table=lambda: ((False, True), bytes(3)))


@pytest.mark.parametrize(
    ("game", "size"),
    [
        (mc.Mastermind(colours=12, holes=5), "61,917,364,224 bytes"),
        (mc.Mastermind(colours=20, holes=20), "takes over 1,000,000,000,000,000,000,000,000 bytes"),
    ],
    ids=["large", "very large"],
)
def test_a_table_over_the_limit(game, size):
    with one_line(mc.GameTooLarge, size, "score table", "use a strategy that needs no table"):
        mc.compile_game(game)


def test_a_table_over_the_limit_of_the_caller():
    with one_line(mc.GameTooLarge, "256 bytes", "limit of 255", "compile_game(game, limit=...)"):
        mc.compile_game(mc.FiniteGame(range(16), range(16), same, {True}), limit=255)


def test_too_many_scores():
    game = mc.FiniteGame(range(257), range(257), lambda g, s: (g, s), {(n, n) for n in range(257)})
    with one_line(mc.GameTooLarge, "65535", "scores", "merge some of them"):
        mc.compile_game(game)


def test_as_many_scores_as_two_bytes_hold_are_no_error():
    game = mc.FiniteGame(range(30), range(30), lambda g, s: (g, s), {(n, n) for n in range(30)})
    assert mc.length_distribution(game, mc.strategies.entropy) == {1: 1, 2: 29}
    assert mc.optimal_worst_case(game) == 2


@pytest.mark.parametrize(
    ("image", "parts"),
    [
        (lambda item: item + 1, ("generator 1", "guess 2", "to 3", "not a guess")),
        (
            lambda item: 0,
            ("generator 1", "two of its guesses to the same one", "not a permutation"),
        ),
        (lambda item: (1, 0, 2)[item], ("generator 1 is not a symmetry", "score")),
    ],
)
def test_generators_that_are_no_symmetries(image, parts):
    game = Plain(guesses=range(3), secrets=range(3), endstates={0}, score=lambda g, s: abs(g - s))
    game.generators = lambda: [(image, image)]
    with one_line(mc.BadGame, *parts):
        mc.optimal_worst_case(game)


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"holes": 0}, ("holes", "integer from 1", "0")),
        ({"holes": 2.0}, ("holes", "integer from 1", "2.0")),
        ({"holes": True}, ("holes", "integer from 1", "True")),
        ({"holes": "4"}, ("holes", "integer from 1", "'4'")),
        ({"colours": 0}, ("colours", "at least 1", "0")),
        ({"colours": -3}, ("colours", "at least 1", "-3")),
        ({"colours": ()}, ("colours", "is empty", "at least one")),
        ({"colours": True}, ("colours", "number or a sequence", "True")),
        ({"colours": 2.5}, ("colours", "number or a sequence", "2.5")),
        ({"colours": {1, 2}}, ("colours", "number or a sequence", "{1, 2}")),
        ({"colours": "abca"}, ("colours", "twice", "'a'")),
        ({"colours": [[1], [2]]}, ("colours", "hashable", "[1]")),
        ({"repeats": "x"}, ("repeats", '"both", "guesses" or "none"', "'x'")),
        ({"repeats": []}, ("repeats", '"both", "guesses" or "none"', "[]")),
        ({"colours": 3, "repeats": "none"}, ("4 holes", "4 colours", "not 3", 'repeats="both"')),
        ({"colours": "abc", "repeats": "guesses"}, ("4 colours", "not 3", "take more colours")),
    ],
)
def test_mastermind(options, parts):
    with one_line(mc.BadGame, *parts):
        mc.Mastermind(**options)


CODE = (1, 2, 3, 4)


@pytest.mark.parametrize(
    "wrong", [(1, 2), (1, 2, 3, 7), "1234", [1, 2, 3, 4], None, 5, (1, 2, 3, [4]), (1, 2, 3, "4")]
)
def test_a_score_of_what_is_no_code(wrong):
    game = mc.Mastermind(holes=4)
    with one_line(mc.BadArgument, repr(wrong), "not a guess of Mastermind", "such as (1, 1, 1, 1)"):
        game.score(wrong, CODE)
    with one_line(mc.BadArgument, repr(wrong), "a secret of Mastermind", "such as (1, 1, 1, 1)"):
        game.score(CODE, wrong)


def test_text_that_is_scored_is_pointed_to_the_reader():
    with one_line(mc.BadArgument, "'123'", "game.parse_guess(text)"):
        mc.Mastermind(colours=6, holes=3).score("123", (1, 2, 3))


@pytest.mark.parametrize(
    ("game", "guess", "secret", "kind"),
    [
        (mc.Mastermind(colours=5, holes=2, repeats="guesses"), (1, 2), (1, 1), "secret"),
        (mc.BullsAndCows(5, 2), (1, 1), (1, 2), "guess"),
        (mc.BullsAndCows(5, 2), (1, 2), (1, 1), "secret"),
        (mc.TwoD(3), (0, 3), (0, 0), "guess"),
        (mc.TwoD(3), (0, 0), "00", "secret"),
        (mc.Jotto(["fools", "score"]), "guess", "score", "guess"),
        (mc.Jotto(["fools", "score"], answer="common"), "score", ("score",), "secret"),
        (mc.Wordle(["cigar"], others=["salet"]), "sissy", "cigar", "guess"),
        (mc.Wordle(["cigar"], others=["salet"]), "salet", "salet", "secret"),
    ],
)
def test_a_score_of_what_is_none_of_the_game(game, guess, secret, kind):
    with one_line(mc.BadArgument, f"is not a {kind} of", "give one such as"):
        game.score(guess, secret)


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"digits": 0}, ("digits", "0")),
        ({"digits": -2}, ("digits", "-2")),
        ({"digits": "6"}, ("digits", "'6'")),
        ({"places": 0}, ("places", "0")),
        ({"digits": 3, "places": 4}, ("4", "3")),
    ],
)
def test_bulls_and_cows(options, parts):
    with one_line(mc.BadGame, *parts):
        mc.BullsAndCows(**options)


@pytest.mark.parametrize("size", [0, -1, 2.5, True, "3"])
def test_twod(size):
    with one_line(mc.BadGame, "size", "integer from 1", repr(size)):
        mc.TwoD(size)


def test_sizes_beyond_reason_are_refused_at_once():
    with pytest.raises(
        mc.BadGame, match="colours must be at least 1 and at most 65536, not 1000000000"
    ):
        mc.Mastermind(colours=10**9, holes=1)
    with pytest.raises(mc.GameTooLarge, match="over the limit"):
        mc.compile_game(mc.TwoD(20_000))


@pytest.mark.parametrize("size", [2**16 + 1, 2**64])
def test_a_grid_that_cannot_be_listed_is_refused(size):
    with one_line(mc.BadGame, f"size must be an integer from 1 to 65536, not {size}"):
        mc.TwoD(size)


@pytest.mark.parametrize("ends", ["found", "y", b"found"])
def test_end_states_that_are_one_text_are_not_taken_apart(ends):
    with pytest.raises(mc.BadGame) as error:
        finite(endstates=ends)
    assert str(error.value).endswith(f"not {ends!r}: write endstates={{{ends!r}}}")
    assert finite(score=lambda g, s: ends, endstates={ends}).endstates == {ends}


@pytest.mark.parametrize("make", [mc.Mastermind, BlackPegs, Combinations])
def test_colours_have_two_spellings_and_one_of_them_is_given(make):
    assert make(colors=3, holes=2) == make(colours=3, holes=2) == make(3, 2)
    assert make(colors="RGB", holes=2).symbols == ("R", "G", "B")
    with pytest.raises(mc.BadGame, match="not both"):
        make(colours=3, colors=4)
    with pytest.raises(mc.BadGame, match="colours must be a number or a sequence of symbols"):
        make(colors=2.5)


@pytest.mark.parametrize("ends", ["found", b"found", 1])
def test_end_states_that_are_no_collection_get_advice(ends):
    with pytest.raises(mc.BadGame, match=r"endstates must be a collection .* write endstates="):
        mc.FiniteGame([1, 2], [1, 2], lambda guess, secret: guess == secret, ends)


@pytest.mark.parametrize("items", [range(10**9), range(10**30)], ids=["range", "beyond len"])
def test_sets_that_are_too_large_are_refused_before_memory_is_taken(items):
    tracemalloc.start()
    with one_line(mc.GameTooLarge, "guesses has over 10,000,000 items", "choose a smaller game"):
        mc.FiniteGame(items, [1], same, {True})
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 10**6


def test_endless_guesses_are_refused(monkeypatch):
    monkeypatch.setattr("mastermind_core.game.lists.MOST_LISTED", 1000)
    with one_line(mc.GameTooLarge, "guesses has over 1,000 items"):
        mc.FiniteGame(count(), [1], same, {True})


def test_a_constructor_scores_each_secret_of_a_large_game_once():
    calls = 0

    def score(guess, secret):
        nonlocal calls
        calls += 1
        return (guess > secret) - (guess < secret)

    mc.FiniteGame(range(100_000), range(100_000), score, {0})
    assert calls == 100_000


def test_a_large_game_that_never_ends_is_found_from_its_table(monkeypatch):
    monkeypatch.setattr("mastermind_core.game.finite.MOST_CHECKED", 10)
    monkeypatch.setattr("mastermind_core.table.compiling.MOST_CHECKED", 10)
    game = mc.FiniteGame(range(5), range(1, 6), lambda guess, secret: guess == secret, {True})
    with one_line(mc.BadGame, "no guess scores an end state (True) for the secret 5"):
        mc.compile_game(game)
