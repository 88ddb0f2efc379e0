"""Functions below the public names that several tests need: one place knows where they are."""

from mastermind_core.cli.parser import COMMANDS
from mastermind_core.exact.anytime.budget import solve
from mastermind_core.exact.problem import pose, search_symmetries, words_of
from mastermind_core.kernels.exact.sharing import FRONT
from mastermind_core.kernels.shared.plain_scores import PlainScores, as_plain
from mastermind_core.show.looks import MORE_LOOKS
from mastermind_core.strategies.base import CodeStrategy, start
from mastermind_core.table import compiling
from mastermind_core.table.compiling import KeptTables, kept_tables
from mastermind_core.table.symmetry import orbits

__all__ = [
    "COMMANDS",
    "FRONT",
    "MORE_LOOKS",
    "CodeStrategy",
    "KeptTables",
    "PlainScores",
    "as_plain",
    "compiling",
    "kept_tables",
    "orbits",
    "pose",
    "search_symmetries",
    "solve",
    "start",
    "words_of",
]
