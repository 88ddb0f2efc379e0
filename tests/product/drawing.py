"""The games of the product: every form, weights, costs, goals, end states, pool and objective.

A case is written out in numbers, so that it can be made smaller and printed; ``Built`` makes the
game of it, in the form that is asked for, and the oracle.
"""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import permutations, product
from random import Random

from product_oracle import MEAN, WORST, Oracle

import mastermind_core as mc
from mastermind_core.game import PackedCodes

from .paths import PATHS

#: How a game comes: the library's own class by a function, a matrix, or the columns of a table;
#: changed by ``weighted``, ``priced`` and ``identified``; an object of one's own, plain, with a
#: table of scores, with declared symmetries, with a rule of what is legal, or with packed codes;
#: and codes of the library, packed and symmetric.
FORMS = (
    "function",
    "matrix",
    "columns",
    "variant",
    "object",
    "filled",
    "declared",
    "ruled",
    "packed",
    "codes",
)
WEIGHTS = ("none", "equal", "different", "zero")
COSTS = ("none", "equal", "different")
GOALS = ("none", "itself", "classes", "one")
ENDS = ("none", "one", "several", "all")
POOLS = ("all", "candidates", "legal")
OBJECTIVES = (
    "mean",
    "worst",
    "worst-then-mean",
    "mean-then-worst",
    "within",
    "penalty",
    "quantile",
    "chain",
)

#: The paths of what has not all of them.
_FEW_PATHS = ("reference", "compiled", "tuned", "threads", "time", "ctrl-c")
ON_PATH = {
    "values": _FEW_PATHS,
    "equilibrium": _FEW_PATHS,
    "expected": ("reference", "compiled"),
    "saved": ("reference", "compiled"),
    "certificate": ("reference", "compiled", "tuned"),
}

#: What may be asked of a first guess.
_OPENED = {"optimal", "certificate", "exists", "worst-case"}

#: Scores from which a table takes two bytes a pair.
_WIDE = 256


@dataclass(frozen=True)
class Case:
    """A game and a question, in numbers; what has no entry is not given."""

    rows: tuple
    ends: frozenset
    form: str = "function"
    wide: bool = False
    weights: tuple = ()
    costs: tuple = ()
    goals: tuple = ()
    pool: str = "all"
    #: ``rule[guess][answer]``: a mask of the guesses that stay legal.
    rule: tuple = ()
    #: Declared symmetries: where guesses and secrets go.
    moves: tuple = ()
    #: Guesses and secrets as codes, their holes, and what answers are called (form "codes") or
    #: the answer to each number of black and white pegs (form "packed").
    codes: tuple = ()
    #: The arguments of a game of codes.
    options: tuple = ()
    #: The secrets that guesses are called by; None where a guess is called by a name of its own.
    called: tuple = ()
    criteria: tuple = (MEAN,)
    steps: int | None = None
    money: object = None
    first_guess: int | None = None
    path: str = "compiled"
    asks: str = "optimal"
    seed: int = 0


def text_of(criteria):
    """Write criteria as callers do."""
    return "-then-".join(
        name if given is None
        else f"{name}:{','.join(map(str, given if isinstance(given, tuple) else [given]))}"
        for name, given in criteria
    )  # fmt: skip


class Table:
    """A function of a guess and a secret, or of a secret, as a table: so it goes to any process."""

    def __init__(self, cells):
        self.cells = cells

    def __call__(self, *asked):
        return self.cells[asked if len(asked) > 1 else asked[0]]


class Plain:
    """A game that is none of the library's classes."""

    def __init__(self, built):
        case = built.case
        self._built = built
        self.guesses, self.secrets = list(built.guesses), tuple(built.secrets)
        self.endstates = built.end_items
        if case.weights:
            self.weights = case.weights
        if case.costs:
            self.costs = built.all_costs
        if case.goals:
            self.goal = Table(dict(zip(self.secrets, case.goals, strict=True)))
        self.score = built.score

    def __reduce__(self):
        return _again, (type(self), self._built.case)


def _again(kind, case):
    return kind(Built(case))


class Filled(Plain):
    """A game that fills its own table, in which some scores may never come."""

    def score_table(self):
        built = self._built
        scores = [*built.score_items, *(("never", at) for at in range(built.spare))]
        place = {score: at for at, score in enumerate(scores)}
        cells = [place[self.score(g, s)] for g in self.guesses for s in self.secrets]
        return scores, array("H" if len(scores) >= _WIDE else "B", cells)


