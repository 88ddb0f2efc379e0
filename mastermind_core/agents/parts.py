"""The parts of scores that the command line uses. The package itself lists what users need."""

from __future__ import annotations

from mastermind_core.agents.rating import as_fields as as_fields
from mastermind_core.agents.rating import in_words as in_words
