"""What the package says, found again in the plainest way. Imports nothing of what it checks.

A ``game`` here is anything with ``guesses``, ``secrets``, ``endstates``, ``score(guess, secret)``
and perhaps ``weights``; a ``tree`` anything with ``guess`` and ``branches``, each branch with a
``score`` and a ``subtree`` that is None at the end.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import factorial, prod


def pegs(guess, secret):
    """Return (black, white): cross out equal pairs in place, then equal pairs anywhere."""
    black = white = 0
    left_guess, left_secret = [], []
    for one, other in zip(guess, secret, strict=True):
        if one == other:
            black += 1
        else:
            left_guess.append(one)
            left_secret.append(other)
    for colour in left_guess:
        if colour in left_secret:
            left_secret.remove(colour)
            white += 1
    return black, white


def split(game, guess, candidates):
    """Return the candidates behind each score, as a dict of lists."""
    blocks = {}
    for secret in candidates:
        blocks.setdefault(game.score(guess, secret), []).append(secret)
    return blocks


def weight_of(game):
    """Return a function from a secret to its weight."""
    weights = getattr(game, "weights", None) or [1] * len(game.secrets)
    return dict(zip(game.secrets, weights, strict=True)).__getitem__


def least_worst_and_total(game):
    """Return the least worst case and the least weighted total over all decision trees."""
    weight = weight_of(game)

    @cache
    def least(candidates):
        rests = set()
        for guess in game.guesses:
            blocks = split(game, guess, candidates)
            rest = frozenset(
                frozenset(block) for score, block in blocks.items() if score not in game.endstates
            )
            if candidates not in rest:
                rests.add(rest)
        own = sum(map(weight, candidates))
        below = [[least(block) for block in rest] for rest in rests]
        return (
            1 + min(max((worst for worst, _ in found), default=0) for found in below),
            own + min(sum(total for _, total in found) for found in below),
        )

    return least(frozenset(game.secrets))


#: What a partition costs, exactly, by the names of the metrics; the least is the best.
_COSTS_OF_ALL = {
    "largest_block": max,
    "expected_size": lambda sizes: sum(Fraction(size * size, sum(sizes)) for size in sizes),
    "entropy": lambda sizes: prod(size**size for size in sizes),
    "most_parts": lambda sizes: Fraction(1, len(sizes)),
    "expected_reduction": lambda sizes: (
        sum(Fraction(size * size, sum(sizes)) for size in sizes) - sum(sizes)
    ),
    "worst_choice": lambda sizes: -sum(size * size for size in sizes),
}


def totals(game, candidates):
    """Return the least total of each guess that tells something, by the guess."""
    weight = weight_of(game)
    cost = getattr(game, "costs", None)
    price = dict(zip(game.guesses, cost or [1] * len(game.guesses), strict=True))

    def with_guess(guess, candidates):
        blocks = split(game, guess, candidates)
        rest = [frozenset(b) for s, b in blocks.items() if s not in game.endstates]
        if candidates in rest:
            return None
        return price[guess] * sum(map(weight, candidates)) + sum(map(least, rest))

    @cache
    def least(candidates):
        return min(
            total for guess in game.guesses if (total := with_guess(guess, candidates)) is not None
        )

    worth = {guess: with_guess(guess, frozenset(candidates)) for guess in game.guesses}
    return {guess: total for guess, total in worth.items() if total is not None}


def worst_cases(game, candidates):
    """Return the least cost of the dearest path after each guess that tells something."""
    cost = getattr(game, "costs", None)
    price = dict(zip(game.guesses, cost or [1] * len(game.guesses), strict=True))

    def with_guess(guess, candidates):
        blocks = split(game, guess, candidates)
        rest = [frozenset(b) for s, b in blocks.items() if s not in game.endstates]
        if candidates in rest:
            return None
        return price[guess] + max(map(least, rest), default=0)

    @cache
    def least(candidates):
        found = (with_guess(guess, candidates) for guess in game.guesses)
        return min(worst for worst in found if worst is not None)

    worth = {guess: with_guess(guess, frozenset(candidates)) for guess in game.guesses}
    return {guess: worst for guess, worst in worth.items() if worst is not None}


def _of_all(cost):
    return lambda going, ended=(): cost([*going, *ended])


#: What blocks in which the game goes on cost, together with those that end it, by their sizes.
COSTS = {name: _of_all(cost) for name, cost in _COSTS_OF_ALL.items()} | {
    "naming": lambda going, ended=(): prod((2 * size) ** size for size in going),
    "ranks": lambda going, ended=(): prod(2**size * factorial(size) for size in going),
    "pairs": lambda going, ended=(): sum(
        9 * size * (size - 1) + size * (sum(going) + sum(ended)) for size in going
    ),
}


class Stuck(Exception):
    """The greedy guess tells nothing about its candidates."""


def greedy_guess(game, candidates, cost, *, candidates_only=False):
    """Return the guess that is least by (tells nothing, cost, may not win, position)."""
    ranked = []
    for position, guess in enumerate(game.guesses):
        blocks = split(game, guess, candidates)
        may_win = any(score in game.endstates for score in blocks)
        if may_win or not candidates_only:
            silent = not may_win and len(blocks) == 1
            going = [len(b) for score, b in blocks.items() if score not in game.endstates]
            ended = [len(b) for score, b in blocks.items() if score in game.endstates]
            ranked.append((silent, cost(going, ended), not may_win, position, guess))
    return min(ranked, key=lambda entry: entry[:4])[4]


def greedy_paths(game, cost, *, candidates_only=False):
    """Return for each secret the guesses and answers by which the greedy strategy finds it."""
    paths = {}

    def grow(candidates, path):
        guess = greedy_guess(game, candidates, cost, candidates_only=candidates_only)
        blocks = split(game, guess, candidates)
        if len(blocks) == 1 and not set(blocks) & set(game.endstates):
            raise Stuck(guess)
        for score, block in blocks.items():
            longer = (*path, (guess, score))
            if score in game.endstates:
                paths.update(dict.fromkeys(block, longer))
            else:
                grow(block, longer)

    grow(list(game.secrets), ())
    return paths


def play_tree(tree, game, secret):
    """Walk a tree for one secret; return the guesses and answers."""
    path = []
    node = tree
    while node is not None:
        score = game.score(node.guess, secret)
        path.append((node.guess, score))
        (branch,) = [branch for branch in node.branches if branch.score == score]
        node = branch.subtree
    return tuple(path)


def leaves(tree, path=()):
    """List the path to every end of a tree, with the branch that ends it."""
    found = []
    for branch in tree.branches:
        longer = (*path, (tree.guess, branch.score))
        if branch.subtree is None:
            found.append((longer, branch))
        else:
            found.extend(leaves(branch.subtree, longer))
    return found
