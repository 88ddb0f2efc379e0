"""Trees in the notations of other programs: read, written, and refused with the line."""

from __future__ import annotations

import gzip

import pytest
from adhoc import odd_game
from amounts import many
from errors import one_line
from hypothesis import given, settings
from hypothesis import strategies as st

import mastermind_core as mc

SMALL = mc.Mastermind(colours=3, holes=2)
EXAMPLE = "{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,01:{BC:{01:CA}},00:CC}}"

CODES = [
    SMALL,
    mc.Mastermind(colours=4, holes=3),
    mc.Mastermind(colours=("red", "blue", "white"), holes=3),
    mc.Mastermind(colours=4, holes=3, repeats="guesses"),
    mc.Mastermind(colours=1, holes=1),
    mc.Mastermind(colours=4, holes=1),
    mc.BullsAndCows(10, 2),
]
WORDS = ["cigar", "rebut", "sissy", "humph", "awake", "blush", "focal", "evade", "naval", "serve"]
WORDLES = [mc.Wordle(WORDS), mc.Wordle(WORDS[:4], others=["salet", "reast"])]

PLAYERS = ["knuth", "entropy", "minimax_candidates", "most_parts", "random_candidate"]

CASES = [
    pytest.param(game, notation, id=f"{notation}-{number}")
    for notation, games in {"contest": CODES, "mmstrat": CODES, "alex1770": WORDLES}.items()
    for number, game in enumerate(games)
]


def shape(tree):
    """Return a tree as nested tuples."""
    return tree.guess, tuple((b.score, b.subtree and shape(b.subtree)) for b in tree.branches)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(("game", "notation"), CASES)
def test_what_is_written_is_read_again(game, notation, player):
    tree = mc.lazy_tree(game, player)
    text = mc.to_notation(tree, notation)
    again = mc.from_notation(game, text, notation)
    assert shape(again) == shape(tree)
    assert mc.to_notation(again, notation) == text
    assert mc.replay(game, again) == mc.length_distribution(game, tree)


def test_the_example_of_the_contest():
    """The task states its total: 21."""
    tree = mc.from_notation(SMALL, EXAMPLE, "contest")
    assert mc.replay(SMALL, tree).total == 21
    assert tree.guess == (1, 2)


def test_mmstrat_leaves_out_what_goes_without_saying():
    """Written by hand after the rules that mmstrat's reader states."""
    text = """9(12: 1,2(23),1;
    4A;1)

    A = (13x: 0,1,1;1;1)"""
    tree = mc.from_notation(SMALL, text, "mmstrat")
    assert mc.replay(SMALL, tree) == {1: 1, 2: 4, 3: 4}
    assert tree[0, 1].subtree.guess == (2, 3)
    assert tree[1, 0].subtree.guess == (1, 3)
    knuth = text.replace('1;1)"', "0,1;1)").replace("4A", "0,4A")
    again = mc.from_notation(SMALL, knuth, "mmstrat")
    assert shape(again) == shape(tree)


def test_the_table_of_games_may_be_written_in_full():
    game = WORDLES[0]
    hollow = mc.to_notation(mc.lazy_tree(game, "entropy"), "alex1770")
    full, path = [], []
    for line in hollow.splitlines():
        words = line.split()
        depth = int(words[0][5:]) if words[0][:5].isupper() else 0
        path = path[: 2 * depth - 1 if depth else 0] + words
        full.append(" ".join(path))
    assert len(full) == len(WORDS)
    tree = mc.from_notation(game, "\n".join(full), "alex1770")
    assert mc.to_notation(tree, "alex1770") == hollow


def test_files(tmp_path):
    tree = mc.optimal(SMALL)
    for name in ("tree.txt", "tree.txt.gz"):
        mc.write_tree(tree, tmp_path / name, "contest")
        assert shape(mc.read_tree(SMALL, tmp_path / name, "contest")) == shape(tree.tree)
    assert gzip.decompress((tmp_path / "tree.txt.gz").read_bytes()).startswith(b"{")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with one_line(mc.BadFile, "'bytes' is not encoded in UTF-8"):
        mc.read_tree(SMALL, tmp_path / "bytes", "contest")
    (tmp_path / "cut").write_text("{AB:\n{")
    with one_line(mc.BadFile, "'cut'", "line 2", "expected more"):
        mc.read_tree(SMALL, tmp_path / "cut", "contest")
    with one_line(mc.BadFile, "cannot be read"):
        mc.read_tree(SMALL, tmp_path / "nothing", "contest")


