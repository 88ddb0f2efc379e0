"""Greedy choices by weights, prices and goals, by fractions alone: nothing of ours is imported."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cmp_to_key
from math import prod


class Position:
    """A table of scores with candidates, and a criterion with all that it says."""

    def __init__(self, table, final, goals, prices, candidates, criterion):
        self.table, self.final, self.goals = table, final, goals
        self.candidates, self.criterion = candidates, criterion
        self.prices = prices if criterion.aims else ()
        self.goals_of = goals if criterion.aims else ()
        self.may_end = any(final) or not goals

    def weight(self, secret):
        return self.criterion.weights[secret] if self.criterion.weights else 1

    def blocks(self, guess, candidates):
        found = {}
        for candidate in candidates:
            found.setdefault(self.table[guess][candidate], []).append(candidate)
        return dict(sorted(found.items()))

    def known(self, block):
        return bool(self.goals) and len({self.goals[c] for c in block}) == 1

    def over(self, score, block):
        return self.final[score] or self.known(block)

    def classes(self, block):
        """Return the weights of a block by goal; without goals each secret is its own."""
        own = Counter()
        for c in block:
            own[self.goals_of[c] if self.goals_of else c] += self.weight(c)
        return list(own.values())

    def cost(self, blocks):
        """Return a number, or for products the product: of (block, whether it is over)."""
        combine, costs = self.criterion.combine, self.criterion.block_costs
        weights = [sum(map(self.weight, block)) for block, _ in blocks]
        whole = sum(weights)
        if combine in {"sum", "max", "power"} and len(set(self.goals_of)) == len(self.goals_of):
            if combine == "power":
                return Fraction(prod(w**w for w in weights))
            return (sum if combine == "sum" else max)(Fraction(costs(w)) for w in weights)
        product, numbers = Fraction(1), []
        for (block, over), weight in zip(blocks, weights, strict=True):
            if over:
                numbers.append(0)
                continue
            secrets, classes = list(map(self.weight, block)), self.classes(block)
            if combine == "ranks":
                heavy = sorted(secrets, reverse=True)
                product *= prod((2 * at) ** w for at, w in enumerate(heavy, 1))
            elif combine == "naming":
                product *= Fraction((2 * weight) ** weight, prod(w**w for w in classes))
            elif combine == "power":
                for parts, times in ((classes, 8), (secrets, 1)):
                    product *= Fraction(weight**weight, prod(w**w for w in parts)) ** times
            elif combine == "pairs":
                pairs = [weight**2 - sum(w * w for w in parts) for parts in (classes, secrets)]
                numbers.append(8 * pairs[0] + pairs[1] + whole * weight)
            else:
                join = sum if combine == "sum" else max
                joined = [join(map(costs, parts)) for parts in (classes, secrets)]
                numbers.append(8 * (costs(weight) - joined[0]) + costs(weight) - joined[1])
        if combine in {"power", "naming", "ranks"}:
            return product
        return Fraction((max if combine == "max" else sum)(numbers))

    def compare(self, one, other):
        """Compare (cost, price) of two guesses."""
        (a, p), (b, q) = one, other
        if not self.prices:
            return (a > b) - (a < b)
        whole = self.cost([(self.candidates, False)])
        if self.criterion.combine in {"sum", "max", "pairs"}:
            x, y = a - whole, b - whole
            left, right = (x * p, y * q) if x > 0 and y > 0 else (x / p, y / q)
        else:
            left, right = (a / whole) ** q, (b / whole) ** p
        return (left > right) - (left < right)

    def telling(self):
        """List ((cost, price), loses, position, guess, split) of the pool, best first."""
        found = []
        for position, guess in enumerate(self.criterion.order):
            blocks = self.blocks(guess, self.candidates)
            wins = any(self.final[score] for score in blocks)
            only_winners = self.criterion.pool == 1 and self.may_end
            if not wins and (only_winners or len(blocks) == 1):
                continue
            ends = [(block, self.over(score, block)) for score, block in blocks.items()]
            counted = [
                (block, self.final[score] or (self.goals_of and over))
                for (score, block), (_, over) in zip(blocks.items(), ends, strict=True)
            ]
            price = self.prices[guess] if self.prices else 1
            going = frozenset(frozenset(block) for block, over in ends if not over)
            ended = frozenset(c for block, over in ends if over for c in block)
            found.append(((self.cost(counted), price), not wins, position, guess, (going, ended)))

        def order(one, other):
            by_cost = self.compare(one[0], other[0])
            return by_cost or (one[1:3] > other[1:3]) - (one[1:3] < other[1:3])

        return sorted(found, key=cmp_to_key(order))

    def best(self):
        entered = self.telling()
        if not entered:
            no_pool = self.criterion.pool == 1 and self.may_end
            return -1 if no_pool else self.criterion.order[0]
        levels = []
        for entry in entered:
            if not levels or self.compare(levels[-1][0][0], entry[0]):
                levels.append([])
            levels[-1].append(entry)
        for level in levels[: self.criterion.win_levels]:
            for _, loses, _, guess, _ in level:
                if not loses:
                    return guess
        return min(levels[0], key=lambda entry: entry[2])[3]

    def ranked(self):
        chosen, seen = [], set()
        for *_, guess, split in self.telling():
            if split not in seen:
                seen.add(split)
                chosen.append(guess)
        return chosen

    def tree(self):
        """Return (guess, {score: (size, subtree or None)}), None where over, "stuck"."""
        if self.known(self.candidates):
            return None
        guess = self.best()
        blocks = self.blocks(guess, self.candidates) if guess >= 0 else {}
        if not blocks or (len(blocks) == 1 and not self.final[next(iter(blocks))]):
            return "stuck"
        below = {}
        for score, block in blocks.items():
            deeper = None
            if not self.over(score, block):
                args = self.table, self.final, self.goals, self.prices, block, self.criterion
                deeper = Position(*args).tree()
                if deeper == "stuck":
                    return "stuck"
            below[score] = (len(block), deeper)
        return guess, below
