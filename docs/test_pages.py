"""Check what doctest does not see: shown commands, and that the reference is complete."""

from __future__ import annotations

import csv
import doctest
import importlib
import inspect
import json
import re
import shlex
import sys
from operator import attrgetter
from pathlib import Path

import pytest

import mastermind_core
from mastermind_core.cli import main

sys.path.insert(0, str(Path(__file__).parent))
from public import names_of, public_names

DOCS = Path(__file__).parent
ROOT = DOCS.parent
README = ROOT / "README.rst"
COMMAND = re.compile(r"(?:-m mastermind_core|bin/mastermind-core) ")


def console_blocks():
    """Yield each command of the package that a page shows, with the output that it shows."""
    for page in (README, *sorted(DOCS.rglob("*.rst"))):
        for block in re.findall(
            r"\.\. code-block:: console\n\n((?:   .*\n|\n)+)", page.read_text(encoding="utf-8")
        ):
            lines = re.sub(r"^   ", "", block, flags=re.MULTILINE).rstrip().split("\n")
            if lines[0].startswith("$ ") and COMMAND.search(lines[0]) and lines[1:]:
                arguments = shlex.split(COMMAND.split(lines[0])[-1])
                yield pytest.param(arguments, lines[1:], id=f"{page.name}: {arguments[0]}")


@pytest.mark.parametrize(("arguments", "output"), list(console_blocks()))
def test_a_command_prints_what_its_page_shows(arguments, output, capsys):
    assert main(arguments) == 0
    shown = [line.rstrip() for line in capsys.readouterr().out.rstrip().split("\n")]
    expected, got = ("\n".join(lines) + "\n" for lines in (output, shown))
    assert doctest.OutputChecker().check_output(expected, got, doctest.ELLIPSIS), got


def test_the_readme_has_commands():
    assert list(console_blocks())


def test_the_test_command_is_the_one_of_continuous_integration():
    ran = (ROOT / ".ci" / "run").read_text(encoding="utf-8").split("\n")
    # After the command of the README comes what takes longer.
    steps = [
        line.removesuffix(" || failed=1") for line in ran if line.startswith(("python3", ".venv"))
    ]
    steps = steps[: steps.index(".venv/bin/tox -p") + 1]
    shown = "".join(f"   $ {step}\n" for step in steps)
    assert shown in README.read_text(encoding="utf-8")


def test_links_of_the_readme_lead_somewhere():
    text = README.read_text(encoding="utf-8")
    links = re.findall(r"<([^<>\s]+)>`_", text) + re.findall(r"^\.\. _[^:]+: (.+)$", text, re.M)
    assert len(links) > 5
    assert not [link for link in links if not (ROOT / link).exists()]
    references = re.findall(r"`([^`<>]+)`_(?!_)", text)
    targets = re.findall(r"^\.\. _([^:]+):", text, re.M)
    assert {one.lower() for one in references} == {one.lower() for one in targets}


def test_pages_that_the_readme_links_to_are_read_without_sphinx():
    pages = set(re.findall(r"docs/[\w/-]+\.rst", README.read_text(encoding="utf-8")))
    assert len(pages) > 10
    roles = re.compile(r":(?:doc|func|class|meth|data|exc|ref):`(?!.*</notebooks/)")
    for page in pages:
        text = (ROOT / page).read_text(encoding="utf-8")
        assert not roles.findall(text), page
        links = re.findall(r"<([\w./-]+\.rst)>`__", text)
        assert not [link for link in links if not (ROOT / page).parent.joinpath(link).exists()]


def test_a_page_that_is_named_in_the_repository_is_there():
    named = re.compile(r"\bdocs/[\w/.-]*\w")
    places = [ROOT / "CONTRIBUTING.rst", *(ROOT / "benchmarks").glob("*.py")]
    for suffix in ("py", "cpp", "hpp"):
        places += (ROOT / "mastermind_core").rglob(f"*.{suffix}")
    missing = {
        (place.name, name)
        for place in places
        for name in named.findall(place.read_text(encoding="utf-8"))
        if not (ROOT / name).exists() and not (ROOT / f"{name}.rst").exists()
    }
    assert not missing


