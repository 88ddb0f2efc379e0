"""Entropy in bits."""

from __future__ import annotations

from itertools import permutations
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc

WEIGHTS = st.lists(st.integers(0, 1000), min_size=1, max_size=12).filter(any)


@given(weights=WEIGHTS)
def test_it_lies_between_0_and_the_bits_of_the_parts(weights):
    parts = sum(1 for weight in weights if weight)
    assert 0 <= mc.entropy(weights) <= log2(parts) + 1e-12


@given(parts=st.integers(1, 100), weight=st.integers(1, 100))
def test_equal_parts_have_the_most(parts, weight):
    assert mc.entropy([weight] * parts) == pytest.approx(log2(parts), abs=1e-12)


@given(weights=WEIGHTS, factor=st.integers(1, 50))
def test_scale_does_not_matter(weights, factor):
    scaled = [factor * weight for weight in weights]
    assert mc.entropy(scaled) == pytest.approx(mc.entropy(weights), abs=1e-12)


@given(weights=WEIGHTS, data=st.data())
def test_equal_multisets_have_one_and_the_same_float(weights, data):
    assert mc.entropy(data.draw(st.permutations(weights))) == mc.entropy(weights)


@given(one=WEIGHTS, other=WEIGHTS)
def test_the_chain_rule(one, other):
    joint = mc.entropy([*one, *other])
    a, b = sum(one), sum(other)
    split = mc.entropy([a, b]) + (a * mc.entropy(one) + b * mc.entropy(other)) / (a + b)
    assert joint == pytest.approx(split, abs=1e-9)


def test_every_order_of_a_histogram_that_floats_disagree_on():
    sizes = [1, 3, 7, 11, 13, 30]
    assert len({mc.entropy(order) for order in permutations(sizes)}) == 1
