"""The threads of the exact search, built without Python by a compiler that watches for races."""

from __future__ import annotations

import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from programs import COMPILER, built, compile_into

HERE = Path(__file__).parent
SOURCES = HERE.parents[1] / "mastermind_core" / "kernels"

#: What the search needs of the other family: which processor this is.
SHARED = ("greedy/scan_avx2.cpp", "greedy/scan_baseline.cpp")

#: For which processors a file is, by the end of its name.
FLAGS = {"avx2": ("-mavx2",)}

# "threads" watches the same search in each run of CI.
pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def races(tmp_path_factory):
    """Build the program, or skip where nothing can be built with the sanitizer of threads."""
    folder = tmp_path_factory.mktemp("races")
    if COMPILER is None or not (SOURCES / "exact" / "solve.cpp").exists():
        pytest.skip("needs a compiler and the sources")
    watched = ["-std=c++20", "-O1", "-g", "-fsanitize=thread", f"-I{SOURCES}"]
    (folder / "try.cpp").write_text("int main() { return 0; }")
    tried = subprocess.run([COMPILER, *watched, "try.cpp", "-o", "try"], cwd=folder, check=False)
    if tried.returncode:
        pytest.skip("the compiler has no sanitizer of threads")
    sources = [path for path in (SOURCES / "exact").glob("*.cpp") if "bind" not in path.name]
    sources += [*(SOURCES / name for name in SHARED), HERE / "races.cpp"]

    def build(into):
        def compile_one(source):
            flags = FLAGS.get(source.stem.rpartition("_")[2], ())
            made = f"{source.parent.name}_{source.stem}.o"
            compile_into(into, *watched, *flags, f"-I{source.parent}", "-c", source, "-o", made)
            return made

        with ThreadPoolExecutor(2) as pool:
            objects = list(pool.map(compile_one, sources))
        compile_into(into, *watched, *objects, "-o", "races", "-pthread")

    folder = built("races", [*watched, SOURCES, HERE / "races.cpp"], build)
    # Where addresses are drawn from too wide a range the sanitizer gives up.
    fixed = [setarch, "-R"] if (setarch := shutil.which("setarch")) else []

    def run(*arguments):
        command = [*fixed, str(folder / "races"), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=3600)

    return run


def test_a_race_is_reported(races):
    done = races("plant")
    assert done.returncode != 0
    assert "data race" in done.stderr


def test_the_search_has_none_and_gives_one_result(races):
    done = races()
    assert done.stderr == ""
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("150 games solved")
