"""The table of solved sets, compiled by itself, against a dict: it may forget, and never err."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

SOURCES = Path(__file__).parents[2] / "mastermind_core" / "kernels"
COMPILER = shutil.which("c++")

BORDER = """
#include "exact/solved_sets.hpp"
using namespace mmc::exact;
extern "C" {
void* make(size_t bytes) { return new SolvedSets(bytes); }
void drop(void* sets) { delete static_cast<SolvedSets*>(sets); }
bool store(void* sets, uint64_t a, uint64_t b, uint32_t size, int64_t cost, bool exact,
           int depth, uint32_t guess) {
    const Bound bound{static_cast<Cost>(cost), exact, depth, guess};
    return static_cast<SolvedSets*>(sets)->store({a, b}, size, bound);
}
void grow(void* sets) { static_cast<SolvedSets*>(sets)->grow(); }
size_t used(void* sets) { return static_cast<SolvedSets*>(sets)->used(); }
bool find(void* sets, uint64_t a, uint64_t b, int64_t* out) {
    const auto bound = static_cast<SolvedSets*>(sets)->find({a, b});
    if (!bound) return false;
    out[0] = static_cast<int64_t>(bound->cost), out[1] = bound->exact;
    out[2] = bound->depth, out[3] = bound->guess;
    return true;
}
}
"""


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    if COMPILER is None or not (SOURCES / "exact" / "solved_sets.hpp").exists():
        pytest.skip("needs a compiler and the sources")
    folder = tmp_path_factory.mktemp("sets")
    (folder / "border.cpp").write_text(BORDER)
    command = [COMPILER, "-std=c++20", "-O1", "-shared", "-fPIC", f"-I{SOURCES}"]
    command += [f"-I{SOURCES / 'exact'}", "border.cpp", "-o", "sets.so"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    library = ctypes.CDLL(str(folder / "sets.so"))
    word, pointer = ctypes.c_uint64, ctypes.c_void_p
    library.make.restype, library.make.argtypes = pointer, [ctypes.c_size_t]
    library.drop.argtypes = library.grow.argtypes = library.used.argtypes = [pointer]
    library.store.restype = library.find.restype = ctypes.c_bool
    library.used.restype = ctypes.c_size_t
    library.store.argtypes = [
        pointer, word, word, ctypes.c_uint32, ctypes.c_int64, ctypes.c_bool, ctypes.c_int,
        ctypes.c_uint32,
    ]  # fmt: skip
    library.find.argtypes = [pointer, word, word, ctypes.POINTER(ctypes.c_int64)]
    return library


#: Few places, so that sets meet; keys that differ in one word only.
KEYS = st.tuples(
    st.integers(0, 5) | st.integers(0, 2**64 - 1), st.integers(0, 3) | st.just(2**64 - 1)
)
COSTS = st.integers(0, 6) | st.integers(0, 2**60)


def test_it_never_tells_what_was_not_stored(table):
    class Sets(RuleBasedStateMachine):
        def __init__(self):
            super().__init__()
            self.sets, self.model = table.make(1 << 18), {}

        def teardown(self):
            table.drop(self.sets)

        def found(self, key):
            out = (ctypes.c_int64 * 4)()
            return tuple(out) if table.find(self.sets, *key, out) else None

        @rule(
            key=KEYS,
            size=st.integers(1, 65535),
            cost=COSTS,
            exact=st.booleans(),
            depth=st.integers(0, 32767),
            guess=st.integers(0, 2**32 - 1),
        )
        def store(self, key, size, cost, exact, depth, guess):
            known = self.found(key)
            kept = {other: self.found(other) for other in self.model}
            if not table.store(self.sets, *key, size, cost, exact, depth, guess):
                return
            fresh = cost, int(exact), depth, guess
            better = known is None or (not known[1] and (exact or cost > known[0]))
            self.model[key] = fresh if better else known
            assert self.found(key) == self.model[key]
            # At most one other gave way.
            gone = [one for one in kept if one != key and kept[one] and not self.found(one)]
            assert len(gone) <= (known is None)

        @precondition(lambda self: self.model)
        @rule()
        def grow(self):
            before = {key: self.found(key) for key in self.model}
            table.grow(self.sets)
            assert {key: self.found(key) for key in self.model} == before

        @invariant()
        def what_is_found_was_stored(self):
            here = 0
            for key, value in self.model.items():
                found = self.found(key)
                assert found in (None, value)
                here += found is not None
            assert table.used(self.sets) == here

    machine = Sets.TestCase
    machine.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
    machine().runTest()
