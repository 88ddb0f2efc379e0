"""The codes consistent with a history: counted, sampled and listed, in games at any size."""

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
from mastermind_core.notation import contradiction, guess_in, parse_score

Code = tuple[Hashable, ...]

_MOST_HOLES = _MOST_COLOURS = 255

#: The maximum number of consistent codes that are listed.
_LISTED = 2**20


@frozen(eq=False)
class Coding:
    r"""A game's codes as bytes: one byte per hole, its colour's index.

    Attributes:
        game: A code game.

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
                "use a strategy that reads the score table"
            )
        if self.holes > _MOST_HOLES or self.colours > _MOST_COLOURS:
            raise BadGame(
                f"codes may have up to {_MOST_HOLES} holes and {_MOST_COLOURS} colours, not "
                f"{self.holes} and {self.colours}"
            )

    @property
    def holes(self) -> int:
        """Return the code length."""
        return int(self.game.holes)

    @cached_property
    def colours(self) -> int:
        """Return how many colours there are."""
        return len(self.symbols)

    @cached_property
    def symbols(self) -> tuple[Hashable, ...]:
        """Return the colours in order."""
        return tuple(self.game.symbols)

    @cached_property
    def shape(self) -> CodeShape:
        """Return the code properties that kernels need."""
        game = self.game
        return CodeShape(self.colours, self.holes, game.secret_repeats, game.guess_repeats)

    @cached_property
    def secrets(self) -> int:
        """Count the possible secrets."""
        if self.game.secret_repeats:
            return int(self.colours**self.holes)
        return perm(self.colours, self.holes)

    @cached_property
    def _places(self) -> dict[Hashable, int]:
        return {symbol: place for place, symbol in enumerate(self.symbols)}

    def encode(self, code: Iterable[Hashable]) -> bytes:
        """Return a code as bytes."""
        try:
            written = bytes(self._places[symbol] for symbol in code)
        except KeyError as unknown:
            raise BadArgument(f"{unknown} is not a colour of this game") from None
        except TypeError:
            raise BadArgument(
                f"a code has {self.holes} colours of the game, not {shown(code)}"
            ) from None
        if len(written) != self.holes:
            raise BadArgument(f"a code has {self.holes} holes, unlike {shown(code)}")
        return written

    def decode(self, written: Iterable[int]) -> Code:
        """Return a code in the game's form: a tuple, or whatever its ``from_symbols`` returns."""
        made: Callable[[Iterable[Hashable]], Code] = getattr(self.game, "from_symbols", tuple)
        return made(self.symbols[place] for place in written)

    def cut(self, written: bytes) -> list[bytes]:
        """Split several codes' bytes."""
        return [written[at : at + self.holes] for at in range(0, len(written), self.holes)]

    def history(self, history: History[Any, Any]) -> list[Turn]:
        """Return a history as guesses in bytes with black and white peg counts."""
        turns = []
        for guess, score in pairs_in(history):
            guess = guess_in(self.game, guess) if isinstance(guess, str) else guess
            score = parse_score(self.game, score) if isinstance(score, str) else score
            try:
                black, white = map(index, score)
            except (TypeError, ValueError):
                black = white = -1
            if black < 0 or white < 0:
                raise BadArgument(
                    f"a score must be a pair of black and white pegs, not {shown(score)}"
                )
            turns.append((self.encode(guess), black, white))
        return turns


