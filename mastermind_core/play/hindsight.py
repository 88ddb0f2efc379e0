"""A game's review: each guess compared with the best ones, and scores that may be wrong.

Values are exact within a time limit, and estimates beyond it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, islice
from math import inf, log2, prod
from typing import Any

from attrs import evolve, field, frozen
from more_itertools import map_reduce

from mastermind_core.arguments import pairs_in, real_number
from mastermind_core.errors import GameTooLarge, InconsistentHistory, counted, shown
from mastermind_core.exact.deadline import Deadline
from mastermind_core.exact.worth import Oracle
from mastermind_core.game import Game, History, check_parts, goal_of, has_rule, prices_of
from mastermind_core.game.lists import takes_game
from mastermind_core.metrics import EXPECTED_SIZE
from mastermind_core.names.services import service_of
from mastermind_core.partitions import turns_of
from mastermind_core.play.advice import Suggestion, check_legal, suggest, weigh
from mastermind_core.play.knowledge import (
    BoardKnowledge,
    Knowledge,
    TabledKnowledge,
    first_knowledge,
)
from mastermind_core.results import Shown
from mastermind_core.results.frames import Rows

#: The number of guesses compared with the actual one if values are estimates, and their metric.
_TRIED = 5
_METRIC = EXPECTED_SIZE


@frozen
class MoveReview(Shown):
    """One guess in a game, compared with the best ones in its position.

    A game's guesses add up to the first ``best_value``, plus all regrets, minus all luck. If
    guesses have costs, costs replace guesses.

    Attributes:
        made: The guess.
        score: Its score.
        before: How many candidates there were before the score.
        left: How many candidates there were after the score.
        value: The expected number of guesses. This one counts, and optimal guesses follow.
        best: The best guesses. All that are tied for the minimum are listed, if known.
        best_value: The expected number of guesses from a best guess on.
        regret: ``value`` minus ``best_value``.
        luck: How many guesses the score saved, compared with its expectation.
        exact: Whether the values are exact. Otherwise they are estimates.

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
        """Describe the values for the guess and the best guesses.

        Args:
            write: A function that formats a guess.

        Returns:
            The description.
        """
        others = len(self.best) - 1
        many = f"{others} other{'' if others == 1 else 's'}"
        if not self.best:
            message = "the game was over"
        elif self.made in self.best:
            message = f"as good as any, as {many}" if others else "the best"
        else:
            message = f"{self.best_value:.2f} after {write(self.best[0])}"
            message += f" or {many}" if others else ""
        about = "" if self.exact else "about "
        return f"{about}{self.value:.2f} to come, {message}"

    def beside(self, write: Callable[[Any], str] = repr) -> str:
        """Describe the values for the guess and the best guesses, and the luck.

        Args:
            write: A function that formats a guess.

        Returns:
            The description.
        """
        return f"{self.worth(write)}; luck {self.luck:+.2f}"

    def __str__(self) -> str:
        moved = f"{self.made!r} -> {self.score!r}: {self.before} to {self.left}"
        return f"{moved}; {self.beside()}"


@takes_game
def review(game: Game, history: History, *, seconds: float = 3.0) -> list[MoveReview]:
    """Review a game guess by guess: the best alternatives, the regret, and the luck.

    Games with a rule on legal guesses, or too large for a score table, are estimated.

    Args:
        game: The game.
        history: (guess, score) pairs.
        seconds: The time for exact values, from the game's end backwards. Values not computed in
            time are estimates. ``inf`` means no limit.

    Returns:
        One review per guess, in the game's order.

    Raises:
        InconsistentHistory: If no secret fits the history.
        BadArgument: If a guess or ``seconds`` is not valid.

    See Also:
        :func:`guess_values`, :func:`diagnose`.

    >>> from mastermind_core import TwoD
    >>> game, secret = TwoD(3), (2, 1)
    >>> history = [(guess, game.score(guess, secret)) for guess in [(0, 0), (1, 1)]]
    >>> for line in review(game, history):
    ...     print(line.before, line.left, line.best, round(line.regret, 2), round(line.luck, 2))
    9 8 ((0, 2), (1, 1), (2, 0)) 0.67 -0.26
    8 3 ((0, 2), (1, 1), (2, 0)) 0.0 -0.29
    """
    turns = turns_of(game, history)
    for number, (guess, _) in enumerate(turns):
        check_legal(game, guess, turns[:number])
    return reviewed(Judge(game), turns, allowed(seconds))


