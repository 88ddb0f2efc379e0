"""A played game looked at afterwards: each guess compared with the best ones, and wrong scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, islice
from math import log2, prod
from typing import Any

from more_itertools import map_reduce

from mastermind_core.arguments import pairs_in
from mastermind_core.errors import GameTooLarge, InconsistentHistory, shown
from mastermind_core.exact import Deadline, Oracle, oracle_of
from mastermind_core.game import Game, History, check_parts, takes_game
from mastermind_core.metrics import EXPECTED_SIZE
from mastermind_core.names import service_of
from mastermind_core.partitions import turns_of
from mastermind_core.play.parts import (
    Diagnosis,
    Judge,
    Knowledge,
    MoveReview,
    allowed,
    check_legal,
    first_knowledge,
    suggest,
    weigh,
)
from mastermind_core.results import Rows

#: The number of guesses compared with the actual one if values are estimates, and their metric.
_TRIED = 5
_METRIC = EXPECTED_SIZE

#: Maximum number of diagnoses that are examined.
_MOST = 2000


@takes_game
def review(
    game: Game,
    history: History,
    *,
    oracle: Oracle[Any, Any, Any] | None = None,
    seconds: float = 3.0,
) -> list[MoveReview]:
    """Review a game guess by guess: the best alternatives, the regret, and the luck.

    Games with a rule on legal guesses, or too large for a score table, are estimated.

    Args:
        game: The game.
        history: (guess, score) pairs.
        oracle: An oracle for the game, for example from a file. Values that it knows take no
            search, and where it knows best guesses, these are listed. By default a new one.
        seconds: The time for exact values, from the game's end backwards. Values not computed in
            time are estimates. ``inf`` means no limit.

    Returns:
        One review per guess, in the game's order.

    Raises:
        InconsistentHistory: If no secret fits the history.
        BadArgument: If a guess, the oracle or ``seconds`` is not valid.

    See Also:
        :func:`guess_values`, :func:`diagnose`, :class:`Oracle`.

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
    return reviewed(Judge(game, oracle_of(game, oracle)), turns, allowed(seconds))


def reviewed(judge: Judge, history: History, seconds: float) -> list[MoveReview]:
    """Review a game from its end backwards, since late positions are solved fastest."""
    game = judge.game
    time = Deadline(seconds)
    check_parts(game)
    begun = first_knowledge(game)
    if begun.has_suggestions:
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
