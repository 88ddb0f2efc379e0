"""The most informative question about hypotheses with known likelihoods, without any state.

A table has the probability of the answer yes for each hypothesis and question. The posterior
follows from the answers by Bayes' rule, and a question's value is the mutual information between
its answer and the hypothesis (Lindley, 1956). The extra ``gym`` installs the required numpy.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import log2
from pathlib import Path
from typing import Any

from attrs import field, frozen

from mastermind_core.arguments import expect, pairs_in, real_number
from mastermind_core.errors import (
    BadArgument,
    InconsistentHistory,
    missing,
    nearest,
    reason_of,
    shown,
)
from mastermind_core.notation import show_item
from mastermind_core.results import Shown

#: The number of table cells whose information is computed at a time, which a cache holds.
_CELLS = 2**16

#: The steps of the table of entropies, and the maximum error of sums of floats with four bytes.
_STEPS = 2**16
_ROUNDING = 1e-4

_ANSWERS = {"yes": True, "no": False}


@frozen(eq=False)
class LikelihoodTable:
    """Hypotheses and questions, with the probability of the answer yes for each pair.

    Attributes:
        hypotheses: The names of the rows.
        questions: The names of the columns.
        likelihoods: The matrix of numpy, with numbers from 0 to 1.
    """

    hypotheses: Sequence[str]
    questions: Sequence[str]
    likelihoods: Any = field(repr=False)

    def __attrs_post_init__(self) -> None:
        for name in ("hypotheses", "questions"):
            given = getattr(self, name)
            some = isinstance(given, Collection) and len(given) > 0
            expect(some, name, "a list of names", given)
            twice = [one for one, many in Counter(map(show_item, given)).items() if many > 1]
            if twice:
                raise BadArgument(f"{name}: {shown(twice[0])} comes twice; each needs its own name")
        kind = getattr(getattr(self.likelihoods, "dtype", None), "kind", None)
        shape = len(self.hypotheses), len(self.questions)
        fits = kind in ("f", "i", "u", "b") and self.likelihoods.shape == shape
        wanted = f"a numpy matrix of {shape[0]} x {shape[1]} probabilities"
        expect(fits, "likelihoods", wanted, self.likelihoods)


@frozen(eq=False)
class NextQuestion(Shown):
    """The best next question for a history.

    Attributes:
        question: The name of the question with the most information per cost.
        information: Its expected information about the hypothesis, in bits.
        price: Its cost.
        bound: A lower bound for the expected cost of the further questions.
        entropy: The entropy of the posterior, in bits.
        posterior: The probability of each hypothesis.
    """

    question: str
    information: float
    price: float
    bound: float
    entropy: float
    posterior: Mapping[str, float] = field(repr=False)


def _numpy() -> Any:
    try:
        import numpy as np
    except ModuleNotFoundError:
        raise missing("next_question", "numpy", "gym") from None
    return np


def read_likelihoods(path: str | Path) -> LikelihoodTable:
    """Return the table in a file.

    Args:
        path: A CSV file with a header and one row per hypothesis, whose first column has the names,
            or an ``.npy`` file with the matrix alone. Its rows and columns are numbered from 0.

    Returns:
        The table.

    Raises:
        BadArgument: If the file cannot be read, or a cell is not a number from 0 to 1.
    """
    np = _numpy()
    expect(isinstance(path, (str, Path)), "path", "the name of a file", path)
    try:
        if Path(path).suffix == ".npy":
            matrix = np.load(path, mmap_mode="r", allow_pickle=False)
            expect(matrix.ndim == 2, "table", "a matrix", matrix.shape)
            rows, columns = matrix.shape
            return LikelihoodTable([*map(str, range(rows))], [*map(str, range(columns))], matrix)
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            header, *lines = (line for line in csv.reader(file) if line)
        cells = np.array([line[1:] for line in lines], dtype=float)
    except (OSError, ValueError, csv.Error) as error:
        raise BadArgument(
            f"table {shown(path)} cannot be read: {_reason(error)}; expected a header, and rows of "
            "a name and a probability for each question, or an .npy file with a matrix"
        ) from None
    if cells.shape != (len(lines), len(header) - 1):
        raise BadArgument(f"table {shown(path)} has rows that are shorter than its header")
    return LikelihoodTable([line[0] for line in lines], header[1:], cells)


def _reason(error: Exception) -> str:
    """Return why a file cannot be read. The text of numpy for other files is about pickles."""
    return "it is not an .npy file" if "pickle" in str(error) else reason_of(error)


def next_question(
    table: LikelihoodTable,
    history: Sequence[tuple[str, str]] = (),
    *,
    prior: Sequence[float] | None = None,
    costs: Mapping[str, float] | None = None,
    confidence: float = 1.0,
) -> NextQuestion:
    """Return the question with the most information per cost after some answers.

    Args:
        table: The likelihoods.
        history: Pairs (question, answer), with answers "yes" and "no". A question may be repeated,
            and then its answers are independent.
        prior: The probabilities of the hypotheses, in any unit. By default all are equal.
        costs: The costs of the questions by name. By default 1.
        confidence: The probability of the likeliest hypothesis at which the questions may end. The
            bound follows from Fano's inequality.

    Returns:
        The question, with the posterior and the bound.

    Raises:
        BadArgument: If an argument is not valid.
        InconsistentHistory: If no hypothesis has a positive probability.

    >>> import numpy as np
    >>> chances = np.array([[1, 1], [1, 0], [0, 0], [0, 0]])
    >>> table = LikelihoodTable(["a", "b", "c", "d"], ["x", "y"], chances)
    >>> found = next_question(table, [("y", "no")])
    >>> found.question, round(found.information, 3), found.posterior["a"]
    ('x', 0.918, 0.0)
    """
    np = _numpy()
    expect(isinstance(table, LikelihoodTable), "table", "a LikelihoodTable", table)
    confidence = real_number("confidence", confidence, most=1)
    weights = _posterior(np, table, pairs_in(history), _prior(np, table, prior))
    prices = _prices(np, table, costs)
    best, information = _best(np, table.likelihoods, weights, prices)
    held = weights[weights > 0]
    entropy = float(-(held * np.log2(held)).sum())
    needed = max(0.0, entropy - _left(confidence, len(held)))
    return NextQuestion(
        question=str(table.questions[best]),
        information=information,
        price=float(prices[best]),
        bound=needed * float(prices.min()),
        entropy=entropy,
        posterior=dict(zip(map(str, table.hypotheses), weights.tolist(), strict=True)),
    )


def _prior(np: Any, table: LikelihoodTable, prior: Any) -> Any:
    """Return the prior probabilities."""
    n = len(table.hypotheses)
    if prior is None:
        return np.full(n, 1 / n)
    wanted = "a number from 0 for each hypothesis, and one over 0"
    try:
        weights = np.array(prior, dtype=float)
    except (TypeError, ValueError):
        expect(holds=False, name="prior", wanted=wanted, value=prior)
    total = weights.sum()
    fits = weights.shape == (n,) and bool((weights >= 0).all()) and 0 < total < np.inf
    expect(fits, "prior", wanted, prior)
    return weights / total


def _posterior(np: Any, table: LikelihoodTable, history: Sequence[Any], weights: Any) -> Any:
    """Return the probabilities after some answers."""
    places = {str(name): at for at, name in enumerate(table.questions)}
    for question, answer in history:
        name = str(question)
        if name not in places:
            raise BadArgument(f"{shown(question)} is not a question; {nearest(name, [*places])}")
        is_answer = isinstance(answer, str) and answer in _ANSWERS
        expect(is_answer, "answer", "'yes' or 'no'", answer)
        column = np.asarray(table.likelihoods[:, places[name]], dtype=float)
        weights = weights * (column if _ANSWERS[answer] else 1 - column)
        if not weights.max() > 0:
            raise InconsistentHistory(
                f"no hypothesis answers {answer} to {shown(question)} after the earlier answers"
            )
        weights = weights / weights.sum()
    return weights


def _prices(np: Any, table: LikelihoodTable, costs: Any) -> Any:
    """Return the cost of each question."""
    names = [*map(str, table.questions)]
    if costs is None:
        return np.ones(len(names))
    expect(isinstance(costs, Mapping), "costs", "a number over 0 by the name of a question", costs)
    known = {*names}
    for name in costs:
        if name not in known:
            raise BadArgument(f"costs: {shown(name)} is not a question")
    prices = [real_number("costs", costs.get(name, 1)) for name in names]
    expect(all(price > 0 for price in prices), "costs", "numbers over 0", costs)
    return np.array(prices)


def _best(np: Any, likelihoods: Any, weights: Any, prices: Any) -> tuple[int, float]:
    """Return the question with the most information per cost, and its information in bits.

    A table of entropies screens the questions, and those that may be the best are computed exactly.
    Entropy is concave and 0 at both ends, so that H(p) and H(q) differ by at most H(|p - q|).
    """
    rows = np.flatnonzero(weights > weights.max() * 1e-15)
    steps = np.linspace(0, 1, _STEPS + 1)
    stored = _binary_entropy(np, steps).astype(np.float32)
    rough = _information(
        np, likelihoods, rows, weights, lambda some: stored.take((some * _STEPS).astype(np.intp))
    )
    error = float(_binary_entropy(np, steps[1:2])[0]) + _ROUNDING
    may_be_best = (rough + error) / prices >= ((rough - error) / prices).max()
    close = np.flatnonzero(may_be_best)
    chances = np.asarray(likelihoods[:, close], dtype=float)
    exact = _information(np, chances, rows, weights, lambda some: _binary_entropy(np, some))
    best = int((exact / prices[close]).argmax())
    return int(close[best]), float(exact[best])


def _information(np: Any, likelihoods: Any, rows: Any, weights: Any, entropy: Any) -> Any:
    """Return the mutual information of each question with the hypothesis, in bits.

    Args:
        np: The module numpy.
        likelihoods: The probabilities of the answer yes.
        rows: The hypotheses with a weight that counts.
        weights: The probabilities of all hypotheses.
        entropy: The entropies of answers with some probabilities.
    """
    yes = np.zeros(likelihoods.shape[1])
    noise = np.zeros(likelihoods.shape[1])
    every = len(rows) == len(weights)
    at_once = max(1, _CELLS // max(1, likelihoods.shape[1]))
    for begin in range(0, len(rows), at_once):
        some = rows[begin : begin + at_once]
        part = likelihoods[begin : begin + at_once] if every else likelihoods[some]
        part = np.asarray(part, dtype=part.dtype if part.dtype.kind == "f" else float)
        if not (part.min() >= 0 and part.max() <= 1):
            raise BadArgument("table must have probabilities from 0 to 1")
        own = weights[some].astype(part.dtype)
        yes += own @ part
        noise += own @ entropy(part)
    return np.maximum(0, _binary_entropy(np, np.clip(yes, 0, 1)) - noise)


def _binary_entropy(np: Any, chances: Any) -> Any:
    """Return the entropy of answers with these probabilities, in bits."""
    others = 1 - chances
    least = np.finfo(float).tiny
    return -(chances * np.log2(chances + least) + others * np.log2(others + least))


def _left(confidence: float, hypotheses: int) -> float:
    """Return the entropy that may be left at a confidence, by Fano's inequality, in bits."""
    confidence = max(confidence, 1 / hypotheses)
    error = 1 - confidence
    if error <= 0:
        return 0.0
    return error * log2((hypotheses - 1) / error) - confidence * log2(confidence)
