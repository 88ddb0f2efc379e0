"""The parts of strategies that applications use. The package itself lists what users need."""

from __future__ import annotations

from mastermind_core.strategies.base import CodeStrategy as CodeStrategy
from mastermind_core.strategies.base import Effort as Effort
from mastermind_core.strategies.base import Position as Position
from mastermind_core.strategies.base import Strategy as Strategy
from mastermind_core.strategies.base import StrategyValue as StrategyValue
from mastermind_core.strategies.base import choose as choose
from mastermind_core.strategies.base import cited as cited
from mastermind_core.strategies.base import guessed as guessed
from mastermind_core.strategies.base import guesses as guesses
from mastermind_core.strategies.base import is_deterministic as is_deterministic
from mastermind_core.strategies.base import name_of as name_of
from mastermind_core.strategies.base import named as named
from mastermind_core.strategies.base import needs_table as needs_table
from mastermind_core.strategies.base import start as start
from mastermind_core.strategies.catalogue import IDEAS as IDEAS
from mastermind_core.strategies.catalogue import OF_NOISE as OF_NOISE
from mastermind_core.strategies.catalogue import STRATEGIES as STRATEGIES
from mastermind_core.strategies.catalogue import default_strategy as default_strategy
from mastermind_core.strategies.catalogue import idea_of as idea_of
from mastermind_core.strategies.catalogue import strategy_of as strategy_of
from mastermind_core.strategies.tabled.composed import Opened as Opened
from mastermind_core.strategies.tabled.greedy import Greedy as Greedy
from mastermind_core.strategies.tabled.greedy import TieRule as TieRule
from mastermind_core.strategies.tabled.greedy import cost_of_guesses as cost_of_guesses
from mastermind_core.strategies.tabled.greedy import settled as settled
from mastermind_core.strategies.tabled.greedy import winning_guesses as winning_guesses
from mastermind_core.strategies.tabled.randomized import AnyBest as AnyBest
from mastermind_core.strategies.tabled.randomized import Drawing as Drawing
