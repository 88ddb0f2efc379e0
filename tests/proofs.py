"""The source of the verified checker, and what its tests run."""

from __future__ import annotations

import subprocess
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "verified"

#: The proofs, each after those that it uses.
PROOFS = (
    "Spec",
    "Play",
    "Bounds",
    "Shapes",
    "Symmetry",
    "Count",
    "Codes",
    "Words",
    "Rules",
    "Kernel",
    "Whole",
)


def run(*command, folder):
    """Run a command, and return its output; raise CalledProcessError if it fails."""
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout + done.stderr


def coqc(name, folder):
    """Compile a file of Coq, and return what is printed."""
    return run("coqc", "-Q", ".", "Verified", f"{name}.v", folder=folder)
