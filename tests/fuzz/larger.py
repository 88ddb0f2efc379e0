"""Games too large to try everything: what must not matter, and what must, is changed in them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from tasks import changed

import mastermind_core as mc
from mastermind_core.kernels import Words, is_compiled
from mastermind_core.kernels.exact import compiled
from mastermind_core.table import compile_game
from mastermind_core.tree import stored_tree
from tests.fuzz.searches import OBJECTIVES, TUNINGS
from tests.fuzz.shapes import SHAPES, finished, worded
from tests.oracles.bitmask_oracle import walk
from tests.support.dividing import divided, small_jobs
from tests.support.inside import pose


def _figures(spec, objective, nodes=None, **options):
    """Return what the objective looks at; add the nodes that were searched to a list."""
    try:
        found = mc.optimal(spec.game(), objective, **options)
    except mc.NoStrategy:
        return None
    if nodes is not None:
        nodes.append(found.nodes)
    assert found.proven
    total, worst = walk(found.tree, spec)
    assert (total, worst) == (found.total, found.worst)
    by = {"mean": total, "worst": worst, "worst-then-mean": (worst, total)}
    return by.get(objective, (total, worst))


def renamed(random, spec):
    """Return the same game with everything in another order."""
    guesses = random.sample(range(len(spec.guesses)), len(spec.guesses))
    secrets = random.sample(range(len(spec.secrets)), len(spec.secrets))
    scores = random.sample(range(len(spec.scores)), len(spec.scores))
    rows = tuple(tuple(scores[spec.rows[g][s]] for s in secrets) for g in guesses)
    return replace(
        spec,
        rows=rows,
        ends=frozenset(scores[end] for end in spec.ends),
        weights=tuple(spec.weights[s] for s in secrets),
        guesses=tuple(range(len(guesses))),
        secrets=tuple(range(len(secrets))),
        scores=tuple(range(len(scores))),
        made=None,
    )


def related(random):
    """The optimum of a game of 10 to 20 secrets, and of games that are like it."""
    spec = random.choice(SHAPES)(random, random.randint(10, 20))
    objective = random.choice(OBJECTIVES)
    limit = random.choice([None, None, 3, 4, 5])
    options = {"max_steps": limit}
    nodes = [100]
    least = _figures(spec, objective, nodes, **options)
    assert _figures(renamed(random, spec), objective, **options) == least, "another order"
    twice = replace(spec, rows=(*spec.rows, spec.rows[0]), guesses=(*spec.guesses, "once more"))
    assert _figures(replace(twice, made=None), objective, **options) == least, "a guess twice"
    heavy = replace(spec, weights=tuple(3 * w for w in spec.weights), made=None)
    if objective == "mean":
        tripled = None if least is None else 3 * least
        assert _figures(heavy, objective, **options) == tripled, "three times the weights"
    threads = random.choice([2, 3])
    assert _figures(spec, objective, **options, threads=threads) == least, f"{threads} threads"
    # A game of many sets takes far more work where jobs are small.
    with small_jobs(SPAN=2 + nodes[-1] // random.choice([1, 3, 10])):
        assert divided(partial(_figures, spec, objective), **options) == least, "divided"
    fewer = replace(spec, rows=spec.rows[:-1], guesses=spec.guesses[:-1], made=None)
    if least is not None and len(fewer.rows) and _every_secret_ends(fewer):
        less = _figures(fewer, objective, **options)
        assert less is None or less >= least, "a guess less, and better"
    return 5


def _every_secret_ends(spec):
    return all(
        any(score in spec.ends for score in column) for column in zip(*spec.rows, strict=True)
    )


def merged(random):
    """Answers that tell less never help."""
    spec = random.choice(SHAPES)(random, random.randint(8, 16))
    objective = random.choice(["mean", "worst"])
    least = _figures(spec, objective)
    rest = [score for score in range(len(spec.scores)) if score not in spec.ends]
    if len(rest) < 2 or least is None:
        return 0
    one, other = random.sample(rest, 2)
    rows = tuple(tuple(one if score == other else score for score in row) for row in spec.rows)
    more = _figures(replace(spec, rows=rows, made=None), objective)
    assert more is None or more >= least, "answers were merged, and the optimum got better"
    return 2


def shared(random):
    """Games of so many guesses that threads share their sets: the same tree from any number."""
    # The plain search has one thread, and takes minutes for so many.
    fewest, most = (64, 100) if is_compiled() else (16, 32)
    n, kinds = random.randint(fewest, most), random.randint(6, 12)
    rows = [[random.randrange(kinds) for _ in range(n)] for _ in range(n)]
    if random.random() < 0.5:
        half = n // 2
        rows[half : 2 * half] = [
            row[half : 2 * half] + row[:half] + row[2 * half :] for row in rows[:half]
        ]
    for at in range(n):
        rows[at][at] = kinds
    spec = finished(random, rows, {kinds}, "large")
    game, objective = spec.game(), random.choice(["mean", "mean-then-worst", "worst-then-mean"])
    alone = mc.optimal(game, objective)
    assert walk(alone.tree, spec) == (alone.total, alone.worst)
    for threads in random.sample([2, 3, 4, 8], 2):
        found = mc.optimal(game, objective, threads=threads)
        assert (found.total, found.worst, found.proven) == (alone.total, alone.worst, True)
        assert mc.to_text(found.tree) == mc.to_text(alone.tree), f"{threads} threads: another tree"
    return 5


def named(random):
    """Words whose letters and places change places: to know sets by other names changes nothing."""
    spec = worded(random, 81 if is_compiled() else 16, fewest=9)
    game, objective = spec.game(), random.choice(OBJECTIVES)
    table = compile_game(game)
    limit = random.choice([None, None, 3, 4, 5, 6])
    task = pose(game, table, objective, random.choice(["all", "candidates"]), max_steps=limit)
    known, checks = compiled.new_memory(table.kernel_scores, task), 0
    guess = random.randrange(len(spec.guesses))
    blocks = table.split(guess, task.question.candidates)
    left = [block for score, block in blocks if not table.final[score]]
    for asked in (task, *(changed(task, candidates=block, asked=(guess,)) for block in left)):
        bare = compiled.attempt(table.kernel_scores, changed(asked, words=Words(), nodes=3000))
        if not bare.proven:
            continue
        tuned = changed(
            asked, tuning=random.choice([*TUNINGS, (24, 2, 30, 12, 8, 64, 512, 16, 64, 1)])
        )
        shared = changed(tuned, threads=random.choice([1, 2, 3]))
        for one, memory in ((asked, None), (tuned, known), (shared, None)):
            found = compiled.attempt(table.kernel_scores, one, None, memory)
            checks += 1
            assert (found.proven, found.lower_bound) == (True, bare.lower_bound)
            assert (found.tree is None) == (bare.tree is None)
            if asked is task and found.tree is not None:
                tree = stored_tree(table, found.tree, game)
                assert walk(tree, spec) == (table.weight_unit * found.total, found.worst)
            if objective != "worst":
                assert found.total == bare.total
            if objective != "mean":
                assert found.worst == bare.worst
    return checks
