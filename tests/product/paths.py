"""The ways in which a question is asked: kernels, thresholds, helpers, files, and what stops it."""

from __future__ import annotations

import os
import signal
import tempfile
from concurrent.futures import Executor, Future
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

from clock import turned_clock
from dividing import tiny_jobs
from inside import KeptTables, compiling
from tasks import changed

from mastermind_core.exact import search, worth
from mastermind_core.kernels import choose

PATHS = (
    "reference",
    "compiled",
    "tuned",
    "threads",
    "executor",
    "workers",
    "checkpoint",
    "nodes",
    "time",
    "ctrl-c",
)

#: Each threshold of the compiled search on its one side and on its other.
TUNINGS = (
    (2, 1, 0, 2, 1, 0, 1, 1),
    (2, 1, 3, 2, 1000, 1000, 1, 2, 64, 1),
    (99, 1, 99, 99, 8, 0, 99, 1, 64, 99),
)

#: Stops of one case: as many as a short run has time for, and a long one.
FEW, MANY = 4, 100


class Inline(Executor):
    """An executor that does each job at once, in the thread that asks for it."""

    def submit(self, function, /, *args, **kwargs):
        future = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except BaseException as error:
            future.set_exception(error)
        return future


@contextmanager
def reference_kernel():
    """Let plain Python do all the work."""
    caches = choose.is_compiled, choose.chosen
    tables = patch.object(compiling, "kept_tables", KeptTables())
    with patch.dict(os.environ, MASTERMIND_CORE_KERNEL="reference"), tables:
        _forget(caches)
        try:
            yield
        finally:
            os.environ.pop("MASTERMIND_CORE_KERNEL")
            _forget(caches)


def _forget(caches):
    for cached in caches:
        cached.cache_clear()


@contextmanager
def tuned(random):
    """Let every search of a small game pass the thresholds that large ones pass."""
    tuning = random.choice(TUNINGS)
    with ExitStack() as stack:
        for module in (search, worth):
            pose = module.pose

            def passed(*args, pose=pose, **kwargs):
                return changed(pose(*args, **kwargs), tuning=tuning)

            stack.enter_context(patch.object(module, "pose", passed))
        yield


@contextmanager
def flying():
    """Score packed codes from their bytes, however few they are."""
    with patch.object(compiling, "ON_THE_FLY", 0):
        yield


def chosen(random, number, every):
    """Return which of so many stops are made: a few, or all unless they are very many."""
    stops, most = list(range(number)), MANY if every else FEW
    return stops if number <= most else sorted(random.sample(stops, most))


def asked_on(path, ask, random, *, every=False):
    """Yield (what was found, whether it must be proven) of each way to ask that a path has.

    ``ask(**options)`` returns what the library says; it turns what stops it into what was found.
    """
    if path == "reference":
        with reference_kernel():
            yield ask(), True
    elif path in {"nodes", "time", "ctrl-c"}:
        with ExitStack() as stack:
            if random.random() < 0.3:
                stack.enter_context(reference_kernel())
            stops = {"nodes": _by_nodes, "time": _by_time, "ctrl-c": _by_ctrl_c}
            yield from stops[path](ask, random, every)
    elif path == "tuned":
        with tuned(random):
            yield ask(threads=random.choice([None, 2])), True
    elif path == "threads":
        yield ask(threads=random.choice([2, 3])), True
    elif path == "checkpoint":
        yield from _resumed(ask, random)
    elif path in {"executor", "workers"}:
        helper = {"executor": Inline()} if path == "executor" else {"workers": 1}
        with tiny_jobs(random):
            yield ask(**helper), True
    elif path == "processes":
        with tiny_jobs(random):
            yield ask(workers=2), True
    else:
        yield ask(), True


def _by_nodes(ask, random, every):
    whole = ask()
    yield whole, True
    most = getattr(whole, "nodes", 3)
    for nodes in chosen(random, most + 1, every):
        yield ask(nodes=nodes), False


def _by_time(ask, random, every):
    """Let the time be over at each look at the clock, of which each takes a second."""
    with turned_clock(1.0) as look:
        began = look()
        yield ask(seconds=10**9), True
        looks = round(look() - began)
        for seconds in chosen(random, looks + 1, every):
            yield ask(seconds=seconds), False


def _by_ctrl_c(ask, random, every):
    """Press Ctrl-C at each report, by the signal or as what a hook raises."""
    heard = 0

    def count(done, total):
        nonlocal heard
        heard += 1

    yield ask(progress=count), True
    for at in chosen(random, heard, every):
        yield ask(progress=_press(at)), False


def _press(at):
    """Return a hook that presses Ctrl-C when it is called for the time of this number."""
    left = at

    def press(done, total):
        nonlocal left
        left -= 1
        if left == -1 and at % 2:
            signal.raise_signal(signal.SIGINT)
        elif left == -1:
            raise KeyboardInterrupt

    return press


def _resumed(ask, random):
    """Stop a search some times, and go on from its file."""
    with tiny_jobs(random), tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "checkpoint")
        for nodes in random.choices([0, 1, 2, 5, 20], k=random.randint(1, 3)):
            yield ask(nodes=nodes, checkpoint=path), False
        yield ask(checkpoint=path, threads=random.choice([None, 2])), True
        yield ask(checkpoint=path), True
