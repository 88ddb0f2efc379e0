"""Tasks of the exact search by the names of their fields, whichever part they belong to."""

from __future__ import annotations

from mastermind_core.kernels import SearchHints, SearchLimits, SearchQuestion, Task

_PARTS = {"question": SearchQuestion, "limits": SearchLimits, "hints": SearchHints}


def changed(task, **fields):
    """Return a task with other values of some fields."""
    parts = {
        name: getattr(task, name)._replace(
            **{field: fields.pop(field) for field in part._fields if field in fields}
        )
        for name, part in _PARTS.items()
    }
    assert not fields, fields
    return Task(**parts)


def task_of(candidates, *positional, **fields):
    """Return a task: its candidates, then an objective and a pool, and any fields by name."""
    return changed(Task(SearchQuestion(candidates, *positional)), **fields)
