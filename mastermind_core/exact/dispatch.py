"""Who runs a search: the kernel, or those among whom it is divided."""

from __future__ import annotations

from collections.abc import Mapping
from logging import INFO
from types import MappingProxyType
from typing import Any

from mastermind_core.errors import counted
from mastermind_core.exact.anytime import budget as anytime
from mastermind_core.exact.anytime.greedy import Rank
from mastermind_core.exact.deadline import Deadline
from mastermind_core.exact.options import LOG, Reporter, SearchOptions
from mastermind_core.game import Game
from mastermind_core.kernels.exact.task import IMPOSSIBLE, Found, Task, in_guesses
from mastermind_core.kernels.shared.ctrl_c import was_stopped
from mastermind_core.progress import progress_hook
from mastermind_core.table import ScoreTable


def run_task(
    game: Game[Any, Any, Any],
    table: ScoreTable,
    task: Task,
    options: SearchOptions,
    whole: Mapping[str, object] = MappingProxyType({}),
    rank: Rank | None = None,
) -> tuple[Found, bool]:
    """Run a task directly, or divided when there are workers, an executor or a checkpoint.

    Return what was found, and whether Ctrl-C came meanwhile. A checkpoint of a task that is part of
    a ``whole`` is about that. ``rank`` is what trees are compared by, where that is more than the
    objective of the task.
    """
    LOG.info("search of %s: %s, %d candidates", game, task.objective, len(task.candidates))
    with progress_hook("proving", progress=options.progress) as hook:
        unit = "cost" if task.by_depth else "total"
        report = None if hook is None else Reporter(hook, task.objective, task.least_steps, unit)
        task = task._replace(seconds=options.seconds_left)
        scores = table.kernel_scores
        if options.divided:
            from mastermind_core.exact.divide import search as divided

            found = divided.solve(game, table, task, options, report, whole)
        else:
            found = anytime.solve(scores, task, report, None, options.greedy)
        heard = report is not None and report.interrupted
        stopped = found.interrupted or heard or was_stopped()
        if not found.proven or (rank is not None and stopped):  # which has more to ask
            found = found._replace(proven=found.proven and found.tree is not None)
            task, left = in_guesses(scores, task), Deadline(options.seconds_left)
            found = options.greedy.better(scores, task, found, left, rank, stopped=stopped)
        if report is not None:
            report.end(found)
        if LOG.isEnabledFor(INFO):
            LOG.info("search of %s: %s", game, _ending(found, stopped=stopped))
        return found, stopped


def _ending(found: Found, *, stopped: bool) -> str:
    """Say how a search ended, in the units of its score table."""
    known = "no strategy" if found.tree is None else f"total {found.total}, worst {found.worst}"
    if found.proven:
        state = "proven"
    else:
        state = "stopped by Ctrl-C" if stopped else "cut by its budget"
        known += f", lower bound {found.lower_bound}" if found.lower_bound < IMPOSSIBLE else ""
    return f"{state}: {known}, {counted(found.nodes, 'node')}"
