"""Sessions of guesses made anywhere: what they leave, suggest and explain, at any size."""

from __future__ import annotations

import json
import re
from itertools import islice, product
from math import inf, log2, prod

import game_oracle as oracle
import pytest
from adhoc import Rows, games
from errors import one_line
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.play.knowledge import CodeKnowledge, ListedKnowledge, TabledKnowledge

LARGE = mc.Mastermind(colours=12, holes=8)
ASKED = (1, 1, 2, 2, 3, 3, 4, 5)


def fitting(game, history):
    return [
        secret
        for secret in game.secrets
        if all(game.score(guess, secret) == score for guess, score in history)
    ]


def blocks(game, history, guess):
    found = {}
    for secret in fitting(game, history):
        found.setdefault(game.score(guess, secret), []).append(secret)
    return found


@given(game=games(secrets=8, weighted=True), data=st.data())
def test_guesses_made_elsewhere_count(game, data):
    secret = data.draw(st.sampled_from(game.secrets))
    session = mc.Session(game)
    weights = dict(zip(game.secrets, game.weights, strict=True))
    steps = []
    while not session.over and len(steps) < 4:
        guess = data.draw(st.sampled_from(game.guesses))
        assert session.explain(guess) == {
            score: sum(weights[secret] for secret in block)
            for score, block in blocks(game, steps, guess).items()
        }
        assert list(session.explain(guess).values()) == sorted(
            session.explain(guess).values(), reverse=True
        )
        steps.append((guess, game.score(guess, secret)))
        session.record(guess, steps[-1][1])
        assert list(session.candidates) == fitting(game, steps)
        assert session.count == len(session.candidates)
    assert session.history == steps
    again = mc.Session.from_history(game, steps)
    assert (again.history, again.over) == (session.history, session.over)


def lost_information(game, history, guess):
    """Return a product that is the smaller, the more bits the guess has."""
    weight = dict(zip(game.secrets, game.weights, strict=True))
    found = blocks(game, history, guess).values()
    return prod(w**w for block in found for w in [sum(weight[secret] for secret in block)])


def expected(game, history, guess):
    found = blocks(game, history, guess)
    weight = dict(zip(game.secrets, game.weights, strict=True))
    total = sum(weight[secret] for block in found.values() for secret in block)
    return sum(len(b) * sum(weight[secret] for secret in b) for b in found.values()) / total


@given(game=games(secrets=8, weighted=True), data=st.data())
def test_suggestions_say_what_their_answers_leave(game, data):
    secret = data.draw(st.sampled_from(game.secrets))
    guess = data.draw(st.sampled_from(game.guesses))
    history = [(guess, game.score(guess, secret))]
    session = mc.Session.from_history(game, history)
    if session.over:
        return
    everything = session.suggest(len(game.guesses) + 3)
    for one in everything:
        sizes = {s: len(b) for s, b in blocks(game, history, one.guess).items()}
        assert one.expected_left == pytest.approx(expected(game, history, one.guess))
        assert one.worst_left == max(sizes.values())
        assert one.may_win == any(score in game.endstates for score in sizes)
        assert one == session.weigh(one.guess)
    told = {
        guess
        for guess in game.guesses
        if len(blocks(game, history, guess)) > 1
        or set(blocks(game, history, guess)) & set(game.endstates)
    }
    assert {one.guess for one in everything} == told
    assert session.suggest(2) == everything[:2]
    costs = [lost_information(game, history, one.guess) for one in everything]
    assert costs == sorted(costs)
    assert session.guess == everything[0].guess


def test_suggestions_weigh_secrets_as_the_strategy_does():
    """Both guesses leave 2 and 1 candidates; b puts the heavy one with another, and c alone."""
    rows = [[1, 0, 0], [0, 0, 1], [0, 1, 0]]
    session = mc.Session(Rows(rows, frozenset({0, 1}), (1, 2, 1)))
    assert [one.guess for one in session.suggest()] == ["c", "a", "b"]
    assert session.guess == "c"
    counts = mc.Greedy("expected_size", use_weights=False)
    session = mc.Session(session.game, counts)
    assert [one.guess for one in session.suggest()] == ["a", "b", "c"]
    assert session.guess == "a"
    assert session.suggest(1, metric="expected_size")[0].guess == "c"


