"""Every fast path against the others: tables and codes, few and many, on both sides of each limit.

The wide loops of the compiled kernels change with the number of holes, of candidates and of scores;
whatever the sizes, all of them choose what a plain oracle chooses.
"""

from __future__ import annotations

from array import array
from functools import cache
from random import Random

import kernel_oracle as plain
import pytest
from amounts import mostly_slow

from mastermind_core.errors import BadArgument
from mastermind_core.kernels import Criterion, Rules

from .conftest import NATIVE

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


def wanted(table, final):
    """Return what the oracle says of all secrets: the blocks of two guesses, and choices."""
    secrets, order = range(len(table[0])), range(len(table))
    behind = {guess: plain.blocks(table, guess, secrets) for guess in (0, len(table) - 1)}
    chosen = [
        (
            criterion,
            plain.best(table, final, secrets, criterion),
            plain.ranked(table, final, secrets, criterion, 3),
            plain.tree(table, final, secrets, criterion),
        )
        for criterion in criteria(len(secrets), order)
    ]
    return behind, chosen


def compare(kernel, scores, n, behind, chosen):
    ids = array("I", range(n))
    for guess, blocks in behind.items():
        assert [(s, list(c)) for s, c in kernel.split(scores, guess, ids)] == list(blocks.items())
        sizes = kernel.block_sizes(scores, guess, ids)
        assert {score: size for score, size in enumerate(sizes) if size} == {
            score: len(block) for score, block in blocks.items()
        }
    for criterion, best, ranked, tree in chosen:
        assert kernel.best_guess(scores, ids, criterion) == best
        assert list(kernel.ranked_guesses(scores, ids, criterion, 3)) == ranked
        grown = kernel.greedy_tree(scores, ids, criterion)
        assert (plain.nested(grown) == tree) if grown.stuck < 0 else "stuck" in repr(tree)


def some_codes(random, colours, holes, number):
    codes = set()
    for _ in range(3 * number):
        codes.add(tuple(random.randrange(colours) for _ in range(holes)))
    return sorted(codes)[:number]


@cache
def codes_and_what_is_wanted(holes, n):
    random = Random(f"{holes} {n}")
    colours = 2 if holes > 8 else 6
    secrets = some_codes(random, colours, holes, n)
    guesses = [*secrets[::7], *some_codes(random, colours, holes, 8)][:40]
    ids, final = plain.score_ids(holes)
    table = [
        [ids[black * (holes + 1) + white] for black, white in (plain.pegs(g, s) for s in secrets)]
        for g in guesses
    ]
    return guesses, secrets, table, wanted(table, final)


@pytest.mark.parametrize(
    "holes", mostly_slow([*range(1, 18), 21], quick=[1, 3, 4, 5, 8, 9, 10, 15, 16, 21])
)
@pytest.mark.parametrize("served", ["codes", "table"])
def test_codes_of_every_size(kernel, holes, served):
    ids, final = plain.score_ids(holes)
    # The reference has no fast paths: beside a compiled kernel it is asked for two sizes.
    every = not kernel.__name__.endswith("plain") or not NATIVE
    for n in SIZES if holes in {5, 10, 15} and every else (33, 260):
        guesses, secrets, table, known = codes_and_what_is_wanted(holes, n)
        codes = plain.flat(guesses), plain.flat(secrets), holes, ids
        if served == "codes" and 0 < kernel.HOLES_ON_THE_FLY < holes:
            with pytest.raises(BadArgument, match="holes: expected 1 to 15"):
                kernel.scores_from_codes(*codes, Rules(final))
            return
        if served == "codes":
            scores = kernel.scores_from_codes(*codes, Rules(final))
        else:
            filled = kernel.code_table(*codes)
            assert bytes(filled) == bytes(score for row in table for score in row)
            scores = kernel.scores_from_table(filled, len(guesses), len(secrets), Rules(final))
        assert [list(kernel.row(scores, g)) for g in range(len(guesses))] == table
        compare(kernel, scores, len(secrets), *known)


@cache
def table_and_what_is_wanted(n_scores, n):
    random = Random(f"{n_scores} {n}")
    table = [[random.randrange(n_scores) for _ in range(n)] for _ in range(34)]
    table[0] = [n_scores - 1 - at % min(n_scores, 3) for at in range(n)]
    final = [random.random() < 0.1 for _ in range(n_scores)]
    return table, final, wanted(table, final)


@pytest.mark.parametrize("n_scores", N_SCORES)
def test_tables_of_every_number_of_scores(kernel, n_scores):
    random = Random(n_scores)
    for n in (32, 33, 300):
        table, final, known = table_and_what_is_wanted(n_scores, n)
        items = array("H" if n_scores > 256 else "B", [score for row in table for score in row])
        scores = kernel.scores_from_table(items, len(table), n, Rules(final))
        some = [random.randrange(len(table)) for _ in range(n)]
        paired = kernel.pair_scores(scores, array("I", some), array("I", range(n)))
        assert list(paired) == [table[guess][secret] for secret, guess in enumerate(some)]
        assert [list(kernel.row(scores, guess)) for guess in range(len(table))] == table
        compare(kernel, scores, n, *known)


@pytest.mark.parametrize("n_scores", [5, 256, 300])
def test_what_is_kept_of_an_order_is_right_for_the_next_tree(kernel, n_scores):
    # Small sets first, until as many were asked for as half of all; then other orders in between.
    table, final, _ = table_and_what_is_wanted(n_scores, 33)
    items = array("H" if n_scores > 256 else "B", [score for row in table for score in row])
    scores = kernel.scores_from_table(items, len(table), 33, Rules(final))
    random = Random(n_scores)
    orders = [range(34), range(33, -1, -1), range(0, 34, 2), range(34)]
    for at in range(40):
        order = orders[0 if at < 16 else random.randrange(4)]
        secrets = sorted(random.sample(range(33), random.randrange(1, 4 if at < 16 else 33)))
        for criterion in criteria(33, order):
            grown = kernel.greedy_tree(scores, array("I", secrets), criterion)
            tree = plain.tree(table, final, secrets, criterion)
            assert (plain.nested(grown) == tree) if grown.stuck < 0 else "stuck" in repr(tree)
