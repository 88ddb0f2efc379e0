"""Certificates of objectives on the number of guesses, made in the plainest way, and what is true.

Nothing that is checked is imported. Criteria are pairs as in ``exact/length_oracle.py``, such as
("within", 4) and ("penalty", [0, 1, Fraction(5, 2)]); it says which figures the best trees have.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import gcd, lcm
from pathlib import Path

from certificate_maker import Truth, lines_of, orbits

sys.path.insert(0, str(Path(__file__).parent / "exact"))
from length_oracle import LengthOracle, cost, text_of


def parts_of(text):
    """Read an objective."""
    parts = []
    for part in text.split("-then-"):
        name, _, numbers = part.partition(":")
        given = [Fraction(number) for number in numbers.split(",") if number]
        parts.append((name, given[0] if name == "within" else given or None))
    return parts


def random_parts(random):
    """Draw criteria, of which the worst case comes at most once, and not alone."""
    parts = []
    for _ in range(random.choice([1, 1, 2, 2, 3])):
        name = random.choice(["within", "within", "penalty", "mean"])
        unit = random.choice([1, 1, Fraction(1, 3)])
        some = sorted(unit * random.choice([0, 0, 1, 2, 7]) for _ in range(random.randint(1, 4)))
        given = {"within": random.randint(1, 4), "penalty": some}
        parts.append((name, given.get(name)))
    if random.random() < 0.4:
        parts.insert(random.randint(0, len(parts)), ("worst", None))
    return parts


def prices_and_scales(parts, weight, longest):
    """Return what each guess of a path costs, and what an earlier criterion counts for more."""
    whole, scales = [0] * (longest + 1), []
    for part in reversed([part for part in parts if part[0] != "worst"]):
        own = [Fraction(0), *(Fraction(cost(part, t)) for t in range(1, longest + 1))]
        bottom = lcm(*(number.denominator for number in own))
        numbers = [int(number * bottom) for number in own]
        unit = gcd(*numbers) or 1
        scales.insert(0, weight * whole[longest] + 1)
        whole = [
            scales[0] * (number // unit) + later
            for number, later in zip(numbers, whole, strict=True)
        ]
    prices = [after - before for before, after in pairwise(whole)]
    while len(prices) > 1 and prices[-1] == prices[-2]:
        prices.pop()
    return prices, scales


class PricedTruth(Truth):
    """What every set of secrets costs within guesses, after so many that were made."""

    def __init__(self, game, prices, pool="all"):
        super().__init__(game, pool)
        self.prices = prices
        self.all = tuple(s for s in self.all if self.weights[s])
        self.of = cache(self._of)

    def price(self, made):
        return self.prices[min(made, len(self.prices) - 1)]

    def _of(self, secrets, steps, made):
        """Return (total, guess), or None where no strategy is that short."""
        if steps < 1:
            return None
        best = None
        for guess in range(len(self.rows)):
            parts = self.split(guess, secrets)
            if parts is None:
                continue
            below = [self.of(block, steps - 1, made + 1) for block in parts[0].values()]
            if None in below:
                continue
            found = sum(total for total, _ in below), guess
            best = found if best is None else min(best, found)
        if best is None:
            return None
        return best[0] + self.price(made) * sum(self.weights[s] for s in secrets), best[1]

    def says_truth(self, lemma):
        n = len(lemma["secrets"])
        steps = n if lemma["steps"] is None else min(lemma["steps"], n)
        best = self.of(tuple(lemma["secrets"]), steps, lemma["made"])
        return best is None or (lemma["least"] is not None and best[0] >= lemma["least"])

    def tree(self, steps):
        """Return the nodes of a best tree for all secrets within so many guesses."""
        nodes, waiting = [None], [(0, self.all, steps, 0)]
        while waiting:
            at, secrets, left, made = waiting.pop()
            guess = self.of(secrets, left, made)[1]
            going, over = self.split(guess, secrets)
            branches = [[n, -1] for n in over]
            for number, block in going.items():
                branches.append([number, len(nodes)])
                waiting.append((len(nodes), block, left - 1, made + 1))
                nodes.append(None)
            nodes[at] = [guess, sorted(branches)]
        return nodes

    def lengths(self, nodes):
        """Return what secrets weigh together by the guesses that a tree takes for them."""
        lengths = {}
        for secret in self.all:
            node, depth = 0, 0
            while node >= 0:
                guess, branches = nodes[node]
                node, depth = dict(branches)[self.rows[guess][secret]], depth + 1
            lengths[depth] = lengths.get(depth, 0) + self.weights[secret]
        return lengths


def truth_of(game, parts, pool, max_steps):
    """Return the truth of a game, by the prices of criteria, with their scales."""
    plain = Truth(game)
    kept = [weight for weight in plain.weights if weight]
    longest = len(kept) if max_steps is None else min(len(kept), max_steps)
    prices, scales = prices_and_scales(parts, sum(kept), longest)
    return PricedTruth(game, prices, pool), scales, longest


def certificate(game, parts, pool="all", max_steps=None, *, mirrors=()):
    """Make one that says of every set that is met what it costs at least; None without a tree."""
    truth, scales, longest = truth_of(game, parts, pool, max_steps)
    if truth.of(truth.all, longest, 0) is None:
        return None
    wanted, best = [longest], longest
    names = [name for name, _ in parts]
    if "worst" in names:

        def head(steps):
            found = truth.of(truth.all, steps, 0)
            left = None if found is None else found[0]
            figures = []
            for scale in scales[: names.index("worst")]:
                figures.append(None if left is None else left // scale)
                left = None if left is None else left % scale
            return figures, found is None

        best = next(k for k in range(1, longest + 1) if head(k) == head(longest))
        wanted = [longest, best - 1, best]
    tree = truth.tree(best)
    lengths = truth.lengths(tree)
    lemmas = {}

    def lemma(secrets, steps, made):
        key = secrets, min(steps, len(secrets)), min(made, len(truth.prices) - 1)
        if steps < 1 or key in lemmas:
            return
        kept = [m for m, (_, to) in enumerate(mirrors) if {to[s] for s in secrets} == set(secrets)]
        found = truth.of(*key)
        lemmas[key] = {
            "secrets": list(secrets),
            "steps": None if key[1] == len(secrets) else key[1],
            "least": None if found is None else found[0],
            "alike": kept,
            "made": key[2],
        }
        least = orbits(len(truth.rows), [mirrors[m][0] for m in kept])
        for guess in range(len(truth.rows)):
            split = truth.split(guess, secrets)
            if least[guess] == guess and split is not None:
                for block in split[0].values():
                    lemma(block, key[1] - 1, key[2] + 1)

    for steps in wanted:
        lemma(truth.all, steps, 0)
    header = {
        "certificate": "mastermind_core",
        "format": 6,
        "fingerprint": Truth(game).fingerprint(),
        "objective": text_of(parts),
        "pool": pool,
        "max_steps": max_steps,
        "total": sum(n * weight for n, weight in lengths.items()),
        "worst": max(lengths),
        "prices": truth.prices,
        "priced": sum(
            weight * sum(truth.price(made) for made in range(n)) for n, weight in lengths.items()
        ),
        "symmetries": len(mirrors),
        "lemmas": len(lemmas),
    }
    return lines_of(header, tree, mirrors, lemmas)


def assert_true(game, lines, proven):
    """Hold an accepted certificate to what trying everything says."""
    header = lines[0]
    parts = parts_of(header["objective"])
    truth, _, _ = truth_of(game, parts, header["pool"], header["max_steps"])
    hidden = [truth.weights[s] for s in truth.all]
    rows = [[row[s] for s in truth.all] for row in truth.rows]
    ends = {score for score, over in enumerate(truth.ends) if over}
    oracle = LengthOracle(rows, ends, hidden, header["pool"])
    best = oracle.best(parts, header["max_steps"])
    lengths = truth.lengths(lines[1]["tree"])
    said = proven.figures if isinstance(proven.figures, tuple) else (proven.figures,)
    assert said == best == oracle.figures(parts, lengths), (said, best)
    assert proven.worst == max(lengths)
    assert proven.total == sum(n * weight for n, weight in lengths.items())
    stated = [line["lemma"] for line in lines[2:] if "lemma" in line]
    assert all(truth.says_truth(lemma) for lemma in stated if "of" not in lemma)
