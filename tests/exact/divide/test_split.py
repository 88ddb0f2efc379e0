"""A search that is divided gives the same answer, however it is divided and whoever does it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from multiprocessing import active_children, get_context
from random import Random

import pytest
from amounts import many
from hypothesis import given, settings
from hypothesis import strategies as st

import mastermind_core as mc
from mastermind_core.errors import BadArgument, NoStrategy, WorkerLost
from mastermind_core.exact.divide import pace, senders
from mastermind_core.exact.divide import workers as workers_module
from mastermind_core.exact.divide.job import JobContext
from mastermind_core.exact.divide.phases import DividedSearch
from mastermind_core.kernels.choose import exact_kernel, is_compiled

OBJECTIVES = ("worst", "mean", "worst-then-mean", "mean-then-worst")


@pytest.fixture(scope="module", autouse=True)
def small_questions():
    """Let a question search so little that small games are split too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pace, "SPAN", 12)
        patch.setattr(pace, "SPAN_PLAIN", 12)
        yield


def guesses_of(tree):
    """Write a tree as nested tuples."""
    return tree.guess, tuple(
        (branch.score, None if branch.subtree is None else guesses_of(branch.subtree))
        for branch in tree.branches
    )


def figures(found):
    """Return what does not depend on who searches: only the nodes do."""
    return found.total, found.worst, found.lower_bound, found.proven


@st.composite
def small_games(draw):
    n = draw(st.integers(3, 14))
    answers = draw(st.lists(st.integers(0, 3), min_size=n * n, max_size=n * n))
    weights = draw(st.just(()) | st.lists(st.integers(1, 9), min_size=n, max_size=n))
    return mc.FiniteGame(
        range(n),
        range(n),
        lambda guess, secret: 9 if guess == secret else answers[guess * n + secret],
        {9},
        weights=weights,
    )


@settings(deadline=None, max_examples=many(60))
@given(
    small_games(),
    st.sampled_from(OBJECTIVES),
    st.sampled_from(["all", "candidates"]),
    st.none() | st.integers(1, 6),
)
def test_divided_or_not(game, objective, pool, max_steps):
    asked = {"pool": pool, "max_steps": max_steps}
    try:
        direct = mc.optimal(game, objective, **asked)
    except NoStrategy:
        with pytest.raises(NoStrategy):
            mc.optimal(game, objective, workers=1, **asked)
        return
    found = mc.optimal(game, objective, workers=1, **asked)
    assert found.proven
    assert found.lower_bound == direct.lower_bound
    if objective != "worst":
        assert found.total == direct.total
    if objective != "mean":
        assert found.worst == direct.worst
    lengths = mc.length_distribution(game, found.tree)
    assert lengths.worst == found.worst
    assert max_steps is None or found.worst <= max_steps


GAMES = [mc.TwoD(5), mc.Mastermind(colours=4, holes=3)]


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_any_number_of_workers(game, objective):
    alone = mc.optimal(game, objective, workers=1)
    assert alone.proven
    assert alone.nodes > 12
    with ThreadPoolExecutor(3) as threads:
        others = [
            mc.optimal(game, objective, workers=2),
            mc.optimal(game, objective, executor=threads),
        ]
    for other in others:
        assert figures(other) == figures(alone)
        assert guesses_of(other.tree) == guesses_of(alone.tree)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_tree_of_the_least_total_is_the_same_undivided(game):
    if not is_compiled():
        pytest.skip("the plain search breaks ties as it comes to them")
    found = mc.optimal(game, workers=1)
    assert guesses_of(found.tree) == guesses_of(mc.optimal(game).tree)


def test_an_opening_and_other_questions():
    game = mc.TwoD(5)
    assert (
        mc.optimal(game, opening=(1, 2), workers=1).total == mc.optimal(game, opening=(1, 2)).total
    )
    assert mc.solution_exists(game, 4, workers=1)
    assert not mc.solution_exists(game, 3, workers=1)
    assert mc.optimal_worst_case(game, workers=1) == 4
    assert not mc.is_greedy_optimal(game, workers=1)


