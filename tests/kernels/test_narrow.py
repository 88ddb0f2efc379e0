"""Exact search in games of very many scores: the compiled search against the plain one."""

from __future__ import annotations

from array import array
from random import Random

import pytest
from inside import as_plain
from tasks import task_of

from mastermind_core.kernels import Objective, Rules, is_compiled
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact import compiled, narrow, plain

pytestmark = pytest.mark.skipif(not is_compiled(), reason="compares with the compiled search")


def scores_of(rows, n_scores, ends):
    flat = array("H", [score for row in rows for score in row])
    final = [score in ends for score in range(n_scores)]
    return kernels.greedy.scores_from_table(flat, len(rows), len(rows[0]), Rules(final))


def random_rows(random, n_scores):
    n_guesses, n_secrets = random.randint(2, 12), random.randint(2, 12)
    some = [random.randrange(n_scores - 2) for _ in range(random.choice([2, 3, 5]))]
    rows = [[random.choice(some) for _ in range(n_secrets)] for _ in range(n_guesses)]
    for secret in range(n_secrets):
        random.choice(rows)[secret] = n_scores - random.choice([1, 1, 2])
    return rows


def walked(tree, rows, ends, secret):
    """Count the guesses of a tree for a secret, edge by edge, and its scores in order."""
    node = steps = 0
    while node >= 0:
        steps += 1
        score = rows[tree.guesses[node]][secret]
        edges = range(tree.first_edge[node], tree.first_edge[node + 1])
        behind = [tree.edge_score[edge] for edge in edges]
        assert behind == sorted(set(behind))
        (edge,) = (edge for edge in edges if tree.edge_score[edge] == score)
        node = tree.edge_child[edge]
        assert (node < 0) == (score in ends)
    return steps


@pytest.mark.parametrize("n_scores", [256, 257, 300, 65535, 65536])
def test_the_compiled_search_finds_what_the_plain_one_finds(n_scores):
    random = Random(n_scores)
    ends = {n_scores - 1, n_scores - 2}
    for objective in [*Objective] * (12 if n_scores < 1000 else 2):
        rows = random_rows(random, n_scores)
        scores = scores_of(rows, n_scores, ends)
        n = len(rows[0])
        members = array("I", sorted(random.sample(range(n), random.randint(1, n))))
        weights = random.choice([(), [random.randint(1, 4) for _ in range(n)]])
        task = task_of(members, objective, random.choice([0, 1]), weights=weights)
        found, wanted = compiled.attempt(scores, task), plain.attempt(as_plain(scores), task)
        assert (found.proven, found.lower_bound) == (wanted.proven, wanted.lower_bound)
        assert (found.tree is None) == (wanted.tree is None)
        if found.tree is None:
            continue
        steps = {secret: walked(found.tree, rows, ends, secret) for secret in members}
        total = sum(steps[s] * (weights[s] if weights else 1) for s in members)
        assert (found.total, found.worst) == (total, max(steps.values()))
        both = objective in {Objective.WORST_THEN_MEAN, Objective.MEAN_THEN_WORST}
        if both or objective == Objective.MEAN:
            assert found.total == wanted.total
        if both or objective == Objective.WORST:
            assert found.worst == wanted.worst


@pytest.mark.unwatched
@pytest.mark.parametrize("answers", [254, 255, 256])
def test_a_guess_of_more_answers_than_a_byte_numbers_is_left_to_the_plain_search(answers):
    n = answers + 1
    rows = [[*range(answers), 999]]
    rows.extend([999 if at == secret else 0 for at in range(n)] for secret in range(n))
    scores = scores_of(rows, 1000, {999})
    task = task_of(array("I", range(n)))
    assert (narrow.solve(scores, task, compiled.attempt) is None) == (answers > 254)
    found = compiled.attempt(scores, task)
    assert (found.total, found.worst, found.proven) == (2 * n - 1, 2, True)


def test_a_chain_of_many_guesses():
    n = 700
    rows = [[999 if secret == guess else 0 for secret in range(n)] for guess in range(n)]
    found = compiled.attempt(scores_of(rows, 1000, {999}), task_of(array("I", range(n)), nodes=0))
    assert found.tree is not None
    assert found.worst == n
