"""How an error must read: one line, of the right kind, with everything in it that helps."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

import mastermind_core as mc


@contextmanager
def one_line(kind, *parts):
    """Expect an error of a kind whose one line has all these parts."""
    with pytest.raises(kind) as caught:
        yield caught
    text = str(caught.value)
    assert type(caught.value) is kind
    assert issubclass(kind, mc.MastermindCoreError)
    assert "\n" not in text
    assert len(text) < 300
    for part in parts:
        assert part in text
