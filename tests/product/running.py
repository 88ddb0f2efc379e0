"""Draw cases by number, run them, and make what fails as small as it gets."""

from __future__ import annotations

import re
from dataclasses import fields, replace

from .asking import Asking
from .broken import known_fault
from .drawing import COSTS, ENDS, FORMS, GOALS, OBJECTIVES, POOLS, WEIGHTS, Case, drawn
from .paths import PATHS

ASKS = (
    *("optimal",) * 9,
    "exists",
    "worst-case",
    "values",
    "verdict",
    "equilibrium",
    "expected",
    "saved",
    "certificate",
    "certificate",
)

AXES = {
    "form": FORMS,
    "wide": (False, False, True),
    "weights": WEIGHTS,
    "costs": ("none", "none", *COSTS),
    "goals": ("none", "none", *GOALS),
    "ends": ENDS,
    "pool": ("all", *POOLS),
    "objective": OBJECTIVES,
    "path": PATHS,
    "asks": ASKS,
}


def any_case(random, **forced):
    """Draw a case; some of its axes may be ``forced``."""
    while True:
        asked = {name: random.choice(values) for name, values in AXES.items()} | forced
        case = drawn(random, asked)
        if case is not None:
            return case


def case_of(random, **forced):
    """Draw a case that is not known to be broken."""
    return next(
        case for case in iter(lambda: any_case(random, **forced), 0) if not known_fault(case)
    )


def failure(case, *, every=False):
    """Return the error of a case, None where all holds."""
    try:
        Asking(case, every=every).run()
    except Exception as error:  # of any kind: all but what the library says is a finding
        return error
    return None


def hold(case, *, every=False):
    """Run a case; raise what is wrong with the smallest case found that fails in the same way."""
    try:
        return Asking(case, every=every).run()
    except Exception as error:
        small = smaller(case, error, every=every)
        said = f"{shown(small)}\n{failure(small, every=every)!r}\nas drawn: {shown(case)}"
        raise AssertionError(said) from error


def product(random):
    """Run a drawn case, as the fuzzer asks for it."""
    return hold(case_of(random))


def shown(case):
    """Write a case as Python, without what is not given."""
    given = [
        f"{field.name}={getattr(case, field.name)!r}"
        for field in fields(Case)
        if field.name in {"rows", "ends"} or getattr(case, field.name) != field.default
    ]
    return f"Case({', '.join(given)})"


# Smaller cases


def smaller(case, error, *, every=False, most=600):
    """Return the smallest case found by steps that fails in the same way."""
    tries, going = 0, True
    while going:
        going = False
        for other in _steps(case):
            tries += 1
            if tries > most:
                return case
            if not known_fault(other) and _alike(failure(other, every=every), error):
                case, going = other, True
                break
    return case


def _alike(one, other):
    """Compare two failures: their kinds, and the words of them without what is counted."""
    if type(one) is not type(other):
        return False
    return _words(one) == _words(other)


def _words(error):
    return re.findall(r"[a-z]{4,}", str(error))[-2:]


def _steps(case):
    """Yield cases that are simpler by a step each, those that leave most out first."""
    for secret in range(len(case.rows[0]) if len(case.rows[0]) > 1 else 0):
        if not case.moves and case.form != "codes":
            yield _without_secret(case, secret)
    for guess in range(len(case.rows) if len(case.rows) > 1 else 0):
        if not case.moves and case.form != "codes":
            yield _without_guess(case, guess)
    if case.moves or case.codes or case.rule:
        yield replace(case, moves=(), codes=(), rule=(), options=(), form="object")
    for name, plain in (
        ("asks", "optimal"), ("path", "compiled"), ("form", "function"), ("form", "object"),
        ("steps", None), ("money", None), ("first_guess", None), ("wide", False), ("pool", "all"),
        ("called", ()), ("weights", ()), ("costs", ()), ("goals", ()), ("seed", 1), ("seed", 2),
    ):  # fmt: skip
        own = getattr(case, name)
        done = own == plain or (name == "form" and (case.moves or case.codes or case.rule))
        if not done and not (name == "form" and own == "function"):
            yield replace(case, **{name: plain})
    for at in range(len(case.criteria) if len(case.criteria) > 1 else 0):
        yield replace(case, criteria=_left(case.criteria, at))
    for at, (name, given) in enumerate(case.criteria):
        if name == "penalty" and len(given) > 1:
            other = name, given[:-1]
            yield replace(case, criteria=(*case.criteria[:at], other, *case.criteria[at + 1 :]))
    for name in ("weights", "costs"):
        own = getattr(case, name)
        for at, number in enumerate(own):
            for plain in (1, 2):
                if number not in (0, 1, plain):
                    yield replace(case, **{name: (*own[:at], plain, *own[at + 1 :])})
    for end in sorted(case.ends) if len(case.ends) > 1 else ():
        yield replace(case, ends=case.ends - {end})
    for guess, row in enumerate(case.rows) if not (case.moves or case.codes or case.rule) else ():
        for at, answer in enumerate(row):
            if answer not in case.ends and answer != min(row):
                changed = (*row[:at], min(row), *row[at + 1 :])
                yield replace(case, rows=(*case.rows[:guess], changed, *case.rows[guess + 1 :]))


def _left(items, at):
    return (*items[:at], *items[at + 1 :])


def _without_guess(case, guess):
    first = case.first_guess
    other = replace(
        case, rows=_left(case.rows, guess), costs=_left(case.costs, guess),
        called=_left(case.called, guess),
        first_guess=None if first in (None, guess) else first - (first > guess),
    )  # fmt: skip
    if case.codes:
        guesses, *rest = case.codes
        other = replace(other, codes=(_left(guesses, guess), *rest))
    if case.rule:
        low = (1 << guess) - 1
        masks = [
            {a: mask & low | mask >> 1 & ~low for a, mask in answers.items()}
            for answers in _left(case.rule, guess)
        ]
        other = replace(other, rule=tuple(masks))
    return other


def _without_secret(case, secret):
    other = replace(
        case, rows=tuple(_left(row, secret) for row in case.rows),
        weights=_left(case.weights, secret), goals=_left(case.goals, secret),
        called=tuple(
            None if own in (None, secret) else own - (own > secret) for own in case.called
        ),
    )  # fmt: skip
    if case.codes:
        guesses, secrets, *rest = case.codes
        other = replace(other, codes=(guesses, _left(secrets, secret), *rest))
    return other
