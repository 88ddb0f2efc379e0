"""The kernel of the most informative question: both implementations and the screen."""

from __future__ import annotations

from array import array
from math import log2
from random import Random

import pytest

from mastermind_core.agents.kernels import plain, running
from mastermind_core.errors import BadArgument

KERNELS = [plain, running]


def bits(chances):
    return -sum(p * log2(p) for p in chances if p > 0)


def information(rows, weights, column):
    """Return H(answer) - H(answer | hypothesis)."""
    yes = sum(weight * row[column] for row, weight in zip(rows, weights, strict=True))
    pairs = zip(rows, weights, strict=True)
    return bits([yes, 1 - yes]) - sum(w * bits([row[column], 1 - row[column]]) for row, w in pairs)


def drawn(seed, *, spread):
    """Return rows, weights and prices. Questions differ by about ``spread``."""
    random = Random(seed)
    width = random.randint(1, 12)
    common = [random.choice([0, 1, random.random(), random.random() ** 20]) for _ in range(8)]
    rows = [
        [min(1.0, max(0.0, chance + spread * random.uniform(-1, 1))) for _ in range(width)]
        for chance in common
    ]
    own = [random.choice([0, random.random()]) for _ in rows]
    own[0] = 1.0
    return rows, [one / sum(own) for one in own], [random.choice([1, 1, 2]) for _ in range(width)]


@pytest.mark.parametrize("kernel", KERNELS, ids=["plain", "running"])
@pytest.mark.parametrize("kind", "fd")
@pytest.mark.parametrize("seed", range(30))
def test_the_question_is_the_first_best_one_by_the_definition(kernel, kind, seed):
    rows, weights, prices = drawn(seed, spread=[1, 1e-3, 1e-6][seed % 3])
    cells = array(kind, [chance for row in rows for chance in row])
    width = len(prices)
    rows = [cells[at : at + width].tolist() for at in range(0, len(cells), width)]
    values = [information(rows, weights, column) / prices[column] for column in range(width)]
    best = min(at for at in range(width) if values[at] >= max(values) - 1e-9)
    parts = memoryview(cells), array("d", weights), array("d", prices)
    found, bits_of_it = kernel.most_informative(*parts)
    assert found == best
    assert bits_of_it == pytest.approx(values[best] * prices[best], abs=1e-12)


@pytest.mark.parametrize("kind", "fd")
def test_cells_may_begin_at_any_byte_of_a_file(kind):
    rows, weights, prices = drawn(4, spread=1)
    cells = array(kind, [chance for row in rows for chance in row])
    parts = array("d", weights), array("d", prices)
    shifted = memoryview(b"abc" + cells.tobytes())[3:].cast(kind)
    assert running.most_informative(shifted, *parts) == running.most_informative(cells, *parts)


@pytest.mark.parametrize("kernel", KERNELS, ids=["plain", "running"])
@pytest.mark.parametrize("bad", [1.5, -0.5, float("nan"), float("inf")])
def test_cells_that_are_no_probabilities_are_refused_where_they_count(kernel, bad):
    cells = memoryview(array("d", [1, 0, bad, 0]))
    with pytest.raises(BadArgument, match="from 0 to 1"):
        kernel.most_informative(cells, array("d", [0.5, 0.5]), array("d", [1, 1]))
    assert kernel.most_informative(cells, array("d", [1, 0]), array("d", [1, 1])) == (0, 0)


@pytest.mark.parametrize(
    "parts",
    [
        ([1.0], array("d", [1]), array("d", [1])),
        (array("d", [1]), array("f", [1]), array("d", [1])),
        (array("d", [1]), array("d", [1]), array("d")),
        (array("d", [1, 1]), array("d", [1]), array("d", [1])),
        (array("h", [1]), array("d", [1]), array("d", [1])),
    ],
)
def test_other_buffers_are_refused_at_the_border(parts):
    if running is plain:
        pytest.skip("plain Python takes any sequence")
    with pytest.raises(BadArgument):
        running.most_informative(*parts)
