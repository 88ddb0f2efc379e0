"""What tests of checkers share."""

from __future__ import annotations

import pytest
from proofs import build


@pytest.fixture(scope="session")
def program(tmp_path_factory):
    """Build the verified checker; None without OCaml, and the one in Python is asked instead."""
    return build(tmp_path_factory.mktemp("checker"))
