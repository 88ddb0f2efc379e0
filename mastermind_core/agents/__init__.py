"""Scores of agents: what their games cost beyond the best play, without luck."""

from mastermind_core import names
from mastermind_core.agents.asking import LikelihoodTable as LikelihoodTable
from mastermind_core.agents.asking import NextQuestion as NextQuestion
from mastermind_core.agents.asking import next_question as next_question
from mastermind_core.agents.asking import read_likelihoods as read_likelihoods
from mastermind_core.agents.preparing import prepare_oracle as prepare_oracle
from mastermind_core.agents.rating import RatedMove as RatedMove
from mastermind_core.agents.rating import Rating as Rating
from mastermind_core.agents.rating import rate as rate
from mastermind_core.agents.transcripts import read_transcripts as read_transcripts

__all__ = names.exported(__name__)
__dir__ = __all__.copy
