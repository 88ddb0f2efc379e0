"""Games of some hundred secrets from a seed, and the program that they are given to."""

from __future__ import annotations

import subprocess
from pathlib import Path

from programs import COMPILER, built, compile_into

SOURCE = Path(__file__).with_suffix(".cpp")


def compiled():
    """Return the program; None where there is no compiler."""
    if COMPILER is None:
        return None
    command = ["-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", "-o", "second_program", SOURCE]
    folder = built("second", [SOURCE, *command[:-1]], lambda folder: compile_into(folder, *command))
    return folder / "second_program"


def total(program, *given, text=""):
    """Return the least total that the program says."""
    command = [program, *map(str, given)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return int(done.stdout.split()[0])


def spelled(rows, ends):
    """Return a game of any scores as the program reads it."""
    ids = {score: at for at, score in enumerate(dict.fromkeys(s for row in rows for s in row))}
    lines = [[len(rows), len(rows[0]), len(ids)], [int(score in ends) for score in ids]]
    lines += [[ids[score] for score in row] for row in rows]
    return "\n".join(" ".join(map(str, line)) for line in lines)


def pegs(guess, secret):
    black = sum(one == other for one, other in zip(guess, secret, strict=True))
    both = sum(min(guess.count(letter), secret.count(letter)) for letter in set(guess))
    return black, both - black


def alike(guess, secret):
    """Return how many letters agree, and where the first one of the secret lies."""
    same = sum(one == other for one, other in zip(guess, secret, strict=True))
    return same, (guess[0] > secret[0]) - (guess[0] < secret[0])


def words(random, n):
    """Words, scored with pegs or in a plainer way; some guesses are no secrets."""
    letters, length = random.choice([(6, 4), (9, 4), (5, 5), (12, 3), (8, 3)])
    rule = random.choice([pegs, pegs, alike])
    drawn = {}
    while len(drawn) < n:
        drawn[tuple(random.randrange(letters) for _ in range(length))] = None
    secrets = list(drawn)
    more = [
        [random.randrange(letters) for _ in range(length)] for _ in range(random.choice([0, 60]))
    ]
    guesses = [*secrets, *map(tuple, more)]
    return [[(*rule(g, s), g == s) for s in secrets] for g in guesses]


def tables(random, n):
    """Any scores; the guesses beyond the secrets end the game for one, or some for two."""
    kinds, more = random.randint(9, 20), random.choice([0, 40])
    rows = [[(random.randrange(kinds), g == s) for s in range(n)] for g in range(n + more)]
    for row in rows[n - 20 if kinds > 15 else n :]:
        row[random.randrange(n)] = (random.choice("ab"), True)
    return rows


def points(random, n):
    """Points of a grid, and how far away they are."""
    side, wide = random.randint(18, 30), random.choice([1, 2])
    secrets = random.sample([(x, y) for x in range(side) for y in range(side)], n)
    return [
        [((abs(g[0] - s[0]) + abs(g[1] - s[1])) // wide, g == s) for s in secrets] for g in secrets
    ]


def questions(random, n):
    """Questions that end nothing, and accusations that say no more than yes or no."""
    kinds = random.randint(6, 10)
    asked = [[(random.randrange(kinds), False) for _ in range(n)] for _ in range(40)]
    return asked + [[("accused", one == s) for s in range(n)] for one in range(n)]


KINDS = [words, tables, points, questions]


def game(random, n):
    """Return rows of scores and the scores that end the game."""
    rows = random.choice(KINDS)(random, n)
    return rows, {score for row in rows for score in row if score[-1]}
