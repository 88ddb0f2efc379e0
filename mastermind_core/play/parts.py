"""The parts of play that applications use. The package itself lists what users need."""

from __future__ import annotations

from mastermind_core.play.advice import Suggestion as Suggestion
from mastermind_core.play.advice import check_legal as check_legal
from mastermind_core.play.advice import suggest as suggest
from mastermind_core.play.advice import weigh as weigh
from mastermind_core.play.codebreaker import AskingBreaker as AskingBreaker
from mastermind_core.play.codebreaker import Codebreaker as Codebreaker
from mastermind_core.play.codebreaker import advisor as advisor
from mastermind_core.play.codebreaker import first_breaker as first_breaker
from mastermind_core.play.codebreaker import turns_of_game as turns_of_game
from mastermind_core.play.codemakers import CODEMAKERS as CODEMAKERS
from mastermind_core.play.codemakers import codemaker_of as codemaker_of
from mastermind_core.play.codemakers import draw as draw
from mastermind_core.play.codemakers import fixed as fixed
from mastermind_core.play.ending import Ending as Ending
from mastermind_core.play.judging import Diagnosis as Diagnosis
from mastermind_core.play.judging import Judge as Judge
from mastermind_core.play.judging import MoveReview as MoveReview
from mastermind_core.play.judging import allowed as allowed
from mastermind_core.play.knowledge import CodeKnowledge as CodeKnowledge
from mastermind_core.play.knowledge import InOrder as InOrder
from mastermind_core.play.knowledge import Knowledge as Knowledge
from mastermind_core.play.knowledge import first_knowledge as first_knowledge
from mastermind_core.play.session import Session as Session
