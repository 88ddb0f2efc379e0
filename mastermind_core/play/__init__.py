"""Games move by move: sessions, matches against codemakers, and advice."""

from mastermind_core import names
from mastermind_core.play.advice import Suggestion as Suggestion
from mastermind_core.play.judging import Diagnosis as Diagnosis
from mastermind_core.play.judging import MoveReview as MoveReview
from mastermind_core.play.match import Match as Match
from mastermind_core.play.match import play_game as play_game
from mastermind_core.play.match import play_match as play_match
from mastermind_core.play.session import Session as Session

__all__ = names.exported(__name__)
__dir__ = __all__.copy
