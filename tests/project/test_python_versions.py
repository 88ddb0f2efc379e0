"""Every version of Python that is on the machine says the same, byte for byte.

The plain kernels run wherever the package's two dependencies do, so nothing has to be built.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import attr
import attrs
import more_itertools
import pytest

import mastermind_core as mc

PROGRAM = Path(__file__).parents[1] / "support" / "everything_said.py"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"


def pythons(version):
    """Yield where a version of Python may be: on the path, and where pyenv keeps its own."""
    found = shutil.which(f"python{version}")
    if found:
        yield found
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from map(str, sorted(root.glob(f"versions/{version}.*/bin/python")))


def runs(python, version):
    """Say whether a file is that Python: what pyenv puts on the path may be none."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run(
            [python, "-c", code], capture_output=True, text=True, timeout=600, check=False
        )
    except OSError:
        return False
    return done.stdout.strip() == version


def said_by(python, folder, seed):
    """Run the program with the package, its dependencies and nothing else."""
    for module in (mc, attr, attrs, more_itertools):
        source = Path(module.__file__).parent
        if not (folder / source.name).exists():
            (folder / source.name).symlink_to(source, target_is_directory=True)
    variables = {
        **os.environ,
        "MASTERMIND_CORE_KERNEL": "reference",
        "PYTHONPATH": str(folder),
        "PYTHONHASHSEED": seed,
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [python, "-P", str(PROGRAM)], env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@cache
def said_here(folder):
    return said_by(sys.executable, folder, "1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("package")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="links to folders may be forbidden")
@pytest.mark.parametrize("version", VERSIONS)
def test_every_python_says_the_same(folder, version):
    python = next((python for python in pythons(version) if runs(python, version)), None)
    if python is None:
        pytest.skip(f"Python {version} is not on this machine")
    here = said_here(folder)
    assert len(here) > 200
    assert said_by(python, folder, "2") == here


def test_a_python_of_one_thread_has_the_clock_of_its_process():
    # As in a browser, where ``time`` has no ``thread_time``.
    code = (
        "import time; del time.thread_time; import mastermind_core as mc; game = mc.TwoD(3);"
        "print(mc.optimal(game).total, mc.simulate(game, 'entropy', games=2).games)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=600, check=False
    )
    assert (done.stdout, done.stderr) == ("22 2\n", "")
