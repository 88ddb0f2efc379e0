"""Decision trees: nodes, and the players that follow them."""

from __future__ import annotations

from mastermind_core.tree.node import Branch as Branch
from mastermind_core.tree.node import Node as Node
from mastermind_core.tree.node import ending as ending
from mastermind_core.tree.node import ends as ends
from mastermind_core.tree.node import flat_tree as flat_tree
from mastermind_core.tree.node import ids_of as ids_of
from mastermind_core.tree.node import joined as joined
from mastermind_core.tree.node import known as known
from mastermind_core.tree.node import stored_tree as stored_tree
from mastermind_core.tree.outcomes import Outcome as Outcome
from mastermind_core.tree.players import HasTree as HasTree
from mastermind_core.tree.players import Player as Player
from mastermind_core.tree.players import StrategyLike as StrategyLike
from mastermind_core.tree.players import check_game as check_game
from mastermind_core.tree.players import digest_of_tree as digest_of_tree
from mastermind_core.tree.players import lazy_tree as lazy_tree
from mastermind_core.tree.players import player_for as player_for
from mastermind_core.tree.players import some_tree as some_tree
from mastermind_core.tree.players import tree_for as tree_for
from mastermind_core.tree.players import tree_in as tree_in
