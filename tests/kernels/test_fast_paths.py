"""Every fast path against the others: tables and codes, few and many, on both sides of each limit.

The wide loops of the compiled kernels change with the number of holes, of candidates and of scores;
whatever the sizes, all of them choose what a plain oracle chooses.
"""

from __future__ import annotations

from array import array
from random import Random

import pytest

from mastermind_core.kernels.types import Criterion

from . import plain

#: Sets of up to 32 are compared in pairs, up to 255 are counted in bytes, others in slabs.
SIZES = (1, 2, 31, 32, 33, 100, 254, 255, 256, 300)

#: Up to 64 values are counted one by one; a byte tells 256 scores apart, two of them 65536.
N_SCORES = (2, 63, 64, 65, 128, 255, 256, 257, 300, 65535, 65536)


def criteria(n, order):
    return [
        Criterion("power", (), order),
        Criterion("max", range(n + 1), order),
        Criterion("sum", [-1] * (n + 1), order, pool=1),
        Criterion("sum", [size * size for size in range(n + 1)], order, win_levels=2),
    ]


def compare(kernel, scores, table, final, candidates, n_guesses):
    ids = array("I", candidates)
    order = range(n_guesses)
    for guess in (0, n_guesses - 1):
        behind = plain.blocks(table, guess, candidates)
        assert [(s, list(c)) for s, c in kernel.split(scores, guess, ids)] == list(behind.items())
        sizes = kernel.block_sizes(scores, guess, ids)
        assert {score: size for score, size in enumerate(sizes) if size} == {
            score: len(block) for score, block in behind.items()
        }
    for criterion in criteria(len(candidates), order):
        wanted = plain.best(table, final, candidates, criterion)
        assert kernel.best_guess(scores, ids, criterion) == wanted
        ranked = plain.ranked(table, final, candidates, criterion, 3)
        assert list(kernel.ranked_guesses(scores, ids, criterion, 3)) == ranked
        grown = kernel.greedy_tree(scores, ids, criterion)
        wanted = plain.tree(table, final, candidates, criterion)
        assert (plain.nested(grown) == wanted) if grown.stuck < 0 else "stuck" in repr(wanted)


def some_codes(random, colours, holes, number):
    codes = set()
    for _ in range(3 * number):
        codes.add(tuple(random.randrange(colours) for _ in range(holes)))
    return sorted(codes)[:number]


@pytest.mark.parametrize("holes", [*range(1, 18), 21])
@pytest.mark.parametrize("served", ["codes", "table"])
def test_codes_of_every_size(kernel, holes, served):
    random = Random(holes)
    for n in SIZES if holes in {5, 10, 15} else (33, 260):
        colours = 2 if holes > 8 else 6
        secrets = some_codes(random, colours, holes, n)
        guesses = [*secrets[::7], *some_codes(random, colours, holes, 8)][:40]
        ids, final = plain.score_ids(holes)
        table = [
            [
                ids[black * (holes + 1) + white]
                for black, white in (plain.pegs(g, s) for s in secrets)
            ]
            for g in guesses
        ]
        codes = plain.flat(guesses), plain.flat(secrets), holes, ids
        if served == "codes":
            scores = kernel.scores_from_codes(*codes, final)
        else:
            filled = kernel.code_table(*codes)
            assert bytes(filled) == bytes(score for row in table for score in row)
            scores = kernel.scores_from_table(filled, len(guesses), len(secrets), final)
        assert [list(kernel.row(scores, g)) for g in range(len(guesses))] == table
        compare(kernel, scores, table, final, range(len(secrets)), len(guesses))


@pytest.mark.parametrize("n_scores", N_SCORES)
def test_tables_of_every_number_of_scores(kernel, n_scores):
    random = Random(n_scores)
    for n in (32, 33, 300):
        table = [[random.randrange(n_scores) for _ in range(n)] for _ in range(34)]
        table[0] = [n_scores - 1 - at % min(n_scores, 3) for at in range(n)]
        final = [random.random() < 0.1 for _ in range(n_scores)]
        items = array("H" if n_scores > 256 else "B", [score for row in table for score in row])
        scores = kernel.scores_from_table(items, len(table), n, final)
        some = [random.randrange(len(table)) for _ in range(n)]
        paired = kernel.pair_scores(scores, array("I", some), array("I", range(n)))
        assert list(paired) == [table[guess][secret] for secret, guess in enumerate(some)]
        assert [list(kernel.row(scores, guess)) for guess in range(len(table))] == table
        compare(kernel, scores, table, final, range(n), len(table))
