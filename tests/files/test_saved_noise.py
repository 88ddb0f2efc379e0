"""Games, sessions and results whose answers may be wrong, in files."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from errors import one_line

import mastermind_core as mc

CODES = mc.Mastermind(colours=3, holes=2)
NAMED = mc.FiniteGame(range(6), range(6), lambda g, s: "<" if s < g else ">", goal=lambda s: s)
SYMPTOMS = {
    "illness": ["cold", "flu", "allergy"],
    "fever": ["1/10", "0.9", "0.02"],
    "sneezing": [0.8, 0.3, 0.9],
    "cases": [5, 2, 3],
}


def likelihood(guess, secret):
    return {"<": 0.9, ">": 0.1} if secret < guess else {"<": 0.2, ">": 0.8}


GAMES = {
    "a number": mc.noisy(CODES, 0.1),
    "the same again": mc.weighted(mc.noisy(CODES, 0.1, again="same"), lambda s: 1 + s[0]),
    "classes": mc.identified(mc.noisy(CODES, 0.2), by=sum),
    "costs": mc.priced(mc.noisy(NAMED, Fraction(1, 7)), range(1, 7)),
    "a mapping": mc.noisy(NAMED, {"<": {">": 0.2}, ">": {">": 0.75, "<": 0.25}}),
    "a table": mc.FiniteGame.from_table(SYMPTOMS, id="illness", prior="cases", likelihoods=True),
}
BIRDS = {
    "bird": ["robin", "wren", "gull", "duck", "swan"],
    "beak": ["short", "thin", "hooked", None, "flat"],
    "feet": ["bare", "bare", "pink", "webbed", "webbed"],
    "weight": [18, 9, None, 1000, 10_000],
}
GAMES["thresholds"] = mc.FiniteGame.from_table(BIRDS, id="bird", cuts="all", unknown="chance")
GAMES["bands"] = mc.FiniteGame.from_table(
    BIRDS, id="bird", cuts="all", unknown="chance", cost=[1, 1, 2]
)
#: Games of tables, which are games of the caller only as they are.
TABLES = ("a table", "thresholds", "bands")
FUNCTION = mc.noisy(NAMED, likelihood=likelihood)

RESULTS = {
    "a game": lambda game: game,
    "a session": lambda game: mc.Session(game, confidence=0.9, history=[(game.guesses[0], None)]),
    "the best names": lambda game: mc.optimal(game, max_steps=2),
    "the fewest guesses": lambda game: mc.optimal(game, max_steps=2, confidence=0.5),
    "games": lambda game: mc.simulate(game, games=5, max_steps=2),
    "lengths": lambda game: mc.length_distribution(game, max_steps=2),
}


@pytest.mark.parametrize("what", RESULTS)
@pytest.mark.parametrize("name", GAMES)
def test_what_has_noise_comes_back_as_it_was(name, what):
    value = RESULTS[what](GAMES[name])
    text = mc.to_json(value)
    again = mc.from_json(text)
    assert type(again) is type(value)
    assert mc.to_json(again) == text
    if what == "lengths":
        assert again == value
        for figure in ("accuracy", "expected", "expected_cost", "left"):
            assert getattr(again, figure) == getattr(value, figure)
    if what == "a session":
        assert again.posterior == value.posterior
        assert again.suggest(3) == value.suggest(3)


@pytest.mark.parametrize("name", GAMES)
def test_a_policy_from_a_file_plays_as_before(name):
    best = mc.optimal(GAMES[name], max_steps=2)
    again = mc.from_json(mc.to_json(best))
    assert (again.accuracy, again.mean, again.bound) == (best.accuracy, best.mean, best.bound)
    played = mc.length_distribution(GAMES[name], again, max_steps=2)
    assert (played.accuracy, played.expected_cost) == (best.accuracy, best.mean)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("part", ["solution", "policy"])
def test_a_session_of_a_policy_is_saved(name, part):
    game = GAMES[name]
    best = mc.optimal(game, max_steps=2)
    session = mc.Session(game, best if part == "solution" else best.tree)
    [first, *_] = game.likelihood(session.guess, game.secrets[0])
    session.record(session.guess, first)
    again = mc.from_json(mc.to_json(session))
    assert (again.history, again.posterior) == (session.history, session.posterior)
    assert again.over == session.over
    if not session.over:
        assert again.guess == session.guess


def test_a_policy_that_goes_in_circles_comes_back():
    test = mc.FiniteGame(["test"], "AB", lambda _, secret: secret, goal=lambda secret: secret)
    game = mc.noisy(test, 0.2)
    best = mc.optimal(game, confidence=0.95)
    again = mc.from_json(mc.to_json(best))
    node = again.tree
    for _ in range(2):
        node = node.branches["A"].branches["B"]
    assert node is again.tree
    assert again.tree.branches["A"].branches["A"].names == {"A": "A"}
    games = [mc.simulate(game, one, games=50, confidence=0.95) for one in (best, again)]
    assert games[0] == games[1]


@pytest.mark.parametrize("name", [name for name in GAMES if name not in TABLES])
def test_a_game_of_the_caller_must_have_the_same_noise(name):
    game = GAMES[name]
    text = mc.to_json(mc.Session(game))
    assert mc.from_json(text, game=game).game is game
    for other in (game.exact, mc.noisy(CODES, 0.3), mc.noisy(NAMED, 0.3), FUNCTION):
        with one_line(mc.BadFile, "about another game"):
            mc.from_json(text, game=other)


def test_a_function_of_likelihoods_is_saved_as_a_table(tmp_path):
    path = tmp_path / "session.json"
    mc.save(mc.Session(FUNCTION, confidence=0.9, history=[(3, "<")]), path)
    for again in (mc.load(path), mc.load(path, game=FUNCTION)):
        assert again.posterior == mc.Session(FUNCTION, history=[(3, "<")]).posterior
    for other in (
        mc.noisy(NAMED, likelihood=lambda g, s: {"<": 0.5, ">": 0.5}),
        GAMES["a mapping"],
    ):
        with one_line(mc.BadFile, "another game"):
            mc.load(path, game=other)


def same(guess, secret):
    return "same" if guess == secret else "other"


def swapped(guess, secret):
    return "other" if guess == secret else "same"


#: Pairs of games that differ in the names of their answers alone.
SWAPPED = {
    "a number": [mc.noisy(mc.FiniteGame(range(3), range(3), f), 0.1) for f in (same, swapped)],
    "classes": [
        mc.noisy(mc.FiniteGame(range(3), range(3), f, goal=lambda s: s % 2), 0.1)
        for f in (same, swapped)
    ],
    "a likelihood": [
        mc.noisy(
            mc.FiniteGame(range(3), range(3), same),
            likelihood=lambda g, s, f=f: (
                {f(g, s): 0.8, f(g, s + 1): 0.2} if f(g, s) != f(g, s + 1) else {f(g, s): 1}
            ),
        )
        for f in (same, swapped)
    ],
    "not plain": [
        mc.noisy(mc.FiniteGame([Fraction, int], range(2), rows), 0.1)
        for rows in ([["a", "b"], ["b", "b"]], [["b", "a"], ["a", "a"]])
    ],
}


@pytest.mark.parametrize("name", SWAPPED)
def test_a_game_with_exchanged_answers_is_another_game(name):
    game, other = SWAPPED[name]
    heard = "a" if name == "not plain" else "same"
    session = mc.Session(game, history=[(game.guesses[0], heard)])
    text = mc.to_json(session)
    assert mc.from_json(text, game=game).posterior == session.posterior
    with one_line(mc.BadFile, "another game"):
        mc.from_json(text, game=other)


@pytest.mark.parametrize("name", [name for name in SWAPPED if name != "not plain"])
def test_a_game_without_an_end_state_is_saved(name):
    """The exact game would never end; with noise it ends by the confidence."""
    game, _ = SWAPPED[name]
    session = mc.Session(game, history=[(1, "same"), (0, None), (2, "other")])
    again = mc.from_json(mc.to_json(session))
    assert again.posterior == session.posterior
    assert mc.from_json(mc.to_json(game), game=game) is game


def test_a_large_exact_game_with_exchanged_answers_is_another_game(tmp_path):
    """Over a million pairs, a file has no scores, and asks for the game."""
    names, path = ("low", "high"), tmp_path / "tree.json"
    numbers = range(1025)

    def game(low, high):
        score = lambda g, s: "=" if g == s else low if s < g else high  # noqa: E731
        return mc.FiniteGame(numbers, numbers, score, {"="})

    mc.save(mc.Session(game(*names)), path)
    assert mc.load(path, game=game(*names)).count == 1025
    with one_line(mc.BadFile, "another game"):
        mc.load(path, game=game(*reversed(names)))


WRONG = {
    "a probability": {"noise": {"fraction": [3, 2]}},
    "no mapping": {"noise": [["<"]]},
    "an answer": {"noise": [["?", [["<", 1]]]]},
    "another word": {"again": "never"},
    "no cells": {"noise": None},
    "itself": {"game": 1},
}


@pytest.mark.parametrize("name", WRONG)
def test_noise_that_is_wrong_is_refused(name):
    document = json.loads(mc.to_json(GAMES["a mapping"]))
    document["games"][1]["noisy"] |= WRONG[name]
    with one_line(mc.BadFile):
        mc.from_json(json.dumps(document))


def test_a_large_game_with_noise_is_refused_at_once():
    document = json.loads(mc.to_json(GAMES["a number"]))
    document["games"][0] = {"named": {"name": "twod", "options": {"size": 100}}}
    with one_line(mc.GameTooLarge, "67,108,864 pairs"):
        mc.from_json(json.dumps(document))


def changed(game):
    """Return variants of a game with other costs, weights and goals, and all three."""
    costs = range(2, 2 + len(game.guesses))
    weights = range(1, 1 + len(game.secrets))
    classes = [number % 2 for number in weights]
    return {
        "priced": mc.priced(game, costs),
        "weighted": mc.weighted(game, weights),
        "identified": mc.identified(game, classes),
        "identified itself": mc.identified(game),
        "all": mc.identified(mc.weighted(mc.priced(game, costs), weights), classes),
    }


class Weather:
    """A game of a user whose answers are only probable, and the same when asked again."""

    guesses = ("clouds", "wind")
    secrets = ("rain", "snow", "sun")
    endstates = ()
    again = "same"

    def score(self, guess, secret):
        return max(chances := self.likelihood(guess, secret), key=chances.__getitem__)

    def likelihood(self, guess, secret):
        yes = Fraction(1 + self.secrets.index(secret), 4 + self.guesses.index(guess))
        return {"yes": yes, "no": 1 - yes}

    def goal(self, secret):
        return secret


#: Games with answers that are only probable before there is noise.
PROBABLE = {name: GAMES[name] for name in TABLES} | {"a user's game": Weather()}
CHANGED = {
    f"{name}, {change}": game
    for name, probable in PROBABLE.items()
    for change, game in changed(probable).items()
}
CHANGED |= {f"{name}, then noise": mc.noisy(game, 0.1) for name, game in CHANGED.items()}
CHANGED |= {
    f"{name}, noise, then {change}": game
    for name, probable in PROBABLE.items()
    for change, game in changed(mc.noisy(probable, 0.1)).items()
}


def amounts_of(game):
    """Return a game's weights and costs, which are 1 if it has none."""
    pairs = ("weights", game.secrets), ("costs", game.guesses)
    return [tuple(getattr(game, name, ()) or (1,) * len(items)) for name, items in pairs]


