"""The pool of legal guesses: rules that the search can express, and refusals of all others."""

from __future__ import annotations

import tracemalloc
from functools import cache
from random import Random

import pytest
from amounts import seeds
from clock import turned_clock
from errors import one_line

import mastermind_core as mc
from mastermind_core import compile_game
from mastermind_core.exact.legality import only_candidates_are_legal


class Ruled:
    """A game of rows whose rule is a function of a guess and a history."""

    def __init__(self, rows, rule):
        self.rows, self.rule = rows, rule
        self.guesses, self.secrets = tuple(range(len(rows))), tuple(range(len(rows[0])))
        self.endstates = frozenset({9})

    def score(self, guess, secret):
        return self.rows[guess][secret]

    def legal(self, guess, history):
        return self.rule(guess, history)


def rows_of(random, n):
    """Return random answers of which guess i ends the game for secret i."""
    return [[9 if g == s else random.randint(0, 2) for s in range(n)] for g in range(n)]


def least_total(game, begun=()):
    """Try every legal guess after every history that goes on from one."""
    weight = getattr(game, "weights", None) or [1] * len(game.secrets)

    @cache
    def least(secrets, history):
        best = None
        for guess in game.guesses:
            if not game.legal(guess, history):
                continue
            blocks = {}
            for secret in secrets:
                blocks.setdefault(game.score(guess, secret), []).append(secret)
            if len(blocks) == 1 and 9 not in blocks:
                continue
            blocks.pop(9, None)
            below = [
                least(tuple(block), (*history, (guess, score))) for score, block in blocks.items()
            ]
            if None not in below:
                own = sum(map(weight.__getitem__, secrets))
                best = min([sum(below) + own, *([] if best is None else [best])])
        return best

    fits = [s for s in game.secrets if all(game.score(g, s) == score for g, score in begun)]
    return least(tuple(s for s in fits if weight[s]), tuple(begun))


@pytest.mark.parametrize("seed", seeds(100))
def test_a_rule_of_single_answers_against_all_histories(seed):
    random = Random(seed)
    n = random.randint(3, 6)
    shut = {(g, score, own) for g in range(n) for score in range(3) for own in range(n)}
    shut = {one for one in shut if random.random() < 0.2}

    def rule(guess, history):
        return all((asked, score, guess) not in shut for asked, score in history)

    game = Ruled(rows_of(random, n), rule)
    truth = least_total(game)
    if not shut:
        return
    try:
        assert mc.optimal(game, pool="legal").total == truth
    except mc.NoStrategy:
        assert truth is None


@pytest.mark.parametrize("seed", seeds(100))
def test_an_oracle_after_any_answer_against_all_histories(seed):
    random = Random(seed)
    n = random.randint(3, 5)
    shut = {(g, score, own) for g in range(n) for score in range(3) for own in range(n)}
    shut = {(0, 0, 1), *(one for one in shut if random.random() < 0.3)}

    def rule(guess, history):
        return all((asked, score, guess) not in shut for asked, score in history)

    game = Ruled(rows_of(random, n), rule)
    game.weights = [random.choice([0, 1, 1, 2]) for _ in range(n - 1)] + [1]
    asked = mc.Oracle(game, pool="legal")
    for guess in game.guesses:
        for score in {game.score(guess, s) for s in game.secrets if game.weights[s]} - {9}:
            truth = least_total(game, [(guess, score)])
            assert asked.minimum([(guess, score)]) == truth
            assert bool(asked.values([(guess, score)])) == (truth is not None)


@pytest.mark.parametrize("seed", seeds(60))
def test_whether_legal_guesses_are_enough_against_all_histories(seed):
    random = Random(seed)
    n = random.randint(3, 6)
    shut = {(g, score, own) for g in range(n) for score in range(3) for own in range(n)}
    shut = {(0, 0, 1), *(one for one in shut if random.random() < 0.2)}

    def rule(guess, history):
        return all((asked, score, guess) not in shut for asked, score in history)

    @cache
    def found(secrets, history, steps, first=None):
        if steps == 0:
            return False
        for guess in game.guesses if first is None else [first]:
            blocks = {}
            for secret in secrets:
                blocks.setdefault(game.score(guess, secret), []).append(secret)
            blocks.pop(9, None)
            if game.legal(guess, history) and all(
                found(tuple(block), (*history, (guess, score)), steps - 1)
                for score, block in blocks.items()
            ):
                return True
        return False

    game = Ruled(rows_of(random, n), rule)
    for first_guess in (None, next(g for g in game.guesses if len(set(game.rows[g])) > 1)):
        within = {"pool": "legal", "first_guess": first_guess}
        enough = [found(game.secrets, (), steps, first_guess) for steps in range(n + 2)]
        assert [mc.solution_exists(game, steps, **within) for steps in range(n + 2)] == enough
        if enough[-1]:
            assert mc.optimal_worst_case(game, **within) == enough.index(True)
        else:
            with one_line(mc.NoStrategy, "this pool"):
                mc.optimal_worst_case(game, **within)


