"""Lazy import of public names: a package lists them in its stub, and imports each at first use.

``__init__.pyi`` beside an ``__init__.py`` has ``from module import name as name`` for each name.
Editors and type checkers read it as a stub, and :func:`names_of` reads it at run time. There is
therefore no second list that could differ.
"""

from __future__ import annotations

import sys
from _ast import ImportFrom, Module, PyCF_ONLY_AST  # the module ast imports much more
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from os.path import dirname, join


class LazyNames(dict[str, str]):
    """The public names of a package, each with the module that defines it.

    >>> LazyNames("numbers", {"sqrt": "math"}).load("sqrt")(9)
    3.0
    """

    def __init__(self, package: str, homes: Iterable[tuple[str, str]] | dict[str, str]):
        """Store the name of the package, and the module of each public name."""
        super().__init__(homes)
        self.package = package

    def load(self, name: str) -> object:
        """Import a name: an attribute of its module, or a submodule of that package.

        Args:
            name: A public name.

        Raises:
            AttributeError: If the name is not public.
        """
        if name not in self:
            raise AttributeError(f"module {self.package!r} has no attribute {name!r}")
        home = self[name]
        # A name from the package itself is a submodule; getattr would call this method again.
        if home != self.package:
            module = import_module(home)
            if hasattr(module, name):
                return getattr(module, name)
        return import_module(f"{home}.{name}")


def exported(package: str) -> list[str]:
    """Return the public names of a package that imports no other ones: all but modules."""
    items = vars(sys.modules[package]).items()
    return sorted(name for name, one in items if name[0] != "_" and not isinstance(one, type(sys)))


def names_of(package: str) -> LazyNames:
    """Read the public names from the stub of a package that is being imported.

    A line ``from package import *`` adds the names in that package's stub, without an import.
    """
    return LazyNames(package, _homes(package))


def _homes(package: str) -> Iterator[tuple[str, str]]:
    """Yield each public name in a package's stub, with the module that defines it."""
    root, *inner = package.split(".")
    module = sys.modules[root]
    # Importing pathlib would take longer than the rest of this function.
    path = join(dirname(module.__file__ or ""), *inner, "__init__.pyi")  # noqa: PTH118, PTH120
    loader = module.__spec__ and module.__spec__.loader
    try:
        text: bytes = loader.get_data(path)  # type: ignore[union-attr]
    except OSError:
        raise ImportError(
            f"{path}, the list of the public names, is missing: install the complete package"
        ) from None
    stub = compile(text, path, "exec", PyCF_ONLY_AST)
    assert isinstance(stub, Module)
    for line in stub.body:
        if isinstance(line, ImportFrom) and line.module:
            for alias in line.names:
                if alias.name == "*":
                    yield from _homes(line.module)
                elif alias.asname:
                    yield alias.name, line.module


def face(
    package: str, homes: LazyNames | None = None
) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a package with a stub.

    Each name of the stub is imported at its first use, and then an attribute of the package.

    Args:
        package: The name of the package that is being imported.
        homes: The names of its stub, if they are read already.
    """
    found = names_of(package) if homes is None else homes
    listed = sorted(found)

    def load(name: str) -> object:
        value = vars(sys.modules[package])[name] = found.load(name)
        return value

    return load, listed.copy, listed
