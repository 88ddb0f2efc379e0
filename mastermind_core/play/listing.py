"""Codes that fit, listed in the background while a game goes on, and who guesses from the list."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event, Thread
from typing import Any

from attrs import define, field

from mastermind_core.code_space.consistent_codes import ConsistentCodes
from mastermind_core.game import CodeGame
from mastermind_core.kernels.choose import code_kernel
from mastermind_core.play.knowledge import Knowledge
from mastermind_core.strategies.base import Effort, Position
from mastermind_core.strategies.codes.elimination import Elimination

#: Codes that are asked for at a time, and those that a list holds before it waits for an answer.
_CHUNK, _MOST = 20_000, 2_000_000


class Listing:
    """The codes that fit a history, in order, as far as a thread has come.

    An answer sifts what has been listed, and the listing goes on behind it: no code is made twice
    (J. Dennis, answer on Stack Overflow, 2010).

    >>> from mastermind_core import Mastermind
    >>> listing = Listing(Mastermind(colours=6, holes=4), [((1, 1, 2, 2), (1, 1))])
    >>> listing.first()
    (1, 2, 3, 3)
    >>> listing.after([((1, 1, 2, 2), (1, 1)), ((1, 2, 3, 3), (0, 2))]).first()
    (2, 1, 4, 4)
    """

    def __init__(
        self,
        game: CodeGame,
        history: Sequence[tuple[Any, Any]],
        found: bytes = b"",
        last: bytes = b"",
        *,
        whole: bool = False,
    ):
        """Begin to list behind the code ``last``; ``found`` are those before it that fit."""
        self._codes = ConsistentCodes(game, history)
        self._found = bytearray(found)
        self._last = last
        self._whole = whole
        self._some, self._stopped = Event(), Event()
        if found or whole:
            self._some.set()
        self._thread: Thread | None = None
        self.begin()

    def begin(self) -> None:
        """Go on listing, after a stop as well."""
        if self._thread is None and not self._whole:
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
        while not self._stopped.is_set() and len(self._found) < _MOST * holes:
            made = self._codes.first_bytes_from(self._last, _CHUNK + 1)
            whole = len(made) < (_CHUNK + 1) * holes
            if self._last and made.startswith(self._last):
                made = made[holes:]
            self._found += made
            self._last = made[-holes:] or self._last
            self._whole = whole
            if made or whole:
                self._some.set()
            if whole:
                return

    def first(self) -> Any:
        """Return the first code that fits, as soon as there is one; raise where none does."""
        self.begin()
        self._some.wait()
        holes = self._codes.coding.holes
        return self._codes.coding.decode(self._codes.need(bytes(self._found[:holes])))

    def after(self, history: Sequence[tuple[Any, Any]]) -> Listing:
        """Return the list after a further answer; this one stops."""
        self.stop()
        codes = ConsistentCodes(self._codes.game, history)
        holes, listed = codes.coding.holes, bytes(self._found)
        off = code_kernel().distances(holes, listed, codes.turns[-1:])
        left = b"".join(
            code
            for code, black, white in zip(codes.coding.cut(listed), *off, strict=True)
            if black == white == 0
        )
        return Listing(self._codes.game, history, left, self._last, whole=self._whole)


@define(eq=False)
class ListingBreaker:
    """Elimination that lists the codes which fit while the other player thinks of an answer.

    Its guesses are those of :class:`Elimination` without a thread.
    """

    strategy: Elimination
    position: Position
    _listing: Listing | None = field(default=None)
    _guess: Any = field(default=None, init=False)

    @property
    def effort(self) -> Effort:
        """Return the count of what its strategy has looked at."""
        return self.position.effort

    @property
    def guess(self) -> Any:
        """Return the first word that fits, or the first code of the list."""
        if self._listing is not None:
            self._listing.begin()
        if self._guess is None:
            word = self.strategy.word(self.position)
            if word is None and self._listing is not None and self.strategy.pick == "first":
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
            listing = Listing(game, position.history)
        else:
            listing = self._listing.after(position.history)
        return ListingBreaker(self.strategy, position, listing)
