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
from amounts import many
from certificate_maker import OBJECTIVES, Asked, random_objective, write
from forged import believed, says

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
    """Draw a game with an objective, limits and a permutation that may be a symmetry of it.

    Weights, weights of 0, costs, goals, prices and lines come in every combination.
    """
    while True:
        rows, weights, way = some_game(random)
        n = len(weights)
        costs = goals = None
        if random.random() < 0.25:
            costs = [random.choice([1, 1, 1, 2, 5]) for _ in rows]
            costs[random.randrange(len(rows))] = 1
        if random.random() < 0.3:
            goals = [random.choice([s, random.randrange(3)]) for s in range(n)]
        if random.random() < 0.15:
            weights = [0, *weights[1:]]
        if 1 not in weights or (costs and set(costs) == {1}):
            continue
        objective = random.choice(OBJECTIVES)
        if not costs and random.random() < 0.5:
            objective = random_objective(random)
        limits = random.choice([None, None, 2, 3]), random.choice([None, None, None, 3, 6])
        try:
            game = mc.FiniteGame(
                range(len(rows)), range(n), lambda g, s, rows=rows: rows[g][s],
                {END, OTHER_END} if random.random() < 0.8 else {END},
                weights=weights, costs=costs or (), goal=goals and goals.__getitem__,
            )  # fmt: skip
        except mc.BadGame:  # a secret that nothing ends the game for
            continue
        truth = Asked(game, objective, random.choice(["all", "all", "candidates"]), *limits)
        if not truth.known(truth.all) and truth.within() is not None:
            return game, truth, way


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
        self.game, self.truth, way = drawn
        self.symmetries = [symmetry(self.truth, way)]
        aims = self.truth.costs or self.truth.goals or not all(self.truth.weights)
        self.with_lines = random.random() < 0.4
        self.kind = "lines" if self.with_lines else "paths" if aims else "named"

    def lemma(self, key, least, **more):
        secrets, made, steps, money = key
        limits = {"made": made, "steps": steps, "cost": money}
        return {"lemma": {"secrets": list(secrets), **limits, "least": least, "alike": [], **more}}

    def certificate(self, nodes, lemmas, **more):
        truth = self.truth
        symmetries = self.symmetries if any(line["lemma"]["alike"] for line in lemmas) else []
        total, _, _, dearest = truth.figures_of(nodes)
        places = truth.places()
        tree = [[g, [[places[score], child] for score, child in branches]] for g, branches in nodes]
        header = {
            "certificate": "mastermind_core",
            "format": 1,
            "fingerprint": truth.fingerprint(),
            "objective": truth.objective,
            "pool": truth.pool,
            "max_steps": truth.max_steps,
            "max_cost": truth.money,
            "total": total,
            "worst": dearest,
            "symmetries": len(symmetries),
            "lemmas": len(lemmas),
            **more,
        }
        return [header, {"tree": tree}, *symmetries, *lemmas]

    def any_tree(self):
        """Return any tree: it may be too deep, or guess what cannot win."""
        everything = range(len(self.truth.rows))

        def choose(secrets, made, fair):
            return self.random.choice(fair if self.random.random() < 0.9 else everything)

        return self.truth.some_tree(choose, self.truth.steps + 1)

    def tried(self):
        """Yield certificates, and whether all that they say is true; None: do not ask."""
        truth, random = self.truth, self.random
        best = truth.best_tree(truth.steps, truth.money)
        root = truth.all, 0, truth.steps, truth.money
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
                if not truth.is_true(claim["lemma"]):
                    for changed in self.with_more(claim):
                        yield self.certificate(best, [*said[:at], changed]), False
                        yield self.certificate(best, [changed]), False
        for _, block, _ in truth.split(random.randrange(len(truth.rows)), truth.all):
            if truth.known(block):
                yield self.certificate(best, [*said, self.lemma((block, 0, 1, None), 1)]), False
        # Trees of which not all are the best, with all that is true of all secrets.
        wanted, facts = truth.best(), {}
        for money in (*range(1, 25 if truth.costs else truth.n + 1), truth.money):
            facts |= truth.true_lemmas(truth.all, 0, truth.steps, money)
        facts = dict(sorted(facts.items(), key=lambda item: len(item[0][0])))
        lemmas = [self.lemma(key, least) for key, least in facts.items() if not truth.known(key[0])]
        for nodes in (best, self.any_tree(), self.any_tree()):
            if nodes is None:
                continue
            total, _, longest, dearest = truth.figures_of(nodes)
            fits = (truth.money or dearest) >= dearest and longest <= truth.steps
            fits = fits and all(truth.blocks(guess, block) for guess, block in truth.asked(nodes))
            is_best = wanted[1] in (None, dearest) and truth.names == ["worst"]
            is_best |= wanted[1] in (None, dearest) and wanted[0] == total
            yield self.certificate(nodes, lemmas), fits and is_best
            name, number = random.choice(["total", "worst"]), random.choice([1, total - 1, 2])
            wrong = self.certificate(nodes, lemmas, **{name: number})
            yield wrong, None if wrong[0] == self.certificate(nodes, lemmas)[0] else False

    def with_more(self, claim):
        """Yield a claim as it is, with symmetries, and with lines."""
        yield claim
        yield {"lemma": {**claim["lemma"], "alike": [0]}}
        if self.with_lines:
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
    """Try games, a share of the claims with the verified checker, too; return what was said."""
    counts = Counter()
    for _ in range(games):
        claims = Claims(random, drawn(random))
        for lines, true in claims.tried():
            path = write(folder / "c", lines)
            found = believed(claims.game, path) is not None
            counts[claims.kind, true, found] += 1
            assert not found or true in (True, None), path.read_text()
            if random.random() < share:
                said, own = says(program, lines, claims.game)
                assert own == found, (said, path.read_text())
    return counts


def test_nothing_false_passes(program, tmp_path):
    counts = hold(Random("false claims"), program, tmp_path, 30, 0.1)
    for kind in ("named", "lines", "paths"):
        assert counts[kind, False, False] > 100
        assert counts[kind, True, True] > 5
        assert counts[kind, True, False] == 0, counts


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_nothing_false_passes_in_many_games(program, tmp_path, seed):
    hold(Random(f"false claims {seed}"), program, tmp_path, many(500), 0.1)
