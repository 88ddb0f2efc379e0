"""Kernels: the inner loops on numbers, in plain Python and (if built) compiled.

Each family is a folder: ``plain.py`` defines every function, ``compiled.py`` has the same functions
on top of the C++ beside it. Callers use :mod:`mastermind_core.kernels.choose` and import neither. A
kernel knows only the errors of the package: no game, no tree. ``__init__.pyi`` lists the names that
applications may use beside ``choose``, but users need only ``active``.
"""

from __future__ import annotations

from mastermind_core.names.lazy import face

__getattr__, _, _ = face(__name__)

__all__ = ["active"]

__dir__ = __all__.copy
