"""A better bound of a game that is too large for a proof.

The search raises all first guesses together, by a part of the gap that is left, as each per cent
takes some three times as long as the one before. The blocks of a large set are raised evenly, by
what their sizes and those of their own blocks say at first: to bring all of them a little higher
takes far less than to solve the small ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mastermind_core.exact.anytime.fallback import better_of
from mastermind_core.exact.deadline import Deadline
from mastermind_core.kernels.choose import exact_kernel
from mastermind_core.kernels.exact.task import MEAN, Found, Report, Task


def raised(
    scores: Any, task: Task, found: Found, deadline: Deadline, report: Report | None
) -> Iterator[Found]:
    """Yield what was found, with the bound of the total that is proven when the time is up.

    The bound may meet the least total: then the tree that has it is yielded with it.
    """
    if found.lower_bound >= found.total or deadline.over:
        return
    kernel = exact_kernel()
    known = kernel.new_memory(scores, task)
    posed = task._replace(objective=MEAN, evenly=True, below=found.total, seconds=deadline.left)
    answer = kernel.attempt(scores, posed, _heard(found, report), known)
    bound = max(found.lower_bound, min(answer.lower_bound, found.total))
    found = found._replace(
        lower_bound=bound,
        nodes=found.nodes + answer.nodes,
        proven=task.objective == MEAN and bound == found.total,
        interrupted=answer.interrupted,
    )
    if answer.tree is not None:
        found = better_of(scores, task, found, answer.tree)
    yield found


def _heard(found: Found, report: Report | None) -> Report | None:
    """Return what reports a search below a limit as one of the best total so far."""
    if report is None:
        return None

    def hear(_: int, bound: int, done: int, total: int, nodes: int) -> None:
        least = max(found.lower_bound, min(bound, found.total))
        report(found.total, least, done, total, found.nodes + nodes)

    return hear
