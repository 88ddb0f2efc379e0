"""What guesses are worth, against an oracle that goes through all trees."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import game_oracle as oracle
import pytest
from adhoc import games
from errors import one_line
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc


def check(game, found, wanted):
    least = min(wanted.values())
    assert {one.guess: one.total for one in found} == wanted
    assert all(one.exact and one.regret == one.total - least for one in found)
    assert [one.total for one in found] == sorted(wanted.values())


@given(games(weighted=True), st.data())
def test_every_guess_is_worth_what_its_trees_take(game, data):
    check(game, mc.guess_values(game, guesses="all"), oracle.totals(game, game.secrets))
    guess = data.draw(st.sampled_from(game.guesses))
    secret = data.draw(st.sampled_from(game.secrets))
    score = game.score(guess, secret)
    left = oracle.split(game, guess, game.secrets)[score]
    found = mc.Oracle(game).values([(guess, score)], "all")
    if score in game.endstates:
        assert found == []
    else:
        check(game, found, oracle.totals(game, left))


@given(games(), st.integers(1, 4), st.sampled_from([0, 10]))
def test_the_best_are_those_of_all_and_all_that_are_as_good(game, number, at_once):
    wanted = sorted(oracle.totals(game, game.secrets).values())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("mastermind_core.exact.worth._AT_ONCE", at_once)
        found = [one.total for one in mc.guess_values(game, best=number)]
    last = wanted[min(number, len(wanted)) - 1]
    assert found == [total for total in wanted if total <= last]


@given(games(weighted=True))
def test_an_oracle_says_the_same_whatever_it_was_asked_before(game):
    asked = mc.Oracle(game)
    assert asked.minimum() == min(oracle.totals(game, game.secrets).values())
    for guess in reversed(game.guesses):
        for score, left in oracle.split(game, guess, game.secrets).items():
            if score not in game.endstates and len(left) < len(game.secrets):
                again = asked.values([(guess, score)], "all")
                assert again == mc.guess_values(game, [(guess, score)], "all")


def test_symmetry_leaves_no_guess_out():
    game = mc.Mastermind(colours=4, holes=3)
    found = mc.guess_values(game, guesses="all")
    by_pattern = {}
    for one in found:
        counts = sorted(map(one.guess.count, set(one.guess)))
        by_pattern.setdefault(tuple(counts), set()).add(one.total)
    assert len(found) == 64
    assert all(len(own) == 1 for own in by_pattern.values())
    for one in ((1, 1, 1), (1, 1, 2), (1, 2, 3)):
        (value,) = mc.guess_values(game, guesses=[one])
        assert value.total == mc.optimal(game, first_guess=one).total


def test_costs_and_goals_count():
    game = mc.priced(mc.games.HigherLower(5), {3: 10})
    wanted = {}
    for guess in game.guesses:
        tree = mc.optimal(game, first_guess=guess)
        wanted[guess] = tree.total
    check(game, mc.guess_values(game, guesses="all"), wanted)
    known = mc.identified(mc.games.HigherLower(5))
    assert mc.guess_values(known)[0].total == mc.optimal(known).total


def test_only_candidates_where_the_pool_says_so():
    game = mc.Mastermind(colours=3, holes=2)
    history = [((1, 2), game.score((1, 2), (3, 1)))]
    found = mc.guess_values(game, history, "all", pool="candidates")
    left = {s for s in game.secrets if game.score((1, 2), s) == history[0][1]}
    assert {one.guess for one in found} == left


def test_every_guess_is_a_candidate_where_only_knowing_ends_a_game():
    game = mc.FiniteGame(range(3), range(8), lambda at, s: s >> at & 1, (), goal=lambda s: s)
    found = mc.guess_values(game, pool="candidates")
    assert [one.total for one in found] == [24, 24, 24]
    assert mc.optimal(game, pool="candidates").total == 24


def test_without_time_there_are_bounds():
    game = mc.Mastermind(colours=6, holes=4)
    mc.compile_game(game)  # its scores are known
    wanted = {(1, 1, 2, 3): 5625, (1, 1, 2, 2): 5702}
    for one in mc.guess_values(game, guesses=list(wanted), seconds=0):
        assert not one.exact
        assert one.total is None
        assert 0 < one.lower_bound <= wanted[one.guess]


def test_without_time_any_guess_may_be_the_best():
    game = mc.Mastermind(colours=6, holes=4)
    mc.compile_game(game)  # its scores are known
    assert mc.Oracle(game).minimum(seconds=0) is None
    found = mc.guess_values(game, best=1, seconds=0)
    assert {one.guess for one in found} == set(game.guesses)
    assert not any(one.exact for one in found)
    assert all(one.lower_bound <= 5625 for one in found)


def test_threads_may_ask_one_oracle():
    game = mc.Mastermind(colours=4, holes=3)
    asked = [
        (guess, [(first, game.score(first, (4, 2, 1)))])
        for first in game.guesses[:6]
        for guess in game.guesses[20:40]
    ]
    wanted = [mc.Oracle(game).values(history, [guess]) for guess, history in asked]
    with ThreadPoolExecutor(4) as pool:
        shared = mc.Oracle(game)
        assert list(pool.map(lambda one: shared.values(one[1], [one[0]]), asked)) == wanted


@given(games(weighted=True), st.data())
def test_worst_cases_of_every_guess(game, data):
    prices = data.draw(st.sampled_from([None, {game.guesses[0]: 3}]))
    game = mc.priced(game, prices) if prices else game
    wanted = oracle.worst_cases(game, game.secrets)
    found = mc.guess_values(game, guesses="all", objective="worst")
    check(game, found, wanted)
    least = min(wanted.values())
    best = mc.guess_values(game, best=1, objective="worst")
    assert {one.guess for one in best} == {g for g, worst in wanted.items() if worst == least}


@given(games(weighted=True))
def test_an_oracle_in_a_file_knows_what_it_knew(game):
    for objective in ("mean", "worst"):
        asked = mc.Oracle(game, objective=objective)
        found = asked.values(guesses="all")
        read = mc.from_json(mc.to_json(asked), game=game)
        assert read.totals == asked.totals
        assert read.objective == objective
        assert read.values(guesses="all") == found


def test_a_guess_that_ends_nothing_has_a_value_of_its_own():
    # Found by tests.fuzz (seed 22, values:13957): the tree of two secrets began with another guess.
    rows = {"a": (2, 0), "b": (0, 2), "tells": (0, 1)}
    game = mc.FiniteGame(
        rows, range(2), lambda guess, secret: rows[guess][secret], {2}, weights=(3, 3)
    )
    for first in (1, 2):
        asked = mc.Oracle(game)
        asked.values(best=first)
        found = {one.guess: one.total for one in asked.values(guesses="all")}
        assert found == {"a": 9, "b": 9, "tells": 12} == oracle.totals(game, game.secrets)


def test_values_say_what_they_search(caplog):
    with caplog.at_level("INFO", logger="mastermind_core"):
        mc.guess_values(mc.TwoD(3), best=1)
    assert [record.getMessage() for record in caplog.records] == [
        "values of TwoD(size=3): mean, 9 candidates",
        "values of TwoD(size=3): 3 of 3 values exact",
    ]


BAD = mc.errors.BadArgument
WON = [((0, 0), mc.TwoD(3).score((0, 0), (0, 0)))]


@pytest.mark.parametrize(
    ("kind", "call", "words"),
    [
        (BAD, lambda game: mc.guess_values(game, best=0), ("best", "from 1")),
        (
            BAD,
            lambda game: mc.guess_values(game, guesses=3),
            ("a list", "3"),
        ),
        (
            BAD,
            lambda game: mc.guess_values(game, guesses="some"),
            ("a list", "some"),
        ),
        (BAD, lambda game: mc.guess_values(game, guesses=[(9, 9)]), ("(9, 9)",)),
        (BAD, lambda game: mc.guess_values(game, pool="lawful"), ("pool",)),
        (BAD, lambda game: mc.guess_values(game, objective="both"), ("objective", "'both'")),
        (
            mc.errors.InconsistentHistory,
            lambda game: mc.Oracle(game).value((0, 0), [((0, 0), "?")]),
            ("<> to 00",),
        ),
        (
            BAD,
            lambda game: mc.Oracle(game).value((0, 0), WON),
            ("(0, 0)", "has no value"),
        ),
    ],
)
def test_what_cannot_be_asked_is_refused(kind, call, words):
    with one_line(kind, *words):
        call(mc.TwoD(3))


def test_a_game_that_is_over_has_no_guesses_to_value():
    assert mc.guess_values(mc.identified(mc.TwoD(1))) == []


WORDS = ["crane", "brand", "grand", "trace", "drain", "train", "grain", "brace", "crate", "grace"]
OTHERS = ["stair", "bring", "adieu", "cigar"]


def legal_totals(game, history, left):
    """Return the least total after each legal guess that begins a strategy."""
    found = {}
    for guess in game.guesses:
        blocks = oracle.split(game, guess, left)
        tells = len(blocks) > 1 or not game.endstates.isdisjoint(blocks)
        if not tells or not game.legal(guess, history):
            continue
        rests = [
            min(legal_totals(game, [*history, (guess, score)], block).values(), default=None)
            for score, block in blocks.items()
            if score not in game.endstates
        ]
        if None not in rests:
            found[guess] = len(left) + sum(rests)
    return found


@pytest.mark.parametrize("hard", ["official", "consistent"])
@pytest.mark.parametrize(
    ("firsts", "most"),
    [
        (("stair",), 4),
        pytest.param(("stair", "crane", "bring", "adieu"), 6, marks=pytest.mark.slow),
    ],
    ids=lambda value: "/".join(value) if isinstance(value, tuple) else None,
)
def test_what_is_legal_depends_on_the_history(firsts, most, hard):
    game = mc.Wordle(WORDS, others=OTHERS, hard=hard)
    asked = mc.Oracle(game, pool="legal")
    for first in firsts:
        for score, left in oracle.split(game, first, game.secrets).items():
            if score in game.endstates or len(left) > most:
                continue
            history = [(first, score)]
            wanted = legal_totals(game, history, left)
            check(game, asked.values(history, "all"), wanted)
            assert asked.minimum(history) == min(wanted.values())
            worst = mc.guess_values(game, history, "all", pool="legal", objective="worst")
            assert {one.guess for one in worst} == set(wanted)
    everything = {one.guess: one.total for one in asked.values(guesses=["stair", "crane"])}
    for first, total in everything.items():
        assert total == mc.optimal(game, pool="legal", first_guess=first).total


def test_a_guess_that_is_not_legal_is_worth_nothing():
    game = mc.Wordle(WORDS, others=OTHERS, hard=True)
    history = [("stair", game.score("stair", "grain"))]
    assert mc.guess_values(game, history, ["crane"], pool="legal") == []
    with one_line(mc.BadArgument, "'crane' has no value here", "not legal"):
        mc.Oracle(game, pool="legal").value("crane", history)
    with one_line(mc.BadArgument, "'zzzzz'"):
        mc.guess_values(game, history, ["zzzzz"], pool="legal")


def test_where_no_legal_guess_wins_nothing_is_worth_anything():
    # Whoever asks 0 may only ask 0 or 1 then, which do not find 2 and 3.
    scores = {(0, 0): "yes", (1, 1): "yes", (2, 2): "yes", (3, 3): "yes"}

    class Narrow:
        guesses = secrets = (0, 1, 2, 3)
        endstates = frozenset({"yes"})

        def score(self, guess, secret):
            return scores.get((guess, secret), "odd" if secret % 2 else "even")

        def legal(self, guess, history):
            return guess < 2 or all(asked != 0 for asked, _ in history)

    asked = mc.Oracle(Narrow(), pool="legal")
    assert asked.values([(0, "even")], "all") == []
    assert asked.minimum([(0, "even")]) is None
    assert {one.guess for one in asked.values(guesses="all")} == {1, 2, 3}


def test_a_file_keeps_what_an_oracle_of_legal_guesses_found(tmp_path):
    game = mc.Wordle(WORDS, others=OTHERS, hard=True)
    asked = mc.Oracle(game, pool="legal")
    before = asked.values(guesses="all")
    mc.save(asked, tmp_path / "oracle.json")
    again = mc.load(tmp_path / "oracle.json")
    assert again.pool == "legal"
    assert again.totals == asked.totals
    assert again.values(guesses="all") == before


def test_what_is_left_may_have_guesses_whose_secret_has_no_weight():
    """After the guess 0 the code 1 is legal, too, and tells nothing: only 2 and 3 have weight."""
    game = mc.FiniteGame(range(4), range(4), int.__eq__, {True}, weights=[0, 0, 1, 1])
    found = mc.Oracle(game, pool="legal").values([(0, False)], "all")
    assert {one.guess: one.total for one in found} == {2: 3, 3: 3}
