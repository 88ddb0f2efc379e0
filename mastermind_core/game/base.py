"""What the games of the package have in common beside the protocol."""

from __future__ import annotations

from mastermind_core.notation import Notation
from mastermind_core.results import Shown


class GameBase(Notation, Shown):
    """The base of games that are written as people do, and show themselves in notebooks."""

    __slots__ = ()