def test_no_line_of_the_readme_runs_off_the_page():
    assert max(map(len, README.read_text(encoding="utf-8").splitlines())) <= 105


def test_every_public_name_is_in_the_reference():
    pages = "".join(page.read_text(encoding="utf-8") for page in (DOCS / "reference").glob("*.rst"))
    rooms = re.findall(r"^\.\. public-names:: (.*)$", pages, re.MULTILINE)
    shown = tuple(f"mastermind_core.{room}." for line in rooms for room in line.split())
    missing = {name for name, home in public_names().items() if not home.startswith(shown)}
    assert not missing, f"name their rooms on a page of docs/reference: {sorted(missing)}"


@pytest.mark.parametrize(
    ("page", "first"),
    [("exact", "optimal"), ("trees", "lazy_tree"), ("play", "play_game"), ("output", "to_html")],
)
def test_a_page_of_the_reference_begins_with_a_function(page, first):
    text = (DOCS / "reference" / f"{page}.rst").read_text(encoding="utf-8")
    rooms = re.search(r"^\.\. public-names:: (.*)$", text, re.MULTILINE)[1].split()
    names = names_of(rooms)
    assert names[0] == first
    functions = [inspect.isfunction(attrgetter(name)(mastermind_core)) for name in names]
    assert functions == sorted(functions, reverse=True)


@pytest.mark.skipif(
    not mastermind_core.kernels.active().startswith("native"),
    reason="of equally good trees another kernel may take another",
)
def test_the_picture_of_the_readme_is_what_the_library_draws():
    best = mastermind_core.optimal(
        mastermind_core.Mastermind(colours=6, holes=4), "worst-then-mean"
    )
    title = "Mastermind, 6 colours, 4 holes: never a sixth guess, and no better mean"
    drawn = mastermind_core.to_svg(best, rows=14, depth=2, title=title)
    assert (DOCS / "_static" / "optimum.svg").read_text(encoding="utf-8") == drawn + "\n"


def test_the_figures_of_strategies_are_what_they_play():
    with (DOCS / "strategies" / "figures.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    assert rows.keys() == set(mastermind_core.STRATEGIES.own)
    game = mastermind_core.Mastermind(colours=6, holes=4)
    # Greedy strategies are quick; of the others the file says what one run was.
    for name, row in rows.items():
        if isinstance(mastermind_core.STRATEGIES[name], mastermind_core.Greedy):
            played = mastermind_core.length_distribution(game, name)
            assert (row["games"], row["mean"]) == ("1296", f"{played.mean:.3f}"), name
            assert int(row["worst"]) == played.worst, name
        assert float(row["mean"]) >= 4.340, name
        assert int(row["worst"]) >= 5, name


@pytest.mark.parametrize("game", mastermind_core.GAMES)
def test_every_game_begins_on_the_page_of_play_with_what_its_form_shows(game, monkeypatch):
    monkeypatch.syspath_prepend(DOCS / "_static" / "play")
    page = importlib.import_module("page")
    form = next(entry for entry in page.catalogue() if entry["name"] == game)
    options = {option["name"]: option["value"] for option in form["options"]}
    for codemaker in ("random", None):
        given = {"game": game, "options": options, "codemaker": codemaker}
        begun = json.loads(page.answer(json.dumps({"ask": "start", "given": given})))
        assert "error" not in begun
    given = {"guess": begun["examples"][0], "score": begun["scores"][0]}
    answered = json.loads(page.answer(json.dumps({"ask": "guess", "given": given})))
    assert answered["number"] == 1


def test_the_picture_of_the_concepts_is_what_the_library_draws():
    def score(guess, secret):
        return "hit" if guess == secret else "higher" if secret > guess else "lower"

    numbers = range(1, 8)
    game = mastermind_core.FiniteGame(numbers, numbers, score, endstates={"hit"})
    tree = mastermind_core.lazy_tree(game, "entropy")
    drawn = mastermind_core.to_svg(tree, title="Guess a number from 1 to 7")
    assert (DOCS / "_static" / "concepts.svg").read_text(encoding="utf-8") == drawn + "\n"
