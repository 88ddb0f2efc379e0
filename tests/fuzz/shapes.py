"""Games of every shape, made from a generator of random numbers, written out as numbers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, product

import mastermind_core as mc

#: Items of any type, none equal to another, for guesses, secrets and scores.
ODD = [
    *("", "a", "ab", " ", "\N{GREEK SMALL LETTER ALPHA}", "a,b", '"', "\n", "None", "0"),
    *((), (1,), (1, 2), ("a", (None, 2)), ((),)),
    *(frozenset(), frozenset({1, 2}), frozenset({"x"})),
    *(None, -1, 7, 2**70, -(2**63), 0.5, float("inf"), Fraction(1, 3), b"", b"\0\xff"),
    *(mc.Pegs(3, 2), mc.Pegs(0, 0), ..., int, ("b", b"b")),
]


@dataclass(frozen=True)
class Spec:
    """A game written out: ``rows[guess][secret]`` is a place in ``scores``."""

    rows: tuple[tuple[int, ...], ...]
    ends: frozenset[int]
    weights: tuple[int, ...]
    guesses: tuple = ()
    secrets: tuple = ()
    scores: tuple = ()
    shape: str = ""
    made: object = field(default=None, compare=False)

    def game(self):
        """Return the game: one of the package's own where it is one, else one of a function."""
        if self.made is not None:
            return self.made
        return mc.FiniteGame(
            self.guesses,
            self.secrets,
            self.score_function(),
            self.end_items(),
            weights=self.weights,
        )

    def end_items(self):
        return {self.scores[end] for end in self.ends}

    def score_function(self):
        guess_ids = {guess: at for at, guess in enumerate(self.guesses)}
        secret_ids = {secret: at for at, secret in enumerate(self.secrets)}
        return lambda g, s: self.scores[self.rows[guess_ids[g]][secret_ids[s]]]

    def legal(self):
        """Return masks of the guesses that fit an answer, where guesses are secrets."""
        at = [self.secrets.index(guess) for guess in self.guesses]
        return [
            [
                sum(1 << other for other, place in enumerate(at) if row[place] == score)
                for score in range(len(self.scores))
            ]
            for row in self.rows
        ]


class Duck:
    """A game that is none of the package's classes."""

    def __init__(self, spec):
        self.guesses, self.secrets = spec.guesses, list(spec.secrets)
        self.endstates, self.weights = spec.end_items(), spec.weights
        self.score = spec.score_function()

    def __repr__(self):
        return "Duck"


def items(random, n, kind):
    """Return n different items of a kind."""
    if kind == "numbers":
        return tuple(range(n))
    if kind == "texts":
        return tuple(f"{'abc'[at % 3]}{at}" for at in range(n))
    if kind == "tuples":
        return tuple((at, n - at) for at in range(n))
    taken = random.sample(ODD, min(n, len(ODD)))
    return (*taken, *(("more", at) for at in range(n - len(taken))))


def finished(random, rows, ends, shape, **given):
    """Return a spec with names for everything; every secret can be found."""
    rows = [list(row) for row in rows]
    n = len(rows[0])
    for secret in range(n):
        if not any(row[secret] in ends for row in rows):
            random.choice(rows)[secret] = random.choice(sorted(ends))
    n_scores = max(max(map(max, rows)), *ends) + 1
    kinds = ["numbers", "texts", "tuples", "odd"]
    weights = [1] * n
    if random.random() < 0.3:
        top = random.choice([3, 9, 1000, 2**20])
        weights = [random.randint(1, top) for _ in range(n)]
    named = random.random() < 0.5
    secrets = items(random, n, random.choice(kinds)) if named else tuple(range(n))
    guesses = items(random, len(rows), random.choice(kinds))
    if len(rows) >= n and random.random() < 0.5:
        guesses = (*secrets, *(("only a guess", at) for at in range(len(rows) - n)))
    spec = Spec(
        tuple(map(tuple, rows)),
        frozenset(ends),
        tuple(weights),
        guesses,
        secrets,
        items(random, n_scores, random.choice(kinds)),
        shape,
    )
    spec = replace(spec, **given)
    return replace(spec, made=Duck(spec)) if random.random() < 0.2 else spec


