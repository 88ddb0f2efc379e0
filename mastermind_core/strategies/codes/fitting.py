"""Strategies that guess a code that fits: drawn, in some order, or weighed in a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import log, perm
from random import Random
from typing import Any, Literal

from attrs import field, frozen
from attrs.converters import optional

from mastermind_core.arguments import choice, expect, is_list, whole, yes_or_no
from mastermind_core.code_space import Coding, ConsistentCodes
from mastermind_core.errors import BadArgument, GameTooLarge, InconsistentHistory, shown
from mastermind_core.game import CodeGame
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.types import CodeShape
from mastermind_core.strategies.base import CodeStrategy, Position, cited, guesses, named
from mastermind_core.strategies.codes.searching import PATTERNS, Pattern, doubled, first_guess
from mastermind_core.table import too_large


@frozen
class Consistent(CodeStrategy):
    """The base of strategies that guess any code that fits; the first guess is of a pattern.

    Of the pattern "random", as by default, it is any code, as later guesses are of those that fit.
    """

    pattern: Pattern = choice(*PATTERNS, default="random", kw_only=True)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        codes = ConsistentCodes(position.game, position.history)
        if position.history or self.pattern == "random":
            return self.fitting(codes, position)
        position.effort.evaluations += 1
        return first_guess(codes.coding, self.pattern, position.new_random())

    def fitting(self, codes: ConsistentCodes, position: Position) -> Any:
        """Return any of the codes that fit, of which only this one is looked at."""
        position.effort.evaluations += 1
        return codes.one(position.new_random())


@frozen
class Shapiro(Consistent):
    """The codes that fit, in a random order that is gone through once.

    What was passed over can never fit later, so each guess is any of the fitting codes, equally
    likely. With more than ``longest`` codes no list is kept: the guess is drawn from the fitting
    codes, which comes to the same, and only that one is counted as looked at.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Shapiro(), games=20).mean
    4.45
    """

    longest: int = field(default=100_000, validator=whole(0))
    name: str = named("shapiro")
    source: str = cited("E. Shapiro, Playing Mastermind logically, SIGART Bulletin 85 (1983)")

    def fitting(self, codes: ConsistentCodes, position: Position) -> Any:
        """Return the next of the codes that fits."""
        coding, turns = codes.coding, codes.turns
        if coding.secrets > self.longest:
            return super().fitting(codes, position)
        order = _shuffled(coding.shape, position.game_random().getrandbits(64))
        places = {code: at for at, code in enumerate(order)} if turns else {}
        for code in order[places.get(turns[-1][0], -1) + 1 if turns else 0 :]:
            position.effort.evaluations += 1
            if not any(map(any, kernels.codes.distances(coding.holes, code, turns))):
                return coding.decode(code)
        return coding.decode(codes.need(b""))


@lru_cache(maxsize=2)
def _shuffled(shape: CodeShape, seed: int) -> list[bytes]:
    holes = shape.holes
    everything = kernels.codes.list_consistent(shape, (), max(1, shape.colours**holes))
    codes = [everything[at : at + holes] for at in range(0, len(everything), holes)]
    Random(seed).shuffle(codes)
    return codes


@frozen
class Rosu(Consistent):
    """Random codes until one fits, which is guessed; the first guess is any code.

    The code that comes out is any of the fitting ones, equally likely, and is drawn as such. The
    number of codes that would have been tried, which is counted, is drawn too: it is geometric.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Rosu(), games=20).mean
    4.3
    """

    name: str = named("rosu")
    source: str = cited("R. Rosu, Mastermind, thesis, North Carolina State University (1999)")

    def fitting(self, codes: ConsistentCodes, position: Position) -> Any:
        """Return any of the codes that fit, and count those that would have been tried."""
        random = position.new_random()
        guess = codes.one(random)
        share = codes.count() / codes.coding.secrets
        tries = 1 if share == 1 else 1 + int(log(1 - random.random()) / log(1 - share))
        position.effort.evaluations += tries
        return guess


@frozen
class Swaszek(Consistent):
    """The first code in lexicographic order that fits, from the last guess on.

    The first guess is fixed, or of the ``pattern`` "random" as Berghman, Goossens and Leus play it
    in larger games. The paper's fixed guess is not known from what cites it: 1123 and its like by
    default. (The cited mean over M(4,6), 4.758, is that over all first guesses.) The list
    goes on from the last guess and begins again at its end; with ``restart`` every search begins
    at the first code instead.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Swaszek(restart=True), games=20).mean
    5.3
    """

    pattern: Pattern = choice(*PATTERNS, default="doubled")
    restart: bool = field(default=False, validator=yes_or_no)
    name: str = named("swaszek")
    source: str = cited(
        "P. Swaszek, The mastermind novice, J. of Recreational Mathematics 30 (2000)"
    )

    @property
    def draws_lots(self) -> bool:
        """Whether another seed makes other guesses."""
        return self.pattern == "random"

    def fitting(self, codes: ConsistentCodes, position: Position) -> Any:
        """Return the next code that fits, or any one at the beginning."""
        if not position.history:
            return super().fitting(codes, position)
        position.effort.evaluations += 1
        last = position.history[-1][0]
        within = codes.coding.game.secret_repeats or len(set(last)) == len(last)
        return codes.next(None if self.restart or not within else last)


def _words(given: Iterable[Any]) -> tuple[Any, ...]:
    expect(is_list(given), "preferred", "a list of secrets", given)
    return tuple(given)


@frozen
class Elimination(CodeStrategy):
    """A secret that fits all answers; those in ``preferred`` come before any other.

    This is the Jotto program of the second answer of the source: a list of likely words is
    crossed off by each answer. When none is left, any combination of letters that fits will do,
    which is what the game's own secrets are for. Every game with a list of secrets that may be
    guessed can be played so; codes that are too many to list are enumerated from the answers. A
    game may name its ``likely`` secrets itself, as :class:`~mastermind_core.games.OpenJotto` does.
    ``pick`` takes the "first" that fits, or a "random" one.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Elimination(pick="random"), games=20).mean
    4.55
    """

    preferred: tuple[Any, ...] = field(default=(), converter=_words, repr=False)
    pick: Literal["first", "random"] = choice("first", "random")
    name: str = named("elimination")
    source: str = cited("J. Dennis, answer on Stack Overflow (2010)")

    @property
    def draws_lots(self) -> bool:
        """Whether another seed makes other guesses."""
        return self.pick == "random"

    def likely(self, game: Any) -> tuple[Any, ...]:
        """Return the secrets that come before any other."""
        return self.preferred or tuple(getattr(game, "likely", ()))

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        game = position.game
        found = self._of(self.likely(game), position)
        if found is not None:
            return found
        if isinstance(game, CodeGame) and too_large(game):
            codes = ConsistentCodes(game, position.history)
            return codes.next() if self.pick == "first" else codes.one(position.new_random())
        found = self._of(game.secrets, position)
        if found is not None:
            return found
        raise InconsistentHistory(
            f"no secret that was not guessed fits the {len(position.history)} answers: one of them "
            "must be wrong, or a secret is not found by naming it"
        )

    def _of(self, words: Iterable[Any], position: Position) -> Any:
        fitting = (word for word in words if _fits(position, word))
        if self.pick == "first":
            return next(fitting, None)
        left = list(fitting)
        return position.new_random().choice(left) if left else None


def _fits(position: Position, word: Any) -> bool:
    position.effort.evaluations += 1
    score = position.game.score
    return all(guess != word and score(guess, word) == answer for guess, answer in position.history)


shapiro = Shapiro()
rosu = Rosu()
swaszek = Swaszek()
elimination = Elimination()


Ties = Literal["first", "random"]

#: The answers of all codes to each code.
Rows = Sequence[Sequence[int]]

#: Fitting codes that are listed to be spread evenly.
_LISTED = 100_000


def rows_among(codes: Sequence[bytes], position: Position) -> Rows:
    """Return the answers of codes to each of them, all of which are looked at."""
    size, joined = len(codes), b"".join(codes)
    position.effort.evaluations += size**2
    matrix = kernels.codes.score_matrix(len(codes[0]), joined, joined)
    return [matrix[at * size : (at + 1) * size] for at in range(size)]


def largest(rows: Rows) -> list[int]:
    """Return the largest block of the codes behind each code."""
    return [max(Counter(row).values()) for row in rows]


def left_after(rows: Rows) -> list[int]:
    """Sum over the secrets how many codes are left after each code."""
    return [sum(n * n for n in Counter(row).values()) for row in rows]


def as_written(rows: Rows) -> list[int]:
    """Sum what MERC's text counts: for each secret m the codes that answer *m* as the code does.

    The code's own answers would be compared with the answers to the code. Here it is m that stays
    fixed, so that the sum is over the blocks of other guesses in which the code happens to be.
    """
    blocks = [(Counter(row), row) for row in rows]
    return [sum(own[row[code]] for own, row in blocks) for code in range(len(rows))]


#: What a guess costs among the codes that fit.
COSTS = {"largest": largest, "left_after": left_after, "as_written": as_written}


def cheapest(codes: Sequence[bytes], costs: Sequence[int], ties: Ties, random: Random) -> bytes:
    """Return a code of least cost."""
    least = min(costs)
    best = [code for code, cost in zip(codes, costs, strict=True) if cost == least]
    return best[0] if ties == "first" else random.choice(best)


def listed(position: Position, most: int) -> list[bytes]:
    """List the codes that fit, or a random ``most`` of them where there are more."""
    codes = ConsistentCodes(position.game, position.history)
    found = codes.first_bytes(most + 1)
    if len(codes.coding.cut(found)) > most:
        found = codes.sample_bytes(most, position.new_random())
    return sorted(codes.coding.cut(codes.need(found)))


@frozen
class Listing(CodeStrategy):
    """The codes that fit, weighed against each other; one of least cost is guessed.

    With ``cost`` "as_written" this is Rhodes's MERC to the letter, with "left_after" what it
    must have been meant to be, and with "largest" his account of Knuth's method, which differs
    from Knuth's in that only codes that fit are guessed. The first guess is 1122 and its like.
    What fills gaps: ties go to the first code in order, or a random one; of more than ``most``
    fitting codes so many are drawn.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Listing("largest", most=100), games=20).mean
    4.75
    """

    cost: Literal["largest", "left_after", "as_written"] = choice(*COSTS, default="as_written")
    ties: Ties = choice("first", "random")
    most: int = field(default=2000, validator=whole(1))
    pattern: Pattern = choice(*PATTERNS, default="halves")
    name: str = named("rhodes_merc")
    source: str = cited("A. Rhodes, Search algorithms for Mastermind (2019)")

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding = Coding(position.game)
        if not position.history:
            return first_guess(coding, self.pattern, position.new_random())
        codes = listed(position, self.most)
        costs = COSTS[self.cost](rows_among(codes, position))
        return coding.decode(cheapest(codes, costs, self.ties, position.new_random()))


@frozen
class TwoColour(CodeStrategy):
    """Two random colours first, then minimax among the codes that fit.

    As Ostrowska writes it: a random colour in the first half of the holes and another in the
    second. Then each code that fits is tried on "all" codes, not only on the fitting ones, and the
    one with the least largest number of equal answers is guessed. Against all codes that number
    says nothing of the history. ``against`` "candidates" is the method that her third section
    describes instead.

    What fills gaps: an odd hole goes to the first colour; ties go to the first code in order; of
    more than ``most`` fitting codes so many are drawn.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), TwoColour("candidates", most=100), games=20).mean
    4.65
    """

    against: Literal["all", "candidates"] = choice("all", "candidates")
    most: int = field(default=2000, validator=whole(1))
    name: str = named("two_colour")
    source: str = cited(
        "A. Ostrowska, Implementation of Knuth's and minimax algorithms in Mastermind game (2021)"
    )

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding = Coding(position.game)
        if not position.history:
            return coding.decode(_two_random(coding, position.new_random()))
        codes = listed(position, self.most)
        if self.against == "all":
            position.effort.evaluations += len(codes) * coding.secrets
            numbers = (tuple(sorted(Counter(code).values())) for code in codes)
            costs = [_largest_of_all(coding.shape, own) for own in numbers]
        else:
            costs = largest(rows_among(codes, position))
        return coding.decode(cheapest(codes, costs, "first", position.new_random()))


def _two_random(coding: Coding, random: Random) -> bytes:
    if not coding.game.guess_repeats:
        return bytes(random.sample(range(coding.colours), coding.holes))
    colours = random.sample(range(coding.colours), min(2, coding.colours))
    first = (coding.holes + 1) // 2
    return bytes([colours[0]] * first + [colours[-1]] * (coding.holes - first))


@lru_cache(maxsize=4096)
def _largest_of_all(shape: CodeShape, numbers: tuple[int, ...]) -> int:
    """Return the largest block of all codes behind a code with such numbers of colours."""
    code = bytes(colour for colour, number in enumerate(numbers) for _ in range(number))
    counts = [
        kernels.codes.count_consistent(shape, [(code, black, white)])
        for black in range(shape.holes + 1)
        for white in range(shape.holes + 1 - black)
    ]
    known = [count for count in counts if count is not None]
    if len(known) < len(counts):
        raise GameTooLarge(
            f"{shape.colours} colours in {shape.holes} holes have too many codes to count those "
            "behind each answer: take against='candidates'"
        )
    return max(known)


@frozen
class MostPartsOfSpread(CodeStrategy):
    """The code that splits a spread-out population of fitting codes into most parts.

    From what Berghman, Goossens and Leus say of Ugurdag and others: the first two guesses are
    fixed. Afterwards a population of fitting codes is both the guesses and the secrets that they
    are tried on; the fitness of a guess is its number of different answers. The population has a
    fitting code from each part of a partition of all codes, found as Shapiro does.

    What fills gaps: the population is taken in equal steps from the list of all fitting codes, and
    ties go to the lexicographically first. Where these are more than 100,000, and with the
    ``spread`` "runs", the parts are ``population`` runs of equal length in lexicographic order, and
    the code is the first that fits from the beginning of its run on, whichever run that is in. The
    ``fixed`` guesses are 1123 and 4564 and their like, or those that are given, as 1123 and 2646;
    they are left out when one code only still fits.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), MostPartsOfSpread(spread="runs"), games=20).mean
    4.8
    """

    population: int = field(default=64, validator=whole(1))
    spread: Literal["runs", "even"] = choice("runs", "even", default="even")
    fixed: tuple[Any, ...] | None = field(default=None, converter=optional(guesses))
    name: str = named("ugurdag")
    source: str = cited(
        "H. F. Ugurdag and others, Population-based FPGA solution to Mastermind game, AHS (2006)"
    )

    @property
    def draws_lots(self) -> bool:
        """Whether another seed makes other guesses."""
        return False

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position."""
        coding = Coding(position.game)
        depth = len(position.history)
        fixed = self.fixed
        if fixed is None:
            fixed = tuple(map(coding.decode, fixed_pair(coding)))
        codes = ConsistentCodes(position.game, position.history)
        # Where one code is left, a fixed guess would be thrown away.
        if depth < len(fixed) and not (depth and len(codes.first(2)) == 1):
            if fixed[depth] not in position.game.guesses:
                raise BadArgument(f"fixed: {shown(fixed[depth])} is not a guess of this game")
            return fixed[depth]
        found = self._spread(codes)
        parts = [len(set(row)) for row in rows_among(found, position)]
        return coding.decode(found[parts.index(max(parts))])

    def _spread(self, codes: ConsistentCodes) -> list[bytes]:
        coding = codes.coding
        size = min(self.population, coding.secrets)
        if self.spread == "even":
            listed = codes.coding.cut(codes.first_bytes(_LISTED + 1))
            if 0 < len(listed) <= _LISTED:
                size = min(size, len(listed))
                return [listed[at * len(listed) // size] for at in range(size)]
        starts = (at * coding.secrets // size for at in range(size))
        firsts = (codes.first_bytes(1, code_at(coding.shape, at)) for at in starts)
        found = set(firsts) - {b""}
        return sorted(found) or [codes.need(codes.sample_bytes(1, Random(0)))]


def fixed_pair(coding: Coding) -> tuple[bytes, bytes]:
    """Return two guesses that go together: the second has the first one's pattern in new colours.

    >>> from mastermind_core import Mastermind
    >>> [code.hex()[1::2] for code in fixed_pair(Coding(Mastermind(colours=6, holes=4)))]
    ['0012', '3453']
    """
    first = doubled(coding)
    by = max(first) + 1
    second = bytes((colour + by) % coding.colours for colour in first)
    return first, second[1:] + second[:1]


def code_at(shape: CodeShape, at: int) -> bytes:
    """Return a code by its place in lexicographic order."""
    colours, holes, repeats, _ = shape
    left = list(range(colours))
    code = bytearray()
    for hole in range(1, holes + 1):
        further = holes - hole
        digit, at = divmod(at, colours**further if repeats else perm(colours - hole, further))
        code.append(left[digit] if repeats else left.pop(digit))
    return bytes(code)


rhodes_knuth = Listing("largest", name="rhodes_knuth")
rhodes_merc = Listing()
two_colour = TwoColour()
ugurdag = MostPartsOfSpread()
