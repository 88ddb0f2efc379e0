"""A bar on a terminal, silence elsewhere."""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import suppress
from math import inf
from types import SimpleNamespace

import pytest
from dividing import small_jobs

import mastermind_core as mc
from mastermind_core.cli import main
from mastermind_core.progress import Bar, NotebookBar, make_bar


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_sees_a_bar_that_leaves_nothing_behind():
    terminal = Terminal()
    bar = Bar("working", terminal)
    for done in range(11):
        bar(done, 10)
    bar.close()
    text = terminal.getvalue()
    assert "working" in text
    assert "100%" in text
    assert "\n" not in text
    assert text.endswith("\r\033[K")


def test_nothing_is_written_elsewhere():
    stream = io.StringIO()
    bar = Bar("working", stream)
    bar(0, 2)
    bar(2, 2)
    bar.close()
    assert stream.getvalue() == ""


def test_nothing_to_do_is_all_done():
    terminal = Terminal()
    bar = Bar("working", terminal)
    bar(0, 0)
    bar.close()
    bar.close()
    assert terminal.getvalue().count("100%") == 1


@pytest.mark.parametrize("stream", [Terminal(), io.StringIO()], ids=["terminal", "file"])
def test_a_long_command_shows_its_progress_on_a_terminal_only(monkeypatch, capsys, stream):
    monkeypatch.setattr(sys, "stderr", stream)
    assert main(["is-greedy-optimal", "twod", "--size", "4"]) == 0
    assert "4 |" in capsys.readouterr().out
    assert bool(stream.getvalue()) == stream.isatty()


def lines_of(terminal):
    return [
        line.strip("\033[K\n") for line in terminal.getvalue().split("\r") if line.strip("\033[K\n")
    ]


def test_a_search_shows_what_it_knows():
    terminal = Terminal()
    bar = Bar("proving", terminal)
    for standing in (("total", 5102, 5668, 1), ("total", 5640, None, 12), ("total", 5500, 5640, 4)):
        bar.standing(*standing)
        bar(3, 3)
    bar.standing("total", 5640, 5640, 4008)
    bar.end("proven")
    bar.close()
    first, second, third, last = lines_of(terminal)
    assert first == "proving: total 5,668, bound 5,102, gap 10.0%, 1 node, 0:00"
    assert second == "proving: total 5,668, bound 5,640, gap 0.5%, 12 nodes, 0:00"
    assert third == "proving: total 5,640, gap 0, 12 nodes, 0:00"
    assert last == "proving: total 5,640, gap 0, 4,008 nodes, 0:00, proven"
    assert terminal.getvalue().endswith("\n")


def test_a_search_without_a_tree_says_so():
    terminal = Terminal()
    bar = Bar("proving", terminal)
    bar.standing("worst", 5, None)
    bar(12, 12)
    bar.standing("worst", 5, None, 7)
    bar.end("stopped")
    assert lines_of(terminal) == [
        "proving: worst at least 5, 0 nodes, 0:00",
        "proving: worst at least 5, 7 nodes, 0:00, stopped",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of Unix have a size")
@pytest.mark.parametrize("columns", [20, 45, 60, 120])
def test_a_line_stays_within_its_terminal(columns):
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with open(theirs, "w") as stream:  # noqa: PTH123 - a number is no path
        counting = Bar("playing orders of the guesses", stream)
        counting(1, 2)
        counting.close()
        search = Bar("proving", stream)
        search.standing("total", 1_234_567, 2_345_678, 123_456_789)
        search(1, 1)
        search.end("stopped")
        search.close()
    said = ""
    with suppress(OSError):  # the end of what was written
        while part := os.read(ours, 10_000):
            said += part.decode()
    os.close(ours)
    lines = [line for line in said.replace("\033[K", "").replace("\n", "\r").split("\r") if line]
    assert len(lines) == 3
    assert max(map(len, lines)) < columns
    assert lines[1].removeprefix("proving: ").startswith("total 2,345,678"[: columns - 1])
    assert ("50%" in lines[0]) == (columns >= 45)
    assert ("stopped" in lines[2]) == (columns == 120)


@pytest.mark.parametrize("workers", [None, 1])
@pytest.mark.parametrize("objective", ["mean", "worst", "worst-then-mean", "mean-then-worst"])
@pytest.mark.parametrize("nodes", [None, 0, 30])
def test_bars_tell_the_truth(objective, workers, nodes, monkeypatch):
    monkeypatch.setattr(Bar, "_pause", 0)
    terminal = Terminal()
    bar = Bar("proving", terminal)
    found = mc.optimal(mc.TwoD(6), objective, workers=workers, nodes=nodes, progress=bar)
    known = {"worst": [(0, inf)], "total": [(0, inf)]}
    for line in lines_of(terminal):
        said = re.match(r"proving: (worst|total) (at least )?(\d+)(, bound (\d+), gap)?", line)
        assert said, line
        unit, no_tree, value, bound = said[1], said[2], int(said[3]), said[5]
        before = known[unit][-1]
        now = (value, inf) if no_tree else (int(bound or value), value)
        assert before[0] <= now[0] <= now[1] <= before[1]
        known[unit].append(now)
    assert line.endswith("proven" if found.proven else "stopped")
    assert f" {found.nodes:,} node" in line
    unit = "worst" if objective.startswith("worst") else "total"
    value = found.worst if unit == "worst" else found.total
    assert said[1] == unit
    assert known[unit][-1] == (found.lower_bound, value)


@pytest.mark.parametrize("workers", [None, 2])
def test_nodes_are_counted_while_a_search_runs(monkeypatch, workers):
    monkeypatch.setattr(Bar, "_pause", 0)
    terminal = Terminal()
    with small_jobs():
        found = mc.optimal(mc.TwoD(9), workers=workers, progress=Bar("proving", terminal))
    counts = [
        int(re.search(r"([\d,]+) nodes?,", line)[1].replace(",", "")) for line in lines_of(terminal)
    ]
    assert counts == sorted(counts)
    assert counts[-1] == found.nodes
    if workers:
        assert any(0 < count < found.nodes for count in counts)


def test_optimal_tells_a_bar_its_bounds():
    terminal = Terminal()
    mc.optimal(mc.TwoD(4), progress=Bar("proving", terminal))
    assert "total 46" in terminal.getvalue()


class Shell:
    """Stand for IPython, with or without a notebook."""

    def __init__(self, *, notebook):
        self.shown = []
        self.display = SimpleNamespace(display=self.show)
        if notebook:
            self.kernel = True

    def get_ipython(self):
        return self

    def show(self, line, **how):
        self.shown.append(line)
        return self

    def update(self, line, **how):
        self.shown.append(line)


def test_a_notebook_keeps_one_line(monkeypatch):
    shell = Shell(notebook=True)
    monkeypatch.setitem(sys.modules, "IPython", shell)
    assert isinstance(make_bar("proving"), NotebookBar)
    mc.optimal(mc.TwoD(4), progress=True)
    assert shell.shown
    assert all("proving: " in line["text/plain"] for line in shell.shown)
    assert "total 46" in shell.shown[-1]["text/plain"]


def test_ipython_on_a_terminal_has_the_bar(monkeypatch):
    monkeypatch.setitem(sys.modules, "IPython", Shell(notebook=False))
    assert type(make_bar("proving")) is Bar