def any_table(random, most):
    n, m = random.randint(1, most), random.randint(1, most + 3)
    kinds = random.randint(1, 5)
    rows = [[random.randrange(kinds) for _ in range(n)] for _ in range(m)]
    ends = random.sample(range(kinds), random.randint(1, min(3, kinds)))
    return finished(random, rows, ends, "any")


def own_guesses(random, most):
    """Every secret is a guess, and only it ends its game."""
    n, kinds = random.randint(1, most), random.randint(1, 4)
    extra = random.randint(0, 4)
    rows = [[random.randrange(kinds) for _ in range(n)] for _ in range(n + extra)]
    for at in range(n):
        rows[at][at] = kinds
    return finished(random, rows, {kinds}, "own")


def questions(random, most):
    """Questions that never end the game, some of them twice or turned round, and accusations."""
    n, kinds = random.randint(2, most), random.randint(2, 3)
    rows = [[random.randrange(kinds) for _ in range(n)] for _ in range(random.randint(1, 5))]
    rows += [
        [kinds - 1 - answer for answer in row] if random.random() < 0.6 else row
        for row in random.sample(rows, random.randint(0, len(rows)))
    ]
    rows += [[kinds + (at == one) for at in range(n)] for one in range(n)]
    random.shuffle(rows)
    return finished(random, rows, {kinds + 1}, "questions")


def sparse(random, most):
    n = random.randint(2, most)
    rows = [[0] * n for _ in range(random.randint(n, n + 3))]
    for row in rows:
        for at in random.sample(range(n), random.randint(0, min(2, n))):
            row[at] = random.randint(1, 2)
    return finished(random, rows, {2}, "sparse")


def _orbit_table(random, n, m, kinds, moves):
    """Return a table that stays the same when guesses, secrets and scores move together."""
    on_guesses, on_secrets, on_scores = moves
    table = [[-1] * n for _ in range(m)]
    for g, s in product(range(m), range(n)):
        if table[g][s] >= 0:
            continue
        pairs = [(g, s)]
        while (pair := (on_guesses[pairs[-1][0]], on_secrets[pairs[-1][1]])) != pairs[0]:
            pairs.append(pair)
        fit = [k for k in range(kinds) if _back(on_scores, k, len(pairs)) == k]
        score = random.choice(fit or [kinds])
        for one, other in pairs:
            table[one][other] = score
            score = on_scores[score] if score < kinds else score
    return table


def _back(moves, start, times):
    for _ in range(times):
        start = moves[start]
    return start


def symmetric(random, most, *, near=False):
    """A hidden symmetry, which may move scores; or one that a single answer breaks."""
    n, m, kinds = random.randint(2, most), random.randint(2, most + 2), random.randint(2, 4)
    moves = [random.sample(range(k), k) for k in (m, n)]
    on_scores = list(range(kinds))
    if random.random() < 0.5:
        on_scores[1:] = random.sample(on_scores[1:], kinds - 1)
    table = _orbit_table(random, n, m, kinds, (*moves, on_scores))
    ends = {0} if random.random() < 0.7 else {0, kinds}
    # An end for every secret, for all of an orbit alike.
    for secret in range(n):
        if not any(row[secret] in ends for row in table):
            guess, at = random.randrange(m), secret
            start = guess, at
            while True:
                table[guess][at] = 0
                guess, at = moves[0][guess], moves[1][at]
                if (guess, at) == start:
                    break
    if near:
        table[random.randrange(m)][random.randrange(n)] = random.randrange(kinds)
    rows = random.sample(table, m)
    columns = random.sample(range(n), n)
    rows = [[row[at] for at in columns] for row in rows]
    return finished(random, rows, ends, "near-symmetric" if near else "symmetric")


def near_symmetric(random, most):
    return symmetric(random, most, near=True)


def table_product(random, most):
    """Two games played at once: a guess and an answer for each, until both are won."""
    sides = []
    for _ in range(2):
        n = random.randint(1, max(1, int(most**0.5)) + 1)
        rows = [[random.randrange(2) for _ in range(n)] for _ in range(random.randint(1, 3))]
        for at in range(n):
            random.choice(rows)[at] = 2
        sides.append(rows)
    if random.random() < 0.3:
        sides[1] = sides[0]
    rows = [
        [3 * one + other for one, other in product(first, second)]
        for first, second in product(*sides)
    ]
    ends = {8} if random.random() < 0.7 else {8, 7}
    return finished(random, rows, ends, "product")


