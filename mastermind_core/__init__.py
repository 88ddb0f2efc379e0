"""Guessing games over one protocol: strategies, lazy decision trees, exact answers.

>>> import mastermind_core as mc
>>> game = mc.Mastermind(colours=6, holes=4, repeats="guesses")
>>> print(mc.length_distribution(game, mc.strategies.entropy))
2:7 3:55 4:229 5:69  (total 1440, mean 4.0000, worst 5)
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from mastermind_core.display import draw_with
from mastermind_core.version import __version__ as __version__

#: The module of each public name; a module is imported when one of its names is first used.
_MODULES = {
    "analysis": (
        "Distribution",
        "WorstCase",
        "all_solutions",
        "count_nodes",
        "length_distribution",
        "lengths_by_secret",
        "verify",
        "worst_case",
    ),
    "checker": (
        "Certified",
        "verify_certificate",
    ),
    "code_space.consistent_codes": ("ConsistentCodes",),
    "simulation.standings": (
        "Standings",
        "compare",
    ),
    "errors": (
        "BadArgument",
        "BadCertificate",
        "BadFile",
        "BadGame",
        "GameTooLarge",
        "SlowKernelWarning",
        "InconsistentHistory",
        "Interrupted",
        "MastermindCoreError",
        "MissingExtra",
        "NoStrategy",
        "UninformativeGuess",
        "WorkerLost",
    ),
    "exact.feasible": (
        "optimal_worst_case",
        "solution_exists",
    ),
    "exact.search": ("optimal",),
    "exact.solution": ("Solution",),
    "files.certified": ("certified_tree",),
    "files": (
        "from_json",
        "load",
        "save",
        "to_json",
    ),
    "files.notations": (
        "NOTATIONS",
        "from_notation",
        "read_tree",
        "to_dot",
        "to_notation",
        "write_tree",
    ),
    "finite": ("FiniteGame",),
    "game": (
        "CodeGame",
        "FastScores",
        "Game",
        "Goal",
        "HistoryLegal",
        "Packed",
        "PackedCodes",
        "Priced",
        "Symmetric",
        "Weighted",
    ),
    "games": (
        "GAMES",
        "Accusation",
        "AttributeTable",
        "BadItems",
        "BlackPegs",
        "BullsAndCows",
        "Combinations",
        "Comparison",
        "GroupTesting",
        "GuessWho",
        "HiddenCell",
        "HigherLower",
        "Jotto",
        "Letters",
        "Mastermind",
        "OddCoin",
        "OpenJotto",
        "Pegs",
        "PooledTest",
        "Question",
        "Quordle",
        "StaticGuesses",
        "TwoD",
        "Variant",
        "Weighing",
        "Wordle",
        "identified",
        "priced",
        "read_table",
        "read_words",
        "static_guesses",
        "weighted",
    ),
    "notation": (
        "Readable",
        "parse_guess",
        "parse_score",
        "show_guess",
        "show_score",
    ),
    "metrics": (
        "ENTROPY",
        "EXPECTED_REDUCTION",
        "EXPECTED_SIZE",
        "MAX_BLOCK",
        "MAXENT",
        "MAXMIN",
        "METRICS",
        "MOST_PARTS",
        "Metric",
    ),
    "blocks": (
        "block_sizes",
        "consistent",
        "decision_entropy",
        "entropy",
        "partition",
    ),
    "play.advice": ("Suggestion",),
    "play.diagnosis": (
        "Diagnosis",
        "diagnose",
    ),
    "play.lies": ("WithLies",),
    "play.match": (
        "Match",
        "play_game",
        "play_match",
    ),
    "play.hindsight": (
        "Reviewed",
        "review",
    ),
    "play.session": (
        "Session",
        "solve",
    ),
    "simulation.records": ("Summary",),
    "show": (
        "to_html",
        "to_svg",
        "to_text",
    ),
    "show.plots": (
        "Recorder",
        "plot_bounds",
        "plot_candidates",
        "plot_distribution",
        "plot_growth",
        "plot_information",
    ),
    "simulation.run": ("simulate",),
    "strategies.base": (
        "Position",
        "Strategy",
    ),
    "strategies.catalogue": ("STRATEGIES",),
    "strategies.codes.anytime": ("Anytime",),
    "strategies.codes.berghman": ("Genetic",),
    "strategies.codes.bernier": ("BernierAnnealing", "BernierGenetic"),
    "strategies.codes.elimination": ("Elimination",),
    "strategies.codes.kalisker_camens": ("Generational",),
    "strategies.codes.merelo": ("Evolutionary",),
    "strategies.codes.ostrowska": ("TwoColour",),
    "strategies.codes.rhodes": ("Listing",),
    "strategies.codes.rhodes_annealing": ("RhodesAnnealing",),
    "strategies.codes.rosu": ("Rosu",),
    "strategies.codes.sampled": ("Sampled",),
    "strategies.codes.shapiro": ("Shapiro",),
    "strategies.codes.singley": ("Tabu",),
    "strategies.codes.swaszek": ("Swaszek",),
    "strategies.codes.temporel_kovacs": ("HillClimbing",),
    "strategies.codes.thinking": ("Thinking",),
    "strategies.codes.ugurdag": ("MostPartsOfSpread",),
    "strategies.tabled.composed": (
        "Opened",
        "Staged",
    ),
    "strategies.tabled.greedy": (
        "Greedy",
        "TieRule",
        "best_decision",
    ),
    "strategies.tabled.look_ahead": (
        "Beam",
        "TwoPly",
    ),
    "strategies.tabled.lots": (
        "AnyBest",
        "Drawing",
        "RandomCandidate",
        "UninformedRandom",
    ),
    "studies": (
        "ExpectedDistribution",
        "TieStudy",
        "expected_distribution",
        "path_distribution",
        "tie_study",
    ),
    "table": (
        "ScoreTable",
        "compile_game",
    ),
    "tree": (
        "Branch",
        "Node",
        "lazy_tree",
    ),
    "verdict": (
        "Verdict",
        "is_greedy_optimal",
    ),
}
_HOMES = {name: f"{__name__}.{module}" for module, names in _MODULES.items() for name in names}
#: The modules that are public names themselves.
_PACKAGES = {
    "codemakers": "play.codemakers",
    "gym": "gym",
    "kernels": "kernels",
    "show": "show",
    "strategies": "strategies",
}

__all__ = sorted(_HOMES.keys() | _PACKAGES.keys())


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name in _PACKAGES:
        return import_module(f"{__name__}.{_PACKAGES[name]}")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


@draw_with
def _to_card(result: Any) -> str:
    """Draw a result for a notebook; the room of pictures is imported when one asks."""
    from mastermind_core.show.cards import to_card

    return to_card(result)
