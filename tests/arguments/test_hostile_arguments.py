"""Every public function and every parameter, found by its signature, is given what nobody meant.

Each call ends in an error of the library, in one line, or in a result: a new function is in this by
itself.
"""

from __future__ import annotations

import signal
from random import Random

import pytest
from amounts import many
from hostile import WORK, findings, public

PUBLIC = public()

#: Calls of each function where the suite is not the slow one.
SOME = 60

#: Calls of each function in the slow suite, of which the profile takes a share; ``all`` takes all.
MORE = 2500

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timers")


def is_work(parameter):
    return parameter.name in WORK


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_each_call_ends_in_one_line_or_a_result(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert findings(name, PUBLIC[name], is_work, SOME, Random(name)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_every_call_ends_in_one_line_or_a_result(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    most = None if many(MORE) == MORE else many(MORE)
    assert findings(name, PUBLIC[name], is_work, most, Random(f"more {name}")) == []
