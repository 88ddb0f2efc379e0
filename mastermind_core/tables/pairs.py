"""The best two questions for some rows, by counts for all pairs of answers with numpy."""

from __future__ import annotations

from contextlib import suppress
from itertools import accumulate
from typing import Any

from attrs import frozen

from mastermind_core.tables.bits import BitRows, Planes

#: The maximum number of answers to all questions, and of classes, and of the product of both.
_MOST_ANSWERS = 4096
_MOST_CLASSES = 256

#: The number below which each integer is a float of 32 bits.
_EXACT = 1 << 24


@frozen(eq=False)
class Pairs:
    """The rows and the answers as arrays.

    Attributes:
        numpy: The module.
        answers: For each row and each answer, whether the row has it.
        starts: The index of the first answer to each question.
        classes: The weights of the errors for each class and row.
        weights: The weight of each row.
        prices: The cost of each question.
    """

    numpy: Any
    answers: Any
    starts: list[int]
    classes: Any
    weights: Any
    prices: Any

    def best(self, rows: int) -> tuple[int, int, int]:
        """Return the errors and the cost of the best two questions, and the place of the first.

        After an answer no second question is asked unless it lowers the errors.
        """
        np = self.numpy
        bits = np.frombuffer(rows.to_bytes(self.answers.shape[0] // 8 + 1, "little"), np.uint8)
        here = np.flatnonzero(np.unpackbits(bits, bitorder="little"))
        answers = self.answers[here]
        classes = self.classes[:, here]
        likeliest = 0
        for weights in classes:
            likeliest = np.maximum(likeliest, (answers * weights[:, None]).T @ answers)
        whole = classes.sum(0) @ answers
        ended = whole - (classes @ answers).max(0)
        # The errors after each answer to a first question, by second question.
        second = whole[:, None] - np.add.reduceat(likeliest, self.starts, axis=1)
        # Of the questions with the fewest errors, the cheapest is the best.
        order = np.argsort(self.prices, kind="stable")
        chosen = order[second[:, order].argmin(1)]
        fewest = second[np.arange(len(chosen)), chosen]
        asks = fewest < ended
        wrong = np.add.reduceat(np.where(asks, fewest, ended), self.starts)
        weights = self.weights[here] @ answers
        later = np.add.reduceat(np.where(asks, self.prices[chosen] * weights, 0), self.starts)
        cost = later + self.prices * self.weights[here].sum()
        first = np.lexsort((cost, wrong))[0]
        return int(wrong[first]), int(cost[first]), int(first)


def pairs_of(rows: BitRows) -> Pairs | None:
    """Return rows as arrays, or None without numpy or for too large numbers."""
    with suppress(ImportError):
        import numpy as np

        sizes = [len(split.answers) for split in rows.splits]
        small = 0 < sum(sizes) <= _MOST_ANSWERS and len(rows.classes) <= _MOST_CLASSES
        dearest = max((split.price for split in rows.splits), default=1)
        heaviest = sum(factor * plane.bit_count() for factor, plane in rows.wrongs)
        if small and heaviest * 2 * dearest < _EXACT:
            count = rows.everything.bit_length()
            columns = [answer for split in rows.splits for answer in split.answers.values()]
            answers = [_numbers(((1, column),), count) for column in columns]
            return Pairs(
                np,
                np.array(answers, np.float32).T,
                [0, *accumulate(sizes[:-1])],
                np.array([_numbers(own, count) for _, _, own in rows.classes], np.float32),
                np.array(_numbers(rows.weights, count), np.float32),
                np.array([split.price for split in rows.splits], np.float32),
            )
    return None


def _numbers(weights: Planes, count: int) -> list[int]:
    """Return the weight of each row."""
    numbers = [0] * count
    for factor, plane in weights:
        for row in range(count):
            numbers[row] += factor * (plane >> row & 1)
    return numbers
