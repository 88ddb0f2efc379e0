"""How far long work is: a bar on a terminal, a line in a notebook, and silence elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TextIO

#: Hears how much is done, and of how much.
Progress = Callable[[int, int], None]

_WIDTH = 30
_PAUSE = 0.1
_PAUSE_IN_A_NOTEBOOK = 0.5


class Bar:
    """Show ``done`` of ``total`` on one line of a terminal; call it, and ``close`` it."""

    _pause = _PAUSE

    def __init__(self, label: str, stream: TextIO | None = None):
        self._label = label
        self._stream = sys.stderr if stream is None else stream
        self._shown = False
        self._next = monotonic()
        self._standing = ""

    def standing(self, unit: str, bound: int, best: int | None) -> None:
        """Say between which values the answer lies."""
        if best is None:
            self._standing = f" {unit} {bound}.."
        elif best <= bound:
            self._standing = f" {unit} {best}"
        else:
            self._standing = f" {unit} {bound}..{best} gap {(best - bound) / best:.1%}"

    def __call__(self, done: int, total: int) -> None:
        """Show how far it is, at most ten times a second."""
        if not self._visible() or (monotonic() < self._next and done < total):
            return
        self._next = monotonic() + self._pause
        share = done / total if total else 1.0
        bar = "#" * round(_WIDTH * share)
        parts = f" {done}/{total}" if self._standing else ""
        self._show(f"{self._label} [{bar:<{_WIDTH}}] {share:4.0%}{self._standing}{parts}")
        self._shown = True

    def _visible(self) -> bool:
        return self._stream.isatty()

    def _show(self, text: str) -> None:
        # What was longer before is wiped out.
        print(f"\r{text}\033[K", end="", file=self._stream, flush=True)

    def close(self) -> None:
        """Leave an empty line behind."""
        if self._shown:
            print("\r\033[K", end="", file=self._stream, flush=True)
            self._shown = False


class NotebookBar(Bar):
    """Show the same line below a cell of a notebook, and leave its last state there."""

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
def heard(label: str, *, progress: Progress | bool | None) -> Iterator[Progress | None]:
    """Turn ``progress`` into what hears it: True makes a bar, None and False nothing."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        bar = make_bar(label)
        try:
            yield bar
        finally:
            bar.close()
    else:
        yield progress
