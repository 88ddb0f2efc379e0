"""Kernels: the inner loops on numbers, in plain Python and (if built) compiled.

Each family is a folder: ``plain.py`` defines every function, ``compiled.py`` has the same functions
on top of the C++ beside it. Callers use :mod:`mastermind_core.kernels.choose` and import neither. A
kernel knows only the errors of the package: no game, no tree. The names here are the only ones that
other packages may use: the running kernels, and the types of their arguments.
"""

from __future__ import annotations

from mastermind_core.kernels.choose import active
from mastermind_core.kernels.choose import is_built as is_built
from mastermind_core.kernels.choose import is_compiled as is_compiled
from mastermind_core.kernels.types import POOL_ALL as POOL_ALL
from mastermind_core.kernels.types import POOL_CANDIDATES as POOL_CANDIDATES
from mastermind_core.kernels.types import Breeding as Breeding
from mastermind_core.kernels.types import CodeShape as CodeShape
from mastermind_core.kernels.types import Criterion as Criterion
from mastermind_core.kernels.types import Quadratic as Quadratic
from mastermind_core.kernels.types import Rules as Rules
from mastermind_core.kernels.types import SampledOptions as SampledOptions
from mastermind_core.kernels.types import Symmetry as Symmetry

__all__ = ["active"]

__dir__ = __all__.copy