def higher_lower(random, most):
    n = random.randint(1, most)
    step = random.randint(1, 2)
    rows = [
        [0 if g == s else 1 if g < s - step + 1 else 2 if g > s + step - 1 else 3 for s in range(n)]
        for g in range(n)
    ]
    return finished(random, rows, {0}, "higher-lower")


class Named(Duck):
    """A game of words that declares which letters and which places may change places."""

    def __init__(self, spec, moves):
        super().__init__(spec)
        self.moves = moves

    def generators(self):
        return [(move, move) for move in self.moves]


def _moves(random, letters, places):
    """Return functions that exchange two letters or two places of a word, a text or a tuple."""

    def as_it_was(word, changed):
        return "".join(changed) if isinstance(word, str) else tuple(changed)

    def letter_swap(one, other):
        to = {one: other, other: one}
        return lambda word: as_it_was(word, [to.get(letter, letter) for letter in word])

    def place_swap(one, other):
        order = list(range(places))
        order[one], order[other] = other, one
        return lambda word: as_it_was(word, [word[at] for at in order])

    pairs = [letter_swap(*pair) for pair in combinations(letters, 2) if random.random() < 0.6]
    pairs += [place_swap(*pair) for pair in combinations(range(places), 2) if random.random() < 0.6]
    return pairs


def _orbits(items, moves):
    """Return for each item the place of the first one that moves bring it to."""
    at = dict.fromkeys(items)
    for place, item in enumerate(items):
        stack = [item] if at[item] is None else []
        while stack:
            one = stack.pop()
            if at[one] is None:
                at[one] = place
                stack += [move(one) for move in moves]
    return at


#: Letters and places.
_SIZES = [
    *((2, 1), (4, 1), (2, 2), (3, 2), (2, 3), (4, 2), (2, 4), (5, 2), (3, 3), (2, 5), (6, 2)),
    *((2, 6), (4, 3), (8, 2), (3, 4)),
]


def worded(random, most, fewest=1):
    """Words, some of whose letters and places may be exchanged without changing an answer."""
    fit = [size for size in _SIZES if fewest <= size[0] ** size[1] <= max(most, 4)]
    count, places = random.choice(fit)
    letters = "abcdefgh"[:count]
    words = list(product(letters, repeat=places))
    if random.random() < 0.5:
        words = ["".join(word) for word in words]
    random.shuffle(words)
    moves = _moves(random, letters, places)
    alike = _orbits(words, moves)
    kept = set(alike.values())
    guesses = [word for word in words if alike[word] in kept]
    if random.random() < 0.4:
        kept = set(random.sample(sorted(kept), random.randint(1, len(kept))))
    secrets = [word for word in words if alike[word] in kept]
    kinds = random.randint(1, 4) if len(words) < 20 else random.randint(3, 9)
    pairs = _orbits(
        list(product(guesses, secrets)),
        [lambda pair, move=move: tuple(map(move, pair)) for move in moves],
    )
    score_of = {orbit: random.randrange(kinds) for orbit in sorted(set(pairs.values()))}
    rows = tuple(
        tuple(kinds if g == s else score_of[pairs[g, s]] for s in secrets) for g in guesses
    )
    weights = (1,) * len(secrets)
    if random.random() < 0.15:
        weights = tuple(1 + alike[word] for word in secrets)
    spec = Spec(
        rows, frozenset({kinds}), weights, tuple(guesses), tuple(secrets),
        tuple(range(kinds + 1)), "worded",
    )  # fmt: skip
    return replace(spec, made=Named(spec, moves))


def twins(random, most):
    """Guesses and secrets that cannot be told apart."""
    base = any_table(random, max(1, most // 2))
    columns = [at for at in range(len(base.weights)) for _ in range(random.randint(1, 2))]
    rows = [[row[at] for at in columns] for row in base.rows]
    rows += random.choices(rows, k=random.randint(1, 3))
    return finished(random, rows, base.ends, "twins")


SHAPES = [
    any_table,
    own_guesses,
    questions,
    sparse,
    symmetric,
    near_symmetric,
    table_product,
    higher_lower,
    twins,
    worded,
]


def drawn(random, most=8):
    """Return a game of any shape."""
    if random.random() < 0.12:
        from tests.fuzz.coded import coded

        return coded(random)
    return random.choice(SHAPES)(random, most)
