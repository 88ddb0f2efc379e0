"""Trees as text and as pictures: well formed, folded to size, and complete when asked."""

from __future__ import annotations

import json
import re
from math import inf
from xml.etree import ElementTree

import pytest
from errors import one_line
from registry import SAMPLES, sample

import mastermind_core as mc

SVG = "{http://www.w3.org/2000/svg}"
KNUTH = mc.Mastermind(6, 4)


def rows_of(picture):
    """Return the titles of the rows of a picture, and of their bars."""
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img"
    titles = [group.findtext(f"{SVG}title") for group in root.findall(f"{SVG}g")]
    return titles[::2], titles[1::2]


def counted(bars):
    """Add up what the bars of all rows say."""
    counts = {}
    for bar in bars:
        for part in bar.split(", "):
            count, length = map(int, part.split(" in "))
            counts[length] = counts.get(length, 0) + count
    return counts


@pytest.fixture(scope="module")
def knuth():
    return mc.lazy_tree(KNUTH, mc.strategies.knuth)


@pytest.mark.parametrize("rows", [13, 48, 200])
def test_a_large_strategy_is_folded_to_a_page(knuth, rows):
    picture = mc.to_svg(knuth, rows=rows)
    lines, _ = rows_of(picture)
    assert rows * 0.75 <= len(lines) <= rows
    size = ElementTree.fromstring(picture)
    assert float(size.get("height")) <= 100 + 22 * rows


def test_the_bars_of_a_folded_picture_still_count_every_secret(knuth):
    _, bars = rows_of(mc.to_svg(knuth, depth=1))
    counts = counted(bars)
    # Knuth (1977): 5801 guesses in all; the secret that is found at once has no row.
    assert sum(counts.values()) == 1295
    assert sum(length * count for length, count in counts.items()) == 5800


@pytest.mark.parametrize(("name", "place"), SAMPLES)
def test_every_game_can_be_drawn_and_written_in_full(name, place):
    game = sample(name, place)
    tree = mc.lazy_tree(game, mc.strategies.most_parts)
    nodes = [tree]
    for node in nodes:
        nodes += [branch.subtree for branch in node.branches if branch.subtree is not None]
    last = [node for node in nodes if all(branch.subtree is None for branch in node.branches)]
    lines, _ = rows_of(mc.to_svg(tree, rows=inf))
    assert len(lines) == len(last)
    text = mc.to_text(tree, lines=inf).splitlines()
    assert len(text) == 1 + sum(len(node.branches) for node in nodes)


INSECTS = {
    "name": ["fly", "mosquito", "bee", "wasp", "ant", "moth"],
    "wings": [2, 2, 4, 4, 0, 4],
    "sting": ["no", "yes", "yes", "yes", "no", "no"],
    "hairy": [False, False, True, False, False, True],
    "order": ["Diptera", "Diptera", "Hymenoptera", "Hymenoptera", "Hymenoptera", "Lepidoptera"],
}
KEYS = {
    "rows": mc.FiniteGame.from_table(INSECTS, id="name"),
    "classes": mc.FiniteGame.from_table(INSECTS, id="name", by="order"),
    "numbers": mc.FiniteGame.from_table([[0, 1], [1, 1], [1, 0]]),
    "one row": mc.FiniteGame.from_table({"name": ["fly"], "wings": [2]}, id="name"),
    "coins": mc.identified(mc.games.OddCoin(5)),
    "codes": mc.identified(mc.Mastermind(colours=3, holes=2)),
    "weights": mc.identified(mc.weighted(mc.games.GroupTesting(3), [5, 1, 1])),
}


def of_ends(written):
    """Yield what the dictionary of a tree says at its ends, where the secret is not named."""
    for branch in written["branches"]:
        if branch["subtree"]:
            yield from of_ends(branch["subtree"])
        elif branch["score"] not in ("found", (2, 0)):
            yield branch["known"]


