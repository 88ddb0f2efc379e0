"""Common parts of results: HTML representations and data frames."""

from mastermind_core.results.base import OneCopy as OneCopy
from mastermind_core.results.base import Shown as Shown
from mastermind_core.results.base import draw_with as draw_with
from mastermind_core.results.bounds import NoisyBound as NoisyBound
from mastermind_core.results.forms import MOST_PAIRS as MOST_PAIRS
from mastermind_core.results.forms import Form as Form
from mastermind_core.results.forms import GameForm as GameForm
from mastermind_core.results.forms import NotWritable as NotWritable
from mastermind_core.results.forms import check_hashes as check_hashes
from mastermind_core.results.forms import check_rows as check_rows
from mastermind_core.results.forms import integers as integers
from mastermind_core.results.forms import lists_of as lists_of
from mastermind_core.results.forms import paired as paired
from mastermind_core.results.frames import Rows as Rows
from mastermind_core.results.frames import aligned as aligned
from mastermind_core.results.frames import imported as imported
from mastermind_core.results.frames import make_frame as make_frame
from mastermind_core.results.frames import without as without
