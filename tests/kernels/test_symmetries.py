"""Symmetries of score tables: all of them, and nothing else; and both kernels find a wrong one."""

from __future__ import annotations

from array import array
from contextlib import suppress
from functools import cache
from itertools import chain, permutations, product
from math import factorial, prod
from operator import eq
from random import Random

import pytest
from amounts import many
from hypothesis import given, settings
from hypothesis import strategies as st
from inside import PlainScores, solve
from task_oracle import Oracle
from tasks import task_of

import mastermind_core as mc
from mastermind_core.errors import BadArgument
from mastermind_core.kernels import Objective, Rules, is_compiled
from mastermind_core.kernels import choose as kernels

PLENTY = 1 << 40

find_symmetries = kernels.symmetries.find_symmetries
broken_pair = kernels.symmetries.broken_pair


@pytest.fixture(params=["reference", "native"], scope="module")
def scores_of(request):
    """Make scores from rows, for one of the kernels."""
    if request.param == "reference":
        return lambda table, final: PlainScores([*map(bytes, table)], len(table[0]), Rules(final))
    return native_scores()


@pytest.fixture(scope="module")
def compiled_scores_of():
    """Make scores from rows for the kernel that finds symmetries."""
    return native_scores()


def native_scores():
    if not is_compiled():
        pytest.skip("no native kernel runs")
    from mastermind_core.kernels import _native

    return lambda table, final: _native.scores_from_table(
        b"".join(map(bytes, table)), len(table), len(table[0]), bytes(final)
    )


def is_symmetry(table, final, weights, moves):
    guesses, secrets, scores = moves
    return (
        all(sorted(moved) == list(range(len(moved))) for moved in moves)
        and all(final[score] == final[image] for score, image in enumerate(scores))
        and all(weights[secret] == weights[image] for secret, image in enumerate(secrets))
        and all(
            table[guesses[guess]][secrets[secret]] == scores[table[guess][secret]]
            for guess, secret in product(range(len(table)), range(len(table[0])))
        )
    )


def every_symmetry(table, final, weights):
    """List them by trying every way to move secrets and scores; rows then say where guesses go."""
    used = set().union(*table)
    for moved in permutations(range(len(final))):
        if any(moved[s] != s for s in range(len(final)) if s not in used):
            continue
        for secrets in permutations(range(len(table[0]))):
            images = []
            for row in table:
                image = [0] * len(row)
                for secret, score in enumerate(row):
                    image[secrets[secret]] = moved[score]
                images.append([g for g, other in enumerate(table) if list(other) == image])
            for guesses in product(*images):
                moves = guesses, secrets, moved
                if is_symmetry(table, final, weights, moves):
                    yield moves


def mixed(moves, size, alike=()):
    """Return for each item the set of those that permutations, or being alike, lead to."""
    groups = {item: {item} for item in range(size)}
    pairs = [pair for moved in moves for pair in enumerate(moved)]
    for one, other in (*pairs, *alike):
        if groups[one] is not groups[other]:
            joined = groups[one] | groups[other]
            groups.update(dict.fromkeys(joined, joined))
    return groups


def equal(items):
    return [(a, b) for a, one in enumerate(items) for b, other in enumerate(items) if one == other]


@cache
def closure_size(generators):
    """Count the permutations that some generate."""
    identity = tuple(range(len(generators[0])))
    seen, edge = {identity}, [identity]
    while edge:
        one = edge.pop()
        for step in generators:
            image = tuple(step[item] for item in one)
            if image not in seen:
                seen.add(image)
                edge.append(image)
    return len(seen)


@st.composite
def tables(draw):
    """Draw a small game that is likely to have symmetries: (table, final, weights)."""
    n_guesses, n_secrets = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    n_scores = draw(st.integers(1, 4))
    random = Random(draw(st.integers(0, 2**32)))
    kind = draw(st.sampled_from(["any", "differences", "equal", "sums"]))
    score = {
        "any": lambda g, v: random.randrange(n_scores),
        "differences": lambda g, v: (g - v) % n_scores,
        "equal": lambda g, v: int(g == v) % n_scores,
        "sums": lambda g, v: abs(2 * g - 2 * v + 1) % n_scores,
    }[kind]
    table = [[score(g, v) for v in range(n_secrets)] for g in range(n_guesses)]
    final = [draw(st.booleans()) for _ in range(n_scores)]
    weights = draw(st.none() | st.lists(st.integers(1, 2), min_size=5, max_size=5))
    return table, final, (weights or [1] * 5)[:n_secrets]


