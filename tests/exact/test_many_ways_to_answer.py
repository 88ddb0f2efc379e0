"""What answers are called, and how they come about, changes no figure and no bound."""

from __future__ import annotations

from random import Random

import game_oracle as oracle
import pytest
from inside import compiling

import mastermind_core as mc
from mastermind_core.game import PackedCodes

#: Guesses that say nothing but each in its own words: with them there are over 255 answers.
IDLE = 300


def table_game(random):
    """Return rows of answers, of which 0 ends the game, and whether something ends it."""
    n, kinds = random.randint(2, 7), random.choice([2, 3, 4])
    ends = random.random() < 0.6
    rows = [[random.randrange(1, kinds + 1) for _ in range(n)] for _ in range(random.randint(2, 7))]
    if ends or random.random() < 0.5:
        rows += [[0 if ends and s == own else 1 + (s == own) for s in range(n)] for own in range(n)]
    else:
        rows.append([*range(1, n + 1)])
    return rows, ends


def made(random, rows, name, *, ends):
    """Return a game of rows, whose answers are named by a function of guess and answer."""
    n = len(rows[0])
    weights, costs, aims = (
        [random.choice(of) for _ in range(size)] if random.random() < 0.5 else None
        for of, size in (((1, 2, 5), n), ((1, 1, 3), len(rows)), (range(3), n))
    )
    goal = None
    if not ends or aims:
        goal = dict(enumerate(aims or range(n))).__getitem__
    game = mc.FiniteGame(
        range(len(rows)), range(n), lambda g, s: name(g, rows[g][s]), {0} if ends else (), goal=goal
    )
    game = mc.weighted(game, weights) if weights else game
    return mc.priced(game, costs) if costs else game


@pytest.mark.parametrize("seed", range(60))
def test_answers_that_each_guess_numbers_by_itself(seed):
    random = Random(f"numbered {seed}")
    rows, ends = table_game(random)
    rows += [[1] * len(rows[0])] * IDLE
    objective = random.choice(["mean", "worst", "worst-then-mean", "mean-then-worst"])
    pool = random.choice(["all", "candidates"])
    state = random.getstate()
    said = []
    for name in (lambda _, answer: answer, lambda guess, answer: answer and (guess, answer)):
        random.setstate(state)
        game = made(random, rows, name, ends=ends)
        try:
            found = mc.optimal(game, objective, pool=pool)
            figures = found.values, found.lower_bound, found.proven
        except mc.NoStrategy:
            figures = None
        exists = [mc.solution_exists(game, steps, pool=pool) for steps in range(1, 8)]
        said.append((figures, exists))
    assert said[0] == said[1]


class Ring:
    """Questions of many kinds for the distance on a ring, which may be turned."""

    def __init__(self, size, kinds):
        self.size = size
        self.secrets = tuple(range(size))
        self.guesses = tuple((kind, at) for kind in range(kinds) for at in range(size))
        self.endstates = {0}

    def score(self, guess, secret):
        kind, at = guess
        way = (at - secret) % self.size
        near = min(way, self.size - way) // (1 + kind % 3)
        return near and (kind, near) if kind else near

    def generators(self):
        yield (
            lambda guess: (guess[0], (guess[1] + 1) % self.size),
            lambda secret: (secret + 1) % self.size,
        )


@pytest.mark.parametrize("kinds", [3, 90])
def test_weights_in_a_game_with_symmetries_and_many_answers(kinds):
    weights = [1, 2, 1, 3, 1, 1, 2, 1, 1]
    found = mc.optimal(mc.weighted(Ring(9, kinds), weights))
    few = mc.FiniteGame(Ring(9, 3).guesses, range(9), Ring(9, 3).score, {0}, weights=weights)
    assert found.proven
    assert found.total == oracle.least_worst_and_total(few)[1]


class Loose(mc.Mastermind):
    """Codes whose pegs are named anew, some of them alike; some of the names end the game."""

    names = None

    @property
    def endstates(self):
        return frozenset({"won"})

    def score(self, guess, secret):
        return self.names[super().score(guess, secret)]

    def packed_codes(self):
        codes = super().packed_codes()
        scores = tuple(dict.fromkeys(self.names.values()))
        named = [scores.index(self.names[pegs]) for pegs in codes.scores]
        ids = bytes(named[at] if at < len(named) else 0 for at in codes.score_ids)
        return PackedCodes(codes.guesses, codes.secrets, codes.holes, ids, scores)

    def score_table(self):
        table = [self.score(guess, secret) for guess in self.guesses for secret in self.secrets]
        scores = tuple(dict.fromkeys(table))
        return scores, bytes(map(scores.index, table))

    def generators(self):
        return ()

    def __repr__(self):
        return f"Loose({len(self.symbols)}, {self.holes}, {sorted(self.names.items())})"


@pytest.mark.parametrize("seed", range(60))
def test_packed_codes_whose_answers_stand_for_several_pegs(seed, monkeypatch, tmp_path):
    monkeypatch.setattr(compiling, "ON_THE_FLY", 0)
    random = Random(f"packed {seed}")
    colours, holes = random.choice([(2, 3), (3, 2)])
    kinds = random.choice([1, 2, 9])
    all_pegs = mc.Mastermind(colours=colours, holes=holes).packed_codes().scores
    names = {pegs: f"{random.randrange(kinds)}" for pegs in all_pegs}
    for pegs in random.sample(all_pegs, random.choice([0, 0, 1, 2])):
        names[pegs] = "won"
    names[mc.Pegs(holes, 0)] = "won"
    game = type("Loose", (Loose,), {"names": names})(colours=colours, holes=holes)
    worst, total = oracle.least_worst_and_total(game)
    found = mc.optimal(game, "worst-then-mean")
    assert (found.proven, found.worst, found.lower_bound) == (True, worst, worst)
    assert mc.optimal(game).total == total
    assert mc.optimal(game, checkpoint=tmp_path / "kept").total == total
    for objective, least in (("mean", total), ("worst", worst)):
        for options in ({}, {"checkpoint": tmp_path / objective}):
            stopped = mc.optimal(game, objective, nodes=0, **options)
            assert stopped.lower_bound <= least <= stopped.values
