"""Faults by the hundred: kills, full disks, damage, dead workers, lies, clocks; and what is left.

``python -m tests.faults`` from the folder of the sources prints the report.
"""

import sys
from pathlib import Path

# The sources lie beside the tests: what is installed comes first.
if sys.path and Path(sys.path[0] or ".").resolve() == Path(__file__).parents[2]:
    sys.path.append(sys.path.pop(0))
