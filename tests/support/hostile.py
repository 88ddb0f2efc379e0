"""What nobody meant, for each parameter of a call: alone, inside of what is good, and beside it.

Each call ends in an error of the library, in one line, or in a result.
"""

from __future__ import annotations

import inspect
import math
import signal
import sys
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from itertools import chain

import mastermind_core as mc

GAME = mc.TwoD(2)
SOLUTION = mc.optimal(GAME)


class Lines:
    """A value that is written in several lines."""

    def __repr__(self):
        return "Lines(\n  of,\n  several\n)"


class Unshown:
    """A value that cannot be written."""

    def __repr__(self):
        raise RuntimeError("no text")


class Many:
    """What numpy says of the truth of several numbers."""

    def __eq__(self, other):
        return self

    def __bool__(self):
        raise ValueError("the truth value of an array is ambiguous")

    __hash__ = None

    def __repr__(self):
        return "array([1,\n       2])"


HOSTILE = {
    "None": None,
    "minus": -1,
    "2**63": 2**63,
    "2**64": 2**64,
    "10**400": 10**400,
    "inf": math.inf,
    "1e308": 1e308,
    "nan": math.nan,
    "half": Fraction(1, 2),
    "true": True,
    "empty": "",
    "lines": "a\nb",
    "surrogate": "\ud800",
    "bytes": b"x",
    "list": [],
    "nested": [[]],
    "mapping": {"x": Many()},
    "set": {1, "x"},
    "several lines": Lines(),
    "unshown": Unshown(),
    "many": Many(),
    "class": mc.Mastermind,
    "object": object(),
}

#: What a parameter of this name takes, the first of them where another one has its turn. Those that
#: have to be given and are not here are None then.
GOOD = {
    "answers": [["abc", "abd"]],
    "bad": [1, [1, 2]],
    "by": [lambda secret: len(str(secret)) % 2, [1, 1, 2, 2]],
    "candidates": [[(0, 0), (0, 1)]],
    "codebreakers": [["knuth", "entropy"]],
    "codemaker": ["random", mc.codemakers.fixed((0, 0)), "adversarial", mc.codemakers.liar(1)],
    "colours": [3, "abc", [1, 2]],
    "cost": [[1, 2], {"a": 2}],
    "costs": [[1, 2, 3, 4], {(0, 0): 2}],
    "counts": [{1: 1, 2: 3}],
    "endstates": [[True], {True}],
    "first_guess": [(0, 0)],
    "fixed": [[(0, 0)]],
    "found": [mc.equilibrium(GAME)],
    "game": [GAME, mc.Mastermind(colours=3, holes=2), mc.weighted(GAME, [1, 2, 3, 4])],
    "games": [2],
    "goal": [[1, 2]],
    "goals": [[1, 1, 2, 2]],
    "guess": [(0, 0)],
    "guesses": [["a", "b"], [(0, 0), (0, 1)]],
    "header": [["name", "hat"]],
    "history": [[], [((0, 0), GAME.score((0, 0), (0, 1)))]],
    "lengths": [
        dict.fromkeys(GAME.secrets, 2),
        {secret: {1: 1, 2: 3} for secret in GAME.secrets},
        {1: 1, 2: 3},
        {"knuth": mc.length_distribution(GAME, "knuth")},
    ],
    "lies": [1],
    "max_steps": [4],
    "metric": ["entropy", mc.ENTROPY],
    "objective": ["mean", ["worst", "mean"], mc.within(2)],
    "opening": [[(0, 0)], (0, 0)],
    "others": [["xyz"]],
    "pool": ["all", "candidates"],
    "pools": [[[1, 2], [1]]],
    "preferred": [[(0, 0)]],
    "prior": [[1, 2]],
    "rows": [[["Ann", "yes"], ["Bob", "no"]]],
    "sample": [1],
    "score": [GAME.score((0, 0), (0, 1)), lambda guess, secret: guess == secret],
    "scorer": [partial(GAME.score, secret=(0, 0))],
    "secret": [(0, 0)],
    "secrets": [[(0, 0)], ["a", "b"]],
    "seconds": [1],
    "seed": [1],
    "sizes": [[2, 3], 4],
    "stages": [[(1, "knuth"), (3, "entropy")]],
    "strategies": [["knuth", "entropy"], {"mine": "knuth"}],
    "strategy": ["knuth", mc.strategies.entropy, SOLUTION, lambda position: position.candidates[0]],
    "table": [{"a": [1, 2], "b": [2, 2]}, [[1, 2], [2, 2]], [("name", "hat"), ("Ann", "yes")]],
    "text": ["1,2", "a", "?"],
    "tree": [mc.lazy_tree(GAME, "knuth"), SOLUTION],
    "codebreaker": [[(1, mc.lazy_tree(GAME, "knuth"))]],
    "until": [3],
    "weights": [[1, 2, 3, 4], {(0, 0): 2}, {1: 1, 2: 3}],
    "words": [["abc", "abd"]],
}

#: What a parameter of this name takes, made of something.
MADE = {
    "codemaker": [
        mc.codemakers.fixed,
        mc.codemakers.worst,
        lambda bad: mc.codemakers.liar(1, secret=bad),
    ],
    "strategy": [
        lambda bad: mc.strategies.Opened("knuth", [bad]),
        lambda bad: mc.strategies.Greedy("entropy", opening=[bad]),
        lambda bad: mc.strategies.Beam(opening=[bad]),
        lambda bad: mc.strategies.Elimination(preferred=[bad]),
        lambda bad: mc.strategies.MostPartsOfSpread(fixed=[bad]),
    ],
}

