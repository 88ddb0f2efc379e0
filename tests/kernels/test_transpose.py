"""Rows of bytes as columns, compiled by itself, against a loop."""

from __future__ import annotations

import ctypes
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import COMPILER, built, compile_into

pytestmark = pytest.mark.unwatched

SOURCES = Path(__file__).parents[2] / "mastermind_core" / "kernels"

BORDER = """
#include "shared/transpose.hpp"
extern "C" void transpose(const uint8_t* from, size_t from_stride, size_t rows, size_t columns,
                          uint8_t* to, size_t to_stride) {
    mmc::transpose(from, from_stride, rows, columns, to, to_stride);
}
"""


@pytest.fixture(scope="module")
def transpose():
    if COMPILER is None or not (SOURCES / "shared" / "transpose.hpp").exists():
        pytest.skip("needs a compiler and the sources")
    command = ["-std=c++20", "-O2", "-shared", "-fPIC", f"-I{SOURCES}", "border.cpp"]
    command += ["-o", "turned.so"]

    def build(folder):
        (folder / "border.cpp").write_text(BORDER)
        compile_into(folder, *command)

    folder = built("transpose", [BORDER, *command, SOURCES], build)
    function = ctypes.CDLL(str(folder / "turned.so")).transpose
    size, data = ctypes.c_size_t, ctypes.c_char_p
    function.argtypes = [data, size, size, size, data, size]
    return function


#: Around the sides of a square of 8, and of 64.
SIDES = st.integers(0, 20) | st.integers(60, 75) | st.sampled_from([128, 129])


@given(SIDES, SIDES, st.integers(0, 9), st.integers(0, 9), st.integers(0, 99))
def test_rows_become_columns_and_no_more(transpose, rows, columns, more, wider, seed):
    stride, to_stride = columns + more, rows + wider
    given_bytes = Random(seed).randbytes(rows * stride)
    to = ctypes.create_string_buffer(b"\xee" * (columns * to_stride + 8))
    transpose(given_bytes, stride, rows, columns, to, to_stride)
    wanted = bytearray(b"\xee" * (columns * to_stride + 8) + b"\0")
    for row in range(rows):
        for column in range(columns):
            wanted[column * to_stride + row] = given_bytes[row * stride + column]
    assert to.raw == bytes(wanted)