REFUSED = {
    "contest": {
        "": ("line 1", "expected more"),
        "AB": ("line 1", "no branch"),
        "AD": ("line 1", "'AD' is not a code"),
        "{AB:{\n100:CC}}": ("line 2", "'100' is not a score"),
        "{AB:{00:CC,00:CC}}": ("00 occurs twice",),
        EXAMPLE.replace("00:CC", "00:CC,\n20:AA"): ("line 2", "a guess follows"),
        "{AB:{11:AA,10:AA}}": ("line 1",),
        EXAMPLE + "}": ("after the end",),
        EXAMPLE[:-1]: ("expected '}'", "the end"),
        EXAMPLE.replace("01:CB,", ""): ("(1, 3) has no branch for",),
        EXAMPLE.replace("00:CC", "00:AA"): ("all scores of (1, 1) are the same",),
        EXAMPLE.replace("02:BA", "02:{BA:{00:CC}}"): ("the score of no remaining secret",),
        "{AB:" * 100000: ("'AB' is not a score",),
        "{AB:{10:" * 100000: ("nested too deep",),
        "{AA:{00:" * 3 + "BB": ("expected ',' or '}'",),
        "?": ("'?' is not expected",),
    },
    "mmstrat": {
        "": ("expected more",),
        "8 (12: 1, 2, 1; 4 (13); 1)": ("the file states 8 remaining secrets, not 9",),
        "9": ("the guess is missing with 9 remaining secrets",),
        "9 (12)": ("the guess is missing with 4 remaining secrets",),
        "9 (12:\n 1, 3, 1; 4 (13); 1)": ("line 2", "the file states 3"),
        "9 (12: 1, 2, 1, 4 (13); 1)": ("expected ';'",),
        "9 (12: 1, 2, 1; 4A; 1)": ("the situation A is missing",),
        "9 (12: 1, 2, 1; 4A; 1) A = (13) A = (13)": ("A", "given twice"),
        "9 (12: 1, 2, 1; 4A; 1) B = (13)": ("B", "not named above"),
        "9 (12: 1, 2, 1; 4A; 1) A (13)": ("expected '='",),
        "9 (17: 1)": ("'17' is not a code",),
        "9 (12: 1, 2, 1; 4 (12x); 1)": ("all scores of (1, 2) are the same",),
        "9 (12: 1, 2, 1; 4 (13); 0)": ("",),
        "9 (12: 1, 0, 1; 4 (13); 1)": ("no branch",),
        "9 (12:" * 100000: ("nested too deep",),
        "1234567890123 (12)": ("a number of secrets",),
    },
    "alex1770": {
        "": ("the text has no game",),
        "cigar": ("line 1", "without a score"),
        "cigar rebut": ("'rebut' is not a score",),
        "BBBBB1": ("'BBBBB1' is not a score",),
        "cigar GGGGG2": ("'GGGGG2' is not a score",),
        "cigar BBBBB1": ("not all green",),
        "cigar GGGGG1\nrebut GGGGG1": ("line 2", "'rebut' is guessed, but line 1"),
        "cigar GGGGG1": ("no branch",),
        "cigar GGGGG1 GGGGG1": ("is not a score",),
        "zzzzz GGGGG1": ("not a guess",),
    },
}
BAD = [(name, text, parts) for name, texts in REFUSED.items() for text, parts in texts.items()]


@pytest.mark.parametrize(("notation", "text", "parts"), BAD, ids=range(len(BAD)))
def test_what_does_not_fit_is_refused_with_its_line(notation, text, parts):
    game = WORDLES[0] if notation == "alex1770" else SMALL
    if parts == ("",):  # the last number is not looked at: that answer ends the game
        assert mc.from_notation(game, text, notation)
        return
    with one_line(mc.BadFile, "line ", *parts):
        mc.from_notation(game, text, notation)


