"""Functions below the public names that several tests need: one place knows where they are."""

from mastermind_core.notation.spelling import show_item
from mastermind_core.show.looks import MORE_LOOKS, NAMED, PALETTE, Look, look_for, tinted
from mastermind_core.strategies.base import CodeStrategy, start
from mastermind_core.strategies.catalogue import IDEAS, default_strategy, idea_of
from mastermind_core.table.symmetry import find_symmetry, orbits

__all__ = [
    "IDEAS",
    "MORE_LOOKS",
    "NAMED",
    "PALETTE",
    "CodeStrategy",
    "Look",
    "default_strategy",
    "find_symmetry",
    "idea_of",
    "look_for",
    "orbits",
    "show_item",
    "start",
    "tinted",
]
