"""A budget of time holds, whatever the game: set-up, first tree and figures are within it too.

The clock is one that goes on when it is looked at: what a search does beyond its budget is counted
in looks. ``benchmarks/budgets.py`` has the same in seconds.
"""

from __future__ import annotations

from itertools import product
from math import isqrt
from random import Random

import pytest
from amounts import mostly_slow
from clock import turned_clock
from forgetting import forget_tables
from tasks import task_of

import mastermind_core as mc
from mastermind_core import compile_game
from mastermind_core.exact import Deadline, deadline
from mastermind_core.exact.anytime.greedy import greedy_criteria
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels import is_compiled

#: Seconds of the turned clock beyond a budget, at most, and beyond a greedy tree, which is grown to
#: its end: for the tree itself, for a secret on which a strategy loses, and the looks in between.
OVER = 0.1

SEARCHES = {
    "optimal": mc.optimal,
    "worst first": lambda game, seconds: mc.optimal(game, "worst-then-mean", seconds=seconds),
    "solution_exists": lambda game, seconds: mc.solution_exists(game, 5, seconds=seconds),
    "optimal_worst_case": mc.optimal_worst_case,
    "is_greedy_optimal": mc.is_greedy_optimal,
    "guess_values": mc.guess_values,
}


#: What a greedy tree takes, by game: each search of a game is compared with the same tree.
_greedy_looks = {}


def greedy_looks(game):
    """Return the seconds of the turned clock that a greedy tree takes without symmetries."""
    key = type(game).__name__, len(game.guesses), len(game.secrets)
    if key not in _greedy_looks:
        _greedy_looks[key] = counted_looks(game)
    return _greedy_looks[key]


def counted_looks(game):
    table = compile_game(game)
    scores, task = table.kernel_scores, task_of(table.everything, weights=table.weights)
    rule = next(greedy_criteria(scores, task))
    with turned_clock() as look:
        began = look()
        check = Deadline(1e9).check
        kernels.greedy.greedy_tree(scores, table.everything, rule, progress=check)
        return look() - began


def overrun(search, game, seconds):
    """Return what a search found, or None, and what the clock went on beyond its budget."""
    forget_tables()
    with turned_clock() as look:
        began = look()
        try:
            found = search(game, seconds=seconds)
        except mc.NoStrategy:
            found = None
        over = look() - began - seconds
    return found, over - greedy_looks(game)


@pytest.mark.skipif(not is_compiled(), reason="measures the compiled kernels")
@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("colours", mostly_slow([6, 8], quick=[6]))
def test_a_small_budget_on_a_large_game(search, colours):
    game = mc.Mastermind(colours=colours, holes=5)
    mc.optimal(mc.Mastermind(colours=2, holes=2))  # what is loaded first
    # One budget is enough for the largest: what grows with the game is what comes after its end.
    for seconds in (0.05, 0.2) if colours == 6 else (0.05,):
        found, over = overrun(SEARCHES[search], game, seconds)
        assert over < OVER
        if search == "optimal":
            assert found is not None
            assert len(game.secrets) <= found.lower_bound <= found.total
            assert not found.proven
        if search == "is_greedy_optimal":
            assert (found.greedy is None) == (found.lengths is None)
            assert found.answer is None or found.greedy is not None


@pytest.mark.compiled
def test_a_budget_on_a_game_of_thousands_of_words():
    # Greedy trees of a word's many small blocks take long together, each of them a moment.
    random = Random(1)
    words = sorted({"".join(random.choices("etaoinshrdlu", k=5)) for _ in range(14_000)})
    random.shuffle(words)
    game = mc.Wordle(words[:2315], words[2315:12_972])
    _, over = overrun(mc.optimal, game, 0.5)
    assert over < OVER


class BusyClock:
    """A clock that goes on by the same step at each look."""

    def __init__(self, step):
        self.step, self.now = step, 0.0

    def __call__(self):
        self.now += self.step
        return self.now


