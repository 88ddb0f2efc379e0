"""Which answers may be wrong: against all secrets and all sets of answers, and with slips made."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from adhoc import games
from clock import turned_clock
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc


@st.composite
def games_with_histories(draw):
    game = draw(games(secrets=8, weighted=True))
    scores = sorted({score for row in game.rows for score in row})
    step = st.tuples(st.sampled_from(game.guesses), st.sampled_from(scores))
    return game, draw(st.lists(step, max_size=5))


def fits(game, history, secret):
    return all(game.score(guess, secret) == score for guess, score in history)


def smallest_changes(game, history):
    """Count the secrets behind each smallest set of changes: by trying all sets of places."""
    for size in range(len(history) + 1):
        left = Counter()
        for places in combinations(range(len(history)), size):
            kept = [step for place, step in enumerate(history) if place not in places]
            for secret in game.secrets:
                if fits(game, kept, secret):
                    scores = [game.score(history[place][0], secret) for place in places]
                    left[tuple(zip(places, scores, strict=True))] += 1
        if left:
            return left
    raise AssertionError("every secret fits when all answers are changed")


@given(drawn=games_with_histories())
def test_a_diagnosis_is_every_smallest_change(drawn):
    game, history = drawn
    found = mc.diagnose(game, history)
    expected = smallest_changes(game, history)
    if () in expected:
        assert found == []
    else:
        assert {one.changes: one.left for one in found} == expected
        assert len(found) == len(expected)


@given(drawn=games_with_histories())
def test_the_likeliest_of_each_set_of_answers_comes_first(drawn):
    game, history = drawn
    found = mc.diagnose(game, history)
    sets = [tuple(place for place, _ in one.changes) for one in found]
    kinds = len(set(sets))
    assert len(set(sets[:kinds])) == kinds
    rest = [one.likelihood for one in found[kinds:]]
    assert rest == sorted(rest, reverse=True)
    for places, first in zip(sets[:kinds], found, strict=False):
        alike = [one.likelihood for one, p in zip(found, sets, strict=True) if p == places]
        assert first.likelihood == max(alike)


class Long(tuple):
    """A tuple that claims to be too long for a table."""

    __slots__ = ()

    def __len__(self):
        return 2**40


def codes(colours, holes):
    """Make a game of codes that has no table: its list of guesses says that it is too large."""

    class Endless(mc.Mastermind):
        @property
        def guesses(self):
            return Long(super().guesses)

    return Endless(colours=colours, holes=holes)


@given(
    history=st.lists(
        st.tuples(
            st.tuples(*[st.integers(1, 3)] * 3),
            st.sampled_from([tuple(score) for score in mc.Mastermind(3, 3).scores]),
        ),
        max_size=5,
    )
)
def test_codes_without_a_table_are_diagnosed_alike(history):
    def as_numbers(found):
        return [([(at, tuple(score)) for at, score in one.changes], one.left) for one in found]

    small = mc.diagnose(mc.Mastermind(colours=3, holes=3), history)
    large = mc.diagnose(codes(3, 3), history)
    assert sorted(as_numbers(small)) == sorted(as_numbers(large))


def slip(game, tree, random):
    """Play a game with one wrong answer until it contradicts another; None where it does not."""
    scores = mc.compile_game(game).scores.items
    secret = random.choice(game.secrets)
    length = len(mc.play_game(game, tree, lambda guess: game.score(guess, secret)))
    place, node, history = random.randrange(max(1, length - 1)), tree, []
    while node is not None:
        true = score = game.score(node.guess, secret)
        if len(history) == place:
            others = [one for one in scores if one != true and one not in game.endstates]
            score, right = random.choice(others), true
        history.append((node.guess, score))
        try:
            node = node[score].subtree
        except mc.InconsistentHistory:
            return history, place, right
    return None


def share_among_the_first_three(game, strategy, games, seed=1):
    random, tree, hits = Random(seed), mc.lazy_tree(game, strategy), 0
    played = 0
    while played < games:
        made = slip(game, tree, random)
        if made is None:
            continue
        history, place, right = made
        played += 1
        found = mc.diagnose(game, history)
        assert any((place, right) in one.changes for one in found)
        hits += any(place == at for one in found[:3] for at, _ in one.changes)
    return hits / games


@pytest.mark.compiled
@pytest.mark.parametrize("strategy", ["entropy", "knuth"])
def test_a_slip_in_mastermind_is_among_the_first_three(strategy):
    game = mc.Mastermind(colours=6, holes=4)
    assert share_among_the_first_three(game, mc.STRATEGIES[strategy], 300) >= 0.95


@pytest.mark.slow
def test_a_slip_in_wordle_is_among_the_first_three():
    random = Random(3)
    words = {"".join(random.choices("etaoinshrdlucmfgyp", k=5)) for _ in range(2300)}
    assert share_among_the_first_three(mc.Wordle(words), mc.strategies.entropy, 1000) >= 0.95


@pytest.mark.compiled
def test_codes_of_eight_holes_and_twelve_colours_take_little_work():
    game, random = mc.Mastermind(colours=12, holes=8), Random(5)
    for place in range(4):
        secret = tuple(random.choices(range(1, 13), k=8))
        session, history = mc.Session(game), []
        while True:
            guess = session.guess if len(history) < 2 else random.choice(session.candidates[:50])
            score = game.score(guess, secret)
            if len(history) == place:
                right, score = score, mc.Pegs((score.black + 2) % 5, score.white)
            history.append((guess, score))
            try:
                session.record(guess, score)
            except mc.InconsistentHistory:
                break
        with turned_clock() as look:
            began = look()
            found = mc.diagnose(game, history)
            assert look() - began < 1
        assert any((place, right) in one.changes for one in found)
        for one in found[:3]:
            changed = list(history)
            for at, score in one.changes:
                changed[at] = (history[at][0], score)
            assert mc.Session.from_history(game, changed).count == one.left


def test_a_diagnosis_says_what_it_is():
    game = mc.Mastermind(colours=6, holes=4)
    found = mc.diagnose(game, [((1, 1, 1, 1), (0, 0)), ((1, 2, 1, 2), (2, 0)), ((2,) * 4, (0, 0))])
    assert str(found[0]).startswith("change answer ")
    assert str(found[0]).endswith(f": {found[0].left} candidates")
    assert "likelihood" not in repr(found[0])
