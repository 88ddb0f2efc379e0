"""What a public function is given by mistake is refused at its border, in one line."""

from __future__ import annotations

import inspect
from importlib.util import find_spec

import pytest
from errors import one_line

import mastermind_core as mc

GAME = mc.TwoD(3)


class Many:
    """What numpy says of the truth of several numbers."""

    def __eq__(self, other):
        return self

    def __bool__(self):
        raise ValueError("the truth value of an array is ambiguous")

    __hash__ = None


CALLS = {
    "hard": (lambda: mc.Wordle(["cigar"], hard=Many()), "hard must be"),
    "combine": (lambda: mc.Metric("own", Many()), "combine must be"),
    "shares": (lambda: mc.studies.ExpectedDistribution(0), "weights must map"),
    "share names": (lambda: mc.studies.ExpectedDistribution({"a": 1}), "weights must map"),
    "no shares": (lambda: mc.studies.ExpectedDistribution({}), "at least one"),
    "records": (
        lambda: mc.simulation.Summary("own", [(1, 2)]),
        "records must be a tuple of Record",
    ),
    "no records": (lambda: mc.simulation.Summary("own", ()), "records must be a tuple of Record"),
    "rows": (lambda: mc.simulation.Standings((1, 1)), "rows must be a tuple of Standing"),
    "static": (lambda: mc.studies.static_guesses((1, 1)), "has no guesses"),
    "weighted": (lambda: mc.weighted("knuth", ()), "has no guesses"),
    "variant": (lambda: mc.games.Variant("knuth"), "has no guesses"),
    "review": (lambda: mc.review(GAME, "∞∞"), "turn 1 must be a pair"),
    "review of none": (lambda: mc.review(3, []), "has no guesses"),
    "lots": (lambda: mc.Session(GAME, seed="3"), "seed must be an integer"),
    "seed of play_game": (
        lambda: mc.play_game(GAME, "knuth", lambda guess: GAME.score(guess, (0, 0)), seed=1.5),
        "seed must be an integer",
    ),
    "study": (lambda: mc.studies.TieStudy("knuth", 3, {}), "in_order must be a Distribution"),
    "counts": (lambda: mc.Distribution([1, 2]), "counts must map"),
    "repeats": (lambda: mc.Mastermind(repeats=Many()), "repeats must be"),
    "digits": (lambda: mc.BullsAndCows(digits=10**30), "digits must be an integer from 1 to"),
    "words": (lambda: mc.Wordle([1, 1]), "words must be a list of words: 1 is not one"),
    "rows of texts": (lambda: mc.games.AttributeTable(("name",), (1, 2)), "a row must be a list"),
    "thinking": (lambda: mc.Session(GAME, thinking=Many()), "thinking must be True or False"),
    "turns": (lambda: mc.Session(GAME, history={"a": 1}), "turn 1 must be a pair"),
    "replay": (lambda: mc.replay(3, mc.optimal(GAME)), "has no guesses"),
    "lots of a match": (
        lambda: mc.play_game(GAME, "knuth", mc.codemakers.fixed((0, 0)), seed=Many()),
        "seed must be an integer",
    ),
    "seed": (lambda: mc.studies.tie_study(GAME, "knuth", seed=[]), "seed must be an integer"),
    "title": (lambda: mc.to_svg(GAME, "entropy", title=[]), "title must be a string, not []"),
    "game of a text": (lambda: mc.parse_guess(3.5, "12"), "game must be a game"),
    "game of an answer": (
        lambda: mc.parse_score(mc.lazy_tree(GAME, "knuth"), "12"),
        "game must be",
    ),
    "suggestions": (lambda: mc.Session(GAME).suggest(-1), "n must be"),
    "penalties": (lambda: mc.penalty(range(10**12)), "costs must have at most"),
    "bounds": (lambda: mc.show.plot_bounds([(1, 1)]), "records must be triples"),
}


