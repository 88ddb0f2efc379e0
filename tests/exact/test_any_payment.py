"""Every way to pay is one model: all combinations of weights, prices, costs and goals.

The d-th guess g of a path costs secret s the amount ``w(s) * (price(d) + cost(g))``. The oracle
tries everything, and imports nothing.
"""

from __future__ import annotations

from array import array
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest
from amounts import many
from proofs import run_second
from tasks import task_of

import mastermind_core as mc
from mastermind_core.checker import LemmaReader, Lemmas, Line, PathCosts, Scored
from mastermind_core.errors import BadCertificate
from mastermind_core.kernels import (
    IMPOSSIBLE,
    NO_LIMIT,
    POOL_ALL,
    POOL_CANDIDATES,
    POOL_LEGAL,
    Fact,
    Objective,
    Rules,
    is_compiled,
)
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact import plain

pytestmark = pytest.mark.skipif(not is_compiled(), reason="the compiled search")

POOLS = (POOL_ALL, POOL_CANDIDATES, POOL_LEGAL)

#: Both sides of every threshold of the compiled search.
TUNINGS = [
    (),
    (2, 1, 0, 2, 1, 0, 1, 1, 2, 4, 5, 12, 1, 3, 2),
    (2, 1, 3, 2, 1000, 1000, 1, 2, 64, 1, 5, 12, 8, 20, 2, 10, 64, 24, 160, 1024, 256),
    (99, 1, 99, 99, 8, 0, 99, 1, 64, 99),
]

#: A secret pays twice for its third guess, and other ways to pay by depth.
PRICES = [(), (1, 1, 2, 1), (0, 0, 1), (3, 2, 1), (1, 4, 9), (2, 0, 5, 0), (1, 1, 1, 1000)]


class Game:
    """A random game, and all that is paid in it."""

    def __init__(self, random, *, weighted, priced, goals):
        n, n_scores = random.randint(2, 6), random.choice([2, 3, 3, 4])
        self.n = n
        rows = random.randint(2, 7)
        wins = random.choice([0, 0, 0.05, 0.3])
        self.table = [
            [0 if random.random() < wins else random.randrange(1, n_scores) for _ in range(n)]
            for _ in range(rows)
        ]
        if not goals or random.random() < 0.7:
            self.table += [[int(s != secret) for s in range(n)] for secret in range(n)]
        random.shuffle(self.table)
        self.final = [any(0 in row for row in self.table), *[False] * (n_scores - 1)]
        self.weights = [random.choice([1, 1, 2, 5]) for _ in range(n)] if weighted else [1] * n
        self.costs = [random.choice([1, 1, 2, 4]) for _ in self.table] if priced else None
        self.goals = None
        if goals:
            self.goals = [random.randrange(3) for _ in range(n)]
            if random.random() < 0.5:
                self.goals = list(range(n))
        self.prices = random.choice(PRICES)
        self.legal = [
            [random.getrandbits(len(self.table)) | random.getrandbits(len(self.table))
             for _ in self.final] for _ in self.table
        ]  # fmt: skip

    def pays(self, depth, guess, members):
        """Return what some secrets pay for a guess after so many."""
        prices = self.prices or ((0,) if self.costs else (1,))
        own = self.costs[guess] if self.costs else 0
        price = prices[min(depth, len(prices) - 1)]
        return (price + own) * sum(self.weights[s] for s in members)

    def over(self, score, members):
        known = self.goals is not None and len({self.goals[s] for s in members}) == 1
        return self.final[score] or known

    def allowed(self, guess, members, pool, legal):
        if pool == POOL_LEGAL:
            return legal >> guess & 1
        if pool == POOL_ALL or (self.goals and not any(self.final)):
            return True
        return any(self.table[guess][s] == 0 for s in members)

    def least(self, pool, most):
        """Return the least total within so many guesses, None without a tree."""

        @cache
        def of(members, depth, legal):
            if depth == most:
                return None
            best = None
            for guess, row in enumerate(self.table):
                if not self.allowed(guess, members, pool, legal):
                    continue
                blocks = {}
                for secret in members:
                    blocks.setdefault(row[secret], []).append(secret)
                if len(blocks) == 1 and not self.over(row[members[0]], members):
                    continue
                total = self.pays(depth, guess, members)
                for score, block in blocks.items():
                    if self.over(score, block):
                        continue
                    after = legal & self.legal[guess][score] if pool == POOL_LEGAL else legal
                    below = of(tuple(block), depth + 1, after)
                    if below is None:
                        break
                    total += below
                else:
                    best = total if best is None else min(best, total)
            return best

        everything = tuple(range(self.n))
        return 0 if self.over(1, everything) else of(everything, 0, (1 << len(self.table)) - 1)

    def posed(self, pool, most, **asked):
        """Return the scores and the task."""
        from mastermind_core.kernels.greedy.compiled import scores_from_table

        scores = scores_from_table(
            bytes(score for row in self.table for score in row),
            len(self.table),
            self.n,
            Rules(self.final, self.goals or (), self.costs or ()),
        )
        task = task_of(
            array("I", range(self.n)),
            Objective.MEAN,
            pool,
            max_steps=most,
            weights=() if set(self.weights) == {1} else self.weights,
            legal=self.legal if pool == POOL_LEGAL else (),
            prices=self.prices,
            **asked,
        )
        return scores, task

    def checked(self, pool, most, kernel, wanted):
        """Write down why a total is the least; a checker must follow, and not to one more."""
        scores, task = self.posed(pool, most)
        least = IMPOSSIBLE if wanted is None else wanted
        lemmas = list(kernel.certify(scores, task, [Fact(most, least)]).lemmas)
        for more in (0, 1) if wanted else (0,):
            own = [*lemmas[:-1], lemmas[-1]._replace(least=least + more)] if lemmas else []
            try:
                known = self.follow(pool, own)
            except BadCertificate:
                assert more, vars(self)
            else:
                found = known.best(range(self.n), 0, None if most == NO_LIMIT else most, None)
                assert not more, vars(self)
                assert found >= least, vars(self)

    def follow(self, pool, lemmas):
        """Give lemmas to a checker, which is told the game and what it pays, and nothing else."""
        number = {}
        rows = [[number.setdefault(s, len(number)) for s in row] for row in self.table]
        ends = frozenset(own for score, own in number.items() if self.final[score])
        scored = Scored(
            tuple(range(len(rows))), tuple(range(self.n)), [*map(bytes, rows)], ends, len(number),
            tuple(self.weights), tuple(self.costs or ()), tuple(self.goals or ()),
            Fraction(1), Fraction(1), "",
        )  # fmt: skip
        model = PathCosts(scored, self.prices or ((0,) if self.costs else (1,)))
        known = Lemmas(scored, [], model, winners_only=pool == POOL_CANDIDATES)
        read = LemmaReader(scored, model, 0, len(lemmas))
        for at, lemma in enumerate(lemmas):
            given = {"steps": lemma.steps, "cost": lemma.cost, "least": lemma.least}
            bounds = {k: own for k, own in given.items() if own not in (NO_LIMIT, IMPOSSIBLE)}
            content = {"secrets": list(lemma.secrets), "made": lemma.made, **bounds}
            line = Line("lemmas", at, {"lemma": content})
            known.check(line, read(line))
        return known


