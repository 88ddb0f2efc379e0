"""A game looked at again: each guess beside the best ones, and answers that may be wrong.

Values are exact as long as a time lasts, and else estimates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import inf, log2, prod
from typing import Any

from attrs import evolve, field, frozen
from more_itertools import map_reduce

from mastermind_core.arguments import pairs_in, real_number
from mastermind_core.errors import InconsistentHistory
from mastermind_core.exact.deadline import Deadline
from mastermind_core.exact.worth import Oracle
from mastermind_core.game import Game, History, HistoryLegal, goal_of, prices_of
from mastermind_core.metrics import EXPECTED_SIZE
from mastermind_core.partitions import turns_of
from mastermind_core.play.advice import Suggestion, suggest, weigh
from mastermind_core.play.knowledge import Knowledge, TabledKnowledge, first_knowledge
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
    beyond what was to be expected. The guesses of a game are then the ``best_value`` of the first,
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
        """Return in words the cost of the guess and of the best ones."""
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
        """Return in words the cost of the guess, of the best ones, and its luck."""
        return f"{self.worth(write)}; luck {self.luck:+.2f}"

    def __str__(self) -> str:
        moved = f"{self.made!r} -> {self.score!r}: {self.before} to {self.left}"
        return f"{moved}; {self.beside()}"


def review(game: Game, history: History, *, seconds: float = 3.0) -> list[Reviewed]:
    """Return for each guess its value, the best guesses, their difference, and the luck.

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


def reviewed(judge: Judge, history: History, seconds: float) -> list[Reviewed]:
    """Review a game by a judge, from its end on: what is left there is known soon."""
    game, time = judge.game, Deadline(seconds)
    known = [first_knowledge(game)]
    for turn in history:
        known.append(known[-1].after(*turn))
    lines = []
    ahead = judge.least(history, known[-1], seconds)
    for at in reversed(range(len(history))):
        (made, score), here, after = history[at], known[at], known[at + 1]
        judged = judge.judge(history[:at], here, [made], time.left)
        expected = ahead
        ahead = judged.least if judged else None
        if judged is None or expected is None:
            others = suggest(game, here, history[:at], _TRIED, _METRIC)
            tried = [weigh(game, here, made), *(one for one in others if one.guess != made)]
            judged = judge.estimate(here.count, tried)
            over = judge.is_over(history[: at + 1], after)
            bits = max(one.bits for one in tried)
            expected = 0.0 if over else 1 + log2(after.count) / (bits or 1)
        value = judged.each[0]
        luck = value - float(judge.price(made)) - expected
        best, least = tuple(judged.best), judged.least
        figures: tuple[Any, ...] = (value, best, least, value - least, luck, judged.exact)
        lines.append(Reviewed(made, score, here.count, after.count, *figures))
    return Rows(reversed(lines), game)


def allowed(seconds: Any) -> float:
    """Return seconds that a clock can count, checked."""
    return float(min(real_number("seconds", seconds, most=inf), 10**9))


@frozen
class Judged:
    """The expected number of guesses, or their cost: after the best guess, and after each.

    ``best`` are all guesses that are as good as any, as far as they are known.
    """

    least: float
    best: Sequence[Any]
    each: Sequence[float]
    exact: bool


