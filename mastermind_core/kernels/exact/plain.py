"""The exact kernel in plain Python: the specification of the compiled one, for small games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

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
from mastermind_core.kernels.shared.deep import deep_enough
from mastermind_core.kernels.shared.flat_trees import no_nodes
from mastermind_core.kernels.shared.plain_scores import Scores, as_plain
from mastermind_core.kernels.shared.plain_scores import known as known_already

if TYPE_CHECKING:
    from mastermind_core.kernels.exact.evidence import Ask


def attempt(scores: Scores, task: Task, report: Report | None = None, known: Any = None) -> Found:
    """Search for the best tree of an objective. A budget or Ctrl-C ends it with the result so far.

    Args:
        scores: The game's scores.
        task: The task of the search.
        report: Called with the progress, or None.
        known: A memory, ignored by the plain search.

    Returns:
        The best tree found and the proven bounds.
    """
    task = in_guesses(scores.costs, task)
    question = task.question
    if known_already(scores, question.candidates):
        return Found(no_nodes(), 0, 0, 0, proven=True, nodes=0)
    if question.max_steps == 0 or question.max_cost == 0:
        return Found(None, IMPOSSIBLE, 0, IMPOSSIBLE, proven=True, nodes=0)
    from mastermind_core.kernels.exact.reference import ReferenceSearch

    with deep_enough(len(question.candidates)):
        return ReferenceSearch(as_plain(scores), task, report).answer()


def certify(
    scores: Scores,
    task: Task,
    facts: Sequence[Fact],
    report: Report | None = None,
    sink: LemmaSink | None = None,
    ask: Ask | None = None,
) -> Evidence:
    """Write the lemmas that prove facts about all candidates, which a search has established.

    Args:
        scores: The scores.
        task: The task.
        facts: The proven facts.
        report: Called with the progress, or None.
        sink: Receives the lemmas in batches.
        ask: A faster search for blocks.

    Returns:
        The evidence, without its lemmas if a sink received them.

    Raises:
        BadArgument: A fact is not proven by the rules of lemmas.
    """
    from mastermind_core.kernels.exact.evidence import Certifier

    with deep_enough(len(task.question.candidates)):
        evidence = Certifier(as_plain(scores), task, report, ask).evidence(facts)
    if sink is None:
        return evidence
    sink(evidence.lemmas)
    return evidence._replace(lemmas=[])


def is_fast(scores: Scores, task: Task) -> bool:
    """Return whether the compiled search accepts a task: never in plain Python."""
    return False


def table_bytes(scores: Scores, task: Task) -> int:
    """Return the bytes that a search needs for its score table: 0, as it reads existing scores."""
    return 0


def new_memory(scores: Scores, task: Task, shared: Any = None) -> Any:
    """Return None: the plain kernel has no memory between searches."""


def shared_sets(scores: Scores, task: Task, workers: int, path: str | None = None) -> Any:
    """Return None: workers of the plain kernel share nothing."""