def second_even(guess, history):
    return len(history) != 1 or guess % 2 == 0


def third_even(guess, history):
    return len(history) != 2 or guess % 2 == 0


def not_twice_in_turn(guess, history):
    return not history or history[-1][0] != guess


@pytest.mark.parametrize("rule", [second_even, third_even, not_twice_in_turn])
def test_a_rule_that_needs_the_whole_history_is_refused(rule):
    # With four secrets, every third game ends too early to show a rule about third guesses.
    game = Ruled(rows_of(Random(1), 9), rule)
    with one_line(mc.BadGame, "not one that the search can express"):
        mc.optimal(game, pool="legal")


def test_a_rule_about_the_first_guess_is_refused():
    game = Ruled(rows_of(Random(1), 5), lambda guess, history: bool(history) or guess > 0)
    with one_line(mc.BadGame, "legal(0, ...)", "as the first guess"):
        mc.optimal(game, pool="legal")


def test_a_rule_that_forbids_nothing_is_refused():
    words = mc.Wordle(("abide", "speed", "erase"))
    with one_line(mc.BadArgument, "forbids nothing", 'take "all"', "hard=True"):
        mc.optimal(words, pool="legal")


@pytest.mark.parametrize(
    "ask",
    [
        lambda game: mc.solution_exists(game, 3, pool="legal"),
        lambda game: mc.optimal_worst_case(game, pool="legal"),
    ],
)
def test_a_rule_that_forbids_nothing_is_refused_where_only_guesses_count(ask):
    class Priced(Ruled):
        costs = (1, 2, 3, 4, 5)

    for kind in (Ruled, Priced):
        with one_line(mc.BadArgument, "forbids nothing"):
            ask(kind(rows_of(Random(1), 5), lambda guess, history: True))


def test_guesses_that_are_no_secrets_are_never_scored_as_secrets():
    def score(guess, secret):
        return {"a": 0, "b": 1, "c": 2}[secret] if guess == "which" else guess == secret

    game = mc.FiniteGame(["which", *"abc"], "abc", score, {True})
    with one_line(mc.BadArgument, "needs a rule", "legal(guess, history)"):
        mc.optimal(game, pool="legal")


def test_legal_guesses_of_a_game_without_a_rule_are_those_that_answer_as_the_secret():
    def by_history(rows):
        def rule(guess, history):
            return all(rows[asked][guess] == score for asked, score in history)

        return rule

    for seed in range(20):
        random = Random(seed)
        n = random.randint(3, 6)
        rows = rows_of(random, n)  # what one answers to another is not what that answers to it
        if seed % 2:  # a guess that ends the game for another secret, too
            rows[0][1] = 9
        plain = mc.FiniteGame(range(n), range(n), lambda g, s, rows=rows: rows[g][s], {9})
        truth = least_total(Ruled(rows, by_history(rows)))
        try:
            assert mc.optimal(plain, pool="legal").total == truth
        except mc.NoStrategy:
            assert truth is None


def test_legal_guesses_that_cannot_be_the_secret():
    # It is never "b", but to ask that is legal at first, and tells all others apart.
    answers = {"a": "91000", "b": "19234", "c": "02900", "d": "03090", "e": "04009"}
    game = mc.FiniteGame(
        "abcde", "abcde", lambda g, s: answers[g]["abcde".index(s)], {"9"}, weights=[1, 0, 1, 1, 1]
    )
    assert mc.optimal(game, pool="legal").total == 8


@pytest.mark.compiled
@pytest.mark.parametrize("holes", [4, 5])
def test_what_is_legal_is_found_out_in_time_and_without_the_table(holes):
    game = mc.Mastermind(colours=7, holes=holes)
    mc.optimal(mc.Mastermind(colours=2, holes=2), pool="legal")
    table = compile_game(game)
    looks = []
    tracemalloc.start()
    try:
        assert only_candidates_are_legal(game, table, lambda: looks.append(0))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < table.n_pairs / 10
    with turned_clock() as look:
        began = look()
        found = mc.optimal(game, "worst", pool="legal", seconds=0.05)
        # The greedy tree, which is grown to its end, takes 0.14 of it.
        assert look() - began < 0.16
    assert found.worst >= 5


def test_time_that_is_up_before_it_is_known_what_is_legal():
    rows = rows_of(Random(1), 90)
    game = mc.FiniteGame(range(90), range(90), lambda g, s: rows[g][s], {9})
    compile_game(game)
    with turned_clock(), one_line(mc.NoStrategy, "which guesses are legal", "more seconds"):
        mc.optimal(game, pool="legal", seconds=0.05)
