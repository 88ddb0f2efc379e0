"""Ostrowska's program, held to a plain reading of it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

import mastermind_core as mc
from mastermind_core import EXPECTED_SIZE
from mastermind_core.strategies import AnyBest, two_colour_program


def score(guess, secret):
    black = sum(one == other for one, other in zip(guess, secret, strict=True))
    return black, sum((Counter(guess) & Counter(secret)).values()) - black


def next_guess(codes, left):
    """The least largest block over all codes; one that fits first, then the first in order."""

    def rank(code):
        most = max(Counter(score(code, secret) for secret in left).values())
        return most, code not in left, code

    return min(codes, key=rank)


def length(codes, guess, secret):
    left, guesses = codes, 1
    while guess != secret:
        answer = score(guess, secret)
        left = [code for code in left if score(guess, code) == answer]
        guess = next_guess(codes, left)
        guesses += 1
    return guesses


@pytest.mark.parametrize(("colours", "holes"), [(3, 2), (3, 3)])
def test_the_mean_is_that_over_all_pairs_of_colours_and_all_secrets(colours, holes):
    codes = list(product(range(1, colours + 1), repeat=holes))
    half = (holes + 1) // 2
    openings = [
        (a,) * half + (b,) * (holes - half) for a, b in product(range(1, colours + 1), repeat=2)
    ]
    lengths = [length(codes, opening, secret) for opening in openings for secret in codes]
    found = mc.expected_distribution(mc.Mastermind(colours, holes), two_colour_program)
    assert found.mean == Fraction(sum(lengths), len(lengths))
    assert found.worst == max(lengths)


def test_where_guesses_are_no_codes_of_two_halves_it_is_knuths_method():
    game = mc.TwoD(3)
    assert mc.length_distribution(game, "two_colour_program") == mc.length_distribution(
        game, "knuth"
    )


def test_a_draw_among_the_candidates_guesses_nothing_else():
    table = mc.compile_game(mc.Mastermind(colours=3, holes=3))
    left = table.split(0, table.everything)[1][1]
    for metric in (mc.MAX_BLOCK, EXPECTED_SIZE):
        options = AnyBest(metric, pool="candidates").options(table, left)
        costs = {guess: metric.cost(table.block_sizes(guess, left)) for guess in left}
        assert sorted(options) == sorted(g for g in left if costs[g] == min(costs.values()))
