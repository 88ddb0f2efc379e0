"""Decision trees: their nodes, the walk through them, and who plays them."""

from __future__ import annotations

from mastermind_core.tree.node import Branch, Node, flat_tree, stored_tree
from mastermind_core.tree.players import (
    HasTree,
    Player,
    StrategyLike,
    check_game,
    lazy_tree,
    player_for,
    some_tree,
    tree_for,
    tree_in,
)

__all__ = [
    "Branch",
    "HasTree",
    "Node",
    "Player",
    "StrategyLike",
    "check_game",
    "flat_tree",
    "lazy_tree",
    "player_for",
    "some_tree",
    "stored_tree",
    "tree_for",
    "tree_in",
]
