"""What documents print, against the words of their algorithms."""

from __future__ import annotations

import random
from array import array

import pytest

import mastermind_core as mc
from reproduce.counting import matching_drawn
from reproduce.printed import MercAsPrinted


def responses(one, other):
    """Return black and white pegs, counted colour by colour."""
    black = sum(a == b for a, b in zip(one, other, strict=True))
    both = sum(min(one.count(colour), other.count(colour)) for colour in set(one))
    return black, both - black


def algorithm_3(codes):
    """Return the codes of least value: how many c' have q(m', c') = q(c, m'), over all m'."""
    values = {
        c: sum(responses(m, other) == responses(c, m) for m in codes for other in codes)
        for c in codes
    }
    return {c for c, value in values.items() if value == min(values.values())}


@pytest.mark.parametrize("seed", range(6))
def test_merc_counts_what_algorithm_3_counts(seed):
    game = mc.Mastermind(colours=5, holes=4)
    table = mc.compile_game(game)
    ids = array("I", sorted(random.Random(seed).sample(range(len(game.secrets)), 5 + 6 * seed)))
    options = MercAsPrinted().options(table, ids)
    assert {game.guesses[guess] for guess in options} == algorithm_3(
        [game.secrets[one] for one in ids]
    )


def test_drawn_pairs_match_as_often_as_their_letters_say():
    # Of 20,000 even draws a share of 0.2826 (matching_share) has a standard error of 0.32 percent.
    found = matching_drawn(20000, seed=1, letters="even")
    assert abs(found.value - 28.26) < 5 * found.error
    assert found.error == pytest.approx(0.318, abs=0.01)
