"""The values of guesses whose answers may be wrong: compiled as in plain Python."""

from array import array
from random import Random

import pytest

from mastermind_core.errors import BadArgument
from mastermind_core.kernels import Rules, choose
from mastermind_core.kernels.greedy import plain

needs_compiled = pytest.mark.skipif(not choose.is_compiled(), reason="no compiled kernel")


def problem(seed):
    """Return a random table, and the other arguments."""
    random = Random(seed)
    guesses, secrets, scores = (random.randint(1, most) for most in (5, 9, 4))
    table = bytes(random.randrange(scores) for _ in range(guesses * secrets))
    rules = Rules([random.random() < 0.3 for _ in range(scores)])
    candidates = [s for s in range(secrets) if random.random() < 0.8] or [0]
    random.shuffle(candidates)
    weights = array("d", (random.randint(1, 9) for _ in candidates))
    ends = array("I")
    if random.random() < 0.5:
        cuts = sorted({random.randint(1, len(candidates)) for _ in range(3)} | {len(candidates)})
        ends = array("I", cuts)
    error, cells, first, widths = (
        random.choice([0.0, 0.1, 0.5, 1.0]),
        array("d"),
        array("Q"),
        array("Q"),
    )
    if random.random() < 0.5:
        for _ in range(guesses):
            width = random.randint(1, 3)
            first.append(len(cells))
            widths.append(width)
            for _ in range(scores):
                parts = [random.randint(0, 3) for _ in range(width)]
                parts[random.randrange(width)] += 1
                cells.extend(part / sum(parts) for part in parts)
    parts = (table, guesses, secrets, rules)
    return parts, (array("I", candidates), weights, ends, error, cells, first, widths)


@needs_compiled
@pytest.mark.parametrize("measure", [0, 1, 2])
def test_compiled_values_are_those_of_plain_python(measure):
    for seed in range(200):
        parts, given = problem(seed)
        expected = plain.noisy_values(plain.scores_from_table(*parts), *given, measure)
        found = choose.greedy.noisy_values(choose.greedy.scores_from_table(*parts), *given, measure)
        assert found == pytest.approx(expected, abs=1e-9)


@needs_compiled
@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (0, array("I", [99]), "candidates"),
        (1, array("d", [1.0] * 50), "weights"),
        (1, array("I", [1]), "weights"),
        (2, array("I", [1]), "ends"),
        (4, array("d"), "widths|first|cells"),
        (5, 2**64 - 1, "first"),
        (6, 2**63, "widths|first"),
        (5, array("Q", [0, 0, 0, 0, 0, 0]), "first"),
    ],
)
def test_wrong_arguments_are_refused_at_the_border(place, value, words):
    seed = next(seed for seed in range(99) if problem(seed)[1][5] and len(problem(seed)[1][0]) > 1)
    parts, given = problem(seed)
    given = [*given]
    given[place] = array("Q", [value] * len(given[5])) if isinstance(value, int) else value
    with pytest.raises(BadArgument, match=words):
        choose.greedy.noisy_values(choose.greedy.scores_from_table(*parts), *given, 0)
