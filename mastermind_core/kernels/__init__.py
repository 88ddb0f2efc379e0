"""Kernels: the inner loops on numbers, in plain Python and (if built) compiled.

Each family is a folder: ``plain.py`` defines every function, ``compiled.py`` has the same functions
on top of the C++ beside it. Callers use :mod:`mastermind_core.kernels.choose` and import neither. A
kernel knows only the errors of the package: no game, no tree.
"""

from __future__ import annotations

from mastermind_core.kernels.choose import active

__all__ = ["active"]

__dir__ = __all__.copy
