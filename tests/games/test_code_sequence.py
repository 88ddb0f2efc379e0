"""Codes are the sequence that itertools would list, without the list."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc


@st.composite
def codes(draw):
    symbols = draw(st.sampled_from([(1, 2, 3, 4), ("b", "a"), (None,), (0, "x", 2.5)]))
    repeats = draw(st.sampled_from(["both", "none"]))
    holes = draw(st.integers(1, 4 if repeats == "both" else len(symbols)))
    return mc.Mastermind(symbols, holes, repeats).secrets


def listed(codes):
    if codes.repeats:
        return list(product(codes.symbols, repeat=codes.holes))
    return list(permutations(codes.symbols, codes.holes))


@given(codes=codes())
def test_the_codes_are_those_of_itertools(codes):
    assert isinstance(codes, Sequence)
    assert list(codes) == listed(codes)
    assert len(codes) == len(listed(codes))
    assert list(reversed(codes)) == listed(codes)[::-1]


@given(codes=codes(), at=st.integers(-300, 300))
def test_indexing(codes, at):
    if -len(codes) <= at < len(codes):
        assert codes[at] == listed(codes)[at]
    else:
        with pytest.raises(IndexError, match=str(at)):
            codes[at]


@given(codes=codes(), data=st.data())
def test_slicing(codes, data):
    part = data.draw(st.slices(len(codes)))
    assert codes[part] == tuple(listed(codes)[part])


@given(codes=codes(), data=st.data())
def test_membership_index_and_count(codes, data):
    symbols = [*codes.symbols, "other", 1]
    code = tuple(data.draw(st.lists(st.sampled_from(symbols), max_size=5)))
    everything = listed(codes)
    assert (code in codes) == (code in everything)
    assert codes.count(code) == everything.count(code)
    if code in everything:
        assert codes.index(code) == everything.index(code)
        assert codes[codes.index(code)] == code
    else:
        with pytest.raises(ValueError, match="not one of these codes"):
            codes.index(code)


@given(codes=codes(), data=st.data())
def test_index_within_a_range(codes, data):
    everything = listed(codes)
    if not everything:
        return
    code = data.draw(st.sampled_from(everything))
    start = data.draw(st.integers(-300, 300))
    stop = data.draw(st.integers(-300, 300))
    try:
        expected = everything.index(code, start, stop)
    except ValueError:
        with pytest.raises(ValueError, match="range"):
            codes.index(code, start, stop)
    else:
        assert codes.index(code, start, stop) == expected


@pytest.mark.parametrize("other", ["12", [1, 2], 12, None, ([1], [2])])
def test_what_is_no_tuple_of_symbols_is_no_code(other):
    assert other not in mc.Mastermind(2, 2).secrets


def test_a_long_list_takes_no_memory():
    codes = mc.Mastermind(tuple(range(12)), 8).secrets
    assert len(codes) == 12**8
    assert codes[12**8 - 1] == (11,) * 8
    assert codes.index((11,) * 8) == 12**8 - 1
    assert (3,) * 8 in codes
