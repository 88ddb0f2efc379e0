"""Progress of long computations: a bar on a terminal, a line in a notebook, nothing elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from math import inf
from time import monotonic
from typing import Any, TextIO

from mastermind_core.errors import BadArgument, counted, shown

#: A function that is called with (done, total) from time to time; an exception ends the work.
Progress = Callable[[int, int], None]

_WIDTH = 30
_COLUMNS = 79
_PAUSE = 0.1
_PAUSE_IN_A_NOTEBOOK = 0.5


class Bar:
    """A bar on one line of a terminal, called with the progress, then closed by ``close``.

    The remaining work of a search is unknown. A search therefore shows bounds of the result, nodes
    and time instead of a bar. Its bounds never widen, and its last line is the state of the result.

    Args:
        label: The text before the bar.
        stream: The terminal, by default standard error.
    """

    _pause = _PAUSE

    def __init__(self, label: str, stream: TextIO | None = None):
        self._label = label
        self._stream = sys.stderr if stream is None else stream
        self._shown = self._ended = False
        self._began = self._next = monotonic()
        self._unit = ""
        self._bound = 0.0
        self._best = inf
        self._nodes = 0

    def standing(self, unit: str, bound: int, best: int | None, nodes: int = 0) -> None:
        """Store the bounds of the result, which never widen, and the number of nodes.

        Args:
            unit: The bounded quantity's name. A new name resets the bounds.
            bound: A lower bound.
            best: An upper bound, or None before the first one.
            nodes: The nodes searched so far.
        """
        if unit != self._unit:
            self._unit = unit
            self._bound = 0
            self._best = inf
        self._best = min(self._best, inf if best is None else best)
        self._bound = min(max(self._bound, bound), self._best)
        self._nodes = max(self._nodes, nodes)

    def __call__(self, done: int, total: int) -> None:
        """Show the progress, at most ten times a second.

        Args:
            done: The parts done.
            total: All parts.
        """
        if not self._visible() or (monotonic() < self._next and done < total):
            return
        self._next = monotonic() + self._pause
        self._draw("" if self._unit else self._bar(done / total if total else 1.0))

    def end(self, state: str) -> None:
        """Show the last line of a search, with its final state."""
        if self._unit and self._visible():
            self._draw(f", {state}")
            self._ended = True

    def _bar(self, share: float) -> str:
        """Return a bar, which shows 100 % only when all parts are done."""
        percent = 100 if share >= 1 else min(99, int(100 * share))
        width = max(0, min(_WIDTH, self._columns() - len(f"{self._label} [] 100%")))
        return f"{self._label} [{'#' * int(width * share):<{width}}] {percent:3}%"

    def _draw(self, text: str) -> None:
        if self._unit:
            minutes, seconds = divmod(int(monotonic() - self._began), 60)
            nodes = counted(self._nodes, "node")
            text = f"{self._values()}, {nodes}, {minutes}:{seconds:02}{text}"
            labelled = f"{self._label}: {text}"
            text = labelled if len(labelled) <= self._columns() else text
        self._show(text[: self._columns()])
        self._shown = True

    def _values(self) -> str:
        """Return the bounds of the result and their gap in words."""
        if self._best == inf:
            return f"{self._unit} at least {self._bound:,}"
        if self._best == self._bound:
            return f"{self._unit} {self._best:,}, gap 0"
        gap = (self._best - self._bound) / self._best
        return f"{self._unit} {self._best:,}, bound {self._bound:,}, gap {gap:.1%}"

    def _columns(self) -> int:
        """Return the number of letters per line, without the last column, which would wrap."""
        try:
            return os.get_terminal_size(self._stream.fileno()).columns - 1 or _COLUMNS
        except (OSError, ValueError):  # a stream that claims to be a terminal
            return _COLUMNS

    def _visible(self) -> bool:
        return self._stream.isatty()

    def _show(self, text: str) -> None:
        # The escape sequence erases the rest of a longer line.
        print(f"\r{text}\033[K", end="", file=self._stream, flush=True)

    def close(self) -> None:
        """Erase the bar, or end the last line of a search."""
        if self._shown:
            print("\n" if self._ended else "\r\033[K", end="", file=self._stream, flush=True)
            self._shown = False


class NotebookBar(Bar):
    """A progress line below a cell of a notebook, which keeps its last state."""

    _pause = _PAUSE_IN_A_NOTEBOOK

    def __init__(self, label: str, display: Callable[..., Any]):
        super().__init__(label)
        self._display = display
        self._handle: Any = None

    def _visible(self) -> bool:
        return True

    def _show(self, text: str) -> None:
        line = {"text/plain": text}
        if self._handle is None:
            self._handle = self._display(line, raw=True, display_id=True)
        else:
            self._handle.update(line, raw=True)

    def close(self) -> None:
        """Do nothing: the line stays."""


def make_bar(label: str) -> Bar:
    """Return a bar for a terminal or a notebook."""
    shell = sys.modules.get("IPython")
    if shell is not None and hasattr(shell.get_ipython(), "kernel"):
        return NotebookBar(label, sys.modules["IPython"].display.display)
    return Bar(label)


def check_progress(name: str, value: object) -> Any:
    """Return a progress function, a boolean or None, or raise for anything else."""
    if value is not None and not isinstance(value, bool) and not callable(value):
        raise BadArgument(
            f"{name} must be True for a bar, None, or a function of (done, total), not "
            f"{shown(value)}"
        )
    return value


@contextmanager
def progress_hook(label: str, *, progress: Progress | bool | None) -> Iterator[Progress | None]:
    """Convert ``progress`` into a function, or None. True becomes a bar labelled ``label``."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        with closing(make_bar(label)) as bar:
            yield bar
    else:
        yield check_progress("progress", progress)
