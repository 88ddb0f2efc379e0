"""Faults by the hundred: kills, full disks, damage, dead workers, lies, clocks; and what is left.

``python -m tests.fuzz --only faults --once`` injects each kind of fault once.
"""

import sys
from pathlib import Path

# The sources lie beside the tests: what is installed comes first.
if sys.path and Path(sys.path[0] or ".").resolve() == Path(__file__).parents[2]:
    sys.path.append(sys.path.pop(0))


def kinds():
    """Return a case for each kind of fault: what injects it, checks what is left, and counts."""
    if sys.platform == "win32":  # faults are injected where processes can be forked
        return {}
    from tests.faults import playing, searching, stopping, workers, writing
    from tests.faults.injecting import case

    parts = (searching, stopping, workers, writing, playing)
    return {fault.__name__: case(fault) for part in parts for fault in part.FAULTS}