class Judge:
    """A judge of the guesses of one game; one with a rule or without a table has estimates."""

    def __init__(self, game: Game):
        self.game = game
        self._prices = prices_of(game)

    def price(self, guess: Any) -> Any:
        """Return the cost of a guess."""
        return self._prices.get(guess, 1)

    def is_over(self, history: History, known: Knowledge) -> bool:
        """Return whether the game is over."""
        won = len(history) > 0 and history[-1][1] in self.game.endstates
        return won or (goal_of(self.game) is not None and len(known.goals) == 1)

    def least(self, history: History, known: Knowledge, seconds: float) -> float | None:
        """Return the expected cost from a moment on; None if it is not known."""
        if self.is_over(history, known):
            return 0.0
        total = self._oracle.least(history, seconds=seconds) if self._searches(known) else None
        return None if total is None else _mean(total, known)

    def judge(
        self, history: History, known: Knowledge, guesses: Sequence[Any], seconds: float
    ) -> Judged | None:
        """Judge guesses exactly; None where that does not go in a time."""
        if self.is_over(history, known):
            return Judged(0.0, (), [float(self.price(guess)) for guess in guesses], exact=True)
        if not self._searches(known):
            return None
        time, oracle = Deadline(seconds), self._oracle
        least = oracle.least(history, seconds=time.left)
        found = least is not None and oracle.values(history, best=1, seconds=time.left)
        if least is None or not found or not all(one.exact for one in found):
            return None
        totals: dict[Any, Any] = {one.guess: one.total for one in found}
        others = [guess for guess in guesses if guess not in totals]
        own = oracle.values(history, others, seconds=time.left)
        totals |= {one.guess: one.total for one in own}
        weight = _weight(known)  # a guess that tells nothing leaves all as it was
        each = [totals.get(guess, least + self.price(guess) * weight) for guess in guesses]
        if None in each:
            return None
        best = tuple(one.guess for one in found)
        return Judged(_mean(least, known), best, [_mean(one, known) for one in each], exact=True)

    def estimate(self, count: int, tried: Sequence[Suggestion]) -> Judged:
        """Judge the guesses of a moment as if all later ones told as many bits as the best."""
        bits = max(one.bits for one in tried) or 1
        each = [
            float(self.price(one.guess))
            * (2 - one.may_win / count + (log2(count) - one.bits) / bits)
            for one in tried
        ]
        least = min(each)
        best = tuple(one.guess for one, own in zip(tried, each, strict=True) if own == least)
        return Judged(least, best, each, exact=False)

    def compared(
        self, history: History, known: Knowledge, tried: Sequence[Suggestion], seconds: float
    ) -> list[Suggestion]:
        """Return suggestions with their regrets."""
        if not tried:
            return []
        guesses = [one.guess for one in tried]
        judged = self.judge(history, known, guesses, seconds) or self.estimate(known.count, tried)
        return [
            evolve(one, regret=value - judged.least, exact=judged.exact)
            for one, value in zip(tried, judged.each, strict=True)
        ]

    def _searches(self, known: Knowledge) -> bool:
        rule = getattr(self.game, "hard", isinstance(self.game, HistoryLegal))
        return isinstance(known, TabledKnowledge) and not rule

    @cached_property
    def _oracle(self) -> Oracle:
        return Oracle(self.game)


def _weight(known: Any) -> Fraction:
    """Return the weight of the candidates of a table, in the numbers of the game."""
    return Fraction(known.table.weigh(known.ids))


def _mean(total: Any, known: Knowledge) -> float:
    return float(total / _weight(known))


#: Diagnoses that are looked at before the likeliest are named.
_MOST = 2000


@frozen
class Diagnosis(Shown):
    """A smallest set of answers whose change makes a history fit some secret.

    ``changes`` has the place of each wrong answer, from 0, and the score that it could have
    been; ``left`` is how many secrets then fit. ``likelihood`` orders diagnoses of one history:
    the secrets left, each less the further the answer given is from the one it should have been.

    >>> from mastermind_core import Mastermind, Pegs, diagnose
    >>> history = [((1, 1, 1, 1), Pegs(0, 0)), ((1, 1, 2, 2), Pegs(3, 0))]
    >>> likeliest = diagnose(Mastermind(colours=6, holes=4), history)[0]
    >>> likeliest.changes, likeliest.left
    (((1, Pegs(black=0, white=0)),), 256)
    """

    changes: tuple[tuple[int, Any], ...]
    left: int
    likelihood: float = field(eq=False, repr=False)

    def __str__(self) -> str:
        changes = " and ".join(f"answer {place + 1} was {score!r}" for place, score in self.changes)
        return f"{changes}: {self.left} left"


