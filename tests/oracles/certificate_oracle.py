"""What is true of a small game, by trying all strategies, and claims that may be false.

Nothing that is checked is imported. Guess g, the d-th of a path, costs a secret its weight times
``prices[d] + costs[g]``; a block is over when its score is final or its secrets have one goal.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256


class Truth:
    """Know the least total of every set of secrets, useless guesses tried as well."""

    def __init__(self, rows, ends, weights, *, costs=None, goals=None, prices=(1,), pool="all"):
        self.rows, self.ends, self.weights = rows, ends, weights
        self.costs, self.goals, self.prices, self.pool = costs, goals, prices, pool
        self.n = len(weights)
        self.all = tuple(s for s in range(self.n) if weights[s])
        self.never_ends = goals is not None and not any(s in ends for row in rows for s in row)
        self.least, self.blocks = cache(self._least), cache(self._blocks)

    def cost(self, guess):
        return 1 if self.costs is None else self.costs[guess]

    def price(self, made):
        return self.prices[min(made, len(self.prices) - 1)]

    def paid(self, guess, made):
        return self.price(made) + (0 if self.costs is None else self.costs[guess])

    def known(self, secrets):
        return self.goals is not None and len({self.goals[s] for s in secrets}) == 1

    def split(self, guess, secrets):
        """Return (score, block, whether it is over) for each answer."""
        behind = {}
        for secret in secrets:
            behind.setdefault(self.rows[guess][secret], []).append(secret)
        return [(s, tuple(b), s in self.ends or self.known(b)) for s, b in behind.items()]

    def _blocks(self, guess, secrets):
        """Return the same, or None where the pool bars the guess."""
        blocks = self.split(guess, secrets)
        barred = self.pool == "candidates" and not self.never_ends
        return None if barred and not any(s in self.ends for s, _, _ in blocks) else blocks

    def _least(self, secrets, made, steps, money=None):
        """Return the least total, None where no strategy ends the game for all secrets."""
        if self.known(secrets):
            return 0
        best = None
        weight = sum(self.weights[s] for s in secrets)
        for guess in range(len(self.rows) if steps else 0):
            left = None if money is None else money - self.cost(guess)
            blocks = self.blocks(guess, secrets) if left is None or left >= 0 else None
            total = self.paid(guess, made) * weight
            for _, block, over in blocks or ():
                below = 0 if over else self.least(block, made + 1, steps - 1, left)
                if below is None:
                    break
                total += below
            else:
                if blocks and (best is None or total < best):
                    best = total
        return best

    def some_tree(self, choose, most):
        """Return the nodes of a tree, whose guesses are chosen; None where it grows too deep."""
        nodes, waiting = [None], [(0, self.all, 0)]
        while waiting:
            at, secrets, made = waiting.pop()
            fair = [g for g in range(len(self.rows)) if self.blocks(g, secrets)]
            if made == most or not fair:
                return None
            guess = choose(secrets, made, fair)
            branches = []
            for score, block, over in self.split(guess, secrets):
                branches.append([score, -1 if over else len(nodes)])
                if not over:
                    waiting.append((len(nodes), block, made + 1))
                    nodes.append(None)
            nodes[at] = [guess, branches]
        return nodes

    def best_tree(self, steps, money=None):
        """Return the nodes of a tree of the least total within limits; None without a tree."""
        spent = {self.all: 0}

        def choose(secrets, made, fair):
            left = None if money is None else money - spent[secrets]

            def total(guess):
                less = None if left is None else left - self.cost(guess)
                own = self.paid(guess, made) * sum(self.weights[s] for s in secrets)
                for _, block, over in self.blocks(guess, secrets):
                    below = 0 if over else self.least(block, made + 1, steps - made - 1, less)
                    own = float("inf") if below is None else own + below
                return own if less is None or less >= 0 else float("inf")

            guess = min(fair, key=total)
            for _, block, _ in self.blocks(guess, secrets):
                spent[block] = spent[secrets] + self.cost(guess)
            return guess

        return self.some_tree(choose, steps)

    def asked(self, nodes):
        """Yield the guesses of a tree, each with the secrets that lead to it."""
        waiting = [(0, self.all)]
        for at, secrets in waiting:
            guess, branches = nodes[at]
            yield guess, secrets
            waiting += [
                (dict(branches)[score], block)
                for score, block, over in self.split(guess, secrets)
                if not over
            ]

    def figures_of(self, nodes):
        """Return what a tree comes to, its guesses times weights, its longest and dearest path."""
        total = guesses = longest = dearest = 0
        for secret in self.all:
            at, made, paid = 0, 0, 0
            while at >= 0:
                guess, branches = nodes[at]
                total += self.weights[secret] * self.paid(guess, made)
                paid += self.cost(guess)
                at, made = dict(branches)[self.rows[guess][secret]], made + 1
            guesses += self.weights[secret] * made
            longest, dearest = max(longest, made), max(dearest, paid)
        return total, guesses, longest, dearest

    def places(self):
        """Return the number of each score, as they first come."""
        places = {}
        for row in self.rows:
            for score in row:
                places.setdefault(score, len(places))
        return places

    def aims(self):
        """Return what guesses cost, and goals as numbers from 1: 0 where there are none."""
        names = {}
        goals = [names.setdefault(goal, len(names) + 1) for goal in self.goals or ()]
        return self.costs or [1] * len(self.rows), goals or [0] * self.n

    def fingerprint(self):
        places = self.places()
        text = b"%d %d\n" % (len(self.rows), self.n)
        for row in self.rows:
            text += b"".join(places[score].to_bytes(2, "little") for score in row)
        text += bytes(score in self.ends for score in places)
        for numbers in (self.weights, *self.aims()):
            text += b"".join(number.to_bytes(8, "little") for number in numbers)
        return sha256(text).hexdigest()

    def true_lemmas(self, root, made, steps, money):
        """Return of every set that strategies meet what it costs, small sets first."""
        found = {}
        waiting = [(root, made, steps, money)]
        while waiting:
            key = secrets, made, steps, money = waiting.pop()
            if key in found or steps == 0 or (money is not None and money <= 0):
                continue
            found[key] = self.least(*key)
            for guess in range(len(self.rows)):
                left = None if money is None else money - self.cost(guess)
                blocks = self.blocks(guess, secrets)
                if blocks is None or (left is not None and left < 0):
                    continue
                waiting += [
                    (block, min(made + 1, len(self.prices) - 1), steps - 1, left)
                    for _, block, over in blocks
                    if not over and block != secrets
                ]
        return dict(sorted(found.items(), key=lambda item: (len(item[0][0]), item[0][2])))
