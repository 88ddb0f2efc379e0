"""How a search is cut into jobs: how many are on the way, how large, and what is not tried whole.

None of these numbers changes what a search proves.
"""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any

from attrs import frozen

from mastermind_core.kernels.shared.plain_scores import PlainScores

#: Nodes that a job may search, with the plain kernel fewer, and at least with many workers.
SPAN, SPAN_PLAIN, LEAST_SPAN = 50_000, 1_000, 10_000

#: Jobs of a search for the least worst case that are on the way, however many workers there are:
#: which tree it finds depends on what is asked in which order.
LANES = 12

#: Pairs of guess and secret over which a set is taken apart without being tried whole, and those
#: that a job for a few guesses looks at: a fraction of a second.
HOPELESS, PAIRS = 1 << 22, 1 << 32

#: Guesses that a job is about, when there are many and none of the first: what a job costs by
#: itself is that of some guesses. The second job about a set is about more, if nobody would wait.
FEWEST, SECOND = 16, 64

#: First guesses of a wide game that are asked about one by one, for each job on the way, while
#: the total of none of them is known.
HOPING = 4

#: A set with so few guesses, and so large, is taken apart into the blocks of each.
NARROW = 64

#: Jobs on the way where nobody says how many workers there are.
_UNKNOWN = 8


@frozen
class Pace:
    """The sizes of jobs for some workers."""

    lanes: int
    span: int
    pairs: int
    hopeless: int

    @property
    def probe(self) -> int:
        """Return the nodes after which a set that was tried whole is taken apart."""
        return max(1, self.span // 8)


def pace(scores: Any, workers: int) -> Pace:
    """Return the sizes of jobs for so many workers; one is this thread, which has no queue."""
    # One job for each, and some that wait: few, as they are chosen before more is known.
    lanes = 1 if workers == 1 else workers + workers // 2
    if isinstance(scores, PlainScores):
        return Pace(lanes, SPAN_PLAIN, PAIRS, HOPELESS)
    span = min(SPAN, max(LEAST_SPAN, 2 * SPAN // workers))
    return Pace(lanes, span, max(1, PAIRS * span // SPAN), HOPELESS)


def workers_of(executor: Executor) -> int:
    """Return how many jobs an executor does at once, as far as it tells.

    Pools say so themselves, dask's executor through its client.
    """
    for name in ("_max_workers", "max_workers", "num_workers"):
        count = getattr(executor, name, None)
        if isinstance(count, int) and count > 0:
            return count
    threads = getattr(getattr(executor, "_client", None), "nthreads", None)
    if callable(threads):
        return max(1, int(sum(threads().values())))
    return _UNKNOWN