@given(tables())
def test_the_orbits_are_those_of_all_symmetries(compiled_scores_of, game):
    table, final, weights = game
    found = find_symmetries(compiled_scores_of(table, final), weights, steps=PLENTY)
    assert found.complete
    for moves in found.generators:
        assert is_symmetry(table, final, weights, moves)
    every = list(every_symmetry(table, final, weights))
    columns = list(zip(weights, *table, strict=True))
    alike = equal(table), equal(columns), []
    for part, size in enumerate((len(table), len(table[0]), len(final))):
        own = mixed([moves[part] for moves in found.generators], size, alike[part])
        assert own == mixed([moves[part] for moves in every], size)


@given(tables())
def test_the_number_of_symmetries_is_the_product_of_the_orbits(compiled_scores_of, game):
    table, final, weights = game
    found = find_symmetries(compiled_scores_of(table, final), weights, steps=PLENTY)
    both = tuple((*m[1], *(len(m[1]) + s for s in m[2])) for m in found.generators)
    assert prod(found.orbits) == (closure_size(both) if both else 1)


@pytest.mark.skipif(not is_compiled(), reason="no native kernel runs")
@pytest.mark.unwatched
@pytest.mark.parametrize(
    ("game", "number"),
    [
        (mc.Mastermind(colours=3, holes=3), factorial(3) * factorial(3)),
        (mc.Mastermind(colours=6, holes=4), factorial(6) * factorial(4)),
        (mc.Mastermind(colours=7, holes=4), factorial(7) * factorial(4)),
        (mc.Mastermind(colours=2, holes=8), factorial(2) * factorial(8)),
        (mc.BullsAndCows(7, 3), factorial(7) * factorial(3)),
        (mc.BullsAndCows(8, 4), factorial(8) * factorial(4)),
        # Exchange the coordinates; turn the grid round, which exchanges less and greater.
        *((mc.TwoD(size), 4) for size in (2, 3, 5, 8, 12)),
    ],
    ids=repr,
)
def test_known_orders(game, number):
    table = mc.compile_game(game)
    found = find_symmetries(table.kernel_scores, steps=PLENTY)
    assert found.complete
    assert prod(found.orbits) == number
    assert broken_pair(table.kernel_scores, found.generators) is None


def test_a_mirror_moves_scores_only_where_it_may(compiled_scores_of):
    # Find a number from "less", "equal" and "greater".
    table = [[(v > g) * 2 + (v == g) for v in range(7)] for g in range(7)]
    scores = compiled_scores_of(table, [False, True, False])
    ((guesses, secrets, moved),) = find_symmetries(scores, steps=PLENTY).generators
    assert list(guesses) == list(secrets) == [6, 5, 4, 3, 2, 1, 0]
    assert list(moved) == [2, 1, 0]
    weights = [2, 1, 1, 1, 1, 1, 1]
    assert not find_symmetries(scores, weights, steps=PLENTY).generators
    assert not kernels.symmetries.find_symmetries(
        compiled_scores_of(table, [True, True, False]), steps=PLENTY
    ).generators


def test_the_reference_finds_none_and_says_that_there_may_be_more():
    table = [[(v > g) * 2 + (v == g) for v in range(7)] for g in range(7)]
    scores = PlainScores([*map(bytes, table)], 7, Rules([False, True, False]))
    assert find_symmetries(scores, steps=PLENTY) == ([], [], False)


