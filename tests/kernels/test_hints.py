"""The hard mode of words as the compiled search works it out itself, and as it is told."""

from __future__ import annotations

from importlib import import_module

import pytest
from errors import one_line
from hypothesis import given
from hypothesis import strategies as st
from tasks import changed, task_of

import mastermind_core as mc
from mastermind_core.exact import LegalRows
from mastermind_core.kernels import POOL_LEGAL, Objective, is_compiled
from mastermind_core.table import compile_game

pytestmark = pytest.mark.skipif(not is_compiled(), reason="no native kernel runs")

# Further words, so that the bits of all end within a word of memory, with it, and after it.
PADDING = ["".join(chr(200 + at + place) for place in range(5)) for at in range(70)]

# Thresholds as they are, but threads share sets of two.
SHARED = (24, 2, 30, 12, 8, 64, 512, 16, 2)


@st.composite
def games(draw):
    """Return a small game of words in hard mode, weighted or not."""
    length = draw(st.integers(1, 5))
    words = st.text("abcd" if length < 4 else "abc", min_size=length, max_size=length)
    answers = draw(st.lists(words, min_size=1, max_size=9, unique=True))
    padding = [word[:length] for word in PADDING[: draw(st.sampled_from([0, 0, *range(55, 71)]))]]
    others = dict.fromkeys([*draw(st.lists(words, max_size=5)), *padding])
    game = mc.Wordle(answers, list(others), hard=True)
    weights = st.lists(st.integers(1, 5), min_size=len(answers), max_size=len(answers))
    return mc.weighted(game, draw(weights)) if draw(st.booleans()) else game


@given(games(), st.sampled_from(list(Objective)), st.sampled_from([-1, 2, 3, 6]))
def test_hints_are_what_the_game_says_is_legal(game, objective, most):
    compiled = import_module("mastermind_core.kernels.exact.compiled")
    plain = import_module("mastermind_core.kernels.exact.plain")
    shared = import_module("mastermind_core.kernels.shared.plain_scores")
    table = compile_game(game)
    scores = table.kernel_scores
    task = task_of(
        table.everything,
        objective,
        POOL_LEGAL,
        max_steps=most,
        weights=() if table.uniform else table.weights,
        legal=LegalRows(game, table),
    )
    told = [list(row) for row in task.question.legal]
    assert task.question.legal.packed_hints is not None
    hinted = compiled.attempt(scores, task)
    assert hinted == compiled.attempt(scores, changed(task, legal=told))
    truth = plain.attempt(shared.as_plain(scores), changed(task, legal=told))
    assert (hinted.tree is None, hinted.proven) == (truth.tree is None, True)
    together = compiled.attempt(scores, changed(task, threads=2, tuning=SHARED))
    assert (together.tree, together.proven) == (hinted.tree, True)
    if hinted.tree is not None:
        assert objective.figures(hinted.total, hinted.worst) == objective.figures(
            truth.total, truth.worst
        )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((b"abcd", b"\0\1\2\2", 0), "length: expected words and scores of 0 letters each"),
        ((b"abcd", b"\0\1\2\2", 256), "length: expected words and scores of 256 letters each"),
        ((b"abc", b"\0\1\2\2", 2), "length: expected words and scores of 2 letters each"),
        ((b"abcd", b"\0\1\2", 2), "length: expected words and scores of 2 letters each"),
        ((b"abcd", b"\0\1\2\3", 2), "marks: expected 0, 1 or 2, got 3"),
    ],
)
def test_hints_that_cannot_be(given, message):
    refuses(given, message)


@pytest.mark.parametrize(
    ("hints", "message"),
    [
        ((b"abcdef", bytes(18), 2), "legal: expected 2 words, got 3"),
        ((b"abcd", bytes(20), 2), "legal: expected 9 scores, got 10"),
    ],
)
def test_hints_of_another_game(hints, message):
    refuses(hints, message)


def refuses(hints, message):
    game = mc.Wordle(["ab", "ba"], hard=True)
    table = compile_game(game)
    compiled = import_module("mastermind_core.kernels.exact.compiled")

    class Others(list):
        packed_hints = hints

    task = task_of(table.everything, pool=POOL_LEGAL, legal=Others())
    with one_line(mc.BadArgument, message):
        compiled.attempt(table.kernel_scores, task)