def reviewed(judge: Judge, history: History, seconds: float) -> list[MoveReview]:
    """Review a game from its end backwards, since late positions are solved fastest."""
    game = judge.game
    time = Deadline(seconds)
    check_parts(game)
    begun = first_knowledge(game)
    if isinstance(begun, BoardKnowledge):
        raise GameTooLarge(
            f"{shown(game)} has too many secrets for a review: suggestions have the information "
            "of each guess"
        )
    known = [*accumulate(history, lambda known, turn: known.after(*turn), initial=begun)]
    lines = []
    ahead = judge.least(history, known[-1], seconds)
    for at in reversed(range(len(history))):
        (made, score), here, after = history[at], known[at], known[at + 1]
        judged = judge.judge(history[:at], here, [made], time.left)
        expected = ahead
        ahead = judged.least if judged else None
        if judged is None or expected is None:
            others = suggest(here, history[:at], _TRIED, _METRIC)
            tried = [weigh(here, made), *(one for one in others if one.guess != made)]
            judged = judge.estimate(here.count, tried)
            over = judge.is_over(history[: at + 1], after)
            bits = max(one.bits for one in tried)
            expected = 0.0 if over else 1 + log2(after.count) / (bits or 1)
        value = judged.each[0]
        luck = value - float(judge.price(made)) - expected
        best = tuple(judged.best)
        least = judged.least
        figures: tuple[Any, ...] = (value, best, least, value - least, luck, judged.exact)
        lines.append(MoveReview(made, score, here.count, after.count, *figures))
    return Rows(reversed(lines), game)


def allowed(seconds: object) -> float:
    """Return validated seconds, capped at a value that a clock can represent."""
    return float(min(real_number("seconds", seconds, most=inf), 10**9))


@frozen
class Judged:
    """The expected number of guesses, or their cost, for the best guess and for each guess.

    ``best`` has all guesses that attain the minimum, as far as they are known.
    """

    least: float
    best: Sequence[Any]
    each: Sequence[float]
    exact: bool


