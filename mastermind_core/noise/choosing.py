"""Strategies for answers that may be wrong, and players that make their guesses.

A guess is chosen by its gain per cost. Three measures have a gain: the answer's information about
the secret's class, the error probability, and the edges that EC2 cuts. The source of EC2 is D.
Golovin, A. Krause and D. Ray (2010), "Near-optimal Bayesian active learning with noisy
observations".
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import islice
from math import log, log1p
from typing import Any

from attrs import frozen
from more_itertools import unique_everseen

from mastermind_core.arguments import expect
from mastermind_core.errors import UninformativeGuess
from mastermind_core.game import Exact
from mastermind_core.noise.belief import Belief
from mastermind_core.noise.kernels import running
from mastermind_core.results import Shown
from mastermind_core.strategies.parts import OF_NOISE

#: The measures by name, with their numbers in the kernel.
MEASURES = {name: at for at, name in enumerate(("entropy", *OF_NOISE))}
_INFORMATION, _ERROR, _EC2 = MEASURES.values()

#: The relative difference below which gains are equal, and the gain that counts as none.
_EQUAL = 1e-9
_NONE = 1e-11

#: The relative change of a probability below which two terms of a series are exact enough.
_SMALL = 1e-5

#: Above this ratio, 1 is lost beside it in a float.
_HUGE = 2**60


def gains(belief: Belief, measure: int, *, of_secrets: bool = False) -> list[float]:
    """Return each guess's expected gain: bits, or how much a probability falls.

    The gain is about the secret's class, or about the secret itself.
    """
    table = belief.table
    weights = belief.scaled
    ends = array("I") if of_secrets else belief.ends
    cells, starts, widths = belief.cells
    error = float(table.error or 0)
    ids = array("I", belief.ids)
    how: tuple[Any, ...] = (weights, ends, error, cells, starts, widths, measure)
    values = running.noisy_values(table.scores, ids, *how)
    total = sum(weights)
    shares = [weight / belief.weight for weight in belief.by_class.values()]
    if measure == _INFORMATION:
        found = [value / total for value in values]
    elif measure == _ERROR:
        found = [1 - max(shares) - value / total for value in values]
    else:
        edges = 1 - sum(share * share for share in shares)
        found = [edges - value / total**3 for value in values]
    return [0.0 if guess in belief.repeats else gain for guess, gain in enumerate(found)]


def useful_gains(belief: Belief, measure: int) -> dict[int, float]:
    """Return the gain for each guess whose answer depends on the secret's class.

    If no guess reduces the error probability at once, information decides. Near certainty the
    information is too small for a difference of entropies, and is computed from exact
    probabilities. If no guess is informative about the class, a guess that is informative about the
    secret counts where later answers may depend on the class because of it.
    """
    useful = _reducing(belief, measure)
    if not useful and measure != _INFORMATION:
        useful = _reducing(belief, _INFORMATION)
    return useful or _small_gains(belief)


def _small_gains(belief: Belief) -> dict[int, float]:
    """Return the information in guesses for which floats show no gain."""
    told = [guess for guess in belief.left if belief.tells_class(guess)]
    if told:
        return {guess: _bits_of_classes(belief, guess) for guess in told}
    told = [guess for guess in belief.left if belief.tells(guess)]
    if not told or not belief.may_learn:
        return {}
    bits = gains(belief, _INFORMATION, of_secrets=True)
    return {guess: max(bits[guess], _NONE) for guess in told}


def _reducing(belief: Belief, measure: int) -> dict[int, float]:
    """Return the gains that are large enough for floats, from guesses informative on the class."""
    found = gains(belief, measure)
    useful = {guess: found[guess] for guess in belief.left if found[guess] > _NONE}
    if measure == _EC2 and useful:  # the answers of a coin divide edges, too
        bits = gains(belief, _INFORMATION)
        useful = {guess: gain for guess, gain in useful.items() if bits[guess] > _NONE}
    return useful


def _bits_of_classes(belief: Belief, guess: int) -> float:
    """Return the answer's information about the class, to a small relative error.

    It is the expected divergence between a class's answers and all answers, a sum whose terms are
    not negative.
    """
    heard = belief.chances(guess)
    total = 0.0
    for own, chances in belief.chances_by_class(guess).items():
        share = Fraction(belief.by_class[own], belief.weight)
        for answer, expected in heard.items():
            chance = chances.get(answer, Fraction(0))
            ratio = chance / expected
            if ratio > _HUGE:  # the class has hardly any share, and alone explains the answer
                total += float(share * chance) * (_log(ratio) - 1)
            else:
                total += float(share * expected) * _divergence(float(ratio - 1))
    return total / log(2)


def _log(ratio: Fraction) -> float:
    """Return a fraction's logarithm, where the fraction may be too large for a float."""
    return log(ratio.numerator) - log(ratio.denominator)


