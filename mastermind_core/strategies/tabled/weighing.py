"""What strategies ask about a set of candidates: the cost of each guess, and values of subsets."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, TypeVar

from mastermind_core.kernels.choose import greedy_kernel
from mastermind_core.metrics import Metric
from mastermind_core.table import ScoreTable

Part = TypeVar("Part")
Value = TypeVar("Value")

#: Pairs up to which the scores are kept turned round, by secret: all the answers of a set of
#: candidates are then read at once.
_TURNED = 4 * 2**20


def ranked(
    table: ScoreTable,
    candidates: array[int],
    metric: Metric,
    order: Sequence[int],
    width: int | None = None,
) -> array[int]:
    """Return the guesses that tell something, the first of those that split equally, best first.

    Secrets count by weight, and guesses by what they cost.
    """
    rule = metric.criterion(len(candidates), order, weights=weights_of(table))
    best: array[int] = greedy_kernel().ranked_guesses(table.kernel_scores, candidates, rule, width)
    return best


def weights_of(table: ScoreTable) -> tuple[int, ...]:
    """Return the weights of the secrets, or nothing where all weigh 1."""
    return () if table.uniform else table.weights


def cost_of_guesses(
    table: ScoreTable, metric: Metric, candidates: array[int]
) -> Callable[[int], Any]:
    """Return a function guess -> cost; weights, goals and costs of guesses count."""
    rule = metric.criterion(len(candidates), (), weights=weights_of(table))
    cost: Callable[[int], Any] = greedy_kernel().guess_costs(table.kernel_scores, candidates, rule)
    return cost


def answered(
    table: ScoreTable, candidates: array[int], guesses: Iterable[int]
) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield guesses with the answers of the candidates, as something hashable."""
    size = len(table.guesses.items) * len(table.secrets.items)
    if size <= _TURNED:
        turned = table.by_secret
        everything = list(zip(*(turned[secret] for secret in candidates), strict=True))
        return ((guess, everything[guess]) for guess in guesses)
    first = candidates[0]
    pick: Any = itemgetter(*candidates) if len(candidates) > 1 else lambda row: (row[first],)
    numbers, scores = greedy_kernel(), table.kernel_scores
    return ((guess, pick(numbers.row(scores, guess))) for guess in guesses)


def winning_guesses(table: ScoreTable, candidates: array[int]) -> list[int]:
    """Return the guesses that some candidate answers with an end state."""
    return sorted({guess for secret in candidates for guess in table.winners[secret]})


def settled(
    first: Part,
    key: Callable[[Part], Hashable],
    search: Callable[[Part], Generator[Part, Value, Value]],
    known: dict[Any, Value],
) -> Value:
    """Return the value of a part of a game, and remember it and those that it needs by their keys.

    A search yields the parts whose values it needs, and returns its own. The stack is explicit: a
    game of a thousand guesses is deeper than Python's.
    """
    waiting = [] if key(first) in known else [(key(first), search(first))]
    answer: Any = None
    while waiting:
        at, steps = waiting[-1]
        try:
            below = steps.send(answer)
        except StopIteration as done:
            answer = known[at] = done.value
            waiting.pop()
        else:
            answer = known.get(key(below))
            if answer is None:
                waiting.append((key(below), search(below)))
    return known[key(first)]
