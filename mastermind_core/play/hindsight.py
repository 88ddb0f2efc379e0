"""A finished or half-played game looked at again: each guess beside the best one."""

from __future__ import annotations

from math import log2
from typing import Any

from attrs import frozen

from mastermind_core.game import Game, History
from mastermind_core.game.amounts import Exact
from mastermind_core.metrics import EXPECTED_SIZE, Metric, metric_named
from mastermind_core.partitions import turns_of
from mastermind_core.play.advice import suggest, weigh
from mastermind_core.play.knowledge import first_knowledge
from mastermind_core.results.display import Shown
from mastermind_core.results.rows import Rows


@frozen
class Reviewed(Shown):
    """One guess of a game, beside the best one of its moment.

    ``before`` and ``left`` are the candidates before and after the answer. ``expected_left`` is
    what the guess made leaves on average and ``best_expected_left`` what the ``best`` one does;
    ``cost`` is the difference, which skill could have saved. ``luck`` is the rest, in bits: by
    how many doublings fewer were left than expected, negative where there were more.
    Where guesses have costs, ``price`` and ``best_price`` are those of the two, else None; the best
    one gains most for its price, so it may leave more than a dearer one, and ``cost`` be negative.

    >>> from mastermind_core import Mastermind, Pegs, review
    >>> one = review(Mastermind(colours=6, holes=4), [((1, 1, 1, 1), Pegs(1, 0))])[0]
    >>> one.made, one.best, one.before, one.left
    ((1, 1, 1, 1), (1, 1, 2, 3), 1296, 500)
    """

    made: Any
    score: Any
    before: int
    left: int
    expected_left: float
    best: Any
    best_expected_left: float
    cost: float
    luck: float
    price: Exact | None = None
    best_price: Exact | None = None

    def __str__(self) -> str:
        same = not self.cost and self.price == self.best_price
        beside = "the best" if same else f"best {self.best!r}, cost {self.cost:.2f}"
        if not same and self.price is not None:
            beside += f", for {self.best_price} instead of {self.price}"
        return (
            f"{self.made!r} -> {self.score!r}: {self.before} to {self.left}, expected "
            f"{self.expected_left:.2f}; {beside}; luck {self.luck:+.2f} bits"
        )


def review(
    game: Game[Any, Any, Any],
    history: History[Any, Any],
    *,
    metric: str | Metric = EXPECTED_SIZE,
) -> list[Reviewed]:
    """Return a line a guess: what was made, what was best, what the difference cost, and luck.

    ``metric`` says which guess is best; by default it is the one that leaves least on average.

    >>> from mastermind_core import TwoD
    >>> game, secret = TwoD(3), (2, 1)
    >>> history = [(guess, game.score(guess, secret)) for guess in [(0, 0), (1, 1)]]
    >>> for line in review(game, history):
    ...     print(line.before, line.left, line.best, round(line.cost, 2), round(line.luck, 2))
    9 8 (1, 1) 4.67 -0.15
    8 3 (1, 1) 0.0 -0.42
    """
    history = turns_of(game, history)
    known = first_knowledge(game)
    chosen = metric_named(metric)
    lines = []
    for at, (guess, score) in enumerate(history):
        made = weigh(game, known, guess, chosen)
        best = next(iter(suggest(game, known, history[:at], 1, chosen)), made)
        as_good = best.expected_left >= made.expected_left and chosen == EXPECTED_SIZE
        if as_good and made.price is None:
            best = made
        after = known.after(guess, score)
        lines.append(
            Reviewed(
                made=guess,
                score=score,
                before=known.count,
                left=after.count,
                expected_left=made.expected_left,
                best=best.guess,
                best_expected_left=best.expected_left,
                cost=made.expected_left - best.expected_left,
                luck=log2(made.expected_left / after.count),
                price=made.price,
                best_price=best.price,
            )
        )
        known = after
    return Rows(lines, game)