def _divergence(excess: float) -> float:
    """Return (1 + x) log (1 + x) - x, which is small and positive for a small x."""
    if abs(excess) < _SMALL:
        return excess * excess * (1 / 2 - excess / 6)
    return (1 + excess) * log1p(excess) - excess if excess > -1 else 1.0


def best_guess(belief: Belief, measure: int) -> int:
    """Return the guess with the highest gain per cost, as an index.

    Among equals one that may end the game is preferred, then the first.

    Raises:
        UninformativeGuess: If no guess is informative, and none may end the game.
    """
    costs = belief.table.aims.costs
    found = useful_gains(belief, measure)
    rates = {guess: gain / (costs[guess] if costs else 1) for guess, gain in found.items()}
    least = max(rates.values(), default=0.0) * (1 - _EQUAL)
    equal = [guess for guess, own in rates.items() if own >= least]
    open_guesses = equal or belief.left
    may_end = (guess for guess in open_guesses if belief.table.may_end(guess, belief.ids))
    ending = next(may_end, None)
    if ending is not None or equal:
        return equal[0] if ending is None else ending
    raise UninformativeGuess(
        f"no guess is informative after {len(belief.turns)} answers: the game would never end; "
        "give a confidence= that can be reached, or limit the guesses by max_steps= or stop="
    )


@frozen
class NoisySuggestion(Shown):
    """A guess whose answer may be wrong, with its expected effects."""

    #: The guess.
    guess: Any
    #: The information of the answer on the goal, or on the secret, in bits.
    bits: float
    #: The probability that the likeliest goal is wrong after the answer.
    expected_error: float
    #: Whether the answer may end the game.
    may_win: bool
    #: The cost of the guess; None if guesses have no costs.
    price: Exact | None = None

    @property
    def bits_per_cost(self) -> float:
        """Return the information per unit of cost, in bits."""
        return self.bits / float(self.price or 1)

    def __str__(self) -> str:
        paid = "" if self.price is None else f", {self.bits_per_cost:.4f} per cost of {self.price}"
        wins = ", may win" if self.may_win else ""
        return f"{self.guess!r}: {self.bits:.4f} bits{paid}, error {self.expected_error:.4f}{wins}"


def suggestions(
    belief: Belief, n: int, metric: Any = None, *, distinct: bool = False
) -> list[NoisySuggestion]:
    """Return the best informative guesses, the best first."""
    name = "entropy" if metric is None else getattr(metric, "name", metric)
    expect(name in MEASURES, "metric", f"one of {', '.join(MEASURES)}", metric)
    every = {measure: gains(belief, measure) for measure in (_INFORMATION, _ERROR)}
    costs = belief.table.aims.costs
    found = useful_gains(belief, MEASURES[name])
    per_cost = {guess: gain / costs[guess] if costs else gain for guess, gain in found.items()}
    ranked = sorted(found, key=lambda guess: (-round(per_cost[guess], 10), guess))
    found_ones = (_weighed(belief, guess, every) for guess in ranked)
    return [*islice(unique_everseen(found_ones, _effects if distinct else None), n)]


def _effects(one: NoisySuggestion) -> Any:
    return round(one.bits, 9), round(one.expected_error, 9), one.may_win, one.price


def suggestion(belief: Belief, guess: object) -> NoisySuggestion:
    """Return a guess's expected effects."""
    every = {measure: gains(belief, measure) for measure in (_INFORMATION, _ERROR)}
    return _weighed(belief, belief.table.guesses[guess], every)


def _weighed(belief: Belief, guess: int, every: Mapping[int, Sequence[float]]) -> NoisySuggestion:
    aims = belief.table.aims
    price = belief.table.cost(guess) if aims.costs or aims.cost_unit != 1 else None
    bits, gain = (every[measure][guess] for measure in (_INFORMATION, _ERROR))
    error = max(0.0, float(1 - belief.certainty) - gain)
    item = belief.table.guesses.items[guess]
    ends = belief.table.may_end(guess, belief.ids)
    return NoisySuggestion(item, bits, error, ends, price)
