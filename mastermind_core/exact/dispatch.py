"""Who runs a search: the kernel, or those among whom it is divided."""

from __future__ import annotations

from typing import Any

from mastermind_core.exact.anytime import budget as anytime
from mastermind_core.exact.options import SearchOptions
from mastermind_core.exact.reports import Reporter
from mastermind_core.game import Game
from mastermind_core.kernels.choose import exact_kernel
from mastermind_core.kernels.exact.task import Found, Task
from mastermind_core.kernels.shared.ctrl_c import was_stopped
from mastermind_core.progress import progress_hook
from mastermind_core.table import ScoreTable


def run_task(
    game: Game[Any, Any, Any], table: ScoreTable, task: Task, options: SearchOptions
) -> tuple[Found, bool]:
    """Run a task directly, or divided when there are workers, an executor or a checkpoint.

    Return what was found, and whether Ctrl-C came meanwhile.
    """
    with progress_hook("proving", progress=options.progress) as hook:
        report = None if hook is None else Reporter(hook, task.objective, task.least_steps)
        task = task._replace(seconds=options.seconds_left)
        # The plain search has no jobs about what is paid along the way: the answer is the same.
        scores = table.kernel_scores
        if options.divided and (not scores.costs or exact_kernel().is_fast(scores, task)):
            from mastermind_core.exact.divide import split

            found = split.solve(game, table, task, options, report)
        else:
            found = anytime.solve(scores, task, report)
        if report is not None:
            report.end(found)
        heard = report is not None and report.interrupted
        return found, found.interrupted or heard or was_stopped()
