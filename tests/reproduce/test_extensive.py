"""Games written out for Gambit have the value that the search finds."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest
from errors import one_line

import mastermind_core as mc
from reproduce import extensive

GAMES = {
    "numbers": mc.games.HigherLower(3),
    "codes": mc.Mastermind(colours=2, holes=2),
    "grid": mc.TwoD(2),
    "costs": mc.priced(mc.games.HigherLower(3), {2: Fraction(5, 2)}),
    "goals": mc.identified(mc.games.HigherLower(4)),
    "never": mc.weighted(mc.games.HigherLower(3), {2: 0}),
    "quotes": mc.FiniteGame('a"', 'a"', lambda guess, secret: guess == secret, {True}),
}


def read(text):
    """Return the secrets, and below each what follows: (set, {guess: ...}), or what is paid."""
    lines = iter(text.splitlines()[2:])

    def node():
        line = next(lines)
        names = re.findall(r'"([^"]*)"', line.partition("{")[2])
        if line.startswith("t"):
            won, lost = map(Fraction, line[line.index("{") + 1 : -1].split(","))
            assert won == -lost
            return won
        player, known = line.split()[2:4]
        return player, known, {name: node() for name in names}

    player, _, below = node()
    assert player == "1"
    assert next(lines, "") == ""
    return below


def plays(below):
    """Yield what each plan of the guesser, a guess for each set, pays for each secret."""
    sets = {}

    def gather(node):
        if not isinstance(node, Fraction):
            player, known, guesses = node
            assert player == "2"
            assert sets.setdefault(known, list(guesses)) == list(guesses)
            for after in guesses.values():
                gather(after)

    for node in below.values():
        gather(node)
    for plan in product(*sets.values()):
        chosen = dict(zip(sets, plan, strict=True))
        paid = {}
        for secret, node in below.items():
            while not isinstance(node, Fraction):
                node = node[2][chosen[node[1]]]
            paid[secret] = node
        yield paid


@pytest.mark.parametrize("name", GAMES)
def test_no_plan_beats_the_hider(name):
    game = GAMES[name]
    found = mc.equilibrium(game)
    below = read(extensive.to_efg(game))
    codemaker = [found.codemaker[secret] for secret in game.secrets if secret in found.codemaker]
    assert len(below) == len(codemaker)
    least = min(
        sum(share * paid for share, paid in zip(codemaker, plan.values(), strict=True))
        for plan in plays(below)
    )
    assert least == found.lower == found.upper


@pytest.mark.parametrize("name", GAMES)
def test_gambit_finds_the_same_value(name, tmp_path):
    gambit = pytest.importorskip("pygambit")
    path = tmp_path / "game.efg"
    path.write_text(extensive.to_efg(GAMES[name]), encoding="utf-8")
    game = gambit.read_efg(str(path))
    (first, *_) = gambit.nash.lp_solve(game, rational=True).equilibria
    value = first.payoff(game.players["codemaker"])
    assert Fraction(str(value)) == mc.equilibrium(GAMES[name]).lower


def test_a_game_that_is_too_large_is_refused(monkeypatch):
    with one_line(mc.GameTooLarge, "100,000"):
        extensive.to_efg(mc.Mastermind(colours=6, holes=4))
    monkeypatch.setattr(extensive, "_MOST", 50)
    with one_line(mc.GameTooLarge, "50"):
        extensive.to_efg(mc.games.HigherLower(4))
