"""How a search is cut into jobs: the tunings of a divided search, and what they trade.

A job takes some time of its own, so jobs must not be small; whoever is free must find one, so they
must not be large. What is asked before other results are in is often asked in vain. No number
here changes what a search proves. Those of a search for the least worst case do not depend on the
number of workers: which of its trees is found depends on what is asked in which order.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from mastermind_core.kernels.shared.plain_scores import PlainScores

#: Nodes that a job may search (from 1), with the plain kernel, and at least with many workers.
#: Small jobs cost in sending; at the end of a search large ones let all others wait.
SPAN, SPAN_PLAIN, LEAST_SPAN = 50_000, 1_000, 10_000

#: Jobs in flight for a least worst case (from 1): more workers than that have nothing to do.
LANES = 12

#: The guesses of a set go into so many jobs for a least worst case (from 1), of no fewer guesses
#: than so many each. Few are alike for all workers, and in many one knows nothing of the other.
PARTS, LEAST_PART = 4, 16

#: Pairs of guess and secret over which a set is not tried as a whole, and those that a job about a
#: few guesses looks at, a fraction of a second. A trial in vain costs its nodes, and one that is
#: left out costs the jobs about every guess.
HOPELESS, PAIRS = 1 << 22, 1 << 32

#: Guesses that a job is about (from 1), when there are many and none of the first: what a job costs
#: by itself is that of some guesses. The second job about a set is about more.
FEWEST, SECOND = 16, 64

#: First guesses of a wide game that are asked about one by one, for each job in flight, while none
#: has a cost: together they would share no limit.
HOPING = 4

#: Guesses of a set (from 0) up to which, where it is large, each is split without being tried: its
#: blocks keep more workers busy, and a small set would have been solved by one job.
NARROW = 64

#: Secrets of a block that the coordinator searches itself (from 0): to send it off takes longer.
TINY = 8

#: Microseconds of the search of a set from which other machines are told of it (from 0), how many
#: results for each worker send their sets with a job (from 0), and the most bytes of these. What
#: goes around is not searched again, and is sent to everybody.
TOLD, HEARD, MOST_NEWS = 1000, 2, 1 << 20

#: Guesses of the least bounds that are ranked for their order of trial (from 1). To rank more takes
#: longer than a better order saves.
RANKED = 1024

#: Pairs of guess and secret up to which the widths of a game are counted for a bound by size: a
#: better bound, for which everybody waits.
COUNTED = 1 << 27


@frozen
class Pace:
    """The jobs in flight for some workers, and the sizes of their jobs."""

    lanes: int
    span: int
    pairs: int
    hopeless: int

    @property
    def probe(self) -> int:
        """Return the nodes after which a set that was tried as a whole is opened."""
        return max(1, self.span // 8)


def pace(scores: Any, workers: int) -> Pace:
    """Return the sizes of jobs for so many workers; one is this thread, which has no queue."""
    # One job for each, and some that wait: few, as they are chosen before more is known.
    lanes = 1 if workers == 1 else workers + workers // 2
    if isinstance(scores, PlainScores):
        return Pace(lanes, SPAN_PLAIN, PAIRS, HOPELESS)
    span = min(SPAN, max(LEAST_SPAN, 2 * SPAN // workers))
    return Pace(lanes, span, max(1, PAIRS * span // SPAN), HOPELESS)


def steady(scores: Any) -> int:
    """Return the nodes of a job whose size must not depend on the number of workers."""
    return pace(scores, 1).span
