"""A search that is divided among workers, and that goes on where a checkpoint ends.

Here the parts are put together: a context that all jobs share, a checkpoint, those who do the jobs
(threads, processes, an executor or this thread), and the phases that send them.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from contextlib import ExitStack
from time import monotonic
from typing import Any

from attrs import evolve

from mastermind_core.errors import BadArgument
from mastermind_core.exact.anytime import budget as anytime
from mastermind_core.exact.deadline import Deadline, TimeIsUpError
from mastermind_core.exact.divide.checkpoint import Checkpoint
from mastermind_core.exact.divide.executors import Traits, traits_of
from mastermind_core.exact.divide.job import JobContext
from mastermind_core.exact.divide.phases import DividedSearch
from mastermind_core.exact.divide.recipe import (
    context_of,
    description,
    fingerprint,
    pool_of,
    recipe_of,
)
from mastermind_core.exact.divide.senders import Sender, process_pool, sent_to, thread_pool
from mastermind_core.exact.divide.workers import Workers
from mastermind_core.exact.options import Reporter, SearchOptions
from mastermind_core.game import Game
from mastermind_core.kernels.exact.task import POOL_LEGAL, Found, Task, in_guesses
from mastermind_core.kernels.shared.listening import listening
from mastermind_core.table import ScoreTable

#: Processes for each processor; more are of no use.
_PROCESSES = 8


def solve(
    game: Game[Any, Any, Any],
    table: ScoreTable,
    task: Task,
    options: SearchOptions,
    report: Reporter | None,
    whole: Mapping[str, object],
) -> Found:
    """Solve a task by jobs; the result does not depend on who does them.

    ``whole`` says of what it is a part, where there are several whose results are kept together.
    """
    if task.pool == POOL_LEGAL:
        raise BadArgument(
            'the pool "legal" is not split among workers and has no checkpoint, as what is legal '
            "depends on the way to a set: leave workers, executor and checkpoint out, or take "
            'the pool "all" or "candidates"'
        )
    task = in_guesses(table.kernel_scores, task)
    context = context_of(table, task)
    traits = _traits(options)
    deadline = Deadline(task.seconds)
    try:
        with listening(deadline.check):
            name = fingerprint(table)
    except TimeIsUpError:
        task = task._replace(seconds=0.0)
        return anytime.solve(context.scores, task, report, None, options.greedy)
    task = task._replace(seconds=deadline.left)
    with ExitStack() as stack:
        kept = None
        if options.checkpoint is not None:
            about = {**description(game, task, name), **whole}
            kept = stack.enter_context(Checkpoint(options.checkpoint, about))
        if traits.workers > 1:
            context = context.sharing(traits.workers)
        send = _sender(stack, game, task, context, name, options)
        search = DividedSearch(context, task, report, traits.workers)
        end = monotonic() + deadline.left if task.seconds >= 0 else None
        hands = Workers(context, send, traits, kept, search.report, end, options.greedy)
        stack.callback(hands.close)
        return search.run(hands)


def _traits(options: SearchOptions) -> Traits:
    """Return how many jobs are done at once (1 is this thread), and what to expect of them."""
    if options.executor is None:
        return Traits(options.threads or min(options.workers or 1, _most_processes()))
    traits = traits_of(options.executor)
    return evolve(traits, workers=max(2, traits.workers))


def _most_processes() -> int:
    return _PROCESSES * (os.cpu_count() or 1)


def _sender(
    stack: ExitStack,
    game: Game[Any, Any, Any],
    task: Task,
    context: JobContext,
    name: bytes,
    options: SearchOptions,
) -> Sender | None:
    """Return what sends jobs to others; None where this thread does them."""
    workers, threads = options.workers or 1, options.threads or 1
    if threads > 1:
        return stack.enter_context(thread_pool(threads, context))
    if options.executor is None and workers == 1:
        return None
    shared = None if context.shared is None else context.shared.name
    recipe = recipe_of(game, pool_of(task), task.memory, shared)
    name += repr((pool_of(task), task.memory)).encode()
    if options.executor is not None:
        return sent_to(options.executor, name, recipe)
    most = _most_processes()
    if workers > most:
        warnings.warn(
            f"workers: {workers} are more than this machine can use; {most} are started",
            stacklevel=2,
        )
    return stack.enter_context(process_pool(min(workers, most), name, context, recipe))
