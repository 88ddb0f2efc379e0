"""Jobs so small that small games are divided too, and an executor that does them at once."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from contextlib import contextmanager
from unittest.mock import patch

from mastermind_core.errors import BadArgument
from mastermind_core.exact.divide import graph, search

#: Nodes of a job and before a division, with the compiled kernel and the plain one; guesses up to
#: which the root is split at once, those that are ranked, and those of a job at least.
SIZES = {
    "SPAN": 12,
    "ALONE": 2,
    "SPAN_PLAIN": 12,
    "ALONE_PLAIN": 2,
    "NARROW": 64,
    "RANKED": 1024,
    "FEWEST": 1,
}


@contextmanager
def small_jobs(**sizes):
    """Let jobs be as small as is said."""
    sizes = {**SIZES, **sizes}
    own = {name: size for name, size in sizes.items() if hasattr(search, name)}
    others = {name: size for name, size in sizes.items() if name not in own}
    with patch.multiple(search, **own), patch.multiple(graph, **others):
        yield


def tiny_jobs(random):
    """Let a divided search split what it would else do at once, on either side of its sizes."""
    return small_jobs(
        SPAN=random.choice([1, 2, 3, 5, 12]),
        ALONE=random.choice([0, 1, 5]),
        SPAN_PLAIN=random.choice([1, 2, 12]),
        ALONE_PLAIN=random.choice([0, 1, 5]),
        NARROW=random.choice([0, 64]),
        RANKED=random.choice([2, 1024]),
        FEWEST=random.choice([1, 2, 16]),
    )


class Here(Executor):
    """Does what it is given at once, and says that it does so much at the same time."""

    def __init__(self, workers=2):
        self._max_workers, self.jobs = workers, 0

    def submit(self, work, *given):
        self.jobs += 1
        future = Future()
        future.set_result(work(*given))
        return future


def divided(ask, **options):
    """Ask with jobs that are done here, or with one worker where the game cannot be sent."""
    try:
        return ask(executor=Here(), **options)
    except BadArgument as error:
        if "cannot be sent to other processes" not in str(error):
            raise
        return ask(workers=1, **options)
