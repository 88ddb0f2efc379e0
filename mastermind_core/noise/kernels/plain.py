"""The reference implementation in pure Python: values of guesses whose answers may be wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mastermind_core.kernels import Scores, as_plain
from mastermind_core.noise.kernels.logs import plogp


def noisy_values(
    scores: Scores,
    candidates: Sequence[int],
    weights: Sequence[float],
    ends: Sequence[int],
    error: float,
    cells: Sequence[float],
    first: Sequence[int],
    widths: Sequence[int],
    measure: int,
) -> list[float]:
    """Return a value for each guess whose answers may be wrong.

    ``measure`` 0 is the information of the answer on the class of the secret, 1 the probability of
    error after the answer, and 2 the expected remaining edges of EC2. All are times the weight of
    all candidates (2: its third power). ``weights`` has a number per candidate. Candidates of one
    class are neighbours, and ``ends`` has the ends of the classes. It is empty if each is a class.

    If a score is true, guess g receives answer a with the probability
    ``cells[first[g] + score * widths[g] + a]``. Without ``first``, another score is received with
    probability ``error``: any one that the guess can get, equally likely. Scores that end the game
    are always true.
    """
    scores = as_plain(scores)
    limits = [*ends] or range(1, len(candidates) + 1)
    values = []
    for guess in range(scores.n_guesses):
        answers = scores.rows[guess]
        if first:
            width = widths[guess]
            at = [first[guess] + score * width for score in range(max(answers) + 1)]
            rows: Any = [cells[start : start + width] for start in at]
        else:
            rows = _equally_wrong(scores, set(answers), error)
            width = len(rows)
        heard = [0.0] * width
        best = [0.0] * width
        squares = [0.0] * width
        inside = 0.0
        start = 0
        for end in limits:
            joint = [0.0] * width
            for place in range(start, end):
                weight = weights[place]
                row = rows[answers[candidates[place]]]
                for answer, chance in enumerate(row):
                    joint[answer] += weight * chance
            start = end
            inside += plogp(sum(joint)) - sum(map(plogp, joint))
            for answer, part in enumerate(joint):
                heard[answer] += part
                best[answer] = max(best[answer], part)
                squares[answer] += part * part
        total = sum(heard)
        if measure == 0:
            values.append(plogp(total) - sum(map(plogp, heard)) - inside)
        elif measure == 1:
            values.append(total - sum(best))
        else:
            pairs = zip(heard, squares, strict=True)
            values.append(sum(part * (part * part - square) for part, square in pairs))
    return values


def _equally_wrong(scores: Scores, possible: set[int], error: float) -> list[list[float]]:
    """Return the channel of a guess whose wrong answers are equally likely."""
    others = [score for score in possible if not scores.final[score]]
    rows = [[float(a == score) for a in range(scores.n_scores)] for score in range(scores.n_scores)]
    for score in others if len(others) > 1 else ():
        for answer in others:
            rows[score][answer] = error / (len(others) - 1) if answer != score else 1 - error
    return rows
