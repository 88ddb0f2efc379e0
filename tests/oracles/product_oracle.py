"""The best trees of small games by trying every guess on every set: the one oracle of the product.

Nothing is imported of what it checks. ``rows[guess][secret]`` is the number of an answer, ``ends``
are the answers that end the game, ``goals`` has a number a secret (or is empty), ``legal[guess]
[answer]`` is a mask of the guesses that stay legal. Sets of secrets are bit masks.

Criteria are ("mean", None), ("worst", None), ("within", k), ("penalty", costs) and ("quantile",
share). For each set the oracle keeps all pairs (sums of the
criteria, dearest path) that no other tree betters: sums are compared one after the other, and what
is added to both sides of such a comparison changes nothing.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations, product

MEAN, WORST = ("mean", None), ("worst", None)


class Wrong(AssertionError):
    """A tree that is not what it says."""


def cost(criterion, length):
    """Return what a criterion on lengths says of a secret that is found by this guess."""
    name, given = criterion
    if length == 0:
        return 0
    if name == "within":
        return int(length > given)
    if name == "penalty":
        return given[min(length, len(given)) - 1]
    return length


class Oracle:
    """All that is asked of one game."""

    def __init__(self, rows, ends, weights=(), costs=(), goals=(), pool="all", legal=None):
        self.rows, self.ends, self.goals = rows, frozenset(ends), goals
        n = len(rows[0])
        self.weights = weights or (1,) * n
        self.costs = costs or (1,) * len(rows)
        self.priced = bool(costs)
        self.pool, self.legal = pool, legal
        self.hidden = [secret for secret in range(n) if self.weights[secret]]
        self.everything = sum(1 << secret for secret in self.hidden)
        self.any_guess = (1 << len(rows)) - 1
        # With goals and no end state no guess wins, and none is better than another in that.
        self.naming = not goals or any(answer in self.ends for row in rows for answer in row)
        self.masks = [_masks(row, self.ends) for row in rows]
        self.different = self._different()
        self._least = cache(self._sums)

    def _different(self):
        """List a guess of each kind: those that split alike and cost the same are one."""
        if self.pool == "legal":
            return range(len(self.rows))
        kinds = {}
        for guess, masks in enumerate(self.masks):
            alike = frozenset((mask, over) for _, mask, over in masks), self.costs[guess]
            kinds.setdefault(alike, guess)
        return list(kinds.values())

    def members(self, some):
        return [secret for secret in self.hidden if some >> secret & 1]

    def known(self, some):
        """Return whether all secrets of a set have one goal."""
        return bool(self.goals) and len({self.goals[s] for s in self.members(some)}) == 1

    @property
    def over(self):
        """Return whether the game is over before the first guess."""
        return self.known(self.everything)

    def blocks(self, guess, some, legal=None):
        """Return (answer, block, over) of a guess; None where it tells nothing or may not be."""
        if self.pool == "legal" and not (self.any_guess if legal is None else legal) >> guess & 1:
            return None
        found = self.single(guess, some)
        naming = self.pool == "candidates" and self.naming
        if naming and not any(answer in self.ends for answer, _, _ in found):
            return None
        return None if len(found) == 1 and not found[0][2] else found

    def after(self, guess, answer, legal):
        return legal & self.legal[guess][answer] if self.pool == "legal" else legal

    # Every guess on every set

    def _sums(self, criteria, steps):
        """Return a function of (set, guesses made, legal guesses): the pairs that are best."""
        deep = steps is not None or any(name != "mean" for name, _ in criteria)
        members = cache(self.members)

        def paid(guess, some, depth):
            sums = []
            for criterion in criteria:
                if criterion[0] == "mean":
                    own = self.costs[guess] * sum(self.weights[s] for s in members(some))
                else:
                    own = sum(
                        self.weights[s] * (cost(criterion, depth) - cost(criterion, depth - 1))
                        for s in members(some)
                    )
                sums.append(own)
            return tuple(sums)

        def with_guess(guess, some, depth, legal):
            blocks = self.blocks(guess, some, legal)
            if blocks is None:
                return []
            pairs = [(paid(guess, some, depth + 1), 0)]
            for answer, block, over in blocks:
                if over:
                    continue
                below = of(block, depth + 1 if deep else 0, self.after(guess, answer, legal))
                pairs = best(
                    (tuple(map(sum, zip(one, other, strict=True))), max(path, longer))
                    for one, path in pairs
                    for other, longer in below
                )
            return [(sums, path + self.costs[guess]) for sums, path in pairs]

        @cache
        def of(some, depth, legal):
            if self.known(some):
                return [((0,) * len(criteria), 0)]
            if depth == steps:
                return []
            return best(
                pair for guess in self.different for pair in with_guess(guess, some, depth, legal)
            )

        return of, with_guess

    def frontier(self, criteria, steps=None, first_guess=None):
        """Return (sums, dearest path) of all trees of the game that no other one betters."""
        of, with_guess = self._least(tuple(criteria), steps)
        if first_guess is None:
            return of(self.everything, 0, self.any_guess)
        if steps == 0:
            return []
        return best(with_guess(first_guess, self.everything, 0, self.any_guess))

    def best(self, criteria, steps=None, money=None, first_guess=None):
        """Return the figures of the best tree, None where there is no tree.

        Behind a quantile stands what is not found within its guesses: of trees that are as good
        one with the least of that is the best.
        """
        if criteria[0][0] == "quantile":
            whole = sum(self.weights)
            spare = whole - criteria[0][1] * whole
            for k in range(1, len(self.hidden) + 1):
                least = self.best([("within", k)], steps, money, first_guess)
                if least is None:
                    return None
                if least[0] <= spare:
                    rest = [("within", k), *criteria[1:]]
                    return (k, *self.best(rest, steps, money, first_guess))
            return None
        sums = [criterion for criterion in criteria if criterion != WORST]
        pairs = [
            pair
            for pair in self.frontier(sums, steps, first_guess)
            if money is None or pair[1] <= money
        ]
        if not pairs:
            return None
        if WORST not in criteria:
            return min(pairs)[0]
        at = criteria.index(WORST)
        own, worst = min(pairs, key=lambda pair: (pair[0][:at], pair[1]))
        return (*own[:at], worst, *own[at:])

    def values(self, some, legal=None, criterion=MEAN):
        """Return the least total, or worst case, after each guess that begins a strategy."""
        _, with_guess = self._least((MEAN,), None)
        legal = self.any_guess if legal is None else legal
        found = {}
        for guess in range(len(self.rows)):
            pairs = with_guess(guess, some, 0, legal)
            if pairs:
                worst = min(path for _, path in pairs)
                found[guess] = worst if criterion == WORST else min(pairs)[0][0]
        return found

    # Trees

    def replay(self, tree, guess_of, answer_of, *, spare=False):
        """Play a tree for every secret; return {secret: (guesses, cost)}, and refuse a wrong one.

        ``guess_of`` and ``answer_of(guess, score)`` give the numbers of what the tree is written
        with. With ``spare`` it may have branches that no secret takes and guesses that tell
        nothing.
        """
        taken = {}

        def visit(node, some, legal, depth, money):
            guess = guess_of(node.guess)
            hold(self.pool != "legal" or legal >> guess & 1, "a guess that is not legal")
            blocks = self.blocks(guess, some, legal)
            hold(spare or blocks is not None, "a guess that tells nothing or that the pool has not")
            branches = {}
            for branch in node.branches:
                answer = answer_of(guess, branch.score)
                hold(answer not in branches, "an answer has two branches")
                branches[answer] = branch.subtree
            blocks = blocks or self.single(guess, some)
            answers = {answer for answer, _, _ in blocks}
            hold(answers <= set(branches), "an answer has no branch")
            hold(spare or answers == set(branches), "a branch for an answer that there is not")
            paid = money + self.costs[guess]
            for answer, block, over in blocks:
                below = branches[answer]
                if over:
                    hold(below is None, "the game goes on after its end")
                    taken.update(dict.fromkeys(self.members(block), (depth, paid)))
                else:
                    hold(below is not None, "the game ends where it is not over")
                    visit(below, block, self.after(guess, answer, legal), depth + 1, paid)

        if self.over:
            hold(tree.over, "a tree of a game that is over before the first guess")
            return dict.fromkeys(self.hidden, (0, 0))
        visit(tree, self.everything, self.any_guess, 1, 0)
        return taken

    def single(self, guess, some):
        """Return (answer, block, over) of a guess, whatever it tells."""
        return [
            (answer, mask & some, ended or self.known(mask & some))
            for answer, mask, ended in self.masks[guess]
            if mask & some
        ]

    def figures(self, criteria, taken):
        """Return what criteria say of {secret: (guesses, cost)}."""
        said = []
        for name, given in criteria:
            if name == "worst":
                said.append(max(paid for _, paid in taken.values()))
            elif name == "mean":
                said.append(sum(self.weights[s] * paid for s, (_, paid) in taken.items()))
            elif name == "quantile":
                need, k = given * sum(self.weights), 0
                while self._found(taken, k) < need:
                    k += 1
                said += [k, sum(self.weights) - self._found(taken, k)]
            else:
                lengths = ((s, length) for s, (length, _) in taken.items())
                said.append(sum(self.weights[s] * cost((name, given), n) for s, n in lengths))
        return tuple(said)

    def at_random(self, times):
        """Return {guesses: share} of who guesses anything that may win; None where nothing may.

        ``times`` says how often each guess is among those that are drawn from.
        """
        shares = {}

        def visit(some, depth, share):
            if self.known(some):
                for secret in self.members(some):
                    shares[depth] = shares.get(depth, 0) + share * self.weights[secret]
                return
            options = [
                (guess, blocks)
                for guess in range(len(self.rows))
                if (blocks := self.single(guess, some)) and any(a in self.ends for a, *_ in blocks)
            ]
            drawn = sum(times[guess] for guess, _ in options)
            hold(drawn, "nothing may win")
            for guess, blocks in options:
                own = share * Fraction(times[guess], drawn)
                for _, block, over in blocks:
                    if over:
                        for secret in self.members(block):
                            shares[depth + 1] = (
                                shares.get(depth + 1, 0) + own * self.weights[secret]
                            )
                    else:
                        visit(block, depth + 1, own)

        visit(self.everything, 0, Fraction(1, sum(self.weights)))
        return shares

    def in_any_order(self):
        """Return {guesses: share} of who asks all guesses in an order drawn by lot."""
        shares, orders = {}, list(permutations(range(len(self.rows))))
        share = Fraction(1, len(orders) * sum(self.weights))
        for order, secret in product(orders, self.hidden):
            some, depth = self.everything, 0
            ended = self.known(some)
            while not ended:
                guess, depth = order[depth], depth + 1
                answer = self.rows[guess][secret]
                some &= next(mask for own, mask, _ in self.masks[guess] if own == answer)
                ended = answer in self.ends or self.known(some)
            shares[depth] = shares.get(depth, 0) + share * self.weights[secret]
        return shares

    def _found(self, taken, k):
        return sum(self.weights[s] for s, (length, _) in taken.items() if length <= k)


def _masks(row, ends):
    masks = {}
    for secret, answer in enumerate(row):
        masks[answer] = masks.get(answer, 0) | 1 << secret
    return [(answer, mask, answer in ends) for answer, mask in masks.items()]


def best(pairs):
    """Leave out every pair that another one betters."""
    kept, least = [], None
    for sums, path in sorted(pairs):
        if least is None or path < least:
            kept.append((sums, path))
            least = path
    return kept


def hold(fine, what):
    """Refuse what is not so."""
    if not fine:
        raise Wrong(what)
