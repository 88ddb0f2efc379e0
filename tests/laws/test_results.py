"""What every result keeps to: pickling, copying, dictionaries for JSON, frames of pandas."""

from __future__ import annotations

import copy
import json
import pickle
import sys

import pytest
from errors import one_line

import mastermind_core as mc

GAME = mc.TwoD(4)
RESULTS = {
    "Distribution": mc.length_distribution(GAME, "entropy"),
    "one draw": mc.length_distribution(GAME, "random_candidate"),
    "WorstCase": mc.worst_case(GAME, "knuth"),
    "Summary": mc.simulate(GAME, "entropy", games=8),
    "one game": mc.simulate(GAME, "entropy", games=1),
    "Standings": mc.compare(GAME, ["entropy", "knuth"], games=6),
    "TieSpectrum": mc.tie_spectrum(GAME),
    "TieStudy": mc.studies.tie_study(GAME, "knuth", orders=3),
    "ExpectedDistribution": mc.expected_distribution(mc.TwoD(3), "random_candidate"),
}
every_result = pytest.mark.parametrize("name", RESULTS)


@every_result
def test_it_survives_pickling_and_copying(name):
    result = RESULTS[name]
    for again in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
        assert type(again) is type(result)
        assert again == result
        assert str(again) == str(result)
        assert again.to_dict() == result.to_dict()


@every_result
def test_its_dictionary_can_be_written_as_json(name):
    result = RESULTS[name]
    written = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert written
    assert set(written) == set(result.to_dict())


@every_result
def test_without_pandas_a_frame_is_refused_in_one_line(name, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with one_line(mc.errors.MissingExtra, "pandas", "to_dict()"):
        RESULTS[name].to_frame()


@every_result
def test_a_frame_has_a_row_for_each_of_its_parts(name, monkeypatch):
    class Pandas:
        @staticmethod
        def DataFrame(rows, columns):  # noqa: N802
            assert all(set(columns) <= set(row) for row in rows)
            return len(rows), tuple(columns)

    monkeypatch.setitem(sys.modules, "pandas", Pandas)
    rows, columns = RESULTS[name].to_frame()
    expected = {
        "Distribution": len(RESULTS["Distribution"]),
        "one draw": len(RESULTS["one draw"]),
        "WorstCase": int(RESULTS["WorstCase"]),
        "Summary": 8,
        "one game": 1,
        "Standings": 2,
        "TieSpectrum": len(RESULTS["TieSpectrum"].totals),
        "TieStudy": 4,
        "ExpectedDistribution": len(RESULTS["ExpectedDistribution"]),
    }
    assert rows == expected[name]
    assert columns


def test_a_distribution_as_a_plain_dictionary_can_be_written_as_json():
    lengths = RESULTS["Distribution"]
    assert json.loads(json.dumps(dict(lengths))) == {str(n): lengths[n] for n in lengths}


def test_a_real_frame_where_pandas_is_installed():
    pandas = pytest.importorskip("pandas")
    frame = RESULTS["Distribution"].to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert int(frame["secrets"].sum()) == 16


def test_the_worst_case_is_called_so_everywhere():
    for name in ("Distribution", "Summary", "ExpectedDistribution"):
        assert RESULTS[name].worst == max(RESULTS[name].to_dict()["lengths"])
        assert not hasattr(RESULTS[name], "max")
