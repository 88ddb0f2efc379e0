"""Answers that contradict each other: which of them may be wrong, and what they could have been."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import prod
from typing import Any

from attrs import field, frozen

from mastermind_core.errors import BadArgument, InconsistentHistory, shown
from mastermind_core.game import Game, History
from mastermind_core.play.knowledge import Knowledge, first_knowledge
from mastermind_core.results import Shown
from mastermind_core.results.frames import Rows

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


def diagnose(game: Game[Any, Any, Any], history: History[Any, Any]) -> list[Diagnosis]:
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
    turns = _checked(history)
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
    sets: dict[tuple[int, ...], list[Diagnosis]] = {}
    for one in sorted(diagnoses, key=lambda one: -one.likelihood):
        sets.setdefault(tuple(at for at, _ in one.changes), []).append(one)
    ordered = sorted(sets.items(), key=lambda item: (-sum(o.likelihood for o in item[1]), item[0]))
    firsts = [members[0] for _, members in ordered]
    rest = [one for _, members in ordered for one in members[1:]]
    return [*firsts, *sorted(rest, key=lambda one: -one.likelihood)]


def suspicion(diagnoses: Sequence[Diagnosis]) -> str:
    """Say in a few words which answers may be wrong."""
    places = sorted({place for one in diagnoses for place, _ in one.changes})
    if any(len(one.changes) > 1 for one in diagnoses):
        return "no single wrong answer explains it"
    return f"if one answer is wrong, it is number {' or '.join(str(at + 1) for at in places)}"


def _checked(history: Any) -> list[tuple[Any, Any]]:
    if not isinstance(history, Iterable):
        raise BadArgument(f"history must be a list of pairs (guess, score), not {shown(history)}")
    turns = list(history)
    for place, turn in enumerate(turns):
        if not isinstance(turn, (tuple, list)) or len(turn) != 2:
            raise BadArgument(f"history[{place}] must be a pair (guess, score), not {shown(turn)}")
    return [(guess, score) for guess, score in turns]


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
    places: tuple[int, ...],
    changes: tuple[tuple[int, Any], ...],
) -> Iterator[Change]:
    if not places:
        yield changes, known.count, known.weight
        return
    first, *rest = places
    guess, given = turns[first]
    last = not rest
    weights = known.weights(guess) if last else {}
    for score, left in known.blocks(guess).items():
        if _is(score, given):
            continue
        if last:
            yield (*changes, (first, score)), left, weights[score]
        else:
            after = known.after(guess, score)
            yield from _scored(after, turns, tuple(rest), (*changes, (first, score)))


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