class Declared(Filled):
    """A game that declares symmetries, and fills its own table."""

    def generators(self):
        built = self._built
        for move in built.case.moves:
            sides = zip((built.guesses, built.secrets), move, strict=True)
            yield tuple(
                Table(dict(zip(items, [items[to] for to in places], strict=True)))
                for items, places in sides
            )


class Ruled(Plain):
    """A game with a rule of its own: what is legal after each answer."""

    def legal(self, guess, history):
        built, at = self._built, self._built.guess_of(guess)
        steps = ((built.guess_of(one), built.answer_of(one, score)) for one, score in history)
        return all(built.case.rule[one][answer] >> at & 1 for one, answer in steps)


class Packed(Plain):
    """A game of codes that are scored from their bytes."""

    def packed_codes(self):
        built = self._built
        guesses, secrets, self.holes, ids = built.case.codes
        sides = [bytes(c for code in codes for c in code) for codes in (guesses, secrets)]
        named = {answer: item for item, answer in built.named.items()}
        scores = [named.get(answer, ("never", answer)) for answer in range(max(ids) + 1)]
        return PackedCodes(*sides, self.holes, bytes(ids), scores)


class Ended(mc.Mastermind):
    """Mastermind that is over at other answers, too."""

    ended: frozenset = frozenset()

    @property
    def endstates(self):
        return self.ended

    def __reduce__(self):
        options = {"colours": self.symbols, "holes": self.holes, "repeats": self.repeats}
        return _codes_again, (self.ended, options)


@cache
def ended_class(ended):
    return type("Ended", (Ended,), {"ended": ended})


def _codes_again(ended, options):
    return ended_class(ended)(**options)