@pytest.mark.parametrize("name", CALLS)
def test_it_is_refused_in_one_line(name):
    call, words = CALLS[name]
    with pytest.raises(mc.MastermindCoreError) as caught:
        call()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="needs matplotlib")
def test_axes_that_are_none():
    with one_line(mc.BadArgument, "ax must be Axes of matplotlib"):
        mc.plot_distribution(mc.length_distribution(GAME, "knuth"), ax=3)


@pytest.mark.parametrize("text", ["12", "1 2", "1,2", "(1, 2)", " 1;2 "])
def test_a_pair_may_be_written_apart(text):
    assert mc.TwoD(3).parse_guess(text) == (1, 2)


@pytest.mark.parametrize("mode", [False, "no", "none"])
def test_no_hard_mode_has_two_names(mode):
    assert mc.Wordle(["cigar", "rebut"], hard=mode).hard is False


BUDGET = {"seconds", "nodes", "memory", "threads", "workers", "executor", "checkpoint", "progress"}
SEARCHES = {
    mc.optimal: BUDGET,
    mc.is_greedy_optimal: BUDGET,
    mc.optimal_worst_case: BUDGET,
    mc.solution_exists: BUDGET,
    mc.equilibrium: {"seconds", "memory", "threads", "progress"},
}


@pytest.mark.parametrize("search", SEARCHES, ids=lambda search: search.__name__)
def test_a_search_shows_its_budget_and_refuses_other_keywords(search):
    known = inspect.signature(search).parameters
    assert known.keys() & BUDGET == SEARCHES[search]
    assert all(known[name].default is None for name in SEARCHES[search])
    for wrong in {"second", "colours"} | (BUDGET - SEARCHES[search]):
        words = rf"^{search.__name__}\(\) got an unexpected keyword argument '{wrong}': .*$"
        with pytest.raises(TypeError, match=words):
            search(GAME, **{wrong: 3})


def test_more_suggestions_than_a_machine_can_count_are_all_of_them():
    session = mc.Session(GAME)
    assert session.suggest(10**30) == session.suggest(len(GAME.guesses))


def collections():
    """Yield arrays, frames and columns, whose truth, equality and hash are errors."""
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    for size in (0, 1, 2):
        yield numpy.arange(size)
        yield pandas.Series(range(size), dtype=int)
    yield numpy.ones((2, 2))
    yield pandas.DataFrame({"column": [1, 2]})


#: Values that are no tree, or trees one part of which is none.
NO_TREES = [
    (),
    (1,),
    (1, 2, 3),
    (1, {False: ()}),
    (1, {True: True}),
    (1, {True: None, False: 5}),
    (1, {True: None, False: (2, {True: None, False: "end"})}),
]

LETTERS = mc.FiniteGame([1, 2, 3], [1, 2, 3], lambda guess, secret: guess == secret, {True})

#: Functions that take a strategy or a tree, in games whose answers are right or may be wrong.
PLAYERS = {
    "lengths": lambda game, given: mc.length_distribution(game, given),
    "simulated": lambda game, given: mc.simulate(game, given, games=2),
    "suggested": lambda game, given: mc.Session(game, strategy=given).suggest(),
}


def refused(call, *given):
    with pytest.raises(mc.MastermindCoreError) as caught:
        call(*given)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("noise", [False, True])
def test_what_is_neither_a_strategy_nor_a_tree_is_refused(player, noise):
    game = mc.noisy(LETTERS, 0.1) if noise else LETTERS
    for given in (*collections(), *NO_TREES):
        refused(PLAYERS[player], game, given)


def test_arrays_and_frames_are_no_seeds_and_are_not_saved(tmp_path):
    for given in collections():
        refused(lambda seed: mc.simulate(GAME, "knuth", games=2, seed=seed), given)
        refused(lambda seed: mc.Session(GAME, seed=seed), given)
        refused(mc.save, given, tmp_path / "array.json")
