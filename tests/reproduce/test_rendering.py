"""The pages of the claims show their tables to readers who have no build of the documentation."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from document_pages import FOLDER, links_of, literals_of, read, tables_of

import mastermind_core as mc
from reproduce.documents import DOCUMENTS
from reproduce.measuring import SEED, Measurements
from reproduce.pages import read_page
from reproduce.rendering import BEGIN, SLOW, parts, write_pages

PAGES = [*DOCUMENTS, "claims"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_plain_docutils_shows_every_row_with_its_verdict_and_its_call(name):
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    shown = tables_of(name)[-1]
    assert len(shown) == len(rows)
    for row, nodes in zip(rows, shown, strict=True):
        cells = [cell.astext() for cell in nodes]
        assert cells[0] == f"{row['place']}: {row['subject']}"
        assert cells[2:5] == [row["claimed"], row["computed"], row["verdict"]]
        assert row["reason"] in cells[6]
        literals = [text for cell in nodes for text in literals_of(cell)]
        assert literals == [row["call"]] * bool(row["call"])


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_claims_has_no_directive_that_only_a_build_knows(name):
    wrong = read(name).findall(lambda node: node.tagname == "system_message")
    # Code blocks and tables of contents are shown as text.
    known = ("toctree", '"doc"', "literalinclude", "file insertion", '"func"')
    assert not [node.astext() for node in wrong if not any(word in node.astext() for word in known)]


def test_the_pages_are_what_the_tables_say(tmp_path):
    for path in (*FOLDER.glob("*.csv"), *FOLDER.glob("*.jsonl"), *FOLDER.glob("*.rst")):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    assert set(write_pages(tmp_path, SEED)) == {f"{name}.rst" for name in PAGES}
    for name in PAGES:
        page = f"{name}.rst"
        assert (tmp_path / page).read_text() == (FOLDER / page).read_text(), page


GAMES = {
    "language": mc.Mastermind(colours=6, holes=4, repeats="guesses"),
    **dict.fromkeys(("thesis", "survey", "minimax", "annealing"), mc.Mastermind(6, 4)),
}

#: Calls of the tables that take seconds: they are read, not run.
LONG = re.compile(
    r"path_dist|expected_dist|neuwirth|bernier|berghman|colours=[78]|SO|optimal\(|two_colour|bento|kalis|merelo|ugurdag|tie_spec"
)


@pytest.mark.compiled
@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_word_of_a_document_has_a_call_that_runs_and_a_verdict_that_is_in_the_rows(name):
    rows = read_page(FOLDER / f"{name}.csv")
    verdicts = {(row.place, row.verdict) for row in rows}
    words = tables_of(name)[0]
    assert len(words) > 12
    for word, here, call, verdict in words:
        assert word.astext()
        for link in links_of(here):
            assert (FOLDER / link).exists()
            assert "/strategies/" not in link or Path(link).stem in mc.STRATEGIES
        for text in literals_of(call):
            compiled = compile(text, "call", "eval")
            if not LONG.search(text):
                eval(compiled, {"mc": mc, "game": GAMES[name]})
        if verdict.astext():
            said, _, place = verdict.astext().rstrip(")").partition(" (")
            assert (place, said) in verdicts, verdict.astext()


def test_the_program_in_the_language_of_functions_is_short():
    text = (FOLDER / "language-of-functions.rst").read_text(encoding="utf-8")
    assert len(re.findall(r"^(?:>>>|\.\.\.) ", text, re.MULTILINE)) <= 40
    # It has a game of its own with sets, twoD, and the eight colours of the addendum.
    assert all(part in text for part in ("V = set(", "mc.TwoD(5)", "colours=8, holes=4"))


def test_a_slow_call_says_so():
    slow = {
        c
        for c, found in Measurements(FOLDER / "measurements.jsonl", SEED).items()
        if found.seconds >= SLOW
    }
    text = "".join("\n".join(parts(FOLDER, SEED)[name]["rows"]) for name in DOCUMENTS)
    named = [call for call in slow if f"``{call}`` (takes " in text.replace('""', '"')]
    assert len(named) > 40
    assert "expected_distribution(M(4, 6), RandomCandidate())" in named


def test_each_page_has_the_place_of_its_tables():
    for name, by_name in parts(FOLDER, SEED).items():
        text = (FOLDER / f"{name}.rst").read_text(encoding="utf-8")
        assert all(BEGIN.format(part) in text for part in by_name)
