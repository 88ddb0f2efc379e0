"""Weights, costs, goals, pools and objectives in all combinations, against dynamic programming."""

from __future__ import annotations

from array import array
from itertools import product
from random import Random

import pytest
from amounts import many
from path_oracle import Paths
from tasks import changed, task_of

from mastermind_core.exact import Deadline
from mastermind_core.exact.anytime.budget import Search, raise_evenly, solve
from mastermind_core.exact.anytime.greedy import GreedyTrees
from mastermind_core.kernels import (
    NO_LIMIT,
    POOL_ALL,
    POOL_CANDIDATES,
    POOL_LEGAL,
    Objective,
    Rules,
    is_compiled,
)
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact import compiled, plain
from mastermind_core.kernels.exact.floors import huffman

POOLS = {"all": POOL_ALL, "candidates": POOL_CANDIDATES, "legal": POOL_LEGAL}
OBJECTIVES = [objective.value for objective in Objective]

#: Both sides of every threshold: tables of their own, stabilisers, steps, glances, sharing, covers,
#: and blocks that are raised evenly.
TUNINGS = [
    (),
    (2, 1, 0, 2, 1, 0, 1, 1, 2, 4, 5, 12, 1, 3, 2),
    (2, 1, 3, 2, 1000, 1000, 1, 2, 64, 1),
    (99, 1, 99, 99, 8, 0, 99, 1, 64, 99),
]

KINDS = list(product([False, True], [False, True], ["none", "all", "some"], POOLS, OBJECTIVES))


def random_game(random, *, weighted, priced, goals, most=7):
    """Make a random game in which all that must be told apart can be."""
    n, n_scores = random.randint(1, most), random.choice([2, 3, 3, 4])
    final = [True, *[False] * (n_scores - 1)]
    table = [
        [random.randrange(1, n_scores) if random.random() < 0.95 else 0 for _ in range(n)]
        for _ in range(random.randint(2, 8))
    ]
    wanted = {"none": None, "all": list(range(n)), "some": [random.randrange(3) for _ in range(n)]}
    if goals == "none" or random.random() < 0.5:
        table += [[0 if s == secret else 1 for s in range(n)] for secret in range(n)]
    else:
        for secret in range(n):  # a question about each
            table.append([n_scores - 1 if s == secret else 1 for s in range(n)])
            if n_scores == 2:
                table[-1][secret] = 0
    random.shuffle(table)
    masks = [
        [frozenset(g for g in range(len(table)) if random.random() < 0.8) for _ in range(n_scores)]
        for _ in table
    ]
    return {
        "table": table,
        "final": final,
        "weights": [random.choice([1, 2, 3, 10]) if weighted else 1 for _ in range(n)],
        "prices": [random.choice([1, 1, 2, 3, 7]) if priced else 1 for _ in table],
        "goals": wanted[goals],
        "legal": lambda guess, score: masks[guess][score],
    }


def searched(solve, kernel, game, pool, objective, limits):
    """Return (total, worst) of what a search found, None where there is no tree."""
    n, final = len(game["table"][0]), game["final"]
    priced = len(set(game["prices"])) > 1
    scores = kernel.scores_from_table(
        bytes(score for row in game["table"] for score in row),
        len(game["table"]),
        n,
        Rules(final, game["goals"] or (), game["prices"] if priced else ()),
    )
    each = range(len(game["table"]))
    legal = [
        [sum(1 << g for g in game["legal"](guess, score)) for score in range(len(final))]
        for guess in each
    ]
    unit = 1 if priced else game["prices"][0]
    max_steps, max_cost = (NO_LIMIT if one is None else one for one in limits)
    task = task_of(
        array("I", range(n)),
        Objective(objective),
        POOLS[pool],
        max_steps=max_steps,
        weights=() if set(game["weights"]) == {1} else game["weights"],
        legal=legal if pool == "legal" else (),
        max_cost=max_cost // unit if max_cost > 0 else max_cost,
    )
    found = solve(scores, task)
    assert found.proven
    if found.tree is None:
        return None
    return found.total * unit, found.worst * unit, found.lower_bound * unit


def check(random, kind, *searches, most=7):
    """Search a random game of a kind with each search and its kernel; compare with the oracle."""
    weighted, priced, goals, pool, objective = kind
    game = random_game(random, weighted=weighted, priced=priced, goals=goals, most=most)
    n = len(game["table"][0])
    limits = random.choice(
        [(None, None), (random.randint(1, 5), None), (None, random.randint(1, 12))]
    )
    wanted = Paths(game, pool).answer(range(n), objective, *limits)
    for search, kernel in searches:
        found = searched(search, kernel, game, pool, objective, limits)
        if wanted is None:
            assert found is None, (game, limits)
            continue
        assert found is not None, (game, limits, wanted)
        total, worst, bound = found
        assert wanted[0] in {None, total}, (game, limits, wanted, found)
        assert wanted[1] in {None, worst}, (game, limits, wanted, found)
        assert bound == (worst if objective.startswith("worst") else total)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(map(str, kind)))
