"""The tables of games that were compiled, each as long as its game lives and some longer."""

from __future__ import annotations

from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from mastermind_core.game import Game
from mastermind_core.table.score_table import ScoreTable

#: Games whose tables are kept though they are gone, for the next one that equals them: how many,
#: and pairs of guess and secret of all of them.
_RECENT, _RECENT_PAIRS = 8, 32 * 2**20


class KeptTables:
    """Tables by game. Equal games share one; of games that cannot be hashed none is kept."""

    def __init__(self) -> None:
        self._living: WeakKeyDictionary[Any, ScoreTable] = WeakKeyDictionary()
        # No OrderedDict: Ctrl-C while it compares two games leaves it broken for ever.
        self._recent: dict[Any, ScoreTable] = {}
        self._changing = Lock()

    def find(self, game: Any) -> ScoreTable | None:
        """Return the table of a game, or of one that equals it, if there is one."""
        try:
            return self._living.get(game) or self._recent.get(game)
        except TypeError:
            return None

    def keep(self, game: Game[Any, Any, Any], table: ScoreTable) -> None:
        """Keep the table of a game, and forget some that have not been asked for of late."""
        try:
            self._living.setdefault(game, table)
        except TypeError:
            return
        if type(game).__eq__ is not object.__eq__:
            with self._changing:
                self._keep_for_equals(game, table)

    def forget(self) -> None:
        """Forget all tables."""
        self._recent.clear()
        self._living.clear()

    def _keep_for_equals(self, game: Any, table: ScoreTable) -> None:
        # The one that is there already stays: it is the game of the table, which lives with it.
        own = next((known for known in self._recent if known == game), game)
        self._recent.pop(own, None)
        self._recent[own] = table
        kept = list(self._recent.items())
        while len(kept) > _RECENT or sum(table.n_pairs for _, table in kept) > _RECENT_PAIRS:
            del kept[0]
        if len(kept) < len(self._recent):
            # Not one by one: a game that has changed since is not found by its hash.
            self._recent.clear()
            self._recent.update(kept)
