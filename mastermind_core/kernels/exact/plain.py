"""The exact kernel in plain Python: the specification of the compiled one, for small games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mastermind_core.kernels.exact.evidence import Ask, Certifier
from mastermind_core.kernels.exact.reference import ReferenceSearch, deep_enough
from mastermind_core.kernels.exact.task import (
    IMPOSSIBLE,
    Evidence,
    Fact,
    Found,
    LemmaSink,
    Report,
    Task,
    in_guesses,
)
from mastermind_core.kernels.shared.flat_trees import no_nodes
from mastermind_core.kernels.shared.plain_scores import as_plain
from mastermind_core.kernels.shared.plain_scores import known as known_already


def attempt(scores: Any, task: Task, report: Report | None = None, known: Any = None) -> Found:
    """Search for the best tree of an objective; a budget or Ctrl-C ends it with what there is."""
    task = in_guesses(scores, task)
    if known_already(scores, task.candidates):
        return Found(no_nodes(), 0, 0, 0, proven=True, nodes=0)
    if task.max_steps == 0 or task.max_cost == 0:
        return Found(None, IMPOSSIBLE, 0, IMPOSSIBLE, proven=True, nodes=0)
    with deep_enough(len(task.candidates)):
        return ReferenceSearch(as_plain(scores), task, report).answer()


def certify(
    scores: Any,
    task: Task,
    facts: Sequence[Fact],
    report: Report | None = None,
    sink: LemmaSink | None = None,
    ask: Ask | None = None,
) -> Evidence:
    """Write down why facts about all candidates are true, which a search has proven.

    A ``sink`` is given the lemmas, some at a time as they are made; then they are not returned.
    ``ask`` is a faster search for what blocks cost where there are goals or costs.
    """
    with deep_enough(len(task.candidates)):
        evidence = Certifier(as_plain(scores), task, report, ask).evidence(facts)
    if sink is None:
        return evidence
    sink(evidence.lemmas)
    return evidence._replace(lemmas=[])


def is_fast(scores: Any, task: Task) -> bool:
    """Return whether the compiled search takes it."""
    return False


def table_bytes(scores: Any, task: Task) -> int:
    """Return what the scores of a search take beside those that are there: they are read there."""
    return 0


def new_memory(scores: Any, task: Task, shared: Any = None) -> Any:
    """Return no memory: each search begins anew."""


def shared_sets(scores: Any, task: Task, workers: int, path: str | None = None) -> Any:
    """Return no bytes: there is nothing that workers could share."""
