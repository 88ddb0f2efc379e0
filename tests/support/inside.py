"""Functions below the public names that several tests need: one place knows where they are."""

from mastermind_core.checker.verified import SOURCES, program, prove, run_verified, write_coq
from mastermind_core.cli.parser import COMMANDS
from mastermind_core.exact.anytime.budget import solve
from mastermind_core.exact.problem import pose, search_symmetries, words_of
from mastermind_core.files import notations
from mastermind_core.games.codes import Codes
from mastermind_core.kernels.exact.objective import Objective
from mastermind_core.kernels.exact.sharing import FRONT
from mastermind_core.kernels.shared.listening import listening
from mastermind_core.kernels.shared.plain_scores import PlainScores, as_plain
from mastermind_core.notation.spelling import show_item
from mastermind_core.show.looks import MORE_LOOKS, NAMED, PALETTE, Look, look_for, tinted
from mastermind_core.strategies.base import CodeStrategy, start
from mastermind_core.strategies.catalogue import IDEAS, default_strategy, idea_of
from mastermind_core.table import compiling
from mastermind_core.table.compiling import KeptTables, kept_tables
from mastermind_core.table.symmetry import find_symmetry, orbits

__all__ = [
    "COMMANDS",
    "FRONT",
    "IDEAS",
    "MORE_LOOKS",
    "NAMED",
    "PALETTE",
    "SOURCES",
    "CodeStrategy",
    "Codes",
    "KeptTables",
    "Look",
    "Objective",
    "PlainScores",
    "as_plain",
    "compiling",
    "default_strategy",
    "find_symmetry",
    "idea_of",
    "kept_tables",
    "listening",
    "look_for",
    "notations",
    "orbits",
    "pose",
    "program",
    "prove",
    "run_verified",
    "search_symmetries",
    "show_item",
    "solve",
    "start",
    "tinted",
    "words_of",
    "write_coq",
]
