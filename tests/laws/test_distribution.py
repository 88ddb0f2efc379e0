"""The statistics of a distribution are those of the statistics module."""

from __future__ import annotations

import statistics
from fractions import Fraction

import pytest
from errors import one_line
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


def test_what_is_written_of_huge_numbers():
    """Weights may be huge; a game of so many guesses is none, and its mean would be no float."""
    many = mc.Distribution({1: 10**200, 3: 10**200})
    assert (many.mean, many.stdev, many.median) == (2.0, 1.0, 2.0)
    assert "mean 2.0000" in str(many)
    with one_line(mc.BadArgument, "no game takes"):
        mc.Distribution({1: 1, 10**300: 1})
    good = {"number": 0, "length": 1, "evaluations": 0, "inconsistent": 0, "seconds": 0.0}
    record = type(mc.simulate(mc.TwoD(2), "knuth", games=1).records[0])
    assert record(**good).length == 1
    for part, value in [
        ("length", 10**300),
        ("length", -1),
        ("number", -1),
        ("evaluations", 2.5),
        ("inconsistent", 2**63),
        ("seconds", float("nan")),
        ("seconds", 10**400),
    ]:
        with one_line(mc.BadArgument, part):
            record(**{**good, part: value})


def test_a_summary_of_huge_numbers_is_not_loaded():
    summary = mc.simulate(mc.TwoD(2), "knuth", games=3)
    text = mc.to_json(summary)
    assert str(mc.from_json(text)) == str(summary)
    length = summary.records[0].length
    for huge in (10**300, 10**400, 2**63):
        with one_line(mc.BadFile):
            mc.from_json(text.replace(f'"length":{length}', f'"length":{huge}'))
