"""Whole numbers of any library, such as numpy's, are taken wherever whole numbers are."""

from __future__ import annotations

import inspect
import re
from numbers import Real
from types import FunctionType

import pytest
from attrs import fields

import mastermind_core as mc


class Whole:
    """A whole number of another library: it has ``__index__``, and nothing else of an int."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


GAME = mc.TwoD(3)
NOISY = mc.noisy(GAME, 0)
SEARCH = {"nodes": 10**6, "memory": 2**30, "threads": 1, "seconds": 60}
FOUND = mc.from_json(mc.to_json(mc.optimal(GAME)))
TEXT = mc.to_json(FOUND)


def total(found):
    return found.total


#: Of each public function: a call with plain numbers, and what of its result is compared.
CALLS = {
    "compare": (
        lambda **k: mc.compare(NOISY, ["knuth"], **k).rows[0].summary.lengths,
        {"games": 3, "max_steps": 2},
    ),
    "compile_game": (lambda **k: mc.compile_game(mc.TwoD(3), **k).final, {"limit": 10**6}),
    "equilibrium": (
        lambda **k: mc.equilibrium(mc.TwoD(2), **k).lower,
        {"tolerance": 0, "seconds": 60, "memory": 2**30, "threads": 1},
    ),
    "from_json": (lambda **k: mc.from_json(TEXT, **k).total, {"limit": 10**6}),
    "is_greedy_optimal": (
        lambda **k: bool(mc.is_greedy_optimal(GAME, **k)),
        {**SEARCH, "max_steps": 4},
    ),
    "optimal": (lambda **k: mc.optimal(GAME, **k).total, {**SEARCH, "max_steps": 4}),
    "optimal_worst_case": (lambda **k: mc.optimal_worst_case(GAME, **k), SEARCH),
    "play_game": (lambda **k: mc.play_game(GAME, "knuth", "random", **k), {"max_steps": 9}),
    "play_match": (
        lambda **k: mc.play.play_match(GAME, ["knuth"], "random", **k).turns,
        {"max_steps": 9},
    ),
    "lazy_tree": (lambda **k: mc.lazy_tree(NOISY, **k).depth, {"max_steps": 2}),
    "cost_distribution": (lambda **k: mc.cost_distribution(NOISY, **k), {"max_steps": 2}),
    "length_distribution": (lambda **k: mc.length_distribution(NOISY, **k), {"max_steps": 2}),
    "rate": (
        lambda **k: mc.rate(GAME, [mc.play_game(GAME, "knuth", "random")], **k).score,
        {"seed": 2},
    ),
    "simulate": (
        lambda **k: mc.simulate(NOISY, "knuth", **k).lengths,
        {"games": 3, "max_steps": 2},
    ),
    "solution_exists": (lambda **k: mc.solution_exists(GAME, **k), {**SEARCH, "max_steps": 3}),
    "tie_study": (lambda **k: mc.studies.tie_study(GAME, "knuth", **k).totals, {"orders": 2}),
    "to_dot": (lambda **k: mc.to_dot(FOUND, **k), {"depth": 1}),
    "to_svg": (lambda **k: mc.to_svg(FOUND, **k), {"rows": 4, "depth": 2}),
    "to_text": (lambda **k: mc.to_text(FOUND, **k), {"depth": 1, "lines": 9}),
    "guess_values": (
        lambda **k: mc.guess_values(GAME, **k),
        {"best": 2, "seconds": 60, "memory": 2**30, "threads": 1},
    ),
    "within": (lambda **k: mc.within(**k), {"guesses": 3}),
    "BlackPegs": (lambda **k: mc.games.BlackPegs(**k), {"colours": 3, "holes": 2}),
    "Combinations": (lambda **k: mc.games.Combinations(**k), {"colours": 3, "holes": 2}),
    "GroupTesting": (lambda **k: mc.games.GroupTesting(**k), {"items": 4, "bad": 2}),
    "HiddenCell": (lambda **k: mc.games.HiddenCell(**k), {"size": 3}),
    "HigherLower": (lambda **k: mc.games.HigherLower(**k), {"sizes": 9}),
    "Mastermind": (lambda **k: mc.Mastermind(**k), {"colours": 3, "holes": 2}),
    "BullsAndCows": (lambda **k: mc.BullsAndCows(**k), {"digits": 4, "places": 2}),
    "OddCoin": (lambda **k: mc.games.OddCoin(**k), {"coins": 5}),
    "TwoD": (lambda **k: mc.TwoD(**k), {"size": 4}),
    "Quordle": (lambda **k: mc.games.Quordle(("abc", "abd", "bcd"), **k), {"boards": 2}),
    "OpenJotto": (lambda **k: mc.games.OpenJotto(("ab", "ba"), letters="abc", **k), {"length": 2}),
    "TieRule": (lambda **k: mc.TieRule(**k), {"win_levels": 2, "shuffle": 3}),
    "liar": (lambda **k: mc.codemakers.liar(**k), {"lies": 1, "chance": 1}),
    "Oracle": (
        lambda **k: mc.Oracle(GAME, **k).values(best=1)[0].total,
        {"memory": 2**30, "threads": 1},
    ),
    "suggest": (lambda **k: mc.Session(GAME).suggest(**k), {"n": 2}),
    "sample": (
        lambda **k: len(mc.ConsistentCodes(mc.Mastermind(3, 2)).sample(**k)),
        {"size": 3},
    ),
    "first": (lambda **k: mc.ConsistentCodes(mc.Mastermind(3, 2)).first(**k), {"limit": 3}),
    "static_guesses": (lambda **k: mc.studies.static_guesses(GAME, **k).guesses, {"nodes": 10**6}),
    "WithLies": (lambda **k: mc.WithLies(mc.TwoD(2), **k).worst_case(), {"lies": 1}),
}

#: Parameters that are tested below, since they need a file.
TESTED_BELOW = {("load", "limit"), ("verify_certificate", "sample"), ("simulate", "stop")}
PARAMETERS = [(name, one) for name, (_, numbers) in CALLS.items() for one in numbers]
STRATEGY_CLASSES = [
    getattr(mc.strategies, name) for name in mc.strategies.__all__ if not name.islower()
]


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
def test_a_whole_number_of_another_library_is_taken(name, parameter):
    call, numbers = CALLS[name]
    plain = call(**numbers)
    assert call(**{**numbers, parameter: Whole(numbers[parameter])}) == plain


def test_every_function_with_a_whole_number_is_tried():
    functions = [getattr(mc, name) for name in mc.__all__]
    said = {
        (function.__name__, parameter.name)
        for function in functions
        if isinstance(function, FunctionType)
        for parameter in inspect.signature(function).parameters.values()
        if re.search(r"\bint\b", str(parameter.annotation))
    }
    assert len(said) > 20
    divided = {(name, parameter) for name, parameter in said if parameter == "workers"}
    assert said - set(PARAMETERS) - divided == TESTED_BELOW


@pytest.mark.parametrize("kind", STRATEGY_CLASSES)
def test_options_of_strategies_take_whole_numbers(kind):
    if not hasattr(kind, "__attrs_attrs__"):
        return
    for option in fields(kind):
        if type(option.default) is int and kind is not mc.strategies.Position:
            made = kind(**{**needed(kind), option.name: Whole(option.default)})
            assert made == kind(**needed(kind))
            assert type(getattr(made, option.name)) is int


def needed(kind):
    """Return what a class of strategies has to be given."""
    return {"metric": mc.ENTROPY} if kind.__name__ in {"AnyBest", "TwoPly"} else {}


def test_stages_files_and_samples_take_whole_numbers(tmp_path):
    staged = mc.strategies.Staged([(Whole(4), "entropy"), (Whole(1), "knuth")])
    assert staged == mc.strategies.Staged([(4, "entropy"), (1, "knuth")])
    mc.save(GAME, tmp_path / "game.json")
    assert mc.load(tmp_path / "game.json", limit=Whole(10**6)) == GAME
    mc.optimal(GAME, nodes=10**6).write_certificate(tmp_path / "proof")
    for sample in (Whole(1), [Whole(1)]):
        assert mc.verify_certificate(GAME, tmp_path / "proof", sample=sample).checked == 1
    assert mc.optimal(GAME, workers=Whole(1)).total == FOUND.total


@pytest.mark.parametrize("wrong", [True, 2.5, "3", float("nan"), Whole("x"), Whole(-1)])
def test_what_is_no_whole_number_is_refused_as_before(wrong):
    with pytest.raises(mc.BadArgument, match="games must be an integer from 1, not"):
        mc.simulate(GAME, "knuth", games=wrong)


class Single:
    """A real number of another library, as numpy's single precision is one."""

    def __float__(self):
        return 0.5


Real.register(Single)


def test_real_numbers_of_another_library_are_taken():
    made = mc.strategies.Genetic(mutation=Single())
    assert made == mc.strategies.Genetic(mutation=0.5)
    assert type(made.mutation) is float
    assert mc.optimal(GAME, seconds=Single()).worst <= 4
