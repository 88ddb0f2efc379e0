"""The parts of play that applications use. The package itself lists what users need."""

from __future__ import annotations

from mastermind_core.play.codebreaker import first_breaker as first_breaker
from mastermind_core.play.codebreaker import turns_of_game as turns_of_game
from mastermind_core.play.codemakers import CODEMAKERS as CODEMAKERS
from mastermind_core.play.codemakers import codemaker_of as codemaker_of
from mastermind_core.play.codemakers import draw as draw
from mastermind_core.play.codemakers import fixed as fixed
from mastermind_core.play.ending import Ending as Ending
from mastermind_core.play.hindsight import Judge as Judge
from mastermind_core.play.hindsight import MoveReview as MoveReview
from mastermind_core.play.hindsight import reviewed as reviewed
from mastermind_core.play.knowledge import ListedBoards as ListedBoards
from mastermind_core.play.session import Session as Session
