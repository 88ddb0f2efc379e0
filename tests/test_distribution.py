"""The statistics of a distribution are those of the statistics module."""

from __future__ import annotations

import statistics
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc

COUNTS = st.dictionaries(st.integers(1, 12), st.integers(0, 30), min_size=1).filter(
    lambda counts: any(counts.values())
)


def lengths_of(counts):
    return [length for length, count in counts.items() for _ in range(count)]


@given(counts=COUNTS)
def test_statistics(counts):
    lengths, found = lengths_of(counts), mc.Distribution(counts)
    assert found.count == len(lengths)
    assert found.total == sum(lengths)
    assert found.worst == max(lengths)
    assert found.mean == float(Fraction(sum(lengths), len(lengths)))
    assert Fraction(found.median) == statistics.median(map(Fraction, lengths))
    assert found.stdev == pytest.approx(statistics.pstdev(lengths), abs=1e-12)


@given(counts=COUNTS)
def test_it_is_a_mapping_in_order_of_length_without_zeros(counts):
    found = mc.Distribution(counts)
    kept = {length: count for length, count in counts.items() if count}
    assert found == kept
    assert list(found) == sorted(kept)
    assert len(found) == len(kept)
    assert found == mc.Distribution(found)
    assert eval(repr(found), {"Distribution": mc.Distribution}) == found
    assert 0 not in found


def test_it_prints_as_the_tables_of_the_literature_do():
    text = str(mc.Distribution({3: 55, 2: 7, 5: 69, 4: 229}))
    assert text == "2:7 3:55 4:229 5:69  (total 1440, mean 4.0000, worst 5)"


def test_a_large_one_is_exact():
    found = mc.Distribution({1: 10**30, 3: 10**30 + 1})
    assert found.count == 2 * 10**30 + 1
    assert found.total == 4 * 10**30 + 3
    assert found.median == 3
