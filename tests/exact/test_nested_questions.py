"""Tables of numbers with classes, whose thresholds are nested, against all trees."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import mastermind_core as mc


def drawn(random, most=10):
    """Return the rows of a table, their classes and their weights."""
    columns = random.randint(1, 3)
    values = random.choice([6, 9, 20])
    size = random.randint(5, most)
    made = {tuple(random.randrange(values) for _ in range(columns)) for _ in range(size)}
    rows = sorted(made)
    classes = [random.randrange(random.choice([2, 2, 4])) for _ in rows]
    weights = (
        random.choices([1, 1, 2, 5], k=len(rows)) if random.random() < 0.5 else [1] * len(rows)
    )
    return rows, classes, weights


def key(rows, classes, weights):
    """Return the game of a table, in which each threshold is a question."""
    columns = {str(at): column for at, column in enumerate(zip(*rows, strict=True))}
    return mc.FiniteGame.from_table(
        columns | {"class": classes}, by="class", prior=weights, cuts="all"
    )


def least_total(rows, classes, weights):
    """Return the minimum total by a search through all trees."""
    thresholds = [(at, cell) for at in range(len(rows[0])) for cell in {row[at] for row in rows}]

    @cache
    def least(members):
        if len({classes[at] for at in members}) == 1:
            return 0
        parts = (
            [tuple(m for m in members if (rows[m][at] <= cell) is side) for side in (True, False)]
            for at, cell in thresholds
        )
        below = min(least(low) + least(high) for low, high in parts if low and high)
        return below + sum(weights[at] for at in members)

    return least(tuple(range(len(rows))))


@pytest.mark.parametrize("seed", range(60))
def test_the_optimum_is_that_of_all_trees(seed):
    table = drawn(Random(seed))
    found = mc.optimal(key(*table))
    least = least_total(*table)
    assert found.proven
    assert (found.total, found.lower_bound) == (least, least)
    lengths = found.tree.lengths()
    assert sum(length * weight for length, weight in lengths.items()) == least
    assert max(lengths) == found.worst


@pytest.mark.parametrize("seed", range(12))
def test_the_bound_of_a_stopped_search_holds(seed):
    random = Random(seed)
    rows, classes, weights = drawn(random, most=40)
    game = key(rows, classes, weights)
    whole = mc.optimal(game)
    assert whole.proven
    for nodes in (1, 5, 20):
        part = mc.optimal(game, nodes=nodes)
        assert part.lower_bound <= whole.total <= part.total
        assert not part.proven or part.total == whole.total


@pytest.mark.parametrize(
    "limits", [{"objective": "mean-then-worst"}, {"max_steps": 6}, {"threads": 2}]
)
def test_limits_and_other_objectives_have_the_same_total(limits):
    table = drawn(Random(7), most=24)
    free = mc.optimal(key(*table))
    limited = mc.optimal(key(*table), **limits)
    assert free.worst <= 6
    assert (limited.proven, limited.total) == (True, free.total)


def test_many_thresholds_are_proven_within_few_sets():
    random = Random(3)
    rows = [(random.random(), random.random(), random.random()) for _ in range(150)]
    classes = [int(x + 0.15 * random.gauss(0, 1) > 0.5) for x, _, _ in rows]
    found = mc.optimal(key(rows, classes, [1] * len(rows)), nodes=2_000)
    assert found.proven


def test_a_certificate_of_thresholds_is_checked(tmp_path):
    table = drawn(Random(11), most=14)
    game = key(*table)
    mc.optimal(game).write_certificate(tmp_path / "proof")
    claim = mc.verify_certificate(game, tmp_path / "proof")
    assert claim.total == least_total(*table)
