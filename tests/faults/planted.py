"""Mistakes that a report of faults has to show, each under the faults that show it."""

from __future__ import annotations

import os
from pathlib import Path
from time import sleep

from mastermind_core.exact import search
from mastermind_core.files import documents
from mastermind_core.kernels.exact import compiled
from mastermind_core.simulation.records import Log
from tests.support.inside import FRONT


def forgetful():
    """A checkpoint keeps no sets."""
    compiled.shared_file = lambda path, count: compiled.shared_bytes(count)


def torn():
    """A file is written in place, slowly, so that a kill finds half of it on any machine."""

    def wrong(target, content):
        with target.open("wb", buffering=0) as file:
            for at in range(0, len(content), 50):
                file.write(content[at : at + 50])
                sleep(0.001)

    documents.write_whole = wrong


def untrue():
    """A search that goes on from a file finds a total that is too high."""
    run_task = search.run_task

    def wrong(posed, *given):
        found, interrupted = run_task(posed, *given)
        more = posed.options.checkpoint is not None
        return found._replace(total=found.total + more), interrupted

    search.run_task = wrong


def loud():
    """A log that cannot be written raises what no one expects."""

    def wrong(self, record):
        raise KeyError(record.number)

    Log.write = wrong


def blind():
    """What a checkpoint has is thrown away."""
    shared_file = compiled.shared_file

    def emptied(path, count):
        if Path(path).stat().st_size > FRONT:
            os.truncate(path, FRONT)
        return shared_file(path, count)

    compiled.shared_file = emptied


#: What shows each mistake, and in which line of the report.
PLANTED = {
    "forgetful": (forgetful, "kill_searches", "work lost"),
    "blind": (blind, "stop_at_looks", "work lost"),
    "torn": (torn, "kill_writers", "answers wrong"),
    "untrue": (untrue, "damage_checkpoints", "answers wrong"),
    "loud": (loud, "fill_disks", "crashes"),
}
