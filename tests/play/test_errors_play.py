"""Bad arguments and impossible games are refused with one line that helps."""

from __future__ import annotations

import pytest
from errors import one_line

import mastermind_core as mc

GAME = mc.TwoD(3)
WON = mc.games.Comparison(less=True, greater=True, equal=True)
LESS = mc.games.Comparison(less=True, greater=False, equal=False)


def test_entropy_of_nothing():
    for weights in ([], [0, 0], [-1, 3]):
        with one_line(mc.BadArgument, "entropy", "weights from 0", repr([w for w in weights if w])):
            mc.entropy(weights)


def test_candidates_of_none():
    with one_line(mc.BadArgument, "candidates is empty", "at least one secret is needed"):
        mc.best_decision(GAME, [])


def test_a_candidate_that_is_no_secret():
    for stranger in ((9, 9), [0, 0]):
        with one_line(mc.BadArgument, repr(stranger), "not a secret of this game"):
            mc.best_decision(GAME, [stranger])


def test_a_history_with_a_guess_of_another_game():
    with one_line(mc.BadArgument, "(9, 9)", "not a guess of this game"):
        mc.diagnose(GAME, [((9, 9), WON)])


@pytest.mark.parametrize("score", [("no", "such"), ["unhashable"], "what", 7, {}, None])
@pytest.mark.parametrize("use", [mc.consistent, mc.diagnose, mc.review, mc.Session.from_history])
def test_a_history_with_an_answer_that_is_none(use, score):
    if score is None and use == mc.Session.from_history:
        pytest.skip("an unknown answer, from which a session learns nothing")
    with one_line(mc.BadArgument, "is not a score of this game", "=, <, > or <>"):
        use(GAME, [((1, 1), LESS), ((0, 0), score)])


def test_a_history_that_leaves_one_secret_and_then_none():
    with one_line(mc.InconsistentHistory, "answer 2", "the 1 secret"):
        mc.consistent(GAME, [((1, 1), WON), ((0, 0), WON)])


def test_a_contradiction_with_long_words_is_told_in_a_short_line():
    with pytest.raises(mc.BadArgument) as caught:
        mc.Session(GAME, history=[((1, 1), (False,) * 1000)])
    assert len(str(caught.value)) < 300


def test_a_position_after_a_contradiction():
    position = mc.strategies.Position(GAME, (((1, 1), WON), ((0, 0), WON)))
    with one_line(mc.InconsistentHistory, "answer 2, = to 00,", "check the answers"):
        list(position.candidates)


def test_a_branch_that_no_candidate_takes():
    tree = mc.lazy_tree(GAME, mc.strategies.entropy)
    with one_line(mc.InconsistentHistory, "3 secrets", "score > for 12:", "check"):
        tree["<"].subtree[">"]


def test_a_metric_that_combines_otherwise():
    with one_line(mc.BadArgument, "combine", '"ranks" or "pairs"', "'mean'"):
        mc.Metric("mine", "mean")


def test_a_pool_of_another_name():
    with one_line(mc.BadArgument, "pool", '"all"', '"candidates"', "'some'"):
        mc.strategies.knuth.replace(pool="some")


def test_an_opening_of_another_game():
    strategy = mc.strategies.knuth.replace(opening=[(9, 9)])
    with one_line(mc.BadArgument, "(9, 9)", "not a guess of this game"):
        mc.length_distribution(GAME, strategy)
    with one_line(mc.BadArgument, "(9, 9)", "not a guess of this game"):
        _ = mc.lazy_tree(GAME, strategy).guess


def test_a_strategy_that_guesses_what_is_no_guess():
    def wild(position):
        return (7, 7)

    with one_line(mc.BadArgument, "strategy wild", "(7, 7)", "not a guess of this game"):
        mc.worst_case(GAME, wild)


def test_a_strategy_that_learns_nothing():
    def stubborn(position):
        return (0, 0)

    tree = mc.lazy_tree(GAME, stubborn)
    score = next(branch.score for branch in tree.branches if branch.subtree is not None)
    parts = ("guess 00", f"score {mc.format_score(GAME, score)} ", "8 remaining", "never end")
    with one_line(mc.UninformativeGuess, *parts):
        _ = tree[score].subtree.branches
    for play in (mc.length_distribution, mc.worst_case, mc.is_greedy_optimal):
        with one_line(mc.UninformativeGuess, *parts):
            play(GAME, stubborn)
    with one_line(mc.UninformativeGuess, *parts):
        mc.play_game(GAME, stubborn, lambda guess: GAME.score(guess, (2, 2)))


def test_a_strategy_without_a_guess():
    class Silent:
        name = "silent"

        def __call__(self, position):
            return None

        def choose(self, position):
            return -1

    with one_line(mc.UninformativeGuess, "strategy silent", "no guess"):
        _ = mc.lazy_tree(GAME, Silent()).guess


