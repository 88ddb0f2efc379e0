"""A program of another design refutes the same first words of hard mode as the search."""

from __future__ import annotations

from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random

import pytest
from amounts import mostly_slow

import mastermind_core as mc

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def hard_mode(monkeypatch):
    pytest.importorskip("numpy", reason="numpy is not installed")
    monkeypatch.syspath_prepend(ROOT)
    return import_module("benchmarks.hard_mode")


@pytest.mark.parametrize(
    ("seed", "count"), mostly_slow([(3, 30), *product(range(5), [60])], quick=[(3, 30)])
)
def test_both_refute_the_same_first_words(hard_mode, seed, count):
    random = Random(seed)
    words = sorted(random.sample([*map("".join, product("abcdef", repeat=3))], count))
    game, other = mc.Wordle(words, hard=True), hard_mode.HardMode(words)
    told = set()
    for first, most in product(random.sample(range(len(words)), 4), (3, 4, 5)):
        exists = mc.solution_exists(game, most, pool="legal", first_guess=words[first])
        assert exists == (other.refutation(first, most) is None)
        told.add(exists)
    assert told == {True, False}


@pytest.mark.parametrize("seed", range(4))
def test_both_answer_and_allow_alike(hard_mode, seed):
    random = Random(seed)
    words = sorted(random.sample([*map("".join, product("abc", repeat=4))], 25))
    game, other = mc.Wordle(words, hard=True), hard_mode.HardMode(words)
    everything = hard_mode.np.arange(len(words))
    for guess, secret in product(range(len(words)), repeat=2):
        answer = int(other.answers[guess, secret])
        score = game.score(words[guess], words[secret])
        assert [".yg".index(mark) for mark in score.lower()] == other.marks(answer)
        allowed = {words[at] for at in other.allowed(everything, guess, answer)}
        assert allowed == {word for word in words if game.legal(word, [(words[guess], score)])}