#: How much a function is to do: as much as is asked for, which no one waits for here.
WORK = {"games", "orders", "workers", "threads", "n", "draws"}
HUGE = {"2**63", "2**64", "10**400", "1e308", "inf"}


def parameters(call):
    try:
        found = inspect.signature(call).parameters.values()
    except ValueError:
        return []
    return [one for one in found if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]


def with_one(value, bad):
    """Yield a list, a tuple or a dictionary with what is bad in each place, however deep."""
    if isinstance(value, dict):
        for key, own in value.items():
            rest = {other: one for other, one in value.items() if other is not key}
            yield {**rest, key: bad}
            if type(bad).__hash__ is not None:
                yield {**rest, bad: own}
            yield from ({**rest, key: inner} for inner in with_one(own, bad))
    elif type(value) in (list, tuple):
        for at, own in enumerate(value):
            for inner in chain([bad], with_one(own, bad)):
                yield type(value)((*value[:at], inner, *value[at + 1 :]))


def inside(bad):
    """Yield lists, tuples, dictionaries and functions of what is bad, for any parameter."""
    yield from ([bad], (bad,), [(1, bad)], {1: bad}, lambda *_: bad)
    if type(bad).__hash__ is not None:
        yield from ({bad}, {bad: bad})


def turns(one, is_work):
    """Yield a label and a value for each turn of a parameter."""
    for label, bad in HOSTILE.items():
        if label in HUGE and is_work(one):
            continue
        yield label, bad
        for at, nested in enumerate(inside(bad)):
            yield f"{label} inside {at}", nested
        for at, make in enumerate(MADE.get(one.name, ())):
            try:
                made = make(bad)
            except mc.MastermindCoreError:
                continue
            yield f"{label} in what is made {at}", made
        for good in GOOD.get(one.name, ()):
            for at, nested in enumerate(with_one(good, bad)):
                yield f"{label} in a good one {at}", nested


def companies(call, turn):
    """Yield the other arguments of a call: those that are needed, then one more or another."""
    known = {one.name: GOOD.get(one.name, [None]) for one in parameters(call)}
    needed = {
        one.name: known[one.name][0]
        for one in parameters(call)
        if one.default is one.empty and one.name != turn
    }
    yield needed
    for name, values in known.items():
        if name != turn and name in GOOD:
            for value in values[1 if name in needed else 0 :]:
                yield {**needed, name: value}


def called(call, named):
    """Call with named arguments, but for those that have no names for callers."""
    placed = [one.name for one in parameters(call) if one.kind is one.POSITIONAL_ONLY]
    args = [named.pop(name) for name in placed if name in named]
    value = call(*args, **named)
    if inspect.isgenerator(value):
        next(value, None)


#: The CPU seconds that a call may take, and the seconds after which one that waits is ended.
_MOST_CPU = 5
_MOST_WAITING = 300


class _TooSlowError(BaseException):
    pass


def _late(*_):
    raise _TooSlowError


def outcome(call, named):
    """Say what is wrong with how a call ends, or nothing."""
    signal.setitimer(signal.ITIMER_PROF, _MOST_CPU)  # the clock says little on a busy machine
    signal.setitimer(signal.ITIMER_REAL, _MOST_WAITING)
    try:
        called(call, dict(named))
    except mc.MastermindCoreError as error:
        text = str(error)
        return None if text.isprintable() and text else f"{text!r} is no line"
    except _TooSlowError:
        return "takes seconds"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
    return None


def cases(call, is_work):
    """Yield a label and the arguments for every turn, what is nested only with what is needed."""
    for one in parameters(call):
        for number, company in enumerate(companies(call, one.name)):
            for label, bad in turns(one, is_work):
                if number == 0 or label in HOSTILE:
                    yield f"{one.name}={label}, company {number}", {**company, one.name: bad}


def close_figures():
    """Close the figures that a call has opened: matplotlib warns of many."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close("all")


def findings(name, call, is_work, most=None, random=None):
    """Say what is wrong with each call, or with a sample and what is bad alone.

    A parameter that is work is not given what is huge.
    """
    found = []
    every = list(cases(call, is_work))
    if most is not None:
        alone = [case for case in every if " in" not in case[0] and "company 0" in case[0]]
        every = alone + random.sample(every, min(most, len(every)))
    before = {kind: signal.signal(kind, _late) for kind in (signal.SIGALRM, signal.SIGPROF)}
    try:
        for label, named in every:
            wrong = outcome(call, named)
            close_figures()
            if wrong:
                found.append(f"{name}({label}): {wrong}")
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
    return found


#: The public functions of a module whose names have no list.
CODEMAKERS = ("adversarial", "fixed", "liar", "maxent", "maxmin", "person", "random", "worst")


def is_public(value):
    """Return whether a value is a function or a class of the package, and no error."""
    return (
        (inspect.isfunction(value) or inspect.isclass(value))
        and getattr(value, "__module__", "").startswith("mastermind_core")
        and not (inspect.isclass(value) and issubclass(value, BaseException))
        and not getattr(value, "_is_protocol", False)
    )


def public():
    """Return every public callable by name, and those of the modules that are public."""
    found = {}
    for name in mc.__all__:
        value = getattr(mc, name)
        if name == "codemakers":
            found |= {f"codemakers.{own}": getattr(value, own) for own in CODEMAKERS}
        elif name == "gym" and find_spec("gymnasium") is None:
            continue
        elif inspect.ismodule(value):
            names = getattr(value, "__all__", None) or dir(value)
            inner = {own: getattr(value, own) for own in names if own[0] != "_"}
            found |= {f"{name}.{own}": one for own, one in inner.items() if is_public(one)}
        elif is_public(value):
            found[name] = value
    seen = set()
    return {n: v for n, v in found.items() if not (id(v) in seen or seen.add(id(v)))}
