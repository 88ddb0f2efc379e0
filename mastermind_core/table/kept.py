"""The tables of games that were compiled, each as long as its game lives and some longer."""

from __future__ import annotations

from array import array
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
        """Return the table of a game, or of one that equals it, if there is one that holds still.

        Of a game that was changed since, as far as a few items and scores show, it is none.
        """
        try:
            found = self._living.get(game) or self._recent.get(game)
        except TypeError:
            return None
        return None if found is None or _has_changed(game, found) else found

    def keep(self, game: Game[Any, Any, Any], table: ScoreTable) -> None:
        """Keep the table of a game, and forget some that have not been asked for of late."""
        try:
            if self._living.get(game) is not table:
                self._living[game] = table
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


def _has_changed(game: Any, table: ScoreTable) -> bool:
    """Say whether the ends of the lists of a game are others, or its scores of them."""
    changing: Any = type(game).__setattr__
    if changing is not object.__setattr__:
        return False  # frozen
    pairs = []
    for index, items in ((table.guesses, game.guesses), (table.secrets, game.secrets)):
        known, last = index.items, len(index.items) - 1
        if len(items) != len(known) or items[0] != known[0] or items[last] != known[last]:
            return True
        pairs.append((0, last))
    guesses, secrets = table.guesses.items, table.secrets.items
    return any(
        table.scores.items[score] != game.score(guesses[guess], secrets[secret])
        for guess in pairs[0]
        for score, block in table.split(guess, array("I", sorted(set(pairs[1]))))
        for secret in block
    )
