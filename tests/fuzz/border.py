"""Calls of the compiled kernels with what they should never get: an error or an answer."""

from __future__ import annotations

from array import array
from contextlib import suppress

from tasks import task_of

import mastermind_core as mc
from mastermind_core.kernels import Criterion, Fact, Objective, Words, is_built

SIZES = (0, 1, 2, 3, 255, 256, 257, 65535, 65536)
NUMBERS = (
    -1,
    0,
    1,
    2,
    3,
    7,
    255,
    256,
    65535,
    65536,
    2**31,
    2**32 - 1,
    2**32,
    2**63,
    2**64,
    -(2**63),
)
TEXTS = ("power", "sum", "max", "", "x")


def table(random, native):
    """Return scores of a table of any shape, or None where they are refused."""
    n, m = random.choice(SIZES[1:]), random.choice(SIZES[1:])
    if n * m > 1 << 20:
        n = random.choice(SIZES[1:4])
        m = min(m, (1 << 20) // n)
    kinds = random.choice([1, 2, 3, 254, 255, 256])
    cells = bytes(random.randrange(kinds) for _ in range(97)) * (n * m // 97 + 1)
    final = bytes(random.random() < 0.5 for _ in range(kinds))
    return native.scores_from_table(cells[: n * m], n, m, final), n, m, kinds


def ids(random, below):
    """Return ids, as good as not, of any kind of buffer."""
    how = random.random()
    size = min(random.choice(SIZES[:6]), max(below, 1))
    if how < 0.55:
        return array("I", sorted(random.sample(range(below), min(size, below))))
    if how < 0.7:
        return array("I", [random.choice([0, below, below - 1, 2**32 - 1]) % 2**32] * size)
    kinds = (
        array("I", random.choices(range(max(1, below)), k=size)),
        array("H", [0] * size),
        array("q", [-1] * size),
        bytes(size),
        array("d", [0.5]),
        list(range(size)),
        memoryview(bytes(64))[::2],
        None,
        "ids",
        3,
    )
    return random.choice(kinds)


def number(random, below=3):
    return random.choice(NUMBERS) if random.random() < 0.3 else random.randrange(max(1, below))


def anything(random):
    return random.choice([None, "x", b"ab", 1.5, -1, [], [1], (), {}, object(), array("I"), 2**64])


def _symmetries(random, n, m, kinds):
    def moved(size):
        items = list(range(size))
        random.shuffle(items)
        if random.random() < 0.3 and items:
            items[0] = random.choice([size, 2**31, items[-1]])
        return array("I", items[: random.choice([size, size, size, 1])])

    return [(moved(n), moved(m), moved(kinds)) for _ in range(random.randint(0, 2))]


def _costs(random, size):
    return array("Q", [random.choice([0, 1, 2**63, 2**64 - 1]) for _ in range(size)])


def _exact(random, native, scores, n, m, kinds):
    words = (bytes(random.choices(range(3), k=min(size, 1000))) for size in (m, n))
    weights = random.choice([(), array("Q", [1] * m), [2**63] * m, [0] * m, None])
    task = task_of(
        ids(random, min(m, 8)),
        random.choice([*Objective, *Objective, "x", 1]),
        number(random, 2),
        max_steps=number(random, 6),
        weights=weights,
        symmetries=_symmetries(random, n, m, kinds),
        words=Words(*words) if random.random() < 0.3 else Words(),
        nodes=random.choice([0, 1, 100, 1000]),
        seconds=random.choice([-1.0, 0.0, 0.01, 1]),
        asked=ids(random, n),
        first=ids(random, n),
        max_cost=number(random, 50),
        below=number(random, 50),
        least_steps=number(random, 5),
        tuning=array("I", [1] * random.choice([0, 1, 8, 10, 11])),
        threads=random.choice([1, 2, number(random)]),
        prices=random.choice([(), array("Q", [1] * 8), [number(random)]]),
        memory=random.choice([0, 1, 1 << 16, number(random)]),
    )
    question = native.AskedQuestion(*task.question)
    limits = native.AskedLimits(*task.limits)
    hints = native.AskedHints(*task.hints)
    if random.random() < 0.3:
        facts = [Fact(number(random), number(random)) for _ in range(random.randint(0, 3))]
        return native.certify_exactly(scores, question, limits, hints, facts, None, lambda *_: None)
    known = native.ExactMemory(scores, hints, task.limits.memory) if random.random() < 0.3 else None
    return native.solve_exactly(scores, question, limits, hints, lambda *_: None, known)


def _greedy(random, native, scores, n, m, kinds):
    candidates, order = ids(random, m), ids(random, n)
    size = len(candidates) + 1 if isinstance(candidates, array) else 1
    costs = _costs(random, random.choice([0, 1, size]))
    rule = Criterion(random.choice(TEXTS), costs, order, number(random, 2), number(random))
    name = random.choice(["best_guess", "ranked_guesses", "greedy_tree"])
    rest = {
        "best_guess": (),
        "ranked_guesses": (number(random, 5),),
        "greedy_tree": (ids(random, n),),
    }
    named = {"symmetry": _symmetries(random, n, m, kinds)} if name == "greedy_tree" else {}
    return getattr(native, name)(scores, candidates, rule, *rest[name], **named)


def _blocks(random, native, scores, n, m, kinds):
    name = random.choice(["row", "block_sizes", "split", "filter_candidates"])
    rest = {"row": (), "filter_candidates": (number(random, kinds), ids(random, m))}
    return getattr(native, name)(scores, number(random, n), *rest.get(name, (ids(random, m),)))


def _symmetry(random, native, scores, n, m, kinds):
    if n * m > 1 << 16:
        return None
    if random.random() < 0.5:
        return native.broken_pair(scores, _symmetries(random, n, m, kinds))
    weights = random.choice([array("Q"), array("Q", [1] * m), array("Q", [1])])
    return native.find_symmetries(scores, weights, steps=random.choice([0, 1000]))


def _codes(random, native, *_):
    """Codes of few colours and holes, or of absurdly many."""
    colours, holes = number(random, 5), number(random, 4)
    shape = colours, holes, random.random() < 0.5, random.random() < 0.5
    small = colours <= 6 and 0 <= holes <= 5
    history = [
        (
            bytes(random.choices(range(7), k=random.choice([max(holes, 0) % 7, 1]))),
            number(random),
            0,
        )
        for _ in range(random.randint(0, 2))
    ]
    codes = bytes(random.choices(range(9), k=random.choice([0, 1, 6, 12, 255, 256])))
    score_ids = bytes(random.choices(range(4), k=random.choice([0, 1, 4, 9, 16, 25])))
    limit = random.choice([0, 1, 10]) if small else 1
    calls = [
        lambda: native.walk_codes(shape, history, limit, random.choice([b"", b"\0"]), 10**9),
        lambda: native.distances(holes, codes, history),
        lambda: native.score_matrix(holes, codes, codes),
        lambda: native.population_blocks(holes, codes, codes),
        lambda: native.code_table(codes, codes, holes, score_ids),
        lambda: native.word_table(codes, codes, holes, random.choice(["colours", "common", "x"])),
        lambda: native.scores_from_codes(codes, codes, holes, score_ids, b"\0\1"),
        lambda: native.random_codes(shape, number(random, 9) % 99, number(random)),
    ]
    if small:
        calls.append(lambda: native.consistent(shape, history, 10**9))
    return random.choice(calls)()


def native_calls(random):
    """A call of each family with good and bad arguments mixed."""
    if not is_built():
        return 0
    from mastermind_core.kernels import _native as native

    refused = (mc.MastermindCoreError, TypeError, AttributeError, KeyError)
    for call in (_exact, _greedy, _blocks, _symmetry, _codes):
        with suppress(refused):
            call(random, native, *table(random, native))
    named = [name for name in dir(native) if callable(getattr(native, name)) and name[0] != "_"]
    wild = getattr(native, random.choice(sorted(set(named) - {"limit_vectors"})))
    with suppress(refused):
        wild(*(anything(random) for _ in range(random.randint(0, 12))))
    return 6
