"""A game may have any collections as its parts: all give the results of its lists, in every run.

Run as a program, this file prints the results of every form of some games, for processes with
different hash seeds.
"""

from __future__ import annotations

import inspect
import json
import os
import pickle
import subprocess
import sys
from collections import deque
from enum import Enum
from pathlib import Path

import pytest

import mastermind_core as mc

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS))

from errors import one_line  # noqa: E402 - the file is a program, too
from registry import every_sample, sample  # noqa: E402

#: Each form of a game makes a collection of a list.
FORMS = {
    "set": set,
    "frozenset": frozenset,
    "generator": lambda items: (item for item in items),
    "keys": lambda items: dict.fromkeys(items).keys(),
    "deque": deque,
}


def as_class(game, make):
    """Return the game as an instance of a class whose parts are other collections."""

    class Own:
        guesses = make([*game.guesses])
        secrets = make([*game.secrets])
        endstates = make([*game.endstates])

        def score(self, guess, secret):
            return game.score(guess, secret)

        def __repr__(self):
            return "Own()"

    return Own()


def in_lists(game, form):
    """Return the same game with lists in the order in which a form has to be read."""
    guesses, secrets = [*game.guesses], [*game.secrets]
    if "set" in form:
        guesses, secrets = ordered(guesses), ordered(secrets)
    return mc.FiniteGame(guesses, secrets, game.score, game.endstates)


def ordered(items):
    """Sort items as a reader would: by themselves, or sets by their number and members."""
    if all(isinstance(item, frozenset) for item in items):
        return sorted(items, key=lambda item: (len(item), sorted(item)))
    return sorted(items)


def results(game):
    """Return results of many public functions, twice, as strings that no hash seed changes."""
    told = []
    for _ in range(2):
        told.append(str(mc.length_distribution(game, "entropy")))
        told.append(mc.to_text(mc.lazy_tree(game, "knuth")))
        told.append(str(mc.length_distribution(game, "most_parts")))
        session = mc.Session(game, "entropy")
        first = session.guess
        told.append(mc.format_guess(session.game, first))
        told.append([mc.format_guess(session.game, one.guess) for one in session.suggest(4)])
        steps = mc.play_game(game, "entropy", "adversarial")
        told.append([mc.format_guess(session.game, guess) for guess, _ in steps])
        told.append(mc.to_text(mc.optimal(game, "worst", nodes=50).tree))
        told.append([*map(repr, mc.block_sizes(game, first).values())])
        told.append(str(mc.simulate(game, "entropy", games=3)))
        told.append(str(mc.lengths_by_secret(mc.identified(game), "entropy").values()))
    return told


def is_plain(game):
    """Return whether a game has scores and lists alone, without weights, costs or goals."""
    parts = ("weights", "costs", "goal", "legal", "likelihood")
    return not any(getattr(game, part, None) for part in parts)


@every_sample
def test_every_form_gives_the_results_of_lists(name, place):
    game = sample(name, place)
    if not is_plain(game) or len(game.secrets) * len(game.guesses) > 2_500:
        pytest.skip("has more than its lists, or takes long")
    number = [*mc.GAMES].index(name) + place
    form = [*FORMS][number % len(FORMS)]
    try:
        expected = results(in_lists(game, form))
    except TypeError:
        pytest.skip("its guesses have no order")
    assert results(as_class(game, FORMS[form])) == expected


SMALL = ("mastermind", "twod", "jotto", "hidden-cell")


def of_questions(make):
    """Return a game whose guesses are sets of words, which have no order of their own."""
    words = ["ant", "bee", "cat", "dog", "elk", "fox"]
    questions = [frozenset(w for at, w in enumerate(words) if n >> at & 1) for n in range(1, 64)]
    game = mc.FiniteGame(questions, words, lambda asked, word: (word in asked, len(asked) == 1), ())
    identified = mc.FiniteGame(questions, words, game.score, {(True, True)})
    return identified if make is None else as_class(identified, make)


def everything():
    """Return the results of every form of some games."""
    found = {}
    for form, make in FORMS.items():
        found[f"questions {form}"] = results(of_questions(make))
        for name in SMALL:
            game = sample(name, 0)
            if is_plain(game):
                found[f"{name} {form}"] = results(as_class(game, make))
    questions = of_questions(None)
    parts = (set(questions.guesses), set(questions.secrets), questions.score, {(True, True)})
    found["questions finite"] = results(mc.FiniteGame(*parts))
    return found


