"""Strategies that look further ahead: a beam search to the end, or a metric over two guesses."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator
from typing import Any, ClassVar

from attrs import evolve, field, frozen
from more_itertools import unique_everseen

from mastermind_core.arguments import whole
from mastermind_core.errors import UninformativeGuess
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.greedy.measures import Loss
from mastermind_core.metrics import ENTROPY, EXPECTED_SIZE, Metric, metric_named
from mastermind_core.strategies.base import ByNumber, Position, cited, guesses, named
from mastermind_core.strategies.tabled.greedy import (
    Greedy,
    TieRule,
    is_tie_rule,
    ranked,
    settled,
    weights_of,
    winning_guesses,
)
from mastermind_core.table import ScoreTable
from mastermind_core.table.symmetry import find_symmetry


@frozen
class Beam(ByNumber):
    """A strategy that searches to the game's end, through the ``width`` cheapest guesses.

    The guess minimizes the total guesses over all candidates. Secrets count by weight. Guesses with
    the same partition count once. Before the first score, so do guesses that a symmetry of the game
    makes equivalent. Results are stored with the game's table.

    Attributes:
        metric: The metric that ranks the guesses, or its name.
        width: Guesses to search per candidate set. 1 is the greedy strategy. None is all guesses,
            and therefore optimal for the mean.
        ties: The rule for guesses with equal costs. Only ``shuffle`` counts.
        opening: Guesses that are played first.
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import Mastermind, length_distribution
    >>> game = Mastermind(colours=4, holes=3)
    >>> [length_distribution(game, Beam(EXPECTED_SIZE, width)).total for width in (1, 3, None)]
    [208, 207, 206]
    """

    metric: Metric = field(default=EXPECTED_SIZE, converter=metric_named)
    width: int | None = field(default=1, validator=whole(1, or_none=True))
    ties: TieRule = field(factory=TieRule, validator=is_tie_rule)
    opening: tuple[Any, ...] = field(default=(), converter=guesses)
    name: str = named("beam")
    source: str = cited()
    deterministic: ClassVar[bool] = True

    def _decide(self, position: Position) -> int:
        """Return the guess for a position, as an index."""
        return self.settle(position.table, position.candidate_ids, position.game)[1]

    def settle(
        self, table: ScoreTable, candidates: array[int], game: Any = None
    ) -> tuple[int, int]:
        """Return the total over some candidates, and the next guess.

        Args:
            table: The compiled game.
            candidates: The candidates' indices.
            game: The game. By default the table's.
        """
        key = "beam", self.metric, self.width, self.ties
        known: dict[bytes, tuple[int, int]] = table.memory.setdefault(key, {})
        order = array("I", self.ties.order(len(table.guesses.items)))
        game = table.game if game is None else game
        search = _Beaming(self, order, table, game, known)
        return settled(candidates, bytes, search.steps, known)


@frozen(eq=False)
class _Beaming:
    """A beam search through candidate sets."""

    beam: Beam
    order: array[int]
    table: ScoreTable
    game: Any
    settled: dict[bytes, tuple[int, int]]

    def steps(
        self, candidates: array[int]
    ) -> Generator[array[int], tuple[int, int], tuple[int, int]]:
        """Yield the sets to solve first, and return the candidates' total, and the guess."""
        best = -1
        chosen = -1
        own = sum(self.table.weights[secret] for secret in candidates)
        least = self._least(candidates)
        for guess in self._options(candidates):
            split = self.table.split(guess, candidates)
            going_on = (block for score, block in split if not self.table.over(block, score))
            blocks = sorted(going_on, key=len)
            bounds = [self._bound(block) for block in blocks]
            total = own + sum(bounds)
            for block, bound in zip(blocks, bounds, strict=True):
                if 0 <= best <= total:
                    break
                below = yield block
                total += below[0] - bound
            if best < 0 or total < best:
                best = total
                chosen = guess
            if best == least:
                break
        if best < 0:
            raise UninformativeGuess(
                f"no guess distinguishes the {len(candidates)} remaining secrets"
            )
        return best, chosen

    def _options(self, candidates: array[int]) -> Iterator[int]:
        """Yield the guesses to search, best first.

        The first is computed separately, because it often attains the lower bound. Before the
        first score, one guess per orbit under the symmetries suffices.
        """
        guesses = self.order
        if len(candidates) == len(self.table.secrets.items):
            orbit = find_symmetry(self.game, self.table).guess_orbits(len(guesses))
            guesses = array("I", unique_everseen(guesses, key=orbit.__getitem__))
        metric = self.beam.metric
        width = self.beam.width
        first = ranked(self.table, candidates, metric, guesses, 1)
        yield from first
        if first and width != 1:
            yield from ranked(self.table, candidates, metric, guesses, width)[1:]

    def _bound(self, block: array[int]) -> int:
        """Return a block's total if it is known, otherwise a lower bound."""
        found = self.settled.get(block.tobytes())
        return self._least(block) if found is None else found[0]

    def _least(self, candidates: array[int]) -> int:
        """Return a lower bound: only secrets that one guess wins at once take a single guess."""
        weights = [self.table.weights[secret] for secret in candidates]
        return 2 * sum(weights) - max(weights) if self.table.wins_one_each else sum(weights)


