"""The score is symmetric in every registered game that has this property, and in which sense.

An answer on Stack Overflow calls it the key to such puzzles: a secret is consistent if, as a guess,
it gets from the guess the score that the guess got.
"""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc

#: Words of three of three letters, each once.
WORDS = st.lists(st.text("abc", min_size=3, max_size=3), min_size=2, max_size=8, unique=True)

CODES = st.tuples(st.integers(1, 4), st.integers(1, 3))


@st.composite
def codes(draw):
    """Draw the options of a game of codes."""
    colours, holes = draw(CODES)
    rules = ["both", "guesses", "none"] if colours >= holes else ["both"]
    return {"colours": colours, "holes": holes, "repeats": draw(st.sampled_from(rules))}


#: The games with score(a, b) == score(b, a), each with options.
SYMMETRIC = {
    "mastermind": codes(),
    "black-pegs": codes(),
    "combinations": codes(),
    "bulls-and-cows": st.builds(
        lambda more, places: {"digits": places + more, "places": places},
        st.integers(0, 2),
        st.integers(1, 3),
    ),
    "jotto": st.fixed_dictionaries({"words": WORDS, "answer": st.sampled_from(["pegs", "common"])}),
    "open-jotto": st.fixed_dictionaries(
        {"words": WORDS, "length": st.just(3), "letters": st.just("abc")}
    ),
    "hidden-cell": st.fixed_dictionaries(
        {
            "size": st.tuples(st.integers(1, 5), st.integers(1, 5)),
            "distance": st.sampled_from(["steps", "king", "straight"]),
        }
    ),
}

#: The games in which the reversed pair gets the mirror image of the score.
MIRRORED = {
    "twod": st.fixed_dictionaries({"size": st.integers(1, 5)}),
    "higher-lower": st.fixed_dictionaries(
        {"sizes": st.lists(st.integers(1, 4), min_size=1, max_size=3)}
    ),
}

#: The games in which a guess that names a secret is right or wrong, and questions are no secrets.
NAMED = ("guess-who", "odd-coin", "group-testing")

#: The games of Wordle: the colours stand at the letters of the guess.
BY_PLACE = ("wordle", "quordle")


def pairs(game):
    """Return all pairs of guesses that are secrets as well."""
    common = [guess for guess in game.guesses if guess in set(game.secrets)]
    return product(common, repeat=2)


def mirrored(score):
    """Return a score with less and greater exchanged."""
    if isinstance(score, str):
        return score.translate(str.maketrans("<>", "><"))
    less, greater, equal = score
    return greater, less, equal


def test_every_registered_game_is_in_one_of_the_classes():
    classes = [*SYMMETRIC, *MIRRORED, *NAMED, *BY_PLACE]
    assert sorted(classes) == sorted(mc.GAMES.own)


@pytest.mark.parametrize("name", SYMMETRIC)
@given(data=st.data())
def test_the_score_is_symmetric(name, data):
    game = mc.GAMES[name].make(**data.draw(SYMMETRIC[name]))
    compared = list(pairs(game))
    assert compared
    for one, other in compared:
        assert game.score(one, other) == game.score(other, one)


@pytest.mark.parametrize("name", SYMMETRIC)
@given(data=st.data())
def test_a_candidate_scores_the_guess_as_the_secret_did(name, data):
    game = mc.GAMES[name].make(**data.draw(SYMMETRIC[name]))
    common = [guess for guess in game.guesses if guess in set(game.secrets)]
    guess, secret = data.draw(st.sampled_from(common)), data.draw(st.sampled_from(common))
    score = game.score(guess, secret)
    left = [code for code in common if game.score(code, guess) == score]
    assert left == [code for code in mc.consistent(game, [(guess, score)]) if code in set(common)]


@pytest.mark.parametrize("name", MIRRORED)
@given(data=st.data())
def test_a_comparison_is_reversed(name, data):
    game = mc.GAMES[name].make(**data.draw(MIRRORED[name]))
    for one, other in pairs(game):
        assert game.score(one, other) == mirrored(game.score(other, one))


@pytest.mark.parametrize("name", NAMED)
def test_a_guess_that_names_a_secret_is_right_or_wrong(name):
    for options in mc.GAMES[name].samples:
        game = mc.GAMES[name].make(**options)
        for one, other in pairs(game):
            assert (game.score(one, other) in game.endstates) == (one == other)
            assert game.score(one, other) == game.score(other, one)


@given(words=WORDS)
def test_words_share_as_many_letters_and_places_either_way(words):
    game = mc.Wordle(answers=words)
    for one, other in pairs(game):
        scores = [game.score(one, other), game.score(other, one)]
        assert len({score.count("g") for score in scores}) == 1
        assert len({score.count(".") for score in scores}) == 1
