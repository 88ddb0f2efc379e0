"""Both kernels draw the same codes for a seed, in one order that is written down."""

from __future__ import annotations

from random import Random

import kernel_oracle as plain
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind_core.kernels import CodeShape
from mastermind_core.kernels.codes import plain as plain_codes
from mastermind_core.kernels.codes import plain_consistent
from mastermind_core.kernels.codes.plain_consistent import counted

from .conftest import NATIVE
from .test_code_kernels import compiled, fitting, questions

needs_native = pytest.mark.skipif(not NATIVE, reason="no native kernel was built")


@needs_native
@given(questions(), st.integers(0, 40), st.integers(0, 2**64 - 1))
def test_both_kernels_draw_the_same_codes(question, size, seed):
    drawn = compiled("codes").sample_consistent(*question, size, seed)
    assert drawn == plain_codes.sample_consistent(*question, size, seed)


@given(questions(most_holes=4, most_colours=5))
def test_every_rank_is_another_code(question):
    shape, history = question
    codes = counted(shape, tuple(history))
    ranked = [codes.code(rank) for rank in range(codes.total)]
    assert sorted(ranked) == fitting(*question)


@needs_native
@pytest.mark.parametrize(
    ("colours", "holes", "repeats"),
    [(12, 8, True), (3, 12, True), (14, 6, False), (100, 4, True), (255, 3, True), (255, 2, False)],
)
def test_larger_games_too(colours, holes, repeats):
    random = Random(colours)
    kernel = compiled("codes")
    for turns in range(4):
        secret = bytes(
            random.sample(range(colours), holes) if not repeats else [7 % colours] * holes
        )
        guesses = [bytes(random.choices(range(colours), k=holes)) for _ in range(turns)]
        history = [(guess, *plain.pegs(guess, secret)) for guess in guesses]
        question = CodeShape(colours, holes, repeats, True), history
        assert kernel.count_consistent(*question) == plain_codes.count_consistent(*question)
        drawn = kernel.sample_consistent(*question, 20, turns)
        assert drawn == plain_codes.sample_consistent(*question, 20, turns)
        assert kernel.fits(*question) is plain_codes.fits(*question) is True
        counted = kernel.count_consistent(*question)
        assert kernel.count_soon(*question) == plain_codes.count_soon(*question) == counted


@pytest.mark.unwatched
@needs_native
def test_what_takes_long_to_find_out_is_not_known(monkeypatch):
    monkeypatch.setattr(plain_consistent, "STATES", 10_000)
    random = Random(1)
    secret = bytes(random.choices(range(12), k=16))
    guesses = [bytes(random.choices(range(12), k=16)) for _ in range(8)]
    history = [(guess, *plain.pegs(guess, secret)) for guess in guesses]
    shape = CodeShape(12, 16, True, True)
    assert compiled("codes").fits(shape, history) in {True, None}
    assert compiled("codes").fits(shape, [(guesses[0], 16, 1)]) is False
    assert compiled("codes").count_soon(shape, history) is None
    assert plain_codes.count_soon(shape, history) is None
    assert compiled("codes").count_soon(shape, [(guesses[0], 16, 1)]) == 0
