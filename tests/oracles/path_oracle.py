"""The best of all trees of a small game by dynamic programming over sets: nothing is imported.

A game is a dict: ``table`` (score numbers, a row a guess), ``final`` (by score), ``weights``,
``prices``, ``goals`` (a number a secret, or None), ``legal`` (None, or a function of guess, score
that gives the set of guesses that stay allowed).
"""

from __future__ import annotations

from functools import cache

NEVER = float("inf")


class Paths:
    """All that is asked of one game."""

    def __init__(self, game, pool="all"):
        self.game, self.pool = game, pool
        self.guesses = range(len(game["table"]))
        self.frontier = cache(self._frontier)

    def blocks(self, guess, members):
        """Return the blocks of a guess, and whether each is over."""
        behind = {}
        for secret in sorted(members):
            behind.setdefault(self.game["table"][guess][secret], set()).add(secret)
        return [
            (score, frozenset(block), self.game["final"][score] or self.known(block))
            for score, block in behind.items()
        ]

    def known(self, members):
        goals = self.game["goals"]
        return goals is not None and len({goals[secret] for secret in members}) == 1

    def allowed(self, guess, members, legal):
        if self.pool == "legal":
            return guess in legal
        if self.pool == "all" or (self.game["goals"] is not None and not any(self.game["final"])):
            return True
        return any(self.game["final"][self.game["table"][guess][s]] for s in members)

    def _frontier(self, members, steps, legal):
        """Return the pairs (total, dearest path) within some guesses that no other tree betters."""
        if self.known(members):
            return frozenset({(0, 0)})
        if steps == 0:
            return frozenset()
        weight = sum(self.game["weights"][s] for s in members)
        found = set()
        for guess in self.guesses:
            blocks = self.blocks(guess, members)
            if len(blocks) == 1 and not blocks[0][2]:
                continue
            if not self.allowed(guess, members, legal):
                continue
            price = self.game["prices"][guess]
            pairs = {(price * weight, 0)}
            for score, block, over in blocks:
                if over:
                    continue
                after = legal
                if self.pool == "legal":
                    after = legal & self.game["legal"](guess, score)
                below = self.frontier(block, steps - 1, after)
                pairs = best({(t + u, max(w, v)) for t, w in pairs for u, v in below})
            found |= {(t, w + price) for t, w in pairs}
        return best(found)

    def answer(self, members, objective, max_steps=None, max_cost=None):
        """Return (total, dearest path) of the best tree, the parts that do not count as None."""
        steps = len(members) if max_steps is None else min(max_steps, len(members))
        every = frozenset(self.guesses)
        pairs = self.frontier(frozenset(members), steps, every)
        pairs = [pair for pair in pairs if max_cost is None or pair[1] <= max_cost]
        if not pairs:
            return None
        total, worst = min(t for t, _ in pairs), min(w for _, w in pairs)
        return {
            "mean": (total, None),
            "worst": (None, worst),
            "worst-then-mean": (min(t for t, w in pairs if w == worst), worst),
            "mean-then-worst": (total, min(w for t, w in pairs if t == total)),
        }[objective]


def best(pairs):
    """Leave out every pair that another one betters."""
    kept, least = set(), NEVER
    for total, worst in sorted(pairs):
        if worst < least:
            kept.add((total, worst))
            least = worst
    return frozenset(kept)
