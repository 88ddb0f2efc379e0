"""A proven lower bound on the questions for answers that may be wrong.

An answer has at most M bits of information, where M is the highest capacity that a guess has. Let d
be the error probability and h(d) its binary entropy. By Fano's inequality, the remaining entropy at
the end is at most h(d) + d log2(n - 1). Therefore the expected number of questions is at least (H -
h(d) - d log2(n - 1)) / M. For the expected cost, M is the highest capacity per cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from math import inf, log2
from operator import or_, truediv
from typing import Any

from mastermind_core.noise.belief import Belief
from mastermind_core.noise.kernels.logs import plogp
from mastermind_core.noise.model import NoisyTable, Row
from mastermind_core.play.parts import Ending
from mastermind_core.results import NoisyBound

#: The steps of a capacity, the gap at which it ends, and what is added for rounding.
_STEPS = 200
_GAP = 1e-6
_ROUNDING = 1e-9


def capacity_of(rows: Sequence[Row]) -> float:
    """Return an upper bound on a channel's capacity in bits, which is close to it.

    By the Blahut-Arimoto algorithm. For any distribution q of the answers, the capacity is at most
    the maximum over the inputs of the divergence of their answers from q.
    """
    answers = sorted({answer for row in rows for answer in row})
    cells = [[float(row.get(answer, 0)) for answer in answers] for row in rows]
    inputs = [1 / len(cells)] * len(cells)
    bound = inf
    for _ in range(_STEPS):
        columns = zip(*cells, strict=True)
        sums = [sum(p * k for p, k in zip(inputs, column, strict=True)) for column in columns]
        told = [sum(k * log2(k / q) for k, q in zip(row, sums, strict=True) if k) for row in cells]
        bound = min(bound, max(told))
        mean = sum(p * bits for p, bits in zip(inputs, told, strict=True))
        if bound - mean < _GAP:
            break
        inputs = [p * 2 ** (bits - mean) for p, bits in zip(inputs, told, strict=True)]
        whole = sum(inputs)
        inputs = [p / whole for p in inputs]
    return bound * (1 + _ROUNDING) + _ROUNDING


def _capacities(table: NoisyTable, secrets: Sequence[int]) -> list[float]:
    """Return an upper bound on each guess's capacity for the possible secrets.

    It is exactly 0 if the answers do not depend on them.
    """
    known: dict[Any, float] = {}
    found = []
    for guess in range(len(table.guesses.items)):
        row = table.row(guess)
        scores = frozenset(row[secret] for secret in secrets)
        key = _channel_key(table, guess, scores)
        if key not in known:
            known[key] = _capacity(table, guess, scores)
        found.append(known[key])
    return found


def _channel_key(table: NoisyTable, guess: int, scores: frozenset[int]) -> Any:
    """Return a key that guesses share if their channels for some exact scores have one capacity."""
    if table.error is None:
        return scores if len(table.channels) == 1 else (guess, scores)
    # Another answer that is no end state is equally likely: the numbers determine the channel.
    ends = sum(table.final[score] for score in scores)
    return len(scores) - ends, ends, sum(not table.final[score] for score in {*table.row(guess)})


def _capacity(table: NoisyTable, guess: int, scores: frozenset[int]) -> float:
    channel = table.channel(guess)
    if guess in table.nested:  # earlier answers to the column change the channel
        return log2(len({answer for score in scores for answer in channel[score]}))
    rows = {tuple(sorted(channel[score].items())): channel[score] for score in scores}
    return capacity_of([*rows.values()]) if len(rows) > 1 else 0.0


def lower_bound(belief: Belief, ending: Ending) -> NoisyBound | None:
    """Return a lower bound for every strategy that ends by an ending, or None if none is known."""
    table = belief.table
    limited = ending.max_steps is None and ending.rule is None
    if not (limited and _ends_name(belief) and _is_decided(belief)):
        return None
    classes = len(belief.by_class)
    error = min(1 - (ending.confidence or Fraction(1)), Fraction(classes - 1, classes))
    entropy = _entropy(belief)
    bits = max(0.0, entropy - _left(float(error), classes) - _ROUNDING * (1 + entropy))
    capacities = _capacities(table, belief.ids)
    most = max(capacities)
    if ending.is_over(belief):
        return NoisyBound(0.0, 0.0, most, entropy, error)
    if bits and not most:
        return None  # no answer depends on the secret: the game does not end
    questions = cost = 0.0
    costs = [float(table.cost(guess)) for guess in range(len(capacities))]
    if bits:
        questions = bits / most
        cost = bits / max(map(truediv, capacities, costs))
    winning = 0.0 if ending.confidence is not None or table.aims.goals else _winning(belief)
    questions = max(questions, winning)
    cost = max(cost, winning * min(costs))
    return NoisyBound(questions, cost, most, entropy, error)


def _entropy(belief: Belief) -> float:
    """Return the class's entropy in bits."""
    return -sum(plogp(weight / belief.weight) for weight in belief.by_class.values())


