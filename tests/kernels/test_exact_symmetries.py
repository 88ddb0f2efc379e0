"""Symmetries and memory change no value of the exact search."""

from __future__ import annotations

from array import array
from random import Random

import pytest
from amounts import many
from exact_problems import (
    OBJECTIVES,
    check,
    task,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from inside import solve
from task_oracle import ALL, CANDIDATES, Oracle
from tasks import changed

from .conftest import native_scores


@pytest.fixture(scope="module")
def native():
    yield from native_scores()


def copies(random, n_secrets, n_guesses, n_scores, n_copies):
    """Return a game of some copies of a game, told apart by guesses that ask in which it is.

    The copies may be exchanged. Guesses about all copies at once stay as they are, so guesses and
    secrets move in cycles of different length.
    """
    base = [[random.randrange(n_scores) for _ in range(n_secrets)] for _ in range(n_guesses)]
    secrets = [(copy, s) for copy in range(n_copies) for s in range(n_secrets)]
    guesses = [("all", row) for row in range(n_guesses)]
    guesses += [(copy, s) for copy in range(n_copies) for s in range(n_secrets)]
    end, elsewhere = n_scores, n_scores + 1

    def score(guess, secret):
        where, what = guess
        if where == "all":
            return base[what][secret[1]]
        if where != secret[0]:
            return elsewhere
        return end if what == secret[1] else base[what % n_guesses][secret[1]]

    table = [[score(guess, secret) for secret in secrets] for guess in guesses]
    final = [False] * n_scores + [True, False]

    def moved(items, to):
        new = [(to.get(where, where), what) for where, what in items]
        return [items.index(item) for item in new]

    symmetries = [
        (moved(guesses, to), moved(secrets, to), range(n_scores + 2))
        for to in ({0: 1, 1: 0}, {c: (c + 1) % n_copies for c in range(n_copies)})
    ]
    return table, final, symmetries


def test_copies_of_a_game_are_what_they_say():
    table, _, symmetries = copies(Random(1), 5, 3, 3, 3)
    for on_guesses, on_secrets, _ in symmetries:
        for guess, row in enumerate(table):
            assert [table[on_guesses[guess]][on_secrets[s]] for s in range(len(row))] == row


@settings(deadline=None, max_examples=many(25))
@given(
    st.integers(0, 2**32),
    st.sampled_from(OBJECTIVES),
    st.sampled_from([ALL, CANDIDATES]),
    st.booleans(),
)
def test_symmetry_and_memory_change_no_value(native, seed, objective, pool, weighted):
    random = Random(seed)
    n_secrets, n_copies = random.choice([(8, 3), (6, 4), (12, 4), (15, 4), (12, 5)])
    table, final, symmetries = copies(random, n_secrets, 3, random.randint(3, 5), n_copies)
    everything = range(len(table[0]))
    own = [random.randint(1, 5) for _ in range(n_secrets)] if weighted else []
    asked = {"pool": pool, "weights": own * n_copies}
    found = solve(native(table, final), task(everything, objective, **asked, symmetries=symmetries))
    assert found.proven
    oracle = Oracle(table, final, **asked)
    assert oracle.replay(found.tree, everything) == (found.total, found.worst)
    few = {"memory": 64 * len(everything)}  # for the scores, and hardly a set
    for other in ({}, few, {**few, "symmetries": symmetries}):
        again = solve(native(table, final), task(everything, objective, **asked, **other))
        assert again.proven
        assert again.lower_bound == found.lower_bound
        if objective != "worst":
            assert again.total == found.total
        if objective != "mean":
            assert again.worst == found.worst


@settings(deadline=None, max_examples=many(25))
@given(st.integers(0, 2**32), st.sampled_from(OBJECTIVES), st.booleans())
def test_symmetries_of_the_game_serve_what_answers_leave(native, seed, objective, weighted):
    random = Random(seed)
    n_secrets, n_copies = random.choice([(8, 3), (6, 4), (12, 3)])
    table, final, symmetries = copies(random, n_secrets, 3, random.randint(3, 5), n_copies)
    own = [random.randint(1, 5) for _ in range(n_secrets)] if weighted else []
    asked = random.sample(range(len(table)), random.randint(1, 2))
    answers = [random.choice(table[guess]) for guess in asked]
    left = [
        secret
        for secret in range(len(table[0]))
        if all(table[g][secret] == score for g, score in zip(asked, answers, strict=True))
    ]
    if not left:
        return
    first = random.sample(range(len(table)), 8) if random.random() < 0.5 else ()
    plain = task(left, objective, weights=own * n_copies, first=first)
    found = solve(native(table, final), plain)
    again = solve(native(table, final), changed(plain, asked=asked, symmetries=symmetries))
    assert (found.proven, found.lower_bound) == (again.proven, again.lower_bound)
    if objective != "worst":
        assert again.total == found.total
    if objective != "mean":
        assert again.worst == found.worst


def reachable(oracle, candidates):
    """Count the sets that answers leave, to see that a plain search can go through them."""
    seen, stack = set(), [tuple(candidates)]
    while stack and len(seen) < 20000:
        members = stack.pop()
        if members in seen:
            continue
        seen.add(members)
        for guess in range(len(oracle.table)):
            blocks = oracle.after(guess, members, oracle.everything)
            stack.extend(block for block, _ in blocks.values() if block != members)
    return len(seen)


@settings(deadline=None, max_examples=many(15))
@given(st.integers(0, 2**32), st.sampled_from(OBJECTIVES))
def test_larger_games_against_a_plain_search(native, seed, objective):
    random = Random(seed)
    n_secrets = random.randint(24, 48)
    n_guesses = random.randint(5, 7)
    # Few kinds of rows, repeated and cut off: many guesses, few sets.
    rows = [[random.choice((0, 1, 2, 2)) for _ in range(n_secrets)] for _ in range(n_guesses)]
    table = [rows[at % n_guesses] for at in range(40)]
    final = [False, False, True]
    asked = {"weights": [random.randint(1, 4) for _ in range(n_secrets)] if seed % 2 else ()}
    oracle = Oracle(rows, final, **asked)
    if reachable(oracle, range(n_secrets)) >= 20000:
        return
    found = solve(native(table, final), task(range(n_secrets), objective, **asked))
    assert found.proven
    if found.tree is not None:
        found = found._replace(
            tree=found.tree._replace(
                guesses=array("i", [guess % n_guesses for guess in found.tree.guesses])
            )
        )
    check(found, oracle, range(n_secrets), objective, n_guesses + 1)