@pytest.mark.parametrize("steps", [-1, 1.5, True, "3", None])
def test_steps_that_are_no_number(steps):
    with one_line(mc.BadArgument, "max_steps", "integer from 0", repr(steps)):
        mc.solution_exists(GAME, max_steps=steps)


def test_an_objective_of_another_name():
    with one_line(mc.BadArgument, "objective", "worst", "'best'"):
        mc.is_greedy_optimal(GAME, objective="best")


@pytest.mark.parametrize("counts", [{}, {3: 0}])
def test_a_distribution_of_nothing(counts):
    with one_line(mc.BadArgument, "distribution", "at least one secret"):
        mc.Distribution(counts)


def test_a_session_that_has_nothing_to_take_back():
    with one_line(mc.BadArgument, "nothing to take back"):
        mc.Session(GAME, mc.strategies.entropy).undo()


def test_a_session_that_is_over():
    session = mc.Session(GAME, mc.strategies.entropy)
    session.answer(WON)
    for ask in (lambda: session.guess, session.suggest, lambda: session.answer(WON)):
        with one_line(mc.BadArgument, "game is over"):
            ask()


def test_a_session_with_a_guess_of_another_game():
    session = mc.Session(GAME)
    for ask in (session.explain, lambda guess: session.record(guess, WON)):
        with one_line(mc.BadArgument, "(9, 9)", "not a guess of this game"):
            ask((9, 9))
    assert session.history == []


@pytest.mark.parametrize("n", [-1, 1.5, True, "3"])
def test_suggestions_that_are_no_number(n):
    with one_line(mc.BadArgument, "n must be", "from 0", repr(n)):
        mc.Session(GAME).suggest(n)


def test_a_metric_by_an_unknown_name():
    with one_line(mc.BadArgument, "metric", "entropy", "'entrpy'"):
        mc.Session(GAME).suggest(metric="entrpy")


def test_a_strategy_by_an_unknown_name():
    with one_line(mc.BadArgument, "'entrpy'", "entropy"):
        mc.Session(GAME, "entrpy")


@pytest.mark.parametrize("history", [[1], ["ab"], [((0, 0), WON, 1)]])
def test_a_history_that_is_no_list_of_pairs(history):
    with one_line(mc.BadArgument, "history: turn 1", "(guess, score)", repr(history[0])):
        mc.diagnose(GAME, history)


#: What to_dict writes of a session without answers.
SAVED = {"kind": "session", "version": 1, "history": []}


@pytest.mark.parametrize(
    ("data", "parts"),
    [
        ([], ["kind 'session'", "[]"]),
        ({"kind": "tree"}, ["kind 'session'", "tree"]),
        ({"kind": "session", "version": 9}, ["version", "1", "9"]),
        ({"kind": "session", "version": 1, "history": [[1]]}, ["history", "pair", "[1]"]),
        (SAVED | {"confidence": "x"}, ["confidence", "'x'"]),
        (SAVED | {"confidence": [1]}, ["confidence", "[1]"]),
    ],
)
def test_a_dict_of_no_session(data, parts):
    with one_line(mc.BadArgument, *parts):
        mc.Session.from_dict(GAME, data)


def test_a_guess_that_json_cannot_hold():
    game = mc.FiniteGame([1j], ["a"], lambda guess, secret: guess == 1j, {True})
    session = mc.Session.from_history(game, [(1j, True)])
    with one_line(mc.BadArgument, "guess", "1j", "JSON"):
        session.to_dict()


def test_a_tree_of_another_game():
    tree = mc.lazy_tree(mc.TwoD(2), mc.strategies.entropy)
    with one_line(mc.BadGame, "tree", "0 branches", "with the secret", "not a tree of this game"):
        mc.replay(mc.TwoD(3), tree)


def test_a_tree_that_ends_too_early():
    grid = mc.TwoD(2)
    soon = mc.FiniteGame(grid.guesses, grid.secrets, grid.score, {WON, LESS})
    tree = mc.lazy_tree(soon, lambda position: (0, 0))
    with one_line(mc.BadGame, "tree ends with", repr(LESS), "(0, 1)", "not with an end state"):
        mc.replay(grid, tree)


@pytest.mark.parametrize(
    "kind",
    [mc.BadArgument, mc.BadGame, mc.InconsistentHistory, mc.UninformativeGuess],
)
def test_every_error_can_be_caught_as_what_python_calls_it(kind):
    assert issubclass(kind, (mc.MastermindCoreError, ValueError))
    assert issubclass(mc.GameTooLarge, MemoryError)
    assert issubclass(mc.errors.WorkerLost, RuntimeError)
