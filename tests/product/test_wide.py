"""Games of which a guess has hundreds of answers, held to the oracle of a game of few secrets.

One secret of a small game becomes hundreds of copies with a share of its weight. Guesses that end
the game for it may have another answer for each copy, and so may guesses that tell it from all
other secrets if all copies have one goal. Everything else is equal for the copies, so the best
trees are those of the small game.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from types import SimpleNamespace

import pytest
from amounts import many, mostly_slow
from clock import turned_clock
from product_oracle import Oracle, hold

import mastermind_core as mc

from .drawing import Built
from .refused import refusals
from .running import case_of

#: A guess of more answers than these has no table of bytes.
BYTES = 254


class Blown:
    """A case of which one secret has many copies, and the oracle of the case."""

    def __init__(self, case, random):
        self.case = case
        n = len(case.rows[0])
        weights = case.weights or (1,) * n
        self.secret = random.choice([s for s in range(n) if weights[s]])
        self.copies = random.randint(BYTES + 1, BYTES + 60)
        shared = [w * self.copies for w in weights]
        self.oracle = Oracle(case.rows, case.ends, tuple(shared), case.costs, case.goals, case.pool)
        self.secrets = [(s, 0) for s in range(n) if s != self.secret]
        self.secrets += [(self.secret, copy) for copy in range(self.copies)]
        random.shuffle(self.secrets)
        shared[self.secret] = weights[self.secret]
        self.weights = [shared[s] for s, _ in self.secrets]
        self.spread = [self._may_spread(row) and random.random() < 0.8 for row in case.rows]

    def _may_spread(self, row):
        own = row[self.secret]
        return own in self.case.ends or (bool(self.case.goals) and row.count(own) == 1)

    @property
    def wide(self):
        return any(self.spread)

    def score(self, guess, secret):
        number, copy = secret
        answer = self.case.rows[guess][number]
        return answer, copy if self.spread[guess] and number == self.secret else 0

    def game(self):
        case = self.case
        scores = {(end, copy) for end in case.ends for copy in range(self.copies)}
        goals = case.goals and [case.goals[s] for s, _ in self.secrets]
        return mc.FiniteGame(
            range(len(case.rows)), self.secrets, self.score, scores,
            weights=self.weights, costs=case.costs, goal=goals or None,
        )  # fmt: skip

    def replayed(self, tree):
        """Return {secret: (guesses, cost)}, the branches of the copies taken together."""
        return self.oracle.replay(_merged(tree), lambda guess: guess, lambda _, answer: answer)


def _merged(tree):
    """Return a tree with one branch an answer, whatever copies it is for."""
    branches = {}
    for branch in tree.branches:
        answer, _ = branch.score
        below = branch.subtree
        hold(answer not in branches or branches[answer] is below is None, "copies told apart")
        branches[answer] = below and _merged(below)
    branches = [SimpleNamespace(score=own, subtree=below) for own, below in branches.items()]
    return SimpleNamespace(guess=tree.guess, branches=branches)


def blown(random):
    """Draw a wide game with an objective for which there is an answer."""
    while True:
        case = case_of(random, wide=False, form="function", asks="optimal", path="compiled")
        case = replace(case, pool="all" if case.pool == "legal" else case.pool, called=())
        made = Blown(case, random)
        if made.wide and not made.oracle.over and not refusals(case, Built(case)):
            return made


def asked(made, **options):
    """Search with the limits of a case; None where there is no strategy."""
    case = made.case
    given = {"max_steps": case.steps, "max_cost": case.money, "pool": case.pool, **options}
    given = {name: value for name, value in given.items() if value is not None}
    if case.first_guess is not None:
        given["first_guess"] = case.first_guess
    try:
        return mc.optimal(made.game(), Built(case).objective, **given)
    except mc.NoStrategy as error:
        hold(not given.keys().isdisjoint({"max_steps", "max_cost", "nodes", "seconds"}), str(error))
        return None


def held(made, found, best, *, whole):
    """Hold an answer to the oracle."""
    if found is None:
        hold(best is None or not whole, f"no strategy, and there is {best}")
        return
    hold(best is not None, f"{found}: there is no strategy")
    figures = made.oracle.figures(made.case.criteria, made.replayed(found.tree))
    hold(best <= figures, f"{found}: {figures} is better than the oracle's {best}")
    hold(found.lower_bound <= best[0], f"{found}: the bound is above {best[0]}")
    hold(found.proven or not whole, f"{found} is not proven")
    if found.proven:
        hold((figures, found.lower_bound) == (best, best[0]), f"{found}: {best} is possible")


@pytest.mark.compiled
@pytest.mark.parametrize("part", mostly_slow(range(8), quick=[0]))
def test_wide_games_are_those_of_few_secrets(part):
    for number in range(many(12)):
        random = Random(f"wide {part} {number}")
        made = blown(random)
        case = made.case
        best = made.oracle.best(case.criteria, case.steps, case.money, case.first_guess)
        try:
            held(made, asked(made), best, whole=True)
            held(made, asked(made, nodes=random.randrange(4)), best, whole=False)
            with turned_clock(1.0):
                held(made, asked(made, seconds=random.randrange(60)), best, whole=False)
        except AssertionError as error:
            error.add_note(f"game {number} of part {part}: {case}")
            raise


def test_wide_games_of_every_kind_are_drawn():
    met = set()
    for number in range(60):
        case = blown(Random(f"wide 0 {number}")).case
        kinds = [name for name in ("costs", "goals", "weights", "steps") if getattr(case, name)]
        met |= {*combinations([*kinds, *(name for name, _ in case.criteria)], 2)}
    for axes in (("costs", "goals"), ("costs", "weights"), ("goals", "within")):
        assert axes in met
    assert {"quantile", "penalty", "mean", "worst"} <= {name for pair in met for name in pair}
