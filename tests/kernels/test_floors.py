"""Bounds by what each guess can do: never over what the best tree takes, and often just that."""

from __future__ import annotations

from array import array
from heapq import heapify, heappop, heappush
from random import Random

import pytest
from path_oracle import Paths
from tasks import task_of
from test_paths_that_cost import random_game

import mastermind_core as mc
from mastermind_core.kernels import Rules
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact.floors import Shape, floors, huffman, least_totals

pytestmark = pytest.mark.unwatched


@pytest.mark.parametrize("goals", ["none", "all", "some"])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("priced", [False, True])
def test_no_tree_is_under_a_bound(goals, weighted, priced):
    random = Random(f"{goals} {weighted} {priced}")
    for _ in range(60):
        game = random_game(random, weighted=weighted, priced=priced, goals=goals)
        n = len(game["table"][0])
        scores = kernels.greedy.scores_from_table(
            bytes(score for row in game["table"] for score in row),
            len(game["table"]),
            n,
            Rules(game["final"], game["goals"] or (), game["prices"] if priced else ()),
        )
        weights = game["weights"] if weighted else ()
        bound = floors(scores, task_of(array("I", range(n)), weights=weights))
        paths = Paths(game)
        assert bound.total <= paths.answer(range(n), "mean")[0], game
        assert bound.worst <= paths.answer(range(n), "worst")[1], game


def test_questions_and_names_follow_their_recurrence():
    """T(n) = n + min(T(n/2 rounded down) + T(n/2 rounded up), T(n - 1))."""
    wanted = [0, 1]
    for n in range(2, 400):
        halves = wanted[n // 2] + wanted[(n + 1) // 2]
        wanted.append(n + min(halves, wanted[n - 1]))
    assert least_totals([Shape(1, 1, 1), Shape(0, 2, 1)], 399) == wanted


def test_huffman_codes_are_those_of_merging_the_two_least():
    """D. Huffman, A method for the construction of minimum-redundancy codes, IRE 40 (1952)."""
    random = Random(1)
    for _ in range(50):
        weights = [random.randint(1, 50) for _ in range(random.randint(2, 20))]
        heap, total = list(weights), 0
        heapify(heap)
        while len(heap) > 1:
            joined = heappop(heap) + heappop(heap)
            total += joined
            heappush(heap, joined)
        assert huffman(weights, 2) == total
    assert huffman([1] * 9, 3) == 18
    assert huffman([5], 2) == 0


@pytest.mark.parametrize("n", [200, 1000])
def test_random_questions_and_a_name_for_each_are_proven_without_a_search(n):
    random = Random(1)
    tests = {200: 40, 1000: 100}[n]
    rows = [bytes(random.randrange(2) for _ in range(n)) for _ in range(tests)]

    def score(guess, secret):
        return rows[guess][secret] if guess < tests else 2 + (guess - tests == secret)

    found = mc.optimal(mc.FiniteGame(range(tests + n), range(n), score, {3}))
    assert (found.total, found.proven, found.nodes) == ({200: 1616, 1000: 10464}[n], True, 0)
