"""The one place that chooses between plain and compiled kernels.

Every family of kernels has a plain module, which specifies its functions and their types, and a
compiled one. The compiled kernels run if they were built, unless the environment variable
``MASTERMIND_CORE_KERNEL`` (reference or native) overrides this. They use the widest vector
instructions of the processor, and ``MASTERMIND_CORE_VECTORS`` sets a maximum.
"""

from __future__ import annotations

import os
import sys
import warnings
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from mastermind_core.errors import BadArgument, SlowKernelWarning, shown

if TYPE_CHECKING:
    from mastermind_core.kernels.codes import plain as _codes
    from mastermind_core.kernels.exact import plain as _exact
    from mastermind_core.kernels.greedy import plain as _greedy
    from mastermind_core.kernels.symmetries import plain as _symmetries

    codes = _codes
    exact = _exact
    greedy = _greedy
    symmetries = _symmetries


#: Tables, blocks and greedy trees; symmetries of tables; codes of any size; exact searches.
FAMILIES = ("greedy", "symmetries", "codes", "exact")

CHOICE = "MASTERMIND_CORE_KERNEL"
VECTORS = "MASTERMIND_CORE_VECTORS"
_PACKAGE = "mastermind_core"

#: Number of pairs of guess and secret from which plain Python emits a warning.
LARGE = 2**18


def active() -> str:
    """Return a one-line description of the kernel that runs.

    Returns:
        A string that begins with "native" for compiled kernels, else with "reference".

    >>> active().split(":")[0] in {"native", "reference"}
    True
    """
    if is_compiled():
        from mastermind_core.kernels import _native

        return f"native: compiled, {_native.vectors()} loops"
    return f"reference: plain Python ({_why_plain()})"


def warn_if_slow(pairs: int) -> None:
    """Warn once that work on many pairs is slow if plain Python runs unintentionally.

    Args:
        pairs: Number of (guess, secret) pairs.
    """
    if pairs >= LARGE and not is_compiled() and not os.environ.get(CHOICE):
        _warn_of_plain_python(
            f"{_why_plain()}; set {CHOICE}=reference to continue without this warning"
        )


@cache
def _warn_of_plain_python(why: str) -> None:
    warnings.warn(
        "large work in plain Python, a hundred times slower than compiled (a proof of a second "
        f"takes minutes): {why}",
        SlowKernelWarning,
        stacklevel=_outside(),
    )


def _outside() -> int:
    """Return the stack level of the first caller outside the package."""
    frame = sys._getframe(1)
    level = 1
    while frame.f_back is not None and (
        frame.f_globals.get("__name__", "").startswith(_PACKAGE)
        or frame.f_code.co_filename.startswith("<attrs")
    ):
        frame = frame.f_back
        level = level + 1
    return level


def _why_plain() -> str:
    if not _is_main_interpreter():
        return "compiled kernels run only in the main interpreter of a process"
    if is_built():
        return f"requested by {CHOICE}"
    return f"no native kernel was built: {_how_to_build()}"


def _how_to_build() -> str:
    """Return the missing parts for a native kernel. Few processes need that module."""
    from mastermind_core.kernels.building import how_to_build

    return how_to_build()


@cache
def is_built() -> bool:
    """Return whether this installation has compiled kernels."""
    return find_spec("mastermind_core.kernels._native") is not None


@cache
def is_compiled() -> bool:
    """Return whether the compiled kernels run.

    Returns:
        True if they were built, the environment allows them, and this is the main interpreter.

    Raises:
        BadArgument: An environment variable has an invalid value, or requests native kernels that
            were not built.
    """
    wanted = os.environ.get(CHOICE, "")
    if wanted not in {"", "native", "reference"}:
        raise BadArgument(f"{CHOICE} must be native or reference, not {shown(wanted)}")
    if wanted == "native" and not is_built():
        raise BadArgument(
            f"{CHOICE} requests the native kernel, which was not built; unset the variable, or "
            f"build it: {_how_to_build()}"
        )
    compiled = is_built() and wanted != "reference" and _is_main_interpreter()
    most = os.environ.get(VECTORS, "")
    if most not in {"", "baseline", "avx2", "avx512"}:
        raise BadArgument(f"{VECTORS} must be baseline, avx2 or avx512, not {shown(most)}")
    if compiled and most in {"baseline", "avx2"}:  # no loop is wider
        from mastermind_core.kernels import _native

        _native.limit_vectors(most)
    return compiled


@cache
def _is_main_interpreter() -> bool:
    """Return whether this is not a subinterpreter, in which binding the kernels would never end."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        try:
            module = import_module(name)
        except ImportError:
            continue
        # A number, or a tuple with it, depending on the version.
        here = module.get_current()
        main = module.get_main()
        return bool(here == main)
    return True


def __getattr__(family: str) -> Any:
    """Return the active kernels of a family: greedy, symmetries, codes or exact."""
    if family not in FAMILIES:
        raise AttributeError(f"module {__name__!r} has no attribute {family!r}")
    return chosen(f"{_PACKAGE}.kernels.{family}")


@cache
def chosen(folder: str) -> Any:
    """Return the running kernels of a folder: its module ``compiled`` or ``plain``.

    Args:
        folder: The folder as a package. Applications have their own.
    """
    module = "compiled" if is_compiled() else "plain"
    return import_module(f"{folder}.{module}")
