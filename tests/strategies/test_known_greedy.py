"""Published and twice computed figures of greedy strategies.

Every row names its opening. The tie rule is (cost, not a candidate, position in lexicographic
order) throughout. "Two programs" are two of different design that agree, of which none is this
package; who first wrote a strategy is in its ``source``.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

import mastermind_core as mc

M46 = mc.Mastermind(colours=6, holes=4)
#: Secrets without repeats, guesses with: the game of the Stack Overflow question.
SO46 = mc.Mastermind(colours=6, holes=4, repeats="guesses")
AB46 = mc.Mastermind(colours=6, holes=4, repeats="none")

slow = pytest.mark.slow


@pytest.mark.parametrize(
    ("game", "strategy", "opening", "total", "lengths"),
    [
        pytest.param(
            # Two programs; never over 5, as Knuth 1976 has it.
            M46,
            mc.strategies.knuth,
            (1, 1, 2, 2),
            5801,
            {1: 1, 2: 6, 3: 62, 4: 533, 5: 694},
            id="M46 largest block",
            marks=slow,
        ),
        pytest.param(
            # Two programs.
            M46,
            mc.strategies.irving,
            (1, 1, 2, 3),
            5696,
            {1: 1, 2: 10, 3: 54, 4: 645, 5: 583, 6: 3},
            id="M46 expected size",
            marks=slow,
        ),
        pytest.param(
            # Two programs.
            M46,
            mc.strategies.entropy,
            (1, 2, 3, 4),
            5722,
            {1: 1, 2: 4, 3: 71, 4: 612, 5: 596, 6: 12},
            id="M46 entropy",
            marks=slow,
        ),
        pytest.param(
            # Two programs.
            M46,
            mc.strategies.most_parts,
            (1, 1, 2, 3),
            5668,
            {1: 1, 2: 12, 3: 72, 4: 635, 5: 569, 6: 7},
            id="M46 most parts",
            marks=slow,
        ),
        pytest.param(
            # Two programs.
            M46,
            mc.strategies.knuth.replace(pool="candidates"),
            (1, 1, 2, 2),
            5828,
            {1: 1, 2: 12, 3: 99, 4: 468, 5: 662, 6: 54},
            id="M46 largest block, candidates only",
            marks=slow,
        ),
        pytest.param(
            # Two programs.
            AB46,
            mc.strategies.knuth,
            (1, 2, 3, 4),
            1490,
            None,
            id="AB46 largest block",
        ),
        pytest.param(
            # The answer on Stack Overflow: "7 cases take 2 steps; 55 cases take 3 steps; 229
            # cases take 4 steps; and 69 cases take the maximum of 5 steps", opening as 1123.
            SO46,
            mc.strategies.entropy,
            (1, 1, 2, 3),
            1440,
            {2: 7, 3: 55, 4: 229, 5: 69},
            id="SO46 entropy",
            marks=slow,
        ),
        pytest.param(
            # The same answer: "a worst case of five steps". Two programs for the rest.
            mc.TwoD(5),
            mc.strategies.entropy,
            (2, 2),
            83,
            {1: 1, 2: 3, 3: 9, 4: 11, 5: 1},
            id="TwoD5 entropy",
        ),
    ],
)
def test_greedy_strategies_take_as_long_as_is_known(game, strategy, opening, total, lengths):
    found = mc.length_distribution(game, strategy)
    assert mc.lazy_tree(game, strategy).guess == opening
    assert found.total == total
    if lengths is not None:
        assert found == lengths


def test_the_largest_block_in_twod():
    # Two programs: 83 guesses in all as with entropy, but never over 4.
    found = mc.length_distribution(mc.TwoD(5), mc.strategies.knuth)
    assert (found.total, found.worst) == (83, 4)


@slow
def test_a_tree_of_mastermind_replays_by_the_score_alone():
    tree = mc.lazy_tree(SO46, mc.strategies.entropy)
    assert mc.replay(SO46, tree) == {2: 7, 3: 55, 4: 229, 5: 69}


def test_the_first_guess_of_knuth_leaves_256():
    # Knuth 1976: 1122 leaves at most 256 codes.
    sizes = mc.block_sizes(M46, (1, 1, 2, 2))
    assert max(sizes.values()) == 256
    assert sizes[0, 0] == 256
    assert sum(sizes.values()) == 6**4


def test_there_are_14_answers_in_four_holes():
    # Rhodes, Search algorithms for Mastermind, formula (2): (p + 3) p / 2 answers for p holes.
    for holes in range(1, 4):
        scores = mc.compile_game(mc.Mastermind(colours=5, holes=holes)).scores.items
        assert len(scores) == (holes + 3) * holes // 2
    assert len(mc.block_sizes(M46, (1, 2, 3, 4))) == 14


#: Sets of candidates by the thousand: seconds with the native kernel, minutes without.
native_only = pytest.mark.skipif(
    not mc.kernels.choose.is_compiled(), reason="minutes on the kernel in plain Python"
)


@slow
@native_only
@pytest.mark.parametrize(
    ("rule", "paths", "lengths"),
    [
        # De Graaf 2019, table 2, from 1122: every guess of the least cost that may win, and where
        # none may, all of them (EPB) or the first (EPBOK).
        pytest.param(
            mc.strategies.AnyBest(opening=[(1, 1, 2, 2)]),
            11541138,
            {1: 1, 2: 305, 3: 17424, 4: 2035536, 5: 9359424, 6: 128448},
            id="every branch",
        ),
        pytest.param(
            mc.strategies.AnyBest(outside="first", opening=[(1, 1, 2, 2)]),
            557363,
            {1: 1, 2: 305, 3: 10352, 4: 166579, 5: 380110, 6: 16},
            id="every branch of candidates",
        ),
    ],
)
def test_paths_of_the_largest_block(rule, paths, lengths):
    found = mc.studies.path_distribution(M46, rule)
    assert found == lengths
    assert found.count == paths


@pytest.mark.long
@slow
@native_only
def test_the_mean_of_random_candidates():
    # No source has it exactly; Rosu 1999 has 4.64 from samples.
    exact = mc.expected_distribution(M46, mc.strategies.random_candidate)
    assert exact.mean == Fraction(
        40499316312328165969590853411774920930486769997924867391251021093,
        8721678209093840794961693679032571873000430316990858403840000000,
    )
    assert round(float(exact.mean), 5) == 4.64352
    assert exact.worst == 10


@pytest.mark.long
@slow
@native_only
def test_a_beam_of_twenty_branches():
    # Computed here only: Chen and others (2007) have 4.359 by branches that they chose otherwise.
    found = mc.length_distribution(M46, mc.strategies.Beam(mc.EXPECTED_SIZE, 20))
    assert found == {1: 1, 2: 9, 3: 72, 4: 664, 5: 549, 6: 1}
