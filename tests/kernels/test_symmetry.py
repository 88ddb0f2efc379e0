"""Symmetry saves work and never changes a tree."""

from __future__ import annotations

from array import array
from importlib import import_module
from itertools import pairwise
from random import Random

import kernel_oracle as plain
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind_core.errors import BadArgument
from mastermind_core.kernels import Criterion, Rules

from .conftest import NATIVE


def generators(codes, colours, holes):
    """Swap neighbouring holes and neighbouring colours."""
    places = {code: at for at, code in enumerate(codes)}
    for one, other in pairwise(range(holes)):
        swapped = list(range(holes))
        swapped[one], swapped[other] = other, one
        yield array("I", [places[tuple(code[hole] for hole in swapped)] for code in codes])
    for one, other in pairwise(range(colours)):
        named = {one: other, other: one}
        yield array("I", [places[tuple(named.get(c, c) for c in code)] for code in codes])


def game(kernel, colours, holes):
    codes = plain.all_codes(colours, holes)
    ids, final = plain.score_ids(holes)
    flat = plain.flat(codes)
    scores = kernel.scores_from_codes(flat, flat, holes, ids, Rules(final))
    return scores, [(one, one) for one in generators(codes, colours, holes)]


@given(st.data())
def test_same_tree(kernel, data):
    colours, holes = data.draw(st.sampled_from([(2, 3), (3, 3), (4, 2), (2, 5)]))
    scores, group = game(kernel, colours, holes)
    n = colours**holes
    order = data.draw(st.permutations(range(n)))[: data.draw(st.integers(1, n))]
    candidates = data.draw(
        st.just(range(n)) | st.lists(st.integers(0, n - 1), min_size=1, unique=True).map(sorted)
    )
    combine, costs = data.draw(
        st.sampled_from([("power", ()), ("max", range(n + 1)), ("sum", [-1] * (n + 1))])
    )
    criterion = Criterion(
        combine, costs, order, data.draw(st.integers(0, 1)), data.draw(st.integers(0, 3))
    )
    opening = data.draw(st.lists(st.integers(0, n - 1), max_size=2))
    found = kernel.greedy_tree(scores, candidates, criterion, opening, symmetry=group)
    assert found == kernel.greedy_tree(scores, candidates, criterion, opening)


@pytest.mark.unwatched
@pytest.mark.parametrize("metric", [("power", ()), ("max", range(4097))])
@pytest.mark.parametrize("opening", [[], [0], [9]])
def test_stabilisers_of_a_large_game(kernel, metric, opening):
    if kernel.__name__.endswith("plain"):
        pytest.skip("minutes of plain Python")
    scores, group = game(kernel, 8, 4)
    order = list(range(8**4))
    Random(1).shuffle(order)
    criterion = Criterion(*metric, order)
    found = kernel.greedy_tree(scores, range(8**4), criterion, opening, symmetry=group)
    assert found == kernel.greedy_tree(scores, range(8**4), criterion, opening)


@pytest.mark.unwatched
def test_a_symmetry_may_move_scores(kernel):
    # Find a number from "less", "equal" and "greater"; seen in a mirror, two of them change places.
    n = 101 if kernel.__name__.endswith("plain") else 3001
    table = b"".join(b"\0" * at + b"\1" + b"\2" * (n - 1 - at) for at in range(n))
    scores = kernel.scores_from_table(table, n, n, Rules([False, True, False]))
    mirror = array("I", reversed(range(n)))
    criterion = Criterion("max", range(n + 1), range(n))
    for opening in ([], [n // 2], [5]):
        found = kernel.greedy_tree(
            scores, range(n), criterion, opening, symmetry=[(mirror, mirror, [2, 1, 0])]
        )
        assert found == kernel.greedy_tree(scores, range(n), criterion, opening)


@pytest.mark.skipif(not NATIVE, reason="no native kernel was built")
@pytest.mark.parametrize(
    ("generator", "message"),
    [
        (([0, 1, 2], [0, 1, 2, 3]), "symmetry: expected a permutation of 4 ids"),
        (([0, 1, 2, 2], [0, 1, 2, 3]), "symmetry: expected a permutation of 4 ids"),
        (([0, 1, 2, 4], [0, 1, 2, 3]), "symmetry: expected ids below 4, got 4"),
        (([1, 0, 2, 3], [0, 1, 2, 3]), "symmetry: a generator does not keep the score of guess"),
        (([0, 1, 2, 3], [0, 1, 2, 3], [1, 0, 2, 3]), "symmetry: takes a final score to another"),
        (([0, 1, 2, 3],), "symmetry: expected permutations of guesses, secrets"),
    ],
)
def test_what_is_no_symmetry(generator, message):
    kernel = import_module("mastermind_core.kernels.greedy.compiled")
    table = bytes((guess + secret) % 4 for guess in range(4) for secret in range(4))
    scores = kernel.scores_from_table(table, 4, 4, Rules([True, False, False, False]))
    with pytest.raises(BadArgument, match=message):
        kernel.greedy_tree(scores, range(4), Criterion("power", (), range(4)), symmetry=[generator])
