"""What differs between executors: the one place that knows pools, dask, and those that say nothing.

An executor has ``submit``, and that is all that may be relied on. How many jobs it does at once,
and whether it can call one back, each kind tells otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial

from attrs import frozen

from mastermind_core.arguments import is_closed

#: Jobs at once of an executor that does not say how many it does.
_UNKNOWN = 8


@frozen
class Traits:
    """What may be expected of an executor.

    ``workers`` is how many jobs it does at once. ``recalls`` says whether single jobs are called
    back. ``lost`` are errors of a result that was lost on its way: the job is sent once more.
    ``closed`` says whether results may never come any more. Those ``apart`` may be on machines that
    share no memory.
    """

    workers: int = 1
    recalls: bool = True
    lost: tuple[type[Exception], ...] = ()
    closed: Callable[[], bool] = bool
    apart: bool = False


def traits_of(executor: Executor) -> Traits:
    """Return what may be expected of an executor, as far as it tells.

    Pools say how many they are themselves, dask's executor through its client. Dask logs an error
    for each job that is called back, and fails to unpack a result that was lost with its worker.
    """
    for name in ("_max_workers", "max_workers", "num_workers"):
        count = getattr(executor, name, None)
        if isinstance(count, int) and count > 0:
            break
    else:
        threads = getattr(getattr(executor, "_client", None), "nthreads", None)
        count = max(1, int(sum(threads().values()))) if callable(threads) else _UNKNOWN
    if hasattr(executor, "_client"):
        closed = partial(is_closed, executor)
        return Traits(count, recalls=False, lost=(TypeError,), closed=closed, apart=True)
    return Traits(count, apart=True)
