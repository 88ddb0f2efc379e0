"""Better bounds of a game that is too large for a proof: ever larger totals are refuted.

To refute all totals below a limit takes longer the closer it is to the least one, some three times
as long for each per cent. So limits rise by a part of the gap that is left, and what is found
of the sets below stays known to the next. The blocks of a large set are raised evenly: to bring all
of them a little higher takes far less than to solve the small ones first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mastermind_core.exact.anytime.fallback import better_of
from mastermind_core.exact.deadline import Deadline
from mastermind_core.kernels.choose import exact_kernel
from mastermind_core.kernels.exact.task import MEAN, Found, Report, Task

#: A limit is over the bound by such a part of the gap, and of the total where that is more.
_OF_GAP, _OF_TOTAL = 16, 512


def raised(
    scores: Any, task: Task, found: Found, deadline: Deadline, report: Report | None
) -> Iterator[Found]:
    """Yield what was found, with bounds of the total that rise until the time is up.

    The last bound may meet the least total: then the tree that has it is yielded with it.
    """
    kernel = exact_kernel()
    known = kernel.new_memory(scores, task)
    asked = task._replace(objective=MEAN, evenly=True)
    while found.lower_bound < found.total and not deadline.over:
        gap = found.total - found.lower_bound
        rise = max(gap // _OF_GAP, found.total // _OF_TOTAL, 1)
        limit = min(found.lower_bound + rise, found.total)
        posed = asked._replace(below=limit, seconds=deadline.left)
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
        if not answer.proven:
            return


def _heard(found: Found, report: Report | None) -> Report | None:
    """Return what reports a search below a limit as one of the best total so far."""
    if report is None:
        return None

    def hear(_: int, bound: int, done: int, total: int, nodes: int) -> None:
        least = max(found.lower_bound, min(bound, found.total))
        report(found.total, least, done, total, found.nodes + nodes)

    return hear
