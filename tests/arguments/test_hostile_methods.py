"""Classes of strategies, and methods of what the package returns, are given what nobody meant.

They are found by themselves, as public functions are: each call ends in an error of the library, in
one line, or in a result.
"""

from __future__ import annotations

import inspect
import signal
from random import Random

import pytest
from hostile import findings

import mastermind_core as mc

GAME = mc.TwoD(2)

#: What those give each other who choose guesses or read a score table: numbers, tables, positions.
#: Whoever writes a strategy has them from the package.
BUILDING_BLOCKS = {
    *(f"table.{name}" for name in ("answer", "block_sizes", "may_win", "narrowed", "over")),
    *(f"table.{name}" for name in ("split", "tells", "weigh")),
    *(f"metric.{name}" for name in ("cost", "criterion", "join")),
    *(f"strategy.{name}" for name in ("best", "choose", "grow")),
}


def classes():
    """Return the classes of strategies by name."""
    names = [name for name in mc.strategies.__all__ if name[0].isupper()]
    found = {f"strategies.{name}": getattr(mc.strategies, name) for name in names}
    return {
        name: value
        for name, value in found.items()
        if inspect.isclass(value) and not getattr(value, "_is_protocol", False)
    }


def objects():
    """Return an object of each kind that the package makes."""
    return {
        "tree": mc.lazy_tree(GAME, "knuth"),
        "solution": mc.optimal(GAME),
        "verdict": mc.is_greedy_optimal(GAME),
        "session": mc.Session(GAME),
        "distribution": mc.length_distribution(GAME, "knuth"),
        "worst": mc.worst_case(GAME, "knuth"),
        "summary": mc.simulate(GAME, "knuth", games=3),
        "standings": mc.compare(GAME, ["knuth", "entropy"], games=3),
        "table": mc.compile_game(GAME),
        "metric": mc.ENTROPY,
        "strategy": mc.strategies.knuth,
        "codes": mc.Mastermind(colours=3, holes=2),
        "cells": GAME,
        "lists": mc.FiniteGame("ab", "ab", lambda g, s: g == s, {True}),
        "words": mc.Wordle(["abide", "speed", "erase"]),
        "faces": mc.games.GuessWho([("name", "hat"), ("Ann", "yes"), ("Bob", "no")]),
        "weighted": mc.weighted(GAME, [1, 2, 3, 4]),
        "priced": mc.priced(GAME, [1, 2, 3, 4]),
        "identified": mc.identified(GAME),
    }


def methods():
    """Return the methods of these objects by name."""
    found = {}
    for name, one in objects().items():
        for own in dir(type(one)):
            if own.startswith("_") or isinstance(getattr(type(one), own), property):
                continue
            call = getattr(one, own)
            if (getattr(call, "__module__", None) or "").startswith("mastermind_core"):
                found[f"{name}.{own}"] = call
    return {name: call for name, call in found.items() if inspect.ismethod(call)}


CALLS = {**classes(), **methods()}


def test_all_kinds_are_there():
    assert len(classes()) > 20
    assert len(methods()) > 80
    assert methods().keys() >= BUILDING_BLOCKS


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timers")
@pytest.mark.parametrize("name", sorted(CALLS.keys() - BUILDING_BLOCKS))
def test_each_call_ends_in_one_line_or_a_result(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    found = findings(name, CALLS[name], lambda one: "int" in str(one.annotation), 500, Random(name))
    assert found == []
