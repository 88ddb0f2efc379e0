"""Randomized strategies: a random candidate, a random best guess, or any random guess."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, product
from math import comb
from random import Random
from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

from attrs import field, frozen

from mastermind_core.arguments import choice
from mastermind_core.game import has_rule
from mastermind_core.metrics import MAX_BLOCK, Metric, metric_named
from mastermind_core.strategies.base import ByNumber, Position, cited, guesses, named
from mastermind_core.strategies.tabled.greedy import (
    Greedy,
    cost_of_guesses,
    ranked,
    winning_guesses,
)
from mastermind_core.table import ScoreTable

#: The number of guesses to rank first in order to find the ties.
_APART = 16


@runtime_checkable
class Drawing(Protocol):
    """A strategy that chooses its next guess uniformly at random from some options.

    The options may depend only on the position's candidates.
    """

    @property
    def symmetric(self) -> bool:
        """Return whether every game symmetry maps options to options.

        If so, two positions that differ by a symmetry have equivalent options.
        """

    @property
    def opening(self) -> tuple[Any, ...]:
        """Return the guesses that are played first."""

    def options(self, table: ScoreTable, candidates: array[int]) -> Sequence[int]:
        """Return the options' indices. A guess that is listed twice is twice as likely.

        Args:
            table: The compiled game.
            candidates: The candidates' indices.
        """


class Draws(ByNumber):
    """The base class for strategies that choose among their options at random."""

    __slots__ = ()
    randomized: ClassVar[bool] = True

    def _decide(self: Any, position: Position) -> int:
        """Return the guess for a position, as an index."""
        options = self.options(position.table, position.candidate_ids)
        return int(position.new_random().choice(options)) if options else -1


@frozen
class RandomCandidate(Draws):
    """A strategy that guesses any candidate, all equally likely.

    Attributes:
        opening: Guesses that are played first.
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import TwoD, length_distribution, strategies
    >>> length_distribution(TwoD(3), strategies.random_candidate).count
    9
    """

    opening: tuple[Any, ...] = field(default=(), converter=guesses)
    name: str = named("random_candidate")
    source: str = cited()
    symmetric: ClassVar[bool] = True

    def options(self, table: ScoreTable, candidates: array[int]) -> Sequence[int]:
        """Return the guesses that may win, as indices.

        Args:
            table: The compiled game.
            candidates: The candidates' indices.
        """
        return winning_guesses(table, candidates)


@frozen
class AnyBest(Draws):
    """A greedy strategy that breaks ties at random, preferring guesses that may win.

    Secret weights and guess costs count as in ``Greedy``.

    Attributes:
        metric: The metric to minimize, or its name.
        outside: The choice if no guess with minimum cost may win: "any" at random, or the "first".
        pool: The guesses to choose from: "all", or only "candidates" (guesses that may win).
        opening: Guesses that are played first.
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import Mastermind, compile_game
    >>> table = compile_game(Mastermind(colours=6, holes=4))
    >>> len(AnyBest(MAX_BLOCK).options(table, table.everything))
    90
    """

    metric: Metric = field(default=MAX_BLOCK, converter=metric_named)
    outside: Literal["any", "first"] = choice("any", "first")
    pool: Literal["all", "candidates"] = choice("all", "candidates")
    opening: tuple[Any, ...] = field(default=(), converter=guesses)
    name: str = named("any_best")
    source: str = cited()

    @property
    def symmetric(self) -> bool:
        """Return whether every symmetry maps options to options, which "first" does not allow."""
        return self.outside == "any"

    def options(self, table: ScoreTable, candidates: array[int]) -> Sequence[int]:
        """Return the tied guesses' indices.

        Args:
            table: The compiled game.
            candidates: The candidates' indices.
        """
        best = Greedy(self.metric, pool=self.pool).best(table, candidates)
        cost = cost_of_guesses(table, self.metric, candidates)
        least = cost(best)
        winning = winning_guesses(table, candidates)
        inside = [guess for guess in winning if cost(guess) == least]
        if inside or self.outside == "first":
            return inside or [best]
        every = range(len(table.guesses.items))
        return [g for g in every if cost(g) == least and table.tells(g, candidates)]

    def apart(self, table: ScoreTable, candidates: array[int]) -> Sequence[int]:
        """Return the options, if possible one per partition.

        Args:
            table: The compiled game.
            candidates: The candidates' indices.
        """
        if self.outside == "first" or table.costs:
            return self.options(table, candidates)
        cost = cost_of_guesses(table, self.metric, candidates)
        winning = winning_guesses(table, candidates)
        if len(candidates) == 1 and winning:
            return winning[:1]
        order = winning if self.pool == "candidates" else range(len(table.guesses.items))
        width = _APART
        best = array("I")

        def place(guess: int) -> tuple[Any, bool]:
            return cost(guess), not table.may_win(guess, candidates)

        while True:
            best = ranked(table, candidates, self.metric, order, width)
            ties = [*next(groupby(best, place), (None, ()))[1]]
            if len(ties) < len(best) or len(best) < width:
                return ties
            width *= 8


@frozen
class TwoColourProgram(Draws):
    """A strategy that opens with two random colours and then plays minimax over all guesses.

    This is the program in a footnote by A. Ostrowska's note (2021). It draws both colours with
    replacement, so 1111 is possible as well as 1122. Its later guesses minimize the largest block
    over *all* guesses, as Knuth's do, but her text describes consistent guesses only.

    An assumption, since the program has four holes: an odd hole gets the first colour.

    Attributes:
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import Mastermind, expected_distribution
    >>> expected_distribution(Mastermind(colours=3, holes=2), TwoColourProgram()).mean
    Fraction(22, 9)
    """

    name: str = named("two_colour_program")
    source: str = cited("A. Ostrowska, github.com/ostrowskaaa/Mastermind-minimax-algorithm (2021)")
    symmetric: ClassVar[bool] = False

    def options(self, table: ScoreTable, candidates: array[int]) -> Sequence[int]:
        """Return the options: each guess once per colour pair that yields it.

        Args:
            table: The compiled game.
            candidates: The candidates' indices.
        """
        guesses = table.guesses
        drawn = _drawn(guesses.items) if len(candidates) == len(table.secrets.items) else []
        options = [guesses[guess] for guess in drawn if guess in guesses]
        telling = [guess for guess in options if table.tells(guess, candidates)]
        return telling or [Greedy(MAX_BLOCK).best(table, candidates)]


def _drawn(items: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the codes from two halves with one colour each, or none if guesses are not codes."""
    if not all(isinstance(guess, tuple) for guess in items):
        return []
    holes = len(items[0])
    first = (holes + 1) // 2
    colours = dict.fromkeys(colour for guess in items for colour in guess)
    pairs = product(colours, repeat=2)
    return [(one,) * first + (other,) * (holes - first) for one, other in pairs]


