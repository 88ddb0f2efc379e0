"""What other distributions bring by entry points: found by name, listed, and refused in a line."""

from __future__ import annotations

import io
import subprocess
import sys
from importlib.metadata import entry_points

import pytest
from inside import MORE_LOOKS

import mastermind_core as mc
from mastermind_core.cli import main
from mastermind_core.names import Registry
from mastermind_core.play.parts import CODEMAKERS
from mastermind_core.show.parts import look_for

MODULE = """
from attrs import frozen
import mastermind_core as mc
from mastermind_core.files.notations import NOTATIONS
from mastermind_core.show import Cell
from mastermind_core.show import Look


@frozen
class Bead:
    at: int


@frozen
class Necklace:
    beads: int = 5
    endstates = frozenset({0})

    @property
    def guesses(self):
        return range(self.beads)

    secrets = guesses

    def score(self, guess, secret):
        way = abs(guess - secret)
        return min(way, self.beads - way)


necklace = mc.games.Registered(
    Necklace,
    "Find a bead of a necklace.",
    {"beads": mc.games.Option(int, "number of beads")},
    ({"beads": 4},),
)
ready = mc.Greedy(mc.MOST_PARTS, name="ready")
contest = NOTATIONS["contest"]


def polite():
    return mc.codemakers.random()


class Beads(Look):
    def fits(self, guess, score):
        return isinstance(guess, Bead)

    def guess(self, guess):
        return (Cell(str(guess.at), "disc", "#ff0000"),)


beads = Beads()
number = 3
"""

POINTS = """
[mastermind_core.games]
necklace = brought_things:necklace
twod = brought_things:necklace
gone = brought_things_that_left:necklace
odd = brought_things:number

[mastermind_core.strategies]
ready = brought_things:ready
exiting = brought_that_exits:ready

[mastermind_core.codemakers]
polite = brought_things:polite

[mastermind_core.formats]
again = brought_things:contest

[mastermind_core.looks]
beads = brought_things:beads
"""


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Install a distribution that brings one of each, and some that are broken."""
    (tmp_path / "brought_things.py").write_text(MODULE)
    (tmp_path / "brought_that_exits.py").write_text("raise SystemExit(3)")
    folder = tmp_path / "brought-1.2.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: brought\nVersion: 1.2\n")
    (folder / "entry_points.txt").write_text(POINTS)
    monkeypatch.syspath_prepend(tmp_path)
    for registry in (mc.GAMES, mc.STRATEGIES, mc.NOTATIONS, CODEMAKERS, MORE_LOOKS):
        monkeypatch.setattr(registry, "_brought", None)
        monkeypatch.setattr(registry, "_loaded", {})
        monkeypatch.setattr(registry, "_broken", set())
    yield tmp_path
    for name in ("brought_things", "brought_that_exits"):
        sys.modules.pop(name, None)


def test_nothing_of_it_is_imported_for_a_name_of_the_package(installed):
    assert mc.GAMES["twod"].make is mc.TwoD
    assert mc.STRATEGIES["knuth"] is mc.strategies.knuth
    assert "necklace" in mc.GAMES
    assert "nowhere" not in mc.GAMES
    assert "brought_things" not in sys.modules


def test_entry_points_are_read_for_other_names_alone():
    code = (
        "import mastermind_core as mc\n"
        "mc.GAMES['mastermind'], mc.length_distribution(mc.TwoD(3), 'entropy')\n"
        "mc.to_svg(mc.lazy_tree(mc.Mastermind(3, 2), 'knuth'))\n"
        "print(mc.GAMES._brought, mc.STRATEGIES._brought, mc.show.looks.MORE_LOOKS._brought)\n"
    )
    out = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    )
    assert out.stdout.split() == ["None", "None", "None"]


def test_each_is_found_by_its_name(installed):
    game = mc.GAMES["necklace"].make(beads=5)
    assert mc.length_distribution(game, "ready").worst == mc.optimal(game, "worst").worst == 3
    assert len(mc.play_game(game, "entropy", "polite")) <= 3
    tree = mc.lazy_tree(mc.Mastermind(3, 2), "ready")
    assert mc.to_notation(tree, "again") == mc.to_notation(tree, "contest")
    bead = sys.modules["brought_things"].Bead(4)
    assert [cell.text for cell in look_for(bead, 1).guess(bead)] == ["4"]


def test_a_game_is_saved_and_read_by_its_name(installed, tmp_path):
    game = mc.GAMES["necklace"].make(beads=7)
    tree = mc.lazy_tree(game, "entropy")
    mc.save(tree, tmp_path / "tree.json")
    again = mc.load(tmp_path / "tree.json")
    assert again.game == game
    assert mc.replay(game, again) == mc.length_distribution(game, tree)


def test_commands_know_what_is_brought(installed, capsys, monkeypatch):
    assert main(["analyze", "necklace", "--beads", "6", "--strategy", "ready"]) == 0
    assert "total" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert main(["play", "necklace", "--guesser", "you", "--codemaker", "polite"]) == 0
    assert "Find a bead of a necklace." in capsys.readouterr().out
    with pytest.warns(UserWarning, match="left out"):
        assert main(["games"]) == 0
    listed = capsys.readouterr().out
    assert "  necklace\n" in listed
    assert "  odd\n" not in listed


def test_what_is_broken_is_said_in_a_line_and_leaves_the_rest(installed):
    gone = "mastermind_core.games: 'gone' of brought 1.2 (brought_things_that_left:necklace) "
    gone += "cannot be imported: ModuleNotFoundError: No module named 'brought_things_that_left'"
    with pytest.raises(mc.BadArgument) as said:
        mc.GAMES["gone"]
    assert str(said.value) == gone
    with pytest.raises(mc.BadArgument, match=r"'odd' of .* must be a games.Registered, not 3$"):
        mc.GAMES["odd"]
    with pytest.raises(mc.BadArgument, match=r"'exiting' of .*cannot be imported: SystemExit: 3$"):
        mc.length_distribution(mc.TwoD(2), "exiting")
    with pytest.warns(UserWarning, match="left out: mastermind_core.games") as warned:
        assert list(mc.GAMES)[-1] == "necklace"
    assert len(warned) == 2
    assert len(mc.GAMES) == len(mc.GAMES.own) + 1  # which says nothing again


def test_names_of_the_package_are_its_own(installed):
    assert mc.GAMES["twod"].make is mc.TwoD
    assert mc.GAMES.names().count("twod") == 1


def test_a_misspelt_name_is_compared_with_what_is_brought(installed):
    with pytest.raises(mc.BadArgument, match="strategy 'raedy' is unknown; did you mean 'ready'"):
        mc.length_distribution(mc.TwoD(2), "raedy")


def test_an_entry_without_a_distribution_is_named_too(installed, monkeypatch):
    (point,) = (p for p in entry_points(group="mastermind_core.games") if p.name == "odd")
    registry = Registry("games", {}, callable, "a function")
    bare = type(point)(point.name, point.value, point.group)
    monkeypatch.setattr(registry, "_brought", {"odd": bare})
    with pytest.raises(mc.BadArgument, match=r"^mastermind_core.games: 'odd' \(brought_things:num"):
        registry["odd"]
