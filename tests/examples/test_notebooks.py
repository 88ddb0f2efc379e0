"""The notebooks of the examples: each runs from its first cell to its last, and is kept unrun."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 7


@every_notebook
def test_a_notebook_is_kept_without_outputs(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert code
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in code)


@every_notebook
def test_a_notebook_runs(path, tmp_path):
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    for package in ("ipykernel", "matplotlib"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=600, resources=resources).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert any("text/plain" in output.get("data", {}) for output in shown)
