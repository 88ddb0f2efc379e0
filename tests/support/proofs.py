"""The source of the verified checker, and what its tests run."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import mastermind_core as mc
from mastermind_core.cli.verified import run_verified

SOURCE = Path(__file__).parents[2] / "verified"

#: The proofs, each after those that it uses.
PROOFS = (
    "Spec",
    "Prices",
    "Play",
    "Replay",
    "Bounds",
    "Shapes",
    "Symmetry",
    "Count",
    "Codes",
    "Words",
    "Rules",
    "Kernel",
    "Objective",
    "Shares",
    "Games",
    "Rulebook",
    "Theorems",
    "Whole",
)


def run(*command, folder):
    """Run a command, and return its output; raise CalledProcessError if it fails."""
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout + done.stderr


def coqc(name, folder):
    """Compile a file of Coq, and return what is printed."""
    return run("coqc", "-Q", ".", "Verified", f"{name}.v", folder=folder)


def build(folder):
    """Build the program in a copy of its source, and return its path; None without OCaml."""
    if shutil.which("ocamlopt") is None or not SOURCE.exists():
        return None
    for file in [*SOURCE.glob("*.ml"), *SOURCE.glob("*.mli"), SOURCE / "build"]:
        shutil.copy(file, folder)
    run("sh", "build", folder=folder)
    return Path(folder) / "mastermind-core-checker"


@cache
def _built():
    folder = TemporaryDirectory()
    return build(folder.name), folder


def run_second(game, path):
    """Verify a certificate with the verified checker; without OCaml, with the one in Python."""
    program, _ = _built()
    if program is None:
        return mc.verify_certificate(game, path)
    with patch("mastermind_core.cli.verified.program", lambda: program):
        return run_verified(game, path)
