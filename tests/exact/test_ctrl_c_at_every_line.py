"""Ctrl-C at every line of a search: always Interrupted, never a lost tree, nothing left behind.

A trace function sends the signal just before a line of the package is run: before it runs for the
first time and for the last, or, in tests that are ``slow``, each time: some of those times, and all
of them with ``CTRL_C_STRIDE=1`` in the environment.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
from clock import turned_clock
from dividing import Here, small_jobs
from forgetting import forget_tables

import mastermind_core as mc
from mastermind_core.kernels.shared.listening import listener

PACKAGE = str(Path(mc.__file__).parent)


class Press:
    """A trace function that counts lines as they come, and sends Ctrl-C before one of them."""

    def __init__(self, place=None, time=0):
        self._place, self._time = place, time
        self.times, self.order, self.pressed = {}, [], False

    def __call__(self, frame, event, _):
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        if event == "line" and not self.pressed:
            place = frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name
            count = self.times[place] = self.times.get(place, 0) + 1
            self.order.append((place, count))
            if place == self._place and count == self._time:
                self.pressed = True
                signal.raise_signal(signal.SIGINT)
        return self


def traced(search, game, press):
    forget_tables()
    before = sys.gettrace()
    sys.settrace(press)
    try:
        return search(game)
    except BaseException as error:
        return error
    finally:
        sys.settrace(before)


def order(guess, secret):
    return (guess > secret) - (guess < secret)


def few_numbers():
    return mc.FiniteGame(range(4), range(4), order, {0}, weights=[1, 2, 3, 4])


def with_goals():
    """Return a game with weights, costs and a goal."""
    game = mc.FiniteGame(range(1, 6), range(6), lambda g, s: (g & s).bit_count(), goal=lambda s: s)
    return mc.priced(mc.weighted(game, [1, 2, 3, 4, 5, 6]), [1, 2, 1, 3, 2])


def cells():
    return mc.TwoD(3)


def codes():
    return mc.Mastermind(colours=3, holes=3)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "checkpoint"


def searches(path):
    """Return by name a game, what is searched, and in what surroundings."""

    def fresh(game):
        path.unlink(missing_ok=True)
        return mc.optimal(game, checkpoint=path)

    def asked(oracle):
        try:
            return oracle.values()
        except mc.errors.Interrupted:
            assert oracle.values() == mc.guess_values(few_numbers())
            raise

    proof = path.parent / "proof"
    if path.parent.is_absolute() and not proof.exists():
        mc.optimal(cells()).write_certificate(proof)
    written = path.parent / "written"

    def proved(game):
        found = mc.optimal(game)
        found.write_certificate(written)
        return found

    return {
        "aims": (with_goals, mc.optimal, nullcontext),
        "aims, divided": (with_goals, lambda game: mc.optimal(game, executor=Here()), small_jobs),
        "values": (codes, mc.guess_values, nullcontext),
        "values with aims": (with_goals, mc.guess_values, nullcontext),
        "oracle": (lambda: mc.Oracle(few_numbers()), asked, nullcontext),
        "new oracle": (few_numbers, mc.Oracle, nullcontext),
        "saved": (cells, lambda game: mc.save(game, written), nullcontext),
        "ties": (few_numbers, mc.tie_spectrum, nullcontext),
        "proof": (cells, lambda game: mc.verify_certificate(game, proof), nullcontext),
        "tree of a proof": (cells, lambda game: mc.certified_tree(game, proof), nullcontext),
        "written proof": (cells, proved, nullcontext),
        "processes": (cells, lambda game: mc.optimal(game, workers=2), small_jobs),
        "bounds": (few_numbers, mc.optimal, nullcontext),
        "search": (cells, mc.optimal, nullcontext),
        "worst case": (cells, lambda game: mc.optimal(game, "worst-then-mean"), nullcontext),
        "legal": (codes, lambda game: mc.optimal(game, pool="legal"), nullcontext),
        "budget": (codes, lambda game: mc.optimal(game, seconds=0.1, nodes=3), turned_clock),
        "threads": (codes, lambda game: mc.optimal(game, threads=2), nullcontext),
        "divided": (cells, lambda game: mc.optimal(game, executor=Here()), small_jobs),
        "checkpoint": (cells, fresh, small_jobs),
        "exists": (cells, lambda game: mc.solution_exists(game, 3), nullcontext),
        "least worst": (few_numbers, mc.optimal_worst_case, nullcontext),
        "greedy": (few_numbers, mc.is_greedy_optimal, nullcontext),
    }


#: Those that answer with a number or nothing: they have no tree to lose.
NUMBERS = {"exists", "least worst", "values", "values with aims", "oracle", "new oracle"}

#: Those that hold nothing that could be lost: Ctrl-C is a plain KeyboardInterrupt.
PLAIN = {"saved", "ties", "proof", "tree of a proof"}

#: Those that search, and then write a file.
WRITERS = {"written proof"}

#: Those of several threads, or of a clock that is looked at: what is known when differs.
UNSTEADY = {"threads", "budget", "processes", "written proof"}


def wrong(game, result, press, path, name):
    """Say what is wrong with how a search ended that was stopped."""
    if not press.pressed:
        return ""  # a line that is run more often at other times
    kinds = (mc.errors.Interrupted, *[KeyboardInterrupt] * (name in PLAIN | WRITERS))
    if not isinstance(result, kinds):
        return f"{type(result).__name__}: {result}"
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return "the handler of signals is another"
    if listener() is not None:
        return "somebody still listens"
    known = {path, path.with_name("proof"), path.with_name("written")}
    left = set(path.parent.iterdir()) - known
    if left:
        return f"files are left: {left}"
    found = getattr(result, "solution", None)
    if found is not None:
        lengths = mc.replay(game, found.tree)
        if hasattr(game, "costs"):
            lengths = mc.cost_distribution(game, found.tree)
        if (lengths.total, lengths.worst) != (found.total, found.worst):
            return f"{found} has a tree of {lengths}"
        if not found.lower_bound <= max(found.total, found.worst):
            return f"{found} has a bound of {found.lower_bound}"
    return ""


#: Signals of a test that sends some of them all.
_SOME = 640


def strides(order):
    """Return how many lines are run from one signal to the next."""
    return int(os.environ.get("CTRL_C_STRIDE", 1 + len(order) // _SOME))


def held(name, path, each_time):
    new, search, around = searches(path)[name]
    with around():
        traced(search, new(), Press())  # what is made once
        whole = Press()
        finished = traced(search, new(), whole)
    assert not isinstance(finished, BaseException)
    found, bad = [], {}
    # Before its first line a call has not begun, and the signal is its caller's.
    order = whole.order[1:]
    chosen = [one for one in order if one[1] in {1, whole.times[one[0]]}]
    for place, count in order[:: strides(order)] if each_time else chosen:
        press, game = Press(place, count), new()
        with around():
            result = traced(search, game, press)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if why := wrong(game, result, press, path, name):
            bad[place, count] = why
        elif press.pressed:
            found.append(getattr(result, "solution", None))
    assert bad == {}
    assert len(found) > (100 if name == "saved" else 300)
    trees = [solution is not None for solution in found]
    without = NUMBERS | PLAIN
    assert any(trees) != (name in without)
    if name not in without | UNSTEADY:
        assert trees == sorted(trees), "a tree that was there was lost"


#: Those that take seconds; the others take a minute together.
QUICK = ["search"]

#: A file that is only read is closed when it is forgotten, where Ctrl-C comes as it is opened.
forgotten = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
NAMES = sorted(searches(Path()))


@pytest.mark.parametrize("name", QUICK)
def test_each_line(name, path):
    held(name, path, each_time=False)


@forgotten
@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name not in QUICK])
def test_each_line_of_others(name, path):
    held(name, path, each_time=False)


@forgotten
@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_each_line_each_time(name, path):
    held(name, path, each_time=True)
