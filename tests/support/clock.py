"""A clock that goes on by the same step whenever anything looks at it: budgets of time, counted.

On it a budget of 0.05 seconds is fifty looks at steps of a millisecond, however busy the machine
is. Compiled work looks at the clock about once every two million operations, searches at every set.
"""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from unittest.mock import patch

from mastermind_core.kernels import is_compiled


class PlainClock:
    """The clock where nothing is compiled."""

    def __init__(self, step):
        self.step, self.now = step, time.monotonic()

    def __call__(self):
        self.now += self.step
        return self.now


@contextmanager
def turned_clock(step=0.001):
    """Turn the clock of every budget by a step at each look; give a function that looks at it."""
    native = None
    look = PlainClock(step)
    if is_compiled():
        from mastermind_core.kernels import _native as native

        native.turn_clock(step)
        look = native.clock_seconds
    clocks = {time.monotonic: "monotonic", time.thread_time: "thread_time"}
    changed = [
        patch.object(module, name, look)
        for module in list(sys.modules.values())
        for clock, name in clocks.items()
        if getattr(module, "__name__", "").startswith("mastermind_core.")
        and vars(module).get(name) is clock
    ]
    for change in changed:
        change.start()
    try:
        yield look
    finally:
        for change in reversed(changed):
            change.stop()
        if native is not None:
            native.turn_clock(0)
