"""A bar on a terminal, silence elsewhere."""

from __future__ import annotations

import io
import sys

import pytest

from mastermind_core.cli import main
from mastermind_core.progress import Bar


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
