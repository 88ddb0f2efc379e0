"""The pages of the claims show their tables to readers who have no build of the documentation."""

from __future__ import annotations

import csv
import re
from functools import cache
from pathlib import Path

import pytest

import mastermind_core as mc
from reproduce.documents import DOCUMENTS
from reproduce.measuring import SEED, Measurements
from reproduce.pages import read_page
from reproduce.rendering import BEGIN, SLOW, parts, write_pages

docutils = pytest.importorskip("docutils.core", reason="docutils is not installed")

FOLDER = Path(__file__).parents[2] / "docs" / "reproduce"
PAGES = [*DOCUMENTS, "claims"]


@cache
def read(name):
    """Return a page as plain docutils reads it, which knows no directive of a build."""
    text = (FOLDER / f"{name}.rst").read_text(encoding="utf-8")
    settings = {"report_level": 5, "file_insertion_enabled": False}
    return docutils.publish_doctree(text, settings_overrides=settings)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_plain_docutils_shows_every_row_with_its_verdict_and_its_call(name):
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    *_, table = read(name).findall(lambda node: node.tagname == "table")
    _, *shown = table.findall(lambda node: node.tagname == "row")
    assert len(shown) == len(rows)
    for row, node in zip(rows, shown, strict=True):
        cells = [cell.astext() for cell in node.children]
        assert cells[0] == f"{row['place']}: {row['subject']}"
        assert cells[2:5] == [row["claimed"], row["computed"], row["verdict"]]
        assert row["reason"] in cells[6]
        literals = [one.astext() for one in node.findall(lambda node: node.tagname == "literal")]
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


def words_of(name):
    """Return the rows of the table of a document's words: its cells as nodes."""
    first, *_ = read(name).findall(lambda node: node.tagname == "table")
    _, *rows = first.findall(lambda node: node.tagname == "row")
    return [row.children for row in rows]


@pytest.mark.compiled
@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_word_of_a_document_has_a_call_that_runs_and_a_verdict_that_is_in_the_rows(name):
    rows = read_page(FOLDER / f"{name}.csv")
    verdicts = {(row.place, row.verdict) for row in rows}
    assert len(words_of(name)) > 12
    for word, here, call, verdict in words_of(name):
        assert word.astext()
        for link in here.findall(lambda node: node.tagname == "reference"):
            assert (FOLDER / link["refuri"]).exists()
            strategy = Path(link["refuri"]).stem
            assert "strategies" not in link["refuri"] or strategy in mc.STRATEGIES
        for literal in call.findall(lambda node: node.tagname == "literal"):
            compiled = compile(literal.astext(), "call", "eval")
            if not LONG.search(literal.astext()):
                eval(compiled, {"mc": mc, "game": GAMES[name]})
        if verdict.astext():
            said, _, place = verdict.astext().rstrip(")").partition(" (")
            assert (place, said) in verdicts, verdict.astext()


def test_the_program_in_the_language_of_functions_is_short():
    text = (FOLDER / "language-of-functions.rst").read_text(encoding="utf-8")
    program = text.partition("The counts of the answer")[0]
    assert len(re.findall(r"^(?:>>>|\.\.\.) ", program, re.MULTILINE)) <= 40


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