class Judge:
    """An evaluator for the guesses in one game.

    Values are estimates if the game has a rule on legal guesses, or no score table.
    """

    def __init__(self, game: Game):
        self.game = game
        self._prices = prices_of(game)

    def price(self, guess: Any) -> Any:
        """Return a guess's cost."""
        return self._prices.get(guess, 1)

    def is_over(self, history: History, known: Knowledge) -> bool:
        """Return whether the game is over."""
        won = len(history) > 0 and history[-1][1] in self.game.endstates
        return won or (goal_of(self.game) is not None and len(known.goals) == 1)

    def least(self, history: History, known: Knowledge, seconds: float) -> float | None:
        """Return the minimum expected value from a position on, or None if it is not known."""
        if self.is_over(history, known):
            return 0.0
        total = self._oracle.minimum(history, seconds=seconds) if self._searches(known) else None
        return None if total is None else _mean(total, known)

    def judge(
        self, history: History, known: Knowledge, guesses: Sequence[Any], seconds: float
    ) -> Judged | None:
        """Evaluate guesses exactly, or return None if that is impossible within the time.

        Args:
            history: The guesses and scores so far.
            known: The knowledge after ``history``.
            guesses: The guesses to evaluate.
            seconds: The time limit.

        Returns:
            The exact values, or None.
        """
        if self.is_over(history, known):
            return Judged(0.0, (), [float(self.price(guess)) for guess in guesses], exact=True)
        if not self._searches(known):
            return None
        known_totals = self._totals(history, guesses, Deadline(seconds))
        if known_totals is None:
            return None
        least, best, totals = known_totals
        weight = _weight(known)  # after an uninformative guess all candidates are left
        each = [totals.get(guess, least + self.price(guess) * weight) for guess in guesses]
        if None in each:
            return None
        means = [_mean(total, known) for total in each]
        return Judged(_mean(least, known), best, means, exact=True)

    def _totals(
        self, history: History, guesses: Sequence[Any], time: Deadline
    ) -> tuple[Any, tuple[Any, ...], dict[Any, Any]] | None:
        """Return the minimum total, the guesses that attain it, and totals by guess, if exact."""
        oracle = self._oracle
        least = oracle.minimum(history, seconds=time.left)
        found = least is not None and oracle.values(history, best=1, seconds=time.left)
        if least is None or not found or not all(one.exact for one in found):
            return None
        totals: dict[Any, Any] = {one.guess: one.total for one in found}
        others = [guess for guess in guesses if guess not in totals]
        own = oracle.values(history, others, seconds=time.left)
        totals |= {one.guess: one.total for one in own}
        return least, tuple(one.guess for one in found), totals

    def estimate(self, count: int, tried: Sequence[Suggestion]) -> Judged:
        """Estimate values as if all later guesses gave as much information as the best one."""
        bits = max(one.bits for one in tried) or 1
        guesses = [2 - one.may_win / count + (log2(count) - one.bits) / bits for one in tried]
        pairs = zip(tried, guesses, strict=True)
        each = [float(self.price(one.guess)) * number for one, number in pairs]
        least = min(each)
        best = tuple(one.guess for one, own in zip(tried, each, strict=True) if own == least)
        return Judged(least, best, each, exact=False)

    def compared(
        self, history: History, known: Knowledge, tried: Sequence[Suggestion], seconds: float | None
    ) -> list[Suggestion]:
        """Return suggestions with their regrets. By default, only few candidates are searched."""
        if not tried:
            return []
        if seconds is None:
            small = self._searches(known) and known.count * len(self.game.guesses) <= _FEW
            seconds = _SHORT if small else 0
        guesses = [one.guess for one in tried]
        judged = self.judge(history, known, guesses, seconds) or self.estimate(known.count, tried)
        pairs = zip(tried, judged.each, strict=True)
        return [evolve(one, regret=own - judged.least, exact=judged.exact) for one, own in pairs]

    def _searches(self, known: Knowledge) -> bool:
        return isinstance(known, TabledKnowledge) and not has_rule(self.game)

    @cached_property
    def _oracle(self) -> Oracle:
        return Oracle(self.game)


def _weight(known: Any) -> Fraction:
    """Return all candidates' weight, in the game's numbers."""
    return Fraction(known.table.weigh(known.ids))


def _mean(total: Any, known: Knowledge) -> float:
    return float(total / _weight(known))


#: The number of pairs of guess and candidate up to which suggestions are searched by default, and
#: the time limit in seconds.
_FEW = 2**14
_SHORT = 0.5

#: Maximum number of diagnoses that are examined.
_MOST = 2000


