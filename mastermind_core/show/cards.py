"""What a notebook shows of a result: a card of HTML, by its class.

A card asks no strategy: of a lazy tree it shows what has been opened.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from mastermind_core.analysis import CostDistribution, Distribution, WorstCase
from mastermind_core.exact.solution import Solution
from mastermind_core.exact.valuing import Value
from mastermind_core.game.base import GameBase
from mastermind_core.games.variants import Variant
from mastermind_core.play.advice import Suggestion
from mastermind_core.play.diagnosis import Diagnosis
from mastermind_core.play.hindsight import Reviewed
from mastermind_core.play.session import Session
from mastermind_core.results.frames import Rows
from mastermind_core.show.card_figures import (
    distribution_card,
    expected_card,
    session_card,
    spectrum_card,
    standings_card,
    summary_card,
    table_card,
    ties_card,
    worst_case_card,
)
from mastermind_core.show.card_trees import node_card, solution_card, verdict_card
from mastermind_core.show.card_values import game_card, record_card, rows_card, strategy_card
from mastermind_core.simulation.records import Summary
from mastermind_core.simulation.standings import Standings
from mastermind_core.strategies.base import StrategyValue
from mastermind_core.studies.paths import ExpectedDistribution
from mastermind_core.studies.spectrum import TieSpectrum
from mastermind_core.studies.ties import TieStudy
from mastermind_core.studies.verdict import Verdict
from mastermind_core.table import ScoreTable
from mastermind_core.tree import Node

#: What draws the card of a class.
CARDS: dict[type, Callable[[Any], str]] = {
    CostDistribution: distribution_card,
    Diagnosis: record_card,
    Distribution: distribution_card,
    ExpectedDistribution: expected_card,
    GameBase: game_card,
    Node: node_card,
    Reviewed: record_card,
    Rows: rows_card,
    ScoreTable: table_card,
    Session: session_card,
    Solution: solution_card,
    Standings: standings_card,
    StrategyValue: strategy_card,
    Suggestion: record_card,
    Summary: summary_card,
    TieSpectrum: spectrum_card,
    TieStudy: ties_card,
    Value: record_card,
    Variant: game_card,
    Verdict: verdict_card,
    WorstCase: worst_case_card,
}


def to_card(result: Any) -> str:
    """Draw the card of a result; one whose class has none is shown as text."""
    for kind in type(result).__mro__:
        if kind in CARDS:
            return CARDS[kind](result)
    return f"<pre>{escape(str(result))}</pre>"