@given(st.integers(0, 3000))
@settings(max_examples=many(40))
def test_what_a_budget_allows_is_sound(compiled_scores_of, steps):
    codes = list(product(range(3), repeat=2))
    table = [[sum(a == b for a, b in zip(g, v, strict=True)) for v in codes] for g in codes]
    final = [False, False, True]
    found = find_symmetries(compiled_scores_of(table, final), steps=steps)
    assert all(is_symmetry(table, final, [1] * 9, moves) for moves in found.generators)
    # Rows and columns of a 3 x 3 grid, 72 ways; and "one in common" with "none" exchanged.
    assert not found.complete or prod(found.orbits) == 144
    assert find_symmetries(compiled_scores_of(table, final), steps=PLENTY).complete


@given(tables(), st.sampled_from(["worst", "mean", "worst-then-mean", "mean-then-worst"]))
def test_a_search_with_what_was_found_loses_nothing(compiled_scores_of, game, objective):
    table, final, weights = game
    scores = compiled_scores_of(table, final)
    found = find_symmetries(scores, weights, steps=PLENTY)
    everything = array("I", range(len(table[0])))
    own = task_of(
        everything,
        Objective(objective),
        weights=weights,
        symmetries=found.generators,
    )
    answer = solve(scores, own)
    oracle = Oracle(table, final, weights=weights)
    best = oracle.best(everything, objective, len(everything))
    assert (best is None) == (answer.tree is None)
    if best is not None:
        total, worst = best
        assert answer.proven
        assert total in {None, answer.total}
        assert worst in {None, answer.worst}
        assert oracle.replay(answer.tree, everything) == (answer.total, answer.worst)


@given(st.data())
def test_the_first_broken_pair(scores_of, data):
    n_guesses, n_secrets = data.draw(st.integers(1, 40)), data.draw(st.integers(1, 20))
    random = Random(data.draw(st.integers(0, 2**32)))
    table = [[random.random() < 0.02 for _ in range(n_secrets)] for _ in range(n_guesses)]
    generators = [
        tuple(
            array("I", data.draw(st.just(range(n)) | st.permutations(range(n))))
            for n in (n_guesses, n_secrets, 2)
        )
        for _ in range(data.draw(st.integers(0, 3)))
    ]
    expected = next(
        (
            (number, guess, secret)
            for number, (on_guess, on_secret, moved) in enumerate(generators)
            for guess in range(n_guesses)
            for secret in range(n_secrets)
            if table[on_guess[guess]][on_secret[secret]] != moved[table[guess][secret]]
        ),
        None,
    )
    scores = scores_of(table, [False, True])
    assert broken_pair(scores, generators) == expected


def first_broken(rows, generators):
    """Look at every pair, in the plainest way."""
    return next(
        (
            (number, guess, secret)
            for number, (on_guess, on_secret, _) in enumerate(generators)
            for guess, row in enumerate(rows)
            for secret, score in enumerate(row)
            if rows[on_guess[guess]][on_secret[secret]] != score
        ),
        None,
    )


def moved_alike(random, codes, places, *, renamed):
    """Give codes another order of their holes and other names to their colours."""
    holes = len(codes[0])
    order = random.sample(range(holes), holes)
    names = random.sample(range(4), 4) if renamed else range(4)
    return [places.get(tuple(names[code[hole]] for hole in order)) for code in codes]


@pytest.mark.skipif(not is_compiled(), reason="no native kernel runs")
@given(st.integers(0, 2**32), st.integers(1, 3), st.booleans())
def test_the_first_broken_pair_of_codes_without_a_table(seed, holes, distinct):
    """What only renames is told by the codes alone; one more exchange, and it is none."""
    random = Random(seed)
    every = list(product(range(4), repeat=holes))
    secrets = [code for code in every if not distinct or len({*code}) == holes] or every
    rows = [[pegs_of(guess, secret) for secret in secrets] for guess in every]
    ids = [black * (holes + 1) + white for black in range(holes + 1) for white in range(holes + 1)]
    scores = kernels.greedy.scores_from_codes(
        bytes(chain(*every)), bytes(chain(*secrets)), holes, bytes(ids), Rules([False] * len(ids))
    )
    assert not scores.is_table
    generators = []
    for _ in range(random.randint(1, 3)):
        same = random.getrandbits(32)
        sides = [
            moved_alike(Random(same), codes, {c: at for at, c in enumerate(codes)}, renamed=True)
            for codes in (every, secrets)
        ]
        for side in sides:
            if random.random() < 0.3:
                one, other = (random.randrange(len(side)) for _ in range(2))
                side[one], side[other] = side[other], side[one]
        generators.append((array("I", sides[0]), array("I", sides[1]), array("I")))
    assert broken_pair(scores, generators) == first_broken(rows, generators)
    # The second time, too, when some of it is known.
    assert broken_pair(scores, generators) == first_broken(rows, generators)


