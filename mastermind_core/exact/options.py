"""The options of a search: budgets, workers, checkpoint and progress."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from logging import NullHandler, getLogger
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, ParamSpec, TypedDict, TypeVar

from attrs import field, fields, frozen

from mastermind_core.arguments import check_executor, expect, kept, real_number, whole, whole_number
from mastermind_core.errors import BadArgument, nearest, shown
from mastermind_core.exact.anytime.greedy import GreedyTrees
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.task import IMPOSSIBLE, Found
from mastermind_core.kernels.shared.ctrl_c import AtOnce, stoppable
from mastermind_core.progress import Bar, Progress, check_progress

if TYPE_CHECKING:
    from concurrent.futures import Executor  # half of the time that importing this room would take

Given = ParamSpec("Given")
Result = TypeVar("Result")

_NO_LIMIT = "for no limit"

#: Logs on the level INFO the start and the end of each search; silent by default.
LOG = getLogger("mastermind_core")
LOG.addHandler(NullHandler())

#: Thirty years in seconds, and more nodes and guesses than any search has.
_AGES = 10**9
_MOST = 2**62


def _seconds(name: str, value: Any) -> Any:
    """Return the seconds, at most as many as a clock can count."""
    seconds = real_number(name, value, most=inf, none=_NO_LIMIT)
    return None if seconds is None else min(seconds, _AGES)


def _nodes(name: str, value: Any) -> Any:
    """Return the nodes, at most as many as a counter can count."""
    nodes = whole_number(name, value, none=_NO_LIMIT)
    return None if nodes is None else min(nodes, _MOST)


def _check_executor(options: SearchOptions, _: Any, value: Any) -> None:
    check_executor(value)
    if (options.threads, options.workers, value).count(None) < 2:
        raise BadArgument("give threads, workers or an executor: one of them")


def _check_path(_: Any, __: Any, value: Any) -> None:
    path = os.fspath(value) if isinstance(value, (str, os.PathLike)) else value
    named = path is None or (isinstance(path, str) and path != "")
    expect(named, "checkpoint", "the name of a file, or None", value)


class Limits(TypedDict, total=False):
    """The keywords of a call that makes many searches: see :func:`~mastermind_core.optimal`."""

    seconds: float | None
    memory: int | None
    threads: int | None
    progress: Progress | bool | None


class Budget(Limits, total=False):
    """The keywords of a call that makes one search: see :func:`~mastermind_core.optimal`."""

    nodes: int | None
    workers: int | None
    executor: Executor | None
    checkpoint: str | os.PathLike[str] | None


def searching(kind: type[Limits]) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
    """Decorate a search: Ctrl-C stops it, and its signature lists the keywords of its kind.

    An unknown keyword raises TypeError, with the nearest known keyword.
    """

    def made(search: Callable[Given, Result]) -> Callable[Given, Result]:
        own = signature(search)
        *first, _ = own.parameters.values()
        for option in fields(SearchOptions):
            if option.name in kind.__annotations__:
                shape: Any = {"default": None, "annotation": option.type}
                first.append(Parameter(option.name, Parameter.KEYWORD_ONLY, **shape))
        listed = own.replace(parameters=first)

        @wraps(search)
        def call(*args: Given.args, **kwargs: Given.kwargs) -> Result:
            for name in kwargs.keys() - listed.parameters.keys():
                near = nearest(name, listed.parameters)
                raise TypeError(
                    f"{search.__name__}() got an unexpected keyword argument {shown(name)}: {near}"
                )
            return search(*args, **kwargs)

        vars(call)["__signature__"] = listed
        return stoppable(call)

    return made


@frozen
class SearchOptions:
    """The validated keywords of a search as one value.

    The budgets are ``seconds``, ``nodes`` and ``memory`` (in bytes), None for no limit. The call
    began at ``began``: tables and symmetries count against its seconds. It has grown the trees
    ``greedy``.
    """

    seconds: float | None = field(default=None, validator=kept(_seconds))
    nodes: int | None = field(default=None, validator=kept(_nodes))
    memory: int | None = field(default=None, validator=whole(1, or_none=True))
    threads: int | None = field(default=None, validator=whole(1, or_none=True))
    workers: int | None = field(
        default=None, validator=kept(lambda name, value: whole_number(name, value, 1, none=""))
    )
    executor: Executor | None = field(default=None, validator=_check_executor)
    checkpoint: str | os.PathLike[str] | None = field(default=None, validator=_check_path)
    progress: Progress | bool | None = field(default=None, validator=kept(check_progress))
    greedy: GreedyTrees = field(factory=GreedyTrees, init=False, repr=False, eq=False)
    began: float = field(factory=lambda: monotonic(), init=False, repr=False, eq=False)

    @property
    def divided(self) -> bool:
        """Return whether the search is split into jobs."""
        others = (self.workers, self.executor, self.checkpoint)
        return any(one is not None for one in others)

    @property
    def seconds_left(self) -> float:
        """Return the remaining seconds of the call, or -1 without a limit."""
        return self.left_with(0.0)

    def left_with(self, grace: float) -> float:
        """Return the remaining seconds of the call plus some grace, or -1 without a limit."""
        if self.seconds is None:
            return -1.0
        return max(0.0, self.seconds + grace - (monotonic() - self.began))


class Reporter:
    """An adapter between the reports of a kernel and a progress function or bar.

    Kernels report the best value, a bound, the finished and the known parts, and nodes. While they
    search for a worst case they have no best value, but after that they report totals.
    """

    def __init__(
        self, progress: Progress, objective: Objective, least_steps: int = 1, total: str = "total"
    ):
        self._progress = progress
        self._objective = objective
        self._least = least_steps
        self._total = total
        self.interrupted = False
        if isinstance(progress, Bar):
            progress.standing(self._unit, 0, None)

    @property
    def _unit(self) -> str:
        return "worst" if self._objective.by_worst else self._total

    def __call__(self, best: int, bound: int, done: int, total: int, nodes: int) -> None:
        """Pass on a report of a kernel."""
        known = best if best < IMPOSSIBLE - 1 else None
        if self._objective.by_worst and known is None:
            self.stand("worst", bound, None, done, total, nodes)
        elif self._objective == Objective.WORST:
            self._notify(done, total)
        else:
            self.stand(self._total, bound, known, done, total, nodes)

    def stand(
        self, unit: str, bound: int, best: int | None, done: int, total: int, nodes: int
    ) -> None:
        """Pass on the bounds of the result and the finished parts."""
        if isinstance(self._progress, Bar) and bound < IMPOSSIBLE - 1:
            self._progress.standing(unit, self._proven(bound), best, nodes)
        self._notify(done, total)

    def end(self, found: Found) -> None:
        """Show the final result in a bar."""
        if not isinstance(self._progress, Bar):
            return
        value = found.worst if self._objective.by_worst else found.total
        best = value if found.tree is not None else None
        if found.lower_bound < IMPOSSIBLE - 1:
            bound = self._proven(found.lower_bound)
            self._progress.standing(self._unit, bound, best, found.nodes)
        self._progress.end("proven" if found.proven else "stopped")

    def _proven(self, bound: int) -> int:
        """Return a bound, or 0 if it only repeats the number of guesses at the start."""
        return 0 if self._least > 1 and bound <= self._least else bound

    def _notify(self, done: int, total: int) -> None:
        try:
            with AtOnce():
                self._progress(done, total)
        except KeyboardInterrupt:
            self.interrupted = True
            raise
