"""The first call of a process imports what it needs, and not the rest of the package."""

from __future__ import annotations

import subprocess
import sys

import pytest

from mastermind_core.kernels import is_compiled

#: What a search of a plain game has no use for: other games, files, digests, the reference search.
NEEDLESS = (
    "csv",
    "hashlib",
    "importlib.metadata",
    "mastermind_core.games.catalogue",
    "mastermind_core.games.words",
    "mastermind_core.kernels.building",
    "mastermind_core.noise",
    "mastermind_core.tables",
    "pathlib",
)
PROGRAM = """
import sys
import mastermind_core as mc
assert mc.optimal(mc.Mastermind(colours=3, holes=2)).total == 21
print(*sorted(sys.modules))
"""


def loaded_by(program):
    """Return the modules that a new process has loaded at the end of a program."""
    paths = f"import sys; sys.path[:] = {sys.path!r}\n"
    command = [sys.executable, "-S", "-c", paths + program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_a_first_search_imports_no_other_games_and_nothing_for_files():
    loaded = loaded_by(PROGRAM)
    assert "mastermind_core.exact.search" in loaded
    assert loaded.isdisjoint(NEEDLESS), sorted(loaded & set(NEEDLESS))


def test_the_next_question_is_asked_without_games_numpy_and_attrs(tmp_path):
    (tmp_path / "t.csv").write_text("name,x\na,1\nb,0\n")
    call = f"main(['next', {str(tmp_path / 't.csv')!r}])"
    loaded = loaded_by(
        "import sys, io, contextlib\nfrom mastermind_core.cli import main\n"
        f"with contextlib.redirect_stdout(io.StringIO()):\n    assert {call} == 0\n"
        "print(*sorted(sys.modules))"
    )
    assert "mastermind_core.agents.asking" in loaded
    assert loaded.isdisjoint({"attr", "inspect", "mastermind_core.games", "numpy"})


@pytest.mark.skipif(not is_compiled(), reason="plain Python runs the reference")
def test_a_first_search_with_compiled_kernels_does_not_import_the_reference():
    assert "mastermind_core.kernels.exact.reference" not in loaded_by(PROGRAM)