@pytest.mark.parametrize(
    ("game", "notation"),
    [
        (mc.TwoD(3), "contest"),
        (mc.TwoD(3), "alex1770"),
        (odd_game(), "mmstrat"),
        (mc.Wordle(WORDS), "contest"),
        (SMALL, "alex1770"),
        (mc.Mastermind(colours=11, holes=2), "mmstrat"),
        (mc.Mastermind(colours=27, holes=1), "contest"),
        (mc.Mastermind(colours=1, holes=10), "contest"),
    ],
)
def test_a_notation_of_another_kind_of_game_is_refused(game, notation):
    with one_line(mc.BadArgument, f"the notation '{notation}'"):
        mc.to_notation(mc.lazy_tree(game, "knuth"), notation)
    with one_line(mc.BadArgument, f"the notation '{notation}'"):
        mc.from_notation(game, "", notation)


def test_arguments():
    tree = mc.lazy_tree(SMALL, "knuth")
    known = "contest, mmstrat, alex1770, couplets, python, sql"
    with one_line(mc.BadArgument, f"notation must be one of {known}, not 'xml'"):
        mc.to_notation(tree, "xml")
    for name in ("couplets", "python", "sql"):
        with one_line(mc.BadArgument, f"notation '{name}' can only be written"):
            mc.from_notation(SMALL, mc.to_notation(tree, name), name)
    with one_line(mc.BadArgument, "text must be a string"):
        mc.from_notation(SMALL, b"AB", "contest")
    with one_line(mc.BadArgument, "game must be a game"):
        mc.from_notation(EXAMPLE, SMALL, "contest")
    with one_line(mc.BadArgument, "path"):
        mc.read_tree(SMALL, 3, "contest")
    with one_line(mc.BadArgument, "tree must be a tree"):
        mc.to_notation(SMALL, "contest")


TEXTS = {
    "contest": (SMALL, EXAMPLE),
    "mmstrat": (SMALL, mc.to_notation(mc.lazy_tree(SMALL, "knuth"), "mmstrat")),
    "alex1770": (WORDLES[0], mc.to_notation(mc.lazy_tree(WORDLES[0], "knuth"), "alex1770")),
}


@settings(max_examples=many(300))
@given(st.sampled_from(sorted(TEXTS)), st.data())
def test_a_damaged_text_is_a_tree_that_verifies_or_is_refused(notation, data):
    game, text = TEXTS[notation]
    letters = st.sampled_from([*sorted(set(text)), "\n", "é", "\0"])
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(at, min(len(text), at + 5)))
        text = text[:at] + data.draw(st.text(letters, max_size=3)) + text[end:]
    try:
        tree = mc.from_notation(game, text, notation)
    except mc.BadFile as refused:
        reason = str(refused)
        assert "\n" not in reason
    else:
        assert mc.replay(game, tree).count == len(game.secrets)


def test_dot_names_every_node_once():
    tree = mc.optimal(mc.TwoD(3)).tree
    lines = mc.to_dot(tree).split("\n")
    assert lines[0] == "digraph strategy {"
    assert lines[-1] == "}"
    nodes = [line.split()[0] for line in lines if "shape=box];" not in line and " [label" in line]
    arrows = [line.split()[2] for line in lines if " -> " in line]
    assert sum("->" in line for line in lines) == len(arrows)
    boxes = [name for name in nodes if name.isdigit()]
    assert sorted(map(int, arrows)) == sorted(int(name) for name in set(boxes) - {"0"})
    assert sum('"found"' in line for line in lines) == len(mc.TwoD(3).secrets)


def test_dot_quotes_what_people_write():
    game = mc.FiniteGame(['a "b"\\', "c\nd"], [0, 1], lambda g, s: g.startswith("ac"[s]), {True})
    text = mc.to_dot(mc.lazy_tree(game, "entropy"))
    assert 'label="a \\"b\\"\\\\\\n2 secrets"' in text
    assert len(text.split("\n")) == 10


def test_dot_opens_no_more_than_it_draws():
    tree = mc.lazy_tree(mc.TwoD(5), "entropy")
    mc.to_dot(tree, depth=1)
    assert all("unopened" in repr(b.subtree) for b in tree.branches if b.subtree)
    for depth in (0, True, "1"):
        with one_line(mc.BadArgument, "depth must be an integer from 1"):
            mc.to_dot(tree, depth=depth)
