"""Who runs a search: the kernel, or those among whom it is divided."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mastermind_core.exact.anytime import budget as anytime
from mastermind_core.exact.options import SearchOptions
from mastermind_core.exact.reports import Reporter
from mastermind_core.game import Game
from mastermind_core.kernels.choose import exact_kernel
from mastermind_core.kernels.exact.task import Found, Task
from mastermind_core.progress import progress_hook
from mastermind_core.table import ScoreTable


def run_task(
    game: Game[Any, Any, Any], table: ScoreTable, task: Task, options: SearchOptions
) -> tuple[Found, bool]:
    """Run a task directly, or divided when there are workers, an executor or a checkpoint.

    Return what was found, and whether Ctrl-C came meanwhile.
    """
    with progress_hook("proving", progress=options.progress) as hook, _interruptions() as seen:
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
        return found, bool(seen) or (report is not None and report.interrupted)


@contextmanager
def _interruptions() -> Iterator[list[int]]:
    """Note every Ctrl-C: a kernel ends its search with what it has, and does not say why."""
    seen: list[int] = []
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield seen
        return

    def note(number: int, frame: Any) -> None:
        seen.append(number)
        handler(number, frame)

    try:
        signal.signal(signal.SIGINT, note)
    except ValueError:  # no interpreter but the main one hears of Ctrl-C
        yield seen
        return
    try:
        yield seen
    finally:
        signal.signal(signal.SIGINT, handler)
