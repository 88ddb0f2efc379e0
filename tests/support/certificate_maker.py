"""Certificates made in the plainest way, and what is true of a game. Imports nothing checked.

A certificate is a list of lines, each what ``json`` reads; ``write`` makes a file of them.
"""

from __future__ import annotations

import gzip
import json
from fractions import Fraction
from itertools import pairwise, permutations
from math import gcd, lcm

from certificate_oracle import Truth
from length_oracle import LengthOracle, cost, text_of

OBJECTIVES = ("mean", "worst", "worst-then-mean", "mean-then-worst")


def parts_of(text):
    """Read an objective: pairs such as ("within", 4) and ("penalty", [0, 1, Fraction(5, 2)])."""
    parts = []
    for part in text.split("-then-"):
        name, _, numbers = part.partition(":")
        given = [Fraction(number) for number in numbers.split(",") if number]
        parts.append((name, given[0] if name == "within" else given or None))
    return parts


def random_objective(random):
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
    return text_of(parts)


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
    prices = [after - before for before, after in pairwise(whole)] if scales else [1]
    while len(prices) > 1 and prices[-1] == prices[-2]:
        prices.pop()
    return prices, scales


def in_units(numbers):
    """Return numbers in the greatest unit that makes all of them whole, and the unit."""
    given = list(map(Fraction, numbers))
    bottom = lcm(*(number.denominator for number in given))
    whole = [int(number * bottom) for number in given]
    unit = gcd(*whole)
    return [number // unit for number in whole], Fraction(unit, bottom)


class Asked(Truth):
    """What is true of a game by an objective, within limits."""

    def __init__(self, game, objective="mean", pool="all", max_steps=None, max_cost=None):
        rows = [[game.score(guess, secret) for secret in game.secrets] for guess in game.guesses]
        weights = getattr(game, "weights", ()) or [1] * len(game.secrets)
        costs = getattr(game, "costs", ()) or [1] * len(game.guesses)
        goal = getattr(game, "goal", None)
        weights, self.unit = in_units(weights)
        costs, self.cost_unit = in_units(costs)
        hidden = sum(map(bool, weights))
        self.max_steps, self.money = max_steps, max_cost
        self.steps = hidden if max_steps is None else min(max_steps, hidden)
        self.parts, self.objective = parts_of(objective), objective
        self.names = [name for name, _ in self.parts]
        prices, self.scales = prices_and_scales(self.parts, sum(weights), self.steps)
        priced = set(costs) != {1}
        super().__init__(
            rows,
            set(game.endstates),
            weights,
            costs=costs if priced else None,
            goals=None if goal is None else list(map(goal, game.secrets)),
            prices=(0,) if priced else prices,
            pool=pool,
        )

    def within(self, worst=None):
        """Return the least total of trees whose worst case is no more; None without a tree."""
        money = min((n for n in (worst, self.money) if n is not None), default=None)
        if self.costs is None and money is not None:
            return self.least(self.all, 0, min(self.steps, money))
        return self.least(self.all, 0, self.steps, money)

    def figures(self, total, worst):
        """Return the figures of the criteria, each in its unit; the worst case at its place."""
        found, scales = [], iter(self.scales)
        for name in self.names:
            scale = 1 if name == "worst" else next(scales)
            found.append(worst if name == "worst" else total // scale)
            total = total if name == "worst" else total % scale
        return found

    def best(self):
        """Return the total and the worst case of the best trees; None without a tree.

        Of an objective without the worst case that is None.
        """
        least = self.within()
        if least is None or "worst" not in self.names:
            return None if least is None else (least, None)
        at = self.names.index("worst")
        head = self.figures(least, 0)[:at]
        totals = ((worst, self.within(worst)) for worst in range(1, 1000))
        return next(
            (total, worst)
            for worst, total in totals
            if total is not None and self.figures(total, 0)[:at] == head
        )

    def is_true(self, lemma):
        """Return whether a lemma holds."""
        secrets = tuple(lemma["secrets"])
        steps = len(secrets) + 1
        steps = steps if lemma["steps"] is None else min(steps, lemma["steps"])
        least = self.least(secrets, lemma.get("made", 0), steps, lemma.get("cost"))
        return least is None or (lemma["least"] is not None and least >= lemma["least"])


def symmetries(truth):
    """List every symmetry of a small game but nothing, as (guesses, secrets)."""
    places, found = truth.places(), []
    rows = [[places[score] for score in row] for row in truth.rows]
    ends = [score in truth.ends for score in places]
    goals = truth.goals or [0] * truth.n
    for secrets in permutations(range(truth.n)):
        if any(truth.weights[s] != truth.weights[t] for s, t in enumerate(secrets)):
            continue
        images = {(goals[s], goals[t]) for s, t in enumerate(secrets)}
        if not len(images) == len({a for a, _ in images}) == len({b for _, b in images}):
            continue
        for image in permutations(range(len(ends))):
            if any(ends[n] != ends[m] for n, m in enumerate(image)):
                continue
            free, guesses = list(range(len(rows))), []
            for own, row in enumerate(rows):
                moved = {secrets[s]: image[score] for s, score in enumerate(row)}
                wanted = [moved[s] for s in range(truth.n)]
                same = [g for g in free if rows[g] == wanted and truth.cost(g) == truth.cost(own)]
                if not same:
                    break
                guesses.append(same[0])
                free.remove(same[0])
            else:
                if (guesses, list(secrets)) != (list(range(len(rows))), list(range(truth.n))):
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


def certificate(game, objective="mean", pool="all", max_steps=None, max_cost=None, *, mirrors=()):
    """Make one that says of every set that is met what it costs at least; None without a tree."""
    truth = Asked(game, objective, pool, max_steps, max_cost)
    best = truth.best()
    if best is None or truth.known(truth.all):
        return None
    worst = best[1]
    at = truth.names.index("worst") if worst else 0
    last = at == len(truth.names) - 1
    wanted = [None] if worst is None else [*[None] * (at > 0), worst - 1, *[worst] * (not last)]
    limit = max_cost if worst is None else worst
    steps = truth.steps
    if truth.costs is None and limit is not None:
        steps, limit = min(steps, limit), None
    nodes, places = truth.best_tree(steps, limit), truth.places()
    total, _, _, dearest = truth.figures_of(nodes)
    lemmas = {}

    def lemma(secrets, made, steps, money):
        steps = min(steps, len(secrets))
        if truth.costs is None and money is not None:
            steps, money = min(steps, money), None
        key = secrets, min(made, len(truth.prices) - 1), steps, money
        if steps < 1 or key in lemmas or (money is not None and money < 1):
            return
        kept = [m for m, (_, to) in enumerate(mirrors) if {to[s] for s in secrets} == set(secrets)]
        lemmas[key] = {
            "secrets": list(secrets),
            "made": key[1],
            "steps": None if steps == len(secrets) else steps,
            "cost": money,
            "least": truth.least(*key),
            "alike": kept,
        }
        first = orbits(len(truth.rows), [mirrors[m][0] for m in kept])
        for guess in range(len(truth.rows)):
            left = None if money is None else money - truth.cost(guess)
            if first[guess] != guess or not truth.blocks(guess, secrets) or (left or 0) < 0:
                continue
            for _, block, over in truth.blocks(guess, secrets):
                if not over and block != secrets:
                    lemma(block, made + 1, steps - 1, left)

    for one in wanted:
        money = min((n for n in (one, max_cost) if n is not None), default=None)
        lemma(truth.all, 0, truth.steps, money)
    in_order = sorted(lemmas.values(), key=lambda lemma: len(lemma["secrets"]))
    return [
        {
            "certificate": "mastermind_core",
            "format": 1,
            "fingerprint": truth.fingerprint(),
            "objective": objective,
            "pool": pool,
            "max_steps": max_steps,
            "max_cost": max_cost,
            "total": total,
            "worst": dearest,
            "symmetries": len(mirrors),
            "lemmas": len(lemmas),
        },
        {"tree": [[g, [[places[s], child] for s, child in branches]] for g, branches in nodes]},
        *({"symmetry": {"guesses": g, "secrets": None if g == s else s}} for g, s in mirrors),
        *({"lemma": each} for each in in_order),
    ]


def assert_true(game, lines, proven):
    """Hold an accepted certificate to what trying everything says."""
    header = lines[0]
    limits = header.get("max_steps"), header.get("max_cost")
    truth = Asked(game, header["objective"], header.get("pool", "all"), *limits)
    scores = {place: score for score, place in truth.places().items()}
    nodes = [
        [guess, [[scores[place], child] for place, child in branches]]
        for guess, branches in lines[1]["tree"]
    ]
    total, guesses, longest, dearest = truth.figures_of(nodes)
    assert (total, dearest) == (header["total"], header["worst"])
    lengths = total if truth.costs else guesses
    assert proven.total == lengths * truth.unit * truth.cost_unit
    assert proven.worst == dearest * truth.cost_unit
    best = truth.best()
    assert best is not None
    assert best[0] == total or truth.names == ["worst"]
    assert best[1] in (None, dearest)
    assert longest <= truth.steps
    assert dearest <= (truth.money or dearest)
    assert all(truth.blocks(guess, block) for guess, block in truth.asked(nodes))
    stated = [line["lemma"] for line in lines[2:] if "lemma" in line]
    assert proven.lemmas == len(stated)
    said = [lemma for lemma in stated if "of" not in lemma]
    assert all(truth.known(lemma["secrets"]) or truth.is_true(lemma) for lemma in said)
    if truth.costs is None:
        most = min((n for n in limits if n is not None), default=None)
        hidden = [[row[s] for s in truth.all] for row in truth.rows]
        goals = truth.goals and [truth.goals[s] for s in truth.all]
        weights = [truth.weights[s] for s in truth.all]
        oracle = LengthOracle(hidden, truth.ends, weights, truth.pool, None, goals)
        figures = oracle.best(truth.parts, most)
        own = proven.values if isinstance(proven.values, tuple) else (proven.values,)
        units = {"worst": truth.cost_unit, "mean": truth.unit * truth.cost_unit}
        named = zip(truth.names, figures, strict=True)
        assert own == tuple(units.get(name, truth.unit) * figure for name, figure in named)
    else:
        units = {"mean": total * truth.unit * truth.cost_unit, "worst": dearest * truth.cost_unit}
        own = proven.values if isinstance(proven.values, tuple) else (proven.values,)
        assert own == tuple(units[name] for name in truth.names)


def with_images(lines, mirrors):
    """Say of lemmas that they are images of earlier ones, where one or two mirrors show it."""
    ways = [(m,) for m in range(len(mirrors))] + list(permutations(range(len(mirrors)), 2))
    first = [line for line in lines if "lemma" not in line]
    stated, made = [], []
    for content in (line["lemma"] for line in lines if "lemma" in line):
        known = (
            (images, list(by))
            for other, images in stated
            if all(other[name] == content[name] for name in ("made", "steps", "cost", "least"))
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
    return [{**first[0], "lemmas": len(made)}, *first[1:], *made]


def _image(secrets, by, mirrors):
    for mirror in by:
        secrets = [mirrors[mirror][1][secret] for secret in secrets]
    return sorted(secrets)


def write(path, lines, *, packed=False):
    """Write the lines to a file, and return its path."""
    text = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    return path