def test_every_kind_of_game(kind):
    from mastermind_core.kernels.greedy import plain as plain_greedy

    for seed in range(many(20)):
        check(Random(seed), kind, (plain.attempt, plain_greedy), (solve, kernels.greedy))


@pytest.mark.parametrize("tuning", TUNINGS, ids=len)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(map(str, kind)))
def test_the_compiled_search_of_every_kind(kind, tuning):
    for seed in range(many(10)):
        random = Random(seed)
        asked = {
            "memory": random.choice([NO_LIMIT, 1 << 16]),
            "threads": random.choice([1, 2]),
            "evenly": random.choice([False, True]),
        }

        def attempt(scores, task, asked=asked):
            return compiled.attempt(scores, changed(task, tuning=tuning, **asked))

        check(random, kind, (attempt, kernels.greedy), most=9)


def risen(scores, task):
    """Return what a greedy tree becomes when its bound rises from nothing until it is proven."""
    found = compiled.attempt(scores, changed(task, nodes=0))
    if found.tree is None:
        return solve(scores, task)
    search = Search(scores, task, None, GreedyTrees())
    search.found = found._replace(lower_bound=0, proven=False)
    if found.total:
        raise_evenly(search, Deadline(NO_LIMIT))
    better = search.found
    assert better.lower_bound == better.total <= found.total
    if task.question.objective == Objective.MEAN:
        assert better.proven or not found.total
        return better._replace(proven=True)
    whole = solve(scores, task)  # the least worst case of that total is left open
    assert whole.worst <= better.worst
    return whole._replace(total=better.total, lower_bound=better.lower_bound)


@pytest.mark.parametrize(
    "kind",
    [kind for kind in KINDS if kind[-1].startswith("mean")],
    ids=lambda kind: "-".join(map(str, kind)),
)
def test_bounds_rise_to_the_least_total(kind):
    for seed in range(many(20)):
        check(Random(seed), kind, (risen, kernels.greedy), most=9)


def coded_tests(weights, n_tests):
    """Make random yes/no tests of as many hypotheses as there are weights: rows, and scores."""
    random, n = Random(1), len(weights)
    rows = [bytes(random.randrange(2) for _ in range(n)) for _ in range(n_tests)]
    table = kernels.greedy.scores_from_table(
        b"".join(rows), n_tests, n, Rules([False, False], range(n))
    )
    return rows, table


@pytest.mark.skipif(not is_compiled(), reason="for the compiled search")
def test_a_set_is_bounded_by_what_tells_one_from_all_others():
    weights = [1000 // rank for rank in range(1, 301)]
    rows, table = coded_tests(weights, 80)
    found = compiled.attempt(table, task_of(array("I", range(300)), weights=weights, nodes=500))
    assert not found.proven
    # No four tests tell the likeliest from all others: each of five or more is some guesses.
    assert found.lower_bound > huffman(weights, 2) * 1.04
    assert found.lower_bound <= found.total
    tree, total = found.tree, 0
    stack = [(0, 0, range(300))]
    while stack:
        node, depth, members = stack.pop()
        for edge in range(tree.first_edge[node], tree.first_edge[node + 1]):
            block = [s for s in members if rows[tree.guesses[node]][s] == tree.edge_score[edge]]
            if tree.edge_child[edge] >= 0:
                stack.append((tree.edge_child[edge], depth + 1, block))
                continue
            assert len(block) == 1
            total += weights[block[0]] * (depth + 1)
    assert total == found.total


@pytest.mark.skipif(not is_compiled(), reason="for the compiled search")
@pytest.mark.parametrize("threads", [1, 2])
def test_covers_change_no_value(threads):
    for seed in range(4):
        random = Random(seed)
        weights = [random.choice([1, 2, 5, 30]) for _ in range(24)]
        _, table = coded_tests(weights, 12)
        task = task_of(array("I", range(24)), weights=weights, threads=threads)
        defaults = (24, 2, 30, 12, 8, 64, 512, 16, 64, 4, 5, 12, 8)
        with_covers, without = (
            compiled.attempt(table, changed(task, tuning=(*defaults, least)))
            for least in (3, 1 << 20)
        )
        assert with_covers.proven
        assert with_covers.total == without.total
