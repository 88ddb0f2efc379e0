"""Strategies that guess a consistent code: at random, in an order, or the best in a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import log
from random import Random
from typing import Any, ClassVar, Literal

from attrs import field, frozen
from attrs.converters import optional

from mastermind_core.arguments import choice, expect, is_list, whole, yes_or_no
from mastermind_core.code_space import Coding, ConsistentCodes
from mastermind_core.errors import BadArgument, GameTooLarge, InconsistentHistory, shown
from mastermind_core.game import CodeGame
from mastermind_core.games.parts import Codes, peg_scores
from mastermind_core.heuristics.kernels import running
from mastermind_core.heuristics.searching import PATTERNS, Pattern, doubled, first_guess
from mastermind_core.kernels import CodeShape
from mastermind_core.kernels import choose as kernels
from mastermind_core.strategies.parts import CodeStrategy, Position, cited, guesses, named
from mastermind_core.table import too_large


@frozen
class Consistent(CodeStrategy):
    """The base for strategies that guess a consistent code after a patterned first guess.

    Attributes:
        pattern: The first guess's pattern. "random" is any secret.
    """

    pattern: Pattern = choice(*PATTERNS, default="random", kw_only=True)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position.

        Args:
            position: The position.
        """
        codes = ConsistentCodes(position.game, position.history)
        if position.history or self.pattern == "random":
            return self.fitting(codes, position)
        position.effort.evaluations += 1
        return first_guess(codes.coding, self.pattern, position.new_random())

    def fitting(self, codes: ConsistentCodes, position: Position) -> Any:
        """Return a random consistent code, which counts as one evaluation.

        Args:
            codes: The consistent codes.
            position: The position.
        """
        position.effort.evaluations += 1
        return codes.one(position.new_random())


@frozen
class Shapiro(Consistent):
    """A strategy that tries all codes once in random order and guesses the consistent ones.

    A code that was skipped never becomes consistent later. Each guess is therefore a random
    consistent code, all of them equally likely.

    Attributes:
        longest: The order is stored for at most this many codes. In larger games the guess is
            sampled from the consistent codes, with the same probabilities. It then counts as a
            single evaluation.
        pattern: The first guess's pattern.
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Shapiro(), games=20).mean
    4.45
    """

    longest: int = field(default=100_000, validator=whole(0))
    name: str = named("shapiro")
    source: str = cited("E. Shapiro, Playing Mastermind logically, SIGART Bulletin 85 (1983)")

    def fitting(self, codes: ConsistentCodes, position: Position) -> Any:
        """Return the next consistent code in the order.

        Args:
            codes: The consistent codes.
            position: The position.
        """
        coding = codes.coding
        turns = codes.turns
        if coding.secrets > self.longest:
            return super().fitting(codes, position)
        order = _shuffled(coding.shape, position.game_random().getrandbits(64))
        places = {code: at for at, code in enumerate(order)} if turns else {}
        for code in order[places.get(turns[-1][0], -1) + 1 if turns else 0 :]:
            position.effort.evaluations += 1
            if not any(map(any, running.distances(coding.holes, code, turns))):
                return coding.decode(code)
        return coding.decode(codes.need(b""))


@lru_cache(maxsize=2)
def _shuffled(shape: CodeShape, seed: int) -> list[bytes]:
    codes = list(codes_of(shape))
    Random(seed).shuffle(codes)
    return codes


def codes_of(shape: CodeShape) -> Codes[bytes]:
    """Return the codes with a shape that may be secrets, in lexicographic order."""
    return Codes(tuple(range(shape.colours)), shape.holes, shape.secret_repeats, bytes)


@frozen
class Rosu(Consistent):
    """A strategy that draws random codes until one is consistent, and guesses it.

    The result is a random consistent code and is sampled directly. The evaluations are sampled from
    their geometric distribution.

    Attributes:
        pattern: The first guess's pattern.
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Rosu(), games=20).mean
    4.3
    """

    name: str = named("rosu")
    source: str = cited("R. Rosu, Mastermind, thesis, North Carolina State University (1999)")

    def fitting(self, codes: ConsistentCodes, position: Position) -> Any:
        """Return a random consistent code, and count the codes that would have been tried.

        Args:
            codes: The consistent codes.
            position: The position.
        """
        random = position.new_random()
        guess = codes.one(random)
        share = codes.count() / codes.coding.secrets
        tries = 1 if share == 1 else 1 + int(log(1 - random.random()) / log(1 - share))
        position.effort.evaluations += tries
        return guess


