"""A finished or half-played game looked at again: each guess beside the best ones."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from attrs import frozen

from mastermind_core.game import Game, History
from mastermind_core.metrics import EXPECTED_SIZE
from mastermind_core.partitions import turns_of
from mastermind_core.play.advice import suggest, weigh
from mastermind_core.play.judging import Judge, allowed
from mastermind_core.play.knowledge import first_knowledge
from mastermind_core.results import Shown
from mastermind_core.results.frames import Rows

#: Guesses beside which one is put where values are estimates.
_TRIED, _METRIC = 5, EXPECTED_SIZE


@frozen
class Reviewed(Shown):
    """One guess of a game, beside the best ones of its moment.

    ``before`` and ``left`` are the candidates before and after the answer. ``value`` is how many
    guesses were to come on average, this one included, if the best ones followed, and
    ``best_value`` how many after a ``best`` guess: all that are equally good are there. ``regret``
    is the difference, which skill could have saved, and ``luck`` how many guesses the answer saved
    beyond what was to be expected. So the guesses of a game are the ``best_value`` of the first,
    and all regrets, less all luck. Where guesses have costs, all this is what they cost. Values
    that are not ``exact`` are estimates.

    >>> from mastermind_core import Mastermind, Pegs, review
    >>> one = review(Mastermind(colours=3, holes=2), [((1, 1), Pegs(1, 0))])[0]
    >>> print(one.beside())
    2.67 to come, 2.33 after (1, 2) or 5 others; luck -0.08
    """

    made: Any
    score: Any
    before: int
    left: int
    value: float
    best: tuple[Any, ...]
    best_value: float
    regret: float
    luck: float
    exact: bool

    def worth(self, write: Callable[[Any], str] = repr) -> str:
        """Say what it led to, and what the best guesses did."""
        others = len(self.best) - 1
        many = f"{others} other{'' if others == 1 else 's'}"
        if not self.best:
            said = "the game was over"
        elif self.made in self.best:
            said = f"as good as any, as {many}" if others else "the best"
        else:
            said = f"{self.best_value:.2f} after {write(self.best[0])}"
            said += f" or {many}" if others else ""
        about = "" if self.exact else "about "
        return f"{about}{self.value:.2f} to come, {said}"

    def beside(self, write: Callable[[Any], str] = repr) -> str:
        """Say what it led to, what the best guesses did, and how lucky it was."""
        return f"{self.worth(write)}; luck {self.luck:+.2f}"

    def __str__(self) -> str:
        moved = f"{self.made!r} -> {self.score!r}: {self.before} to {self.left}"
        return f"{moved}; {self.beside()}"


def review(
    game: Game[Any, Any, Any], history: History[Any, Any], *, seconds: float = 3.0
) -> list[Reviewed]:
    """Return a line a guess: what was made, what was best, what the difference cost, and luck.

    Values are exact as far as ``seconds`` do, the last moments of the game first, and else
    estimates; ``inf`` allows all the time that it takes. A game with a rule about which guesses
    are legal, and one too large for a score table, have estimates.

    >>> from mastermind_core import TwoD
    >>> game, secret = TwoD(3), (2, 1)
    >>> history = [(guess, game.score(guess, secret)) for guess in [(0, 0), (1, 1)]]
    >>> for line in review(game, history):
    ...     print(line.before, line.left, line.best, round(line.regret, 2), round(line.luck, 2))
    9 8 ((0, 2), (1, 1), (2, 0)) 0.67 -0.26
    8 3 ((0, 2), (1, 1), (2, 0)) 0.0 -0.29
    """
    history = turns_of(game, history)
    return reviewed(Judge(game), history, allowed(seconds))


def reviewed(judge: Judge, history: History[Any, Any], seconds: float) -> list[Reviewed]:
    """Review a game by a judge, from its end on: what is left there is known soon."""
    game, until = judge.game, monotonic() + seconds
    known = [first_knowledge(game)]
    for turn in history:
        known.append(known[-1].after(*turn))
    lines = []
    ahead = judge.least(history, known[-1], seconds)
    for at in reversed(range(len(history))):
        (made, score), here, after = history[at], known[at], known[at + 1]
        judged = judge.judge(history[:at], here, [made], max(0.0, until - monotonic()))
        expected = ahead
        ahead = judged.least if judged else None
        if judged is None or expected is None:
            own, others = (
                weigh(game, here, made),
                suggest(game, here, history[:at], _TRIED, _METRIC),
            )
            tried = [own, *(one for one in others if one.guess != made)]
            judged = judge.estimate(here.count, tried)
            over = judge.is_over(history[: at + 1], after)
            bits = max(one.bits for one in tried)
            expected = 0.0 if over else judge.estimated(after.count, bits)
        value = judged.each[0]
        luck = value - float(judge.price(made)) - expected
        best, least = tuple(judged.best), judged.least
        figures: tuple[Any, ...] = (value, best, least, value - least, luck, judged.exact)
        lines.append(Reviewed(made, score, here.count, after.count, *figures))
    return Rows(reversed(lines), game)