@pytest.mark.parametrize("nodes", [0, 5, 30, 60, 200])
def test_a_budget(nodes):
    game = mc.Mastermind(colours=4, holes=3)
    for workers in (1, 2):
        found = mc.optimal(game, workers=workers, nodes=nodes)
        assert found.lower_bound <= 206 <= found.total <= mc.optimal(game, nodes=0).total
        assert found.proven == (found.lower_bound == found.total)


def test_no_time(tmp_path):
    game = mc.Mastermind(colours=4, holes=3)
    found = mc.optimal(game, workers=1, seconds=0, checkpoint=tmp_path / "proof")
    assert found.lower_bound <= 206 <= found.total


def test_a_checkpoint_is_gone_on_from(tmp_path):
    game, path = mc.Mastermind(colours=4, holes=3), tmp_path / "proof"
    whole = mc.optimal(game, workers=1)
    heard = []
    for nodes in (40, 100, None, None):
        found = mc.optimal(game, workers=1, nodes=nodes, checkpoint=path)
        heard.append(found.nodes)
    assert figures(found) == figures(whole)
    assert guesses_of(found.tree) == guesses_of(whole.tree)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"objective": "worst"}, 'its objective is "mean", and not "worst"'),
        ({"pool": "candidates"}, 'its pool is "all", and not "candidates"'),
        ({"max_steps": 6}, "its max_steps is -1, and not 6"),
        ({"game": mc.TwoD(5)}, "its game is .TwoD of 16 x 16 answers"),
    ],
)
def test_a_checkpoint_of_something_else(tmp_path, other, words):
    path = tmp_path / "proof"
    mc.optimal(mc.TwoD(4), checkpoint=path)
    game = other.pop("game", mc.TwoD(4))
    with pytest.raises(BadArgument, match=words):
        mc.optimal(game, checkpoint=path, **other)


def test_a_checkpoint_knows_games_by_their_answers(tmp_path):
    def game(score):
        return mc.FiniteGame(range(6), range(6), score, {0})

    mc.optimal(game(lambda g, s: (g > s) - (g < s)), checkpoint=tmp_path / "proof")
    with pytest.raises(BadArgument, match="its game is"):
        mc.optimal(game(lambda g, s: abs(g - s)), checkpoint=tmp_path / "proof")


ANOTHER_PROCESS = """
import sys
import mastermind_core as mc

class Thing:
    def __init__(self, number):
        self.number = number
    def __eq__(self, other):
        return self.number == other.number
    def __hash__(self):
        return hash(self.number)

class Game:
    guesses = secrets = tuple(map(Thing, range(6)))
    endstates = frozenset(["found", "it", "here"])
    def score(self, guess, secret):
        return "found" if guess == secret else f"far {(guess.number * secret.number) % 4}"

print(mc.optimal(Game(), checkpoint=sys.argv[1]).total, repr(Game()), repr(Thing(0)))
"""


def test_a_checkpoint_is_gone_on_from_by_another_process(tmp_path):
    """Neither addresses in what its game and items say of themselves nor hashes hinder that."""
    said = set()
    for seed in "012":
        ran = subprocess.run(
            [sys.executable, "-P", "-c", ANOTHER_PROCESS, tmp_path / "proof"],
            capture_output=True, text=True, check=False, env={**os.environ, "PYTHONHASHSEED": seed},
        )  # fmt: skip
        assert not ran.stderr
        total, text = ran.stdout.split(maxsplit=1)
        said.add(text)
    assert len(said) == 3, "the addresses are the same by chance"
    assert total == "12"


def test_files_that_are_no_checkpoints(tmp_path):
    text = tmp_path / "text"
    text.write_text("not a database, but long enough to be read as a header of one" * 20)
    with pytest.raises(BadArgument, match="it is no checkpoint, or damaged; give another file"):
        mc.optimal(mc.TwoD(3), checkpoint=text)
    with pytest.raises(BadArgument, match="unable to open database file"):
        mc.optimal(mc.TwoD(3), checkpoint=tmp_path / "missing" / "proof")


def local_game():
    """Return a game whose class no other process can find."""

    class Local(mc.TwoD):
        pass

    return Local(2)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"workers": 0}, "workers must be a whole number from 1, or None, not 0"),
        ({"executor": 3}, "executor must be a concurrent.futures.Executor, not 3"),
        ({"executor": ThreadPoolExecutor(1), "workers": 2}, "workers or an executor, not both"),
        ({"game": local_game()}, "cannot be sent to"),
    ],
)
def test_bad_arguments(wrong, words):
    game = wrong.pop("game", mc.TwoD(3))
    with pytest.raises(BadArgument, match=words):
        mc.optimal(game, **{"workers": None if "executor" in wrong else 2, **wrong})