@frozen
class UninformedRandom(ByNumber):
    """A strategy that makes each guess once, in random order, whatever the scores.

    In a game with a rule, it leaves out the guesses that are not legal. A guess may be
    uninformative, which the attribute ``allows_uninformative`` allows. The game still ends, because
    no guess is repeated.

    Attributes:
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import TwoD, expected_distribution, strategies
    >>> expected_distribution(TwoD(3), strategies.uninformed_random).mean
    Fraction(5, 1)
    """

    name: str = named("uninformed_random")
    source: str = cited()
    allows_uninformative: ClassVar[bool] = True
    randomized: ClassVar[bool] = True

    def _decide(self, position: Position) -> int:
        """Return the guess for a position, as an index."""
        guesses = position.table.guesses
        made = {guesses[guess] for guess, _ in position.history}
        order = _shuffled(position.seed, len(guesses.items))
        game: Any = position.game
        has_to_be_legal = has_rule(game)
        return next(
            guess
            for guess in order
            if guess not in made
            and not (has_to_be_legal and not game.legal(guesses.items[guess], position.history))
        )

    def distribution(self, table: ScoreTable) -> dict[int, Fraction] | None:
        """Return the secrets' expected weight by the guesses that they take.

        It is None in a game with a rule, which leaves out guesses by the scores.

        If k among n guesses win, guess t is the first winner in C(n - t, k - 1) of the C(n, k) ways
        to place them.

        Args:
            table: The compiled game.
        """
        if has_rule(table.game):
            return None
        n_guesses = len(table.guesses.items)
        by_number: Counter[int] = Counter()
        for secret in table.everything:
            by_number[len(table.winners[secret])] += table.weights[secret]
        lengths: dict[int, Fraction] = {}
        for ways, weight in by_number.items():
            for turn in range(1, n_guesses - ways + 2):
                share = Fraction(weight * comb(n_guesses - turn, ways - 1), comb(n_guesses, ways))
                lengths[turn] = lengths.get(turn, Fraction(0)) + share
        return lengths


@lru_cache(maxsize=4)
def _shuffled(seed: int, size: int) -> array[int]:
    order = array("I", range(size))
    Random(f"{seed}").shuffle(order)
    return order


_THESIS = "S. de Graaf, Cracking the Mastermind code, thesis, LIACS Leiden (2019), section "

random_candidate = RandomCandidate(
    source=_THESIS + "2.7; R. Rosu, Mastermind, thesis, North Carolina State University (1999)"
)
every_branch = AnyBest(name="every_branch", source=_THESIS + "2.6")
every_candidate_branch = AnyBest(
    outside="first", name="every_candidate_branch", source=_THESIS + "2.5"
)
uninformed_random = UninformedRandom(source=_THESIS + "2.2")
two_colour_program = TwoColourProgram()
