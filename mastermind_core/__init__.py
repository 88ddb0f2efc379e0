"""Guessing games over one protocol: strategies, lazy decision trees, exact answers.

>>> import mastermind_core as mc
>>> game = mc.Mastermind(colours=6, holes=4, repeats="guesses")
>>> print(mc.length_distribution(game, mc.strategies.entropy))
2:7 3:55 4:229 5:69  (total 1440, mean 4.0000, worst 5)
"""

from __future__ import annotations

from mastermind_core import kernels, strategies
from mastermind_core.analysis import (
    Distribution,
    WorstCase,
    all_solutions,
    count_nodes,
    length_distribution,
    lengths_by_secret,
    verify,
    worst_case,
)
from mastermind_core.codes import ConsistentCodes
from mastermind_core.compare import Standings, compare
from mastermind_core.errors import (
    BadArgument,
    BadGame,
    GameTooLarge,
    InconsistentHistory,
    MastermindCoreError,
    MissingExtra,
    NoStrategy,
    UninformativeGuess,
)
from mastermind_core.exact import Solution, optimal, optimal_worst_case, solution_exists
from mastermind_core.game import (
    CodeGame,
    FastScores,
    FiniteGame,
    Game,
    HistoryLegal,
    Packed,
    PackedCodes,
    Symmetric,
    Weighted,
)
from mastermind_core.games import (
    GAMES,
    BullsAndCows,
    Comparison,
    Jotto,
    Mastermind,
    Pegs,
    TwoD,
    Wordle,
    read_words,
)
from mastermind_core.metrics import (
    ENTROPY,
    EXPECTED_REDUCTION,
    EXPECTED_SIZE,
    MAX_BLOCK,
    MAXENT,
    MAXMIN,
    METRICS,
    MOST_PARTS,
    Metric,
)
from mastermind_core.partition import (
    block_sizes,
    consistent,
    decision_entropy,
    entropy,
    partition,
)
from mastermind_core.play import Session, diagnose, solve
from mastermind_core.records import Summary
from mastermind_core.render import to_text
from mastermind_core.simulate import simulate
from mastermind_core.strategies import (
    STRATEGIES,
    AnyBest,
    Beam,
    Drawing,
    Greedy,
    Opened,
    Position,
    RandomCandidate,
    Staged,
    Strategy,
    TieRule,
    TwoPly,
    UninformedRandom,
    best_decision,
)
from mastermind_core.studies import (
    ExpectedDistribution,
    TieStudy,
    expected_distribution,
    path_distribution,
    tie_study,
)
from mastermind_core.table import ScoreTable, compile_game
from mastermind_core.tree import Branch, Node, lazy_tree
from mastermind_core.verdict import Verdict, is_greedy_optimal

__version__ = "0.1.0"

__all__ = [
    "ENTROPY",
    "EXPECTED_REDUCTION",
    "EXPECTED_SIZE",
    "GAMES",
    "MAXENT",
    "MAXMIN",
    "MAX_BLOCK",
    "METRICS",
    "MOST_PARTS",
    "STRATEGIES",
    "AnyBest",
    "BadArgument",
    "BadGame",
    "Beam",
    "Branch",
    "BullsAndCows",
    "CodeGame",
    "Comparison",
    "ConsistentCodes",
    "Distribution",
    "Drawing",
    "ExpectedDistribution",
    "FastScores",
    "FiniteGame",
    "Game",
    "GameTooLarge",
    "Greedy",
    "HistoryLegal",
    "InconsistentHistory",
    "Jotto",
    "Mastermind",
    "MastermindCoreError",
    "Metric",
    "MissingExtra",
    "NoStrategy",
    "Node",
    "Opened",
    "Packed",
    "PackedCodes",
    "Pegs",
    "Position",
    "RandomCandidate",
    "ScoreTable",
    "Session",
    "Solution",
    "Staged",
    "Standings",
    "Strategy",
    "Summary",
    "Symmetric",
    "TieRule",
    "TieStudy",
    "TwoD",
    "TwoPly",
    "UninformativeGuess",
    "UninformedRandom",
    "Verdict",
    "Weighted",
    "Wordle",
    "WorstCase",
    "all_solutions",
    "best_decision",
    "block_sizes",
    "compare",
    "compile_game",
    "consistent",
    "count_nodes",
    "decision_entropy",
    "diagnose",
    "entropy",
    "expected_distribution",
    "is_greedy_optimal",
    "kernels",
    "lazy_tree",
    "length_distribution",
    "lengths_by_secret",
    "optimal",
    "optimal_worst_case",
    "partition",
    "path_distribution",
    "read_words",
    "simulate",
    "solution_exists",
    "solve",
    "strategies",
    "tie_study",
    "to_text",
    "verify",
    "worst_case",
]