def test_suggestions_weigh_what_guesses_cost():
    game = mc.priced(mc.TwoD(3), {(1, 1): 9})
    for metric in ("expected_size", "entropy", "naming", "ranks"):
        session = mc.Session(game, mc.Greedy(metric))
        best = [one.guess for one in session.suggest(9)]
        assert sorted(best) == sorted(game.guesses)
        assert best[0] == session.guess
        assert best[-1] == (1, 1)
    assert mc.Session(mc.TwoD(3)).suggest(1)[0].guess == (1, 1)


def test_a_metric_orders_the_suggestions():
    game = mc.Mastermind(colours=4, holes=3)
    session = mc.Session(game)
    by_bits = session.suggest(10, metric="entropy")
    assert [one.bits for one in by_bits] == sorted((o.bits for o in by_bits), reverse=True)
    by_worst = session.suggest(10, metric=mc.MAX_BLOCK)
    assert [one.worst_left for one in by_worst] == sorted(one.worst_left for one in by_worst)
    knuth = mc.Session(game, "knuth").suggest(10)
    assert knuth == by_worst
    assert {one.metric for one in knuth} == {mc.MAX_BLOCK.name}


def test_the_bits_are_those_of_the_blocks():
    one = mc.Session(mc.TwoD(3)).weigh((1, 1))
    assert one.bits == pytest.approx(-sum(n / 9 * log2(n / 9) for n in (1, 2, 3, 3)))
    assert str(one) == "(1, 1): 2.56 left on average, 3 at worst, 1.891 bits, may win"


def test_a_hard_mode_is_kept():
    game = mc.Wordle(["abide", "speed", "erase", "steal", "crepe"], others=["audio"], hard=True)
    session = mc.Session(game)
    session.record("speed", game.score("speed", "crepe"))
    for one in session.suggest(10):
        assert game.legal(one.guess, session.history)
    assert game.legal(session.guess, session.history)


def test_a_strategy_may_be_a_name_a_value_a_tree_or_a_solution():
    game = mc.Mastermind(colours=3, holes=3)
    solution = mc.optimal(game)
    for strategy in ("entropy", mc.strategies.knuth, solution.tree, solution, "sampled"):
        session = mc.Session(game, strategy)
        while not session.over:
            session.answer(game.score(session.guess, (3, 1, 2)))
        assert session.history[-1][0] == (3, 1, 2)
    assert mc.Session(game, solution).guess == solution.tree.guess


def test_a_tree_that_is_left_goes_on_with_the_default():
    game = mc.Mastermind(colours=3, holes=3)
    session = mc.Session(game, mc.lazy_tree(game, mc.strategies.knuth))
    other = next(guess for guess in game.guesses if guess != session.guess)
    session.answer(game.score(other, (3, 1, 2)), guess=other)
    assert session.guess == mc.Session.from_history(game, session.history).guess
    session.undo()
    assert session.guess == mc.Session(game, mc.strategies.knuth).guess


def test_a_random_strategy_proposes_the_same_guess_again():
    game = mc.Mastermind(colours=4, holes=3)
    session = mc.Session(game, "random_candidate", seed=4)
    first = session.guess
    session.answer((1, 0))
    second = session.guess
    session.undo()
    assert session.guess == first
    session.answer((1, 0))
    assert session.guess == second


@pytest.mark.compiled
def test_codes_of_any_size_are_counted_and_listed():
    session = mc.Session(LARGE)
    assert session.count == 12**8
    session.record(ASKED, (2, 1))
    assert session.count == len(session.candidates) == 17117820
    assert repr(session.candidates) == "<17117820 codes>"
    some = list(islice(session.candidates, 5000))
    assert some == sorted(set(some))
    assert len(some) == 5000
    assert all(LARGE.score(ASKED, code) == (2, 1) for code in some)
    assert session.candidates[4999] == some[-1]
    assert list(session.candidates[3:9:2]) == some[3:9:2]
    assert some[17] in session.candidates
    for stranger in (ASKED, some[17][:-1], (99,) * 8, "12345678"):
        assert stranger not in session.candidates
    with pytest.raises(IndexError):
        session.candidates[-17117821]
    explained = session.explain((1, 2, 3, 4, 5, 6, 7, 8))
    assert sum(explained.values()) == 17117820
    assert session.suggest(2)[0].worst_left < 4_000_000
    assert session.suggest(2) == session.suggest(2)


