"""Seeds: what may be given where lots are drawn, and one default."""

from __future__ import annotations

import inspect
from random import Random

import pytest
from errors import one_line

import mastermind_core as mc

GAME = mc.Mastermind(colours=4, holes=3)
RANDOM = mc.strategies.random_candidate
DRAWS = {
    "tree": lambda seed: list(mc.all_solutions(GAME, mc.lazy_tree(GAME, RANDOM, **seed))),
    "play_game": lambda seed: mc.play_game(
        GAME, RANDOM, lambda g: GAME.score(g, (4, 1, 3)), **seed
    ),
    "session": lambda seed: mc.Session(GAME, RANDOM, **seed).guess,
    "play": lambda seed: mc.play_game(GAME, "knuth", "random", **seed),
    "simulate": lambda seed: mc.simulate(GAME, RANDOM, games=30, **seed).lengths,
    "compare": lambda seed: mc.compare(GAME, [RANDOM], 30, **seed).rows[0].summary.lengths,
    "ties": lambda seed: mc.studies.tie_study(GAME, "knuth", orders=3, **seed).shuffled,
}


class Counts:
    """A stand-in for a generator of numpy."""

    def __init__(self) -> None:
        self.asked = 0

    def integers(self, low: int, high: int) -> int:
        self.asked += 1
        return (high - low) // 3 + self.asked


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
def test_a_seed_is_a_number_or_a_generator(draw):
    assert draw({"seed": 5}) == draw({"seed": 5})
    assert draw({"seed": Counts()}) == draw({"seed": Counts()})
    assert draw({"seed": Random(5)}) == draw({"seed": Random(5)})
    draw({"seed": None})
    for wrong in (True, 1.5, "5", object()):
        with one_line(mc.BadArgument, "seed must be an integer", "numpy.random.Generator"):
            draw({"seed": wrong})


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
def test_one_default(draw):
    assert draw({}) == draw({"seed": 1})


@pytest.mark.parametrize("name", ["tree", "play", "simulate"])
def test_without_a_seed_lots_differ(name):
    assert len({str(DRAWS[name]({"seed": None})) for _ in range(8)}) > 1


def test_no_public_function_names_it_otherwise():
    public = [getattr(mc, name) for name in mc.__all__]
    for one in filter(inspect.isfunction, public):
        assert not {"random", "rng", "random_state"} & inspect.signature(one).parameters.keys()
