"""Games with other weights, costs and goals in files, and games of numbers of other libraries."""

from __future__ import annotations

import json
from fractions import Fraction
from hashlib import blake2b, sha256

import pytest
from errors import one_line

import mastermind_core as mc
from mastermind_core.games import HigherLower, OddCoin

VARIANTS = [
    mc.weighted(mc.Mastermind(colours=3, holes=2), {(1, 1): 5, (2, 2): Fraction(1, 2)}),
    mc.priced(mc.TwoD(3), lambda point: 1 + abs(point[0] - point[1])),
    mc.identified(OddCoin(4)),
    mc.identified(mc.TwoD(3), by=sum),
    mc.identified(mc.priced(mc.weighted(HigherLower(4), [0, 1, 2, 3]), [1, 2, 2, 1])),
    mc.weighted(mc.Wordle(["cigar", "rebut", "sissy"], hard=True), [1, 2, 3]),
]


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_a_variant_comes_back_as_it_was(game):
    again = mc.from_json(mc.to_json(game))
    assert again == game
    assert type(again) is type(game)
    assert len(list(again.generators())) == len(list(game.generators()))
    solution = mc.optimal(game)
    loaded = mc.from_json(mc.to_json(solution))
    assert mc.to_json(loaded) == mc.to_json(solution)
    assert loaded.tree.game == game


def test_a_variant_keeps_the_symmetries_of_its_game():
    game = mc.identified(mc.Mastermind(colours=3, holes=2))
    assert len(list(mc.from_json(mc.to_json(game)).generators())) > 0


def test_a_variant_of_a_game_of_functions_is_written_out():
    game = mc.FiniteGame(
        "abc", "abc", lambda guess, secret: (guess > secret) - (guess < secret), {0}
    )
    again = mc.from_json(mc.to_json(mc.weighted(game, [1, 2, 3])))
    assert isinstance(again, mc.FiniteGame)
    assert again.weights == (1, 2, 3)


SAVED = json.loads(mc.to_json(mc.weighted(mc.TwoD(2), [1, 2, 3, 4])))


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"weights": [1, 2, 3]}, "cannot be made"),
        ({"weights": [1, 2, 3, "4"]}, "integers or fractions"),
        ({"weights": [1, 2, 3, -4]}, "fractions from 0, not (1, 2, 3, -4)"),
        ({"weights": 3}, "weights of the variant game must be an array"),
        ({"costs": [0, 1, 1, 1]}, "cannot be made"),
        ({"goals": "other"}, "goals of the variant game must be"),
        ({"goals": [1, 2]}, "cannot be made"),
        ({"goals": [1, 2, 3, {"list": []}]}, "cannot be made"),
        ({"more": 1}, "nothing else"),
        ({"game": {"written": {}}}, "a named game"),
        ({"game": 0}, "game of the variant game must be an object"),
    ],
)
def test_variants_that_cannot_be(change, part):
    spec = SAVED["games"][0]["variant"]
    document = {**SAVED, "games": [{"variant": {**spec, **change}}]}
    with one_line(mc.BadFile, part):
        mc.from_json(json.dumps(document))


class Thing:
    """A guess that no file can hold."""

    def __init__(self, number):
        self.number = number


def given_game(**more):
    things = [Thing(number) for number in range(3)]
    return mc.FiniteGame(things, range(3), lambda thing, s: thing.number == s, {True}, **more)


def test_a_given_game_may_have_secrets_that_weigh_nothing():
    game = given_game(weights=[0, 1, 1])
    solution = mc.optimal(game)
    assert mc.to_json(mc.from_json(mc.to_json(solution), game=game)) == mc.to_json(solution)


@pytest.mark.parametrize(
    ("more", "numbers", "units"),
    [
        ({}, [1, 1, 1, 1, 1, 1, 0, 0, 0], (1, 1)),
        ({"weights": [2, 4, 4]}, [1, 2, 2, 1, 1, 1, 0, 0, 0], (2, 1)),
        ({"weights": [Fraction(1, 2), 1, 1]}, [1, 2, 2, 1, 1, 1, 0, 0, 0], (Fraction(1, 2), 1)),
        ({"weights": [0, 1, 1]}, [0, 1, 1, 1, 1, 1, 0, 0, 0], (1, 1)),
        ({"costs": [1, 2, 2]}, [1, 1, 1, 1, 2, 2, 0, 0, 0], (1, 1)),
        ({"goal": lambda s: s > 0, "costs": [3, 3, 3]}, [1, 1, 1, 1, 1, 1, 1, 2, 2], (1, 3)),
    ],
)
def test_the_fingerprint_of_a_given_game_is_what_the_page_says(more, numbers, units):
    rows = [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    content = b"3 3\n" + b"".join(n.to_bytes(2, "little") for row in rows for n in row)
    content += bytes([1, 0]) + b"".join(n.to_bytes(8, "little") for n in numbers)
    spec = json.loads(mc.to_json(given_game(**more)))["games"][0]["given"]
    lines = [sha256(content).hexdigest(), *units, True, False]
    digest = blake2b("".join(f"{line}\n" for line in lines).encode(), digest_size=16)
    assert spec["fingerprint"] == digest.hexdigest()


def test_games_of_numpy_are_saved_and_loaded():
    np = pytest.importorskip("numpy")
    rows = np.array([[0, 1, 2], [1, 0, 2], [1, 2, 0]])
    game = mc.FiniteGame(np.arange(3), np.arange(3), lambda guess, secret: rows[guess][secret], {0})
    solution = mc.optimal(game)
    again = mc.from_json(mc.to_json(solution))
    assert (again.total, again.worst, again.proven) == (solution.total, solution.worst, True)
    assert again.tree.guess == solution.tree.guess
    texts = mc.FiniteGame(np.array(["a", "b"]), "ab", lambda guess, secret: guess == secret, {True})
    assert mc.from_json(mc.to_json(texts)).guesses == ("a", "b")
    mc.from_json(mc.to_json(mc.optimal(texts)))


def test_numpy_integers_are_integers():
    np = pytest.importorskip("numpy")
    one = np.int64
    assert mc.TwoD(one(3)) == mc.TwoD(3)
    assert repr(mc.Mastermind(colours=one(3), holes=one(2))) == repr(mc.Mastermind(3, 2))
    assert HigherLower(one(4)) == HigherLower(4)
    assert HigherLower((one(2), one(3))) == HigherLower((2, 3))
    assert OddCoin(one(4)) == OddCoin(4)
    assert mc.GAMES["group-testing"].make(one(4), one(1)) == mc.GAMES["group-testing"].make(4, 1)
    assert mc.GAMES["hidden-cell"].make(one(3)) == mc.GAMES["hidden-cell"].make(3)
    game = mc.weighted(mc.priced(mc.TwoD(2), np.array([1, 2, 2, 1])), [one(1)] * 4)
    assert (game.costs, game.weights) == ((1, 2, 2, 1), (1, 1, 1, 1))
    solution = mc.optimal(game, max_steps=one(4), max_cost=one(20))
    assert mc.to_json(mc.from_json(mc.to_json(solution))) == mc.to_json(solution)
    with one_line(mc.BadGame, "size must be an integer"):
        mc.TwoD(np.float64(2))
    with one_line(mc.BadGame, "size must be an integer"):
        mc.TwoD(np.True_)
