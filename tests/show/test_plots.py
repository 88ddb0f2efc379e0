"""Plots: the figures that are drawn are those of the strategies, and the Axes come back."""

from __future__ import annotations

import builtins
import sys
from math import log2

import pytest
from errors import one_line

import mastermind_core as mc

GAME = mc.TwoD(4)


@pytest.fixture
def pyplot():
    matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")


def test_the_bars_are_the_counts(pyplot):
    knuth = mc.length_distribution(GAME, "knuth")
    entropy = mc.length_distribution(GAME, "entropy")
    axes = mc.plot_distribution({"knuth": knuth, "entropy": entropy})
    heights = [[bar.get_height() for bar in series] for series in axes.containers]
    assert heights == [list(knuth.values()), list(entropy.values())]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["knuth", "entropy"]


def test_one_distribution_is_enough_and_axes_are_taken(pyplot):
    _, axes = pyplot.subplots()
    assert mc.plot_distribution(mc.length_distribution(GAME, "knuth"), ax=axes) is axes
    expected = mc.expected_distribution(GAME, mc.strategies.random_candidate)
    assert mc.plot_distribution({"lots": expected}).get_ylabel() == "probability"


def paths(strategy):
    return {path[-1][0]: path for path in mc.all_solutions(GAME, strategy)}


def test_the_candidates_are_those_of_the_games_still_going(pyplot):
    (line,) = mc.show.plot_candidates(GAME, "entropy").lines
    played = paths("entropy")
    for move, left in zip(line.get_xdata(), line.get_ydata(), strict=True):
        going = [path for path in played.values() if len(path) >= move]
        alike = [sum(other[: move - 1] == path[: move - 1] for other in going) for path in going]
        assert left == pytest.approx(sum(alike) / len(going))


def test_the_information_adds_up_to_the_whole(pyplot):
    (line,) = mc.show.plot_information(GAME, "knuth").lines
    played = paths("knuth")
    going = [sum(len(path) >= move for path in played.values()) for move in line.get_xdata()]
    told = sum(n * bits for n, bits in zip(going, line.get_ydata(), strict=True))
    # Every game begins with log2(16) bits to learn, and ends with none.
    assert told == pytest.approx(len(played) * log2(16))


def test_strategies_may_be_named_or_be_solutions(pyplot):
    best = mc.optimal(GAME)
    axes = mc.show.plot_information(GAME, {"best": best, "greedy": "entropy"})
    assert [line.get_label() for line in axes.lines] == ["best", "greedy"]
    assert len(mc.show.plot_candidates(GAME, [mc.strategies.knuth, "entropy"]).lines) == 2


def test_growth_is_drawn_by_size(pyplot):
    (line,) = mc.show.plot_growth({"worst": {2: 2, 3: 3, 5: 5}}).lines
    assert list(line.get_xdata()) == [2, 3, 5]


def test_a_recorder_keeps_how_the_bounds_close(pyplot):
    recorder = mc.show.Recorder()
    best = mc.optimal(mc.Mastermind(4, 3), progress=recorder)
    axes = mc.show.plot_bounds(recorder)
    assert recorder.records
    assert recorder.records[-1][1] <= best.total
    assert len(axes.lines) >= 1
    seconds = [record[0] for record in recorder.records]
    assert seconds == sorted(seconds)


def test_without_matplotlib_one_line_says_what_to_install(monkeypatch):
    real = builtins.__import__

    def refuse(name, *rest):
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *rest)

    for name in [name for name in sys.modules if name.startswith("matplotlib")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(builtins, "__import__", refuse)
    with one_line(mc.errors.MissingExtra, "pip install matplotlib", ".[plots]"):
        mc.plot_distribution(mc.length_distribution(GAME, "knuth"))


def test_nothing_to_plot_is_said(pyplot):
    with one_line(mc.BadArgument, "records"):
        mc.show.plot_bounds([])
    with one_line(mc.BadArgument, "mapping"):
        mc.plot_distribution({})


def test_the_labels_of_a_long_distribution_do_not_touch(pyplot):
    assert len(mc.plot_distribution(dict.fromkeys(range(1, 61), 1)).get_xticks()) <= 20
    assert list(mc.plot_distribution(dict.fromkeys(range(1, 8), 1)).get_xticks()) == [*range(1, 8)]


def test_the_posterior_of_a_history_has_its_commits_and_its_runs(pyplot):
    history = mc.games.History({"a": [], "b": ["a"], "c": ["a"], "merge": ["b", "c"]}, base="good")
    session = mc.Session(mc.noisy(history, {"fail": 0.2, "pass": 0.1}))
    for commit, answer in (
        ("b", "fail"),
        ("b", "fail"),
        ("c", "pass"),
        ("good", "pass"),
        ("a", None),
    ):
        session.record(commit, answer)
    axes = mc.show.plot_posterior(session)
    area, *answers = axes.collections
    heights = area.get_paths()[0].vertices
    for place, commit in enumerate(history.commits):
        near = heights[abs(heights[:, 0] - place) <= 0.5, 1]
        assert any(height == pytest.approx(session.posterior[commit]) for height in near)
    assert max(heights[:, 1]) == pytest.approx(max(session.posterior.values()))
    shown = {
        series.get_label(): (series.get_offsets()[:, 0].tolist(), series.get_sizes().tolist())
        for series in answers
    }
    # The run of the good commit before the history has no place.
    assert shown == {"fail": ([1], [50]), "no answer": ([0], [25]), "pass": ([2], [25])}
    assert axes.get_ylim()[1] > max(series.get_offsets()[:, 1].max() for series in answers)
    under = axes.xaxis.get_major_formatter()
    assert [under(place, None) for place in (-1, 0, 1.5, 3, 4)] == ["", "a", "", "merge", ""]


def test_numbers_that_were_measured_have_one_row(pyplot):
    session = mc.Session(mc.noisy(mc.games.History(20, base=0), "normal"))
    for number in (1.5, 2.5, 1.75, 2.25, 1.5):
        session.answer(number)
    _, *rows = mc.show.plot_posterior(session).collections
    assert [row.get_label() for row in rows] == ["a number"]


def test_the_posterior_of_exact_scores_and_what_has_none(pyplot):
    session = mc.Session(GAME)
    session.record((1, 1), GAME.score((1, 1), (2, 3)))
    axes = mc.show.plot_posterior(session)
    assert axes.get_xlabel() == "secret"
    assert len(axes.collections) == 2
    with one_line(mc.BadArgument, "session must be a session"):
        mc.show.plot_posterior(GAME)
    classes = mc.noisy(mc.identified(GAME, lambda secret: f"first {secret[0]}"), 0.1)
    with one_line(mc.BadArgument, "not in classes"):
        mc.show.plot_posterior(mc.Session(classes))
