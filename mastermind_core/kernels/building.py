"""The programs and packages that are missing to compile the kernels."""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from shutil import which

#: The programs by which compilers of C++ are usually called.
_COMPILERS = ("c++", "g++", "clang++", "cl")


def how_to_build() -> str:
    """Return the missing parts for a native kernel, and the remedy."""
    folder = Path(__file__).parent
    installed = _installed()
    # The C++ is only in the sources, not in the installed package.
    if (folder / "CMakeLists.txt").exists():
        sources = folder.parent.parent
        if installed is None:
            return f'install the package with "pip install -e ." in {sources}'
        if installed != Path(__file__):
            return f"Python imports the sources in {sources}; start it in another folder"
    if any(map(which, _COMPILERS)) or os.environ.get("CXX"):
        return '"pip install -v ." shows why its compilation failed; it needs C++20'
    return (
        "no C++ compiler was found. Install one (Debian and Ubuntu: apt install g++; macOS: "
        "xcode-select --install; Windows: Build Tools for Visual Studio), then install again"
    )


def _installed() -> Path | None:
    """Return the path of this module in the installed package, or None if it is not installed."""
    try:
        package = distribution("mastermind-core")
    except PackageNotFoundError:
        return None
    module = Path(str(package.locate_file("mastermind_core/kernels/building.py")))
    return module if module.exists() else Path(__file__)  # editable: the sources are imported