def test_large_and_small_games_of_codes_say_the_same():
    game = mc.Mastermind(colours=3, holes=3)
    known, codes = TabledKnowledge(t := mc.compile_game(game), t.everything), CodeKnowledge(game)
    listed = ListedKnowledge(game, list(game.secrets))
    for guess, secret in product(list(game.guesses)[::5], list(game.secrets)[::7]):
        score = game.score(guess, secret)
        after = [kind.after(guess, score) for kind in (known, codes, listed)]
        assert len({one.count for one in after}) == 1
        assert len({tuple(one.candidates) for one in after}) == 1
        for other in list(game.guesses)[::6]:
            assert after[0].blocks(other) == after[1].blocks(other) == after[2].blocks(other)
    for kind in (known, codes, listed):
        with pytest.raises(mc.InconsistentHistory, match="answer 1"):
            kind.after((1, 1, 1), (2, 1))


def test_codes_without_repeats_refuse_a_guess_that_repeats():
    session = mc.Session(mc.Mastermind(colours=15, holes=8, repeats="none"))
    with pytest.raises(mc.BadArgument, match="repeats a colour"):
        session.record((1, 1, 2, 3, 4, 5, 6, 7), (1, 1))
    assert all(len(set(one.guess)) == 8 for one in session.suggest(3))
    assert (1, 1, 2, 3, 4, 5, 6, 7) not in session.candidates


def test_a_large_game_without_codes_is_kept_as_a_list(monkeypatch):
    monkeypatch.setattr("mastermind_core.table.compiling.TABLE_LIMIT", 10)
    monkeypatch.setattr("mastermind_core.play.knowledge.too_large", lambda game: True)
    session = mc.Session(mc.TwoD(4))
    session.answer(mc.TwoD(4).score((1, 2), (3, 3)), guess=(1, 2))
    assert (3, 3) in session.candidates
    assert session.suggest(1)[0].expected_left <= session.count


@given(game=games(secrets=8), data=st.data())
def test_a_session_survives_json(game, data):
    secret = data.draw(st.sampled_from(game.secrets))
    session = mc.Session(game, "entropy")
    for _ in range(2):
        if not session.over:
            session.answer(game.score(session.guess, secret))
    text = json.dumps(session.to_dict())
    again = mc.Session.from_dict(game, json.loads(text), "entropy")
    assert again.history == session.history
    assert list(again.candidates) == list(session.candidates)


def test_a_session_of_codes_survives_json():
    session = mc.Session.from_history(LARGE, [(ASKED, mc.Pegs(2, 1))])
    again = mc.Session.from_dict(LARGE, json.loads(json.dumps(session.to_dict())))
    assert again.history == session.history
    assert repr(again) == f"<Session of {LARGE!r}: 1 answer, 17117820 candidates>"


def test_a_session_that_is_over_knows_its_secret():
    game = mc.TwoD(3)
    session = mc.Session(game)
    session.answer(game.score((1, 2), (1, 2)), guess=(1, 2))
    assert session.over
    assert list(session.candidates) == [(1, 2)]
    assert "over" in repr(session)
    session.undo()
    assert not session.over


@given(game=games(secrets=8), data=st.data())
def test_a_review_tells_skill_from_luck(game, data):
    secret = data.draw(st.sampled_from(game.secrets))
    asked = data.draw(st.lists(st.sampled_from(game.guesses), max_size=3))
    steps = [(guess, game.score(guess, secret)) for guess in asked]
    lines = mc.review(game, steps, seconds=inf)
    assert len(lines) == len(steps)
    for at, line in enumerate(lines):
        ended = at > 0 and steps[at - 1][1] in game.endstates
        here, after = fitting(game, steps[:at]), fitting(game, steps[: at + 1])
        worth = {} if ended else oracle.totals(game, here)
        least = min(worth.values(), default=0)
        ahead = 0 if line.score in game.endstates else least_mean(game, after)
        assert (line.made, line.score) == steps[at]
        assert (line.before, line.left) == (len(here), len(after))
        assert line.exact
        assert line.value == pytest.approx(
            worth.get(line.made, least + weight(game, here)) / weight(game, here)
        )
        assert set(line.best) == {guess for guess, total in worth.items() if total == least}
        assert line.best_value == pytest.approx(least / weight(game, here))
        assert line.regret == line.value - line.best_value
        assert line.luck == pytest.approx(line.value - 1 - ahead)
        assert (line.regret == 0) == (line.made in line.best)
    assert mc.review(game, ()) == []


def weight(game, secrets):
    return sum(map(oracle.weight_of(game), secrets))


def least_mean(game, secrets):
    return min(oracle.totals(game, secrets).values()) / weight(game, secrets)


