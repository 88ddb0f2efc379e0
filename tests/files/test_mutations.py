"""Damaged files: what comes out is a result that verifies, or one line."""

from __future__ import annotations

import gzip
import json
from copy import deepcopy

import pytest
from adhoc import odd_game
from amounts import many
from hypothesis import given, settings
from hypothesis import strategies as st

import mastermind_core as mc

GAMES = [
    mc.TwoD(3),
    mc.Mastermind(colours=3, holes=2),
    mc.Wordle(["cigar", "rebut", "sissy", "humph"], others=["salet"]),
    odd_game(),
]


def session(game):
    """Return a session after one answer."""
    guess = game.guesses[0]
    return mc.Session(game, "entropy", history=[(guess, game.score(guess, game.secrets[-1]))])


MAKERS = [
    mc.optimal,
    lambda game: mc.is_greedy_optimal(game, "knuth", "mean"),
    lambda game: mc.lazy_tree(game, "random_candidate", seed=1),
    lambda game: mc.length_distribution(game, "entropy"),
    lambda game: mc.simulate(game, "entropy", games=2),
    lambda game: mc.worst_case(game, "entropy"),
    session,
]
TEXTS = [mc.to_json(make(game)) for game in GAMES for make in MAKERS]
SMALL = mc.to_json(mc.optimal(mc.TwoD(2)))


def check(value):
    """Refuse a result that says what does not hold."""
    if isinstance(value, mc.Verdict):
        assert value.lengths.count == len(value.game.secrets)
        assert bool(value) == (value.greedy == value.optimal) or value.answer is None
        value = value.solution
    if isinstance(value, mc.Solution):
        lengths = mc.replay(value.tree.game, value.tree)
        assert (lengths.total, lengths.worst) == (value.total, value.worst)
    if isinstance(value, mc.Node) and len(value.candidates) == len(value.game.secrets):
        mc.replay(value.game, value)
    if isinstance(value, mc.Session):
        for guess, score in value.history:
            assert all(value.game.score(guess, secret) == score for secret in value.candidates)
    repr(value)
    str(value)
    again = mc.to_json(value)
    assert mc.to_json(mc.from_json(again)) == again


def tried(text):
    """Read a text; return whether it was read."""
    try:
        value = mc.from_json(text)
    except mc.MastermindCoreError as refused:
        reason = str(refused)
        assert "\n" not in reason
        assert len(reason) < 500
        return False
    check(value)
    return True


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_what_is_whole_is_read(text):
    assert tried(text)


@settings(max_examples=many(300))
@given(st.sampled_from(TEXTS), st.data())
def test_flipped_bytes_and_cuts(text, data):
    content = bytearray(text.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at] = data.draw(st.integers(0, 255))
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content))) :]
    tried(bytes(content))


def places(content, path=()):
    """Yield the path of every value in a JSON document."""
    yield path
    items = ()
    if isinstance(content, dict):
        items = content.items()
    elif isinstance(content, list):
        items = enumerate(content)
    for key, value in items:
        yield from places(value, (*path, key))


def at_place(content, path):
    """Return the value at a path."""
    for key in path:
        content = content[key]
    return content


ODD = st.sampled_from(
    [
        *(None, True, False, 0, 1, -1, 2**63, 2**70, 1.5, "", "x", [], {}, [[]], {"a": 1}),
        *({"list": []}, {"frozenset": [1]}, {"guess": 0}, {"secret": 0}, {"game": 0}),
        *({"table": 0}, {"float": "nan"}, {"answer": [0, 0]}),
        {"namedtuple": {"Pegs": {"black": 0, "white": 0}}},
    ]
)


@settings(max_examples=many(500))
@given(st.sampled_from(TEXTS), st.data())
def test_fields_that_are_swapped_dropped_or_of_another_kind(text, data):
    content = json.loads(text)
    for _ in range(data.draw(st.integers(1, 2))):
        known = [path for path in places(content) if path]
        path = data.draw(st.sampled_from(known))
        above = at_place(content, path[:-1])
        how = data.draw(st.sampled_from(["odd", "other", "drop", "number"]))
        if how == "odd":
            # A copy: the next change may go into it.
            above[path[-1]] = deepcopy(data.draw(ODD))
        elif how == "other":
            other = data.draw(st.sampled_from(known))
            above[path[-1]] = json.loads(json.dumps(at_place(content, other)))
        elif how == "drop":
            del above[path[-1]]
        elif type(above[path[-1]]) is int:
            above[path[-1]] += data.draw(st.sampled_from([-1, 1]))
    tried(json.dumps(content))


def test_every_cut_and_every_other_digit_of_a_small_one():
    assert not any(tried(SMALL[:length]) for length in range(len(SMALL)))
    for at, sign in enumerate(SMALL):
        if sign.isdigit():
            for digit in "0123456789":
                tried(f"{SMALL[:at]}{digit}{SMALL[at + 1 :]}")


@settings(max_examples=many(100))
@given(data=st.data())
def test_damaged_archives(data, tmp_path_factory):
    path = tmp_path_factory.mktemp("archive") / "x.gz"
    content = bytearray(gzip.compress(data.draw(st.sampled_from(TEXTS)).encode(), mtime=0))
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    try:
        check(mc.load(path))
    except mc.MastermindCoreError as refused:
        reason = str(refused)
        assert "\n" not in reason