class Broken(Executor):
    """Lose a worker with the first question, and take none after that."""

    def __init__(self):
        self._lost = False

    def submit(self, *_):
        if self._lost:
            raise BrokenExecutor
        self._lost = True
        future = Future()
        future.set_exception(BrokenExecutor())
        return future


def test_a_worker_that_dies_is_reported():
    with pytest.raises(WorkerLost, match="checkpoint"):
        mc.optimal(mc.TwoD(5), executor=Broken())


def test_the_pool_of_legal_guesses_is_not_split():
    class Odd(mc.TwoD):
        def legal(self, guess, history):
            return all(guess != asked for asked, _ in history)

    with pytest.raises(BadArgument, match='the pool "legal" is not split'):
        mc.optimal(Odd(3), pool="legal", workers=1)


RUN = """
    import sys
    import mastermind_core as mc
    from mastermind_core.exact.divide import pace

    if __name__ == "__main__":
        pace.SPAN = pace.SPAN_PLAIN = int(sys.argv[3])
        pace.FEWEST = pace.SECOND = 1
        game = mc.Mastermind(colours=int(sys.argv[2]), holes=int(sys.argv[5]))
        print("begins", flush=True)
        try:
            found = mc.optimal(
                game,
                workers=int(sys.argv[4]),
                checkpoint=sys.argv[1],
                progress=lambda done, total: print(done, flush=True),
            )
        except mc.errors.Interrupted as stopped:
            found = stopped.solution
        print(found.total, found.worst, found.lower_bound, found.proven, found.nodes)
"""


