"""A bar on a terminal, silence elsewhere."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace

import pytest

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
    bar.standing("total", 5102, 5668)
    bar(12, 12)
    bar.standing("total", 5640, None)
    bar(3, 3)
    bar.standing("total", 5500, 5640)
    bar(4, 4)
    bar.end("proven", 4008)
    bar.close()
    first, second, third, last = lines_of(terminal)
    assert "90% total 5,102 to 5,668, gap 10.0%, 12 done 0:0" in first
    assert "99% total 5,640 to 5,668, gap 0.5%, 15 done" in second
    assert "100% total 5,640, 16 done" in third
    assert "100% total 5,640, 4,008 nodes" in last
    assert last.endswith("proven")
    assert terminal.getvalue().endswith("\n")


def test_a_search_without_a_tree_shows_no_share():
    terminal = Terminal()
    bar = Bar("proving", terminal)
    bar.standing("worst", 5, None)
    bar(12, 12)
    bar.end("stopped", 7)
    assert " 0% worst from 5, 12 done" in lines_of(terminal)[0]
    assert " 0% worst from 5, 7 nodes" in lines_of(terminal)[1]


@pytest.mark.parametrize("workers", [None, 1])
@pytest.mark.parametrize("objective", ["mean", "worst", "worst-then-mean", "mean-then-worst"])
@pytest.mark.parametrize("nodes", [None, 0, 30])
def test_bars_tell_the_truth(objective, workers, nodes, monkeypatch):
    monkeypatch.setattr(Bar, "_pause", 0)
    terminal = Terminal()
    bar = Bar("proving", terminal)
    found = mc.optimal(mc.TwoD(6), objective, workers=workers, nodes=nodes, progress=bar)
    lines = lines_of(terminal)
    shares = [int(line.partition("]")[2].split("%")[0]) for line in lines]
    assert shares == sorted(shares)
    assert all("1152921504606846" not in line.replace(",", "") for line in lines)
    assert lines[-1].endswith("proven" if found.proven else "stopped")
    assert (shares[-1] == 100) == found.proven
    value = found.worst if objective.startswith("worst") else found.total
    unit = "worst" if objective.startswith("worst") else "total"
    bounds = f"{found.lower_bound} to {value}" if found.lower_bound < value else f"{value},"
    assert f"{unit} {bounds}" in lines[-1]


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
    assert all("proving [" in line["text/plain"] for line in shell.shown)
    assert "total 46" in shell.shown[-1]["text/plain"]


def test_ipython_on_a_terminal_has_the_bar(monkeypatch):
    monkeypatch.setitem(sys.modules, "IPython", Shell(notebook=False))
    assert type(make_bar("proving")) is Bar