class Built:
    """The game of a case, what its parts are called, and the oracle."""

    def __init__(self, case):
        self.case = case
        self.n, self.m = len(case.rows[0]), len(case.rows)
        self.spread = case.wide and case.form not in {"filled", "declared"}
        self.apart = self.spread and all(a in case.ends for row in case.rows for a in row)
        self._name_items()
        self._guess_at = {guess: at for at, guess in enumerate(self.guesses)}
        self._secret_at = {secret: at for at, secret in enumerate(self.secrets)}
        self.spare = _WIDE if case.wide and not self.spread else case.seed % 3
        self.objective = text_of(case.criteria)
        self.oracle = Oracle(
            case.rows, case.ends, case.weights, case.costs, case.goals, case.pool, self.legal
        )

    def _name_items(self):
        """Name guesses, secrets and answers; a wide game has copies of guesses, all answers new."""
        case = self.case
        #: Each guess with the number of the one that it is a copy of.
        self.base = list(range(self.m))
        named = {self._mark(g, a) for g in self.base for a in case.rows[g]}
        while self.spread and len(named) < _WIDE:
            guess = len(self.base)
            self.base.append(guess % self.m)
            named |= {self._mark(guess, answer) for answer in case.rows[guess % self.m]}
        marks = sorted(named | {self._mark(0, end) for end in case.ends})
        if case.codes:
            guesses, secrets, _, scores = case.codes
            self.guesses, self.secrets = list(guesses), list(secrets)
        else:
            self.secrets = [f"s{at}" for at in range(self.n)]
            called = case.called or (None,) * self.m
            self.guesses = [f"g{at}" if s is None else f"s{s}" for at, s in enumerate(called)]
            self.guesses += [f"copy{at}" for at in range(self.m, len(self.base))]
            scores = None
        items = [(at, -at) if case.seed % 2 else at for at in range(len(marks))]
        if case.seed % 5 == 0 and case.ends and case.form != "columns":
            items[marks.index(self._mark(0, min(case.ends)))] = None
        if case.form == "codes":
            items = [scores[answer] for answer, _ in marks]
        self.score_items = items
        self._item = dict(zip(marks, items, strict=True))
        self.named = {item: answer for (answer, _), item in self._item.items()}

    def _mark(self, guess, answer):
        """Return what tells an answer from others: those of a wide game come with the guess."""
        common = not self.spread or (answer in self.case.ends and not self.apart)
        return answer, -1 if common else guess

    @cached_property
    def score(self):
        return Table(
            {
                (guess, secret): self._item[self._mark(at, self.case.rows[self.base[at]][s])]
                for at, guess in enumerate(self.guesses)
                for s, secret in enumerate(self.secrets)
            }
        )

    @property
    def end_items(self):
        return {item for (answer, _), item in self._item.items() if answer in self.case.ends}

    @property
    def all_costs(self):
        return [self.case.costs[base] for base in self.base] if self.case.costs else ()

    @property
    def places(self):
        """Return for each guess the secret that it is, None where it is none."""
        return [self._secret_at.get(guess) for guess in self.guesses]

    @cached_property
    def legal(self):
        """Return masks of the guesses that stay legal; None where nothing is said of that."""
        case, places = self.case, self.places
        if case.pool != "legal" or (case.form != "ruled" and None in places):
            return None
        if case.form == "ruled":
            return case.rule
        return [
            {a: sum(1 << g for g, s in enumerate(places) if row[s] == a) for a in set(row)}
            for row in case.rows
        ]

    def guess_of(self, guess):
        return self.base[self._guess_at[guess]]

    def answer_of(self, guess, score):
        return self.named[score]

    def game(self):
        """Make the game, anew at each call."""
        case = self.case
        if case.form in {"function", "matrix"}:
            return self._finite(case.weights, self.all_costs, case.goals or None)
        own = {"columns": self._columns, "variant": self._variant, "codes": self._codes}
        if case.form in own:
            return own[case.form]()
        kinds = {"filled": Filled, "declared": Declared, "ruled": Ruled, "packed": Packed}
        return kinds.get(case.form, Plain)(self)

    def _finite(self, weights=(), costs=(), goal=None):
        score = self.score
        if self.case.form == "matrix":
            score = [[score(guess, secret) for secret in self.secrets] for guess in self.guesses]
        return mc.FiniteGame(
            self.guesses, self.secrets, score, self.end_items,
            weights=weights, costs=costs, goal=goal,
        )  # fmt: skip

    def _columns(self):
        case = self.case
        columns = {guess: [self.score(guess, s) for s in self.secrets] for guess in self.guesses}
        given = {"prior": list(case.weights)} if case.weights else {}
        if case.costs:
            given["cost"] = dict(zip(self.guesses, self.all_costs, strict=True))
        if not self._itself:
            given["by"] = list(case.goals)
        return mc.FiniteGame.from_table(
            {**columns, "who": self.secrets}, id="who", questions="values", **given
        )

    @property
    def _itself(self):
        return self.case.goals == tuple(range(self.n))

    def _changed(self, game):
        """Change a game by weights, costs and goals, in any order."""
        case = self.case
        steps = []
        if case.weights:
            steps.append(lambda game: mc.weighted(game, case.weights))
        if case.costs:
            steps.append(lambda game: mc.priced(game, self.all_costs))
        if case.goals:
            steps.append(lambda game: mc.identified(game, None if self._itself else case.goals))
        Random(case.seed).shuffle(steps)
        for step in steps:
            game = step(game)
        return game

    def _variant(self):
        bare = Built(replace(self.case, weights=(), costs=(), goals=(), form="object"))
        ends = all(set(column) & self.case.ends for column in zip(*self.case.rows, strict=True))
        return self._changed(self._finite() if ends else Plain(bare))

    def _codes(self):
        return self._changed(_codes_again(frozenset(self.end_items), dict(self.case.options)))


# What is drawn


def _any(random, n):
    kinds = random.randint(1, 5)
    return [[random.randrange(kinds) for _ in range(n)] for _ in range(random.randint(1, n + 3))]


def _own(random, n):
    """Every secret is a guess, and no other guess has its answer for it."""
    kinds = random.randint(1, 4)
    rows = [[random.randrange(kinds) for _ in range(n)] for _ in range(n + random.randint(0, 3))]
    for at in range(n):
        rows[at][at] = kinds
    return rows


def _questions(random, n):
    """Questions, some of them turned round, and an accusation of each secret."""
    rows = [[random.randrange(2) for _ in range(n)] for _ in range(random.randint(1, 4))]
    rows += [[1 - one for one in random.choice(rows)] for _ in range(random.randint(0, 2))]
    return rows + [[2 + (at == own) for at in range(n)] for own in range(n)]


