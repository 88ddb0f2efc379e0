"""Certificates that were changed: what a checker still believes has to be true."""

from __future__ import annotations

import json
from fractions import Fraction

from product_oracle import MEAN, WORST, Oracle, hold
from proofs import run_second

import mastermind_core as mc

from .drawing import Built

OBJECTIVES = ("mean", "worst", "worst-then-mean", "mean-then-worst", "within:2", "penalty:0,1,3")

#: Changed certificates of a case.
TIMES = 3


def criteria_of(text):
    """Read criteria as callers write them."""
    criteria = []
    for part in text.split("-then-"):
        name, _, rest = part.partition(":")
        numbers = [Fraction(number) for number in rest.split(",")] if rest else None
        if name == "within":
            numbers = int(numbers[0])
        criteria.append((name, tuple(numbers) if isinstance(numbers, list) else numbers))
    return criteria


def meddled(random, lines):
    """Change a number, or what is asked, or leave a line out, or take one twice."""
    lines = [json.loads(json.dumps(line)) for line in lines]
    at, kind = random.randrange(len(lines)), random.random()
    if kind < 0.1 and len(lines) > 2:
        return lines[:at] + lines[at + 1 :]
    if kind < 0.15:
        return [*lines[:at], lines[at], *lines[at:]]
    if kind < 0.35:
        changes = {
            "objective": random.choice(OBJECTIVES),
            "pool": random.choice(["all", "candidates"]),
            "max_steps": random.choice([None, 1, 2, 3, 4]),
            "max_cost": random.choice([None, 1, 2, 5]),
        }
        own = [name for name in changes if name in lines[0]]
        for name in random.sample(own, min(len(own), random.choice([1, 1, 2]))):
            lines[0][name] = changes[name]
        return lines
    *way, last = random.choice([*_numbers(lines[at])])
    line = lines[at]
    for step in way:
        line = line[step]
    was = line[last] or 0
    line[last] = random.choice([was + 1, was - 1, 0, 1, 2, None, was + 2, 10**6])
    return lines


def _numbers(value, way=()):
    if isinstance(value, (dict, list)):
        for at, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _numbers(item, (*way, at))
    elif value is None or isinstance(value, int):
        yield way


def hold_forged(asking, game, path, *, compiled=True):
    """Change a genuine certificate; return how many changes were made."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for _ in range(TIMES):
        changed = meddled(asking.random, lines)
        path.write_text("".join(json.dumps(line) + "\n" for line in changed))
        for check in (mc.verify_certificate, run_second if compiled else mc.verify_certificate):
            try:
                said = check(game, path)
            except mc.MastermindCoreError as error:
                hold("\n" not in str(error), f"{error}")
                continue
            hold_claim(asking.case, said)
    return TIMES


def hold_claim(case, said):
    """Hold what a certificate says, which may be about another question, to the oracle."""
    from dataclasses import replace

    built = Built(replace(case, pool=said.pool))
    criteria = criteria_of(str(said.objective))
    oracle = Oracle(
        case.rows, case.ends, case.weights, case.costs, case.goals, said.pool, built.legal
    )
    best = oracle.best(criteria, said.max_steps, said.max_cost)
    hold(best is not None, f"{said}: there is no strategy")
    own = said.values if isinstance(said.values, tuple) else (said.values,)
    if tuple(criteria) == (MEAN,):
        own = (said.total,)
    if tuple(criteria) == (WORST,):
        own = (said.worst,)
    hold(tuple(own) == tuple(best), f"{said}: {own}, and the best is {best}")
