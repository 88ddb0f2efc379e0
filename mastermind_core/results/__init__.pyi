"""Common parts of results: HTML representations and data frames."""

from mastermind_core.results.base import OneCopy as OneCopy
from mastermind_core.results.base import Shown as Shown
from mastermind_core.results.base import draw_with as draw_with
from mastermind_core.results.frames import aligned as aligned
from mastermind_core.results.frames import imported as imported
from mastermind_core.results.frames import make_frame as make_frame
from mastermind_core.results.frames import without as without
