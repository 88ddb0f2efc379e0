"""The CPU seconds of tests, with those of the processes that they started.

``pytest --times`` prints a table by file. ``pytest --measure`` writes the tests that take long to
``tests/seconds.csv``, from which ``conftest.py`` marks them as slow or long. The clock says little
on a machine that does other work as well.
"""

from __future__ import annotations

import csv
import time
from collections import Counter
from pathlib import Path

try:
    import resource
except ImportError:  # Windows has no such module
    resource = None

import pytest

NAME = "CPU seconds"

#: The table of the tests that take long, and the CPU seconds from which a test is slow and long.
TABLE = Path(__file__).parents[1] / "seconds.csv"
SLOW = 0.5
LONG = 2.0


def known_seconds() -> dict[str, float]:
    """Return the CPU seconds of the tests in the table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {name: float(seconds) for seconds, name in csv.reader(file)}


def write_seconds(measured: dict[str, float]) -> None:
    """Write the table anew: tests that were not measured keep their entry."""
    table = {**known_seconds(), **measured}
    rows = sorted((name, seconds) for name, seconds in table.items() if seconds >= SLOW)
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows((f"{s:.1f}", name) for name, s in rows)


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
        self.by_test = {}
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
            seconds = dict(report.user_properties).get(NAME, 0.0)
            self.by_test[report.nodeid] = seconds
            self.by_file[file] += seconds
            self.tests[file] += 1

    def pytest_terminal_summary(self, terminalreporter, config):
        """Print the table, the longest first, and write the tests that take long if asked."""
        if config.getoption("measure"):
            write_seconds(self.by_test)
        terminalreporter.section(f"{NAME}: {sum(self.by_file.values()):.0f} in all")
        for file, seconds in self.by_file.most_common():
            if seconds >= 0.5:
                terminalreporter.write_line(f"{seconds:8.1f}  {self.tests[file]:5}  {file}")


BEGAN = pytest.StashKey[float]()
