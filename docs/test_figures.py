"""Check that the tables of figures hold what the committed outputs say."""

from __future__ import annotations

import csv
import re
import sys
from collections import Counter
from fractions import Fraction
from math import ceil
from pathlib import Path

import docutils.core
import pytest

import mastermind_core as mc
from mastermind_core.strategies.base import randomized
from mastermind_core.strategies.catalogue import idea_of

pytest.importorskip("sphinx", reason="sphinx is not installed")

sys.path.insert(0, str(Path(__file__).parent))
from catalogue import in_cell, printed, strategy_page
from figures import ends, optima
from written import pages, rewritten

FOLDER = Path(__file__).parent / "reproduce"


def test_every_column_of_an_optimum_is_in_its_row():
    lines = (FOLDER / "optima.txt").read_text(encoding="utf-8").splitlines()
    rows = optima("\n".join(lines))
    assert rows[0] == ["game", "secrets", "objective", "value", "mean", "state", "known"]
    for row, line in zip(rows, lines, strict=True):
        assert " ".join(filter(None, row)) == " ".join(line.split())


def test_an_initial_does_not_begin_a_list():
    assert in_cell("P. Norvig, Mastermind. A note") == r"P\. Norvig, Mastermind. A note"
    assert in_cell("D. E. Knuth") == r"D\. E. Knuth"


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("swaszek", ["4.758", "4.971", "4.758"]),
        ("bento", ["6.866", "5.912", "6.721"]),
        ("kalisker_camens", ["4.75", "4.684", "4.766", "6.39", "5.870", "6.527"]),
        ("knuth", []),
    ],
)
def test_a_page_has_the_printed_mean_beside_that_of_its_strategy(name, figures):
    cells = [line.removeprefix("     - ") for line in printed(name)]
    assert [cell for cell in cells if re.fullmatch(r"\d\.\d+", cell)] == figures


def said_by_docutils(page):
    """Return what plain docutils, as a repository page has it, does not understand in a page."""
    settings = {"report_level": 5, "file_insertion_enabled": False, "raw_enabled": False}
    text = page.read_text(encoding="utf-8")
    tree = docutils.core.publish_doctree(text, settings_overrides=settings)
    said = [node.astext() for node in tree.findall(lambda node: node.tagname == "system_message")]
    # The lists of pages of a build are left out.
    return [text for text in said if "toctree" not in text and "No directive entry" not in text]


