"""Published and proved distributions; the first guess in lexicographic order wins a tie.

Sources: Knuth 1976 (5801, opening 1122), Irving 1978 (5696), Neuwirth 1982 (5722 by this tie rule),
Kooi 2005 (5668); the larger ones by two programs of different design.
"""

from __future__ import annotations

from array import array

import kernel_oracle as plain
import pytest

from mastermind_core.kernels import POOL_ALL, POOL_CANDIDATES, Criterion, Rules, active

from .conftest import NATIVE

pytestmark = pytest.mark.unwatched

COSTS = {
    "largest block": ("max", lambda n: list(range(n + 1))),
    "expected size": ("sum", lambda n: [size * size for size in range(n + 1)]),
    "entropy": ("power", lambda _: ()),
    "most parts": ("sum", lambda n: [-1] * (n + 1)),
}


def grow(kernel, metric, codes, holes, *, table, pool=POOL_ALL, secrets=None):
    secrets = secrets or codes
    ids, final = plain.score_ids(holes)
    flat = plain.flat(codes), plain.flat(secrets)
    if table:
        filled = kernel.code_table(*flat, holes, ids)
        scores = kernel.scores_from_table(filled, len(codes), len(secrets), Rules(final))
    else:
        scores = kernel.scores_from_codes(*flat, holes, ids, Rules(final))
    combine, costs = COSTS[metric]
    criterion = Criterion(combine, costs(len(secrets)), range(len(codes)), pool)
    grown = kernel.greedy_tree(scores, array("I", range(len(secrets))), criterion)
    return codes[grown.guesses[0]], plain.distribution(grown)


@pytest.mark.parametrize("table", [True, False])
@pytest.mark.parametrize(
    ("metric", "opening", "lengths"),
    [
        ("largest block", (0, 0, 1, 1), {1: 1, 2: 6, 3: 62, 4: 533, 5: 694}),
        ("expected size", (0, 0, 1, 2), {1: 1, 2: 10, 3: 54, 4: 645, 5: 583, 6: 3}),
        ("entropy", (0, 1, 2, 3), {1: 1, 2: 4, 3: 71, 4: 612, 5: 596, 6: 12}),
        ("most parts", (0, 0, 1, 2), {1: 1, 2: 12, 3: 72, 4: 635, 5: 569, 6: 7}),
    ],
)
def test_four_holes_six_colours(kernel, metric, opening, lengths, table):
    if kernel.__name__.endswith("plain") and not table:
        pytest.skip("the reference fills a table either way")
    if kernel.__name__.endswith("plain") and NATIVE and metric != "largest block":
        pytest.skip("seconds of plain Python: where nothing is compiled it plays by all metrics")
    found = grow(kernel, metric, plain.all_codes(6, 4), 4, table=table)
    assert found == (opening, lengths)


def test_candidates_only(kernel):
    _, lengths = grow(
        kernel, "largest block", plain.all_codes(6, 4), 4, table=True, pool=POOL_CANDIDATES
    )
    assert lengths == {1: 1, 2: 12, 3: 99, 4: 468, 5: 662, 6: 54}


def test_distinct_secrets(kernel):
    _, lengths = grow(
        kernel,
        "entropy",
        plain.all_codes(6, 4),
        4,
        table=True,
        secrets=plain.all_codes(6, 4, repeats=False),
    )
    assert lengths == {2: 7, 3: 55, 4: 229, 5: 69}


@pytest.mark.parametrize(
    ("colours", "total"), [(6, 1490), pytest.param(10, 27139, marks=pytest.mark.slow)]
)
def test_bulls_and_cows(kernel, colours, total):
    if kernel.__name__.endswith("plain") and colours > 6:
        pytest.skip("minutes of plain Python")
    codes = plain.all_codes(colours, 4, repeats=False)
    _, lengths = grow(kernel, "largest block", codes, 4, table=True)
    assert sum(length * count for length, count in lengths.items()) == total


@pytest.mark.slow
def test_five_holes_eight_colours(kernel):
    if kernel.__name__.endswith("plain") or "baseline" in active():
        pytest.skip("hours of plain Python, ten seconds on an old processor")
    opening, lengths = grow(kernel, "entropy", plain.all_codes(8, 5), 5, table=False)
    assert opening == (0, 0, 1, 2, 3)
    assert lengths == {1: 1, 2: 9, 3: 113, 4: 1575, 5: 14136, 6: 16014, 7: 919, 8: 1}
