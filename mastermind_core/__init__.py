"""Guessing games over one protocol: strategies, lazy decision trees, exact solutions.

>>> import mastermind_core as mc
>>> game = mc.Mastermind(colours=6, holes=4, repeats="guesses")
>>> print(mc.length_distribution(game, mc.strategies.entropy))
2:7 3:55 4:229 5:69  (total 1440, mean 4.0000, worst 5)
"""

from __future__ import annotations

from mastermind_core.names import __version__ as __version__
from mastermind_core.names.lazy import face
from mastermind_core.names.services import serve
from mastermind_core.results.base import draw_with

#: ``__init__.pyi`` is the one place to add a public name. Each is imported at its first use.
__getattr__, __dir__, __all__ = face(__name__)


@draw_with
def _to_card(result: object) -> str:
    """Return a result as HTML for a notebook. The module of pictures is imported on first use."""
    from mastermind_core.show.cards import to_card

    return to_card(result)


@serve("likelihood")
def _noise() -> object:
    """Return the service of games whose answers may be wrong, imported on first use."""
    from mastermind_core.noise import service

    return service


@serve("first_belief")
def _histories() -> object:
    """Return the service of histories whose runs may be wrong, imported on first use."""
    from mastermind_core.histories import service

    return service
