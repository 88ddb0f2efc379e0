"""Scores of agents, oracles made ahead, and the next question."""

from mastermind_core.agents.asking import NextQuestion as NextQuestion
from mastermind_core.agents.asking import next_question as next_question
from mastermind_core.agents.likelihoods import LikelihoodTable as LikelihoodTable
from mastermind_core.agents.likelihoods import read_likelihoods as read_likelihoods
from mastermind_core.agents.preparing import prepare_oracle as prepare_oracle
from mastermind_core.agents.rating import RatedMove as RatedMove
from mastermind_core.agents.rating import Rating as Rating
from mastermind_core.agents.rating import rate as rate
from mastermind_core.agents.transcripts import read_transcripts as read_transcripts
