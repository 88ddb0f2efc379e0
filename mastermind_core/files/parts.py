"""The parts of files that the command line uses. The package itself lists what users need."""

from __future__ import annotations

from mastermind_core.files.documents import LIMIT as LIMIT
from mastermind_core.files.documents import parsed as parsed
from mastermind_core.files.documents import read_limited as read_limited
from mastermind_core.files.documents import write_whole as write_whole