@frozen
class Diagnosis(Shown):
    """The fewest score changes that make a history consistent with some secret.

    Attributes:
        changes: Each wrong score's index with a possible true score. Indices begin at 0.
        left: How many secrets are consistent after the changes.
        likelihood: A measure that orders one history's diagnoses. The consistent secrets' weight
            counts less the more the given scores differ from the true ones. If answers may be
            wrong, it is the diagnosis's probability.

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
        if not self.changes:
            return f"every answer is true: {counted(self.left, 'candidate')}"
        changes = " and ".join(f"answer {place + 1} to {score!r}" for place, score in self.changes)
        return f"change {changes}: {counted(self.left, 'candidate')}"


@takes_game
def diagnose(game: Game, history: History) -> list[Diagnosis]:
    """Return the fewest score changes after which some secret fits, the likeliest first.

    Each diagnosis changes as few scores as possible. Its consistent secrets are counted exactly, in
    code games at any size. At most 2000 diagnoses are examined.

    Args:
        game: The game.
        history: (guess, score) pairs.

    Returns:
        The diagnoses, empty if the history is consistent. If the game's answers may be wrong, the
        diagnoses are all sets of wrong answers with their probabilities, and no changes mean that
        every answer is true.

    Raises:
        BadArgument: If a guess is not valid.

    See Also:
        :class:`WithLies`, :func:`noisy`, :func:`review`.

    >>> from mastermind_core import Mastermind
    >>> game = Mastermind(colours=6, holes=4)
    >>> history = [((1, 1, 2, 2), (0, 0)), ((3, 3, 4, 4), (0, 0)), ((5, 5, 1, 1), (3, 0))]
    >>> for found in diagnose(game, history)[:2]:
    ...     print(found)
    change answer 3 to Pegs(black=2, white=0): 4 candidates
    change answer 1 to Pegs(black=0, white=1): 4 candidates
    """
    service = service_of(game)
    if service is not None:
        probable = islice(service.explanations(game, pairs_in(history)), _MOST)
        return Rows([Diagnosis(*one) for one in probable], game)
    known = first_knowledge(game)
    turns = turns_of(game, history, known.scores)
    for most in range(len(turns) + 1):
        found = list(islice(_changes(known, [*enumerate(turns)], most), _MOST))
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
    """Order diagnoses: for each score set the likeliest first, then all others.

    A person looks for the wrong answer first, so the first diagnoses change different answers. The
    answer sets are ordered by their summed likelihoods.
    """
    likely = sorted(diagnoses, key=lambda one: -one.likelihood)
    sets = map_reduce(likely, lambda one: tuple(at for at, _ in one.changes))
    ordered = sorted(sets.items(), key=lambda item: (-sum(o.likelihood for o in item[1]), item[0]))
    firsts = [members[0] for _, members in ordered]
    rest = [one for _, members in ordered for one in members[1:]]
    return [*firsts, *sorted(rest, key=lambda one: -one.likelihood)]


def suspicion(diagnoses: Sequence[Diagnosis]) -> str:
    """Return which answers may be wrong, briefly in words."""
    places = sorted({place for one in diagnoses for place, _ in one.changes})
    if any(len(one.changes) > 1 for one in diagnoses):
        return "no single wrong answer explains it"
    return f"if one answer is wrong, it is number {' or '.join(str(at + 1) for at in places)}"


def suspects(game: Game, history: History) -> str:
    """Return a contradiction's possibly wrong scores in words, or "" if too many to count."""
    try:
        return f": {suspicion(diagnose(game, history))}"
    except (GameTooLarge, InconsistentHistory):
        return ""


#: A turn with its place, and changes of answers with their places.
Step = tuple[int, tuple[Any, Any]]
Changes = tuple[tuple[int, Any], ...]


def _changes(
    known: Knowledge, steps: Sequence[Step], most: int, dropped: Sequence[Step] = ()
) -> Iterator[tuple[Changes, int, int]]:
    """Yield all changes to exactly ``most`` answers that include the ``dropped`` ones.

    Backtracking keeps or drops one answer after the other, and kept answers must be consistent.
    Each dropped answer is then replaced by every other score that the kept ones allow.
    """
    if len(dropped) + len(steps) == most:
        yield from _scored(known, [*dropped, *steps])
        return
    first, *rest = steps
    with suppress(InconsistentHistory):
        yield from _changes(known.after(*first[1]), rest, most, dropped)
    if len(dropped) < most:
        yield from _changes(known, rest, most, [*dropped, first])


def _scored(
    known: Knowledge, steps: Sequence[Step], changes: Changes = ()
) -> Iterator[tuple[Changes, int, int]]:
    """Yield all other scores in some turns, with the candidates' number and weight."""
    if not steps:
        yield changes, known.count, known.weight
        return
    (at, (guess, given)), *rest = steps
    for score in known.blocks(guess):
        if not _is(score, given):
            yield from _scored(known.after(guess, score), rest, (*changes, (at, score)))


def _slip(given: object, true: object) -> float:
    """Return the relative likelihood that a score was given by mistake for the true one.

    The model mixes a uniform error with one that decays with the scores' distance. The distance
    adds up the parts' differences, so two swapped numbers have distance 1.
    """
    return 1 + 4 * float(0.5 ** _distance(given, true))


def _distance(given: object, true: object) -> float:
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


def _is(score: object, given: object) -> bool:
    """Return whether two scores are equal. Scores that cannot be compared are not."""
    try:
        return bool(score == given)
    except Exception:
        return False
