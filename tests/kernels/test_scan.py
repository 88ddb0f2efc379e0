"""How many scores each guess gives on a set: compiled loops, each by itself, against sets."""

from __future__ import annotations

import ctypes
import re
from itertools import product
from pathlib import Path
from random import Random

import pytest
from programs import COMPILER, built, compile_into

from .conftest import NATIVE

pytestmark = pytest.mark.unwatched

SOURCES = Path(__file__).parents[2] / "mastermind_core" / "kernels" / "exact"

BORDER = """
#include "scan.hpp"
using namespace mmc::exact;
extern "C" void scan_on(int which, const uint8_t* rows, size_t stride, const uint16_t* members,
                        size_t n, int n_scores, uint8_t* parts) {
    ScanFunction scans[] = {kLoopsBaseline.scan,
#ifdef __AVX2__
                            kLoopsAvx2.scan,
#endif
    };
    scans[which](rows, stride, members, n, n_scores, parts);
}
"""

FLAGS = {
    "baseline": [],
    "avx2": ["-mavx2"],
}


@pytest.fixture(scope="module")
def scans():
    """Return the function of all loops that this processor has, and how many there are."""
    if COMPILER is None or not NATIVE or not (SOURCES / "scan.hpp").exists():
        pytest.skip("needs a compiler, the sources and a native kernel")
    from mastermind_core.kernels import _native

    which = [*FLAGS].index(_native.vectors()) + 1
    options = [*FLAGS.values()][which - 1]
    command = ["-std=c++20", "-O2", "-shared", "-fPIC", f"-I{SOURCES}", f"-I{SOURCES.parent}"]
    files = [str(SOURCES / f"scan_{name}.cpp") for name in FLAGS]
    command += [*options, "border.cpp", *files, "-o", "scan.so"]

    def build(folder):
        (folder / "border.cpp").write_text(BORDER)
        compile_into(folder, *command)

    folder = built("scan", [BORDER, *command, SOURCES.parent], build)
    return ctypes.CDLL(str(folder / "scan.so")).scan_on, which


#: So many members are compared with each other where there are so many scores (scan.hpp).
COMPARED = [(n_scores, n_scores // 4 + 3) for n_scores in (17, 24, 25, 32, 33, 65, 129, 255)]


@pytest.mark.parametrize(
    ("n_scores", "n_members"),
    [
        *product(
            [1, 2, 15, 16, 17, 24, 25, 31, 32, 33, 63, 64, 65, 128, 129, 255],
            [1, 2, 15, 16, 17, 63, 64, 65, 255, 256, 257, 1535, 1536, 1537],
        ),
        *((n_scores, most + over) for n_scores, most in COMPARED for over in (-1, 0, 1)),
    ],
)
def test_every_loop_counts_what_sets_do(scans, n_scores, n_members):
    scan_on, which = scans
    random = Random(f"{n_scores} {n_members}")
    for lanes in (1, 2, 3, 5) if n_members < 1000 else (1, 4, 9):
        stride, n_rows = 64 * lanes, min(n_members, 40)
        width = random.choice([n_scores, min(n_scores, 3)])
        low = n_scores - width
        rows = [bytes(random.choices(range(low, n_scores), k=stride)) for _ in range(n_rows)]
        # The first and the last member have rows that no other has.
        between = random.choices(range(n_rows)[1:-1], k=n_members - 2) if n_members > 2 else []
        members = ([0, *between, n_rows - 1])[-n_members:]
        wanted = bytes(len({rows[member][guess] for member in members}) for guess in range(stride))
        table = b"".join(rows)
        ids = (ctypes.c_uint16 * n_members)(*members)
        for loop in range(which):
            parts = ctypes.create_string_buffer(b"\xee" * (stride + 8), stride + 8)
            scan_on(
                loop,
                table,
                ctypes.c_size_t(stride),
                ids,
                ctypes.c_size_t(n_members),
                n_scores,
                parts,
            )
            assert parts.raw == wanted + b"\xee" * 8, (loop, lanes)


def test_what_only_some_processors_have_is_asked_for():
    """Their headers stand within a condition, and what a condition asks for is defined."""
    files = [*SOURCES.parent.glob("*/*.[ch]pp")]
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    for file, text in texts.items():
        depth = 0
        for line in text.splitlines():
            depth += line.startswith("#if") - line.startswith("#endif")
            wide = re.match(r"#include <(\w*intrin|arm_neon)\.h>", line)
            assert depth or not wide, (file.name, line)
    every = "\n".join(texts.values())
    asked = set(re.findall(r"^#(?:el|)if.*?(MMC_\w+)", every, re.MULTILINE))
    assert asked == set(re.findall(r"^#define (MMC_\w+)", every, re.MULTILINE)) & asked
