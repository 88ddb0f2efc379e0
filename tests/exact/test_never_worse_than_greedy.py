"""A stopped search returns at most the best of all greedy trees, on games of five families."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import game_oracle as oracle
import pytest
from amounts import many
from clock import turned_clock

import mastermind_core as mc


def codes(random):
    return mc.Mastermind(colours=random.randint(3, 5), holes=random.randint(2, 3))


def questions(random):
    n = random.randint(8, 40)
    yes = [{s for s in range(n) if random.random() < 0.5} for _ in range(random.randint(6, 20))]
    guesses = [*((True, at) for at in range(len(yes))), *((False, s) for s in range(n))]

    def score(guess, secret):
        asks, at = guess
        return ("yes" if secret in yes[at] else "no") if asks else at == secret

    return mc.FiniteGame(guesses, range(n), score, {True})


def distances(random):
    points = random.sample([(x, y) for x in range(8) for y in range(8)], random.randint(10, 30))
    return mc.FiniteGame(points, points, lambda p, q: (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2, {0})


def words(random):
    all_words = {"".join(random.choices("abcde", k=3)) for _ in range(random.randint(10, 40))}

    def score(guess, secret):
        return "".join(
            "=" if g == s else "+" if g in secret else "-"
            for g, s in zip(guess, secret, strict=True)
        )

    return mc.FiniteGame(sorted(all_words), sorted(all_words), score, {"==="})


def weighings(random):
    coins = range(random.randint(4, 6))
    pans = [
        (left, right)
        for size in (1, 2)
        for left in combinations(coins, size)
        for right in combinations(coins, size)
        if left < right and not set(left) & set(right)
    ]
    secrets = [(coin, weight) for coin in coins for weight in (-1, 1)]
    named = [(secret, None) for secret in secrets]

    def score(guess, secret):
        left, right = guess
        if right is None:
            return "named" if left == secret else "other"
        coin, weight = secret
        return weight * ((coin in left) - (coin in right))

    return mc.FiniteGame([*pans, *named], secrets, score, {"named"})


FAMILIES = [codes, questions, distances, words, weighings]
GREEDY = [s for s in mc.STRATEGIES.values() if isinstance(s, mc.Greedy)]


def figures(game, strategy):
    """Return the sum of what all paths cost by weight, and what the dearest costs."""
    weights = getattr(game, "weights", ()) or (1,) * len(game.secrets)
    costs = getattr(game, "costs", ()) or (1,) * len(game.guesses)
    weight = dict(zip(game.secrets, weights, strict=True))
    cost = dict(zip(game.guesses, costs, strict=True))
    total = worst = Fraction(0)
    tree = mc.lazy_tree(game, strategy)
    for secret in game.secrets:
        spent = sum(Fraction(cost[guess]) for guess, _ in oracle.play_tree(tree, game, secret))
        total += weight[secret] * spent
        worst = max(worst, spent if weight[secret] else 0)
    return total, worst


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
@pytest.mark.parametrize("wrapped", ["plain", "weighted", "priced", "identified", "all"])
@pytest.mark.parametrize("objective", ["mean", "worst-then-mean"])
def test_a_stopped_search_is_no_worse_than_any_greedy_strategy(family, wrapped, objective):
    random = Random(f"{family.__name__} {wrapped}")
    for _ in range(many(10)):
        game = family(random)
        if wrapped in {"weighted", "all"}:
            game = mc.weighted(game, [random.choice([1, 2, 5, 40]) for _ in game.secrets])
        if wrapped in {"priced", "all"}:
            game = mc.priced(game, [random.choice([1, 2, 3]) for _ in game.guesses])
        if wrapped in {"identified", "all"}:
            game = mc.identified(game)
        found = mc.optimal(game, objective, nodes=3)
        mine = found.objective.figures(found.total, found.worst)
        for strategy in GREEDY:
            other = found.objective.figures(*figures(game, strategy))
            assert mine <= other, strategy.name


#: Objectives with the figures by which a tree of some path lengths is compared.
LENGTHS = [mc.within(3).then("mean"), mc.penalty([0, 1, 2, 4, 9])]


def keeps_to_candidates(tree, game):
    """Return whether every guess of a tree may win."""
    return all(
        any(game.score(node.guess, secret) in game.endstates for secret in node.candidates)
        for _, node in tree.walk()
    )


@pytest.mark.compiled
@pytest.mark.parametrize("wrapped", ["weighted", "identified", "classes"])
@pytest.mark.parametrize("pool", ["all", "candidates"])
def test_no_greedy_strategy_is_missed_when_the_time_is_up_at_once(wrapped, pool):
    random = Random(wrapped)
    codes = mc.Mastermind(colours=4, holes=4)
    game = mc.weighted(codes, [random.choice([1, 2, 5, 40]) for _ in codes.secrets])
    if wrapped != "weighted":
        game = mc.identified(game, sum if wrapped == "classes" else None)
    trees = [mc.lazy_tree(game, strategy) for strategy in GREEDY]
    others = [t.lengths() for t in trees if pool == "all" or keeps_to_candidates(t, game)]
    least = min(sum(length * weight for length, weight in own.items()) for own in others)
    for looks in (0, 100):
        # A look takes so little of this clock that only the search has no time.
        with turned_clock(1e-6):
            found = mc.optimal(game, pool=pool, seconds=looks * 1e-6)
        assert found.total <= least
        for objective in LENGTHS:
            with turned_clock(1e-6):
                found = mc.optimal(game, objective, pool=pool, seconds=looks * 1e-6)
            assert found.values <= min(map(objective.figures_of, others)), objective


def test_even_the_worst_choice_is_not_better():
    rows = ((2, 1, 0, 1, 1), (0, 2, 0, 1, 0), (1, 1, 2, 0, 0), (1, 0, 1, 2, 1), (1, 1, 0, 1, 2))
    table = mc.FiniteGame(range(5), range(5), lambda guess, secret: rows[guess][secret], {2})
    game = mc.priced(table, [2, 5, 1, 1, 6])
    total, worst = figures(game, mc.Greedy("worst_choice", pool="all"))
    assert (total, worst) == (21, 8)
    for nodes in range(9):
        found = mc.optimal(game, "worst-then-mean", nodes=nodes)
        assert (found.worst, found.total) <= (worst, total)
