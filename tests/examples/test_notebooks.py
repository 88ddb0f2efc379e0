"""The notebooks of the examples: each has what its cells show, and shows it again when it runs."""

from __future__ import annotations

import json
import re
import runpy
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)

#: What a search says of itself, which the next one may do with less.
_EFFORT = re.compile(r"nodes=\d+, seconds=[\d.e-]+")

#: What a cell ends with that shows nothing.
_SILENT = re.compile(r";( *#.*)?$")


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def written_by(cell):
    """Return the outputs of a cell as strings; what it prints is one, however it arrives.

    A busy machine hands on what a cell prints in several parts.
    """
    found = []
    before = None
    for output in cell["outputs"]:
        stream = output.get("name")
        text = "".join(output["text"] if stream else output["data"]["text/plain"])
        if stream and stream == before:
            found[-1] += text
        else:
            found.append(text)
        before = stream
    return found


def texts(notebook):
    """Return what each cell writes, without what differs from search to search."""
    return [
        [_EFFORT.sub("effort", text) for text in written_by(cell)] for cell in code_cells(notebook)
    ]


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 9


@every_notebook
def test_a_notebook_is_kept_with_what_it_shows(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = code_cells(notebook)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert all(output["output_type"] != "error" for cell in cells for output in cell["outputs"])
    for cell in cells:
        last = "".join(cell["source"]).splitlines()[-1]
        assert cell["outputs"] or _SILENT.search(last), last
    kinds = {kind for cell in cells for one in cell["outputs"] for kind in one.get("data", ())}
    assert "text/plain" in kinds
    assert path.stat().st_size < 200_000


@pytest.mark.slow
@every_notebook
def test_a_notebook_that_is_run_again_says_the_same(path):
    for package in ("nbclient", "ipykernel", "matplotlib"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    for package in ("countryinfo", "elementy", "pandas"):
        if re.search(f"(from|import) {package} ", path.read_text(encoding="utf-8")):
            pytest.importorskip(package, reason=f"{package} is not installed")
    run = runpy.run_path(str(ROOT / ".ci" / "notebooks.py"))["run"]
    assert texts(run(path)) == texts(json.loads(path.read_text(encoding="utf-8")))


def test_the_extra_installs_all_that_notebooks_import():
    source = "\n".join(
        "".join(cell["source"])
        for path in NOTEBOOKS
        for cell in code_cells(json.loads(path.read_text(encoding="utf-8")))
    )
    source += "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "examples").glob("*.py"))
    imported = set(re.findall(r"^\s*(?:import|from) (\w+)", source, re.M))
    others = imported - sys.stdlib_module_names - {"mastermind_core"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    installed = {re.match(r"\w+", name)[0] for name in extras["notebook"]}
    # JupyterLab brings IPython, and matplotlib brings numpy; agents have an extra of their own.
    assert others - {"IPython", "numpy", "gymnasium", "verifiers"} <= installed


def test_every_example_is_in_the_index():
    index = (ROOT / "examples" / "README.rst").read_text(encoding="utf-8")
    for path in (*NOTEBOOKS, *(ROOT / "examples").glob("*.py")):
        assert path.name in index
    for name in re.findall(r"<([\w.]+)>`_|``(\w+\.py)``", index):
        assert (ROOT / "examples" / "".join(name)).exists()
