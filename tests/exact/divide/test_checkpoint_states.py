"""A checkpoint under any sequence of openings, results, kills and damage, against a dict."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from array import array
from pathlib import Path

import pytest
from amounts import many
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from mastermind_core.errors import BadArgument
from mastermind_core.exact.divide.checkpoint import Checkpoint
from mastermind_core.kernels.exact.task import Found
from mastermind_core.kernels.types import FlatTree

#: Where files cost nothing, if there is such a place.
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None

ABOUT = {"game": "one", "number": 1}
KEYS = st.binary(min_size=1, max_size=3)
TREE = FlatTree(*(array("i", part) for part in ([3], [0, 1], [2], [-1], [1])), stuck=-1)
GUESSES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 99), st.booleans()), max_size=3)
RESULTS = st.builds(
    Found,
    st.sampled_from([None, TREE]),
    st.integers(0, 2**60),
    st.integers(0, 9),
    st.integers(0, 2**60),
    st.booleans(),
    st.integers(0, 2**40),
    GUESSES.map(tuple),
    st.just(False),
    st.just(b""),  # what workers tell each other is not kept
)


class Checkpoints(RuleBasedStateMachine):
    """Results go in and come out, whatever happens to the process in between."""

    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(dir=MEMORY))
        self.path, self.model, self.damaged = self.folder / "proof", {}, False
        self.file = Checkpoint(self.path, ABOUT)

    def teardown(self):
        self.file.__exit__(None, None, None)
        shutil.rmtree(self.folder)

    @rule(key=KEYS, found=RESULTS)
    def keep(self, key, found):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore" if self.damaged else "error")
            self.file.keep(key, found)
        self.model[key] = found

    @rule()
    def close_and_open(self):
        self.file.__exit__(None, None, None)
        self.open_again(self.path)

    @rule()
    def be_killed(self):
        """What a killed process leaves: the files as they are, and no one who closes them."""
        name = self.path.name
        other = Path(tempfile.mkdtemp(dir=self.folder))
        for one in self.path.parent.glob(f"{name}*"):
            if one.is_file() and not one.name.endswith("-shm"):
                shutil.copy(one, other / one.name)
        self.file.__exit__(None, None, None)
        self.path = other / name
        self.open_again(self.path)

    def open_again(self, path):
        try:
            self.file = Checkpoint(path, ABOUT)
        except BadArgument as error:
            refused = str(error)
        else:
            return
        assert self.damaged, refused
        assert "\n" not in refused
        self.path = Path(tempfile.mkdtemp(dir=self.folder), "another")
        self.model, self.damaged = {}, False
        self.file = Checkpoint(self.path, ABOUT)

    @rule()
    def be_opened_twice(self):
        with pytest.raises(BadArgument, match="in use"):
            Checkpoint(self.path, ABOUT)

    @rule()
    def be_opened_for_something_else(self):
        self.file.__exit__(None, None, None)
        with pytest.raises(BadArgument, match=None if self.damaged else "number is 1, and not 2"):
            Checkpoint(self.path, {**ABOUT, "number": 2})
        self.open_again(self.path)

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def be_damaged(self, data):
        self.file.__exit__(None, None, None)
        content = bytearray(self.path.read_bytes())
        for at in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=4)):
            content[at] ^= 1 << data.draw(st.integers(0, 7))
        self.path.write_bytes(content)
        self.damaged = True
        self.open_again(self.path)

    @invariant()
    def what_is_found_was_kept(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore" if self.damaged else "error")
            for key, found in self.model.items():
                again = self.file.find(key)
                assert again == found or (self.damaged and again is None)
            assert self.file.find(b"none of them") is None


Checkpoints.TestCase.settings = settings(
    max_examples=many(15), stateful_step_count=10, deadline=None
)
TestCheckpoints = Checkpoints.TestCase
