"""Searches of codes whose secrets weigh nearly the same: names change nothing but the weights."""

from __future__ import annotations

from array import array
from itertools import permutations, product
from random import Random

import pytest
from amounts import many
from game_oracle import pegs
from path_oracle import Paths
from tasks import task_of

import mastermind_core as mc
from mastermind_core.kernels import (
    NO_LIMIT,
    POOL_ALL,
    POOL_CANDIDATES,
    Objective,
    Rules,
    Symmetry,
    Words,
    is_compiled,
)
from mastermind_core.kernels import choose as kernels
from mastermind_core.kernels.exact import compiled

pytestmark = pytest.mark.skipif(not is_compiled(), reason="for the compiled search")

#: Places and letters of games of at most 16 secrets.
SHAPES = [(2, 2), (2, 3), (2, 4), (3, 2), (4, 2)]

#: Weights that are nearly equal, nearly equal but for one, equal, and far from it.
WEIGHTS = [(10, 11, 12), (1000, 1000, 1001), (7,), (1, 1, 30), (0, 5, 6)]

#: Sets of any size are renamed and have stabilisers; or none; and all is glanced at.
TUNINGS = [(), (0, 1, 0, 1, 8, 64, 1, 1, 64, 2), (1000, 1, 99, 1000, 1, 64, 1000, 1, 64, 99)]


class Coded:
    """Codes of some places and letters, as a table and as words."""

    def __init__(self, places, letters):
        self.codes = list(product(range(letters), repeat=places))
        answers = sorted({pegs(one, other) for one in self.codes for other in self.codes})
        self.table = [[answers.index(pegs(g, s)) for s in self.codes] for g in self.codes]
        self.final = [answer == (places, 0) for answer in answers]
        word = bytes(letter for code in self.codes for letter in code)
        self.words = Words(word, word)
        same = array("I", range(len(answers)))
        of_letters = [dict(enumerate(order)) for order in permutations(range(letters))]
        moved = [[tuple(map(to.get, code)) for code in self.codes] for to in of_letters]
        moved += [
            [tuple(code[at] for at in order) for code in self.codes]
            for order in permutations(range(places))
        ]
        images = [array("I", map(self.codes.index, image)) for image in moved]
        self.symmetries = [Symmetry(image, image, same) for image in images]

    def scores(self):
        cells = bytes(score for row in self.table for score in row)
        size = len(self.codes)
        return kernels.greedy.scores_from_table(cells, size, size, Rules(self.final))

    def task(self, weights, **asked):
        kept = [
            one
            for one in self.symmetries
            if all(weights[i] == w for w, i in zip(weights, one[1], strict=True))
        ]
        even = [one for one in self.symmetries if one not in kept]
        members = array("I", [s for s, weight in enumerate(weights) if weight or asked])
        return task_of(
            members,
            weights=weights,
            symmetries=kept,
            uniform_symmetries=even,
            words=self.words,
            **asked,
        )


@pytest.mark.parametrize("tuning", TUNINGS, ids=len)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_best_of_all_trees(shape, tuning):
    coded = Coded(*shape)
    n = len(coded.codes)
    for seed in range(many(30)):
        random = Random(seed)
        weights = random.choices(random.choice(WEIGHTS), k=n)
        pool = random.choice(["all", "candidates"])
        limit = random.choice([None, None, 3, 5])
        game = {
            "table": coded.table, "final": coded.final, "weights": weights,
            "prices": [1] * n, "goals": None, "legal": None,
        }  # fmt: skip
        for objective in Objective:
            wanted = Paths(game, pool).answer(range(n), objective.value, limit)
            task = coded.task(
                weights,
                objective=objective,
                pool=POOL_ALL if pool == "all" else POOL_CANDIDATES,
                max_steps=NO_LIMIT if limit is None else limit,
                tuning=tuning,
                threads=random.choice([1, 2]),
            )
            found = compiled.attempt(coded.scores(), task)
            assert found.proven
            assert (found.tree is None) == (wanted is None)
            if wanted:
                assert wanted[0] in {None, found.total}
                assert wanted[1] in {None, found.worst}


def test_one_heavier_secret_takes_hardly_more_than_none():
    game = mc.Mastermind(colours=5, holes=4)
    equal = mc.optimal(game)
    for secret, guesses in (((1, 1, 1, 1), 3), ((1, 2, 3, 4), 2)):
        weights = [1000 + (code == secret) for code in game.secrets]
        nearly = mc.optimal(mc.weighted(game, weights))
        assert nearly.proven
        assert nearly.total <= 1000 * equal.total + guesses
        assert nearly.total > 1000 * equal.total
        assert nearly.nodes <= 2 * equal.nodes


def test_a_search_of_nearly_equal_weights_knows_what_equal_ones_take():
    game, random = mc.Mastermind(colours=5, holes=4), Random(1)
    weights = [random.randint(1000, 1010) for _ in game.secrets]
    equal = mc.optimal(game)
    found = mc.optimal(mc.weighted(game, weights), nodes=4 * equal.nodes)
    assert found.lower_bound >= 1000 * equal.total + sum(weights) - 1000 * len(weights)