def _moved(random, n):
    """Return rows that stay the same where guesses and secrets move, and the move."""
    m, kinds = random.randint(2, n + 2), random.randint(2, 4)
    guesses, secrets = random.sample(range(m), m), random.sample(range(n), n)
    rows = [[-1] * n for _ in range(m)]
    for g, s in product(range(m), range(n)):
        answer = random.randrange(kinds)
        while rows[g][s] < 0:
            rows[g][s] = answer
            g, s = guesses[g], secrets[s]
    return rows, ((tuple(guesses), tuple(secrets)),)


def _pegs(guess, secret):
    black = sum(one == two for one, two in zip(guess, secret, strict=True))
    both = sum((Counter(guess) & Counter(secret)).values())
    return black, both - black


def _packed(random):
    """Return rows of some codes, with answers that stand for several numbers of pegs."""
    colours, holes = random.choice([(2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (6, 1)])
    every = list(product(range(colours), repeat=holes))
    secrets = random.sample(every, min(len(every), random.randint(2, 7)))
    guesses = random.sample(every, min(len(every), random.randint(2, 9)))
    guesses = [*secrets, *guesses][:9] if random.random() < 0.6 else guesses
    guesses = list(dict.fromkeys(guesses))
    kinds = random.randint(2, 5)
    ids = [random.randrange(kinds) for _ in range((holes + 1) ** 2)]
    width = holes + 1
    ids[holes * width] = random.choice([kinds, ids[holes * width]])
    rows = [
        [ids[black * width + white] for black, white in (_pegs(g, s) for s in secrets)]
        for g in guesses
    ]
    return rows, (tuple(guesses), tuple(secrets), holes, tuple(ids))


def _coded(random):
    """Return rows of a game of codes of the library, and its arguments."""
    colours, holes, repeats = random.choice(
        [(2, 2, "both"), (3, 2, "none"), (3, 3, "none"), (3, 2, "guesses"), (6, 1, "both"),
         (2, 2, "guesses"), (4, 1, "both")]
    )  # fmt: skip
    every = list(product(range(1, colours + 1), repeat=holes))
    unlike = list(permutations(range(1, colours + 1), holes))
    guesses = unlike if repeats == "none" else every
    secrets = every if repeats == "both" else unlike
    pegs = [[_pegs(guess, secret) for secret in secrets] for guess in guesses]
    scores = sorted({own for row in pegs for own in row})
    rows = [[scores.index(own) for own in row] for row in pegs]
    codes = tuple(guesses), tuple(secrets), holes, tuple(scores)
    options = (("colours", colours), ("holes", holes), ("repeats", repeats))
    return rows, codes, options


def _shape(random, form):
    """Return the rows of a case, and what its form needs beside them."""
    n = random.choice([1, 2, 3, 4, 4, 5, 5, 6, 6, 7])
    if form == "packed":
        rows, codes = _packed(random)
        return {"rows": rows, "codes": codes}
    if form == "codes":
        rows, codes, options = _coded(random)
        return {"rows": rows, "codes": codes, "options": options}
    if form == "declared":
        rows, moves = _moved(random, max(2, n))
        return {"rows": rows, "moves": moves}
    return {"rows": random.choice([_any, _own, _own, _questions])(random, n)}


def _ended(random, rows, ends, form, *, every):
    """Return the answers that end a game; with ``every`` each secret has a guess that does."""
    answers = sorted({answer for row in rows for answer in row})
    if ends == "none":
        return frozenset()
    if ends == "all":
        return frozenset(answers)
    top = answers[-1] if form != "codes" or random.random() < 0.5 else random.choice(answers)
    own = {top if random.random() < 0.7 else random.choice(answers)}
    if ends == "several":
        own |= set(random.sample(answers, min(len(answers), random.randint(1, 2))))
    for column in zip(*rows, strict=True) if every else ():
        if not own & set(column):
            own.add(random.choice(column))
    return frozenset(own)


def _numbers(random, kind, n):
    """Return weights or costs of a kind; none for none."""
    if kind == "none":
        return ()
    if kind == "equal":
        return (random.choice([1, 3, Fraction(1, 2), 2**20]),) * n
    top = random.choice([2, 3, 9, 1000])
    unit = random.choice([1, 1, 1, 5, Fraction(1, 3)])
    numbers = [unit * random.randint(1, top) for _ in range(n)]
    if kind == "zero" and n > 1:
        for at in random.sample(range(n), random.randint(1, n - 1)):
            numbers[at] = 0
    return tuple(numbers)


def _goals(random, kind, n):
    if kind == "none":
        return ()
    if kind == "itself":
        return tuple(range(n))
    return tuple(random.randrange(3) if kind == "classes" else 0 for _ in range(n))


def _criterion(random, name):
    if name == "within":
        return name, random.randint(1, 5)
    if name == "penalty":
        unit = random.choice([1, 1, Fraction(1, 3)])
        costs = [unit * random.choice([0, 0, 1, 2, 3, 7]) for _ in range(random.randint(1, 5))]
        return name, tuple(sorted(costs))
    if name == "quantile":
        return name, random.choice([Fraction(1, 2), Fraction(9, 10), 1, Fraction(1, 7)])
    return name, None


def _criteria(random, objective):
    plain = {
        "mean": (MEAN,),
        "worst": (WORST,),
        "worst-then-mean": (WORST, MEAN),
        "mean-then-worst": (MEAN, WORST),
    }
    if objective in plain:
        return plain[objective]
    if objective != "chain":
        return (_criterion(random, objective),)
    names = random.choices(["within", "penalty", "mean"], k=random.choice([2, 2, 3]))
    if random.random() < 0.4:
        names.insert(random.randint(0, len(names)), "worst")
    if random.random() < 0.3:
        names[0] = "quantile"
    return tuple(_criterion(random, name) for name in names)


def _rule(random, rows):
    """Return what is legal after each answer: any guesses, most of them as a rule."""
    m = len(rows)
    some = random.choice([0.5, 0.8, 0.95])
    masks = [
        {answer: sum(1 << g for g in range(m) if random.random() < some) for answer in set(row)}
        for row in rows
    ]
    return tuple(masks)


def drawn(random, asked):
    """Return a case with the values of the axes that are ``asked`` for, where they go together.

    None where they do not: a game without end states needs goals, and so on.
    """
    form, wide, goals, ends = asked["form"], asked["wide"], asked["goals"], asked["ends"]
    if form == "columns":
        ends = "none"
    if (ends == "none" and goals == "none") or (ends == "none" and form == "codes"):
        return None
    if wide and form in {"packed", "codes"}:
        return None
    if goals == "one" and random.random() < 0.7:
        return None  # over before the first guess: some will do
    shape = _shape(random, form)
    rows = tuple(map(tuple, shape.pop("rows")))
    n, m = len(rows[0]), len(rows)
    own_goals = _goals(random, goals, n)
    ended = _ended(random, rows, ends, form, every=not own_goals)
    called, rule = (), ()
    if not shape and form not in {"columns", "ruled"} and random.random() < 0.6 and not wide:
        names = random.sample(range(n), n)
        called = tuple(names[at] if at < n else None for at in range(m))
    if not shape and asked["pool"] == "legal" and form not in {"columns", "ruled"} and not wide:
        called = tuple(random.sample(range(n), min(n, m)))
        rows = rows[: len(called)]
        if not own_goals:
            ended = _ended(random, rows, ends, form, every=True)
    if form == "ruled":
        rule = _rule(random, rows)
    paths = ON_PATH.get(asked["asks"], PATHS)
    case = Case(
        rows, ended, form, wide,
        weights=_numbers(random, asked["weights"], n),
        costs=_numbers(random, asked["costs"], len(rows)),
        goals=own_goals,
        pool=asked["pool"],
        rule=rule,
        called=called,
        criteria=_criteria(random, asked["objective"]),
        steps=random.choice([None, None, None, None, 0, 1, 2, 3, 4, 5]),
        path=asked["path"] if asked["path"] in paths else random.choice(paths),
        asks=asked["asks"],
        seed=random.randrange(10**6),
        **shape,
    )  # fmt: skip
    if random.random() < 0.15 and asked["asks"] in {"optimal", "certificate"}:
        case = replace(case, money=random.choice([2, 3, 4, Fraction(7, 2), 10]))
    if random.random() < 0.12 and asked["asks"] in _OPENED:
        case = replace(case, first_guess=random.randrange(len(rows)))
    return case
