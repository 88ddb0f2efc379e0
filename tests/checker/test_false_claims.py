"""Certificates of a program that tries to make a false claim pass.

For each rule of the page games are drawn on both sides of its conditions, with all that is true of
smaller sets stated first, so that a false claim about a set has all the help there is. What a
checker believes is held to the truth, and of what is true with all help enough is believed.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from certificate_maker import OBJECTIVES, write
from forged import believed, says
from prices_maker import prices_and_scales, random_parts
from truth import Truth

import mastermind_core as mc

END, OTHER_END = 90, 91


def some_row(random, n):
    """Draw the answers of a guess to n secrets: what it ends, and how it divides the others."""
    kind = random.random()
    row = [random.randrange(random.choice([1, 2, 2, 3, n])) for _ in range(n)]
    if kind < 0.3:  # large and small parts
        sizes = sorted(random.randrange(n + 1) for _ in range(random.randint(0, 3)))
        row = [sum(s >= size for size in sizes) for s in range(n)]
    for _ in range(random.choice([0, 0, 1, 1, 2, n])):
        row[random.randrange(n)] = random.choice([END, END, OTHER_END])
    return row


def moved(row, way, names):
    """Return a row of which a permutation moves the secrets, and another one the scores."""
    image = [0] * len(row)
    for secret, answer in enumerate(row):
        image[way[secret]] = names.get(answer, answer)
    return image


def some_game(random, most=5):
    """Draw a game, and a permutation of secrets and one of scores that may be a symmetry of it."""
    n = random.randint(2, most)
    rows = [some_row(random, n) for _ in range(random.randint(1, 4))]
    names = [[END if s == own else 0 for s in range(n)] for own in range(n)]
    rows += names if random.random() < 0.7 else names[: random.randrange(n)]
    scores = random.choice([[0, 1], [0, 1, 2], [END, OTHER_END], [0, END]])
    turned = dict(zip(scores, random.sample(scores, len(scores)), strict=True))
    way = random.sample(range(n), n), turned if random.random() < 0.5 else {}
    if random.random() < 0.6:
        rows = rows[: random.randint(2, 5)]
        for row in rows:
            image = moved(row, *way)
            if image not in rows and len(rows) < 16:
                rows.append(image)
    if random.random() < 0.3:
        row = random.choice(rows)
        row[random.randrange(n)] = random.choice([0, 1, 2, END])
    random.shuffle(rows)
    weights = [1] * n
    if random.random() < 0.4:
        weights = [random.choice([1, 2, 5]) for _ in range(n)]
    return rows, weights, way


def drawn(random):
    """Draw a truth with criteria, limits and a permutation that may be a symmetry."""
    while True:
        rows, weights, way = some_game(random)
        n = len(weights)
        kind = random.choice(["plain", "plain", "lines", "prices", "prices", "paths", "paths"])
        costs = goals = None
        if kind == "paths":
            if random.random() < 0.5:
                costs = [random.choice([1, 1, 1, 2, 5]) for _ in rows]
                costs[random.randrange(len(rows))] = 1
            if random.random() < 0.6:
                goals = [random.choice([s, random.randrange(3)]) for s in range(n)]
            if random.random() < 0.3 or not (costs or goals):
                weights = [0, *weights[1:]]
        if kind == "lines":
            weights = [1] * n
        if 1 not in weights or (costs and set(costs) == {1}):
            continue
        ends = {END, OTHER_END} if random.random() < 0.8 else {END}
        parts = [(name, None) for name in random.choice(OBJECTIVES).split("-then-")]
        if kind == "prices":
            parts = random_parts(random)
        limit = random.choice([None, None, 2, 3])
        longest = min(sum(map(bool, weights)), limit or n)
        prices, scales = prices_and_scales(parts, sum(weights), longest)
        prices = (0,) if costs else prices if kind == "prices" else (1,)
        pool = random.choice(["all", "all", "candidates"])
        truth = Truth(rows, ends, weights, costs=costs, goals=goals, prices=prices, pool=pool)
        money = random.choice([None, None, 3, 6]) if kind == "paths" else None
        if truth.known(truth.all) or truth.least(truth.all, 0, longest, money) is None:
            continue
        return truth, kind, parts, scales, limit, money, way


def symmetry(truth, way):
    """Return what permutations of secrets and scores make of guesses: maybe no symmetry."""
    free = list(range(len(truth.rows)))
    to = []
    for own, row in enumerate(truth.rows):
        image = moved(row, *way)
        same = [guess for guess in free if truth.rows[guess] == image]
        same.sort(key=lambda guess: truth.cost(guess) != truth.cost(own))
        to.append(same[0] if same else None)
        free = [guess for guess in free if guess not in same[:1]]
    guesses = [free.pop() if guess is None else guess for guess in to]
    return {"symmetry": {"guesses": guesses, "secrets": list(way[0])}}


class Claims:
    """The certificates that are tried for one game."""

    def __init__(self, random, drawn):
        self.random = random
        self.truth, self.kind, self.parts, self.scales, self.limit, self.money, way = drawn
        truth = self.truth
        self.objective = "-then-".join(
            name if given is None
            else f"{name}:{','.join(map(str, given if isinstance(given, list) else [given]))}"
            for name, given in self.parts
        )  # fmt: skip
        self.names = [name for name, _ in self.parts]
        self.paths = self.kind == "paths"
        self.steps = min(len(truth.all), self.limit or truth.n)
        self.symmetries = [symmetry(truth, way)]
        self.fingerprint = truth.fingerprint(with_paths=self.paths)
        self.game = mc.FiniteGame(
            range(len(truth.rows)), range(truth.n), lambda g, s: truth.rows[g][s], truth.ends,
            weights=truth.weights, costs=truth.costs or (),
            goal=truth.goals.__getitem__ if truth.goals else None,
        )  # fmt: skip

    def within(self, most):
        """Return the least total of trees whose worst case is no more; None for no limit."""
        if self.paths:
            money = min((n for n in (most, self.money) if n is not None), default=None)
            return self.truth.least(self.truth.all, 0, self.steps, money)
        return self.truth.least(
            self.truth.all, 0, min(self.steps, self.truth.n if most is None else most)
        )

    def figures(self, total, worst):
        """Return the figures of the criteria for a total by prices."""
        found = []
        for name in self.names:
            if name == "worst":
                found.append(worst)
                continue
            scale = self.scales[sum(other != "worst" for other in self.names[: len(found)])]
            found.append(total // scale)
            total %= scale
        return found

    def is_best(self, total, worst):
        """Return whether no tree has figures that are better."""
        best = None
        for most in range(1, worst + 30 if self.paths else self.steps + 1):
            own = self.within(most)
            if own is not None and (best is None or self.figures(own, most) < best):
                best = self.figures(own, most)
        return self.figures(total, worst) == best

    def lemma(self, key, least, **more):
        secrets, made, steps, money = key
        lemma = {"secrets": list(secrets), "steps": steps, "least": least, "alike": []}
        lemma |= {"paths": {"cost": money}, "prices": {"made": made}}.get(self.kind, {})
        lemma |= {"lines": []} if self.kind == "lines" else {}
        return {"lemma": {**lemma, **more}}

    def certificate(self, nodes, lemmas, **more):
        symmetries = self.symmetries if any(line["lemma"]["alike"] for line in lemmas) else []
        total, guesses, longest, dearest = self.truth.figures(nodes)
        places = self.truth.places()
        tree = [[g, [[places[score], child] for score, child in branches]] for g, branches in nodes]
        header = {
            "certificate": "mastermind_core",
            "format": {"plain": 5, "lines": 7, "prices": 6, "paths": 4}[self.kind],
            "fingerprint": self.fingerprint,
            "objective": self.objective,
            "pool": self.truth.pool,
            "max_steps": self.limit,
            "total": total if self.paths else guesses,
            "worst": dearest if self.paths else longest,
            "symmetries": len(symmetries),
            "lemmas": len(lemmas),
        }
        header |= {
            "paths": {"max_cost": self.money},
            "prices": {"prices": list(self.truth.prices), "priced": total},
        }.get(self.kind, {})
        return [{**header, **more}, {"tree": tree}, *symmetries, *lemmas]

    def tree(self, *, best):
        """Return a tree, the best one or any: it may be too deep, or guess what cannot win."""
        truth, random = self.truth, self.random

        def choose(secrets, made, fair):
            if not best:
                return random.choice(fair if random.random() < 0.9 else range(len(truth.rows)))
            left = self.steps - made

            def total(guess):
                own = truth.paid(guess, made) * sum(truth.weights[s] for s in secrets)
                for _, block, over in truth.blocks(guess, secrets):
                    below = 0 if over else truth.least(block, made + 1, left - 1)
                    own = float("inf") if below is None else own + below
                return own

            return min(fair, key=total)

        return truth.some_tree(choose, self.steps if best else self.steps + 1)

    def is_true(self, content, stated):
        """Return whether what a line says is so."""
        truth = self.truth
        if "of" in content:
            content = stated[content["of"]]
        n = len(content["secrets"])
        steps = min(n + 1, n + 1 if content["steps"] is None else content["steps"])
        key = tuple(content["secrets"]), content.get("made", 0), steps, content.get("cost")
        least = truth.least(*key)
        return least is None or (content["least"] is not None and least >= content["least"])

    def tried(self):
        """Yield certificates, and whether all that they say is true; None: do not ask."""
        truth, random = self.truth, self.random
        best, root = self.tree(best=True), (truth.all, 0, self.steps, self.money)
        if best is None:
            return
        true = truth.true_lemmas(*root)
        if len(truth.all) < truth.n and random.random() < 0.5:  # what is never hidden counts, too
            true |= truth.true_lemmas(tuple(range(truth.n)), *root[1:])
        said = [self.lemma(key, least) for key, least in true.items() if not truth.known(key[0])]
        keys = [key for key in true if not truth.known(key[0])]
        # The claim about all secrets with no help, and with all help, and about smaller sets.
        places = [len(keys) - 1, *(random.randrange(len(keys)) for _ in range(3))]
        for at in places:
            least = true[keys[at]]
            for claim in (
                self.lemma(keys[at], None if random.random() < 0.2 else (least or 0) + 1),
                self.lemma((*keys[at][:2], keys[at][2] + 1, keys[at][3]), least),
                self.lemma((keys[at][0], max(0, keys[at][1] - 1), *keys[at][2:]), least),
                self.lemma((*keys[at][:3], None), least),
                self.lemma((*keys[at][:2], None, keys[at][3]), least),
            ):
                if not self.is_true(claim["lemma"], ()):
                    for changed in self.with_more(claim):
                        yield self.certificate(best, [*said[:at], changed]), False
                        yield self.certificate(best, [changed]), False
        for _, block, _ in truth.split(random.randrange(len(truth.rows)), truth.all):
            if truth.known(block):
                yield self.certificate(best, [*said, self.lemma((block, 0, 1, None), 1)]), False
        # Trees of which not all are the best, with all that is true of all secrets.
        limits = [(k, self.money) for k in range(1, self.steps + 1)]
        if self.paths:
            limits = [(self.steps, money) for money in (*range(1, 25), self.money)]
        facts = {}
        for steps, money in limits:
            facts |= truth.true_lemmas(truth.all, 0, steps, money)
        facts = dict(sorted(facts.items(), key=lambda item: len(item[0][0])))
        lemmas = [self.lemma(key, least) for key, least in facts.items() if not truth.known(key[0])]
        for nodes in (best, self.tree(best=False), self.tree(best=False)):
            if nodes is None:
                continue
            total, _, longest, dearest = truth.figures(nodes)
            worst = dearest if self.paths else longest
            fits = (self.money or dearest) >= dearest and longest <= self.steps
            fits = fits and all(truth.blocks(guess, block) for guess, block in truth.asked(nodes))
            yield self.certificate(nodes, lemmas), fits and self.is_best(total, worst)
            more = {
                random.choice(["total", "worst", "priced"]): random.choice(
                    [1, total - 1, worst - 1]
                )
            }
            if self.kind == "prices" or "priced" not in more:
                wrong = self.certificate(nodes, lemmas, **more)
                yield wrong, None if wrong[0] == self.certificate(nodes, lemmas)[0] else False

    def with_more(self, claim):
        """Yield a claim as it is, with symmetries, and with lines."""
        yield claim
        yield {"lemma": {**claim["lemma"], "alike": [0]}}
        if self.kind == "lines":
            for lines in self.some_lines():
                yield {"lemma": {**claim["lemma"], "lines": lines}}

    def some_lines(self):
        """Yield lines: those through true totals of parts, and through more than that."""
        random, truth = self.random, self.truth
        by_size = {}
        for secrets, made, _, _ in truth.true_lemmas(truth.all, 0, truth.n, None):
            size, least = len(secrets), truth.least(secrets, made, len(secrets))
            if least is not None:
                by_size[size] = min(least, by_size.get(size, least))
        true = [0, *(by_size.get(size, 2 * size - 1) for size in range(1, truth.n + 1))]
        more = [least + (random.random() < 0.3) for least in true]
        for least in (true, more):
            rises = enumerate(pairwise(least), 1)
            yield sorted({(b - a, max(0, (b - a) * size - b)) for size, (a, b) in rises if b > a})
        yield [(random.randint(0, 4), random.randint(0, 5)) for _ in range(random.randint(1, 3))]


def hold(random, program, folder, games, share):
    """Try games, a share of the claims with the compiled checker, too; return what was said."""
    counts = Counter()
    for _ in range(games):
        try:
            claims = Claims(random, drawn(random))
        except mc.BadGame:  # a secret that nothing ends the game for
            continue
        table = folder / "table"
        table.write_text(claims.truth.table())
        for lines, true in claims.tried():
            path = write(folder / "c", lines)
            found = believed(claims.game, path) is not None
            counts[claims.kind, true, found] += 1
            assert not found or true in (True, None), path.read_text()
            if random.random() < share:
                said, own = says(program, lines, "table", table)
                assert own == found, (said, path.read_text())
    return counts


def test_nothing_false_passes(program, tmp_path):
    counts = hold(Random("false claims"), program, tmp_path, 80, 0.1)
    for kind in ("plain", "lines", "prices", "paths"):
        assert counts[kind, False, False] > 100
        assert counts[kind, True, True] > 5
        assert counts[kind, True, False] == 0, counts


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_nothing_false_passes_in_many_games(program, tmp_path, seed):
    hold(Random(f"false claims {seed}"), program, tmp_path, 500, 0.1)
