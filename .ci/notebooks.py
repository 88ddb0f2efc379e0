"""Run the notebooks of the examples, and store in them what their cells show.

    python .ci/notebooks.py                # all of them
    python .ci/notebooks.py examples/a.ipynb

A notebook that is read where it lies, without being run, then has its answers and its pictures.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import nbclient
import nbformat

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(path: Path) -> nbformat.NotebookNode:
    """Return a notebook as it is after it has run from its first cell to its last."""
    notebook = nbformat.read(path, as_version=4)
    # Pictures belong into the notebook, wherever the one who runs it has others drawn.
    environment = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}
    with TemporaryDirectory() as folder:
        resources = {"metadata": {"path": folder}}
        client = nbclient.NotebookClient(
            notebook, timeout=600, resources=resources, record_timing=False
        )
        client.execute(env=environment)
    # What runs it says more of itself than belongs into the file.
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:] or sorted(map(str, EXAMPLES.glob("*.ipynb")))):
        nbformat.write(run(path), path)
        print(path.name)
