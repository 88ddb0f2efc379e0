"""Exact search in games of very many scores: oracles, and the plain search."""

from __future__ import annotations

from array import array
from random import Random

import pytest
from amounts import many
from exact_problems import check, oracle_of, problems
from hypothesis import given, settings
from hypothesis import strategies as st
from inside import as_plain
from tasks import task_of

from mastermind_core.kernels import Objective, Rules, is_compiled
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact import compiled, plain
from mastermind_core.kernels.exact.task import Fact

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


#: All thresholds but the last: where a set gets its own table, steps, and glances differ.
OTHERS = [
    (24, 2, 30, 12, 8, 64, 512, 16, 64, 4, 5, 12, 8, 20, 256, 10, 64, 24, 160, 1024, 256),
    (2, 1, 3, 2, 1000, 1000, 1, 2, 64, 1, 5, 12, 8, 20, 2, 10, 64, 24, 160, 1024, 256),
]


def spread(table, final, scale):
    """Return the scores of a table with larger ids, and which of them end the game."""
    wide = [[scale * score + 1 for score in row] for row in table]
    ends = [False] * (scale * len(final) + 2)
    ends[1 : scale * len(final) : scale] = final
    flat = array("H", [score for row in wide for score in row])
    return kernels.greedy.scores_from_table(flat, len(table), len(table[0]), Rules(ends))


@settings(deadline=None, max_examples=many(400))
@given(problems(), st.sampled_from([60, 300]), st.sampled_from([1, 2, 3, 254]), st.data())
def test_sets_on_both_sides_of_a_byte(problem, scale, most, data):
    table, final, candidates, objective, asked = problem
    scale *= 5 // len(final) + 1
    scores = spread(table, final, scale)
    own = {**asked, "tuning": (*data.draw(st.sampled_from(OTHERS)), most), "symmetries": ()}
    if asked["legal"]:
        own["legal"] = [[0] * scores.n_scores for _ in table]
        for row, masks in zip(asked["legal"], own["legal"], strict=True):
            masks[1 : scale * len(final) : scale] = row
    posed = task_of(array("I", candidates), Objective(objective), **own)
    assert compiled.is_fast(scores, posed)
    found = compiled.attempt(scores, posed)
    tree = found.tree
    if tree is not None:
        ids = array("i", [(score - 1) // scale for score in tree.edge_score])
        found = found._replace(tree=tree._replace(edge_score=ids))
    assert found.proven
    check(found, oracle_of(table, final, asked), candidates, objective, asked["max_steps"])


@pytest.mark.parametrize("seed", range(many(60)))
def test_goals_costs_and_prices_do_not_depend_on_the_numbers_of_scores(seed):
    random = Random(seed)
    n_guesses, n_secrets = random.randint(3, 9), random.randint(2, 9)
    table = [[random.randrange(4) for _ in range(n_secrets)] for _ in range(n_guesses)]
    table += [
        [4 if s == g else random.randrange(4) for s in range(n_secrets)] for g in range(n_secrets)
    ]
    ends = [False] * 4 + [True]
    goals = random.choice([(), [random.randrange(3) for _ in range(n_secrets)]])
    costs = random.choice([(), [random.randint(1, 5) for _ in table]])
    asked = {"weights": random.choice([(), [random.randint(1, 9) for _ in range(n_secrets)]])}
    asked["objective"] = random.choice([*Objective])
    if not costs:
        asked["prices"] = random.choice([(), (0, 0, 1, 0), (1, 2, 4)])
    asked["max_steps"] = random.choice([-1, 4, 5])
    flat = bytes(score for row in table for score in row)
    few = kernels.greedy.scores_from_table(flat, len(table), n_secrets, Rules(ends, goals, costs))
    wide_ends = [False] * 1000
    wide_ends[999] = True
    wide = array("H", [[10, 700, 0, 256, 999][score] for row in table for score in row])
    many_ = kernels.greedy.scores_from_table(
        wide, len(table), n_secrets, Rules(wide_ends, goals, costs)
    )
    wanted = compiled.attempt(few, task_of(array("I", range(n_secrets)), **asked))
    for most in (1, 2, 3, 254):
        for others in OTHERS:
            posed = task_of(array("I", range(n_secrets)), tuning=(*others, most), **asked)
            found = compiled.attempt(many_, posed)
            assert found[1:5] == wanted[1:5] or (
                found.proven
                and wanted.proven
                and found.lower_bound == wanted.lower_bound
                and asked["objective"] in {Objective.MEAN, Objective.WORST}
            )


@pytest.mark.parametrize("most", [1, 2, 254])
def test_lemmas_of_sets_with_many_scores(most):
    random = Random(5)
    n = 9
    rows = [[random.choice([5, 300, 301]) for _ in range(n)] for _ in range(14)]
    rows += [[999 if g == s else random.choice([5, 300]) for s in range(n)] for g in range(n)]
    scores = scores_of(rows, 1000, {999})
    task = task_of(array("I", range(n)), tuning=(*OTHERS[1], most))
    found = compiled.attempt(scores, task)
    evidence = compiled.certify(scores, task, [Fact(-1, found.total)])
    assert evidence.lemmas[-1].least == found.total
    with pytest.raises(Exception, match="proven"):
        compiled.certify(scores, task, [Fact(-1, found.total + 1)])


@pytest.mark.parametrize("answers", [253, 254, 255, 256, 300, 5000, 65534])
def test_a_guess_of_more_answers_than_a_byte_numbers(answers, recwarn):
    n = answers + 1
    rows = [array("H", [*range(answers), 65535])]
    some = range(n) if n < 1000 else [0, 1, n - 2, n - 1]
    for secret in some:
        rows.append(array("H", [7]) * n)
        rows[-1][secret] = 65535
    flat = array("H")
    for row in rows:
        flat += row
    final = [False] * 65535 + [True]
    scores = kernels.greedy.scores_from_table(flat, len(rows), n, Rules(final))
    for objective in Objective:
        found = compiled.attempt(scores, task_of(array("I", some), objective))
        few = len(some)
        assert (found.total, found.worst, found.proven) == (2 * few - 1, 2, True)
    if n < 1000:
        return
    names = kernels.greedy.scores_from_table(flat, len(rows), n, Rules(final, goals=range(n)))
    found = compiled.attempt(names, task_of(array("I", range(n))))
    assert (found.total, found.worst, found.proven) == (n, 1, True)
    assert not recwarn.list


def test_a_chain_of_many_guesses():
    n = 700
    rows = [[999 if secret == guess else 0 for secret in range(n)] for guess in range(n)]
    found = compiled.attempt(scores_of(rows, 1000, {999}), task_of(array("I", range(n)), nodes=0))
    assert found.tree is not None
    assert found.worst == n
