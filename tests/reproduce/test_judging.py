"""How a figure is judged: by digits, by chance, by what cannot be."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from statistics import median, stdev

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from reproduce.documents import Group
from reproduce.judging import judge, possible_mean, same
from reproduce.measuring import Measured, Reached

KNUTH = Measured(shares={n: Fraction(c) for n, c in enumerate((1, 6, 62, 533, 694), 1)})
COIN = Measured(shares={1: Fraction(1, 2), 2: Fraction(1, 3), 3: Fraction(1, 6)})


def group(call="length_distribution(M(4, 6), knuth)", **more):
    claims = {key: more.pop(key) for key in list(more) if key in QUANTITIES}
    counts = more.pop("counts", {})
    return Group("there", "somebody", call, {**claims, **counts}, **more)


QUANTITIES = ("total", "mean", "worst", "median", "stdev", "evaluations", "seconds", "value")


def word(given, found=KNUTH):
    (quantity,) = given.claims
    return judge(given, quantity, found).word


@pytest.mark.parametrize(
    ("printed", "value", "verdict"),
    [
        ("4.476", Fraction(5801, 1296), True),
        ("4.47", Fraction(5801, 1296), True),
        ("4.48", Fraction(5801, 1296), True),
        ("4.478", Fraction(5801, 1296), False),
        ("648", Fraction(1297, 2), True),
        ("2.87e-3", Fraction(1600, 557363), True),
        ("1122", "1122", True),
        ("1, 1", "1, 2", False),
    ],
)
def test_an_exact_figure_is_rounded_or_cut(printed, value, verdict):
    assert same(printed, value) is verdict


def test_exact_figures_hold_or_differ():
    assert word(group(mean="4.476")) == "holds"
    assert word(group(mean="4.478")) == "differs"
    assert word(group(worst="7")) == "differs"
    assert word(group(counts={"5": "694"})) == "holds"
    assert word(group(counts={"6": "1"})) == "differs"
    assert word(group(total="5,801")) == "holds"


def test_a_reading_that_does_not_fit_leaves_a_figure_unknown():
    assert word(group(mean="4.478", reading="ties at will")) == "unknown"
    assert word(group(mean="4.476", reading="ties at will")) == "holds"
    assert word(group(mean="4.4", call=None), None) == "unknown"


def test_a_figure_of_a_reading_that_was_chosen_because_it_agrees_is_fitted():
    chosen = {"": "two ways were open and tried"}
    assert word(group(mean="4.476", reading="ties at will", fitted=chosen)) == "fitted"
    assert word(group(mean="4.478", reading="ties at will", fitted=chosen)) == "unknown"
    assert word(group(mean="4.13", reading="ties at will", fitted=chosen)) == "cannot be"
    given = group(mean="4.478", worst="5", reading="ties at will", fitted={"mean": "chosen"})
    assert judge(given, "mean", KNUTH, spectrum=SPECTRUM).word == "fitted"
    assert judge(given, "worst", KNUTH, spectrum=SPECTRUM).word == "holds"
    drawn = evolve(KNUTH, games=10**7)
    assert judge(group(mean="4.48", games=1296, fitted=chosen), "mean", drawn).word == "fitted"


def test_a_mean_below_the_optimum_cannot_be():
    assert word(group(mean="4.13")) == "cannot be"
    assert word(group(mean="4.13", games=1000)) == "cannot be"
    assert word(group(mean="4.34")) == "differs"
    assert word(group(mean="4.3", games=200)) == "differs"
    assert word(group(mean="4.13", call="length_distribution(M(4, 9), knuth)")) == "differs"


def test_a_mean_that_no_whole_number_of_guesses_has_cannot_be():
    assert word(group(mean="8.366", games=100), COIN) == "cannot be"
    drawn = Measured(shares=KNUTH.shares, games=50)
    assert judge(group(mean="4.376", games=100), "mean", drawn).word == "cannot be"
    assert possible_mean(group(mean="8.36", games=100))
    assert not possible_mean(group(mean="8.577", games=50))
    assert possible_mean(group(mean="8.577", games=50, assumed=True))


def test_a_contradiction_that_is_named_cannot_be():
    assert word(group(counts={"5": "69"}, cannot={"5": "they sum to less"})) == "cannot be"
    assert word(group(counts={"5": "694"}, cannot={"5": "they sum to less"})) == "holds"


def probability(found, games, quantity, printed):
    given = Group("there", "somebody", "play()", {quantity: printed}, games=games)
    return judge(given, quantity, found).probability


def samples(size):
    """Yield every sample of the coin, and how likely it is."""
    for drawn in product(COIN.shares, repeat=size):
        chance = Fraction(1)
        for length in drawn:
            chance *= COIN.shares[length]
        yield drawn, chance


@pytest.mark.parametrize("claimed", [2, 3])
def test_the_longest_game_is_as_likely_as_all_samples_say(claimed):
    at_most = sum(chance for drawn, chance in samples(4) if max(drawn) <= claimed)
    at_least = sum(chance for drawn, chance in samples(4) if max(drawn) >= claimed)
    expected = min(1.0, 2 * float(min(at_most, at_least)))
    assert probability(COIN, 4, "worst", str(claimed)) == pytest.approx(expected)


@pytest.mark.parametrize("claimed", [0, 1, 3, 6])
def test_a_count_is_as_likely_as_all_samples_say(claimed):
    counts = [(drawn.count(2), chance) for drawn, chance in samples(6)]
    at_most = sum(chance for count, chance in counts if count <= claimed)
    at_least = sum(chance for count, chance in counts if count >= claimed)
    expected = min(1.0, 2 * float(min(at_most, at_least)))
    assert probability(COIN, 6, "2", str(claimed)) == pytest.approx(expected)


@pytest.mark.parametrize(("quantity", "statistic"), [("mean", None), ("stdev", stdev)])
def test_a_sample_is_as_far_off_as_often_as_is_said(quantity, statistic):
    random = Random(4)
    lengths, weights = list(COIN.shares), [float(share) for share in COIN.shares.values()]
    drawn = [random.choices(lengths, weights, k=400) for _ in range(1500)]
    figures = [(statistic or (lambda row: sum(row) / len(row)))(row) for row in drawn]
    below = [probability(COIN, 400, quantity, f"{figure:.6f}") < 0.05 for figure in figures]
    assert 0.03 < sum(below) / len(below) < 0.07


def test_a_median_is_judged_by_the_half_of_a_sample():
    random = Random(5)
    even = Measured(shares={1: Fraction(51), 2: Fraction(49)})
    drawn = [median(random.choices((1, 2), (51, 49), k=301)) for _ in range(2000)]
    two = sum(middle == 2 for middle in drawn) / len(drawn)
    assert probability(even, 301, "median", "2") == pytest.approx(2 * two, abs=0.08)
    assert probability(even, 301, "median", "1") == 1.0


def test_a_verdict_near_the_level_is_open_only_where_games_were_drawn():
    drawn = Measured(shares=KNUTH.shares, games=1296)
    far = Group("", "", "", {"mean": "4.9"}, games=1296)
    near = Group("", "", "", {"mean": "4.55"}, games=1296)
    assert judge(near, "mean", drawn).word == "open"
    assert judge(near, "mean", KNUTH).word != "open"
    assert judge(far, "mean", drawn).word != "open"


def test_times_are_never_judged():
    timed = Measured(shares=KNUTH.shares, a_game=0.5)
    shown = judge(group(seconds="0.5"), "seconds", timed)
    assert (shown.word, shown.computed) == ("unknown", "0.5 s here")


SPECTRUM = Measured(reached=Reached(1296, ((5767, 5801), (5804, 5804)), (5, 6)))


@pytest.mark.parametrize(
    ("figure", "verdict"),
    [
        ({"mean": "4.476"}, "holds"),
        ({"mean": "4.478"}, "reached"),
        ({"total": "5,804"}, "reached"),
        ({"total": "5,803"}, "differs"),
        ({"mean": "4.50"}, "differs"),
        ({"worst": "5"}, "holds"),
        ({"worst": "6"}, "reached"),
        ({"worst": "7"}, "differs"),
    ],
)
@pytest.mark.parametrize("reading", ["", "ties at will"])
def test_all_totals_of_a_rule_decide_what_its_ties_can_give(figure, verdict, reading):
    (quantity,) = figure
    given = group(**figure, reading=reading)
    assert judge(given, quantity, KNUTH, spectrum=SPECTRUM).word == verdict


def test_another_order_of_ties_reaches_a_figure():
    given = group(counts={"5": "698"}, reading="ties at will")
    order = Measured(shares={**KNUTH.shares, 5: Fraction(698)})
    assert judge(given, "5", KNUTH, order).word == "reached"
    assert judge(given, "5", order, order).word == "holds"
    assert judge(given, "5", KNUTH, KNUTH).word == "unknown"


@given(st.integers(0, 60), st.integers(1, 4000), st.integers(1, 4000))
def test_no_other_run_within_three_standard_errors_turns_what_is_settled(off, theirs, ours):
    spread = float(COIN.variance) ** 0.5
    found = Measured(shares=COIN.shares, games=ours)
    claimed = float(COIN.mean) + off / 400
    once = group("play()", mean=f"{claimed:.9f}", games=theirs, assumed=True)
    judged = judge(once, "mean", found)
    level = 2.5758293 * spread * (1 / theirs + 1 / ours) ** 0.5
    moved = 3 * spread * (2 / ours) ** 0.5
    gap = abs(claimed - float(COIN.mean))
    turned = (gap < level) != (gap - moved < level) or (gap < level) != (gap + moved < level)
    if abs(abs(gap - level) - moved) > 1e-6:
        assert (judged.word == "open") == turned
    if judged.settled:
        more = judge(once, "mean", evolve(found, games=judged.settled))
        assert more.word in ("holds", "differs")