@pytest.mark.compiled
def test_a_busy_machine_has_time_for_a_greedy_tree(monkeypatch):
    """The wall-clock seconds of the grace end at its first look, and its CPU seconds do not."""
    random = Random(1)
    columns = {f"column {at}": [random.random() for _ in range(300)] for at in range(7)}
    game = mc.FiniteGame.from_table(columns, cuts="all")
    assert len(game.guesses) * 300 > 1 << 19  # more pairs than those of a small game
    compile_game(game)
    monkeypatch.setattr(deadline, "monotonic", BusyClock(5.2))
    monkeypatch.setattr(deadline, "thread_time", BusyClock(0.005))
    assert mc.optimal(game, seconds=0.1).worst < 12  # the chain of the last resort takes 299


@pytest.mark.skipif(not is_compiled(), reason="only there codes are scored on the fly")
def test_a_tree_that_came_without_a_table_is_a_tree_of_the_game():
    game = mc.Mastermind(colours=6, holes=5)
    found, _ = overrun(mc.optimal, game, 0.05)
    assert mc.length_distribution(game, found).total == found.total
    lengths = mc.replay(game, found.tree)
    assert (lengths.total, lengths.worst) == (found.total, found.worst)


def random_games(random, large):
    """Yield games of many shapes; what is large is so for a search whose time is up at once."""
    for n, m in product((3, 60, large), repeat=2):
        rows = [bytes(random.choices(range(4), k=m)) for _ in range(n)]

        def score(guess, secret, rows=rows, n=n):
            return rows[guess][secret] if guess < n else guess - n == secret

        yield mc.FiniteGame(range(n + m), range(m), score, {True})
    yield mc.TwoD(5)
    yield mc.TwoD(isqrt(large))
    yield mc.FiniteGame(range(large), range(large), lambda g, s: g == s, {True})
    yield mc.games.HigherLower(large)
    yield mc.Mastermind(colours=round(large ** (1 / 3)), holes=3)
    yield mc.Mastermind(colours=7 if large > 900 else 6, holes=4, repeats="none")
    words = {"".join(random.choice("abcdefgh") for _ in range(5)) for _ in range(large)}
    yield mc.Wordle(sorted(words))


@pytest.mark.parametrize("large", mostly_slow([300, 1200], quick=[300]))
@pytest.mark.parametrize("search", SEARCHES)
def test_small_budgets_on_games_of_all_sizes(search, large):
    mc.optimal(mc.Mastermind(colours=2, holes=2))
    late = {}
    for game in random_games(Random(5), large):
        _, over = overrun(SEARCHES[search], game, 0.05)
        if over >= OVER:
            late[repr(game)] = over
    assert late == {}


def test_without_time_for_the_scores_there_is_nothing_to_tell():
    def score(guess, secret):
        return sum(divmod(guess * secret, 97)) % 5 if guess != secret else 9

    game = mc.FiniteGame(range(1500), range(1500), score, {9})
    assert mc.solution_exists(game, 9, seconds=0.01) is None
    assert mc.optimal_worst_case(game, seconds=0.01) is None
    with pytest.raises(mc.NoStrategy, match=r"the time was up.*allow more seconds"):
        mc.optimal(game, seconds=0.01)


@pytest.mark.compiled
def test_a_verdict_without_the_figures_of_the_strategy():
    game = mc.Mastermind(colours=8, holes=5)
    verdict = mc.is_greedy_optimal(game, seconds=0.05)
    assert verdict.greedy is None
    assert verdict.lengths is None
    assert verdict.counterexample is None
    assert verdict.answer is None
    assert not verdict
    assert "? against" in repr(verdict)
    assert "entropy may be optimal or not" in str(verdict)
    assert "time ran out before the strategy was evaluated" in str(verdict)
    assert verdict.to_dict()["lengths"] is None
    html = verdict._repr_html_()
    assert "may be optimal or not" in html


def test_the_card_of_an_open_verdict_does_not_say_no():
    verdict = mc.is_greedy_optimal(mc.TwoD(9), "knuth", "worst", nodes=0)
    assert verdict.answer is None
    assert "is not optimal" not in verdict._repr_html_()