@frozen
class Swaszek(Consistent):
    """A strategy that guesses the next consistent code in lexicographic order.

    The order is cyclic. Papers that cite it do not state its fixed first guess. Here it is 1123 or
    the code with this pattern for the size. The cited mean over M(4,6), 4.758, is the mean over all
    first guesses.

    Attributes:
        pattern: The first guess's pattern. Berghman, Goossens and Leus use "random" in larger
            games.
        restart: Whether every search starts at the first code in the order.
        name: The name in results and messages.
        source: The publication.

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
    def randomized(self) -> bool:
        """Return whether another seed leads to other guesses."""
        return self.pattern == "random"

    def fitting(self, codes: ConsistentCodes, position: Position) -> Any:
        """Return the next consistent code, or before the first guess a random one.

        Args:
            codes: The consistent codes.
            position: The position.
        """
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
    """A strategy that guesses any consistent secret, preferred secrets first.

    This is the Jotto program in the second answer of the source: each score eliminates words from a
    likely list. When none is left, any consistent secret in the game is guessed. The strategy plays
    every game whose secrets may be guessed. If there are too many codes to list, the consistent
    ones are enumerated directly.

    Attributes:
        preferred: Secrets to guess before all others. By default they are a game's ``likely``
            secrets if it has some, such as :class:`~mastermind_core.games.OpenJotto`.
        pick: The choice among consistent secrets: the "first", or a "random" one.
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Elimination(pick="random"), games=20).mean
    4.55
    """

    preferred: tuple[Any, ...] = field(default=(), converter=_words, repr=False)
    pick: Literal["first", "random"] = choice("first", "random")
    #: A session that thinks plays this strategy as usual: its guess cannot be improved.
    improvements: ClassVar[None] = None
    name: str = named("elimination")
    source: str = cited("J. Dennis, answer on Stack Overflow (2010)")

    @property
    def randomized(self) -> bool:
        """Return whether another seed leads to other guesses."""
        return self.pick == "random"

    def likely(self, game: Any) -> tuple[Any, ...]:
        """Return the secrets to guess before all others.

        Args:
            game: The game.
        """
        return self.preferred or tuple(getattr(game, "likely", ()))

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position.

        Args:
            position: The position.

        Raises:
            InconsistentHistory: If no secret that was not guessed is consistent.
        """
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
            f"no secret that was not guessed fits the {len(position.history)} scores: one of them "
            "must be wrong, or guessing the secret does not end the game"
        )

    def _of(self, words: Iterable[Any], position: Position) -> Any:
        fitting = (word for word in words if _fits(position, word))
        if self.pick == "first":
            return next(fitting, None)
        left = list(fitting)
        return position.new_random().choice(left) if left else None


def _fits(position: Position, word: object) -> bool:
    position.effort.evaluations += 1
    score = position.game.score
    return all(guess != word and score(guess, word) == answer for guess, answer in position.history)


shapiro = Shapiro()
rosu = Rosu()
swaszek = Swaszek()
elimination = Elimination()


Ties = Literal["first", "random"]

#: The scores of all codes, one row per guess.
Rows = Sequence[Sequence[int]]

#: The maximum number of consistent codes to list for an even spread.
_LISTED = 100_000


def rows_among(codes: Sequence[bytes], position: Position) -> Rows:
    """Return the scores for pairs of codes, and count the pairs as evaluations."""
    size = len(codes)
    joined = b"".join(codes)
    position.effort.evaluations += size**2
    matrix = running.score_matrix(len(codes[0]), joined, joined)
    return [matrix[at * size : (at + 1) * size] for at in range(size)]


def largest(rows: Rows) -> list[int]:
    """Return for each guess its largest block's size."""
    return [max(Counter(row).values()) for row in rows]


