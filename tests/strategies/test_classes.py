"""Games that are over when the class of the secret is known: greedy strategies count classes."""

from __future__ import annotations

from math import log2
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc

#: Strategies that count what still has to be known; the others keep a person's rule.
WITH_GOALS = ("entropy", "most_parts", "naming", "ranks", "pairs")
NAMED = ("knuth", "irving", "maxmin", "maxent", "norvig", "merc", "worst_choice")


def clouds(seed, n=120, classes=3, columns=3, cuts=24):
    """Draw rows of numbers around a centre for each class: all thresholds as yes/no columns."""
    draw = Random(seed)
    own = [at % classes for at in range(n)]
    table = {}
    for column in range(columns):
        centres = [draw.uniform(0, 4) for _ in range(classes)]
        values = [draw.gauss(centres[c], 1) for c in own]
        for cut in sorted(values)[:: n // cuts]:
            table[f"{column} <= {cut}"] = [int(value <= cut) for value in values]
    return table, own


def depths(table, own):
    """Return the tests of all rows by the tree of least entropy of classes, by floats alone.

    It is the tree that CART and C4.5 grow until leaves are pure, the first of equal splits.
    """

    def entropy(rows):
        numbers = [sum(own[row] == c for row in rows) for c in {own[row] for row in rows}]
        return -sum(n * log2(n / len(rows)) for n in numbers)

    total, waiting = 0, [list(range(len(own)))]
    while waiting:
        rows = waiting.pop()
        if len({own[row] for row in rows}) < 2:
            continue
        total += len(rows)
        splits = []
        for column in table.values():
            parts = [[row for row in rows if column[row] == answer] for answer in (0, 1)]
            if all(parts):
                splits.append((round(sum(map(entropy, parts)), 9), len(splits), parts))
        waiting += min(splits)[2]
    return total


def game_of(table, own):
    rows = list(zip(*table.values(), strict=True))
    kept = {row: at for at, row in enumerate(rows)}  # rows that are alike are one
    of_row = list(kept.values())
    merged = {name: [column[at] for at in of_row] for name, column in table.items()}
    classes = [own[at] for at in of_row]
    return mc.FiniteGame.from_table({**merged, "class": classes}, by="class"), merged, classes


@pytest.mark.parametrize("seed", range(6))
def test_trees_of_classes_are_shorter_than_those_of_class_entropy(seed):
    game, table, classes = game_of(*clouds(seed))
    most = depths(table, classes)
    by_row = mc.length_distribution(game, "maxent").total
    found = {name: mc.length_distribution(game, name).total for name in ("pairs", "entropy")}
    assert found["pairs"] <= most
    assert max(found.values()) < by_row


def test_the_default_counts_classes_where_several_secrets_have_one():
    from mastermind_core.strategies.parts import default_strategy

    plain = mc.TwoD(3)
    named = {
        plain: "entropy",
        mc.identified(plain): "entropy",
        mc.identified(plain, by=sum): "pairs",
        mc.weighted(mc.identified(plain, by=sum), lambda secret: 1 + secret[0]): "pairs",
    }
    assert {game: default_strategy(game).name for game in named} == named
    assert (
        mc.Session(mc.identified(plain, by=sum)).guess
        == mc.Session(mc.identified(plain, by=sum), "pairs").guess
    )


@st.composite
def identified(draw, *, classes):
    """Draw a table with classes, or with a class for each row."""
    n, answers = draw(st.integers(2, 9)), st.integers(0, 2)
    rows = draw(st.lists(st.lists(answers, min_size=n, max_size=n), min_size=1, max_size=5))
    rows += [[at // 3 for at in range(n)], [at % 3 for at in range(n)]]
    own = draw(st.lists(st.integers(0, 2), min_size=n, max_size=n)) if classes else range(n)
    weights = draw(st.lists(st.integers(1, 5), min_size=n, max_size=n) | st.just(()))
    goal = dict(enumerate(own)).__getitem__
    return mc.FiniteGame(
        range(len(rows)), range(n), lambda g, s: rows[g][s], (), goal=goal, weights=weights
    )


def first_guess(game, name):
    return mc.lazy_tree(game, name).guess


@pytest.mark.parametrize("name", ["entropy", "most_parts"])
@given(game=identified(classes=False))
def test_a_class_for_each_secret_is_no_class(name, game):
    without = mc.FiniteGame(
        game.guesses, game.secrets, game.score, (), goal=lambda s: s, weights=game.weights
    )
    metric = mc.STRATEGIES[name].metric
    weights = dict(zip(game.secrets, game.weights or [1] * len(game.secrets), strict=True))

    def cost(guess):
        blocks = mc.partition(game, guess).values()
        return metric.cost([sum(map(weights.get, block)) for block in blocks])

    telling = [guess for guess in game.guesses if len(mc.partition(game, guess)) > 1]
    assert first_guess(without, name) == min(telling, key=cost)


@pytest.mark.parametrize("name", WITH_GOALS)
@given(game=identified(classes=True))
def test_the_names_of_classes_change_no_guess(name, game):
    renamed = mc.FiniteGame(
        game.guesses,
        game.secrets,
        game.score,
        (),
        goal=lambda s: -game.goal(s),
        weights=game.weights,
    )
    if not mc.lazy_tree(game, name).over:
        assert [*mc.all_solutions(game, name)] == [*mc.all_solutions(renamed, name)]


@pytest.mark.parametrize("name", NAMED)
@given(game=identified(classes=True))
def test_strategies_of_persons_count_secrets_whatever_has_to_be_known(name, game):
    by_row = mc.FiniteGame(game.guesses, game.secrets, game.score, (), goal=lambda s: s)
    if not mc.lazy_tree(game, name).over:
        assert first_guess(game, name) == first_guess(by_row, name)
