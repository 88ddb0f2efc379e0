"""The parts that the command line and environments use. The package lists what users need."""

from __future__ import annotations

from mastermind_core.agents.rating import as_fields as as_fields
from mastermind_core.agents.rating import in_words as in_words
from mastermind_core.agents.worth import Worths as Worths
from mastermind_core.agents.worth import dearest as dearest
