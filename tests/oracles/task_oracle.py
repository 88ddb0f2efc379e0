"""Optimal trees in the plainest way, for games of a few secrets; imports nothing of ours."""

from __future__ import annotations

from functools import cache

NEVER = 1 << 60
ALL, CANDIDATES, LEGAL = range(3)


class Oracle:
    """Try every guess on every set, with no bound and no symmetry.

    ``table[guess][secret]`` is a score, ``final[score]`` says that it ends the game, and
    ``legal[guess][score]`` is a bit mask of guesses. The guesses of a path cost ``prices`` in turn,
    the last of which holds for all after it.
    """

    def __init__(self, table, final, *, weights=(), pool=ALL, legal=(), prices=(1,)):
        self.table, self.final, self.pool, self.legal = table, final, pool, legal
        self.weights = weights or [1] * len(table[0])
        self.prices = prices
        self.everything = (1 << len(table)) - 1
        self.least_total = cache(self._least_total)

    def total(self, candidates, steps, made=0):
        return self.least_total(tuple(candidates), self.everything, steps, made)

    def worst(self, candidates, most):
        """Return the fewest steps that are enough, or NEVER."""
        enough = (k for k in range(most + 1) if self.total(candidates, k) < NEVER)
        return next(enough, NEVER)

    def best(self, candidates, objective, most):
        """Return (total or None if left open, worst or None) of the best tree."""
        total, worst = self.total(candidates, most), self.worst(candidates, most)
        if total >= NEVER:
            return None
        if objective == "worst":
            return None, worst
        if objective == "mean":
            return total, None
        if objective == "worst-then-mean":
            return self.total(candidates, worst), worst
        return total, next(k for k in range(most + 1) if self.total(candidates, k) == total)

    def after(self, guess, candidates, legal):
        blocks = {}
        for candidate in candidates:
            blocks.setdefault(self.table[guess][candidate], []).append(candidate)
        wins = any(self.final[score] for score in blocks)
        if (self.pool == LEGAL and not legal >> guess & 1) or (
            self.pool == CANDIDATES and not wins
        ):
            return None
        return {
            score: (tuple(block), legal & self.legal[guess][score] if self.pool == LEGAL else legal)
            for score, block in blocks.items()
            if not self.final[score]
        }

    def _least_total(self, candidates, legal, steps, made=0):
        if steps == 0:
            return NEVER
        price = self.prices[min(made, len(self.prices) - 1)]
        own = price * sum(self.weights[c] for c in candidates)
        least = NEVER
        for guess in range(len(self.table)):
            blocks = self.after(guess, candidates, legal)
            if blocks is None or any(block == candidates for block, _ in blocks.values()):
                continue
            rest = 0
            for block, left in blocks.values():
                rest += self.least_total(block, left, steps - 1, made + 1)
                if rest >= NEVER:
                    break
            least = min(least, own + rest)
        return min(least, NEVER)

    def replay(self, tree, candidates):
        """Walk a flat tree, check its form and its guesses; return its total and worst case."""
        visited = 0

        def walk(node, members, legal, depth):
            nonlocal visited
            assert node == visited, "preorder"
            visited += 1
            guess = tree.guesses[node]
            blocks = self.after(guess, members, legal)
            assert blocks is not None, "a guess that the pool does not have"
            edges = range(tree.first_edge[node], tree.first_edge[node + 1])
            scores = [tree.edge_score[edge] for edge in edges]
            assert scores == sorted({self.table[guess][c] for c in members})
            price = self.prices[min(depth, len(self.prices)) - 1]
            total, worst = price * sum(self.weights[c] for c in members), depth
            for edge, score in zip(edges, scores, strict=True):
                size = sum(self.table[guess][c] == score for c in members)
                assert tree.edge_size[edge] == size
                if self.final[score]:
                    assert tree.edge_child[edge] == -1
                    continue
                below = walk(tree.edge_child[edge], *blocks[score], depth + 1)
                total, worst = total + below[0], max(worst, below[1])
            return total, worst

        found = walk(0, tuple(candidates), self.everything, 1)
        assert visited == len(tree.guesses)
        assert tree.stuck == -1
        return found
