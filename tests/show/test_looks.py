"""Looks: what is chosen for a game, that grey tells apart, and that text can be read."""

from __future__ import annotations

import pytest

import mastermind_core as mc
from mastermind_core.show import LOOKS, Cell, Look
from mastermind_core.show.parts import TILES, ink, look_for, tinted


def contrast(one, other):
    """Return the contrast of two colours as WCAG 2 defines it."""

    def light(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


#: The symbols that are filled by their own names.
NAMES = [
    "red",
    "green",
    "blue",
    "yellow",
    "orange",
    "purple",
    "white",
    "black",
    "brown",
    "pink",
    "grey",
    "gray",
    "cyan",
    "magenta",
    "violet",
    "turquoise",
]


@pytest.mark.parametrize("code", [tuple(range(1, 25)), tuple(NAMES)], ids=["indices", "names"])
def test_what_is_written_in_a_disc_can_be_read(code):
    fills = {cell.fill for cell in look_for(code, mc.Pegs(0, 0)).guess(code)}
    assert len(fills) >= 12
    for fill in fills:
        assert contrast(fill, ink(fill)) >= 4.5


@pytest.mark.parametrize("fill", ["hit", "near"])
def test_what_is_written_in_a_tile_can_be_read(fill):
    assert contrast(*TILES[fill]) >= 4.5


@pytest.mark.parametrize(
    ("game", "guess", "shapes"),
    [
        (mc.Mastermind(3, 2), (1, 2), ["disc", "disc"]),
        (mc.Jotto(["ab", "ba"]), "ab", ["tile", "tile"]),
        (mc.Wordle(["ab", "ba"]), "ab", ["tile", "tile"]),
        (mc.TwoD(3), (0, 1), ["text"]),
    ],
)
def test_each_kind_of_game_has_its_look(game, guess, shapes):
    look = look_for(guess, game.score(guess, game.secrets[0]))
    assert [cell.shape for cell in look.guess(guess)] == shapes


@pytest.mark.parametrize("name", mc.GAMES)
def test_answers_that_differ_look_and_read_differently(name):
    entry = mc.GAMES[name]
    game = entry.make(**entry.samples[0])
    scores = mc.compile_game(game).scores.items
    look = look_for(game.guesses[0], scores[0])
    assert len({look.words(score) for score in scores}) == len(scores)
    assert len({tuple(look.score(score)) for score in scores}) == len(scores)


def test_a_word_is_filled_as_its_answer_says():
    look = look_for("crane", ".yg..")
    cells = tinted(look.guess("crane"), look.tints(".yg.."))
    assert [cell.fill for cell in cells] == ["miss", "near", "hit", "miss", "miss"]
    assert "".join(cell.text for cell in cells) == "CRANE"


def test_a_game_of_ones_own_brings_its_look(monkeypatch):
    class Suits(Look):
        def fits(self, guess, score):
            return score in {"higher", "lower", "found"}

        def score(self, score):
            return (Cell({"higher": "^", "lower": "v"}.get(score, "="), "text"),)

    def compare(guess, secret):
        return "found" if guess == secret else "higher" if secret > guess else "lower"

    game = mc.FiniteGame(range(7), range(7), compare, {"found"})
    monkeypatch.setattr("mastermind_core.show.looks.LOOKS", [Suits(), *LOOKS])
    picture = mc.to_svg(game, "knuth")
    assert ">^<" in picture
    assert ">v<" in picture
