"""Put the package beside the page of play, where Python in the browser finds it.

The files of Pyodide are put there, too, if ``MASTERMIND_CORE_PYODIDE`` is their folder.
The page then needs no network. If ``MASTERMIND_CORE_BROWSER_WHEEL`` is a wheel for browsers, it
is loaded, and its kernels are compiled. Otherwise the package is there in plain Python.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from shutil import copy, copytree
from types import ModuleType
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import attr
import attrs
import more_itertools

import mastermind_core

#: What the page imports; what is compiled for this machine stays behind.
_PACKAGES = (mastermind_core, attr, attrs, more_itertools)
_ENDINGS = {".py", ".pyi", ".css", ".html", ".js", ".txt"}

#: One time for all files, so that one source makes one archive.
_TIME = (2025, 1, 1, 0, 0, 0)


def bundle(target: Path, packages: Sequence[ModuleType] = _PACKAGES) -> None:
    """Write an archive of the package, in plain Python, and of the two that it needs."""
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for package in packages:
            folder = Path(str(package.__file__)).parent
            for path in sorted(folder.rglob("*")):
                if path.suffix in _ENDINGS:
                    name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
                    info = ZipInfo(name, _TIME)
                    info.compress_type = ZIP_DEFLATED
                    archive.writestr(info, path.read_bytes())


def _write(app: Any, failed: Exception | None) -> None:
    if failed is None and app.builder.name == "html":
        static = Path(app.outdir) / "_static"
        play = static / "play"
        if wheel := os.environ.get("MASTERMIND_CORE_BROWSER_WHEEL"):
            bundle(play / "package.zip", _PACKAGES[1:])
            copy(wheel, play / "package.whl")
        else:
            bundle(play / "package.zip")
        if folder := os.environ.get("MASTERMIND_CORE_PYODIDE"):
            copytree(folder, static / "pyodide", dirs_exist_ok=True)


def setup(app: Any) -> dict[str, Any]:
    """Register what is written when the site is done."""
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