KINDS = [*product([False, True], repeat=3)]  # (weighted, priced, goals)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(map(str, map(int, kind))))
@pytest.mark.parametrize("pool", POOLS)
def test_the_least_total_of_every_way_to_pay(kind, pool):
    weighted, priced, goals = kind
    random = Random(f"{kind} {pool}")
    for _ in range(many(200)):
        game = Game(random, weighted=weighted, priced=priced, goals=goals)
        most = random.choice([game.n, game.n, 2, 3, 4])
        wanted = game.least(pool, most)
        asked = {
            "tuning": random.choice(TUNINGS),
            "evenly": random.random() < 0.3,
            "threads": random.choice([1, 1, 3]),
        }
        for kernel in (kernels.exact, plain):
            limits = pool, NO_LIMIT if most == game.n else most
            found = kernel.attempt(*game.posed(*limits, **asked))
            assert found.proven
            assert (found.tree is not None) == (wanted is not None), vars(game)
            least = IMPOSSIBLE if wanted is None else wanted
            assert found.total == found.lower_bound == least, (vars(game), most, asked)
            if wanted:  # a search for less proves that there is none
                less = kernel.attempt(*game.posed(*limits, below=wanted, **asked))
                assert (less.tree, less.proven) == (None, True)
                assert less.lower_bound >= wanted


@pytest.mark.parametrize("kernel", ["plain", "compiled"])
@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("pool", [POOL_ALL, POOL_CANDIDATES])
def test_every_way_to_pay_is_certified_and_checked(kind, pool, kernel):
    """Prices by depth, costs, weights and goals are all part of certificates."""
    weighted, priced, goals = kind
    random = Random(f"certified {kind} {pool}")
    kernel = {"plain": plain, "compiled": kernels.exact}[kernel]
    for _ in range(many(100)):
        game = Game(random, weighted=weighted, priced=priced, goals=goals)
        if game.over(1, range(game.n)):
            continue
        most = random.choice([NO_LIMIT, NO_LIMIT, 2, 3, 4])
        game.checked(pool, most, kernel, game.least(pool, game.n if most == NO_LIMIT else most))


def test_a_third_guess_that_costs_double(tmp_path):
    """Nobody asked for it: it is one penalty, and all of the library knows what to do with it."""
    game = mc.Mastermind(colours=3, holes=3)
    n = len(game.secrets)
    objective = mc.penalty([1, 2, *range(4, n + 2)])
    found = mc.optimal(game, objective)
    lengths = mc.length_distribution(game, found.tree)
    assert found.proven
    assert found.values == sum((k + (k > 2)) * many for k, many in lengths.items())
    found.write_certificate(tmp_path / "c")
    assert mc.verify_certificate(game, tmp_path / "c").values == found.values
    assert run_second(game, tmp_path / "c").values == found.values
    least = min(
        sum((k + (k > 2)) * many for k, many in mc.length_distribution(game, one).items())
        for one in ("knuth", "entropy", "irving")
    )
    assert found.values <= least