@pytest.fixture
def start(tmp_path):
    script = tmp_path / "run.py"
    script.write_text(textwrap.dedent(RUN))
    running = []

    def begin(*arguments):
        process = subprocess.Popen(
            [sys.executable, str(script), *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        running.append(process)
        assert process.stdout.readline() == "begins\n"
        return process

    yield begin
    for process in running:
        process.kill()
        process.communicate()


def answers(path):
    file = sqlite3.connect(path)
    try:
        return file.execute("SELECT count(*) FROM answers").fetchone()[0]
    except sqlite3.OperationalError:
        return 0
    finally:
        file.close()


def test_killed_again_and_again(start, tmp_path):
    """Whenever it is killed, what was answered is kept, and not asked again."""
    random, path = Random(6), tmp_path / "proof"
    # With questions so small there are a hundred of them.
    game, step = ((5, 20, 2, 4), (2, 8)) if is_compiled() else ((5, 5, 2, 3), (1, 1))
    arguments = (path, *game)
    kept = [0]
    for _ in range(5):
        process = start(*arguments)
        enough = kept[-1] + random.randint(*step)
        while int(process.stdout.readline()) < enough:
            pass
        process.send_signal(signal.SIGKILL)
        process.wait()
        kept.append(answers(path))
    assert kept == sorted(kept)
    assert kept[-1] > 0
    out, err = start(*arguments).communicate(timeout=600)
    scratch = tmp_path / "scratch"
    again, _ = start(scratch, *arguments[1:]).communicate(timeout=600)
    assert err == ""
    assert out.splitlines()[-1].split()[:4] == again.splitlines()[-1].split()[:4]
    # Nothing is asked of all again: what was left to do is less than the whole.
    assert kept[-1] < answers(path) < kept[-1] + answers(scratch)


def test_two_searches_do_not_share_a_file(start, tmp_path):
    path = tmp_path / "proof"
    mc.optimal(mc.Mastermind(colours=3, holes=3), checkpoint=path)
    file = sqlite3.connect(path, isolation_level=None)
    file.execute("BEGIN EXCLUSIVE")
    with pytest.raises(BadArgument, match="it is in use: another search writes to it"):
        mc.optimal(mc.Mastermind(colours=3, holes=3), checkpoint=path)
    file.close()


def test_ctrl_c_before_the_first_job_ends_the_search(monkeypatch):
    # The first trees are there, and Ctrl-C cut short what should have made them better.
    whole = workers_module.Workers.whole

    def interrupted(self, task, report):
        return whole(self, task, report)._replace(proven=False, interrupted=True, nodes=99)

    def search(self):
        pytest.fail("the search goes on")

    monkeypatch.setattr(workers_module.Workers, "whole", interrupted)
    monkeypatch.setattr(DividedSearch, "_search", search)
    with pytest.raises(mc.errors.Interrupted) as stopped:
        mc.optimal(mc.Mastermind(colours=4, holes=4), workers=2)
    found = stopped.value.solution
    assert (found.proven, found.nodes) == (False, 99)


def test_ctrl_c_at_the_end_of_a_job_ends_the_search(monkeypatch, tmp_path):
    # A kernel hears of Ctrl-C once more when its work is done, and has nothing left to stop.
    jobs = []

    def done(context, job, report=None, seconds=-1):
        jobs.append(job)
        return answer(context, job, report, seconds)._replace(interrupted=True)

    answer = JobContext.answer
    monkeypatch.setattr(JobContext, "answer", done)
    found = mc.optimal(mc.Mastermind(colours=5, holes=3), checkpoint=tmp_path / "proof")
    assert (len(jobs), found.proven) == (1, False)


class Deaf(Executor):
    """An executor that takes jobs and does none."""

    def submit(self, *given, **named):
        signal.setitimer(signal.ITIMER_REAL, workers_module._TICK / 3, 60)
        return Future()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no timers that send signals")
def test_a_signal_that_is_heard_when_a_wait_should_be_over_ends_it():
    heard = []

    def note(number, frame):
        heard.append(number)
        time.sleep(2 * workers_module._TICK)
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGALRM, note)
    try:
        with pytest.raises(mc.errors.Interrupted):
            mc.optimal(mc.Mastermind(colours=4, holes=3), executor=Deaf())
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert heard == [signal.SIGALRM], "the wait went on until another signal came"


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_is_quick_and_quiet(start, tmp_path, workers):
    if not is_compiled():
        pytest.skip("a game that takes long and is ready at once needs the native kernel")
    process = start(tmp_path / "proof", 8, 20_000, workers, 4)
    while int(process.stdout.readline()) < 1:
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=600)
    assert err == ""
    total, _, lower, proven, _ = out.splitlines()[-1].split()
    assert (int(lower) < int(total), proven) == (True, "False")


def test_jobs_keep_to_the_memory_of_a_search(monkeypatch, tmp_path):
    asked = set()
    attempt = exact_kernel().attempt

    def spy(scores, task, *rest):
        asked.add(task.memory)
        return attempt(scores, task, *rest)

    monkeypatch.setattr(exact_kernel(), "attempt", spy)
    monkeypatch.setattr(pace, "SPAN", 12)
    monkeypatch.setattr(pace, "SPAN_PLAIN", 12)
    found = mc.optimal(mc.TwoD(5), checkpoint=tmp_path / "kept", memory=1 << 28)
    assert (found.total, asked) == (83, {1 << 28})


class Looking:
    """A context whose jobs do nothing but look whether they are to stop."""

    warms_up = False

    def __init__(self, begun):
        self._begun = begun

    def answer(self, job, look_up, news=None):
        self._begun.touch()
        while True:
            look_up()


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked there")
@pytest.mark.parametrize("number", ["SIGSTOP", "SIGKILL"])
def test_a_process_that_ends_at_a_look_holds_nobody_up(number, tmp_path, monkeypatch):
    """Wherever it is stopped, the others and the parent are told to stop all the same."""
    monkeypatch.setattr(senders, "_PATIENCE", 0.1)
    monkeypatch.setattr(senders, "get_context", lambda: get_context("fork"))

    def end_many():
        for at in range(8):
            begun = tmp_path / str(at)
            with senders.process_pool(1, b"looking", Looking(begun), b"") as send:
                send(None)
                while not begun.exists():
                    time.sleep(0.001)
                os.kill(active_children()[0].pid, getattr(signal, number))
        done.append(True)

    done = []
    ending = threading.Thread(target=end_many, daemon=True)
    ending.start()
    ending.join(300)
    assert done
