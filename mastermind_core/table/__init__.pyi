"""A game as integers: the only bridge between a user's objects and the kernels."""

from mastermind_core.table.compiling import ON_THE_FLY as ON_THE_FLY
from mastermind_core.table.compiling import TABLE_LIMIT as TABLE_LIMIT
from mastermind_core.table.compiling import compile_game as compile_game
from mastermind_core.table.compiling import scored_pairs as scored_pairs
from mastermind_core.table.compiling import too_large as too_large
from mastermind_core.table.identity import fingerprint_of as fingerprint_of
from mastermind_core.table.identity import fingerprint_of_sample as fingerprint_of_sample
from mastermind_core.table.identity import spelled as spelled
from mastermind_core.table.score_table import Aims as Aims
from mastermind_core.table.score_table import Index as Index
from mastermind_core.table.score_table import ScoreTable as ScoreTable
from mastermind_core.table.score_table import aims_of as aims_of
from mastermind_core.table.symmetry import SymmetryGroup as SymmetryGroup
from mastermind_core.table.symmetry import find_symmetry as find_symmetry
