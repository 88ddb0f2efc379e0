"""The parts of pictures that the command line uses. The package itself lists what users need."""

from __future__ import annotations

from mastermind_core.show.looks import TILES as TILES
from mastermind_core.show.looks import ink as ink
from mastermind_core.show.looks import look_for as look_for
from mastermind_core.show.looks import tinted as tinted
from mastermind_core.show.rows import bar_chart as bar_chart