@given(game=games(secrets=7, weighted=True), data=st.data())
def test_suggestions_say_what_they_cost(game, data):
    session = mc.Session(game)
    worth = oracle.totals(game, game.secrets)
    least = min(worth.values())
    for one in session.suggest(9, seconds=inf):
        assert one.exact
        assert one.regret == pytest.approx((worth[one.guess] - least) / weight(game, game.secrets))
        assert ("as good as any" in str(one)) == (worth[one.guess] == least)


def test_regret_and_luck_add_up_to_the_guesses_of_a_game():
    game = mc.Mastermind(colours=4, holes=3)
    for secret in game.secrets[::7]:
        session = mc.Session(game, "random_candidate", seed=3)
        while not session.over:
            session.answer(game.score(session.guess, secret))
        lines = session.review(seconds=inf)
        assert lines[0].best_value == pytest.approx(206 / 64)
        taken = lines[0].best_value + sum(line.regret - line.luck for line in lines)
        assert taken == pytest.approx(len(lines))


def test_strategies_that_an_error_names_play_a_large_game_of_lists():
    game = mc.games.HigherLower(40_000)
    with one_line(mc.GameTooLarge, "strategy that needs no table") as refused:
        mc.Session(game, "entropy")
    named = re.findall(r"'(\w+)'", str(refused.value))
    assert "sampled" in named
    secrets = {"sampled": 31_313, "elimination": 20}
    for strategy in (None, *named):
        session = mc.Session(game, strategy)
        # The strategy that is played by default is one of them: three guesses show it.
        while not session.over and (strategy is not None or len(session.history) < 3):
            session.answer(game.score(session.guess, secrets.get(strategy, 777)))
        assert len(session.history) <= 40


def test_sampled_plays_any_game_of_lists():
    for game in (
        mc.TwoD(5),
        mc.Wordle(["batch", "catch", "chump", "match", "watch"], hard=True),
        mc.identified(mc.games.HigherLower(9)),
        mc.FiniteGame("xy", range(2), lambda guess, secret: (guess == "y") + secret, {2}, goal=int),
    ):
        for secret in game.secrets:
            assert mc.play_game(
                game, "sampled", lambda guess, game=game, secret=secret: game.score(guess, secret)
            )


def test_suggestions_are_searched_by_default_only_if_few_secrets_are_left():
    game = mc.Mastermind(colours=6, holes=4)
    session = mc.Session(game)
    assert not any(one.exact for one in session.suggest())
    secret = (3, 6, 3, 6)
    while session.count > 9:
        session.answer(game.score(session.guess, secret))
    assert all(one.exact for one in session.suggest())


@pytest.mark.parametrize(
    ("game", "guess", "seconds"),
    [
        (mc.Mastermind(colours=6, holes=4), (1, 1, 1, 1), 0),
        (mc.Wordle(["abide", "speed", "erase", "spare"], hard=True), "erase", inf),
        (mc.Mastermind(colours=8, holes=8), (1, 1, 2, 2, 3, 3, 4, 4), inf),
    ],
)
def test_what_is_not_searched_is_estimated(game, guess, seconds):
    session = mc.Session(game)
    first = session.suggest(3, seconds=seconds)
    assert not any(one.exact for one in first)
    assert min(one.regret for one in first) == 0
    assert "about" in str(first[0])
    session.record(guess, game.score(guess, game.secrets[1]))
    (line,) = session.review(seconds=seconds)
    assert not line.exact
    assert line.regret == line.value - line.best_value >= 0
    assert "about" in str(line)


def test_any_guess_that_has_not_been_made_is_none_that_was_made_elsewhere():
    game = mc.TwoD(2)
    session = mc.Session(game, "uninformed_random", seed=1)
    for made in [(0, 0)] * 4 + [(0, 1)]:
        session.answer(game.score(made, (1, 1)), guess=made)
        assert session.guess not in {(0, 0), made}


def test_a_review_judges_guesses_by_what_they_cost():
    rows = {"colour": list("rrbbgg"), "size": list("smsmsm"), "both": list("abcdef")}
    game = mc.FiniteGame.from_table(rows, cost={"colour": 3, "size": 1, "both": 9})
    history = [("colour", "r"), ("size", "s")]
    lines = mc.review(game, history, seconds=inf)
    assert [(line.value, line.best, line.regret, line.luck) for line in lines] == [
        (4, ("colour", "size"), 0, 0),
        (1, ("size",), 0, 0),
    ]
    (line,) = mc.review(game, [("both", "a")], seconds=inf)
    assert (line.value, line.best_value, line.regret) == (9, 4, 5)
    assert "4.00 after 'colour' or 1 other" in str(line)
