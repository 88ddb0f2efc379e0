"""Run the examples of a page in a folder of their own: they may write files."""

import sys
from pathlib import Path

import pytest

# Pages use what is in the clone and not in the package: at the end, what is installed comes first.
sys.path.append(str(Path(__file__).parents[1]))


@pytest.fixture(autouse=True)
def _folder(request, monkeypatch, tmp_path):
    if isinstance(request.node, pytest.DoctestItem):
        monkeypatch.chdir(tmp_path)
