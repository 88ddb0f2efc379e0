"""Certificates made in the plainest way, and what is true of a game. Imports nothing checked.

A certificate is a list of lines, each what ``json`` reads; ``write`` makes a file of them.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from hashlib import sha256
from itertools import permutations
from math import gcd

OBJECTIVES = ("mean", "worst", "worst-then-mean", "mean-then-worst")


class Truth:
    """Know the least total of every set of secrets for any number of guesses, by trying all."""

    def __init__(self, game, pool="all"):
        numbers = {}
        self.rows = [
            [numbers.setdefault(game.score(g, s), len(numbers)) for s in game.secrets]
            for g in game.guesses
        ]
        self.ends = [score in game.endstates for score in numbers]
        weights = getattr(game, "weights", None) or [1] * len(game.secrets)
        self.unit = gcd(*weights)
        self.weights = [weight // self.unit for weight in weights]
        self.pool = pool
        self.all = tuple(range(len(game.secrets)))
        self.least = cache(self._least)

    def fingerprint(self):
        text = b"%d %d\n" % (len(self.rows), len(self.all))
        for row in self.rows:
            text += b"".join(number.to_bytes(2, "little") for number in row)
        text += bytes(self.ends)
        text += b"".join(weight.to_bytes(8, "little") for weight in self.weights)
        return sha256(text).hexdigest()

    def split(self, guess, secrets):
        """Return the blocks that go on and those that are over, or None for no fair guess."""
        blocks = {}
        for secret in secrets:
            blocks.setdefault(self.rows[guess][secret], []).append(secret)
        going = {n: tuple(block) for n, block in blocks.items() if not self.ends[n]}
        over = [n for n in blocks if self.ends[n]]
        if not over and (self.pool == "candidates" or len(going) == 1):
            return None
        return going, over

    def _least(self, secrets, steps):
        """Return (total, guess), or None where no strategy is that short."""
        if steps < 1:
            return None
        found = []
        for guess in range(len(self.rows)):
            parts = self.split(guess, secrets)
            if parts is not None:
                below = [self.least(block, steps - 1) for block in parts[0].values()]
                if None not in below:
                    found.append((sum(total for total, _ in below), guess))
        if not found:
            return None
        return min(found)[0] + sum(self.weights[s] for s in secrets), min(found)[1]

    def shortest(self, total=None):
        """Return the least number of guesses for all secrets (with that total, if one is given)."""
        for steps in range(1, len(self.all) + 1):
            best = self.least(self.all, steps)
            if best is not None and total in (None, best[0]):
                return steps
        return None

    def best(self, objective, max_steps):
        """Return what is known of (total, worst) of the best strategies: None is not settled."""
        n = len(self.all)
        limit = n if max_steps is None else min(max_steps, n)
        least = self.least(self.all, limit)
        if least is None:
            return None
        if objective == "mean":
            return least[0], None
        if objective == "worst":
            return None, self.shortest()
        if objective == "worst-then-mean":
            return self.least(self.all, self.shortest())[0], self.shortest()
        return least[0], self.shortest(least[0])

    def is_true(self, secrets, steps, least):
        """Say whether a lemma holds."""
        best = self.least(
            tuple(secrets), len(secrets) if steps is None else min(steps, len(secrets))
        )
        return best is None or (least is not None and best[0] >= least)


def symmetries(truth):
    """List every symmetry of a small game but nothing, as (guesses, secrets)."""
    rows, found = truth.rows, []
    for secrets in permutations(truth.all):
        if any(truth.weights[s] != truth.weights[t] for s, t in enumerate(secrets)):
            continue
        for image in permutations(range(len(truth.ends))):
            if any(truth.ends[n] != truth.ends[m] for n, m in enumerate(image)):
                continue
            free, guesses = list(range(len(rows))), []
            for row in rows:
                moved = {secrets[s]: image[n] for s, n in enumerate(row)}
                wanted = [moved[s] for s in truth.all]
                same = [g for g in free if rows[g] == wanted]
                if not same:
                    break
                guesses.append(same[0])
                free.remove(same[0])
            else:
                if (guesses, list(secrets)) != (list(range(len(rows))), list(truth.all)):
                    found.append((guesses, list(secrets)))
    return found


def orbits(n, ways):
    """Return for each of n things the least that these permutations take it to."""
    least = list(range(n))
    for _ in range(n):
        for way in ways:
            for one in range(n):
                least[one] = least[way[one]] = min(least[one], least[way[one]])
    return least


def tree_of(truth, steps):
    """Return the nodes of a best tree for all secrets within so many guesses."""
    nodes, waiting = [None], [(0, truth.all, steps)]
    while waiting:
        at, secrets, left = waiting.pop()
        guess = truth.least(secrets, left)[1]
        going, over = truth.split(guess, secrets)
        branches = [[n, -1] for n in over]
        for number, block in going.items():
            branches.append([number, len(nodes)])
            waiting.append((len(nodes), block, left - 1))
            nodes.append(None)
        nodes[at] = [guess, sorted(branches)]
    return nodes


def lengths(truth, nodes):
    """Return (total, worst) of a tree."""
    total = worst = 0
    for secret in truth.all:
        node, depth = 0, 0
        while node >= 0:
            guess, branches = nodes[node]
            node, depth = dict(branches)[truth.rows[guess][secret]], depth + 1
        total += depth * truth.weights[secret]
        worst = max(worst, depth)
    return total, worst


def certificate(game, objective="mean", pool="all", max_steps=None, *, mirrors=()):
    """Make one that lemmas the optimum of every set that some strategy reaches."""
    truth = Truth(game, pool)
    n = len(truth.all)
    total, worst = truth.best(objective, max_steps)
    limit = n if max_steps is None else max_steps
    tree = tree_of(truth, limit if worst is None else worst)
    total, worst = lengths(truth, tree)
    wanted = {
        "mean": [limit],
        "worst": [worst - 1],
        "worst-then-mean": [worst - 1, worst],
        "mean-then-worst": [limit, worst - 1],
    }[objective]
    lemmas = {}

    def lemma(secrets, steps):
        key = secrets, min(steps, len(secrets))
        if steps < 1 or key in lemmas:
            return
        kept = [m for m, (_, to) in enumerate(mirrors) if {to[s] for s in secrets} == set(secrets)]
        best = truth.least(*key)
        lemmas[key] = {
            "secrets": list(secrets),
            "steps": None if key[1] == len(secrets) else key[1],
            "least": None if best is None else best[0],
            "alike": kept,
        }
        least = orbits(len(truth.rows), [mirrors[m][0] for m in kept])
        for guess in range(len(truth.rows)):
            parts = truth.split(guess, secrets)
            if least[guess] == guess and parts is not None:
                for block in parts[0].values():
                    lemma(block, key[1] - 1)

    for steps in wanted:
        lemma(truth.all, steps)
    header = {
        "certificate": "mastermind_core",
        "format": 2,
        "fingerprint": truth.fingerprint(),
        "objective": objective,
        "pool": pool,
        "max_steps": max_steps,
        "total": total,
        "worst": worst,
        "symmetries": len(mirrors),
        "lemmas": len(lemmas),
    }
    in_order = sorted(lemmas.items(), key=lambda item: len(item[0][0]))
    return [
        header,
        {"tree": tree},
        *({"symmetry": {"guesses": g, "secrets": None if g == s else s}} for g, s in mirrors),
        *({"lemma": each} for _, each in in_order),
    ]


def with_images(lines, mirrors):
    """Say of lemmas that they are images of earlier ones, where one or two mirrors show it."""
    ways = [(m,) for m in range(len(mirrors))] + list(permutations(range(len(mirrors)), 2))
    first = [line for line in lines if "lemma" not in line]
    stated, made = [], []
    for content in (line["lemma"] for line in lines if "lemma" in line):
        known = (
            (images, list(by))
            for other, images in stated
            if all(other.get(name) == content.get(name) for name in ("steps", "least", "made"))
            for by in ways
            if _image(other["secrets"], by, mirrors) == content["secrets"]
        )
        images, by = next(known, (None, None))
        if images is None:
            stated.append((content, []))
        else:
            images.append(by)
    for content, images in stated:
        made.append({"lemma": content})
        if images:
            made.append({"lemma": {"of": len(made) - 1, "by": images}})
    header = {**first[0], "format": max(5, first[0]["format"]), "lemmas": len(made)}
    return [header, *first[1:], *made]


def _image(secrets, by, mirrors):
    for mirror in by:
        secrets = [mirrors[mirror][1][secret] for secret in secrets]
    return sorted(secrets)


def write(path, lines, *, packed=False):
    """Write the lines to a file, and return its path."""
    text = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    return path


def lines_of(header, tree, mirrors, lemmas):
    """Put a certificate together, the lemmas of small sets first."""
    in_order = sorted(lemmas.values(), key=lambda lemma: len(lemma["secrets"]))
    return [
        header,
        {"tree": tree},
        *({"symmetry": {"guesses": list(g), "secrets": list(s)}} for g, s in mirrors),
        *({"lemma": each} for each in in_order),
    ]
