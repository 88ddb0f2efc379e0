"""A progress bar on a terminal, and silence elsewhere."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TextIO

_WIDTH = 30
_PAUSE = 0.1


class Bar:
    """Show ``done`` of ``total`` on one line of a terminal; call it, and ``close`` it."""

    def __init__(self, label: str, stream: TextIO | None = None):
        self._label = label
        self._stream = sys.stderr if stream is None else stream
        self._shown = False
        self._next = monotonic()

    def __call__(self, done: int, total: int) -> None:
        """Show how far it is, at most ten times a second."""
        if not self._stream.isatty() or (monotonic() < self._next and done < total):
            return
        self._next = monotonic() + _PAUSE
        share = done / total if total else 1.0
        bar = "#" * round(_WIDTH * share)
        print(
            f"\r{self._label} [{bar:<{_WIDTH}}] {share:4.0%}",
            end="",
            file=self._stream,
            flush=True,
        )
        self._shown = True

    def close(self) -> None:
        """Leave an empty line behind."""
        if self._shown:
            print("\r\033[K", end="", file=self._stream, flush=True)
            self._shown = False
