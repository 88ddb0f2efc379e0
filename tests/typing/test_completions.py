"""Types go through trees and results: mypy agrees with every line of ``completions.py``."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.mark.slow
def test_mypy_knows_the_types_of_guesses_secrets_and_scores():
    api = pytest.importorskip("mypy.api")
    report, errors, status = api.run(["--strict", str(Path(__file__).with_name("completions.py"))])
    assert (status, errors) == (0, ""), report
