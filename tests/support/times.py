"""A table of the CPU seconds of tests by file, with those of the processes that they started.

``pytest --times`` prints it. The clock says little on a machine that does other work as well.
"""

from __future__ import annotations

import time
from collections import Counter

try:
    import resource
except ImportError:  # Windows has no such module
    resource = None

import pytest

NAME = "CPU seconds"


def spent() -> float:
    """Return the CPU seconds of this process and of its ended children."""
    own = time.process_time()
    if resource is None:
        return own
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own + children.ru_utime + children.ru_stime


class Times:
    """The plug-in of the option: a worker sends the seconds with its reports."""

    def __init__(self):
        """Begin with no seconds."""
        self.by_file = Counter()
        self.tests = Counter()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item):
        """Measure a test with its fixtures."""
        item.stash[BEGAN] = spent()
        yield

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item, call):
        """Store the seconds of the test so far: only the report of its end is counted."""
        if call.when == "teardown":
            item.user_properties.append((NAME, spent() - item.stash[BEGAN]))

    def pytest_runtest_logreport(self, report):
        """Add the seconds of a test to those of its file."""
        if report.when == "teardown":
            file = report.location[0]
            self.by_file[file] += dict(report.user_properties).get(NAME, 0.0)
            self.tests[file] += 1

    def pytest_terminal_summary(self, terminalreporter):
        """Print the table, the longest first."""
        terminalreporter.section(f"{NAME}: {sum(self.by_file.values()):.0f} in all")
        for file, seconds in self.by_file.most_common():
            if seconds >= 0.5:
                terminalreporter.write_line(f"{seconds:8.1f}  {self.tests[file]:5}  {file}")


BEGAN = pytest.StashKey[float]()
