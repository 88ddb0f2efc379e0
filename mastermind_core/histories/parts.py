"""The parts of histories that the command line uses."""

from __future__ import annotations

from mastermind_core.histories.belief import HistoryBelief as HistoryBelief
from mastermind_core.histories.culprits import CulpritBelief as CulpritBelief
from mastermind_core.histories.items import ItemCommand as ItemCommand
from mastermind_core.histories.items import read_items as read_items
from mastermind_core.histories.items import read_requirements as read_requirements
from mastermind_core.histories.numbers import NumberBelief as NumberBelief
from mastermind_core.histories.places import CommitRuns as CommitRuns
from mastermind_core.histories.places import ItemRuns as ItemRuns
from mastermind_core.histories.rates import DEFAULT_RATES as DEFAULT_RATES
from mastermind_core.histories.rates import FAIL as FAIL
from mastermind_core.histories.rates import PASS as PASS
from mastermind_core.histories.rates import Rates as Rates
from mastermind_core.histories.repository import Repository as Repository
from mastermind_core.histories.search import Bisection as Bisection
from mastermind_core.histories.search import RunCosts as RunCosts
from mastermind_core.histories.search import RunFile as RunFile
from mastermind_core.histories.search import advice as advice
from mastermind_core.histories.search import answer_of as answer_of
from mastermind_core.histories.search import known_runs as known_runs
from mastermind_core.histories.search import rehearse as rehearse
from mastermind_core.histories.search import runs_needed as runs_needed