def diagnose(game: Game, history: History) -> list[Diagnosis]:
    """Return the smallest changes of answers after which some secret fits, the likeliest first.

    The list is empty where a secret fits as it is. Every set returned has as few answers as
    possible, and the secrets left are counted exactly: with the score table, and in games of
    codes of any size by the enumeration of consistent codes. Where over 2000 changes would do,
    the first so many are looked at.

    >>> from mastermind_core import Mastermind
    >>> game = Mastermind(colours=6, holes=4)
    >>> history = [((1, 1, 2, 2), (0, 0)), ((3, 3, 4, 4), (0, 0)), ((5, 5, 1, 1), (3, 0))]
    >>> for found in diagnose(game, history)[:2]:
    ...     print(found)
    answer 3 was Pegs(black=2, white=0): 4 left
    answer 1 was Pegs(black=0, white=1): 4 left
    """
    turns = pairs_in(history)
    known = first_knowledge(game)
    for most in range(len(turns) + 1):
        found = list(islice(_changes(known, turns, 0, (), most), _MOST))
        if found:
            break
    if not most:
        return []
    diagnoses = [
        Diagnosis(changes, left, weight * prod(_slip(turns[at][1], s) for at, s in changes))
        for changes, left, weight in found
    ]
    return Rows(_ordered(diagnoses), game)


def _ordered(diagnoses: Sequence[Diagnosis]) -> list[Diagnosis]:
    """Order diagnoses: the likeliest of each set of answers first, then all others.

    A person looks for the wrong answer before what it should have been, so the first few name
    different answers: the sets in the order of all that speaks for them together.
    """
    likely = sorted(diagnoses, key=lambda one: -one.likelihood)
    sets = map_reduce(likely, lambda one: tuple(at for at, _ in one.changes))
    ordered = sorted(sets.items(), key=lambda item: (-sum(o.likelihood for o in item[1]), item[0]))
    firsts = [members[0] for _, members in ordered]
    rest = [one for _, members in ordered for one in members[1:]]
    return [*firsts, *sorted(rest, key=lambda one: -one.likelihood)]


def suspicion(diagnoses: Sequence[Diagnosis]) -> str:
    """Return the answers that may be wrong in a few words."""
    places = sorted({place for one in diagnoses for place, _ in one.changes})
    if any(len(one.changes) > 1 for one in diagnoses):
        return "no single wrong answer explains it"
    return f"if one answer is wrong, it is number {' or '.join(str(at + 1) for at in places)}"


Change = tuple[tuple[tuple[int, Any], ...], int, int]


def _changes(
    known: Knowledge, turns: Sequence[tuple[Any, Any]], at: int, dropped: tuple[int, ...], most: int
) -> Iterator[Change]:
    """Yield the changes of exactly ``most`` answers, the ``dropped`` ones among them.

    Answers are kept one after the other as long as something fits all that are kept; of those
    that are dropped, every score that the rest allows is then tried.
    """
    if at == len(turns):
        if len(dropped) == most:
            yield from _scored(known, turns, dropped, ())
        return
    if len(dropped) + len(turns) - at > most:
        guess, score = turns[at]
        try:
            kept = known.after(guess, score)
        except InconsistentHistory:
            pass
        else:
            yield from _changes(kept, turns, at + 1, dropped, most)
    if len(dropped) < most:
        yield from _changes(known, turns, at + 1, (*dropped, at), most)


def _scored(
    known: Knowledge,
    turns: Sequence[tuple[Any, Any]],
    places: Sequence[int],
    changes: tuple[tuple[int, Any], ...],
) -> Iterator[Change]:
    if not places:
        yield changes, known.count, known.weight
        return
    first, *rest = places
    guess, given = turns[first]
    for score in known.blocks(guess):
        if not _is(score, given):
            after = known.after(guess, score)
            yield from _scored(after, turns, rest, (*changes, (first, score)))


def _slip(given: Any, true: Any) -> float:
    """Return how likely an answer is mistaken for another, up to a factor of the game.

    Half of all slips are taken to be anything, the other half to be near: the less, the more
    places differ and by how much, or two numbers that have changed places.
    """
    return 1 + 4 * float(0.5 ** _distance(given, true))


def _distance(given: Any, true: Any) -> float:
    if isinstance(given, (tuple, str)) and isinstance(true, (tuple, str)):
        if len(given) != len(true):
            return 8
        if len(given) == 2 and tuple(given) == (true[1], true[0]):
            return 1
        return sum(map(_distance_of_parts, given, true))
    return _distance_of_parts(given, true)


def _distance_of_parts(one: Any, other: Any) -> float:
    numbers = isinstance(one, int) and isinstance(other, int)
    return abs(int(one) - int(other)) if numbers else float(not _is(one, other))


def _is(score: Any, given: Any) -> bool:
    """Return whether an answer is a score; what cannot be compared is none."""
    try:
        return bool(score == given)
    except Exception:
        return False
