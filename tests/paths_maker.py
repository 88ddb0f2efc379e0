"""Certificates of games with weights, costs and goals, made in the plainest way, and what is true.

Nothing that is checked is imported. A game is a dict as in ``exact/path_oracle.py``, which knows
what each set costs at least.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from itertools import permutations
from pathlib import Path

from certificate_maker import lines_of

sys.path.insert(0, str(Path(__file__).parent / "exact"))
from path_oracle import NEVER, Paths

EVERY = frozenset(range(1000))


class Truth:
    """What every set of secrets costs within guesses and money."""

    def __init__(self, game, pool="all"):
        self.game, self.paths = game, Paths(game, pool)
        self.n = len(game["weights"])
        self.all = tuple(s for s in range(self.n) if game["weights"][s])

    def pairs(self, secrets, steps, money):
        """Return the pairs (total, dearest path) that strategies have, those none betters."""
        steps = len(secrets) if steps is None else min(steps, len(secrets))
        most = NEVER if money is None else money
        found = self.paths.frontier(frozenset(secrets), steps, EVERY)
        return [(total, worst) for total, worst in found if worst <= most]

    def least(self, secrets, steps, money):
        return min((total for total, _ in self.pairs(secrets, steps, money)), default=None)

    def is_true(self, lemma):
        """Say whether a lemma holds."""
        best = self.least(lemma["secrets"], lemma["steps"], lemma["cost"])
        return best is None or (lemma["least"] is not None and best >= lemma["least"])

    def splits(self, secrets, money):
        """Yield the guesses that may be made, and their blocks that go on."""
        for guess in self.paths.guesses:
            blocks = self.paths.blocks(guess, secrets)
            useless = len(blocks) == 1 and not self.game["final"][blocks[0][0]]
            dear = money is not None and self.game["prices"][guess] > money
            if useless or dear or not self.paths.allowed(guess, secrets, EVERY):
                continue
            yield guess, [(score, block, over) for score, block, over in blocks]

    def tree(self, steps, money, total, worst):
        """Return the nodes of a tree that has a pair of figures."""
        nodes, waiting = [None], [(0, frozenset(self.all), steps, money, (total, worst))]
        while waiting:
            at, secrets, left, purse, wanted = waiting.pop()
            guess, parts = next(self._first(secrets, left, purse, wanted))
            branches = []
            for score, block, pair in parts:
                branches.append([score, -1 if pair is None else len(nodes)])
                if pair is not None:
                    price = self.game["prices"][guess]
                    below = None if purse is None else purse - price
                    waiting.append((len(nodes), block, left - 1, below, pair))
                    nodes.append(None)
            nodes[at] = [guess, branches]
        return nodes

    def _first(self, secrets, left, purse, wanted):
        """Yield the guesses that a tree of a pair may begin with, and the pairs of its blocks."""
        weight = sum(self.game["weights"][s] for s in secrets)
        for guess, blocks in self.splits(secrets, purse):
            price = self.game["prices"][guess]
            ways = [((price * weight, 0), [])]
            for score, block, over in blocks:
                below = None if purse is None else purse - price
                own = [None] if over else self.pairs(block, left - 1, below)
                ways = [
                    ((t + (pair[0] if pair else 0), max(w, pair[1] if pair else 0)), parts_so_far)
                    for (t, w), parts in ways
                    for pair in own
                    for parts_so_far in [[*parts, (score, block, pair)]]
                ]
            for (total, dearest), parts in ways:
                if (total, dearest + price) == wanted:
                    yield guess, parts


def fingerprint(game):
    rows = game["table"]
    n_secrets = len(game["weights"])
    places = {}
    text = b"%d %d\n" % (len(rows), n_secrets)
    for row in rows:
        numbers = [places.setdefault(score, len(places)) for score in row]
        text += b"".join(number.to_bytes(2, "little") for number in numbers)
    text += bytes(game["final"][score] for score in places)
    names = {}
    goals = [names.setdefault(goal, len(names) + 1) for goal in game["goals"] or ()]
    for numbers in (game["weights"], game["prices"], goals or [0] * n_secrets):
        text += b"".join(number.to_bytes(8, "little") for number in numbers)
    return sha256(text).hexdigest(), places


def certificate(game, objective="mean", pool="all", max_steps=None, max_cost=None, *, mirrors=()):
    """Make one that says of every set that is met what it costs at least; None without a tree."""
    truth = Truth(game, pool)
    pairs = truth.pairs(truth.all, max_steps, max_cost)
    if not pairs:
        return None
    by = {"mean": min, "mean-then-worst": min}.get(objective)
    total, worst = by(pairs) if by else min(pairs, key=lambda pair: (pair[1], pair[0]))
    digest, places = fingerprint(game)
    limit = truth.n if max_steps is None else max_steps
    tree = [
        [guess, [[places[score], child] for score, child in branches]]
        for guess, branches in truth.tree(limit, max_cost, total, worst)
    ]
    wanted = {
        "mean": [(max_steps, max_cost)],
        "worst": [(max_steps, worst - 1)],
        "worst-then-mean": [(max_steps, worst - 1), (max_steps, worst)],
        "mean-then-worst": [(max_steps, max_cost), (max_steps, worst - 1)],
    }[objective]
    lemmas = {}
    for steps, money in wanted:
        _add(truth, lemmas, truth.all, steps, money, mirrors)
    header = {
        "certificate": "mastermind_core",
        "format": 4,
        "fingerprint": digest,
        "objective": objective,
        "pool": pool,
        "max_steps": max_steps,
        "max_cost": max_cost,
        "total": total,
        "worst": worst,
        "symmetries": len(mirrors),
        "lemmas": len(lemmas),
    }
    return lines_of(header, tree, mirrors, lemmas)


def _add(truth, lemmas, secrets, steps, money, mirrors):
    key = tuple(sorted(secrets)), steps, money
    if key in lemmas or steps == 0 or (money is not None and money <= 0):
        return
    kept = [m for m, (_, to) in enumerate(mirrors) if {to[s] for s in secrets} == set(secrets)]
    lemmas[key] = {
        "secrets": list(key[0]),
        "steps": steps,
        "cost": money,
        "least": truth.least(secrets, steps, money),
        "alike": kept,
    }
    for guess, blocks in truth.splits(secrets, money):
        for _, block, over in blocks:
            if not over:
                less = None if money is None else money - truth.game["prices"][guess]
                left = None if steps is None else steps - 1
                _add(truth, lemmas, block, left, less, mirrors)


def symmetries(game):
    """List every symmetry of a small game but nothing, as (guesses, secrets)."""
    rows, found = game["table"], []
    n, scores = len(game["weights"]), sorted({score for row in rows for score in row})
    goals = game["goals"] or [0] * n
    for secrets in permutations(range(n)):
        if any(game["weights"][s] != game["weights"][t] for s, t in enumerate(secrets)):
            continue
        images = {(goals[s], goals[t]) for s, t in enumerate(secrets)}
        if not len(images) == len({a for a, _ in images}) == len({b for _, b in images}):
            continue
        for image in map(dict, (zip(scores, to, strict=True) for to in permutations(scores))):
            if any(game["final"][a] != game["final"][b] for a, b in image.items()):
                continue
            free, guesses = list(range(len(rows))), []
            for own, row in enumerate(rows):
                moved = {secrets[s]: image[score] for s, score in enumerate(row)}
                wanted = [moved[s] for s in range(n)]
                prices = game["prices"]
                same = [g for g in free if rows[g] == wanted and prices[g] == prices[own]]
                if not same:
                    break
                guesses.append(same[0])
                free.remove(same[0])
            else:
                if (guesses, list(secrets)) != (list(range(len(rows))), list(range(n))):
                    found.append((guesses, list(secrets)))
    return found