def pegs_of(guess, secret):
    black = sum(map(eq, guess, secret))
    return black * 10 + sum(min(guess.count(c), secret.count(c)) for c in {*guess}) - black


@given(st.integers(0, 2**32))
def test_the_first_broken_pair_of_over_256_scores(seed):
    random = Random(seed)
    n, m, kinds = random.randint(2, 9), random.randint(2, 40), 300
    rows = [[random.choice([random.randrange(kinds), 7]) for _ in range(m)] for _ in range(n)]
    on_secret = random.sample(range(m), m)
    on_guess = list(range(n))
    # Half of the rows are the images of the others, so that nothing or little is broken.
    for guess in range(n // 2):
        image = [0] * m
        for secret, to in enumerate(on_secret):
            image[to] = rows[2 * guess][secret]
        rows[2 * guess + 1] = image
        on_guess[2 * guess], on_guess[2 * guess + 1] = 2 * guess + 1, 2 * guess
    generators = [
        (array("I", random.sample(on_guess, n)), array("I", on_secret), array("I")),
        (array("I", on_guess), array("I", on_secret), array("I")),
        (array("I", range(n)), array("I", on_secret), array("I")),
    ]
    random.shuffle(generators)
    table = array("H", chain(*rows))
    scores = kernels.greedy.scores_from_table(table, n, m, Rules([False] * kinds))
    assert broken_pair(scores, generators) == first_broken(rows, generators)


class _StoppedError(Exception):
    pass


def test_what_was_not_compared_to_the_end_is_not_taken_for_true(scores_of):
    n = 1500
    rows = [bytes(n) for _ in range(n - 1)] + [bytes([*range(2), *[0] * (n - 2)])]
    scores = scores_of(rows, [False, True])
    every, turned = array("I", range(n)), array("I", reversed(range(n)))
    false = every, turned, array("I")
    looks = []

    def check():
        looks.append(1)
        raise _StoppedError

    # Whether it comes to a look depends on how long the compiled kernel takes.
    with suppress(_StoppedError):
        assert broken_pair(scores, [false, (every, every, array("I"))], check) == (0, n - 1, 1)
        assert not looks
    assert broken_pair(scores, [false]) == (0, n - 1, 1)


@pytest.mark.skipif(not is_compiled(), reason="no native kernel runs")
@pytest.mark.parametrize(
    ("generator", "message"),
    [
        (([0, 1],), "generators: expected permutations of guesses, secrets and perhaps scores"),
        (([0, 0], [0, 1], []), "generators: expected a permutation of 2 ids"),
        (([0, 1], [0, 2], []), "generators: expected ids below 2, got 2"),
        (([0, 1], [0, 1], [0]), "generators: expected a permutation of 2 ids"),
    ],
)
def test_what_is_no_permutation(generator, message):
    scores = kernels.greedy.scores_from_table(bytes([1, 0, 0, 1]), 2, 2, Rules([False, True]))
    with pytest.raises(BadArgument, match=message):
        broken_pair(scores, [generator])


@pytest.mark.skipif(not is_compiled(), reason="no native kernel runs")
def test_weights_of_another_number():
    scores = kernels.greedy.scores_from_table(bytes([1, 0, 0, 1]), 2, 2, Rules([False, True]))
    with pytest.raises(BadArgument, match="weights: expected 2 numbers or none, got 1"):
        find_symmetries(scores, [1], steps=1)
