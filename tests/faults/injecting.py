"""Children that something happens to, and the count of what happened to them.

A child is forked, so that it begins in a moment; what it says comes through a pipe.
"""

from __future__ import annotations

import faulthandler
import os
import select
import signal
import tempfile
import time
import traceback
from contextlib import contextmanager
from pathlib import Path

#: Seconds within which a child has to end by itself.
PATIENCE = 300


#: How a failure names what went wrong.
TITLES = {"wrong": "answers wrong", "lost": "work lost", "crashed": "crashes"}


class Report:
    """Faults by kind, and what went wrong: answers, lost work, crashes."""

    def __init__(self):
        self.injected, self.wrong, self.lost, self.crashed = {}, [], [], []

    def count(self, kind, times=1):
        self.injected[kind] = self.injected.get(kind, 0) + times

    def hold(self, fine, kind, what):
        """Note an answer that is wrong."""
        if not fine:
            self.wrong.append(f"{kind}: {what}")

    def hold_work(self, fine, kind, what):
        """Note work that is lost."""
        if not fine:
            self.lost.append(f"{kind}: {what}")

    def hold_alive(self, fine, kind, what):
        """Note a crash: an end by a signal of its own, an error of many lines or of no class."""
        if not fine:
            self.crashed.append(f"{kind}: {what}")

    def raise_if_bad(self):
        """Raise an AssertionError with whatever went wrong."""
        lines = []
        for title in ("wrong", "lost", "crashed"):
            bad = getattr(self, title)
            if bad:
                lines += [f"{TITLES[title]}: {len(bad)}", *(one[-6000:] for one in bad[:20])]
        assert not lines, "\n".join(lines)


def case(fault):
    """Return a case of the fuzzer that injects a fault."""

    def run(random):
        report = Report()
        with tempfile.TemporaryDirectory() as folder:
            fault(report, random, Path(folder))
        report.raise_if_bad()
        return sum(report.injected.values())

    return run


class Child:
    """A forked process that runs a function of ``say``, which sends a line to here."""

    def __init__(self, work, *given):
        read, write = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(read)
            self._run(work, given, write)
        os.close(write)
        self._read, self._rest, self.lines, self.status = read, b"", [], None

    @staticmethod
    def _run(work, given, write):
        status = 1
        try:
            os.setpgid(0, 0)
            faulthandler.register(signal.SIGUSR2, write)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            work(lambda line: os.write(write, f"{line}\n".encode()), *given)
            status = 0
        except BaseException:
            os.write(write, f"uncaught {traceback.format_exc()!r}\n".encode())
        finally:
            os._exit(status)

    def listen(self, seconds):
        """Read what the child says; return whether it goes on."""
        ready, _, _ = select.select([self._read], [], [], max(0, seconds))
        if not ready:
            return True
        chunk = os.read(self._read, 1 << 16)
        self._rest += chunk
        *whole, self._rest = self._rest.split(b"\n")
        self.lines += [line.decode() for line in whole]
        return bool(chunk)

    def hear(self, seconds, until=None):
        """Listen for some seconds, or until a line begins with something."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self.listen(end - time.monotonic()):
                return
            if until and any(line.startswith(until) for line in self.lines):
                return

    def send(self, number):
        os.kill(self.pid, number)

    def end(self, number=None):
        """Send a signal, hear the rest and wait; return the exit status (negative: a signal)."""
        if number is not None:
            self.send(number)
        end = time.monotonic() + PATIENCE
        self.hear(PATIENCE)
        self._reap(end)
        return self.status

    def _reap(self, end):
        done, status = os.waitpid(self.pid, os.WNOHANG)
        while not done and time.monotonic() < end:
            time.sleep(0.002)
            done, status = os.waitpid(self.pid, os.WNOHANG)
        if not done:
            said = len(self.lines)
            self.send(signal.SIGUSR2)  # each thread says where it is
            self.hear(1)
            self.lines[said:] = ["hangs: " + " ".join(self.lines[said:])]
            os.killpg(self.pid, signal.SIGKILL)
            _, status = os.waitpid(self.pid, 0)
        self.status = os.waitstatus_to_exitcode(status)
        os.close(self._read)

    def said(self, name):
        """Return what followed a name, line by line."""
        return [line.removeprefix(f"{name} ") for line in self.lines if line.startswith(f"{name} ")]

    def numbers(self, name):
        return [int(text) for text in self.said(name)]


def run_child(report, kind, work, *given):
    """Run a child to its end; note one that crashes or hangs, and return it."""
    child = Child(work, *given)
    status = child.end()
    report.hold_alive(status == 0, kind, f"status {status}: {child.lines[-3:]}")
    return child


@contextmanager
def setting(owner, **values):
    """Set attributes for a while."""
    before = {name: getattr(owner, name) for name in values}
    try:
        for name, value in values.items():
            setattr(owner, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(owner, name, value)
