"""The least totals and worst cases of small games, by trying everything. Imports nothing of ours.

Sets of secrets are bit masks. ``rows[guess][secret]`` is the number of a score, ``ends`` are the
numbers of scores that end the game.
"""

from __future__ import annotations

NEVER = 1 << 60


class Oracle:
    """Every guess on every set that can come up, without bounds and without symmetries."""

    def __init__(self, rows, ends, weights, pool="all", legal=None):
        self.rows, self.ends, self.weights, self.pool = rows, ends, weights, pool
        self.n = len(weights)
        self.everything = (1 << self.n) - 1
        self.any_guess = (1 << len(rows)) - 1
        self.legal = legal
        self.parts = []
        for row in rows:
            masks = {}
            for secret, score in enumerate(row):
                masks[score] = masks.get(score, 0) | 1 << secret
            won = sum(mask for score, mask in masks.items() if score in ends)
            going_on = [(score, mask) for score, mask in masks.items() if score not in ends]
            self.parts.append((won, going_on))
        self.known = {}
        self.sums = {0: 0}

    def weight(self, some):
        """Return the weights of a set, added up."""
        if some not in self.sums:
            low = some & -some
            self.sums[some] = self.weights[low.bit_length() - 1] + self.weight(some ^ low)
        return self.sums[some]

    def after(self, guess, some, legal):
        """Return the sets behind the answers that do not end, or None where it may not be asked."""
        won, going_on = self.parts[guess]
        if self.pool == "candidates" and not won & some:
            return None
        if self.pool == "legal" and not legal >> guess & 1:
            return None
        found = []
        for score, mask in going_on:
            block = mask & some
            if block == some:
                return None
            if block:
                left = legal & self.legal[guess][score] if self.pool == "legal" else legal
                found.append((block, left))
        return found

    def total(self, some, steps, legal=None):
        """Return the least total within so many steps, or NEVER."""
        legal = self.any_guess if legal is None else legal
        steps = min(steps, some.bit_count())
        if steps <= 0:
            return NEVER
        key = some, steps, legal
        if key not in self.known:
            self.known[key] = min(
                (self.with_guess(guess, some, steps, legal) for guess in range(len(self.rows))),
                default=NEVER,
            )
        return self.known[key]

    def with_guess(self, guess, some, steps, legal=None):
        """Return the least total of the trees that begin with a guess, or NEVER."""
        legal = self.any_guess if legal is None else legal
        blocks = self.after(guess, some, legal)
        if blocks is None or steps <= 0:
            return NEVER
        total = self.weight(some)
        for block, left in blocks:
            total += self.total(block, steps - 1, left)
            if total >= NEVER:
                return NEVER
        return total

    def at_most(self, steps, first_guess=None):
        """Return the least total of the whole game within so many steps, or NEVER."""
        if first_guess is None:
            return self.total(self.everything, steps)
        return self.with_guess(first_guess, self.everything, min(steps, self.n))

    def best(self, objective, max_steps=None, first_guess=None):
        """Return (total, worst) of the best tree, None for what is left open; None for no tree."""
        most = self.n if max_steps is None else min(max_steps, self.n)
        total = self.at_most(most, first_guess)
        if total >= NEVER:
            return None
        worst = next(k for k in range(1, most + 1) if self.at_most(k, first_guess) < NEVER)
        if objective == "worst":
            return None, worst
        if objective == "mean":
            return total, None
        if objective == "worst-then-mean":
            return self.at_most(worst, first_guess), worst
        return total, next(k for k in range(1, most + 1) if self.at_most(k, first_guess) == total)


def walk(tree, spec, pool="all", legal=None, *, spare=False):
    """Go through a tree, secret by secret, and return (total, worst); refuse one that is wrong.

    ``tree`` has a ``guess`` and ``branches``, each with a ``score`` and a ``subtree``. Nothing of
    what the tree says of itself is believed. ``spare`` lets it have branches that no secret takes,
    and guesses that tell nothing: it ends the game all the same.
    """
    guess_ids = {guess: at for at, guess in enumerate(spec.guesses)}
    score_ids = {score: at for at, score in enumerate(spec.scores)}
    total = worst = 0

    def visit(node, members, allowed, depth):
        nonlocal total, worst
        guess = guess_ids[node.guess]
        row = spec.rows[guess]
        if pool == "candidates":
            assert any(row[secret] in spec.ends for secret in members), "no guess that may win"
        if pool == "legal":
            assert allowed >> guess & 1, "a guess that is not legal"
        blocks = {}
        for secret in members:
            blocks.setdefault(row[secret], []).append(secret)
        taken = [branch for branch in node.branches if not spare or branch.score in score_ids]
        branches = {score_ids[branch.score]: branch for branch in taken}
        assert len(branches) == len(taken), "an answer has two branches"
        assert set(branches) >= set(blocks), "an answer has no branch"
        assert spare or set(branches) == set(blocks), "branches are not the answers"
        worst = max(worst, depth)
        total += sum(spec.weights[secret] for secret in members)
        for score, block in blocks.items():
            below = branches[score].subtree
            if score in spec.ends:
                assert below is None, "the game goes on after its end"
                continue
            assert below is not None, "the game ends without an end state"
            assert spare or len(block) < len(members), "a guess that tells nothing"
            left = allowed & legal[guess][score] if pool == "legal" else allowed
            visit(below, block, left, depth + 1)

    visit(tree, list(range(len(spec.secrets))), (1 << len(spec.guesses)) - 1, 1)
    return total, worst