README = Path(__file__).parents[1] / "README.rst"
LINKED = sorted(set(re.findall(r"docs/[\w/-]+\.rst", README.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("page", ["README.rst", *LINKED])
def test_a_page_that_the_readme_links_to_is_read_whole_by_plain_docutils(page):
    assert not said_by_docutils(README.parent / page)


@pytest.mark.parametrize("page", list(pages()), ids=lambda page: page.stem)
def test_a_page_has_the_results_that_are_committed(page):
    assert page.read_text(encoding="utf-8") == rewritten(page), "run python docs/written.py"


def test_the_results_of_commands_are_on_nine_pages():
    assert len(list(pages())) >= 9


def test_strategies_without_chance_play_every_secret_in_the_table():
    with (Path(__file__).parent / "strategies" / "figures.csv").open(encoding="utf-8") as file:
        games = {row["name"]: int(row["games"]) for row in csv.DictReader(file)}
    assert {name for name in games if games[name] < 1296} == {
        name for name in games if randomized(mc.STRATEGIES[name])
    }


STRATEGY_PAGES = Path(__file__).parent / "strategies"
STRATEGIES = list(mc.STRATEGIES.own)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", STRATEGIES)
def test_the_page_of_a_strategy_is_what_its_command_writes(name):
    page = (STRATEGY_PAGES / f"{name}.rst").read_text(encoding="utf-8")
    assert page == "\n".join(strategy_page(name)), "run python docs/catalogue.py"


@pytest.mark.parametrize("name", ["index", *STRATEGIES])
def test_plain_docutils_reads_the_page_of_a_strategy(name):
    page = STRATEGY_PAGES / f"{name}.rst"
    assert not said_by_docutils(page)
    text = page.read_text(encoding="utf-8")
    assert all(word in text for word in (STRATEGIES if name == "index" else ["Source"]))
    assert name == "index" or idea_of(name) in text


def test_each_strategy_that_plays_another_rule_than_its_source_says_so():
    with (STRATEGY_PAGES / "printed.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["name"] for row in rows} >= {
        "bento", "kalisker_camens", "maxent", "maxmin", "merc", "merelo", "rhodes_annealing",
        "singley", "swaszek", "ugurdag", "worst_choice",
    }  # fmt: skip
    for row in rows:
        page = (STRATEGY_PAGES / f"{row['name']}.rst").read_text(encoding="utf-8")
        assert "In its source" in page
        assert row["printed"] in page
        assert f"``{row['study']}``" in page


with (FOLDER / "first-words.csv").open(encoding="utf-8", newline="") as _file:
    WORTH = {row["word"]: (int(row["total"]), row["mean"]) for row in csv.DictReader(_file)}
SAID = (FOLDER / "first-words.txt").read_text(encoding="utf-8")
TOTALS = [total for total, _ in WORTH.values()]


def test_the_first_words_are_sorted_and_stand_there_once():
    lines = (FOLDER / "first-words.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert len(lines) == len(WORTH) > 10_000
    keys = [(total, word) for word, (total, _) in WORTH.items()]
    assert keys == sorted(keys)


def test_how_many_first_words_are_known_is_what_the_table_has():
    known, words, left = re.match(
        r"([\d,]+) of ([\d,]+) first words, 2,309 answers(?:; ([\d,]+) are not known yet)?\n", SAID
    ).groups(default="0")
    known, words, left = (int(number.replace(",", "")) for number in (known, words, left))
    assert (known, words) == (len(WORTH), 12_972)
    assert left == words - known


def test_the_means_of_first_words_are_their_totals_by_answers():
    wrong = [word for word, (total, mean) in WORTH.items() if f"{total / 2309:.4f}" != mean]
    assert not wrong


def test_the_best_and_the_worst_first_word_are_those_of_the_table():
    ordered = list(WORTH.items())
    for what, (word, (total, mean)) in (("least", ordered[0]), ("most", ordered[-1])):
        assert re.search(rf"^{what} +{total} {mean} {word}$", SAID, re.MULTILINE), what


def test_the_quantiles_of_first_words_are_those_of_the_table():
    said = re.findall(r"^ *(\d+) % +(\d+) ([\d.]+) or less$", SAID, re.MULTILINE)
    assert len(said) == 9
    for part, total, mean in said:
        needed = ceil(Fraction(int(part), 100) * len(TOTALS))
        assert sum(one <= int(total) for one in TOTALS) >= needed, part
        assert sum(one < int(total) for one in TOTALS) < needed, part
        assert f"{int(total) / 2309:.4f}" == mean


def test_each_hundred_has_as_many_first_words_as_the_table():
    said = re.findall(r"^ *(\d+) to +(\d+) +(\d+) #+$", SAID, re.MULTILINE)
    assert all(int(end) - int(start) == 99 for start, end, _ in said)
    assert {int(start) // 100: int(count) for start, _, count in said} == Counter(
        total // 100 for total in TOTALS
    )


def test_what_is_said_of_the_published_totals_adds_up():
    known_here = r"^published: (\S+) totals, of which (\S+) are known here; "
    line = re.search(known_here + r"(\S+) are equal, (\S+) differ$", SAID, re.MULTILINE)
    published, both, equal, differ = (int(number.replace(",", "")) for number in line.groups())
    assert published >= both == len(WORTH)
    assert equal + differ == both
    others = re.findall(
        r"^([a-z]{5}): (\d+) here, (\d+) within 6 guesses, (\d+) there$", SAID, re.MULTILINE
    )
    assert len(others) == differ
    assert all(WORTH[word][0] == int(here) for word, here, _, _ in others)
    # The page says why: no path is limited here, and the published totals are of six guesses.
    assert all(int(here) < int(six) == int(there) for _, here, six, there in others)


def test_the_figures_in_the_text_of_the_page_are_those_of_the_table():
    page = (FOLDER.parent / "results" / "wordle.rst").read_text(encoding="utf-8")
    limit = sorted(TOTALS)[99]
    best = sum(total <= limit for total in TOTALS)
    assert f"the hundred best first words ({best}," in page
    assert TOTALS.count(limit) == 3
    assert f"does better than {min(TOTALS)} (" in page
    shown = re.search(
        r"With \*zanze\*, for\s+example, (\d+) guesses.*?the minimum total is (\d+)", page, re.S
    )
    assert "zanze: {} here, {} within 6 guesses, ".format(*shown.groups()) in SAID


def test_rows_of_either_end_are_taken_from_a_table():
    names, *rows = (FOLDER / "first-words.csv").read_text(encoding="utf-8").splitlines()
    table = ends(FOLDER / "first-words.csv", 2), ends(FOLDER / "first-words.csv", -2)
    assert table[0] == [line.split(",") for line in (names, *rows[:2])]
    assert table[1] == [line.split(",") for line in (names, *rows[-2:])]