def left_after(rows: Rows) -> list[int]:
    """Return how many codes remain, summed over the secrets, for each guess."""
    return [sum(n * n for n in Counter(row).values()) for row in rows]


def as_written(rows: Rows) -> list[int]:
    """Return the cost that the text of MERC defines, for each guess.

    For each secret m, it counts the codes with the same score as the guess against *m*, instead of
    the codes with the same score as m against the guess. The sum is thus over the sizes of the
    blocks of other guesses that contain the code.
    """
    blocks = [(Counter(row), row) for row in rows]
    return [sum(own[row[code]] for own, row in blocks) for code in range(len(rows))]


#: The cost functions of guesses among the consistent codes, by name.
COSTS = {"largest": largest, "left_after": left_after, "as_written": as_written}


def cheapest(codes: Sequence[bytes], costs: Sequence[int], ties: Ties, random: Random) -> bytes:
    """Return a code with minimum cost."""
    least = min(costs)
    best = [code for code, cost in zip(codes, costs, strict=True) if cost == least]
    return best[0] if ties == "first" else random.choice(best)


def listed(position: Position, most: int, random: Random) -> list[bytes]:
    """Return the consistent codes in order, or a random sample of ``most`` if there are more."""
    codes = ConsistentCodes(position.game, position.history)
    found = codes.first_bytes(most + 1)
    if len(codes.coding.cut(found)) > most:
        found = codes.sample_bytes(most, random)
    return sorted(codes.coding.cut(codes.need(found)))


@frozen
class Listing(CodeStrategy):
    """A strategy that lists the consistent codes and guesses the one with minimum cost.

    Rhodes's description of Knuth's method is the cost "largest". Unlike Knuth, it guesses only
    consistent codes. MERC is the cost "as_written", and "left_after" is its probable intention.
    Assumptions: the rule for ties, and the sample if there are more than ``most`` codes.

    Attributes:
        cost: The cost to minimize: the "largest" block's size, how many codes are "left_after" the
            guess, or MERC's formula "as_written".
        ties: The choice among codes with equal costs: the "first" in order, or a "random" one.
        most: How many codes, at most. If more are consistent, a sample is used. The sample is
            always the same unless ``ties`` or ``pattern`` are "random".
        pattern: The first guess's pattern. By default it is 1122 or similar.
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import Mastermind, simulate
    >>> simulate(Mastermind(6, 4), Listing("largest", most=100), games=20).mean
    4.7
    """

    cost: Literal["largest", "left_after", "as_written"] = choice(*COSTS, default="as_written")
    ties: Ties = choice("first", "random")
    most: int = field(default=2000, validator=whole(1))
    pattern: Pattern = choice(*PATTERNS, default="halves")
    name: str = named("rhodes_merc")
    source: str = cited("A. Rhodes, Search algorithms for Mastermind (2019)")

    @property
    def randomized(self) -> bool:
        """Return whether another seed leads to other guesses."""
        return "random" in (self.ties, self.pattern)

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position.

        Args:
            position: The position.
        """
        coding = Coding(position.game)
        random = position.new_random() if self.randomized else Random(0)
        if not position.history:
            return first_guess(coding, self.pattern, random)
        codes = listed(position, self.most, random)
        costs = COSTS[self.cost](rows_among(codes, position))
        return coding.decode(cheapest(codes, costs, self.ties, random))


@frozen
class TwoColour(CodeStrategy):
    """A strategy that opens with two random colours and then plays minimax among consistent codes.

    The first guess has a random colour in the first half and another in the second, as Ostrowska
    describes it. Later guesses are consistent codes whose largest block is minimal. Assumptions: an
    odd hole gets the first colour, ties are resolved by order, and if more than ``most`` codes are
    consistent, a random sample is used.

    Attributes:
        against: The codes that form the blocks. "all" follows her text. Such blocks do not depend
            on the history. "candidates" is the method in her third section.
        most: How many consistent codes to evaluate, at most.
        name: The name in results and messages.
        source: The publication.

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
        """Return the guess for a position.

        Args:
            position: The position.

        Raises:
            GameTooLarge: If there are too many codes to count all blocks.
        """
        coding = Coding(position.game)
        if not position.history:
            return coding.decode(_two_random(coding, position.new_random()))
        random = position.new_random()
        codes = listed(position, self.most, random)
        if self.against == "all":
            position.effort.evaluations += len(codes) * coding.secrets
            numbers = (tuple(sorted(Counter(code).values())) for code in codes)
            costs = [_largest_of_all(coding.shape, own) for own in numbers]
        else:
            costs = largest(rows_among(codes, position))
        return coding.decode(cheapest(codes, costs, "first", random))