@pytest.mark.parametrize("name", CHANGED)
def test_a_variant_with_probable_answers_comes_back_without_its_game(name):
    game = CHANGED[name]
    again = mc.from_json(mc.to_json(game))
    assert [*again.guesses] == [*game.guesses]
    assert [*again.secrets] == [*game.secrets]
    assert amounts_of(again) == amounts_of(game)
    assert [*map(again.goal, again.secrets)] == [*map(game.goal, game.secrets)]
    assert again.again == game.again
    for guess in game.guesses:
        for secret in game.secrets:
            assert again.likelihood(guess, secret) == game.likelihood(guess, secret)
    assert mc.from_json(mc.to_json(game), game=game) is game
    with one_line(mc.BadFile, "about another game"):
        mc.from_json(mc.to_json(game), game=mc.priced(game, lambda _: 50))


@pytest.mark.parametrize("name", CHANGED)
def test_results_of_a_variant_with_probable_answers_agree_before_and_after(name):
    game = CHANGED[name]
    again = mc.from_json(mc.to_json(game))
    best = mc.optimal(game, max_steps=2)
    for other in (mc.optimal(again, max_steps=2), mc.from_json(mc.to_json(best))):
        assert (other.accuracy, other.mean, other.bound) == (best.accuracy, best.mean, best.bound)
        assert mc.to_json(other.tree) == mc.to_json(best.tree)
    session = mc.Session(game)
    while not session.over and len(session.history) < 2:
        session.answer(game.score(session.guess, game.secrets[0]))
        copy = mc.from_json(mc.to_json(session))
        assert (copy.posterior, copy.over) == (session.posterior, session.over)
        assert session.over or copy.suggest(3) == session.suggest(3)


@pytest.mark.parametrize("game", [GAMES["a table"], CODES], ids=["a table", "codes"])
def test_weights_too_large_for_exact_games_are_saved_with_noise(game):
    uneven = mc.weighted(mc.noisy(game, 0.1), range(10**30, 10**30 + len(game.secrets)))
    session = mc.Session(uneven, history=[(game.guesses[0], None)])
    assert mc.from_json(mc.to_json(session), game=uneven).posterior == session.posterior


def test_an_end_state_that_is_always_a_mistake_is_kept():
    base = mc.FiniteGame(
        "gh", "AB", lambda g, s: "END" if "gh"["AB".index(s)] == g else "x", {"END", "OOPS"}
    )
    game = mc.noisy(base, likelihood=lambda g, s: {base.score(g, s): 0.75, "OOPS": 0.25})
    copy = mc.from_json(mc.to_json(mc.Session(game)), game=game)
    for session in (copy, mc.Session(game)):
        session.record("g", "OOPS")
        assert session.over
