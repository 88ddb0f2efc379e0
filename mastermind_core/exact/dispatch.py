"""Who runs a search: the kernel, or those among whom it is divided."""

from __future__ import annotations

from typing import Any

from mastermind_core.exact.options import SearchOptions
from mastermind_core.game import Game
from mastermind_core.kernels.exact import compiled as exact
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.plain import IMPOSSIBLE, Found, Task
from mastermind_core.progress import Bar, Progress, heard
from mastermind_core.table import ScoreTable


def run_task(
    game: Game[Any, Any, Any], table: ScoreTable, task: Task, options: SearchOptions
) -> Found:
    """Run a task directly, or divided when workers, an executor or a checkpoint is given."""
    with heard("proving", progress=options.progress) as hook:
        report = None if hook is None else Reporter(hook, task.objective)
        if not options.divided:
            return exact.solve(table.kernel_scores, task, report)
        from mastermind_core.exact.divide import split

        return split.solve(game, table, task, options, report)


class Reporter:
    """What a search reports, as a progress hook or a bar hears it."""

    def __init__(self, progress: Progress, objective: Objective):
        self._progress = progress
        self._unit = "worst" if objective.by_worst else "total"

    def __call__(self, best: int, bound: int, done: int, total: int) -> None:
        if isinstance(self._progress, Bar):
            known = best if best < IMPOSSIBLE else None
            self._progress.standing(self._unit, bound, known)
        self._progress(done, total)
