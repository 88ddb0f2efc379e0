"""The transposition table, compiled by itself, against a dict: it may forget, and never err."""

from __future__ import annotations

import ctypes
import gc
import mmap
import os
from pathlib import Path
from random import Random

import pytest
from amounts import many
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from inside import pose
from programs import COMPILER, built, compile_into

import mastermind_core as mc
from mastermind_core.errors import BadArgument
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact import sharing
from mastermind_core.table import compile_game

from .conftest import NATIVE

pytestmark = pytest.mark.unwatched

SOURCES = Path(__file__).parents[2] / "mastermind_core" / "kernels"

BORDER = """
#include "exact/transposition_table.hpp"
using namespace mmc::exact;
extern "C" {
void* make(size_t bytes) { return new TranspositionTable(bytes); }
void* make_shared(int file, size_t size, size_t each) {
    try {
        return new TranspositionTable(each, std::make_shared<SharedBytes>(file, 0, size));
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void drop(void* sets) { delete static_cast<TranspositionTable*>(sets); }
void store(void* sets, uint64_t a, uint64_t b, uint32_t size, int64_t cost, bool exact,
           int depth, uint32_t guess) {
    const Bound bound{static_cast<Cost>(cost), exact, depth, guess};
    static_cast<TranspositionTable*>(sets)->store({a, b}, size, bound);
}
bool grow(void* sets) {
    auto* const table = static_cast<TranspositionTable*>(sets);
    return table->size() >= 1 << 13 || table->grow(table->size());
}
size_t used(void* sets) { return static_cast<TranspositionTable*>(sets)->used(); }
bool find(void* sets, uint64_t a, uint64_t b, int64_t* out) {
    const auto bound = static_cast<TranspositionTable*>(sets)->find({a, b});
    if (!bound) return false;
    out[0] = static_cast<int64_t>(bound->cost), out[1] = bound->exact;
    out[2] = bound->depth, out[3] = bound->guess;
    return true;
}
}
"""


@pytest.fixture(scope="module")
def table():
    if COMPILER is None or not (SOURCES / "exact" / "transposition_table.hpp").exists():
        pytest.skip("needs a compiler and the sources")
    command = ["-std=c++20", "-O1", "-shared", "-fPIC", f"-I{SOURCES}"]
    command += [f"-I{SOURCES / 'exact'}", "border.cpp", "-o", "sets.so"]

    def build(folder):
        (folder / "border.cpp").write_text(BORDER)
        compile_into(folder, *command)

    folder = built("sets", [BORDER, *command, SOURCES], build)
    library = ctypes.CDLL(str(folder / "sets.so"))
    word, pointer = ctypes.c_uint64, ctypes.c_void_p
    library.make.restype, library.make.argtypes = pointer, [ctypes.c_size_t]
    library.make_shared.restype, library.make_shared.argtypes = (
        pointer, [ctypes.c_int, ctypes.c_size_t, ctypes.c_size_t]
    )  # fmt: skip
    library.drop.argtypes = library.grow.argtypes = library.used.argtypes = [pointer]
    library.grow.restype = library.find.restype = ctypes.c_bool
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
            table.store(self.sets, *key, size, cost, exact, depth, guess)
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
            assert table.grow(self.sets)
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
    machine.settings = settings(max_examples=many(40), stateful_step_count=30, deadline=None)
    machine().runTest()


needs_files_in_memory = pytest.mark.skipif(
    not hasattr(os, "memfd_create"), reason="needs files in memory"
)


def file_in_memory():
    """Return a file that has no bytes yet: what is used of it is reserved."""
    return os.memfd_create("test")


def found_in(table, sets, key):
    out = (ctypes.c_int64 * 4)()
    return tuple(out) if table.find(sets, *key, out) else None


@needs_files_in_memory
@pytest.mark.parametrize("entries", [1024, 4096, 1 << 15])
def test_what_one_stores_another_finds_while_the_table_grows(table, entries):
    file, size = file_in_memory(), 4096 + 32 * entries
    several = [table.make_shared(os.dup(file), size, 1 << 30) for _ in range(3)]
    os.close(file)
    random, model = Random(7), {}
    for step in range(entries):
        key = random.getrandbits(64), random.getrandbits(64)
        sets = several[step % 3]
        table.store(sets, *key, random.randint(1, 9), step, True, step % 7, step)
        model[key] = (step, 1, step % 7, step)
        assert found_in(table, sets, key) == model[key]
    found = [[found_in(table, sets, key) for sets in several] for key in model]
    assert all(one == other for one, *others in found for other in others)
    kept = [one[0] for one in found]
    assert all(one in (None, value) for one, value in zip(kept, model.values(), strict=True))
    # As many as in a table of one's own: a full line gives one up.
    own = table.make(32 * entries)
    for key, value in model.items():
        table.store(own, *key, 5, value[0], True, value[2], value[3])
    alone = sum(found_in(table, own, key) is not None for key in model)
    assert sum(one is not None for one in kept) >= 0.9 * alone > 0
    for sets in [*several, own]:
        table.drop(sets)


