"""Who guesses while something goes on in the background: a list of codes, or a search for better.

The guesses of elimination are the same whatever its thread has done.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import not_, or_
from threading import Event, Thread
from typing import Any

from attrs import define, field

from mastermind_core.arguments import DEFAULT_SEED, Seed
from mastermind_core.code_space import ConsistentCodes
from mastermind_core.errors import BadArgument, shown
from mastermind_core.game import CodeGame, Game
from mastermind_core.kernels.choose import code_kernel
from mastermind_core.play.codebreaker import Asking, position_after
from mastermind_core.play.knowledge import Knowledge, is_tabled
from mastermind_core.strategies.base import Position, start
from mastermind_core.strategies.codes.anytime import Anytime, Improves, Thinking
from mastermind_core.strategies.codes.fitting import Elimination
from mastermind_core.tree import player_for

#: Codes that are asked for at a time, and those that a list holds before it waits for an answer.
_CHUNK, _MOST = 20_000, 2_000_000


class ListedAhead:
    """The codes that fit a history, in order, as far as a thread has come.

    After an answer the thread sifts what has been listed, and the listing goes on behind it: no
    code is made twice (J. Dennis, answer on Stack Overflow, 2010). Who asks before it has come to a
    code that fits does not wait for it: the kernel looks for the first.

    >>> from mastermind_core import Mastermind
    >>> listing = ListedAhead(Mastermind(colours=6, holes=4), [((1, 1, 2, 2), (1, 1))])
    >>> listing.first()
    (1, 2, 3, 3)
    >>> listing.after([((1, 1, 2, 2), (1, 1)), ((1, 2, 3, 3), (0, 2))]).first()
    (2, 1, 4, 4)
    """

    def __init__(
        self,
        game: CodeGame,
        history: Sequence[tuple[Any, Any]],
        listed: bytes = b"",
        last: bytes = b"",
        *,
        whole: bool = False,
    ):
        """Begin to sift the codes ``listed`` up to ``last``, and to list those behind it."""
        self._codes = ConsistentCodes(game, history)
        self._listed, self._last, self._whole = listed, last, whole
        self._sifted = 0
        self._found = bytearray()
        self._stopped = Event()
        self._thread: Thread | None = None
        self.begin()

    def begin(self) -> None:
        """Go on listing, after a stop as well."""
        if self._thread is None and (self._sifted < len(self._listed) or not self._whole):
            self._stopped.clear()
            self._thread = Thread(target=self._list, daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """End the listing; what has been listed stays."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _list(self) -> None:
        holes = self._codes.coding.holes
        while self._sifted < len(self._listed) and not self._stopped.is_set():
            self._sift(self._listed[self._sifted : self._sifted + _CHUNK * holes])
        while not (self._whole or self._stopped.is_set() or len(self._found) >= _MOST * holes):
            made = self._codes.first_bytes_from(self._last, _CHUNK + 1)
            self._whole = len(made) < (_CHUNK + 1) * holes
            if self._last and made.startswith(self._last):
                made = made[holes:]
            self._found += made
            self._last = made[-holes:] or self._last

    def _sift(self, some: bytes) -> None:
        coding = self._codes.coding
        off = code_kernel().distances(coding.holes, some, self._codes.turns)
        self._found += b"".join(compress(coding.cut(some), map(not_, map(or_, *off))))
        self._sifted += len(some)

    def first(self) -> Any:
        """Return the first code that fits; raise where none does."""
        self.begin()
        found = bytes(self._found[: self._codes.coding.holes])
        return self._codes.coding.decode(found) if found else self._codes.next()

    def after(self, history: Sequence[tuple[Any, Any]]) -> ListedAhead:
        """Return the list after a further answer; this one stops."""
        self.stop()
        listed = bytes(self._found) + self._listed[self._sifted :]
        return ListedAhead(self._codes.game, history, listed, self._last, whole=self._whole)


@define(eq=False)
class ListingBreaker(Asking):
    """Elimination that lists the codes which fit while the other player thinks of an answer.

    Its guesses are those of :class:`Elimination` without a thread.
    """

    strategy: Elimination
    position: Position
    _listing: ListedAhead | None = field(default=None)
    _words: Sequence[Any] | None = field(default=None)  # likely ones that may still fit
    _guess: Any = field(default=None, init=False)

    @property
    def guess(self) -> Any:
        """Return the first word that fits, or the first code of the list."""
        if self._listing is not None:
            self._listing.begin()
        if self._guess is None:
            words = self.strategy.likely(self.position.game) if self._words is None else self._words
            word = self.strategy.word(self.position, words)
            if self.strategy.pick == "first":
                self._words = () if word is None else words[words.index(word) :]
                if word is None and self._listing is not None:
                    word = self._listing.first()
            self._guess = self.strategy(self.position) if word is None else word
        return self._guess

    def stop(self) -> None:
        """End the listing; what has been listed stays."""
        if self._listing is not None:
            self._listing.stop()

    def after(self, guess: Any, score: Any, known: Knowledge | None = None) -> ListingBreaker:
        """Return the player after an answer; this one lists no more."""
        position = self.position.answered(guess, score)
        if self._listing is None:
            game: Any = position.game
            listing = ListedAhead(game, position.history)
        else:
            listing = self._listing.after(position.history)
        return ListingBreaker(self.strategy, position, listing, self._words)


@define(eq=False)
class ThinkingBreaker(Asking):
    """An anytime strategy that goes on thinking in the background until it hears an answer."""

    strategy: Improves
    position: Position
    _thinking: Thinking | None = field(default=None, init=False)

    @property
    def guess(self) -> Any:
        """Return the best guess so far; the first time, begin to think."""
        if self._thinking is None:
            self._thinking = Thinking(self.strategy, self.position)
        return self._thinking.guess

    def stop(self) -> None:
        """End the thinking; the best guess so far stays."""
        if self._thinking is not None:
            self._thinking.stop()

    def after(self, guess: Any, score: Any, known: Knowledge | None = None) -> ThinkingBreaker:
        """Return the player after an answer; this one thinks no more."""
        self.stop()
        position = self.position
        if not is_tabled(position.game):
            return ThinkingBreaker(self.strategy, position.answered(guess, score))
        return ThinkingBreaker(self.strategy, position_after(position, guess, score, known))


def thinking_breaker(
    game: Game[Any, Any, Any], strategy: Any = None, seed: Seed = DEFAULT_SEED
) -> ThinkingBreaker | ListingBreaker:
    """Return the player that works in the background, at the beginning of a game.

    An anytime strategy looks for better guesses; elimination lists the codes that fit.
    """
    chosen: Any = Anytime() if strategy is None else player_for(game, strategy).choice
    if isinstance(chosen, Elimination) and isinstance(game, CodeGame):
        return ListingBreaker(chosen, start(game, seed, with_table=False))
    if not hasattr(chosen, "improvements"):
        raise BadArgument(
            f"strategy must be one that improves its guesses to think, such as 'anytime', not "
            f"{shown(strategy)}"
        )
    return ThinkingBreaker(chosen, start(game, seed, with_table=is_tabled(game)))
