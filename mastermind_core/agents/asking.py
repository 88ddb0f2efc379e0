"""The most informative question about hypotheses with known likelihoods, without any state.

A table has the probability of the answer yes for each hypothesis and question. The posterior
follows from the answers by Bayes' rule, and a question's value is the mutual information between
its answer and the hypothesis (Lindley, 1956).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from math import fsum, log2
from typing import NamedTuple

from mastermind_core.agents.kernels import running
from mastermind_core.agents.likelihoods import LikelihoodTable
from mastermind_core.arguments import expect, pairs_in, real_number
from mastermind_core.errors import BadArgument, InconsistentHistory, nearest, shown

_ANSWERS = {"yes": True, "no": False}


class NextQuestion(NamedTuple):
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
    posterior: Mapping[str, float]


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

    >>> table = LikelihoodTable("abcd", "xy", [[1, 1], [1, 0], [0, 0], [0, 0]])
    >>> found = next_question(table, [("y", "no")])
    >>> found.question, round(found.information, 3), found.posterior["a"]
    ('x', 0.918, 0.0)
    """
    expect(isinstance(table, LikelihoodTable), "table", "a LikelihoodTable", table)
    confidence = real_number("confidence", confidence, most=1)
    weights = _posterior(table, pairs_in(history), _prior(table, prior))
    prices = _prices(table, costs)
    best, information = running.most_informative(table.cells, weights, prices)
    held = [weight for weight in weights if weight > 0]
    entropy = -fsum(weight * log2(weight) for weight in held)
    needed = max(0.0, entropy - _left(confidence, len(held)))
    return NextQuestion(
        question=str(table.questions[best]),
        information=information,
        price=prices[best],
        bound=needed * min(prices),
        entropy=entropy,
        posterior=dict(zip(map(str, table.hypotheses), weights, strict=True)),
    )


def _prior(table: LikelihoodTable, prior: Sequence[float] | None) -> Sequence[float]:
    """Return the prior weights."""
    size = len(table.hypotheses)
    if prior is None:
        return [1.0] * size
    wanted = "a number from 0 for each hypothesis, and one over 0"
    expect(isinstance(prior, Iterable), "prior", wanted, prior)
    weights = [real_number("prior", weight) for weight in prior]
    expect(len(weights) == size and any(weights), "prior", wanted, prior)
    return weights


def _posterior(
    table: LikelihoodTable, history: Sequence[tuple[str, str]], weights: Sequence[float]
) -> array[float]:
    """Return the probabilities after some answers."""
    places = {str(name): at for at, name in enumerate(table.questions)}
    posterior = _scaled(weights)
    for question, answer in history:
        name = str(question)
        if name not in places:
            raise BadArgument(f"{shown(question)} is not a question; {nearest(name, [*places])}")
        is_answer = isinstance(answer, str) and answer in _ANSWERS
        expect(is_answer, "answer", "'yes' or 'no'", answer)
        chances = table.cells[places[name] :: len(places)].tolist()
        if not _ANSWERS[answer]:
            chances = [1 - chance for chance in chances]
        posterior = [weight * chance for weight, chance in zip(posterior, chances, strict=True)]
        if not max(posterior) > 0:
            raise InconsistentHistory(
                f"no hypothesis answers {answer} to {shown(question)} after the earlier answers"
            )
        posterior = _scaled(posterior)
    return array("d", posterior)


def _scaled(weights: Sequence[float]) -> list[float]:
    """Return weights in proportion, with the sum 1."""
    total = fsum(weights)
    return [weight / total for weight in weights]


def _prices(table: LikelihoodTable, costs: Mapping[str, float] | None) -> array[float]:
    """Return the cost of each question."""
    names = [*map(str, table.questions)]
    if costs is None:
        return array("d", [1.0]) * len(names)
    expect(isinstance(costs, Mapping), "costs", "a number over 0 by the name of a question", costs)
    unknown = {*costs} - {*names}
    if unknown:
        raise BadArgument(f"costs: {shown(min(unknown))} is not a question")
    prices = [real_number("costs", costs.get(name, 1)) for name in names]
    expect(all(price > 0 for price in prices), "costs", "numbers over 0", costs)
    return array("d", prices)


def _left(confidence: float, hypotheses: int) -> float:
    """Return the entropy that may be left at a confidence, by Fano's inequality, in bits."""
    confidence = max(confidence, 1 / hypotheses)
    error = 1 - confidence
    if error <= 0:
        return 0.0
    return error * log2((hypotheses - 1) / error) - confidence * log2(confidence)
