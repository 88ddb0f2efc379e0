"""Every public function and every parameter, found by its signature, is given what nobody meant.

Each call ends in an error of the library, in one line, or in a result: a new function is in this by
itself.
"""

from __future__ import annotations

import inspect
import math
import signal
from fractions import Fraction
from functools import partial

import pytest

import mastermind_core as mc

GAME = mc.TwoD(2)


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
    "empty": "",
    "lines": "a\nb",
    "surrogate": "\ud800",
    "bytes": b"x",
    "nested": [[]],
    "mapping": {"x": Many()},
    "set": {1, "x"},
    "several lines": Lines(),
    "unshown": Unshown(),
    "many": Many(),
    "class": mc.Mastermind,
    "object": object(),
}

#: What a parameter of this name takes; others are given None while it is not their turn.
GOOD = {
    "game": GAME,
    "strategy": "knuth",
    "guess": (0, 0),
    "secret": (0, 0),
    "history": [],
    "tree": mc.lazy_tree(GAME, "knuth"),
    "max_steps": 4,
    "games": 2,
    "metric": "entropy",
    "score": GAME.score((0, 0), (0, 1)),
    "codemaker": "random",
    "scorer": partial(GAME.score, secret=(0, 0)),
}

#: How much a function is to do: as much as is asked for, which no one waits for here.
WORK = {"games", "orders", "workers", "threads", "n", "draws"}
HUGE = {"2**63", "2**64", "10**400", "1e308", "inf"}


def public():
    """Return every public callable by name, and that of the rooms that are public."""
    found = {}
    for name in mc.__all__:
        value = getattr(mc, name)
        if inspect.ismodule(value):
            if name in ("games", "studies", "simulation", "play"):
                names = getattr(value, "__all__", None) or dir(value)
                found |= {f"{name}.{own}": getattr(value, own) for own in names if own[0] != "_"}
        else:
            found[name] = value
    return {
        name: value
        for name, value in found.items()
        if (inspect.isfunction(value) or inspect.isclass(value))
        and getattr(value, "__module__", "").startswith("mastermind_core")
        and not issubclass(value if inspect.isclass(value) else int, BaseException)
        and not getattr(value, "_is_protocol", False)
    }


def parameters(call):
    try:
        return list(inspect.signature(call).parameters.values())
    except ValueError:
        return []


PUBLIC = public()


def given(call, turn, value):
    """Return the arguments of a call in which one parameter is hostile."""
    args, named = [], {}
    for one in parameters(call):
        own = one.name == turn
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            continue
        if not own and one.default is not one.empty:
            continue
        item = value if own else GOOD.get(one.name)
        if one.kind is one.POSITIONAL_ONLY:
            args.append(item)
        else:
            named[one.name] = item
    return args, named


class _TooSlowError(BaseException):
    pass


def _late(*_):
    raise _TooSlowError


def outcome(call, args, named):
    """Say what is wrong with how a call ends, or nothing."""
    try:
        value = call(*args, **named)
        if inspect.isgenerator(value):
            next(value, None)
    except mc.MastermindCoreError as error:
        text = str(error)
        return None if text.isprintable() and text else f"{text!r} is no line"
    except _TooSlowError:
        return "takes seconds"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def findings(name, call, is_work):
    """Say what is wrong with each call; a parameter that is work is not given what is huge."""
    found = []
    before = signal.signal(signal.SIGALRM, _late)
    try:
        for one in parameters(call):
            for label, value in HOSTILE.items():
                if label in HUGE and is_work(one):
                    continue
                signal.setitimer(signal.ITIMER_REAL, 5)
                try:
                    wrong = outcome(call, *given(call, one.name, value))
                except _TooSlowError:
                    wrong = "takes seconds"
                finally:
                    signal.setitimer(signal.ITIMER_REAL, 0)
                if wrong:
                    found.append(f"{name}({one.name}={label}): {wrong}")
    finally:
        signal.signal(signal.SIGALRM, before)
    return found


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timers")
@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_each_call_ends_in_one_line_or_a_result(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert findings(name, PUBLIC[name], lambda one: one.name in WORK) == []
