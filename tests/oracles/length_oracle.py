"""The best trees by objectives on the number of guesses, by trying everything; imports nothing.

Costs of several criteria are tuples, added and compared one by one. ``rows[guess][secret]`` is the
number of a score, ``ends`` are those that end the game, ``goals`` has a number a secret, or
is None; ``legal[guess][score]`` is a mask of the guesses that stay allowed.
"""

from __future__ import annotations

from functools import cache
from math import ceil


def cost(part, length):
    """Return what a criterion, ("within", 4) or the like, says of one secret."""
    name, given = part
    if name == "within":
        return int(length > given)
    if name == "penalty":
        return given[min(length, len(given)) - 1]
    return length


def text_of(parts):
    """Write criteria as callers do."""
    return "-then-".join(
        name if given is None
        else f"{name}:{','.join(map(str, given if isinstance(given, list) else [given]))}"
        for name, given in parts
    )  # fmt: skip


class LengthOracle:
    """All that is asked of one game."""

    def __init__(self, rows, ends, weights, pool="all", legal=None, goals=None):
        self.rows, self.ends, self.weights = rows, ends, weights
        self.pool, self.legal, self.goals = pool, legal, goals
        self.everything = tuple(range(len(weights)))

    def over(self, score, block):
        known = self.goals is not None and len({self.goals[s] for s in block}) == 1
        return score in self.ends or known

    def blocks(self, guess, members, allowed):
        """Return (score, block) of a guess, None where it may not be asked or tells nothing."""
        found = {}
        for secret in members:
            found.setdefault(self.rows[guess][secret], []).append(secret)
        naming = self.goals is None or any(s in self.ends for row in self.rows for s in row)
        if self.pool == "candidates" and naming and not self.ends & set(found):
            return None
        if self.pool == "legal" and not allowed >> guess & 1:
            return None
        if len(found) == 1 and not self.over(*next(iter(found.items()))):
            return None
        return found

    def least(self, parts, steps):
        """Return the least sums of some criteria within so many guesses, None without a tree."""

        @cache
        def of(members, depth, allowed):
            if depth == steps:
                return None
            best = None
            for guess in range(len(self.rows)):
                found = self.blocks(guess, members, allowed)
                if found is None:
                    continue
                sums = (0,) * len(parts)
                for score, block in found.items():
                    if self.over(score, block):
                        own = tuple(
                            sum(self.weights[s] * cost(part, depth + 1) for s in block)
                            for part in parts
                        )
                    else:
                        left = allowed & self.legal[guess][score] if self.legal else allowed
                        own = of(tuple(block), depth + 1, left)
                    if own is None:
                        break
                    sums = tuple(map(sum, zip(sums, own, strict=True)))
                else:
                    best = sums if best is None else min(best, sums)
            return best

        return of(self.everything, 0, (1 << len(self.rows)) - 1)

    def best(self, parts, max_steps=None):
        """Return the figures of the best tree, None where there is none.

        Behind a quantile stands what is not found within its guesses: of trees that are as good one
        with the least of that is the best.
        """
        most = len(self.everything)
        if max_steps is not None:
            most = min(most, max_steps)
        if parts[0][0] == "quantile":
            whole = sum(self.weights)
            spare = whole - ceil(parts[0][1] * whole)
            for k in range(1, most + 1):
                lost = self.least([("within", k)], most)
                if lost is None:
                    return None
                if lost[0] <= spare:
                    return (k, *self.best([("within", k), *parts[1:]], max_steps))
            return None
        names = [name for name, _ in parts]
        if "worst" not in names:
            return self.least(parts, most)
        at = names.index("worst")
        before, after = parts[:at], parts[at + 1 :]
        least = self.least(before, most)
        if least is None:
            return None
        worst = next(k for k in range(1, most + 1) if self.least(before, k) == least)
        sums = self.least([*before, *after], worst)
        return (*sums[:at], worst, *sums[at:])

    def played(self, tree, guesses, scores):
        """Replay a tree, secret by secret; return what secrets weigh by their lengths."""
        lengths = {}
        for secret, length in self.taken(tree, guesses, scores).items():
            lengths[length] = lengths.get(length, 0) + self.weights[secret]
        return lengths

    def taken(self, tree, guesses, scores):
        """Replay a tree; return the guesses of each secret."""
        taken = {}

        def visit(node, members, allowed, depth):
            guess = guesses.index(node.guess)
            found = self.blocks(guess, members, allowed)
            assert found is not None, "a guess that may not be made"
            branches = {scores.index(branch.score): branch.subtree for branch in node.branches}
            assert set(branches) == set(found)
            for score, block in found.items():
                if self.over(score, block):
                    assert branches[score] is None
                    taken.update(dict.fromkeys(block, depth))
                else:
                    left = allowed & self.legal[guess][score] if self.legal else allowed
                    visit(branches[score], tuple(block), left, depth + 1)

        visit(tree, self.everything, (1 << len(self.rows)) - 1, 1)
        return taken

    def figures(self, parts, lengths):
        """Return what criteria say of lengths."""
        said = []
        for name, given in parts:
            if name == "worst":
                said.append(max(lengths))
            elif name == "quantile":
                need = given * sum(lengths.values())
                said.append(
                    next(k for k in range(max(lengths) + 1)
                         if sum(w for n, w in lengths.items() if n <= k) >= need)
                )  # fmt: skip
                said.append(sum(w for n, w in lengths.items() if n > said[0]))
            else:
                said.append(sum(w * cost((name, given), n) for n, w in lengths.items()))
        return tuple(said)