@pytest.mark.parametrize("saved", [False, True])
@pytest.mark.parametrize("name", KEYS)
def test_at_every_leaf_of_a_key_stands_what_is_known(name, saved):
    tree = mc.optimal(KEYS[name]).tree
    game = tree.game
    if saved:
        tree = mc.from_json(mc.to_json(tree))
        assert list(map(tree.game.goal, game.secrets)) == list(map(game.goal, game.secrets))
    ends = [
        f"= {game.format_guess(game.goal(secrets[0]))}"
        for history, secrets in tree.paths()
        if not history or history[-1][1] not in game.endstates
    ]
    ends.sort()
    written = [line.partition("= ") for line in mc.to_text(tree, lines=inf).splitlines()]
    assert sorted(f"= {end}" for _, sign, end in written if sign) == ends
    titles, bars = rows_of(mc.to_svg(tree, rows=inf))
    assert (
        sorted(f"= {end}" for _, sign, end in (t.rpartition("= ") for t in titles) if sign) == ends
    )
    assert sum(map(int, re.findall(r"(\d+) in", ", ".join(bars)))) <= len(game.secrets) * 5
    told = list(of_ends(tree.to_dict()))
    assert sorted(f"= {game.format_guess(one)}" for one in told) == ends or tree.over
    labels = re.findall(r'label="(= [^"]*)"', mc.to_dot(tree))
    assert sorted(labels) == ends
    page = mc.to_html(tree)
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])
    assert sorted(data["known"].values()) == ends or (tree.over and ends[0] in page)
    session = mc.Session(game, tree)
    while not session.over:
        session.answer(game.score(session.guess, game.secrets[-1]))
    if session.history and session.history[-1][1] not in game.endstates:
        assert f"= {game.format_guess(session.known)}".partition("= ")[2] in session._repr_html_()


def test_text_is_folded_by_default_and_whole_when_asked(knuth):
    assert 60 <= len(mc.to_text(knuth).splitlines()) <= 81
    assert len(mc.to_text(knuth, lines=inf).splitlines()) > 2000
    assert len(mc.to_text(knuth, lines=20).splitlines()) <= 21


def test_text_opens_no_more_than_it_writes():
    asked = []

    def strategy(position):
        asked.append(position)
        return position.candidates[0]

    lines = mc.to_text(mc.lazy_tree(KNUTH, strategy), lines=40).splitlines()
    assert len(asked) <= len(lines)


def test_a_solution_and_the_name_of_a_strategy_can_be_shown():
    game = mc.TwoD(3)
    solution = mc.optimal(game)
    assert mc.to_text(solution) == mc.to_text(solution.tree)
    assert mc.to_svg(game, "knuth") == mc.to_svg(game, mc.strategies.knuth)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: mc.to_svg("knuth"),
        lambda: mc.to_svg(3.5),
        lambda: mc.to_text(mc.TwoD(2), "nobody"),
        lambda: mc.to_svg("knuth", mc.TwoD(2)),
        lambda: mc.to_text(mc.TwoD(2), "knuth", lines="all"),
        lambda: mc.to_svg(mc.TwoD(2), "knuth", rows=0),
    ],
)
def test_what_cannot_be_shown_is_said(wrong):
    with one_line(mc.BadArgument):
        wrong()


def test_a_title_with_markup_is_escaped():
    picture = mc.to_svg(mc.TwoD(2), "knuth", title='a<b & "c"')
    assert rows_of(picture)


def test_one_candidate_is_said_in_the_singular():
    tree = mc.lazy_tree(mc.TwoD(2), "knuth")
    text = mc.to_text(tree)
    assert "(1 candidate)" in text
    assert ": 1 candidate ..." in mc.to_text(mc.lazy_tree(mc.TwoD(2), "knuth"), depth=1)
    assert "1 candidates" not in text
    assert "1 candidate," in repr(tree.branches[-1].subtree)


def test_guesses_answers_and_counts_are_named_above_their_columns():
    numbers = mc.FiniteGame(
        range(1, 9), range(1, 9), lambda guess, secret: abs(guess - secret), {0}, name="distances"
    )
    picture = ElementTree.fromstring(mc.to_svg(numbers, "entropy"))
    written = [one for one in picture.iter() if one.tag.endswith("}text")]
    texts = [(one.text, float(one.get("x")), float(one.get("y"))) for one in written]
    assert texts[0][0] == "Strategy: distances"
    assert "A strategy to walk through: distances" in mc.to_html(numbers, "entropy")
    heads = [text for text in texts if text[0] in ("guess", "score", "left")]
    assert [name for name, _, _ in heads][:4] == ["guess", "score", "left", "guess"]
    assert len({y for _, _, y in heads}) == 1
    below = min(y for _, _, y in texts if y > heads[0][2])
    first = [x for name, x, y in texts if y == below]
    assert first[0] == heads[0][1]
    assert first[1] == heads[1][1]
    assert [at for _, at, _ in heads] == sorted(at for _, at, _ in heads)
