"""Inside of other programs: threads, processes, other interpreters, and many calls."""

from __future__ import annotations

import gc
import multiprocessing
import os
import subprocess
import sys
import sysconfig
import textwrap
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from eight import THREADS, in_threads

import mastermind_core as mc
from mastermind_core import lengths_by_secret
from mastermind_core.kernels import is_built, is_compiled


def opened(tree):
    """Write a tree as nested tuples, which opens all of it."""
    return tree.guess, tuple(
        (branch.score, branch.subtree and opened(branch.subtree)) for branch in tree.branches
    )


def test_a_game_is_compiled_by_eight_threads_at_once():
    for _ in range(20):
        game = mc.FiniteGame(range(20), range(20), lambda guess, secret: guess - secret, {0})
        totals = in_threads(lambda number, game=game: mc.length_distribution(game, "entropy").total)
        assert len(set(totals)) == 1


def test_equal_games_are_compiled_by_eight_threads_at_once():
    totals = in_threads(
        lambda number: (
            mc.length_distribution(mc.Mastermind(colours=3 + number % 2, holes=3), "entropy").total
        )
    )
    assert totals == [
        mc.length_distribution(mc.Mastermind(colours=3 + number % 2, holes=3), "entropy").total
        for number in range(THREADS)
    ]


@pytest.mark.parametrize("strategy", ["entropy", "random_candidate", "beam"])
def test_one_lazy_tree_is_opened_by_eight_threads(strategy):
    game = mc.Mastermind(colours=3, holes=3)
    alone = opened(mc.lazy_tree(game, strategy))
    for _ in range(3):
        tree = mc.lazy_tree(game, strategy)
        assert in_threads(lambda number, tree=tree: opened(tree)) == [alone] * THREADS


def test_each_thread_has_a_session_of_one_game():
    game = mc.Mastermind(colours=4, holes=3)
    secrets = game.secrets[:: len(game.secrets) // THREADS]

    def play(number):
        session = mc.Session(game, "entropy")
        while not session.over:
            session.answer(game.score(session.guess, secrets[number]))
        return len(session.history)

    lengths = lengths_by_secret(game, "entropy")
    assert in_threads(play) == [lengths[secret] for secret in secrets[:THREADS]]


def test_searches_in_eight_threads_do_not_meet():
    games = [mc.Mastermind(colours=2 + number % 3, holes=3) for number in range(THREADS)]
    found = in_threads(lambda number: mc.optimal(games[number]))
    assert [(one.total, one.proven) for one in found] == [
        (mc.optimal(game).total, True) for game in games
    ]


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_process_goes_on_with_what_its_parent_has(method):
    games = [mc.Mastermind(colours=colours, holes=3) for colours in (2, 3, 4)]
    wanted = [mc.optimal(game, threads=2).total for game in games]  # before the fork
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert [found.total for found in pool.map(mc.optimal, games, timeout=600)] == wanted


SUBINTERPRETER = """
    import sys
    try:
        import _interpreters as interpreters
    except ImportError:
        import _xxsubinterpreters as interpreters
    code = '''
    import sys
    sys.path[:] = {path!r}
    import mastermind_core as mc
    print(mc.optimal(mc.Mastermind(colours=4, holes=3)).total, mc.kernels.active())
    '''
    one = interpreters.create()
    interpreters.run_string(one, code)
    interpreters.destroy(one)
    print("destroyed")
"""


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="starts another interpreter otherwise")
def test_another_interpreter_gets_plain_python_and_ends():
    script = textwrap.dedent(SUBINTERPRETER).replace("{path!r}", repr(sys.path))
    environment = {**os.environ, "MASTERMIND_CORE_KERNEL": ""}
    done = subprocess.run(
        [sys.executable, "-P", "-c", script],
        capture_output=True,
        text=True,
        timeout=600,
        env=environment,
        check=False,
    )
    first, *rest = done.stdout.splitlines()
    assert first.startswith("206 reference: plain Python"), done.stderr
    assert rest == ["destroyed"]


def resident():
    """Return the KiB that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 1024


def refused():
    with pytest.raises(mc.BadArgument):
        mc.partition(GAME, "no guess")


GAME = mc.Mastermind(colours=3, holes=3)
CODES = mc.Mastermind(colours=6, holes=5)
GUESS = CODES.guesses[7]
CALLS = {
    "partition": lambda: mc.partition(GAME, GAME.guesses[5]),
    "best_decision": lambda: mc.best_decision(GAME),
    "greedy tree": lambda: mc.length_distribution(GAME, "entropy"),
    "new game": lambda: mc.compile_game(
        mc.FiniteGame("abc", "abc", lambda guess, secret: guess == secret, {True})
    ),
    "optimal": lambda: mc.optimal(GAME),
    "optimal, threads": lambda: mc.optimal(GAME, threads=2),
    "consistent": lambda: mc.consistent(CODES, [(GUESS, CODES.score(GUESS, CODES.guesses[900]))]),
    "sampled": lambda: mc.simulate(CODES, "sampled", games=1, seed=1),
    "refused": refused,
}


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read as on Linux")
@pytest.mark.parametrize("name", CALLS)
def test_ten_thousand_calls_leave_memory_as_it_was(name):
    call = CALLS[name]
    slow = name in ("optimal", "optimal, threads", "consistent", "sampled") or not is_compiled()
    calls = 500 if slow else 10_000
    for _ in range(calls // 5):
        call()
    gc.collect()
    before = resident()
    for _ in range(calls):
        call()
    gc.collect()
    # A leak of 256 bytes a call would be over it.
    assert resident() - before < max(calls * 256 / 1024, 1024)


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="has a lock anyway")
@pytest.mark.parametrize("kernel", ["native", "reference"])
def test_compiled_kernels_turn_the_lock_of_a_free_threaded_python_on_and_say_so(kernel):
    if kernel == "native" and not is_built():
        pytest.skip("no native kernel was built")
    code = "import sys, mastermind_core as mc; mc.kernels.active(); print(sys._is_gil_enabled())"
    environment = {**os.environ, "MASTERMIND_CORE_KERNEL": kernel}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    assert done.stdout.split() == [str(kernel == "native")]
    assert ("The global interpreter lock" in done.stderr) == (kernel == "native")