def test_no_hash_seed_changes_a_result():
    told = []
    for seed in ("0", "1", "2"):
        run = subprocess.run(
            [sys.executable, __file__],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert run.returncode == 0, run.stderr
        told.append(json.loads(run.stdout))
    assert told[0] == told[1] == told[2]
    assert told[0]["questions set"] == told[0]["questions finite"]
    assert len(told[0]) > 10


FUNCTIONS = {
    name: function
    for module in (mc, mc.games, mc.play, mc.show, mc.simulation, mc.studies)
    for name in module.__all__
    if callable(function := getattr(module, name))
    and not inspect.isclass(function)
    and "game" in inspect.signature(function).parameters
}


class Letters:
    """A game of sets, in the form of a class."""

    guesses = secrets = frozenset({"a", "b", "c"})
    endstates = frozenset({True})

    def score(self, guess, secret):
        return guess == secret


LISTS = mc.FiniteGame("abc", "abc", Letters().score, {True})

#: The other arguments of functions that need some; functions of files have tests of their own.
MORE = {
    "block_sizes": ("b",),
    "compare": (["entropy"],),
    "consistent": ([],),
    "decision_entropy": ("b",),
    "diagnose": ([],),
    "format_guess": ("b",),
    "format_score": (True,),
    "noisy": (0.1,),
    "parse_guess": ("b",),
    "parse_score": ("True",),
    "partition": ("b",),
    "path_distribution": ("every_branch",),
    "play_game": ("entropy", "random"),
    "play_match": (["entropy"], "random"),
    "priced": ([1, 2, 3],),
    "rate": ([("b", True)],),
    "review": ([],),
    "solution_exists": (3,),
    "tie_spectrum": ("entropy",),
    "tie_study": ("entropy",),
    "replay": ("entropy",),
    "verify_equilibrium": (mc.equilibrium(LISTS),),
    "weighted": ([1, 2, 3],),
}
OF_FILES = ("certified_tree", "from_json", "from_notation", "load", "read_tree")
OF_FILES += ("verify_certificate", "plot_candidates", "plot_information")

#: The part of a result that two calls have in common, for results that know their time or table.
COMMON = {
    **dict.fromkeys(("identified", "weighted", "priced", "noisy"), lambda game: game.guesses),
    "all_solutions": list,
    "compile_game": lambda table: table.fingerprint(),
    "equilibrium": lambda found: (found.lower, found.upper),
    "is_greedy_optimal": bool,
    "lazy_tree": mc.to_text,
    "optimal": lambda found: found.total,
}


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - {*OF_FILES}))
def test_every_function_takes_a_game_of_sets(name):
    common = COMMON.get(name, repr)
    once, twice, listed = (
        common(FUNCTIONS[name](game, *MORE.get(name, ()))) for game in (Letters(), Letters(), LISTS)
    )
    assert once == twice == listed


def test_functions_of_files_take_a_game_of_sets(tmp_path):
    tree, path = mc.lazy_tree(Letters(), "entropy"), tmp_path / "tree.json"
    mc.save(tree, path)
    assert mc.load(path, game=Letters()).guess == tree.guess
    assert mc.from_json(mc.to_json(tree), game=Letters()).guess == tree.guess
    assert pickle.loads(pickle.dumps(mc.optimal(Letters()))).total == 6


@pytest.mark.parametrize("make", [mc.Session, mc.Oracle, lambda game: mc.WithLies(game, 1)])
def test_every_class_takes_a_game_of_sets(make):
    made = make(Letters())
    assert made.game.guesses == made.game.secrets == ("a", "b", "c")


def test_a_table_gives_its_game_back_as_lists():
    game = Letters()
    table = mc.compile_game(game)
    assert table.guesses.items == tuple(table.game.guesses) == ("a", "b", "c")
    assert mc.compile_game(game) is table


def test_scores_as_one_string_are_refused():
    class Word(Letters):
        endstates = "won"

    with one_line(mc.BadGame, "endstates must be a collection", "'won'", "endstates={'won'}"):
        mc.length_distribution(Word())


@pytest.mark.parametrize("part", ["guesses", "secrets"])
def test_what_can_be_read_only_once_is_refused(part):
    game = type("Own", (Letters,), {part: map(str, "abc")})()
    with one_line(mc.BadGame, f"{part} is", "read only once", "pass a list or a tuple"):
        mc.optimal(game)


@pytest.mark.parametrize("part", ["guesses", "secrets"])
def test_what_is_no_collection_is_refused(part):
    game = type("Own", (Letters,), {part: 3})()
    with one_line(mc.BadGame, f"{part} must be a collection, not 3"):
        mc.Session(game)


def test_things_without_an_order_are_refused():
    class Thing:
        pass

    things = {Thing(), Thing()}
    with one_line(mc.BadGame, "guesses is a set of items without an order", "pass a list"):
        mc.FiniteGame(things, things, lambda one, other: one is other, {True})


def test_items_without_an_order_are_sorted_by_what_they_are():
    colours = Enum("Colour", "red green blue")
    game = mc.FiniteGame({*colours}, {*colours}, lambda one, other: one is other, {True})
    assert game.guesses == (colours.blue, colours.green, colours.red)


def test_a_property_may_make_a_generator_each_time():
    class Own(Letters):
        @property
        def guesses(self):
            return (letter for letter in "cba")

    game = Own()
    assert [mc.best_decision(game), mc.best_decision(game)] == ["c", "c"]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(everything()))
