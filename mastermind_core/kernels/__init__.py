"""Numbers in, numbers out: the inner loops, in plain Python and (where built) compiled.

Each family is a folder: ``plain.py`` defines every function, ``compiled.py`` has the same ones on
top of the C++ beside it. Callers ask :mod:`mastermind_core.kernels.choose` and import neither. Of
the package a kernel knows its errors alone: no game, no tree.
"""

from __future__ import annotations

from mastermind_core.kernels.choose import active

__all__ = ["active"]
