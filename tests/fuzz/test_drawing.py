"""Lots and means, at length: a million draws of ten games, and every strategy by its name."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import mastermind_core as mc

from .drawing import chi_square, held, sets, simulated

slow = pytest.mark.slow
EVEN = dict.fromkeys(range(6), 1 / 6)


@slow
@pytest.mark.parametrize("number", range(10))
def test_a_million_draws(number):
    sets(Random(f"a million {number}"), 10**6)


@pytest.mark.parametrize("number", range(10))
def test_some_draws(number):
    sets(Random(f"a million {number}"), 10**4)


@slow
@pytest.mark.parametrize("name", mc.STRATEGIES)
def test_every_strategy_is_simulated(name):
    for number in range(3):
        simulated(Random(f"{name} {number}"), name)


def test_a_loaded_die_is_far_off_and_a_true_one_is_not():
    random = Random(1)
    true = Counter(random.randrange(6) for _ in range(6000))
    loaded = Counter(min(random.randrange(6), random.randrange(12)) for _ in range(6000))
    assert abs(chi_square(true, EVEN, 6000)) < 4 < chi_square(loaded, EVEN, 6000)


def test_a_die_that_is_too_even_is_far_off_too():
    assert chi_square(Counter(dict.fromkeys(range(6), 1000)), EVEN, 6000) < -4


def test_what_is_far_off_once_is_measured_again():
    asked = []

    def measured(n):
        asked.append(n)
        return 9 if len(asked) == 1 else 0

    held(measured, 10)
    assert asked == [10, 40]
    with pytest.raises(AssertionError, match=r"9\.0 standard deviations"):
        held(lambda n: 9, 10)
