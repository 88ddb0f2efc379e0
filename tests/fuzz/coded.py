"""Small games of codes, grids and words, scored here by rules written down once more."""

from __future__ import annotations

from itertools import product

import mastermind_core as mc
from tests.fuzz.shapes import Spec


def pegs(guess, secret):
    """Return (black, white), by crossing out."""
    left, other, black = [], [], 0
    for one, two in zip(guess, secret, strict=True):
        if one == two:
            black += 1
        else:
            left.append(one)
            other.append(two)
    white = 0
    for one in left:
        if one in other:
            other.remove(one)
            white += 1
    return black, white


def tiles(guess, secret):
    """Return Wordle's tiles: g in place, then y from the left while letters are left."""
    out = ["g" if one == two else "." for one, two in zip(guess, secret, strict=True)]
    left = [two for one, two in zip(guess, secret, strict=True) if one != two]
    for at, letter in enumerate(guess):
        if out[at] == "." and letter in left:
            left.remove(letter)
            out[at] = "y"
    return "".join(out)


def compared(guess, secret):
    less = all(one <= two for one, two in zip(guess, secret, strict=True))
    greater = all(one >= two for one, two in zip(guess, secret, strict=True))
    return less, greater, guess == secret


def black(guess, secret):
    return pegs(guess, secret)[0]


def bag(guess, secret):
    return sum(pegs(guess, secret))


def common(guess, secret):
    return bag(guess, secret), guess == secret


def _codes(random, make, rule, end):
    shapes = [(2, 2), (3, 2), (4, 2), (2, 3), (2, 4), (1, 3), (5, 1), (3, 1)]
    colours, holes = random.choice(shapes)
    repeats = random.choice(["both", "guesses", "none"])
    if repeats != "both" and holes > colours:
        repeats = "both"
    game = make(colours=colours, holes=holes, repeats=repeats)
    every = list(product(range(1, colours + 1), repeat=holes))
    plain = [code for code in every if len(set(code)) == holes]
    guesses = plain if repeats == "none" else every
    secrets = every if repeats == "both" else plain
    return game, guesses, secrets, rule, end(holes)


def mastermind(random):
    return _codes(random, mc.Mastermind, pegs, lambda holes: (holes, 0))


def black_pegs(random):
    return _codes(random, mc.games.BlackPegs, black, lambda holes: holes)


def twod(random):
    size = random.choice([1, 2, 3, 3])
    points = list(product(range(size), repeat=2))
    return mc.TwoD(size), points, points, compared, (True, True, True)


def _words(random, most=7):
    length = random.choice([2, 3, 3, 5])
    letters = random.choice(["ab", "abc", "abcdef"])
    every = {"".join(random.choice(letters) for _ in range(length)) for _ in range(most)}
    words = sorted(every)
    random.shuffle(words)
    return words, length


def wordle(random):
    words, length = _words(random, 9)
    n = random.randint(1, min(7, len(words)))
    game = mc.Wordle(words[:n], others=words[n:])
    return game, words, words[:n], tiles, "g" * length


def jotto(random):
    words, length = _words(random)
    if random.random() < 0.5:
        return mc.Jotto(words), words, words, pegs, (length, 0)
    return mc.Jotto(words, answer="common"), words, words, common, (length, True)


GAMES = [mastermind, black_pegs, twod, wordle, jotto]


def coded(random):
    """Return one of the package's games, with its scores worked out here."""
    make = random.choice(GAMES)
    game, guesses, secrets, rule, end = make(random)
    assert list(game.guesses) == guesses, "the guesses are not those of the rules"
    assert list(game.secrets) == secrets, "the secrets are not those of the rules"
    ids = {end: 0}
    rows = tuple(
        tuple(ids.setdefault(rule(guess, secret), len(ids)) for secret in secrets)
        for guess in guesses
    )
    assert set(game.endstates) == {end}
    weights = (1,) * len(secrets)
    if random.random() < 0.2:
        weights = tuple(random.randint(1, 5) for _ in secrets)
        game = mc.weighted(game, dict(zip(secrets, weights, strict=True)))
    return Spec(
        rows,
        frozenset({0}),
        weights,
        tuple(guesses),
        tuple(secrets),
        tuple(ids),
        make.__name__,
        game,
    )
