"""How far long work is: a bar on a terminal, a line in a notebook, and silence elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TextIO

from mastermind_core.errors import BadArgument, shown

#: Hears now and then how much is done, and of how much; what it raises ends the work.
Progress = Callable[[int, int], None]

_WIDTH = 30
_PAUSE = 0.1
_ALMOST = 0.99
_PAUSE_IN_A_NOTEBOOK = 0.5


class Bar:
    """A bar on one line of a terminal: call it with how much is done, and ``close`` it.

    The bar of a search shows between which values the answer lies, how much is done, and for how
    long it has run: its bounds come only closer, and its last line is the state of the result.
    """

    _pause = _PAUSE

    def __init__(self, label: str, stream: TextIO | None = None):
        self._label = label
        self._stream = sys.stderr if stream is None else stream
        self._shown = self._ended = False
        self._began = self._next = monotonic()
        self._search: _Standing | None = None

    def standing(self, unit: str, bound: int, best: int | None) -> None:
        """Say between which values the answer lies."""
        if self._search is None:
            self._search = _Standing()
        self._search.note(unit, bound, best)

    def __call__(self, done: int, total: int) -> None:
        """Show how far it is, at most ten times a second."""
        if self._search is not None:
            self._search.count(done)
        if not self._visible() or (monotonic() < self._next and done < total):
            return
        self._next = monotonic() + self._pause
        if self._search is not None:
            self._draw(self._search.share, f" {self._search} {self._elapsed()}")
        else:
            self._draw(done / total if total else 1.0, "")

    def end(self, state: str, nodes: int) -> None:
        """Show the last line of a search: how it ended, and the nodes that were searched."""
        if self._search is None or not self._visible():
            return
        proven = state == "proven"
        self._search.parts = f"{nodes:,} nodes"
        # The bounds of a worst case may have met while its total is not proven.
        share = 1.0 if proven else min(self._search.share, _ALMOST)
        self._draw(share, f" {self._search} {self._elapsed()} {state}")
        self._ended = True

    def _draw(self, share: float, text: str) -> None:
        # A bar is full only when nothing is left to do.
        percent = 100 if share >= 1 else min(99, int(100 * share))
        bar = "#" * int(_WIDTH * share)
        self._show(f"{self._label} [{bar:<{_WIDTH}}] {percent:3}%{text}")
        self._shown = True

    def _elapsed(self) -> str:
        minutes, seconds = divmod(int(monotonic() - self._began), 60)
        return f"{minutes}:{seconds:02}"

    def _visible(self) -> bool:
        return self._stream.isatty()

    def _show(self, text: str) -> None:
        # What was longer before is wiped out.
        print(f"\r{text}\033[K", end="", file=self._stream, flush=True)

    def close(self) -> None:
        """Leave an empty line behind, or the last line of a search."""
        if self._shown:
            print("\n" if self._ended else "\r\033[K", end="", file=self._stream, flush=True)
            self._shown = False


class _Standing:
    """The bounds of a search, which come only closer, and how many of its parts are done."""

    def __init__(self) -> None:
        self.parts = ""
        self._unit = ""
        self._bound = 0
        self._best: int | None = None
        self._done = self._before = 0

    def note(self, unit: str, bound: int, best: int | None) -> None:
        if unit != self._unit:
            self._unit, self._bound, self._best = unit, 0, None
        if best is not None:
            self._best = best if self._best is None else min(self._best, best)
        self._bound = max(self._bound, bound)
        if self._best is not None:
            self._bound = min(self._bound, self._best)

    def count(self, done: int) -> None:
        if done < self._done:  # another part of the search begins to count anew
            self._before += self._done
        self._done = done
        self.parts = f"{self._before + done:,} done"

    @property
    def share(self) -> float:
        """Return how far the gap is closed: all of it only where the bounds have met."""
        return self._bound / self._best if self._best else 0.0

    def __str__(self) -> str:
        if self._best is None:
            values = f"{self._unit} from {self._bound:,}"
        elif self._best == self._bound:
            values = f"{self._unit} {self._best:,}"
        else:
            gap = (self._best - self._bound) / self._best
            values = f"{self._unit} {self._bound:,} to {self._best:,}, gap {gap:.1%}"
        return f"{values}, {self.parts}" if self.parts else values


class NotebookBar(Bar):
    """The same line below a cell of a notebook, which keeps its last state."""

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
        """Keep the line as it is."""


def make_bar(label: str) -> Bar:
    """Return a bar for where this runs."""
    shell = sys.modules.get("IPython")
    if shell is not None and hasattr(shell.get_ipython(), "kernel"):
        return NotebookBar(label, sys.modules["IPython"].display.display)
    return Bar(label)


@contextmanager
def progress_hook(label: str, *, progress: Progress | bool | None) -> Iterator[Progress | None]:
    """Turn ``progress`` into what hears it: True makes a bar, None and False nothing."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        bar = make_bar(label)
        try:
            yield bar
        finally:
            bar.close()
    elif callable(progress):
        yield progress
    else:
        raise BadArgument(
            f"progress must be True for a bar, None, or a function of (done, total), not "
            f"{shown(progress)}"
        )