@frozen(eq=False)
class ConsistentCodes:
    """The codes consistent with a history, counted and sampled without enumerating the code space.

    ``bool(codes)`` is true if at least one code is consistent. Codes are counted by how often they
    have each colour, and listed by backtracking with bounds, both in the kernels.

    Attributes:
        game: A code game, at any size.
        past: The history: (guess, score) pairs, where a score is (black, white).

    See Also:
        :func:`consistent`.

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
        """Return the conversion from codes to bytes."""
        return Coding(self.game)

    @cached_property
    def turns(self) -> list[Turn]:
        """Return the history with guesses in bytes."""
        return self.coding.history(self.past)

    @property
    def _asked(self) -> tuple[CodeShape, Sequence[Turn]]:
        return self.coding.shape, self.turns

    def count(self) -> int:
        """Count the codes.

        Raises:
            GameTooLarge: If they are too many to be counted.
        """
        found = kernels.codes.count_consistent(*self._asked)
        if found is None:
            raise self._too_many("counted")
        return found

    def count_soon(self) -> int | None:
        """Count the codes, or return None if counting would take long."""
        return kernels.codes.count_soon(*self._asked)

    def __bool__(self) -> bool:
        return bool(kernels.codes.list_consistent(*self._asked, 1))

    def fits(self) -> bool | None:
        """Return whether there is a code, or None if the search would take long."""
        return kernels.codes.fits(*self._asked)

    def sample(self, size: int, seed: Seed = DEFAULT_SEED) -> list[Code]:
        """Return different random codes. All sets with this size are equally likely.

        Args:
            size: How many codes. If there are fewer, all are returned.
            seed: An integer or a random generator. None draws other codes in each call.

        Raises:
            GameTooLarge: If the codes are too many to be counted.
        """
        return list(map(self.coding.decode, self.coding.cut(self.sample_bytes(size, seed))))

    def first(self, limit: int) -> list[Code]:
        """Return the first codes, ordered as in ``game.guesses``.

        Args:
            limit: How many codes, at most.
        """
        return list(map(self.coding.decode, self.coding.cut(self.first_bytes(limit))))

    def listed(self) -> list[Code]:
        """Return all codes, up to about a million.

        Raises:
            InconsistentHistory: If no code is consistent.
            GameTooLarge: If there are more.
        """
        if not self:
            before = [ConsistentCodes(self.game, self.past[:at]) for at in range(len(self.past))]
            counts = [codes.count_soon() for codes in before]
            number = counts.index(0) if 0 in counts else len(counts)
            left = counts[number - 1]
            raise contradiction(self.game, number, *self.past[number - 1], left)
        count = self.count()
        if count > _LISTED:
            raise GameTooLarge(
                f"consistent: {count:,} codes are consistent, over {_LISTED:,}: add scores, or use "
                "ConsistentCodes(game, history), which counts, samples and lists the first codes"
            )
        return self.first(count)

    def first_bytes(self, limit: int, start: bytes = b"") -> bytes:
        """Return the first codes as bytes, one after the other.

        Args:
            limit: How many codes, at most.
            start: The first code to consider, as bytes. By default the game's first code.
        """
        limit = whole_number("limit", limit)
        return kernels.codes.list_consistent(*self._asked, limit, start)

    def one(self, seed: Seed = DEFAULT_SEED) -> Code:
        """Return a random code.

        Args:
            seed: An integer or a random generator. None draws other codes in each call.

        Raises:
            InconsistentHistory: If no code is consistent.
            GameTooLarge: If the codes are too many to be counted.
        """
        return self.coding.decode(self.need(self.sample_bytes(1, seed)))

    def next(self, start: Iterable[Hashable] | None = None) -> Code:
        """Return the first code from ``start`` on, cyclically.

        Args:
            start: A code in the game. By default the first one.

        Raises:
            InconsistentHistory: If no code is consistent.
        """
        begin = b"" if start is None else self.coding.encode(start)
        found = kernels.codes.list_consistent(*self._asked, 1, begin)
        if begin and not found:
            found = kernels.codes.list_consistent(*self._asked, 1)
        return self.coding.decode(self.need(found))

    def sample_bytes(self, size: int, seed: Seed = DEFAULT_SEED) -> bytes:
        """Return different random codes as bytes, one after the other.

        Args:
            size: How many codes. If there are fewer, all are returned.
            seed: An integer or a random generator. None draws other codes in each call.

        Raises:
            GameTooLarge: If the codes are too many to be counted.
        """
        size = whole_number("size", size)
        drawn: bytes | None = kernels.codes.sample_consistent(
            *self._asked, size, generator(seed).getrandbits(64)
        )
        if drawn is None:
            raise self._too_many("counted, which a random choice needs")
        return drawn

    def _too_many(self, done: str) -> GameTooLarge:
        answers = "1 score" if len(self.turns) == 1 else f"{len(self.turns)} scores"
        return GameTooLarge(
            f"the codes of {shown(self.game)} consistent with {answers} are too many to be {done}: "
            f"list some "
            "with ConsistentCodes(game, history).first(n), or guess with strategy 'sampled'"
        )

    def need(self, found: bytes) -> bytes:
        """Return codes' bytes, or raise an error if they are empty.

        Args:
            found: The bytes.

        Raises:
            InconsistentHistory: If no code is consistent.
        """
        if not found:
            raise InconsistentHistory(
                f"no code is consistent with the {len(self.turns)} scores: check them"
            )
        return found
