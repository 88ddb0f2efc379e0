"""Algorithm 2 of Rhodes, simulated annealing, with the choices that its text leaves open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random
from statistics import mean
from typing import Any, Literal

from mastermind_core.analysis import Distribution
from mastermind_core.partitions import partition
from reproduce.counting import Sample

Code = tuple[int, ...]


def annealed(
    game: Any,
    games: int,
    *,
    seed: int,
    rejected: Literal["again", "fitting", "same"] = "again",
    near: Literal["hamming", "exchange"] = "hamming",
    played: bool = True,
    alpha: float = 2,
) -> Sample:
    """Return the lengths of games of simulated annealing.

    A code is drawn from those that fit and the neighbours of the last query; one that does not fit
    is accepted with probability alpha / (score + 1). After a rejection a code is drawn "again", or
    from those that are "fitting", or the query stays the "same" and is asked once more, as the
    pseudocode does it. ``near`` are the neighbours: at Hamming distance one, or by an exchange of
    two holes. With ``played`` false no code is drawn that was asked before.

    >>> sum(annealed(_game(), 5, seed=1, rejected="fitting").lengths.values())
    5
    """
    random = Random(seed)
    counts: Counter[int] = Counter()
    for _ in range(games):
        secret, query = random.choice(game.secrets), random.choice(game.secrets)
        left, asked, length = list(game.secrets), {}, 1
        while query != secret:
            row = _row(game, query)
            asked[query] = row[secret]
            left = [code for code in left if row[code] == row[secret]]
            beside = [
                (code, _score(game, code, asked))
                for code in _near(game, query, near)
                if played or code not in asked
            ]
            # A neighbour of score 0 fits, and is one of those left.
            beside = [(code, score) for code, score in beside if score]
            query = _drawn(random, left, beside, alpha, rejected) or query
            length += 1
        counts[length] += 1
    return Sample(Distribution(counts))


def accepted_by_step(game: Any, games: int, *, steps: int, seed: int) -> list[float]:
    """Return how likely a neighbour that does not fit is accepted, after one query, two, and so on.

    The queries are random codes that fit, and the probability is alpha / (score + 1) with alpha 2.

    >>> accepted_by_step(_game(), 5, steps=1, seed=1)[0] <= 1
    True
    """
    random = Random(seed)
    drawn: list[list[float]] = [[] for _ in range(steps)]
    for _ in range(games):
        secret, query = random.choice(game.secrets), random.choice(game.secrets)
        left, asked = list(game.secrets), {}
        for chances in drawn:
            row = _row(game, query)
            asked[query] = row[secret]
            left = [code for code in left if row[code] == row[secret]]
            scores = (_score(game, code, asked) for code in _near(game, query, "hamming"))
            chances += [min(1.0, 2 / (score + 1)) for score in scores if score]
            query = random.choice(left)
            if query == secret:
                break
    return [mean(chances) for chances in drawn]


def zero_if_fitting(game: Any) -> bool:
    """Return whether a code has score 0 exactly if it fits, for all secrets and pairs of queries.

    >>> zero_if_fitting(_game())
    True
    """
    return all(
        (_score(game, code, asked) == 0)
        == all(_row(game, query)[code] == told for query, told in asked.items())
        for first, second in combinations(game.guesses, 2)
        for secret in game.secrets
        for asked in [{query: _row(game, query)[secret] for query in (first, second)}]
        for code in game.secrets
    )


def _game() -> Any:
    from mastermind_core.games import Mastermind

    return Mastermind(colours=4, holes=2)


def _drawn(
    random: Random, left: list[Code], beside: list[tuple[Code, int]], alpha: float, rejected: str
) -> Code | None:
    """Return the next query, or None if a rejection leaves the last one."""
    while True:
        at = random.randrange(len(left) + len(beside))
        if at < len(left):
            return left[at]
        code, score = beside[at - len(left)]
        if random.random() < alpha / (score + 1):
            return code
        if rejected == "fitting":
            return random.choice(left)
        if rejected == "same":
            return None


def _score(game: Any, code: Code, asked: dict[Code, Any]) -> int:
    """Return how far a code is from fitting: the differences of its pegs, over the queries."""
    return sum(
        abs(told.black - own.black) + abs(told.white - own.white)
        for query, told in asked.items()
        for own in (_row(game, query)[code],)
    )


@cache
def _row(game: Any, query: Code) -> dict[Code, Any]:
    """Return the answer to a query for each secret."""
    return {code: score for score, codes in partition(game, query).items() for code in codes}


@cache
def _near(game: Any, code: Code, near: str) -> tuple[Code, ...]:
    """Return the neighbours of a code."""
    found = _changed(game, code) if near == "hamming" else _exchanged(code)
    return tuple(dict.fromkeys(other for other in found if other != code))


def _changed(game: Any, code: Code) -> Iterator[Code]:
    for hole, colour in ((hole, c) for hole in range(len(code)) for c in game.symbols):
        yield (*code[:hole], colour, *code[hole + 1 :])


def _exchanged(code: Code) -> Iterator[Code]:
    for one, other in combinations(range(len(code)), 2):
        swapped = list(code)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        yield tuple(swapped)
