"""Answers that may be wrong, by the joint distribution of secrets and sequences of answers.

Imports nothing of what it checks. A ``Spec`` states a game by its definition: the probability of
each answer to each guess for each secret, with weights, costs, classes and end states. A table with
unknown cells is stated by all its versions: a secret for each way to fill in the cells of a row.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, product
from math import inf, log2
from random import Random

ONE = Fraction(1)


@dataclass
class Spec:
    """A game: secrets and guesses are numbers, ``true[guess][secret]`` is an answer."""

    true: list
    chances: list  # chances[guess][secret]: a dict of answers
    weights: list
    costs: list
    classes: list | None
    ends: set
    again: str
    kind: str
    noise: object = None
    confidence: Fraction | None = None
    steps: int = 3
    answers: list = field(default_factory=list)
    #: The row of each secret, if several secrets are versions of one row of a table.
    rows: list | None = None
    #: The columns of this table, and its options.
    table: dict | None = None

    @property
    def n(self):
        return len(self.weights)

    def group(self, secret):
        return secret if self.classes is None else self.classes[secret]

    @property
    def must_name(self):
        """Whether certainty ends the game: it has classes, or no end state."""
        return self.classes is not None or not self.ends

    def step(self, joint, history, guess):
        """Return the joint weights after each answer, by the definition of ``again``."""
        before = [answer for asked, answer in history if asked == guess]
        if self.again == "same" and before:
            return {before[0]: list(joint)}
        found = {}
        for secret, weight in enumerate(joint):
            for answer, chance in self.chances[guess][secret].items():
                if weight * chance:
                    found.setdefault(answer, [Fraction(0)] * self.n)[secret] += weight * chance
        return found

    def prior(self):
        total = sum(self.weights)
        return [Fraction(weight) / total for weight in self.weights]

    def shares(self, joint):
        found = {}
        for secret, weight in enumerate(joint):
            if weight:
                found[self.group(secret)] = found.get(self.group(secret), Fraction(0)) + weight
        return found

    def over(self, joint, history, confidence, steps):
        won = bool(history) and history[-1][1] in self.ends
        best, total = max(self.shares(joint).values()), sum(joint)
        sure = confidence is not None and best >= confidence * total
        if won or sure or (self.must_name and best == total) or len(history) == steps:
            return True
        guesses = range(len(self.true))
        if self.rows is not None:
            return not any(self.tells(joint, history, guess, self.rows) for guess in guesses)
        return self.again == "same" and self.exhausted(joint, history)

    def exhausted(self, joint, history):
        """Return whether no question is left that may end the game or tell of the class.

        Secrets with equal answers to all questions left are of one type. Answers tell of the class
        only if a type has another share of it.
        """
        asked = {guess for guess, _ in history}
        left = [guess for guess in range(len(self.true)) if guess not in asked]
        if any(self.ends.intersection(self.step(joint, history, guess)) for guess in left):
            return False
        types = {}
        for secret, weight in enumerate(joint):
            if weight:
                key = tuple(tuple(sorted(self.chances[guess][secret].items())) for guess in left)
                types.setdefault(key, [Fraction(0)] * self.n)[secret] = weight
        whole = self.shares(joint)
        for own in types.values():
            shares = self.shares(own)
            if any(shares.get(c, 0) * sum(joint) != whole[c] * sum(own) for c in whole):
                return False
        return True

    def tells(self, joint, history, guess, groups=None):
        """Return whether the answer depends on the class of the secret, or on other groups."""
        by_group = {}
        for answer, after in self.step(joint, history, guess).items():
            for secret, weight in enumerate(after):
                if weight:
                    name = self.group(secret) if groups is None else groups[secret]
                    chances = by_group.setdefault(name, {})
                    chances[answer] = chances.get(answer, Fraction(0)) + weight
        rows = []
        for chances in by_group.values():
            total = sum(chances.values())
            rows.append({answer: weight / total for answer, weight in chances.items()})
        return any(one != rows[0] for one in rows)

    def truly_ends(self, guess, secret):
        """Return whether the true answer ends the game: a likeliest one of a likelihood."""
        if self.kind != "likelihood":
            return self.true[guess][secret] in self.ends
        chances = self.chances[guess][secret]
        most = max(chances.values())
        return any(chance == most and answer in self.ends for answer, chance in chances.items())

    def right(self, joint, history):
        """Return the joint probability of a history with which the game ends well.

        The guess truly ends the game, or the likeliest class is that of the secret. One of equals
        is named: the first in the order of the classes.
        """
        shares = self.shares(joint)
        order = list(dict.fromkeys(map(self.group, range(self.n))))
        named = max((name for name in order if name in shares), key=shares.__getitem__)
        won = bool(history) and history[-1][1] in self.ends
        return sum(
            weight
            for secret, weight in enumerate(joint)
            if self.group(secret) == named or (won and self.truly_ends(history[-1][0], secret))
        )


def joint_after(spec, history):
    """Return the joint weights of the secrets and a whole history."""
    joint = spec.prior()
    for at, (guess, answer) in enumerate(history):
        joint = spec.step(joint, history[:at], guess).get(answer, [Fraction(0)] * spec.n)
    return joint


def figures(spec, choose, confidence, steps):
    """Return the probability of each length and cost, and the accuracy, of a strategy."""
    lengths, costs, right = {}, {}, Fraction(0)
    waiting = [((), spec.prior())]
    while waiting:
        history, joint = waiting.pop()
        guess = None if spec.over(joint, history, confidence, steps) else choose(history)
        if guess is None:
            mass, paid = sum(joint), sum((spec.costs[g] for g, _ in history), Fraction(0))
            lengths[len(history)] = lengths.get(len(history), 0) + mass
            costs[paid] = costs.get(paid, 0) + mass
            right += spec.right(joint, history)
            continue
        for answer, left in spec.step(joint, history, guess).items():
            waiting.append(((*history, (guess, answer)), left))
    return lengths, costs, right


def best_accuracy(spec, joint, history, left):
    """Return the highest joint probability of being right, over all policies."""
    if spec.over(joint, history, None, None) or not left:
        return spec.right(joint, history)
    return max(
        sum(
            best_accuracy(spec, after, (*history, (guess, answer)), left - 1)
            for answer, after in spec.step(joint, history, guess).items()
        )
        for guess in range(len(spec.true))
    )


def least_cost(spec, joint, history, left, confidence):
    """Return the least expected cost until the confidence, among guesses that tell something."""
    if spec.over(joint, history, confidence, None) or not left:
        return Fraction(0)
    found = []
    for guess in range(len(spec.true)):
        if spec.again == "same" and any(asked == guess for asked, _ in history):
            continue
        after = spec.step(joint, history, guess)
        live = [s for s in range(spec.n) if joint[s]]
        if spec.rows is None:
            same = all(spec.chances[guess][s] == spec.chances[guess][live[0]] for s in live)
        else:  # a question that tells the versions of a row apart tells nothing of the table
            same = not spec.tells(joint, history, guess, spec.rows)
        if same and not spec.ends.intersection(after):
            continue
        cost = spec.costs[guess] * sum(joint)
        for answer, rest in after.items():
            cost += least_cost(spec, rest, (*history, (guess, answer)), left - 1, confidence)
        found.append(cost)
    return min(found, default=Fraction(0))


def least_mean(spec, joint, history, confidence, costs, known=None):
    """Return the least expected cost of the guesses to come, times the probability of the history.

    Each guess is asked at most once, so that this is the optimum where repeated questions tell
    nothing. It is infinite if no policy ends the game.
    """
    if spec.over(joint, history, confidence, None):
        return Fraction(0)
    known = {} if known is None else known
    answers = frozenset(history)  # their order does not matter
    if answers in known:
        return known[answers]
    best = inf
    for guess in range(len(spec.true)):
        if any(asked == guess for asked, _ in history):
            continue
        cost = costs[guess] * sum(joint)
        for answer, rest in spec.step(joint, history, guess).items():
            if cost >= best:
                break
            turns = (*history, (guess, answer))
            cost += least_mean(spec, rest, turns, confidence, costs, known)
        best = min(best, cost)
    known[answers] = best
    return best


def greedy_mean(spec, joint, history, confidence, costs, most=60):
    """Return the expected cost of the most informative guesses, and the probability of more.

    Both are given the history, in a game with fresh answers, whose state is the posterior. Up to
    ``most`` states are expanded. The probability is that of the games which have not ended then.
    """
    states, paid, left, seen = {None: (joint, history)}, Fraction(0), Fraction(0), 0
    while states:
        later = {}
        for after, turns in states.values():
            if spec.over(after, turns, confidence, None):
                continue
            guess = most_informative(spec, after, turns, costs)
            seen += 1
            if guess is None or seen > most:
                left += sum(after)
                continue
            paid += costs[guess] * sum(after)
            for answer, rest in spec.step(after, turns, guess).items():
                mass = sum(rest)
                key = (tuple(weight / mass for weight in rest), answer in spec.ends)
                same = later.get(key, ([Fraction(0)] * spec.n,))[0]
                added = [one + other for one, other in zip(same, rest, strict=True)]
                later[key] = added, ((guess, answer),)
        states = later
    return paid / sum(joint), left / sum(joint)


def most_informative(spec, joint, history, costs):
    """Return the guess of the most information per cost, or one that may end the game, or None."""
    told = [guess for guess in range(len(spec.true)) if spec.tells(joint, history, guess)]
    if told:
        return max(told, key=lambda g: information(spec, joint, history, g) / float(costs[g]))
    for guess in range(len(spec.true)):
        if spec.ends.intersection(spec.step(joint, history, guess)):
            return guess
    return None


def _plogp(part):
    return float(part) * log2(float(part)) if part else 0.0


def information(spec, joint, history, guess):
    """Return the mutual information of the answer and the class, in bits."""
    total, inside = sum(joint), 0.0
    heard, by_class = {}, {}
    for answer, after in spec.step(joint, history, guess).items():
        heard[answer] = sum(after) / total
        for name, weight in spec.shares(after).items():
            by_class.setdefault(name, []).append(weight / total)
    whole = -sum(map(_plogp, heard.values()))
    for name, parts in by_class.items():
        inside += _plogp(spec.shares(joint)[name] / total) - sum(map(_plogp, parts))
    return whole - inside


def error_after(spec, joint, history, guess):
    """Return the expected probability that the likeliest class is wrong after the answer."""
    after = spec.step(joint, history, guess).values()
    return 1 - sum(max(spec.shares(one).values()) for one in after) / sum(joint)


def edges_after(spec, joint, history, guess):
    """Return the expected weight of the pairs of different classes after the answer."""
    total, found = sum(joint), Fraction(0)
    for after in spec.step(joint, history, guess).values():
        parts = [weight / total for weight in spec.shares(after).values()]
        whole = sum(parts)
        found += whole * (whole * whole - sum(part * part for part in parts))
    return found


def random_spec(seed):
    """Return a random game of up to 5 secrets, 5 guesses and 4 answers, or a table.

    It has up to two end states, and may have questions that tell nothing, a coin, secrets that no
    question distinguishes, and weights of zero.
    """
    random = Random(seed)
    if random.random() < 0.2:
        return _random_table(random)
    n, guesses = random.randint(2, 5), random.randint(1, 4)
    answers = ["a", "b", "c", "d"][: random.randint(2, 4)]
    kind = random.choice(["equal", "equal", "mapping", "likelihood"])
    number = random.choice([0, 0, 0, 1, 2]) if len(answers) > 2 else random.choice([0, 0, 1])
    ends = {*answers[:number]}
    true = [[random.choice(answers) for _ in range(n)] for _ in range(guesses)]
    if ends:  # each secret has a guess that wins
        for secret in range(n):
            if all(row[secret] not in ends for row in true):
                true[random.randrange(guesses)][secret] = random.choice(sorted(ends))
    if random.random() < 0.2:  # an answer that tells nothing
        true.insert(random.randint(0, guesses), [random.choice(answers)] * n)
    if random.random() < 0.2:  # two secrets with the same answers
        one, other = random.sample(range(n), 2)
        for row in true:
            row[one] = row[other]
    classes = [random.choice("xyz") for _ in range(n)] if random.random() < 0.4 else None
    weights = [random.randint(0, 4) for _ in range(n)] if random.random() < 0.5 else [1] * n
    weights[random.randrange(n)] += 1
    costs = [Fraction(random.randint(1, 4), 2) for _ in true]
    costs = costs if random.random() < 0.4 else [ONE] * len(true)
    spec = Spec(true, [], weights, costs, classes, ends, random.choice(["fresh", "same"]), kind)
    spec.answers = answers
    spec.confidence = random.choice([None, Fraction(3, 4), Fraction(9, 10), ONE])
    spec.steps = random.randint(1, 5 if len(answers) < 4 else 4)
    _add_noise(spec, random)
    return spec


def _random_table(random):
    """Return a random table with unknown cells, by all versions of its rows.

    A column of three numbers is asked by thresholds. A number that is unknown is in each band of
    its column with equal probability, and another unknown cell has each known answer.
    """
    n, width = random.randint(2, 4), random.randint(1, 3)
    names = [f"column {at}" for at in range(width)]
    while True:
        columns = {name: [random.choice([None, 0, 1, 2]) for _ in range(n)] for name in names}
        cells = [*zip(*columns.values(), strict=True)]
        known = [{*column} - {None} for column in columns.values()]
        if len({*cells}) == n and min(map(len, known)) > 1:
            break
    cut = random.random() < 0.6
    prior = [random.randint(0, 3) for _ in range(n)]
    prior[random.randrange(n)] += 1
    by = [random.choice("xyz") for _ in range(n)] if random.random() < 0.6 else [*range(n)]
    middles = [
        [Fraction(low + high, 2) for low, high in pairwise(sorted(numbers))] for numbers in known
    ]
    rows, weights, filled = [], [], []
    for row, given in enumerate(cells):
        options = [
            [value] if value is not None else sorted(known[at]) for at, value in enumerate(given)
        ]
        ways = [*product(*options)]
        for way in ways:
            rows.append(row)
            weights.append(Fraction(prior[row], len(ways)))
            filled.append(way)
    true = []
    for at in range(width):
        if cut and len(known[at]) > 2:
            true += [[way[at] <= middle for way in filled] for middle in middles[at]]
        else:
            true.append([way[at] for way in filled])
    chances = [[{answer: ONE} for answer in row] for row in true]
    costs = [Fraction(random.randint(1, 4), 2) for _ in true]
    costs = costs if random.random() < 0.4 else [ONE] * len(true)
    classes = [by[row] for row in rows]
    spec = Spec(true, chances, weights, costs, classes, set(), "same", "table", rows=rows)
    spec.table = {"cells": columns, "prior": prior, "by": by, "cuts": "all" if cut else "none"}
    spec.confidence = random.choice([None, Fraction(3, 4), Fraction(9, 10), ONE])
    spec.steps = random.randint(1, 4)
    return spec


def _row(random, answers):
    parts = [random.randint(0, 4) for _ in answers]
    parts[random.randrange(len(parts))] += 1
    return {a: Fraction(part, sum(parts)) for a, part in zip(answers, parts, strict=True) if part}


def _add_noise(spec, random):
    seen = sorted({answer for row in spec.true for answer in row})
    if spec.kind == "likelihood":
        table = [_row(random, spec.answers) for _ in range(3)]
        spec.chances = [[random.choice(table) for _ in row] for row in spec.true]
        return
    if spec.kind == "mapping":
        spec.noise = {}
        for answer in random.sample(seen, random.randint(0, len(seen))):
            row = _row(random, seen)
            if random.random() < 0.5 and len(row) > 1:  # the true answer has the rest
                row.pop(answer, None)
                row = {one: chance / 2 for one, chance in row.items()}
            spec.noise[answer] = row
        spec.chances = []
        for row in spec.true:
            spec.chances.append([])
            for answer in row:
                heard = dict(spec.noise.get(answer, {}))
                if answer not in heard and sum(heard.values()) < 1:
                    heard[answer] = 1 - sum(heard.values())
                spec.chances[-1].append(heard)
        return
    spec.noise = error = random.choice(
        [Fraction(0), Fraction(1, 10), Fraction(1, 3), Fraction(2, 3)]
    )
    for row in spec.true:
        others = {answer for answer in row if answer not in spec.ends}
        spec.chances.append([])
        for answer in row:
            heard = {answer: ONE}
            if answer in others and len(others) > 1 and error:
                heard = {one: error / (len(others) - 1) for one in others - {answer}}
                if error < 1:
                    heard[answer] = 1 - error
            spec.chances[-1].append(heard)
