"""Two fixed guesses and then fitting codes, held to every strategy of that kind."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import mastermind_core as mc
from reproduce.fixed_pairs import least_after_two_fixed


def score(guess, secret):
    black = sum(one == other for one, other in zip(guess, secret, strict=True))
    return black, sum((Counter(guess) & Counter(secret)).values()) - black


def split(guess, codes):
    blocks = {}
    for code in codes:
        if code != guess:
            blocks.setdefault(score(guess, code), []).append(code)
    return [tuple(block) for block in blocks.values()]


@cache
def fitting(codes):
    return min(len(codes) + sum(fitting(block) for block in split(guess, codes)) for guess in codes)


@pytest.mark.parametrize(("colours", "holes"), [(3, 2), (4, 2), (2, 3), (3, 3)])
def test_no_pair_does_better_than_the_least_and_one_does_as_well(colours, holes):
    codes = tuple(product(range(colours), repeat=holes))
    totals = []
    for first, second in product(codes, repeat=2):
        total = len(codes)
        for block in split(first, codes):
            total += len(block)
            if len(block) > 1:
                total += sum(fitting(part) for part in split(second, block))
        totals.append(total)
    game = mc.Mastermind(colours=colours, holes=holes)
    assert least_after_two_fixed(game) == Fraction(min(totals), len(codes))
