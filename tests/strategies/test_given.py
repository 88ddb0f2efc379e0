"""One way to say things: a strategy by name, as a value, as a tree or as a solution, everywhere."""

from __future__ import annotations

import pytest
from errors import one_line

import mastermind_core as mc
from mastermind_core.show import to_text

GAME = mc.TwoD(3)
SOLUTION = mc.optimal(GAME)


def lengths_by_simulation(game, given):
    summary = mc.simulate(game, given, games=len(game.secrets), secrets=game.secrets)
    return summary.lengths


def standings(game, given):
    return mc.compare(game, [given, "knuth"], games=9, secrets=game.secrets).rows[0].summary.lengths


#: Each function that takes a strategy, made to return the lengths that it sees.
TAKES = {
    "lazy_tree": lambda game, given: mc.replay(game, mc.lazy_tree(game, given)),
    "all_solutions": lambda game, given: sorted(map(len, mc.all_solutions(game, given))),
    "worst_case": lambda game, given: int(mc.worst_case(game, given)),
    "length_distribution": mc.length_distribution,
    "lengths_by_secret": mc.lengths_by_secret,
    "replay": mc.replay,
    "play_game": lambda game, given: mc.play_game(
        game, given, lambda guess: game.score(guess, (2, 1))
    ),
    "Session": lambda game, given: mc.Session(game, given).guess,
    "simulate": lengths_by_simulation,
    "compare": standings,
    "is_greedy_optimal": lambda game, given: mc.is_greedy_optimal(game, given, "mean").greedy,
    "expected_distribution": mc.expected_distribution,
}

every_function = pytest.mark.parametrize("function", TAKES)


@every_function
@pytest.mark.parametrize("name", ["entropy", "most_parts", "secondary_minimax", "beam"])
def test_a_name_is_the_value_and_its_tree(function, name):
    take, value = TAKES[function], mc.STRATEGIES[name]
    expected = take(GAME, value)
    assert take(GAME, name) == expected
    assert take(GAME, name.replace("_", "-")) == expected
    assert take(GAME, mc.lazy_tree(GAME, value)) == expected


@every_function
def test_a_solution_is_its_tree(function):
    take = TAKES[function]
    assert take(GAME, SOLUTION) == take(GAME, SOLUTION.tree)


@every_function
def test_an_own_function_is_a_strategy(function):
    def first_candidate(position):
        return position.candidates[0]

    expected = TAKES[function](GAME, mc.lazy_tree(GAME, first_candidate))
    assert TAKES[function](GAME, first_candidate) == expected


@every_function
def test_none_is_the_default_strategy(function):
    assert TAKES[function](GAME, None) == TAKES[function](GAME, "entropy")


@every_function
@pytest.mark.parametrize("wrong", [3, [], object(), 2.5, b"entropy"])
def test_anything_else_is_refused_in_one_line(function, wrong):
    with one_line(mc.BadArgument, "strategy must be a name", "not"):
        TAKES[function](GAME, wrong)


@every_function
def test_a_name_that_is_unknown_gets_the_nearest(function):
    with one_line(mc.BadArgument, "'entropi' is unknown", "did you mean 'entropy'?"):
        TAKES[function](GAME, "entropi")
    with one_line(mc.BadArgument, "'?' is unknown", "STRATEGIES"):
        TAKES[function](GAME, "?")


@every_function
def test_a_class_is_no_strategy(function):
    with one_line(mc.BadArgument, "not the class Greedy", "Greedy(...)"):
        TAKES[function](GAME, mc.Greedy)


@every_function
def test_a_game_in_the_place_of_a_strategy_is_said(function):
    with one_line(mc.BadArgument, "strategy must be", "the game comes first"):
        TAKES[function](GAME, mc.TwoD(4))


SWAPPED = {
    "play_game": lambda given: mc.play_game(given, GAME, len),
    "simulate": lambda given: mc.simulate(given, GAME),
    "compare": lambda given: mc.compare(given, [GAME]),
}


@every_function
def test_a_strategy_in_the_place_of_the_game_is_said(function):
    swapped = SWAPPED.get(function, lambda given: TAKES[function](given, GAME))
    for given in ("entropy", mc.strategies.knuth, SOLUTION):
        with one_line(mc.BadArgument, "game must be a game", "the game comes first"):
            swapped(given)


@every_function
@pytest.mark.parametrize(
    "other",
    [mc.Mastermind(colours=3, holes=2), mc.TwoD(4)],
    ids=["other guesses", "more guesses"],
)
def test_a_tree_of_another_game_is_refused(function, other):
    tree = mc.lazy_tree(other, "entropy")
    with one_line(mc.BadGame, "tree"):
        TAKES[function](GAME, tree)


@every_function
def test_a_tree_of_a_game_with_other_answers_is_refused(function):
    same_lists = mc.FiniteGame(
        GAME.guesses, GAME.secrets, lambda guess, secret: guess == secret, {True}
    )
    with one_line(mc.BadGame, "tree"):
        TAKES[function](GAME, mc.lazy_tree(same_lists, "knuth"))


def test_a_tree_serves_an_equal_game():
    def again():
        return mc.FiniteGame(GAME.guesses, GAME.secrets, GAME.score, GAME.endstates)

    tree = mc.lazy_tree(again(), "entropy")
    assert mc.length_distribution(again(), tree) == mc.length_distribution(GAME, "entropy")


@pytest.mark.parametrize("take", [mc.count_nodes, to_text])
def test_functions_of_a_tree_alone_take_solutions_and_refuse_the_rest(take):
    assert take(SOLUTION) == take(SOLUTION.tree)
    for wrong in (GAME, "entropy", 3):
        with one_line(mc.BadArgument, "tree must be a tree or a solution", "lazy_tree"):
            take(wrong)


def test_tie_studies_and_paths_take_names():
    game = mc.TwoD(4)
    assert mc.studies.tie_study(game, "knuth", orders=3) == mc.studies.tie_study(
        game, mc.strategies.knuth, orders=3
    )
    assert mc.studies.path_distribution(GAME, "every-branch") == mc.studies.path_distribution(
        GAME, mc.strategies.every_branch
    )
    with one_line(mc.BadArgument, "has no tie rule"):
        mc.studies.tie_study(game, "shapiro")
    with one_line(mc.BadArgument, "entropy does not"):
        mc.studies.path_distribution(game, "entropy")


def test_strategies_to_compare_are_a_list():
    with one_line(mc.BadArgument, "strategies must be a list", "'entropy'"):
        mc.compare(GAME, "entropy")


def test_progress_true_makes_a_bar_wherever_progress_is_heard(capsys):
    expected = mc.simulate(GAME, "knuth", games=5)
    assert mc.simulate(GAME, "knuth", games=5, progress=True) == expected
    assert mc.compare(GAME, ["knuth"], games=5, progress=True).rows[0].summary == expected
    assert mc.studies.tie_study(GAME, "knuth", orders=2, progress=True).strategy == "knuth"
    heard = []
    mc.compare(GAME, ["knuth", "entropy"], games=5, progress=lambda *now: heard.append(now))
    assert heard == [(n, 10) for n in range(1, 11)]
