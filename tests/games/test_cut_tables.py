"""Tables with thresholds, equal rows, unknown cells and classes, against trees by brute force."""

from __future__ import annotations

import pickle
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from errors import one_line
from hypothesis import assume, given
from hypothesis import strategies as st

import mastermind_core as mc


def filled(rows, weights, goals, unknown):
    """Return the rows with a value for each unknown cell, as (cells, weight, goal)."""
    values = [sorted({row[at] for row in rows} - {None}) for at in range(len(rows[0]))]
    for row, weight, goal in zip(rows, weights, goals, strict=True):
        ways = [
            values[at] if cell is None and unknown == "both" else [cell]
            for at, cell in enumerate(row)
        ]
        cells = list(product(*ways))
        yield from ((one, Fraction(weight, len(cells)), goal) for one in cells)


def told_apart(rows):
    """Merge (cells, weight, goal) with equal cells: the heaviest goal is named, as (rows, error)."""
    groups = {}
    for cells, weight, goal in rows:
        shares = groups.setdefault(cells, {})
        shares[goal] = shares.get(goal, 0) + weight
    merged, wrong = [], Fraction(0)
    for cells, shares in groups.items():
        total = sum(shares.values())
        wrong += total - max(shares.values())
        merged.append((cells, total, max(shares, key=shares.get)))
    return merged, wrong / sum(weight for _, weight, _ in merged)


def cheapest(rows, costs=None):
    """Return the minimum total cost until the goal is known, over all trees of thresholds.

    ``rows`` are (cells, weight, goal). A question is a column and a maximum. Without costs each
    question costs 1. With costs the first question about a column costs what the column costs, and
    further ones on the same path nothing. The cell None has an answer of its own.
    """
    columns = range(len(rows[0][0]))
    maxima = {at: sorted({cells[at] for cells, _, _ in rows} - {None}) for at in columns}

    @cache
    def least(left, measured):
        if len({rows[one][2] for one in left}) < 2:
            return 0
        weight, found = sum(rows[one][1] for one in left), []
        for at in columns:
            for most in maxima[at]:
                blocks = {}
                for one in left:
                    cell = rows[one][0][at]
                    blocks.setdefault(None if cell is None else cell <= most, []).append(one)
                if len(blocks) < 2:
                    continue
                price = 1 if costs is None else 0 if at in measured else costs[at]
                after = measured | {at} if costs else measured
                below = sum(least(tuple(block), after) for block in blocks.values())
                found.append(weight * price + below)
        return min(found)

    return least(tuple(range(len(rows))), frozenset())


NUMBERS = st.sampled_from([None, -1.5, 0, 1, 2.25, 4])


def tables(unknown):
    """Return a strategy for rows of numbers, some unknown, weights, classes and costs."""

    @st.composite
    def draw_table(draw):
        n, width = draw(st.integers(2, 6)), draw(st.integers(1, 3))
        numbers = NUMBERS if unknown != "refuse" else NUMBERS.filter(lambda cell: cell is not None)
        first = draw(st.tuples(*[NUMBERS.filter(lambda cell: cell is not None)] * width))
        rows = [first, *draw(st.lists(st.tuples(*[numbers] * width), min_size=n, max_size=n))]
        listed = {"min_size": len(rows), "max_size": len(rows)}
        weights = draw(st.lists(st.integers(1, 4), **listed))
        goals = draw(st.lists(st.sampled_from("xyz"), **listed))
        return rows, weights, goals, draw(st.lists(st.integers(1, 4), min_size=3, max_size=3))

    return draw_table()


@pytest.mark.parametrize("unknown", ["refuse", "both", "answer"])
@pytest.mark.parametrize("priced", [False, True])
@given(data=st.data(), cuts=st.sampled_from(["all", "all", [0.5, 2], [1]]))
def test_the_optimum_is_that_of_all_trees_of_thresholds(unknown, priced, data, cuts):
    rows, weights, goals, costs = data.draw(tables(unknown))
    costs = costs[: len(rows[0])] if priced else None
    columns = {f"c{at}": [row[at] for row in rows] for at in range(len(rows[0]))}
    if cuts != "all":  # a number is that of its band
        for cells in columns.values():
            known = {sum(cell > most for most in cuts) for cell in cells if cell is not None}
            assume(len(known) > 1)
        rows = [
            tuple(None if cell is None else sum(cell > most for most in cuts) for cell in row)
            for row in rows
        ]
    game = mc.FiniteGame.from_table(
        {**columns, "n": weights, "class": goals},
        prior="n",
        by="class",
        cost=costs,
        cuts=dict.fromkeys(columns, cuts),
        unknown=unknown,
        duplicates="class",
    )
    merged, wrong = told_apart(list(filled(rows, weights, goals, unknown)))
    assert game.expected_error == wrong
    best = mc.optimal(game)
    assert best.proven
    assert best.total == cheapest(merged, costs)
    assert mc.cost_distribution(game, best.tree).total == best.total
    for strategy in ("entropy", "pairs"):
        assert mc.cost_distribution(game, strategy).total >= best.total
    again = mc.from_json(mc.to_json(game))
    assert (again.guesses, again.secrets, again.note) == (game.guesses, game.secrets, game.note)
