"""Games with lies: against brute force, known values, and liars played out."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import product
from math import comb
from random import Random

import pytest
from adhoc import games
from amounts import many
from clock import turned_clock
from hypothesis import given, settings
from hypothesis import strategies as st

import mastermind_core as mc


def least(game, lies, until, cap=9):
    """Try everything: sets of (secret, lies told), with no bound and no order."""

    def follow(state, guess, answer):
        after = set()
        for secret, told in state:
            true = game.score(guess, secret)
            wins = until == "guessed" and (true in game.endstates or answer in game.endstates)
            if true == answer:
                after.add((secret, told))
            elif not wins and told < lies:
                after.add((secret, told + 1))
        return frozenset(after)

    @cache
    def within(state, limit):
        if until == "known" and len({secret for secret, _ in state}) <= 1:
            return True
        if limit == 0:
            return not state
        return any(
            all(
                (until == "guessed" and answer in game.endstates)
                or within(follow(state, guess, answer), limit - 1)
                for answer in {game.score(guess, secret) for secret in game.secrets}
            )
            for guess in game.guesses
        )

    start = frozenset((secret, 0) for secret in game.secrets)
    return next((limit for limit in range(cap) if within(start, limit)), None)


@settings(max_examples=many(60))
@given(
    game=games(guesses=4, secrets=3, scores=3),
    lies=st.integers(0, 2),
    until=st.sampled_from(["guessed", "known"]),
)
def test_the_worst_case_is_that_of_brute_force(game, lies, until):
    expected = least(game, lies, until)
    if expected is not None:
        assert mc.WithLies(game, lies, until=until).worst_case() == expected
    else:
        with suppress(mc.NoStrategy):
            assert mc.WithLies(game, lies, until=until).worst_case() >= 9


def test_a_game_that_never_ends_with_lies_has_no_strategy():
    game = mc.FiniteGame("ab", "ab", lambda g, s: g == s, {True})
    same = mc.FiniteGame("x", "ab", lambda g, s: True, {True})
    assert mc.WithLies(game, 1).worst_case() == 2
    with pytest.raises(mc.NoStrategy, match="cannot be distinguished"):
        mc.WithLies(same, 0, until="known").worst_case()


def subsets(n):
    """Make Ulam's game: is the number one of these? Half of the questions are enough."""
    asked = [frozenset(k for k in range(n) if bits >> k & 1) for bits in range(1, 2 ** (n - 1))]
    asked.append(frozenset(range(n)))
    return mc.FiniteGame(asked, range(n), lambda guess, secret: secret in guess, {True})


@pytest.mark.parametrize(("n", "questions"), [(2, 3), (4, 5), (8, 6)])
def test_one_lie_among_powers_of_two(n, questions):
    """A. Pelc (1987): the least q with n (q + 1) <= 2 ** q, for even n."""
    assert n * (questions + 1) <= 2**questions
    assert n * questions > 2 ** (questions - 1)
    assert mc.WithLies(subsets(n), 1, until="known").worst_case() == questions


@pytest.mark.parametrize(("n", "lies"), [(2, 0), (2, 2), (3, 1), (3, 2), (4, 1), (5, 0)])
def test_counts_of_candidates_are_those_of_brute_force(n, lies):
    assert mc.WithLies(subsets(n), lies, until="known").worst_case() == least(
        subsets(n), lies, "known"
    )


@pytest.mark.parametrize(("n", "questions"), [(8, [6, 9, 12]), (16, [7, 10, 13])])
def test_lies_among_powers_of_two(n, questions):
    """Berlekamp's weight says none fewer, but for eight numbers and three lies."""
    game = subsets(n)
    found = [mc.WithLies(game, lies, until="known").worst_case() for lies in (1, 2, 3)]
    assert found == questions
    for lies, number in zip((1, 2), found, strict=False):
        assert n * sum(comb(number - 1, lie) for lie in range(lies + 1)) > 2 ** (number - 1)


