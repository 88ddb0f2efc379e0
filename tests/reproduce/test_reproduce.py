"""The report on published figures, and its copy in the docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mastermind_core as mc
from mastermind_core.cli import main
from mastermind_core.reproduce import CLAIMS, Claim, report
from mastermind_core.reproduce.methods import GAMES, RULES

COPY = Path(__file__).parents[2] / "docs" / "reproduce" / "greedy.txt"


def rows(text):
    """Return the rows of a report: a title, and the lines below it."""
    return re.findall(r"^\S.*\n(?:  .*\n)+", text, flags=re.MULTILINE)


def test_every_claim_names_a_game_and_rules_that_exist():
    for claim in CLAIMS:
        assert claim.game in GAMES
        assert {claim.rule, *claim.tries.values()} <= set(RULES)


def test_the_printed_seven_colour_column_is_not_of_its_game():
    (row,) = (claim for claim in CLAIMS if "table 5" in claim.source and claim.game == "M(4,7)")
    assert sum(row.lengths) == 2145 != 7**4
    assert sum(n * count for n, count in enumerate(row.lengths, start=1)) == row.total


def test_the_quick_rows_of_the_docs_are_what_the_command_prints(capsys):
    assert main(["reproduce", "greedy", "--quick"]) == 0
    printed = rows(capsys.readouterr().out)
    assert printed
    assert set(printed) <= set(rows(COPY.read_text(encoding="utf-8")))


def test_a_difference_says_where_and_why_and_what_was_tried():
    claim = Claim(
        "a book",
        "knuth",
        "AB(4,6)",
        "five-guess",
        "quick",
        total=1489,
        mean="4.139",
        because="a misprint",
        tries={"candidates only": "candidates only"},
    )
    lines = list(report([claim]))
    assert lines[3] == "  different in total: a misprint"
    assert lines[4].startswith("  tried     candidates only: ")
    assert lines[4].endswith(", different")


def test_long_rows_are_named_and_skipped():
    claim = Claim("a book", "paths", "M(4,10)", "every branch", "long", mean="4.8")
    assert list(report([claim]))[-1] == "  skipped: takes minutes; --all computes it"


def test_quick_and_everything_exclude_each_other():
    with pytest.raises(mc.BadArgument, match="exclude each other"):
        list(report(quick=True, everything=True))
