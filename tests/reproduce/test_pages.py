"""The committed pages of the claims: whole, made from their log, and the log computed again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from amounts import mostly_slow

from reproduce.__main__ import main
from reproduce.documents import DOCUMENTS, document
from reproduce.judging import Word
from reproduce.measuring import SEED, Measurements, measure
from reproduce.pages import LOG, describe, read_page, rows, slow, tally

FOLDER = Path(__file__).parents[2] / "docs" / "reproduce"
LOGGED = Measurements(FOLDER / LOG, SEED)
CALLS = dict.fromkeys(call for n in DOCUMENTS for g in document(n).groups for call in g.calls())


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_figure_has_a_row_and_a_verdict(name):
    made = read_page(FOLDER / f"{name}.csv")
    assert len(made) == document(name).figures
    assert set(tally(made)) <= set(get_args(Word))
    assert all(row.computed for row in made if row.verdict != "unknown")
    assert all(row.reason for row in made if row.verdict not in ("holds", "unknown"))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_fitted_figure_says_what_was_open_and_how_many_were_tried(name):
    made = [row for row in read_page(FOLDER / f"{name}.csv") if row.verdict == "fitted"]
    for row in made:
        _, _, text = row.reason.partition("fitted: ")
        assert re.search(r"\bopen\b|\btried\b|\bcombinations\b|no strategy is named", text), row
    settled = (row for row in read_page(FOLDER / f"{name}.csv") if row.verdict == "holds")
    assert not [row for row in settled if "was chosen" in row.reason]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_page_is_what_its_log_and_its_data_say(name):
    assert read_page(FOLDER / f"{name}.csv") == list(rows(document(name), LOGGED))


#: The totals and worst cases of a rule under all its ties, as a reason states them.
TOTALS = re.compile(r"total ([\d, to]+), worst case (\d+)(?: (?:or|to) (\d+))?")


def of_ties(text):
    """Return the totals and the worst cases that a text names, each from least to most."""
    runs, low, high = TOTALS.search(text).groups()
    totals = [tuple(map(int, run.split(" to "))) for run in runs.split(", ")]
    return [(run[0], run[-1]) for run in totals], (int(low), int(high or low))


def secrets_of(call):
    """Return the number of codes of the game in a call."""
    holes, colours = map(int, re.search(r"\bM\((\d), (\d+)\)", call).groups())
    return colours**holes


def tried(row):
    """Return what a row tried, by label; the main call of the row has no label."""
    parts = re.findall(r"tried, ([^:;]+): (.*?)(?=; tried, |$)", row.reason)
    ties = re.search(r"the rule under all its ties: (total .*?)(?=; |$)", row.reason)
    return {"": row.computed, **dict(parts)}, ties and ties[1]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_row_contradicts_itself(name):
    # A rule with one order of its ties is among the same rule under all its ties.
    compared = 0
    for row in read_page(FOLDER / f"{name}.csv"):
        values, main = tried(row)
        spectra = {label.removesuffix(", all ties"): text for label, text in values.items()}
        spectra = {label: text for label, text in spectra.items() if text.startswith("total ")}
        if main:
            spectra[""] = main
        for label, text in spectra.items():
            runs, (low, high) = of_ties(text)
            value = re.match(r"[\d.]+", values.get(label, ""))
            if value is None or row.figure not in ("total", "mean", "worst case"):
                continue
            compared += 1
            number = float(value[0])
            if row.figure == "worst case":
                assert low <= number <= high, row
            else:
                total = number * (secrets_of(row.call) if row.figure == "mean" else 1)
                assert any(least - 0.1 <= total <= most + 0.1 for least, most in runs), row
            average = re.match(r"[\d.]+", values.get(f"{label}, random ties", ""))
            if average and row.figure == "mean":
                total = float(average[0]) * secrets_of(row.call)
                assert runs[0][0] - 0.1 <= total <= runs[-1][1] + 0.1, row
    assert compared > 0 or name in ("thesis", "language", "minimax")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_figures_of_one_computation_agree(name):
    # Lengths add up to their total, and the total is the mean times the number of secrets.
    groups: dict[tuple[str, str, str], dict[str, str]] = {}
    for row in read_page(FOLDER / f"{name}.csv"):
        if not row.probability and row.call.startswith("length_distribution(M(4"):
            groups.setdefault((row.place, row.subject, row.call), {})[row.figure] = row.computed
    for (_, _, call), values in groups.items():
        lengths = {int(f.split()[0]): int(n) for f, n in values.items() if f.endswith(" guesses")}
        if "total" in values and lengths:
            assert sum(n * count for n, count in lengths.items()) == int(values["total"])
            assert sum(lengths.values()) == secrets_of(call)
        if "total" in values and "mean" in values:
            assert float(values["mean"]) == round(int(values["total"]) / secrets_of(call), 4)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_holds_is_what_was_computed(name):
    # The verdict against the two figures beside it, where nothing was left to chance.
    for row in read_page(FOLDER / f"{name}.csv"):
        claimed, computed = (text.replace(",", "") for text in (row.claimed, row.computed))
        if row.probability or not re.fullmatch(r"-?[\d.]+", claimed):
            continue
        if re.fullmatch(r"-?[\d.]+", computed) and row.verdict in ("holds", "differs"):
            digits = len(claimed.partition(".")[2])
            near = abs(float(claimed) - float(computed)) <= 10**-digits
            assert near or row.verdict == "differs", row
            rounded = f"{float(computed):.{digits}f}" == f"{float(claimed):.{digits}f}"
            assert not rounded or row.verdict == "holds", row


def test_the_log_holds_what_is_asked_for_and_nothing_else():
    assert all(call in LOGGED for call in CALLS)
    assert len(LOGGED) == len(CALLS)


def test_every_sampled_figure_has_at_least_the_games_of_its_source():
    drawn = 0
    for group in (group for name in DOCUMENTS for group in document(name).groups):
        for call in group.calls():
            games = LOGGED[call].games
            if games is not None and group.games is not None:
                drawn += 1
                assert games >= group.games, call
    assert drawn > 80


#: A quick call that takes nearly as long as all others together.
DEAREST = "any((3, 1) in left_by_score(M(4, 6), code) for code in M(4, 6).guesses)"


QUICK = [call for call in CALLS if not slow(call) and call != DEAREST]


@pytest.mark.compiled
@pytest.mark.parametrize("part", mostly_slow(range(5), quick=[0]))
def test_quick_calls_give_what_the_log_holds(part):
    calls = QUICK[part::5]
    assert len(calls) > 6
    for call in calls:
        assert measure(call) == LOGGED[call], call


@pytest.mark.compiled
@pytest.mark.slow
def test_the_dearest_quick_call_gives_what_the_log_holds():
    assert measure(DEAREST) == LOGGED[DEAREST]


@pytest.mark.compiled
@pytest.mark.slow
def test_games_give_what_the_log_holds():
    for call in CALLS:
        if "simulate(M(3, 4)" in call or call == "simulate(M(8, 12), rosu, 200, seed={seed})":
            assert measure(call) == LOGGED[call], call


def test_the_command_writes_quick_pages(tmp_path, capsys):
    lines = (FOLDER / LOG).read_text(encoding="utf-8").splitlines(keepends=True)
    costly = "".join(line for line in lines if "score_of(" not in line)
    (tmp_path / LOG).write_text(costly, encoding="utf-8")
    asked = ["--all", "--quick", "--document", "language", "--into", str(tmp_path)]
    assert main(asked) == 0
    made = read_page(tmp_path / "language.csv")
    assert capsys.readouterr().out.splitlines()[-1] == f"language: {describe(made)}"
    assert main([]) == 2


def test_no_exact_figure_of_the_thesis_but_its_known_errors_differs():
    made = read_page(FOLDER / "thesis.csv")
    wrong = {row.place for row in made if row.verdict == "differs" and not row.probability}
    assert wrong == {
        "section 1", "table 1, 2MMKC", "section 3.1", "section 3.2", "section 3.4", "section 4",
        "section 5", "table 5",
    }  # fmt: skip
    # The thesis states how it breaks ties: no other order is its strategy.
    assert not [row for row in made if row.verdict == "reached"]
