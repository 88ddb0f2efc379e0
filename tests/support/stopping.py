"""Every way to stop a search early: by nodes, at a look at the clock, by Ctrl-C at a report."""

from __future__ import annotations

from contextlib import suppress
from itertools import count

from clock import turned_clock

import mastermind_core as mc


class Press:
    """A progress hook that is Ctrl-C when it is called for the so-manieth time."""

    def __init__(self, at):
        self._at, self._calls = at, count()

    def __call__(self, done, total):
        if next(self._calls) == self._at:
            raise KeyboardInterrupt


#: Half of all stops are by time.
KINDS = ("nodes", "time", "time", "press")


def drawn_stop(random, kinds=KINDS, most=60):
    """Return a function that runs a search with options that stop it early, most of the time."""
    kind, few = random.choice(kinds), random.choice([0, 0, 1, 2, 3, 10])
    at = random.choice([few, random.randrange(most)])

    def run(search):
        """Return what a search found; None where it says that it found nothing."""
        with suppress(mc.NoStrategy):
            if kind == "nodes":
                return search(nodes=at)
            # Reports come every tenth of a second.
            with turned_clock(0.11):
                if kind == "time":
                    return search(seconds=0.11 * at)
                try:
                    return search(progress=Press(at))
                except mc.errors.Interrupted as stopped:
                    return stopped.solution
        return None

    return run
