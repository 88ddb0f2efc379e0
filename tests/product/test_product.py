"""Every form of a game, every question, every path: a thousand games, and up to ten thousand."""

from __future__ import annotations

import os
import secrets
from collections import Counter
from contextlib import nullcontext
from itertools import combinations, product
from random import Random
from types import SimpleNamespace

import pytest
from amounts import many, mostly_slow
from attrs import evolve
from clock import turned_clock
from product_oracle import MEAN, WORST, Oracle

import mastermind_core as mc

from . import broken
from .drawing import ON_PATH, Built, Case
from .paths import PATHS, reference_kernel
from .refused import RULES, refusals
from .running import AXES, any_case, case_of, hold

#: Games of a part; parts run beside each other.
PART = 125


def held(seed, number, *, every=False):
    """Run one game; what fails says how to see it again."""
    try:
        return hold(case_of(Random(f"{seed} product {number}")), every=every)
    except AssertionError as error:
        error.add_note(f"again: held({seed!r}, {number}, every={every})")
        raise


@pytest.mark.compiled
@pytest.mark.parametrize("part", mostly_slow(range(8), quick=[0, 1]))
def test_a_thousand_games(part):
    for number in range(part * PART, (part + 1) * PART):
        held("a thousand", number)


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize("part", range(80))
def test_fresh_games(part):
    """Ten thousand games with HYPOTHESIS_PROFILE=all: others at each run, or those of a seed."""
    seed = os.environ.get("FRESH_SEED") or secrets.token_hex(4)
    for number in range(many(PART)):
        held(f"{seed} {part}", number, every=number % 10 == 0)


@pytest.mark.parametrize("kernel", [nullcontext, reference_kernel])
def test_a_search_that_is_stopped_keeps_its_first_guess(kernel):
    """Every guess but the one asked for ends the game at once, so that all passes would take it."""
    ends = {(0, 0)} | {(guess, secret) for guess in range(1, 12) for secret in range(2)}
    game = mc.FiniteGame(range(12), range(2), lambda guess, secret: (guess, secret), ends)
    with kernel():
        mc.compile_game(game)
        with turned_clock(1.0) as look:
            began = look()
            mc.optimal(game, "worst-then-mean", first_guess=0, seconds=10**9)
            looks = round(look() - began)
        # With less time than that the search is followed by passes, which look as often again.
        for seconds in range(2 * looks):
            with turned_clock(1.0):
                found = mc.optimal(game, "worst-then-mean", first_guess=0, seconds=seconds)
            assert (found.tree.guess, found.values) == (0, (2, 3))


def test_every_two_values_of_the_axes_meet():
    """In a thousand games each two values come together, but for paths that some have not."""
    names = ("form", "pool", "path", "asks")
    met = set()
    for number in range(2000):
        case = any_case(Random(f"a thousand product {number}"))
        met |= {*combinations(((name, getattr(case, name)) for name in names), 2)}
    for one, other in combinations(names, 2):
        for pair in product({*AXES[one]}, {*AXES[other]}):
            without = other == "asks" and pair[0] not in ON_PATH.get(pair[1], PATHS)
            assert without or (*zip((one, other), pair, strict=True),) in met, pair


# The product itself


class Tree(SimpleNamespace):
    """A tree as the oracle reads it."""


def all_trees(rows, ends, members):
    """Yield every tree that tells something at each guess."""
    for guess, row in enumerate(rows):
        blocks = {}
        for secret in members:
            blocks.setdefault(row[secret], []).append(secret)
        if len(blocks) == 1 and not set(blocks) & ends:
            continue
        below = [
            [None] if answer in ends else list(all_trees(rows, ends, block))
            for answer, block in blocks.items()
        ]
        for subtrees in product(*below):
            pairs = zip(blocks, subtrees, strict=True)
            yield Tree(guess=guess, branches=[Tree(score=own, subtree=tree) for own, tree in pairs])


@pytest.mark.parametrize("number", range(20))
def test_the_oracle_is_right_by_all_trees(number):
    random = Random(number)
    n = random.randint(2, 4)
    rows = [[random.randrange(3) for _ in range(n)] for _ in range(3)]
    rows += [[3 * (at == own) for at in range(n)] for own in range(n)]
    weights = tuple(random.randint(1, 4) for _ in range(n))
    costs = random.choice([(), tuple(random.randint(1, 3) for _ in rows)])
    oracle = Oracle(rows, {3}, weights, costs)
    for criteria in (
        [MEAN], [WORST], [MEAN, WORST], [WORST, MEAN], [("within", 2), MEAN],
        [("penalty", (0, 1, 5)), WORST], [("quantile", 0.5)], [("quantile", 1), MEAN],
        [MEAN, WORST, ("within", 1)],
    ):  # fmt: skip
        found = []
        for tree in all_trees(rows, {3}, range(n)):
            taken = oracle.replay(tree, lambda guess: guess, lambda guess, score: score)
            found.append(oracle.figures(criteria, taken))
        assert oracle.best(criteria) == min(found), criteria


def test_what_fails_is_found_and_made_small(monkeypatch):
    optimal = mc.optimal

    def wrong(*args, **options):
        found = optimal(*args, **options)
        return evolve(found, total=found.total + 1)

    monkeypatch.setattr(mc, "optimal", wrong)
    rows = ((0, 1, 2), (2, 0, 1), (1, 1, 0))
    case = Case(rows, frozenset({0}), form="object", weights=(5, 1, 3), path="threads", steps=3)
    with pytest.raises(AssertionError, match="as drawn") as caught:
        hold(case)
    assert "Case(rows=((0,),), ends=frozenset({0})" in str(caught.value)


def test_refused_combinations_say_so():
    """Each rule of what is refused comes, and is held."""
    rules = Counter()
    for number in range(1000):
        case = case_of(Random(f"refused {number}"))
        said = refusals(case, Built(case))
        rules.update(words for _, words in said)
        if said:
            hold(case)
    assert len(rules) == len(RULES), rules


def test_known_faults_each_have_a_reason():
    assert all(isinstance(why, str) and why for why, _ in broken.KNOWN)
    assert not any(holds(Case(((0, 1), (1, 0)), frozenset({1}))) for _, holds in broken.KNOWN)
