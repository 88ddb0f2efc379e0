"""Codemakers of every kind against strategies of every kind."""

from __future__ import annotations

from collections import Counter
from copy import copy
from random import Random

import pytest
from adhoc import ANY_GAME, games
from errors import one_line
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.play.parts import CODEMAKERS

CLASSIC = mc.Mastermind(colours=6, holes=4)
SMALL = mc.Mastermind(colours=4, holes=3)


def fitting(game, history):
    return [s for s in game.secrets if all(game.score(g, s) == score for g, score in history)]


@pytest.mark.parametrize("name", sorted(CODEMAKERS))
@pytest.mark.parametrize("strategy", [*sorted(ANY_GAME), "sampled", "rosu", "anytime"])
def test_any_strategy_plays_any_codemaker(name, strategy):
    history = mc.play_game(SMALL, strategy, name, seed=3)
    assert fitting(SMALL, history) == [history[-1][0]]
    assert [score in SMALL.endstates for _, score in history] == [False] * (len(history) - 1) + [
        True
    ]
    assert mc.play_game(SMALL, strategy, name, seed=3) == history


def test_a_fixed_secret_is_found():
    for secret in SMALL.secrets:
        steps = mc.play_game(SMALL, "knuth", mc.codemakers.fixed(secret))
        assert steps == mc.play_game(SMALL, "knuth", lambda g, s=secret: SMALL.score(g, s))


@given(game=games(secrets=6), data=st.data())
def test_the_adversary_keeps_the_largest_block(game, data):
    history = mc.play_game(game, "entropy", mc.codemakers.adversarial())
    for at, (guess, score) in enumerate(history):
        sizes = Counter(game.score(guess, s) for s in fitting(game, history[:at]))
        open_sizes = {s: n for s, n in sizes.items() if s not in game.endstates}
        assert score in sizes
        if open_sizes:
            assert sizes[score] == max(open_sizes.values())
            assert score in open_sizes


@pytest.mark.compiled
def test_the_adversary_needs_no_table():
    game = mc.Mastermind(colours=9, holes=6)
    history = mc.play_game(game, "sampled", "adversarial")
    assert history[-1][1] == (6, 0)
    first = mc.Session(game).explain(history[0][0])
    assert first[history[0][1]] == max(first.values())


@pytest.mark.compiled
@pytest.mark.parametrize("strategy", ["knuth", "entropy", "irving"])
def test_the_worst_secret_takes_longest(strategy):
    steps = mc.play_game(CLASSIC, strategy, mc.codemakers.worst(strategy))
    assert len(steps) == mc.worst_case(CLASSIC, strategy)
    tree = mc.lazy_tree(CLASSIC, strategy)
    assert mc.play_game(CLASSIC, tree, mc.codemakers.worst(tree)) == steps


@given(game=games(secrets=8), seed=st.integers(0, 99))
def test_maxmin_tells_the_least(game, seed):
    history = mc.play_game(game, "entropy", mc.codemakers.maxmin(), seed=seed)
    for at, (guess, score) in enumerate(history):
        sizes = Counter(game.score(guess, s) for s in fitting(game, history[:at]))
        assert sizes[score] == max(sizes.values())


def test_maxent_tells_the_entropy_on_average():
    lots, bits = Counter(), mc.decision_entropy(SMALL, (1, 1, 2))
    for seed in range(2000):
        answers = mc.codemakers.maxent().begin(SMALL, Random(seed))
        lots[answers((1, 1, 2))] += 1
    sizes = mc.block_sizes(SMALL, (1, 1, 2))
    for score, size in sizes.items():
        assert abs(lots[score] / 2000 - size / 64) < 0.05
    assert mc.entropy(lots.values()) == pytest.approx(bits, abs=0.05)


def test_a_random_secret_is_drawn_by_weight():
    game = mc.FiniteGame("ab", "ab", lambda g, s: g == s, {True}, weights=[1, 99])
    found = [mc.play_game(game, "knuth", "random", seed=seed)[-1][0] for seed in range(200)]
    assert found.count("b") > 180


def test_a_person_and_a_plain_function_answer():
    def answer(guess):
        return SMALL.score(guess, (4, 2, 4))

    for codemaker in (answer, mc.codemakers.person(answer)):
        assert mc.play_game(SMALL, "knuth", codemaker)[-1][0] == (4, 2, 4)


def test_a_copy_of_the_answers_goes_on_by_itself():
    guesses = SMALL.guesses[1::20]
    for codemaker in (mc.codemakers.adversarial(), mc.codemakers.fixed((1, 2, 3))):
        answers, again = (codemaker.begin(SMALL, Random(1)) for _ in range(2))
        kept = copy(answers)
        said = list(map(answers, guesses))
        assert said == list(map(kept, guesses)) == list(map(again, guesses))
    answers = mc.codemakers.liar(1, chance=1, secret=(1, 2, 3)).begin(SMALL, Random(1))
    for liar in (copy(answers), answers):
        assert sum(liar(guess) != SMALL.score(guess, (1, 2, 3)) for guess in guesses) == 1


