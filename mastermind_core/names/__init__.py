"""Public names from a stub: a package lists them once, and imports each when it is first used.

``__init__.pyi`` beside an ``__init__.py`` says ``from module import name as name`` of each name.
Editors and type checkers read it as any stub, and :func:`names_of` when the package is imported: no
second list could differ from it.
"""

from __future__ import annotations

import sys
from _ast import ImportFrom, Module, PyCF_ONLY_AST  # the module ast imports much more
from collections.abc import Iterable
from importlib import import_module
from os.path import dirname, join

#: The version of the package: the only place where it is written.
__version__ = "0.1.0"


class LazyNames(dict[str, str]):
    """The public names of a package, each with the module that it is imported from.

    >>> LazyNames("numbers", {"sqrt": "math"}).load("sqrt")(9)
    3.0
    """

    def __init__(self, package: str, homes: Iterable[tuple[str, str]] | dict[str, str]):
        """Take the name of the package, and the homes."""
        super().__init__(homes)
        self.package = package

    def load(self, name: str) -> object:
        """Import a name: an attribute of its module, or a module in that package."""
        if name not in self:
            raise AttributeError(f"module {self.package!r} has no attribute {name!r}")
        home = self[name]
        # What comes from the package itself is a module: to ask the package would lead back here.
        if home != self.package:
            module = import_module(home)
            if hasattr(module, name):
                value: object = getattr(module, name)
                return value
        return import_module(f"{home}.{name}")


def names_of(package: str) -> LazyNames:
    """Read the stub of a package that is being imported."""
    module = sys.modules[package]
    # To import pathlib would take longer than all else here.
    path = join(dirname(module.__file__ or ""), "__init__.pyi")  # noqa: PTH118, PTH120
    loader = module.__spec__ and module.__spec__.loader
    try:
        text: bytes = loader.get_data(path)  # type: ignore[union-attr]
    except OSError:
        raise ImportError(
            f"{path} is not there, which lists the public names: install the package whole"
        ) from None
    stub = compile(text, path, "exec", PyCF_ONLY_AST)
    assert isinstance(stub, Module)
    homes = (
        (alias.name, line.module)
        for line in stub.body
        if isinstance(line, ImportFrom) and line.module
        for alias in line.names
        if alias.asname
    )
    return LazyNames(package, homes)
