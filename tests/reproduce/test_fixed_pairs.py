"""Two fixed guesses and then fitting codes, held to every strategy of that kind."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import mastermind_core as mc
from reproduce.counting import left_by_pairs
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


@pytest.mark.parametrize("colours", range(2, 11))
def test_the_plan_of_the_proof_for_two_holes_is_done_in_time(colours):
    """Pairs of new colours, and then two guesses at most, find every code of two holes."""
    codes = tuple(product(range(1, colours + 1), repeat=2))
    pairs = [(colour, colour + 1) for colour in range(1, colours, 2)]
    blocks = {}
    for code in codes:
        blocks.setdefault(tuple(score(pair, code) for pair in pairs), []).append(code)
    most = {}
    for answers, left in blocks.items():
        told = sum(answer != (0, 0) for answer in answers)
        most[told] = max(len(left), most.get(told, 0))
        unfound = tuple(code for code in left if code not in pairs)
        assert any(all(len(b) == 1 for b in split(guess, unfound)) for guess in codes)
    assert left_by_pairs(colours) == most
    assert len(pairs) + 2 == mc.optimal_worst_case(mc.Mastermind(colours=colours, holes=2))