def test_a_liar_lies_so_often_and_no_oftener():
    for seed in range(40):
        codemaker = mc.codemakers.liar(2, chance=0.7, secret=(1, 2, 3))
        answers = codemaker.begin(SMALL, Random(seed))
        guesses = [guess for guess in SMALL.guesses if guess != (1, 2, 3)]
        false = [g for g in guesses if answers(g) != SMALL.score(g, (1, 2, 3))]
        assert len(false) == 2
        assert answers((1, 2, 3)) == (3, 0)
    honest = mc.play_game(SMALL, "knuth", mc.codemakers.liar(0, secret=(1, 2, 3)))
    assert honest[-1][0] == (1, 2, 3)


def test_several_codebreakers_guess_in_turn():
    match = mc.play.play_match(CLASSIC, ["knuth", "entropy", mc.strategies.irving], "random")
    assert [who for who, _, _ in match.turns] == [at % 3 for at in range(len(match.turns))]
    assert match.winner == match.turns[-1][0]
    assert [(guess, score) for _, guess, score in match.turns] == list(match.history)
    session = mc.Session(CLASSIC, "entropy", history=match.history[:1])
    assert match.history[1][0] == session.guess


def test_the_limit_counts_every_guess():
    match = mc.play.play_match(CLASSIC, ["knuth", "entropy"], "adversarial", max_steps=3)
    assert (match.winner, len(match.history)) == (None, 3)
    assert len(mc.play_game(CLASSIC, "knuth", "adversarial", max_steps=4)) == 4
    assert len(mc.play_game(CLASSIC, "knuth", "adversarial", max_steps=11)) == 5


@pytest.mark.parametrize(
    ("play", "parts"),
    [
        (lambda: mc.play_game(SMALL, "knuth", "nobody"), ["codemaker", "adversarial", "'nobody'"]),
        (lambda: mc.play_game(SMALL, "knuth", 7), ["codemaker", "7"]),
        (lambda: mc.play_game(SMALL, "knuth", mc.codemakers.fixed("x")), ["'x' is not", "'123'"]),
        (lambda: mc.play_game(SMALL, "knuth", "random", max_steps=0), ["max_steps", "from 1", "0"]),
        (lambda: mc.play.play_match(SMALL, [], "random"), ["codebreakers is empty"]),
        (lambda: mc.play.play_match(SMALL, "knuth", "random"), ["codebreakers", "list", "'knuth'"]),
        (lambda: mc.codemakers.liar(-1), ["lies", "from 0", "-1"]),
        (lambda: mc.codemakers.liar(1, chance=2), ["chance", "from 0 to 1", "2"]),
        (lambda: mc.codemakers.person(3), ["ask", "function", "3"]),
        (lambda: mc.WithLies(SMALL, -1), ["lies", "from 0", "-1"]),
        (lambda: mc.WithLies(SMALL, 1, until="won"), ["until", '"guessed"', "'won'"]),
    ],
)
def test_what_is_no_codemaker_is_refused(play, parts):
    with one_line(mc.BadArgument, *parts):
        play()


@pytest.mark.parametrize("strategy", [*sorted(ANY_GAME), "sampled", "rosu", "anytime", "tree"])
@pytest.mark.parametrize("lies", [1, 2])
def test_any_strategy_plays_a_liar(strategy, lies):
    player = mc.lazy_tree(SMALL, "knuth") if strategy == "tree" else strategy
    for seed in range(6):
        liar = mc.codemakers.liar(lies, chance=0.6)
        history = mc.play_game(SMALL, player, liar, seed=seed)
        secret = history[-1][0]
        assert history[-1][1] in SMALL.endstates
        assert sum(SMALL.score(g, secret) != score for g, score in history) <= lies


def test_more_lies_than_were_said_are_a_contradiction():
    class Worse:
        lies = 1

        def begin(self, game, random):
            return lambda guess: mc.Pegs(0, 0)

    with pytest.raises(mc.InconsistentHistory, match="more lies than were allowed"):
        mc.play_game(SMALL, "knuth", Worse())


def test_contradictions_without_lies_are_refused():
    with pytest.raises(mc.InconsistentHistory, match="check the answers"):
        mc.play_game(SMALL, "knuth", lambda guess: mc.Pegs(0, 0))


def test_the_worst_secret_is_the_first_of_those_that_take_a_tree_longest():
    game = mc.Mastermind(colours=4, holes=3)
    for name in ("knuth", "entropy", "irving"):
        tree = mc.lazy_tree(game, name)
        played = {
            secret: len(mc.play_game(game, tree, lambda guess, s=secret: game.score(guess, s)))
            for secret in game.secrets
        }
        first = max(played, key=played.get)  # of equals the first
        steps = mc.play_game(game, tree, mc.codemakers.worst(tree))
        assert steps[-1][0] == first


class Slipping:
    """Answers for a secret until a guess cannot be right, and then says that it is."""

    def __init__(self, secret):
        self.secret = secret
        self.said = []

    def __call__(self, guess):
        fits = guess in fitting(CLASSIC, self.said)
        self.said.append((guess, CLASSIC.score(guess, self.secret) if fits else (4, 0)))
        return self.said[-1][1]


@pytest.mark.parametrize("kind", ["strategy", "tree"])
def test_a_winning_score_that_fits_no_secret_is_reported(kind):
    strategy = "knuth" if kind == "strategy" else mc.lazy_tree(CLASSIC, "knuth")
    for secret in [(1, 1, 1, 4), (2, 3, 4, 5)]:
        slipping = Slipping(secret)
        with one_line(mc.InconsistentHistory, "if one answer is wrong"):
            mc.play_game(CLASSIC, strategy, slipping)
        assert not fitting(CLASSIC, slipping.said)
