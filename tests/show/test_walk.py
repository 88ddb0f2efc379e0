"""The page to walk through, without a browser: what it holds is the tree, and nothing else."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipapp
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree

import pytest
from errors import one_line
from registry import SAMPLES, sample

import mastermind_core as mc
from mastermind_core.notation import show_item
from mastermind_core.show.parts import look_for


def data_of(page):
    """Return what a page holds."""
    return json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])


def games_of(data):
    """Walk a page's tree by its own lists: secret -> ((guess, answer), ...)."""
    games, edges, ends = {}, iter(data["scores"]), iter(data["order"])
    numbers = iter(range(len(data["scores"])))
    paths = [()]
    for guess, width in zip(data["guesses"], data["branches"], strict=True):
        path = paths.pop()
        below = []
        for _ in range(width):
            score, number = next(edges), next(numbers)
            longer = (*path, (data["names"][guess], score))
            if data["final"][score]:
                for _ in range(data["several"].get(str(number), 1)):
                    games[data["secrets"][next(ends)]] = longer
            else:
                below.append(longer)
        paths += reversed(below)
    assert not paths
    return games


@pytest.mark.parametrize(("name", "place"), SAMPLES)
def test_a_page_holds_the_game_of_every_secret(name, place):
    game = sample(name, place)
    data = data_of(mc.to_html(game, "most_parts"))
    games, look = games_of(data), look_for(game.guesses[0], mc.compile_game(game).scores.items[0])
    assert len(games) == len(game.secrets)
    written = {show_item(secret): secret for secret in game.secrets}
    guesses = {show_item(guess): guess for guess in game.guesses}
    for secret, path in games.items():
        for guess, score in path:
            answer = game.score(guesses[guess], written[secret])
            assert data["words"][score] == look.words(answer)
            assert data["final"][score] == (answer in game.endstates)


def test_a_guess_may_find_several_secrets():
    game = mc.FiniteGame(
        "ab", "wxyz", lambda guess, secret: (guess == "a") == (secret < "y"), {True}
    )
    games = games_of(data_of(mc.to_html(game, "knuth")))
    assert {secret: len(path) for secret, path in games.items()} == {
        "w": 1,
        "x": 1,
        "y": 2,
        "z": 2,
    }


def test_a_page_asks_nothing_of_a_network():
    page = mc.to_html(mc.TwoD(3), "knuth")
    assert "default-src 'none'" in page
    assert not re.findall(r'(?:src|href)="(?!data:)', page)
    assert "http://" not in page
    assert "https://" not in page


def test_no_text_of_a_game_can_end_the_script():
    words = ("</script><b>", "<!--<script>")
    game = mc.FiniteGame(words, words, lambda guess, secret: guess == secret, {True})
    page = mc.to_html(game, "knuth", title="<i>@js@</i>")
    assert page.count("</script>") == 2
    assert "<i>" not in page
    assert set(data_of(page)["secrets"]) == set(words)


def test_a_part_of_a_tree_makes_a_page():
    tree = mc.lazy_tree(mc.TwoD(4), mc.strategies.knuth)
    part = max(tree.branches, key=lambda branch: branch.size).subtree
    assert set(games_of(data_of(mc.to_html(part)))) == set(map(show_item, part.candidates))


@pytest.mark.parametrize(
    "wrong", [lambda: mc.to_html("knuth"), lambda: mc.to_html(mc.TwoD(2), "knuth", title=3)]
)
def test_what_makes_no_page_is_said(wrong):
    with one_line(mc.BadArgument):
        wrong()


def test_files_of_data_are_read_from_a_zip_archive(tmp_path):
    source = tmp_path / "source"
    for package in ("mastermind_core", "attr", "attrs", "more_itertools"):
        copytree(Path(find_spec(package).origin).parent, source / package)
    code = (
        "import mastermind_core as mc\n"
        "print(mc.to_html(mc.TwoD(3), 'entropy'))\n"
        "print(mc.games.english_words()[0][0])\n"
    )
    (source / "__main__.py").write_text(code, encoding="utf-8")
    zipapp.create_archive(source, tmp_path / "app.pyz")
    command = [sys.executable, "-I", "-S", str(tmp_path / "app.pyz")]
    made = subprocess.run(command, capture_output=True, text=True, check=True)
    page, word = made.stdout.rstrip().rsplit("\n", 1)
    assert page.strip() == mc.to_html(mc.TwoD(3), "entropy").strip()
    assert word == mc.games.english_words()[0][0]


def test_pages_and_pictures_of_a_key_speak_of_rows_and_questions():
    cells = {"name": ["ant", "bee", "fly"], "legs, " + "counted on both sides " * 3: [6, 8, 10]}
    best = mc.optimal(mc.FiniteGame.from_table(cells, id="name", name="insects"))
    for text in (mc.to_html(best), mc.to_svg(best)):
        assert "question" in text
        assert "3 rows" in text
        assert "Key: insects" in text or "A key to walk through: insects" in text
        body = text.split("<body>")[-1].split("<script")[0]
        read = re.sub("<[^>]*>", " ", body).lower()
        assert not {"secret", "secrets", "guess", "guesses", "score"} & {*read.split()}
    (width,) = re.findall(r'<svg [^>]*?width="([0-9.]+)', mc.to_svg(best))
    assert float(width) < 600


def test_a_picture_of_a_policy_has_probabilities():
    cells = {"name": ["flu", "cold"], "fever": [0.75, 0.25]}
    game = mc.FiniteGame.from_table(cells, id="name", likelihoods=True)
    picture = mc.to_svg(mc.optimal(game, max_steps=1))
    assert picture.count(">0.500</text>") == 2
    assert "bars: outcomes by number of questions" in picture