@needs_files_in_memory
def test_processes_that_write_at_once_find_nothing_that_was_not_stored(table):
    file, size = file_in_memory(), 4096 + 32 * (1 << 14)
    first = table.make_shared(os.dup(file), size, 1 << 30)
    writers = 3
    keys = [(random.getrandbits(64), 3) for random in [Random(1)] for _ in range(8000)]
    children = []
    for writer in range(writers):
        if (child := os.fork()) == 0:
            sets = table.make_shared(os.dup(file), size, 1 << 30)
            order = Random(writer).sample(range(len(keys)), len(keys))
            wrong = 0
            for at in order:
                table.store(sets, *keys[at], 1 + at % 9, at, True, at % 100, at)
                other = order[at % len(order)]
                found = found_in(table, sets, keys[other])
                wrong += found not in (None, (other, 1, other % 100, other))
            os._exit(min(wrong, 100))
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * writers
    found = [found_in(table, first, key) for key in keys]
    assert all(one in (None, (at, 1, at % 100, at)) for at, one in enumerate(found))
    assert sum(one is not None for one in found) > len(keys) // 2
    table.drop(first)
    os.close(file)


@needs_files_in_memory
def test_a_file_that_is_too_short_is_refused(table):
    for size in (0, 1, 4096, 4096 + 32 * 1024 - 1):
        assert not table.make_shared(file_in_memory(), size, 1 << 30)


@needs_files_in_memory
@pytest.mark.skipif(not NATIVE, reason="no native kernel was built")
def test_what_is_no_open_file_is_refused():
    from mastermind_core.kernels import _native

    closed = os.open(os.devnull, os.O_RDWR)
    os.close(closed)
    for file in (-1, closed):
        with pytest.raises(BadArgument, match="open file"):
            _native.SharedBytes(file, 0, 1 << 20)


@needs_files_in_memory
def test_where_no_memory_is_left_nothing_is_shared(monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    before = len(list(Path("/proc/self/fd").iterdir()))
    for name in ("memfd_create", "write"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, full)
            assert sharing.shared_bytes(1 << 20) is None
    monkeypatch.delattr(os, "memfd_create")
    assert sharing.shared_bytes(1 << 20) is None
    gc.collect()
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@needs_files_in_memory
@pytest.mark.skipif(not NATIVE, reason="no native kernel was built")
def test_bytes_that_python_has_mapped_serve_as_well():
    """Windows has no files that are shorter than what is mapped of them."""
    from mastermind_core.kernels import _native

    game = mc.Mastermind(colours=6, holes=3)
    scores, task = compile_game(game).kernel_scores, pose(game, compile_game(game))
    hints = _native.AskedHints(*task.hints)
    for count, fits in ((1 << 20, True), (40_000, True), (1000, False)):
        with mmap.mmap(-1, 4096 + count) as view:
            shared = _native.SharedBytes.of(view, 4096)
            if fits:
                memory = _native.ExactMemory(scores, hints, 1 << 20, shared)
                found = kernels.exact.attempt(scores, task, None, memory)
                assert (found.total, found.proven) == (854, True)
                assert any(view[4096 + 4096 :])
                del memory
            else:
                with pytest.raises(MemoryError):
                    _native.ExactMemory(scores, hints, 1 << 20, shared)
            del shared
    with pytest.raises(BadArgument, match="begin"):
        _native.SharedBytes.of(bytearray(10), 11)
    with pytest.raises(BufferError):
        _native.SharedBytes.of(bytes(10), 0)


@needs_files_in_memory
def test_each_who_shares_adds_to_what_it_may_take(table):
    file, several = file_in_memory(), []
    keys = [(random.getrandbits(64), 3) for random in [Random(1)] for _ in range(40_000)]
    for sharers in (1, 2, 4):
        while len(several) < sharers:
            several.append(table.make_shared(os.dup(file), 1 << 24, 32 * 4096))
        for at, key in enumerate(keys):
            table.store(several[0], *key, 1, at, True, 1, at)
        assert 0.9 * 4096 * sharers < table.used(several[0]) <= 4096 * sharers
    for sets in several:
        table.drop(sets)
    os.close(file)