@frozen
class TwoPly(ByNumber):
    """A strategy that looks two guesses ahead: each score is followed by its best guess.

    A guess's cost is the metric over all blocks that remain after both guesses. A block's size is
    its secrets' total weight. If guesses have costs, both guesses' gain is compared with their
    average cost.

    Attributes:
        metric: The metric to minimize, or its name.
        width: How many guesses to evaluate, those with minimum cost after one guess. None is all.
        ties: The rule for guesses with equal costs. Only ``shuffle`` counts.
        opening: Guesses that are played first.
        name: The name in results and messages.
        source: The publication.

    >>> from mastermind_core import TwoD, length_distribution
    >>> print(length_distribution(TwoD(5), TwoPly(ENTROPY)))
    1:1 2:3 3:9 4:11 5:1  (total 83, mean 3.3200, worst 5)
    """

    metric: Metric = field(default=ENTROPY, converter=metric_named)
    width: int | None = field(default=None, validator=whole(1, or_none=True))
    ties: TieRule = field(factory=TieRule, validator=is_tie_rule)
    opening: tuple[Any, ...] = field(default=(), converter=guesses)
    name: str = named("two_ply")
    source: str = cited()
    deterministic: ClassVar[bool] = True

    def _decide(self, position: Position) -> int:
        """Return the guess for a position, as an index."""
        table = position.table
        candidates = position.candidate_ids
        order = self.ties.order(len(table.guesses.items))
        options = ranked(table, candidates, self.metric, order, self.width)
        if not options:
            return order[0]
        winning = winning_guesses(table, candidates)
        return min(
            options, key=lambda guess: (self.cost(table, guess, candidates), guess not in winning)
        )

    def cost(self, table: ScoreTable, guess: int, candidates: array[int]) -> Any:
        """Return the cost of a guess when each score is followed by its best second guess.

        Args:
            table: The compiled game.
            guess: The index of the guess.
            candidates: The candidates' indices.
        """
        second = Greedy(self.metric, ties=evolve(self.ties, win_levels=0))
        prices = table.costs
        whole = sum(table.weights[secret] for secret in candidates)
        paid = whole * prices[guess] if prices else 1
        # The candidates and both scores of each; -1 if there is no second guess.
        members: list[int] = []
        answers: list[tuple[int, int]] = []
        for score, block in table.split(guess, candidates):
            parts = [(-1, block)]
            if len(block) > 1 and not table.over(block, score):
                then = second.best(table, block)
                parts = table.split(then, block)
                if prices:
                    paid += prices[then] * sum(table.weights[secret] for secret in block)
            for answer, part in parts:
                members += part
                answers += [(score, answer)] * len(part)
        rule = self.metric.criterion(len(members), (), weights=weights_of(table))
        weigh = kernels.greedy.blocks_weigher(table.kernel_scores, members, rule)
        joined = weigh(
            answers, lambda two: table.final[two[0]] or (two[1] >= 0 and table.final[two[1]])
        )
        return Loss(joined - weigh([0] * len(members), None), paid) if prices else joined


beam = Beam(
    width=2,
    source="S. Chen, S. Lin, L. Huang and S. Hsu, Strategy optimization for deductive games, "
    "European J. of Operational Research 183 (2007)",
)
two_ply = TwoPly(ENTROPY, width=20, source="two steps of entropy instead of one")