def _left(error: float, classes: int) -> float:
    """Return the class's maximum entropy, in bits, at an error probability (Fano)."""
    others = error * log2(classes - 1) if classes > 1 else 0.0
    return others - plogp(error) - plogp(1 - error)


def _is_decided(belief: Belief) -> bool:
    """Return whether a game that ends when no question is left ends with one class alone.

    It does unless answers are fresh. Two secrets in different classes must then have no answer in
    common to some question. The secrets are bit sets.
    """
    table = belief.table
    if table.again == "fresh":
        return True
    alike = dict.fromkeys(belief.ids, -1)
    for guess in belief.left:
        row = table.row(guess)
        channel = table.channel(guess)
        givers = dict[int, int]()
        for secret in belief.ids:
            for answer in channel[row[secret]]:
                givers[answer] = givers.get(answer, 0) | 1 << secret
        masks = {
            score: reduce(or_, map(givers.__getitem__, channel[score]))
            for score in {row[secret] for secret in belief.ids}
        }
        for secret in belief.ids:
            alike[secret] &= masks[row[secret]]
    own = {c: sum(1 << secret for secret in table.members[c]) for c in belief.by_class}
    possible = sum(1 << secret for secret in belief.ids)
    return not any(alike[s] & possible & ~own[table.classes[s]] for s in belief.ids)


def _ends_name(belief: Belief) -> bool:
    """Return whether an answer that ends the game leaves one class, so that no error remains."""
    table = belief.table
    if not any(table.final):
        return True
    for guess in range(len(table.guesses.items)):
        row = table.row(guess)
        channel = table.channel(guess)
        named = dict[int, int]()
        for score in set(row):
            ends = [answer for answer in channel[score] if table.final[answer]]
            owners = {table.classes[s] for s in belief.ids if row[s] == score} if ends else ()
            for own, answer in product(owners, ends):
                if named.setdefault(answer, own) != own:
                    return False
    return True


def _winning(belief: Belief) -> float:
    """Return the bound for exact answers on the guesses until an answer ends the game.

    A guess after k answers, none of them an end state, follows one of a^k answer sequences. Each
    end state that it may get, among e, wins for one secret at most. The heaviest secrets come
    first.
    """
    table = belief.table
    answers = max(1, sum(not final for final in table.final))
    ends = max(_count_ends(belief, guess) for guess in range(len(table.guesses.items)))
    weights = sorted((belief.masses[secret] for secret in belief.ids), reverse=True)
    if not ends or not _surely_won(belief):
        return 0.0
    total = 0
    start = 0
    depth = 1
    most = ends
    while start < len(weights):
        level = weights[start : start + most]
        total += depth * sum(level)
        start += len(level)
        depth += 1
        most *= answers
    return float(Fraction(total, belief.weight)) * (1 - _ROUNDING)


def _surely_won(belief: Belief) -> bool:
    """Return whether an end state alone ends the game.

    If answers are not fresh, each secret must then have a guess that is certain to get one.
    """
    table = belief.table
    if table.again == "fresh":
        return True
    found = set[int]()
    for guess in belief.left:
        row = table.row(guess)
        channel = table.channel(guess)
        won = {score for score in {*row} if all(table.final[answer] for answer in channel[score])}
        found.update(secret for secret in belief.ids if row[secret] in won)
    return len(found) == belief.count


def _count_ends(belief: Belief, guess: int) -> int:
    """Count the end states that a guess may get."""
    row = belief.table.row(guess)
    channel = belief.table.channel(guess)
    scores = {row[secret] for secret in belief.ids}
    heard = {answer for score in scores for answer in channel[score]}
    return sum(belief.table.final[answer] for answer in heard)
