"""Rows with several states of a cell: each specimen of a row leads to the row.

The reference implementation compares the specimen with every row, cell by cell.
"""

from __future__ import annotations

from datetime import date
from itertools import combinations
from random import Random

import pytest
from errors import one_line

import mastermind_core as mc

COLOURS = ["red", "blue", "green", "grey", "pink", "white"]


def fits(cell, value):
    """Return whether a specimen with a value may be of a row with a cell."""
    if cell is None:
        return True
    if isinstance(cell, (set, frozenset)):
        return any(fits(state, value) for state in cell)
    if isinstance(cell, mc.Interval):
        return cell.low <= value <= cell.high
    return cell == value


def drawn(random):
    """Return the rows of a random table, with cells that say several things."""
    n_colours = random.randint(2, 6)
    rows = []
    for _ in range(random.randint(2, 9)):
        low = random.randint(0, 12)
        size = random.choice([low, mc.Interval(low, low + random.randint(0, 4)), {low, low + 3}])
        colours = frozenset(random.sample(COLOURS[:n_colours], random.randint(1, 2)))
        colour = random.choice([random.choice(COLOURS[:n_colours]), colours])
        rows.append({"size": size, "colour": colour, "wet": random.choice([0, 1, {0, 1}])})
    return rows


def specimen(random, row):
    """Return cells with one state each that a row has."""
    made = {}
    for name, cell in row.items():
        state = random.choice(sorted(cell)) if isinstance(cell, (set, frozenset)) else cell
        if isinstance(state, mc.Interval):
            state = random.choice([state.low, state.high, random.uniform(*state)])
        made[name] = state
    return made


def states(cell):
    """Return the minimum and the maximum of each state of a cell."""
    several = cell if isinstance(cell, (set, frozenset)) else [cell]
    return [state if isinstance(state, mc.Interval) else (state, state) for state in several]


def have_a_specimen(first, second):
    """Return whether two rows may have the same cells."""
    return all(
        any(low <= high2 and low2 <= high for low, high in one for low2, high2 in other)
        for one, other in zip(
            map(states, first.values()), map(states, second.values()), strict=True
        )
    )


@pytest.mark.parametrize("form", [None, "yes-no", "values"])
@pytest.mark.parametrize("seed", range(60))
def test_each_specimen_of_a_row_leads_to_the_row(seed, form):
    random = Random(seed)
    rows = drawn(random)
    cost = random.choice([None, {"size": 2}]) if form != "yes-no" else None
    unknown = random.choice(["refuse", "both", "answer", "never"])
    how = {"questions": form, "cost": cost, "unknown": unknown}
    if any(have_a_specimen(*pair) for pair in combinations(rows, 2)):
        with one_line(mc.BadGame, "no column distinguishes"):
            mc.FiniteGame.from_table(rows, **how)
        return
    game = mc.FiniteGame.from_table(rows, **how)
    tree = mc.lazy_tree(game, "pairs")
    for at, row in enumerate(rows):
        for _ in range(8):
            cells = specimen(random, row)
            fitting = [
                other
                for other, mate in enumerate(rows)
                if all(map(fits, mate.values(), cells.values()))
            ]
            assert fitting == [at]
            assert tree.predict(cells) == at
    assert {getattr(secret, "row", secret) for secret in game.secrets} == {*range(len(rows))}


def test_a_number_inside_an_interval_is_of_its_row():
    taxa = {
        "taxon": ["long", "middle", "small", "large"],
        "length": [mc.Interval(2, 9), 5, 1, 12],
        "colour": ["red", "blue", "red", "red"],
    }
    for cuts in (None, "all", "quantiles"):
        tree = mc.lazy_tree(mc.FiniteGame.from_table(taxa, id="taxon", cuts=cuts))
        for length in (2, 3.3, 5, 9):
            assert tree.predict({"length": length, "colour": "red"}) == "long"
        assert tree.predict({"length": 5, "colour": "blue"}) == "middle"


def test_several_states_are_not_unknown():
    legs = {"name": ["aus", "bus", "cus"], "legs": [{"red", "blue"}, "green", None]}
    tree = mc.lazy_tree(mc.FiniteGame.from_table(legs, id="name", unknown="answer"))
    answers = [tree.predict({"legs": cell}) for cell in ("red", "blue", "green", None)]
    assert answers == ["aus", "aus", "bus", "cus"]


def test_intervals_of_days_and_their_chances():
    summer = mc.Interval(date(2026, 6, 1), date(2026, 8, 31))
    flowers = {"day": [summer, date(2026, 4, 1), date(2026, 10, 1)], "tall": [0, 0, 0]}
    tree = mc.lazy_tree(mc.FiniteGame.from_table(flowers))
    assert [tree.predict({"day": date(2026, month, 1)}) for month in (4, 7, 10)] == [1, 0, 2]
    likely = mc.FiniteGame.from_table(flowers, unknown="chance", duplicates="class")
    assert mc.length_distribution(likely, "entropy").accuracy == 1


def test_each_fault_is_one_line():
    for wrong in (mc.Interval(9, 2), mc.Interval(1, date(2026, 1, 1))):
        with one_line(mc.BadArgument, "must have a minimum and a maximum"):
            mc.FiniteGame.from_table({"a": [wrong, 3]})
