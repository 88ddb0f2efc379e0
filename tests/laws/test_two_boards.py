"""What two boards take at least is less than the least there is, and no tree takes fewer rows."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import permutations, product
from math import perm
from pathlib import Path

import pytest

import mastermind_core as mc

ROOT = Path(__file__).parents[2]
WORDS = ("cigar", "rebut", "sissy", "humph", "awake", "blush", "focal", "evade")
GAMES = [
    mc.Mastermind(colours=3, holes=2),
    mc.Mastermind(colours=2, holes=3),
    mc.Mastermind(colours=4, holes=2, repeats="none"),
    mc.Wordle(WORDS[:6], others=WORDS[6:]),
]


@pytest.fixture
def boards(monkeypatch):
    monkeypatch.syspath_prepend(ROOT)
    return import_module("benchmarks.boards")


def answered(game, guess, pair):
    """Return what a guess says of two boards, None for one that is done, and what is left."""
    said = tuple(None if one is None else game.score(guess, one) for one in pair)
    done = game.endstates
    return said, tuple(
        None if score in done else one for one, score in zip(pair, said, strict=True)
    )


def blocks(game, guess, pairs):
    left = {}
    for pair in pairs:
        said, rest = answered(game, guess, pair)
        left.setdefault(said, set()).add(rest)
    return [frozenset(block) for block in left.values()]


def least_of_all(game):
    """Return the least rows of all pairs of different secrets: every guess on every set."""
    guesses, over = tuple(game.guesses), frozenset({(None, None)})

    @cache
    def least(pairs):
        if pairs == over:
            return 0
        splits = (blocks(game, guess, pairs) for guess in guesses)
        return len(pairs) + min(sum(map(least, left)) for left in splits if left != [pairs])

    return least(frozenset(permutations(game.secrets, 2)))


def most_found(game, wanted, rows):
    """Return for how many pairs of secrets so many boards are done after so many rows at most."""
    guesses = tuple(game.guesses)

    @cache
    def most(pairs, left):
        if not left:
            return sum(pair.count(None) >= wanted for pair in pairs)
        return max(
            sum(most(block, left - 1) for block in blocks(game, guess, pairs)) for guess in guesses
        )

    # Pairs that become one another where a board is done stay apart: its secret is in the answers.
    return most(frozenset(product(game.secrets, repeat=2)), rows)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_least_rows_are_between_the_bound_and_the_tree(boards, game):
    n_secrets = len(game.secrets)
    bound = boards.least_rows(list(boards.found_within(game)), n_secrets, 2)
    least = Fraction(least_of_all(game), perm(n_secrets, 2))
    play = boards.TwoBoards(game)
    assert bound <= least
    for first in ([], play.first_guesses(1), play.first_guesses(2)):
        assert least <= play.begun(first)


@pytest.mark.parametrize("game", GAMES[:3], ids=str)
@pytest.mark.parametrize("rows", [1, 2])
def test_boards_are_found_as_if_each_were_alone(boards, game, rows):
    found = [*boards.found_within(game)][:rows][-1]
    share = Fraction(found, len(game.secrets))
    for wanted in (1, 2):
        pairs = boards.at_least(2, wanted, share) * len(game.secrets) ** 2
        assert most_found(game, wanted, rows) <= pairs


@pytest.mark.parametrize("game", [*GAMES, mc.Mastermind(colours=3, holes=3)], ids=str)
def test_the_rows_of_the_tree_are_those_of_its_games(boards, game):
    play = boards.TwoBoards(game)
    secrets, guesses = play.table.secrets.items, play.table.guesses.items

    def rows(pair):
        left, played = [play.everything, play.everything], 0
        while any(left):
            still = [one for one in left if one]
            number = play.guess(*sorted(still)) if len(still) == 2 else play.alone(*still)[1]
            if [len(one) for one in still] == [1, 1]:
                number = play.named[still[0][0]]
            left = [
                after(guesses[number], secret, one) if one else one
                for secret, one in zip(pair, left, strict=True)
            ]
            played += 1
        return played

    def after(guess, secret, left):
        score = game.score(guess, secret)
        if score in game.endstates:
            return ()
        return tuple(at for at in left if game.score(guess, secrets[at]) == score)

    total = sum(map(rows, permutations(secrets, 2)))
    assert Fraction(total, perm(len(secrets), 2)) == play.begun([])


@pytest.mark.parametrize("game", [*GAMES, mc.Mastermind(colours=5, holes=3)], ids=str)
def test_what_three_guesses_find_is_counted(boards, game):
    missed = mc.optimal(game, mc.within(3)).values
    assert boards.found_within_three(game) == len(game.secrets) - missed


@pytest.mark.parametrize("name", ["M(3,4)", "M(4,4)"])
def test_the_lines_that_were_kept(boards, name):
    lines = (ROOT / "benchmarks" / "boards.txt").read_text(encoding="utf-8").splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith(f"{name}: "))
    made = [*boards.report(boards.game_called(name), name)]
    assert lines[first : first + len(made)] == made


def test_the_bound_of_few_secrets_is_what_they_take(boards):
    """Of two secrets, the one that is not found by the first guess is found by the second."""
    assert boards.least_rows([1, 2], 2, 2) == 2
    assert boards.least_rows([1], 1, 1) == 1
    assert boards.at_least(3, 2, Fraction(1, 2)) == Fraction(1, 2)
