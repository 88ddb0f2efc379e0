"""The cost model: payments, limits and game ends in one place.

Guess g at position d on a path, from 0, costs a secret s the amount ``weight(s) * (price(d) +
cost(g))``. A block is over when its score is final or its secrets have one goal.

A strategy's total is the sum over all secrets. Its worst case is its most expensive path's cost:
the path's guess costs added, or its number of guesses without costs. In plain games all these
numbers are 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from mastermind_core.kernels.exact.task import IMPOSSIBLE, NO_LIMIT, Task
from mastermind_core.kernels.shared.plain_scores import PlainScores


class Reach(NamedTuple):
    """Upper bounds on any guess's effect on a set or a subset.

    Attributes:
        ended: How many candidates a guess ends, at most.
        blocks: How many blocks a guess leaves, at most.
        cheapest: A guess's minimum cost.
    """

    ended: int
    blocks: int
    cheapest: int

    def found(self) -> Iterator[int]:
        """Yield how many candidates 0, 1 and more guesses end at most, while it grows."""
        found = 0
        level = self.ended
        yield found
        while level > 0:
            found += level
            yield found
            level *= self.blocks

    def capacity(self, guesses: int, most: int) -> int:
        """Return how many candidates ``k`` guesses can end, at most.

        The sum stops when it reaches ``most``.
        """
        found = 0
        for found in islice(self.found(), guesses + 1):
            if found >= most:
                break
        return found


class CostModel:
    """The payments for guesses, and lower bounds for block costs."""

    def __init__(self, scores: PlainScores, task: Task):
        question = task.question
        ones = (1,) * scores.n_secrets
        self.scores = scores
        self.weights: Sequence[int] = tuple(question.weights) or ones
        self.costs: Sequence[int] = scores.costs or (0,) * scores.n_guesses
        prices = tuple(question.prices) or (int(not scores.costs),)
        self.rates: Sequence[Sequence[int]] = tuple(
            tuple(price * weight for weight in self.weights) for price in prices
        )
        #: The amount that a guess adds to the cost of a path.
        self.lengths: Sequence[int] = scores.costs or (1,) * scores.n_guesses
        self.shortest, self.longest = min(self.lengths), max(self.lengths)
        own = question.candidates
        self._least = [min((row[c] for c in own), default=0) for row in self.rates]
        self._lightest = min((self.weights[c] for c in own), default=0)
        self._uniform = all(len({row[c] for c in own}) < 2 for row in (*self.rates, self.weights))

    def level(self, made: int) -> int:
        """Return the number of guesses made, capped if later payments do not depend on it."""
        return min(made, len(self.rates) - 1)

    def paid(self, guess: int, members: Sequence[int], made: int) -> int:
        """Return the candidates' payment for a guess after ``made`` others."""
        row = self.rates[self.level(made)]
        cost = self.costs[guess]
        if self._uniform:
            return len(members) * (row[members[0]] + cost * self.weights[members[0]])
        return sum(row[c] + cost * self.weights[c] for c in members)

    def floor(
        self, members: Sequence[int], made: int, reach: Reach, over: int = 0, blocks: int = 1
    ) -> int:
        """Return a lower bound for a set's total after ``made`` guesses.

        Candidates that k guesses cannot end pay for another guess, and at best the lightest ones
        do. If the set's first guess has been made, ``over`` candidates are over, and the others are
        in ``blocks`` blocks.
        """
        if self._uniform:
            return self.floor_of_size(len(members), made, reach, over, blocks)
        total = 0
        for k, found in enumerate(reach.found()):
            left = len(members) - over - blocks * found
            if left <= 0:
                return total
            row = self.rates[self.level(made + k)]
            total += sum(sorted(row[c] for c in members)[:left])
            if reach.cheapest:
                total += reach.cheapest * sum(sorted(self.weights[c] for c in members)[:left])
        return IMPOSSIBLE

    def floor_of_size(
        self, size: int, made: int, reach: Reach, over: int = 0, blocks: int = 1
    ) -> int:
        """Return a lower bound for the total of ``size`` candidates after ``made`` guesses."""
        total = 0
        for k, found in enumerate(reach.found()):
            left = size - over - blocks * found
            if left <= 0:
                return total
            least = self._least[self.level(made + k)] + reach.cheapest * self._lightest
            total += least * left
        return IMPOSSIBLE

    def most_ended(self, blocks: Iterable[tuple[int, Sequence[int]]]) -> int:
        """Return how many candidates a guess with these blocks ends in a subset, at most.

        In a block that is not over, a subset may contain only candidates with one goal.
        """
        goals = self.scores.goals
        most = 0
        for score, block in blocks:
            if self.scores.final[score]:
                most += len(block)
            elif goals:
                most += max(Counter(goals[c] for c in block).values())
        return most

    def limits(self, size: int, steps: int, budget: int) -> tuple[int, int]:
        """Return the useful limits on guesses and path cost for a set with a given size.

        If a strategy exists, no path needs more guesses than there are candidates, because an
        informative guess leaves smaller blocks.
        """
        steps = size if steps == NO_LIMIT else min(steps, size)
        if budget != NO_LIMIT:
            steps = min(steps, budget // self.shortest)
        most = steps * self.longest
        return steps, most if budget == NO_LIMIT else min(budget, most)
