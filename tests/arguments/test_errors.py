"""Errors: one line, whatever was given."""

import pickle

import pytest

import mastermind_core as mc
from mastermind_core import errors

ERRORS = sorted(
    (
        error
        for error in vars(errors).values()
        if isinstance(error, type) and issubclass(error, mc.MastermindCoreError)
    ),
    key=lambda error: error.__name__,
)


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("letters", [0, 1, 800, 801, 10**6])
def test_an_error_is_cut_in_the_middle(error, letters):
    text = "b" + "a" * (letters - 2) + "e" * (letters > 1) if letters else ""
    said = str(error(text))
    assert said == text if letters <= 800 else len(said) < 1000
    assert said[:1] == text[:1]
    assert said[-1:] == text[-1:]
    assert str(pickle.loads(pickle.dumps(error(text)))) == said
    assert isinstance(error.__new__(error), error)  # so do libraries that pickle exceptions


@pytest.mark.parametrize(
    "call",
    [
        lambda: mc.games.read_words("x" * 10**5),
        lambda: mc.Jotto(["a" * 10**5, "a" * 10**5]),
        lambda: mc.Mastermind(repeats="x" * 10**5),
        lambda: mc.optimal(mc.TwoD(2), "x" * 10**5),
        lambda: mc.optimal(mc.TwoD(2), checkpoint="x" * 10**5),
        lambda: mc.lazy_tree(mc.TwoD(2), "x" * 10**5),
        lambda: mc.partition(mc.TwoD(2), "x" * 10**5),
        lambda: mc.load("x" * 10**5),
        lambda: mc.from_json("x" * 10**5),
        lambda: mc.verify_certificate(mc.TwoD(2), "x" * 10**5),
    ],
)
def test_an_error_about_much_is_one_line(call):
    with pytest.raises(mc.MastermindCoreError) as refused:
        call()
    assert 0 < len(str(refused.value)) < 1000
    assert "\n" not in str(refused.value)
