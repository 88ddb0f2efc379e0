"""Combinations that are known to be broken, each with the reason: a list that only shrinks."""

from __future__ import annotations

from itertools import chain


def known_fault(case):
    """Return why a case is left out; None where it must hold."""
    return next((why for why, holds in KNOWN if holds(case)), None)


def _ends_several(case):
    """A game of codes in which a guess ends it for several secrets, or several answers end it."""
    joined = any(sum(answer in case.ends for answer in row) > 1 for row in case.rows)
    return case.form in {"packed", "codes"} and joined


def _aims_without_ends(case):
    no_end = not set(chain.from_iterable(case.rows)) & case.ends
    return case.wide and bool(case.goals) and no_end and case.pool == "candidates"


def _stopped(case):
    return case.path in {"nodes", "time", "ctrl-c", "checkpoint"}


def _has_zero(case):
    return bool(case.weights) and not all(case.weights)


def _several(case):
    return len(case.criteria) > 1 or case.criteria[0][0] == "quantile"


def _on_lengths(case):
    named = {name for name, _ in case.criteria}
    return len(case.criteria) > 2 or bool(named & {"within", "penalty", "quantile"})


KNOWN = (
    ("capacities take it that a guess ends one code", _ends_several),
    (
        "a budget that ends before the search begins: a bound of 1 where 0 is possible, trees "
        "worse than greedy ones, and bounds in the units of the table",
        lambda case: case.path == "time" and case.asks in {"optimal", "race", "verdict"},
    ),
    ("the narrowed table has an end state that no answer has", _aims_without_ends),
    (
        "Ctrl-C in a chain: the first criterion is taken for all",
        lambda case: case.path == "ctrl-c" and _several(case),
    ),
    (
        "stopped searches of objectives on lengths: trees worse than greedy ones",
        lambda case: _stopped(case) and _on_lengths(case) and case.asks == "optimal",
    ),
    (
        "stopped searches of legal guesses: trees worse than greedy ones",
        lambda case: _stopped(case) and case.pool == "legal" and bool(case.goals),
    ),
    (
        "a lower bound in the units of the table, where no strategy was found in time",
        lambda case: _stopped(case) and len({1, *case.costs, *case.weights}) > 1,
    ),
    (
        "a rule that says what is legal, and time that is over: a raw TimeIsUpError",
        lambda case: case.path == "time" and case.pool == "legal",
    ),
    (
        "a hider may hide a secret of weight 0, and a tree may ask nothing",
        lambda case: case.asks == "equilibrium" and (_has_zero(case) or case.seed % 5 == 0),
    ),
    (
        "costs: the bounds of an equilibrium do not meet",
        lambda case: case.asks == "equilibrium" and len(set(case.costs)) > 1,
    ),
    (
        "over 255 answers: symmetries but for the weights are not left out",
        lambda case: case.wide and case.form == "declared" and len({*case.weights}) > 1,
    ),
    (
        "over 255 answers: stakes are not numbered anew",
        lambda case: case.asks == "race" and case.wide and _has_zero(case),
    ),
    (
        "a verdict on a quantile does not look at what is behind it",
        lambda case: case.asks == "verdict" and case.criteria[0][0] == "quantile",
    ),
    (
        "a game that is over before the first guess has a penalty of the last guess",
        lambda case: case.asks == "verdict" and bool(case.goals) and _on_lengths(case),
    ),
    (
        "expected lengths ignore goals",
        lambda case: case.asks == "expected" and bool(case.goals),
    ),
    (
        "values in a hard mode with secrets of weight 0",
        lambda case: case.asks == "values" and case.pool == "legal" and _has_zero(case),
    ),
    (
        "a verdict on a figure of 0 is not read back",
        lambda case: case.asks == "saved" and (_on_lengths(case) or bool(case.goals)),
    ),
    (
        "a certificate of a chain with max_cost: prices of another number of guesses",
        lambda case: case.asks == "certificate" and case.money is not None and _on_lengths(case),
    ),
)
