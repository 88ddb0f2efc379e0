"""Output for people: trees as plain text, pictures and pages, plots, and cards for notebooks."""

from mastermind_core import names
from mastermind_core.show.looks import LOOKS as LOOKS
from mastermind_core.show.looks import Cell as Cell
from mastermind_core.show.looks import Look as Look
from mastermind_core.show.plots import Recorder as Recorder
from mastermind_core.show.plots import plot_bounds as plot_bounds
from mastermind_core.show.plots import plot_candidates as plot_candidates
from mastermind_core.show.plots import plot_distribution as plot_distribution
from mastermind_core.show.plots import plot_growth as plot_growth
from mastermind_core.show.plots import plot_information as plot_information
from mastermind_core.show.plots import plot_partition as plot_partition
from mastermind_core.show.plots import plot_posterior as plot_posterior
from mastermind_core.show.rows import to_html as to_html
from mastermind_core.show.rows import to_svg as to_svg
from mastermind_core.show.rows import to_text as to_text

__all__ = names.exported(__name__)
__dir__ = __all__.copy
