"""The one place where plain or compiled kernels are chosen.

Every family of kernels has a plain module, which specifies its functions and their types, and a
compiled one. The compiled ones run where they were built, unless the
environment variable ``MASTERMIND_CORE_KERNEL`` (reference or native) says otherwise. They use the
widest vector instructions of the processor, or no wider ones than ``MASTERMIND_CORE_VECTORS`` says.
"""

from __future__ import annotations

import os
import sys
import warnings
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from mastermind_core.errors import BadArgument, SlowKernelWarning, shown
from mastermind_core.kernels.types import MOST_SCORES

if TYPE_CHECKING:
    from mastermind_core.kernels.codes import plain as codes
    from mastermind_core.kernels.exact import plain as exact
    from mastermind_core.kernels.greedy import plain as greedy
    from mastermind_core.kernels.symmetries import plain as symmetries

    class GreedyKernel:
        """The kernel of tables, blocks and greedy trees."""

        HOLES_ON_THE_FLY = greedy.HOLES_ON_THE_FLY
        scores_from_table = staticmethod(greedy.scores_from_table)
        scores_from_codes = staticmethod(greedy.scores_from_codes)
        code_table = staticmethod(greedy.code_table)
        word_table = staticmethod(greedy.word_table)
        row = staticmethod(greedy.row)
        pair_scores = staticmethod(greedy.pair_scores)
        block_sizes = staticmethod(greedy.block_sizes)
        split = staticmethod(greedy.split)
        filter_candidates = staticmethod(greedy.filter_candidates)
        best_guess = staticmethod(greedy.best_guess)
        ranked_guesses = staticmethod(greedy.ranked_guesses)
        guess_costs = staticmethod(greedy.guess_costs)
        blocks_weigher = staticmethod(greedy.blocks_weigher)
        greedy_tree = staticmethod(greedy.greedy_tree)

    class SymmetryKernel:
        """The kernel that finds and checks symmetries of a table."""

        find_symmetries = staticmethod(symmetries.find_symmetries)
        broken_pair = staticmethod(symmetries.broken_pair)

    class CodeKernel:
        """The kernel of codes of any size: counts, lists, draws, breeds and chooses them."""

        distances = staticmethod(codes.distances)
        population_blocks = staticmethod(codes.population_blocks)
        score_matrix = staticmethod(codes.score_matrix)
        count_consistent = staticmethod(codes.count_consistent)
        count_soon = staticmethod(codes.count_soon)
        sample_consistent = staticmethod(codes.sample_consistent)
        fits = staticmethod(codes.fits)
        list_consistent = staticmethod(codes.list_consistent)
        random_codes = staticmethod(codes.random_codes)
        breed = staticmethod(codes.breed)
        opening = staticmethod(codes.opening)
        guess = staticmethod(codes.guess)
        finish = staticmethod(codes.finish)

    class ExactKernel:
        """The kernel of exact searches."""

        attempt = staticmethod(exact.attempt)
        certify = staticmethod(exact.certify)
        is_fast = staticmethod(exact.is_fast)
        table_bytes = staticmethod(exact.table_bytes)
        new_memory = staticmethod(exact.new_memory)
        shared_sets = staticmethod(exact.shared_sets)


CHOICE = "MASTERMIND_CORE_KERNEL"
VECTORS = "MASTERMIND_CORE_VECTORS"
_PACKAGE = "mastermind_core"

#: Pairs of guess and secret from which plain Python takes so long that it says so.
LARGE = 2**18


def active() -> str:
    """Say in one line which kernel runs.

    >>> active().split(":")[0] in {"native", "reference"}
    True
    """
    if is_compiled():
        from mastermind_core.kernels import _native

        return f"native: compiled, {_native.vectors()} loops"
    return f"reference: plain Python ({_why_plain()})"


def warn_if_slow(pairs: int) -> None:
    """Say once that work on so many pairs is slow, where plain Python runs by accident."""
    if pairs >= LARGE and not is_compiled() and not os.environ.get(CHOICE):
        _warn_of_plain_python(
            f"{_why_plain()}; set {CHOICE}=reference to work on without this warning"
        )


def warn_if_wide(pairs: int, n_scores: int) -> None:
    """Say once that the compiled search leaves a game of very many scores to plain Python."""
    if pairs >= LARGE and n_scores > MOST_SCORES and is_compiled():
        _warn_of_plain_python(
            f"a search in a game of {n_scores} different scores, and the compiled one takes "
            "guesses of up to 254 answers; join some of them in the score function"
        )


@cache
def _warn_of_plain_python(why: str) -> None:
    warnings.warn(
        f"large work in plain Python, a hundred times slower than compiled: {why}",
        SlowKernelWarning,
        stacklevel=_outside(),
    )


def _outside() -> int:
    """Return how far up the stack the first caller from outside of the package is."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    return level


def _why_plain() -> str:
    if not _is_main_interpreter():
        return "compiled kernels run in the main interpreter of a process, and this is another"
    if is_built():
        return f"asked for by {CHOICE}"
    folder = Path(__file__).parent
    # The C++ is in the sources only, not in what is installed of them.
    if (folder / "CMakeLists.txt").exists():
        return (
            f"no native kernel is in the source folder {folder.parent.parent}: install it with "
            '"pip install -e ." there, or start Python elsewhere'
        )
    return "no native kernel was built: was there a C++20 compiler? Install again where there is"


@cache
def is_built() -> bool:
    """Return whether this installation has compiled kernels."""
    return find_spec("mastermind_core.kernels._native") is not None


@cache
def is_compiled() -> bool:
    """Return whether the compiled kernels run."""
    wanted = os.environ.get(CHOICE, "")
    if wanted not in {"", "native", "reference"}:
        raise BadArgument(f"{CHOICE} must be native or reference, not {shown(wanted)}")
    if wanted == "native" and not is_built():
        raise BadArgument(
            f"{CHOICE} asks for the native kernel, which was not built: install again where a "
            "C++20 compiler is found, or unset it"
        )
    compiled = is_built() and wanted != "reference" and _is_main_interpreter()
    most = os.environ.get(VECTORS, "")
    if most not in {"", "baseline", "avx2", "avx512"}:
        raise BadArgument(f"{VECTORS} must be baseline, avx2 or avx512, not {shown(most)}")
    if compiled and most:
        from mastermind_core.kernels import _native

        _native.limit_vectors(most)
    return compiled


@cache
def _is_main_interpreter() -> bool:
    """Return whether this is no subinterpreter, where what binds the kernels would never end."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        try:
            module = import_module(name)
        except ImportError:
            continue
        # A number, or a tuple with it, from version to version.
        here, main = module.get_current(), module.get_main()
        return bool(here == main)
    return True


def greedy_kernel() -> GreedyKernel:
    """Return the kernel of tables, blocks and greedy trees."""
    return cast("GreedyKernel", _chosen("greedy"))


def symmetry_kernel() -> SymmetryKernel:
    """Return the kernel that finds and checks symmetries of a table."""
    return cast("SymmetryKernel", _chosen("symmetries"))


def code_kernel() -> CodeKernel:
    """Return the kernel that counts, lists and draws consistent codes and scores populations."""
    return cast("CodeKernel", _chosen("codes"))


def exact_kernel() -> ExactKernel:
    """Return the kernel of exact searches."""
    return cast("ExactKernel", _chosen("exact"))


@cache
def _chosen(family: str) -> Any:
    module = "compiled" if is_compiled() else "plain"
    return import_module(f"mastermind_core.kernels.{family}.{module}")