def _two_random(coding: Coding, random: Random) -> bytes:
    if not coding.game.guess_repeats:
        return bytes(random.sample(range(coding.colours), coding.holes))
    colours = random.sample(range(coding.colours), min(2, coding.colours))
    first = (coding.holes + 1) // 2
    return bytes([colours[0]] * first + [colours[-1]] * (coding.holes - first))


@lru_cache(maxsize=4096)
def _largest_of_all(shape: CodeShape, numbers: tuple[int, ...]) -> int:
    """Return the largest block's size over all codes, from the guess's colour counts."""
    code = bytes(colour for colour, number in enumerate(numbers) for _ in range(number))
    turns = ([(code, *score)] for score in peg_scores(shape.holes))
    counts = [kernels.codes.count_consistent(shape, turn) for turn in turns]
    known = [count for count in counts if count is not None]
    if len(known) < len(counts):
        raise GameTooLarge(
            f"{shape.colours} colours in {shape.holes} holes have too many codes to count them "
            "for each score: use against='candidates'"
        )
    return max(known)


@frozen
class MostPartsOfSpread(CodeStrategy):
    """A strategy that guesses the code with the most different scores in a spread-out sample.

    Berghman, Goossens and Leus describe the method by Ugurdag and others. The first two guesses are
    fixed. Later, a population with consistent codes serves as guesses and as secrets, and a guess's
    fitness counts its different scores. The population has a consistent code from each part when
    all codes are partitioned, found by Shapiro's method.

    Assumptions: the rules for ``spread``, and ties go to the first code in lexicographic order. A
        fixed guess is skipped if only one code is consistent.

    Attributes:
        population: How many codes the population has, at most.
        spread: "even" takes the population in equal steps from the listed consistent codes, if they
            are at most 100,000. "runs" divides the lexicographic order into runs with equal
            lengths. It takes the first consistent code from each run's start on, in any run.
        fixed: The first guesses. By default 1123 and 4564, or similar codes for the size.
        name: The name in results and messages.
        source: The publication.

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
    randomized: ClassVar[bool] = False
    # A fixed guess may tell nothing; after the last one a consistent code is guessed.
    allows_uninformative: ClassVar[bool] = True

    def __call__(self, position: Position) -> Any:
        """Return the guess for a position.

        Args:
            position: The position.

        Raises:
            BadArgument: If a fixed guess is not in the game.
        """
        coding = Coding(position.game)
        depth = len(position.history)
        fixed = self.fixed
        if fixed is None:
            fixed = tuple(map(coding.decode, fixed_pair(coding)))
        codes = ConsistentCodes(position.game, position.history)
        # If one code is left, a fixed guess would be wasted.
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
        firsts = (codes.first_bytes(1, codes_of(coding.shape).item(at)) for at in starts)
        found = set(firsts) - {b""}
        return sorted(found) or [codes.need(codes.sample_bytes(1, Random(0)))]


def fixed_pair(coding: Coding) -> tuple[bytes, bytes]:
    """Return two guesses that complement each other: one pattern, with different colours.

    >>> from mastermind_core import Mastermind
    >>> [code.hex()[1::2] for code in fixed_pair(Coding(Mastermind(colours=6, holes=4)))]
    ['0012', '3453']
    """
    first = doubled(coding)
    by = max(first) + 1
    second = bytes((colour + by) % coding.colours for colour in first)
    return first, second[1:] + second[:1]


rhodes_knuth = Listing("largest", name="rhodes_knuth")
rhodes_merc = Listing()
two_colour = TwoColour()
ugurdag = MostPartsOfSpread()
