"""The page of open questions: its tables are what the command gives."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: The marks of a known result that takes over ten CPU seconds.
LONG = (pytest.mark.long, pytest.mark.slow)

PAGE = (ROOT / "docs" / "reproduce" / "questions.txt").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def questions(monkeypatch):
    """Return the module, which is beside the package."""
    monkeypatch.syspath_prepend(ROOT)
    return import_module("benchmarks.questions")


@pytest.mark.parametrize(
    ("part", "names"),
    [
        ("optimal_rule", ("M(2,5)", "M(3,2)", "M(5,2)", "M(7,2)", "AB(4,6)")),
        pytest.param("optimal_rule", ("AB(4,8)",), marks=LONG),
        ("spectra", ("M(3,4)", "M(3,5)")),
        ("heuristics", ("M(3,6)", "M(4,4)")),
        ("informative", ()),
        ("greedy", ("TwoD(5)", "TwoD(6)", "SO(2,7)", "SO(3,5)", "SO(4,4)")),
        ("five", ()),
        pytest.param("greedy", ("TwoD(9)", "SO(3,10)", "SO(4,8)", "SO(5,5)"), marks=LONG),
    ],
)
@pytest.mark.compiled
def test_the_page_has_what_the_command_gives(questions, part, names):
    lines = list(questions.PARTS[part](*names))
    assert lines
    assert set(lines) <= set(PAGE)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("part", ["falling", "largest", "three_holes", "drawn", "vowels"])
@pytest.mark.compiled
def test_the_page_has_what_the_longer_parts_give(questions, part):
    assert set(questions.PARTS[part]()) <= set(PAGE)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.compiled
def test_the_page_has_where_the_five_guess_rule_fails(questions):
    """Of these sizes all but one fail under any ties; at AB(4,11) some of the ties do not."""
    lines = list(questions.optimal_rule("M(3,12)", "M(6,4)", "AB(4,9)", "AB(5,7)", "AB(4,11)"))
    assert set(lines) <= set(PAGE)
    assert [line.endswith("under no ties") for line in lines] == [False, *[True] * 4, False]


def numbers(line):
    """Return the means of a line of the part "growing", and what is added from one to the next."""
    means, _, added = line.partition(": ")[2].partition(", added ")
    return [float(mean) for mean in means.split()], [float(more) for more in added.split()]


def exact(line):
    """Return the exact means of a line of the part "drawn"."""
    return [float(mean) for mean in line.partition(": ")[2].split()]


def test_the_growth_of_a_mean_is_between_games_near_the_exact_means(questions, monkeypatch):
    """Of 300 games a mean has a standard error of 0.07; of the page's games one of 0.008."""
    by_holes, by_colours = PAGE[PAGE.index("growing") + 2 :][:2]
    two, three, four = map(exact, PAGE[PAGE.index("drawn") + 2 :][:3])
    assert numbers(by_holes)[0][:3] == pytest.approx([two[3], three[3], four[3]], abs=0.025)
    assert numbers(by_colours)[0][:2] == pytest.approx(four[2:], abs=0.025)
    monkeypatch.setattr(questions, "DRAWN", 300)
    (line,) = questions.growing("M(2,5)", "M(3,5)", "M(3,3)")
    assert numbers(line)[0] == pytest.approx([two[3], three[3], three[1]], abs=0.3)
    for means, added in map(numbers, (by_holes, by_colours, line)):
        told = [more - less for less, more in pairwise(means)]
        assert added == pytest.approx(told, abs=0.0061)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.compiled
def test_the_page_has_the_growth_that_the_command_gives(questions):
    (line,) = questions.growing("M(2,5)", "M(3,5)", "M(4,5)")
    means, added = numbers(PAGE[PAGE.index("growing") + 2])
    assert numbers(line) == (means[:3], added[:2])


def test_every_size_has_its_line(questions):
    part = PAGE[: PAGE.index("falling")]
    found = [line.split()[0] for line in part if line.startswith(("M(", "AB("))]
    assert found == list(questions.SIZES)


def test_every_rule_has_its_line_for_every_game(questions):
    wanted = [(game, rule) for game in questions.TIED for rule in questions.RULES]
    found = [tuple(line.split()[:2]) for line in PAGE if "worst case" in line and "total" in line]
    assert [one for one in found if one[1] in questions.RULES] == wanted


def test_every_part_has_its_table(questions):
    assert [line for line in PAGE if line in questions.PARTS] == list(questions.PARTS)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("game", ["M(4,7)", "M(5,5)"])
@pytest.mark.compiled
def test_the_page_has_what_larger_games_have_under_all_ties(questions, game):
    lines = list(questions.spectra(game))
    assert len(lines) == len(questions.RULES)
    assert set(lines) <= set(PAGE)
