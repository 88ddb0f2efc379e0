"""What tests of the verified checker share: the program, and the proofs, both built anew."""

from __future__ import annotations

import shutil

import pytest
from forged import PROGRAM
from proofs import PROOFS, SOURCE, build, coqc


@pytest.fixture(scope="session")
def program_folder(tmp_path_factory):
    """Build the program in a copy of its source."""
    program = build(tmp_path_factory.mktemp("program"))
    if program is None:
        pytest.skip("needs ocamlopt and the source of the verified checker")
    return program.parent


@pytest.fixture
def built(program_folder, monkeypatch):
    """Let the package find the program."""
    monkeypatch.setattr(PROGRAM, lambda: program_folder / "mastermind-core-checker")


@pytest.fixture(scope="session")
def compiled_proofs(tmp_path_factory):
    """Compile the proofs in a copy of their source, and extract the kernel there."""
    if shutil.which("coqc") is None or not SOURCE.exists():
        pytest.skip("needs Coq and the source of the verified checker")
    folder = tmp_path_factory.mktemp("proofs")
    for name in (*PROOFS, "Extract"):
        shutil.copy(SOURCE / f"{name}.v", folder)
        coqc(name, folder)
    return folder
