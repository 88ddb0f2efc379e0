"""Hypothesis profiles: HYPOTHESIS_PROFILE names one, else ``ci`` under CI, else ``dev``.

``dev`` draws other examples at every run, ``ci`` always the same. ``more`` has twice as many, and
``all`` ten times as many. ``few`` has half of them, for kernels that take longer while others are
held to the same laws.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("dev", deadline=None, max_examples=10)
settings.register_profile("ci", deadline=None, max_examples=10, derandomize=True, print_blob=True)
settings.register_profile("few", settings.get_profile("ci"), max_examples=5)
settings.register_profile("more", settings.get_profile("ci"), max_examples=20)
settings.register_profile("all", settings.get_profile("ci"), max_examples=100)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
)

# What is in the clone and not in the package; at the end, so that an installed package comes first.
sys.path.append(str(Path(__file__).parents[1]))

# What is started in the background ignores Ctrl-C, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the table of CPU seconds."""
    parser.addoption("--times", action="store_true", help="print the CPU seconds of each file")
    parser.addoption(
        "--measure", action="store_true", help="the same, and write the slow tests to seconds.csv"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the table where it is asked for."""
    if config.getoption("times") or config.getoption("measure"):
        from times import Times

        config.pluginmanager.register(Times())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what takes long, and what a profile draws more of; skip what plain Python cannot do."""
    from amounts import drawn_by_profile
    from times import LONG, SLOW, known_seconds

    from mastermind_core.kernels import is_compiled

    seconds = known_seconds()
    for item in items:
        taken = seconds.get(item.nodeid, 0.0)
        if taken >= SLOW:
            item.add_marker("slow")
        if taken >= LONG:
            item.add_marker("long")
        function = getattr(item, "obj", None)
        if getattr(function, "is_hypothesis_test", False) and drawn_by_profile(function):
            item.add_marker("examples")

    if not is_compiled():
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="takes the kernels in plain Python long"))