@pytest.mark.parametrize("lies", [1, 2])
def test_the_strategy_for_subsets_finds_every_secret(lies):
    game = subsets(5)
    proof = mc.WithLies(game, lies, until="known")
    worst = proof.worst_case()
    for secret, seed in product(game.secrets, range(4)):
        random, history, told = Random(seed), [], 0
        while len(proof.candidates(history)) > 1:
            guess = proof.best_guess(history)
            lie = told < lies and random.random() < 0.4
            told += lie
            history.append((guess, game.score(guess, secret) != lie))
        assert [*proof.candidates(history)] == [secret]
        assert len(history) <= worst


def test_two_lies_among_two_take_five():
    assert mc.WithLies(subsets(2), 2, until="known").worst_case() == 5


def test_sixteen_numbers_by_the_questions_of_the_hamming_code():
    """Seven questions are enough (the code is perfect), and 16 * 8 = 2 ** 7 says none fewer."""
    checks = [(0,), (1,), (2,), (3,), (0, 1, 3), (0, 2, 3), (1, 2, 3)]

    def parity(places, number):
        return sum(number >> place & 1 for place in places) % 2 == 1

    game = mc.FiniteGame(
        [*checks, "end"],
        range(16),
        lambda guess, n: "over" if guess == "end" else parity(guess, n),
        {"over"},
    )
    assert 16 * sum(comb(7, lies) for lies in (0, 1)) == 2**7
    assert mc.WithLies(game, 1, until="known").worst_case() == 7


@pytest.mark.parametrize("lies", [0, 1, 2])
def test_the_strategy_beats_every_liar_in_its_worst_case(lies):
    game = mc.Mastermind(colours=2, holes=2)
    proof = mc.WithLies(game, lies)
    worst, seen = proof.worst_case(), 0
    for secret, seed in product(game.secrets, range(60)):
        liar = mc.codemakers.liar(lies, chance=0.5, secret=secret)
        steps = mc.play_game(game, proof.strategy, liar, seed=seed)
        assert steps[-1][0] == secret
        seen = max(seen, len(steps))
        for at in range(len(steps)):
            assert secret in proof.candidates(steps[:at])
    assert seen == worst
    if not lies:
        assert worst == mc.optimal_worst_case(game)


def test_more_lies_than_were_allowed_are_a_contradiction():
    proof = mc.WithLies(mc.TwoD(2), 1)
    with pytest.raises(mc.InconsistentHistory, match="more than 1 are lies"):
        proof.candidates([((0, 0), "what")] * 2)


def test_a_game_too_large_for_the_search_is_refused():
    with pytest.raises(mc.GameTooLarge, match="1,679,616 pairs"):
        mc.WithLies(mc.Mastermind(colours=6, holes=4), 1)


def test_a_search_that_runs_out_of_time_says_what_is_known():
    proof = mc.WithLies(mc.Mastermind(colours=3, holes=3), 2)
    with turned_clock(), pytest.raises(mc.NoStrategy, match=r"at least \d guesses are needed"):
        proof.worst_case(seconds=0.05)
    small = mc.WithLies(mc.Mastermind(colours=2, holes=2), 1)
    assert small.worst_case(seconds=60) == small.worst_case()
    with pytest.raises(mc.NoStrategy, match="in time: at least 0 guesses are needed"):
        small.worst_case(seconds=0)
    for seconds in (-1, "1", True):
        with pytest.raises(mc.BadArgument, match="seconds must be a number from 0"):
            small.worst_case(seconds=seconds)


def test_a_secret_that_is_never_hidden_is_no_candidate_after_a_lie():
    game = mc.Mastermind(colours=2, holes=2)
    never = (1, 2)
    weighed = mc.weighted(game, {never: 0})
    fewer = mc.FiniteGame(
        game.guesses, [one for one in game.secrets if one != never], game.score, game.endstates
    )
    for until in ("guessed", "known"):
        lies = mc.WithLies(weighed, 1, until=until)
        assert lies.worst_case() == mc.WithLies(fewer, 1, until=until).worst_case()
        assert never not in lies.candidates([((2, 2), mc.Pegs(1, 0))])
    for secret in fewer.secrets:
        for seed in range(20):
            liar = mc.codemakers.liar(1, secret=secret)
            history = mc.play_game(weighed, "norvig", liar, seed=seed)
            assert never not in [guess for guess, _ in history[1:]]
