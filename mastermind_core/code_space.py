"""The codes that fit a history, in games of any size: counted, drawn and listed without a table."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from math import perm
from operator import index
from typing import Any

from attrs import field, frozen

from mastermind_core.arguments import DEFAULT_SEED, Seed, generator, pairs_in, whole_number
from mastermind_core.errors import BadArgument, BadGame, GameTooLarge, InconsistentHistory, shown
from mastermind_core.game import CodeGame, History
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.types import CodeShape, Turn
from mastermind_core.notation import contradiction

Code = tuple[Hashable, ...]

_MOST_HOLES = _MOST_COLOURS = 255

#: Codes up to which all that fit are listed.
_LISTED = 2**20


@frozen(eq=False)
class Coding:
    r"""The codes of a game as bytes: one a hole, each the place of its colour.

    >>> from mastermind_core import Mastermind
    >>> coding = Coding(Mastermind(colours="RGB", holes=2))
    >>> coding.encode("BR"), coding.decode(bytes([1, 2]))
    (b'\x02\x00', ('G', 'B'))
    """

    game: Any

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.game, CodeGame):
            raise BadGame(
                f"this needs a game of codes (with symbols and holes), not {shown(self.game)}: "
                "take a strategy that reads the score table"
            )
        if self.holes > _MOST_HOLES or self.colours > _MOST_COLOURS:
            raise BadGame(
                f"codes may have up to {_MOST_HOLES} holes and {_MOST_COLOURS} colours, not "
                f"{self.holes} and {self.colours}"
            )

    @property
    def holes(self) -> int:
        """Return the length of a code."""
        return int(self.game.holes)

    @cached_property
    def colours(self) -> int:
        """Return the number of colours."""
        return len(self.symbols)

    @cached_property
    def symbols(self) -> tuple[Hashable, ...]:
        """Return the colours in order."""
        return tuple(self.game.symbols)

    @cached_property
    def shape(self) -> CodeShape:
        """Return what kernels ask about the codes of a game."""
        game = self.game
        return CodeShape(self.colours, self.holes, game.secret_repeats, game.guess_repeats)

    @cached_property
    def secrets(self) -> int:
        """Return the number of codes that may be the secret."""
        if self.game.secret_repeats:
            return int(self.colours**self.holes)
        return perm(self.colours, self.holes)

    @cached_property
    def _places(self) -> dict[Hashable, int]:
        return {symbol: place for place, symbol in enumerate(self.symbols)}

    @cached_property
    def _made(self) -> Callable[[Iterable[Hashable]], Any]:
        made: Callable[[Iterable[Hashable]], Any] = getattr(self.game, "from_symbols", tuple)
        return made

    def encode(self, code: Iterable[Hashable]) -> bytes:
        """Write a code as bytes."""
        try:
            written = bytes(self._places[symbol] for symbol in code)
        except KeyError as unknown:
            raise BadArgument(f"{unknown} is no colour of this game") from None
        except TypeError:
            raise BadArgument(
                f"a code has {self.holes} colours of the game, not {shown(code)}"
            ) from None
        if len(written) != self.holes:
            raise BadArgument(f"a code has {self.holes} holes: {shown(code)} does not fit")
        return written

    def decode(self, written: Iterable[int]) -> Code:
        """Read one code, as the game writes it: as a tuple, or by its own ``from_symbols``."""
        code: Code = self._made(self.symbols[place] for place in written)
        return code

    def cut(self, written: bytes) -> list[bytes]:
        """Cut the bytes of several codes apart."""
        return [written[at : at + self.holes] for at in range(0, len(written), self.holes)]

    def history(self, history: History[Any, Any]) -> list[Turn]:
        """Write a history as turns of numbers."""
        turns = []
        for guess, score in pairs_in(history):
            try:
                black, white = map(index, score)
            except (TypeError, ValueError):
                black = white = -1
            if black < 0 or white < 0:
                raise BadArgument(
                    f"an answer must be a pair of black and white pegs, not {shown(score)}"
                )
            turns.append((self.encode(guess), black, white))
        return turns


@frozen(eq=False)
class ConsistentCodes:
    """The secrets of a game of codes that fit a history, without a list of all of them.

    Truth says whether there are any. The work is done in the kernel: counting goes by how often
    each colour comes, listing by back-tracking with bounds; neither looks at the whole code space.

    >>> from mastermind_core import Mastermind
    >>> game = Mastermind(colours=12, holes=8)
    >>> codes = ConsistentCodes(game, [((1, 1, 2, 2, 3, 3, 4, 5), (2, 1))])
    >>> codes.count()
    17117820
    >>> codes.first(2)
    [(1, 1, 1, 1, 1, 1, 1, 2), (1, 1, 1, 1, 1, 1, 1, 3)]
    """

    game: Any
    past: History[Any, Any] = field(default=(), repr=False)

    @cached_property
    def coding(self) -> Coding:
        """Return how codes are written as bytes."""
        return Coding(self.game)

    @cached_property
    def turns(self) -> list[Turn]:
        """Return the history in numbers."""
        return self.coding.history(self.past)

    @property
    def _asked(self) -> tuple[CodeShape, Sequence[Turn]]:
        return self.coding.shape, self.turns

    def count(self) -> int:
        """Return how many there are; :class:`GameTooLarge` where they cannot be counted."""
        found: int | None = kernels.codes.count_consistent(*self._asked)
        if found is None:
            raise self._too_many("counted")
        return found

    def count_soon(self) -> int | None:
        """Return how many there are; None where counting would take long."""
        found: int | None = kernels.codes.count_soon(*self._asked)
        return found

    def __bool__(self) -> bool:
        return bool(kernels.codes.list_consistent(*self._asked, 1))

    def fits(self) -> bool | None:
        """Return whether there are any; None where that would take long to find out."""
        found: bool | None = kernels.codes.fits(*self._asked)
        return found

    def sample(self, size: int, seed: Seed = DEFAULT_SEED) -> list[Code]:
        """Draw ``size`` different codes, every set equally likely; all if there are no more.

        Codes that cannot be counted are :class:`GameTooLarge`.
        """
        return list(map(self.coding.decode, self.coding.cut(self.sample_bytes(size, seed))))

    def first(self, limit: int) -> list[Code]:
        """Return the first ones in the order of ``game.guesses``."""
        return list(map(self.coding.decode, self.coding.cut(self.first_bytes(limit))))

    def listed(self) -> list[Code]:
        """Return all of them, from one to a million; other numbers are refused."""
        if not self:
            before = [ConsistentCodes(self.game, self.past[:at]) for at in range(len(self.past))]
            counts = [codes.count_soon() for codes in before]
            number = counts.index(0) if 0 in counts else len(counts)
            left = counts[number - 1]
            raise contradiction(self.game, number, *self.past[number - 1], left)
        count = self.count()
        if count > _LISTED:
            raise GameTooLarge(
                f"consistent: {count:,} codes fit, over {_LISTED:,}: add answers, or take "
                "ConsistentCodes(game, history), which counts, lists the first and draws some"
            )
        return self.first(count)

    def first_bytes(self, limit: int, start: bytes = b"") -> bytes:
        """Return the first ones from a code on as bytes, one after the other.

        The empty code stands before all.
        """
        limit = whole_number("limit", limit)
        found: bytes = kernels.codes.list_consistent(*self._asked, limit, start)
        return found

    def one(self, seed: Seed = DEFAULT_SEED) -> Code:
        """Draw a code; raise :class:`InconsistentHistory` where there is none."""
        return self.coding.decode(self.need(self.sample_bytes(1, seed)))

    def next(self, start: Iterable[Hashable] | None = None) -> Code:
        """Return the first code from ``start`` on, beginning again at the end of the list."""
        begin = b"" if start is None else self.coding.encode(start)
        found = kernels.codes.list_consistent(*self._asked, 1, begin)
        if begin and not found:
            found = kernels.codes.list_consistent(*self._asked, 1)
        return self.coding.decode(self.need(found))

    def sample_bytes(self, size: int, seed: Seed = DEFAULT_SEED) -> bytes:
        """Draw codes as bytes, one after the other."""
        size = whole_number("size", size)
        drawn: bytes | None = kernels.codes.sample_consistent(
            *self._asked, size, generator(seed).getrandbits(64)
        )
        if drawn is None:
            raise self._too_many("drawn at random, for which they are counted")
        return drawn

    def _too_many(self, done: str) -> GameTooLarge:
        answers = "1 answer" if len(self.turns) == 1 else f"{len(self.turns)} answers"
        return GameTooLarge(
            f"the codes of {shown(self.game)} that fit {answers} are too many to be {done}: "
            f"list some "
            "with ConsistentCodes(game, history).first(n), or guess with strategy 'sampled'"
        )

    def need(self, found: bytes) -> bytes:
        """Return what was found, or raise :class:`InconsistentHistory` where it is nothing."""
        if not found:
            raise InconsistentHistory(
                f"no code fits the {len(self.turns)} answers: one of them must be wrong"
            )
        return found
