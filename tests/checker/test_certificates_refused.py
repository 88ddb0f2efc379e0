"""Files that are no certificate, and forged ones, are refused with one line that says why."""

from __future__ import annotations

import gzip
import json

import pytest
from certificate_maker import OBJECTIVES, certificate, write
from errors import one_line
from forged import GAME, GENUINE, ROOT, refused, with_field, with_line

import mastermind_core as mc
from mastermind_core.checker import Lemmas, StatedSymmetry
from mastermind_core.checker.symmetries import Orbits
from mastermind_core.cli import main


def test_the_genuine_one_is_none_of_these(tmp_path):
    proven = mc.verify_certificate(GAME, str(write(tmp_path / "c", GENUINE)))
    assert (proven.total, proven.worst) == (GENUINE[0]["total"], GENUINE[0]["worst"])


@pytest.mark.parametrize("path", ["no/such/file", "a\0b", ".", "x" * 5000, "/proc/self/mem"])
def test_a_file_that_is_not_there(path):
    with one_line(mc.errors.BadCertificate, "cannot be read"):
        mc.verify_certificate(GAME, path)


def test_a_game_that_is_a_path(tmp_path):
    with one_line(mc.BadArgument, "game", "verify_certificate(game, path)"):
        mc.verify_certificate(write(tmp_path / "c", GENUINE), GAME)


@pytest.mark.parametrize("path", [0, None, b"c", ["c"]])
def test_a_path_that_is_none(path):
    with one_line(mc.BadArgument, "path", repr(path)):
        mc.verify_certificate(GAME, path)


FILES = {
    "nothing": (b"", "cut off: the file ends before the header"),
    "nothing, compressed": (gzip.compress(b""), "cut off: the file ends before the header"),
    "an empty line": (b"\n", "line 1", "not JSON"),
    "text": (b"hello\n", "line 1", "not JSON", "hello"),
    "bytes": (bytes(range(128, 256)), "line 1", "not JSON"),
    "another encoding": (json.dumps(GENUINE[0]).encode("utf-16"), "line 1", "not JSON"),
    "a mark before it": (b"\xef\xbb\xbf" + json.dumps(GENUINE[0]).encode(), "line 1", "not JSON"),
    "half a header": (json.dumps(GENUINE[0]).encode()[:50], "line 1", "cut off"),
    "not compressed": (b"\x1f\x8bxyz", "line 1", "damaged"),
    "cut, compressed": (gzip.compress(json.dumps(GENUINE[0]).encode())[:-9], "line 1", "damaged"),
    "a list": (b"[]", "line 1", "not a certificate"),
    "another object": (b'{"tree": []}', "line 1", "not a certificate"),
    "another program": (b'{"certificate": "x"}', "line 1", "not a certificate"),
    "twice": (b'{"certificate": 1, "certificate": 1}', "line 1", "'certificate' twice"),
    "not a number": (b'{"certificate": NaN}', "line 1", "NaN"),
    "without an end": (b"[" * 100_000, "line 1", "not JSON"),
    "long": (b" " * 3_000_000, "line 1", "more than any certificate"),
    "long, compressed": (gzip.compress(b" " * 30_000_000), "line 1", "more than any certificate"),
    "many digits": (b"1" * 10_000, "line 1", "not JSON"),
}


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_none(tmp_path, name):
    content, *parts = FILES[name]
    path = tmp_path / "c"
    path.write_bytes(content)
    with one_line(mc.errors.BadCertificate, *parts):
        mc.verify_certificate(GAME, path)


@pytest.mark.parametrize("cut", range(1, len(GENUINE)))
def test_a_file_without_its_end(tmp_path, cut):
    refused(tmp_path, GENUINE[:cut], "cut off", "ends before")


def test_every_line_may_be_damaged(tmp_path):
    for at in range(len(GENUINE)):
        text = json.dumps(GENUINE[at])
        refused(tmp_path, with_line(at, text[: len(text) // 2]), f"line {at + 1}", "cut off")


@pytest.mark.parametrize(
    ("fields", "parts"),
    [
        ({"format": 7}, ["the file has format 7; only format 1 is supported"]),
        ({"format": None}, ["format None"]),
        ({"format": True}, ["format True"]),
        ({"format": "1"}, ["format '1'"]),
        ({"fingerprint": "0" * 64}, ["another game", "000000000000...", "this game has"]),
        ({"fingerprint": "0" * 63}, ["64 hexadecimal digits"]),
        ({"fingerprint": []}, ["64 hexadecimal digits"]),
        ({"objective": "best"}, ["objective 'best' must be made of mean, worst"]),
        ({"objective": ["mean"]}, ["objective must be a string, not ['mean']"]),
        ({"pool": "legal"}, ["pool", "candidates", "'legal'"]),
        ({"max_steps": 0}, ["max_steps", "from 1"]),
        ({"max_steps": 1}, ["takes 2 guesses, but at most 1 are allowed"]),
        ({"total": GENUINE[0]["total"] + 1}, ["the tree has total"]),
        ({"total": 10**60}, ["total", "integer"]),
        ({"worst": 1}, ["the tree has total"]),
        ({"worst": 2.0}, ["worst", "integer", "2.0"]),
        ({"lemmas": GENUINE[0]["lemmas"] + 1}, ["cut off", "ends before lemma"]),
        ({"lemmas": 10**17}, ["cut off", "ends before lemma"]),
        ({"symmetries": 10**17}, ["symmetry", "lemma"]),
        ({"lemmas": GENUINE[0]["lemmas"] - 1}, ["after the last lemma"]),
        ({"lemmas": -1}, ["lemmas", "from 0", "-1"]),
        ({"more": 1}, ["the header", "must be an object with certificate, format"]),
    ],
)
def test_headers(tmp_path, fields, parts):
    refused(tmp_path, with_field(0, **fields), *parts)


def test_a_header_without_a_field(tmp_path):
    optional = {"pool", "max_steps", "max_cost", "symmetries"}
    for name in GENUINE[0].keys() - optional:
        header = {field: value for field, value in GENUINE[0].items() if field != name}
        refused(tmp_path, with_line(0, header), "line 1")
    header = {name: value for name, value in GENUINE[0].items() if name not in optional}
    path = write(tmp_path / "c", with_line(0, header))
    assert mc.verify_certificate(GAME, path).total == GENUINE[0]["total"]


OTHER_GAMES = [
    mc.TwoD(3),
    mc.FiniteGame(GAME.guesses[::-1], GAME.secrets, GAME.score, GAME.endstates),
    mc.FiniteGame(GAME.guesses, GAME.secrets[::-1], GAME.score, GAME.endstates),
    mc.FiniteGame(GAME.guesses, GAME.secrets, GAME.score, GAME.endstates, weights=(1, 1, 1, 2)),
]


@pytest.mark.parametrize("game", OTHER_GAMES)
def test_another_game(tmp_path, game):
    refused(tmp_path, GENUINE, "line 1", "another game", game=game)


#: More nodes for a tree that has a flaw before them.
REST = [[0, []]] * 3


# Guess 1 of this game scores 2, 0, 3 and 1, and 0 is the end.
@pytest.mark.parametrize(
    ("tree", "parts"),
    [
        ([], ["list of nodes"]),
        ({}, ["list of nodes"]),
        ([1], ["node 0", "a guess and a list of branches"]),
        ([[1, [[0]]]], ["a branch of node 0"]),
        ([[4, []]], ["the guess of node 0", "0 to 3", "4"]),
        ([[True, []]], ["the guess of node 0", "True"]),
        ([[1, []]], ["no branch for score 0"]),
        ([[0, [[0, -1], [1, 1], [2, 2]]]], ["a branch for score 2"]),
        ([[1, [[0, -1], [0, -1]]]], ["score 0 twice"]),
        ([[1, [[9, -1]]]], ["a score of node 0", "9"]),
        ([[1, [[0, -1], [1, -2], [2, 2], [3, 3]]]], ["a child of node 0", "-2"]),
        (
            [[1, [[0, -1], [1, 0], [2, 2], [3, 3]]], *REST],
            ["child 0 in node 0", "not a new, later node"],
        ),
        (
            [[1, [[0, -1], [1, 1], [2, 1], [3, 1]]], [1, []]],
            ["child 1 in node 0", "not a new, later node"],
        ),
        (
            [[1, [[0, -1], [1, 9], [2, 2], [3, 3]]], *REST],
            ["child 9 in node 0", "not a new, later node"],
        ),
        ([[1, [[0, -1], [1, -1], [2, -1], [3, -1]]]], ["child -1", "continues"]),
        ([[1, [[0, 1], [1, 2], [2, 3], [3, 4]]], *REST, [0, []]], ["child 1", "a game is over"]),
        ([*GENUINE[1]["tree"], [0, []]], ["node 4", "not a child of an earlier node"]),
        (GENUINE[1]["tree"][:-1], ["not a new, later node"]),
    ],
)
def test_trees(tmp_path, tree, parts):
    refused(tmp_path, with_line(1, {"tree": tree}), "line 2", *parts)


def test_a_tree_with_the_total_and_another_distribution(tmp_path):
    """Seven secrets in a row: 1+2+2+3+3+3+3 is 17, and so is 1+2+2+2+3+3+4, which no tree has."""
    game = mc.FiniteGame(range(7), range(7), lambda g, s: (g > s) - (g < s), {0})
    lines = certificate(game, "worst-then-mean")
    assert (lines[0]["total"], lines[0]["worst"]) == (17, 3)
    refused(tmp_path, with_field(0, lines, worst=4), "the tree has total 17 and worst 3", game=game)


def test_a_guess_that_cannot_win(tmp_path):
    """Asking about c finds out whether it is a or b, which one of these does not."""
    rows = {"a": [0, 1, 1], "b": [1, 0, 1], "c": [1, 1, 0], "d": [1, 2, 3]}
    game = mc.FiniteGame("abcd", range(3), lambda g, s: rows[g][s], {0})
    lines = certificate(game)
    assert lines[1]["tree"][0][0] in (0, 3)
    asks = [[3, [[1, 1], [2, 2], [3, 3]]], [0, [[0, -1]]], [1, [[0, -1]]], [2, [[0, -1]]]]
    forged = with_line(1, {"tree": asks}, with_field(0, lines, pool="candidates", worst=2))
    refused(tmp_path, forged, "guesses 'd'", "cannot win", game=game)


@pytest.mark.parametrize(
    ("fields", "parts"),
    [
        ({"secrets": []}, ["ascending numbers"]),
        ({"secrets": [1, 0, 2, 3]}, ["ascending"]),
        ({"secrets": [0, 1, 1, 2]}, ["ascending"]),
        ({"secrets": [0, 1, 2, 4]}, ["has 4", "0 to 3"]),
        ({"secrets": [-1, 1]}, ["has -1"]),
        ({"secrets": [0, True]}, ["integers", "True"]),
        ({"secrets": [0, 1.0]}, ["integers", "1.0"]),
        ({"secrets": [0, None]}, ["integers"]),
        ({"secrets": [[0]]}, ["integers"]),
        ({"secrets": {"0": 1}}, ["integers"]),
        ({"secrets": 3}, ["integers", "3"]),
        ({"steps": -1}, ["steps", "from 0", "-1"]),
        ({"steps": 2.0}, ["steps", "2.0"]),
        ({"steps": False}, ["steps", "False"]),
        ({"least": -5}, ["least", "from 0"]),
        ({"least": "7"}, ["least", "'7'"]),
        ({"least": GENUINE[0]["total"] + 1}, ["lemma about 4 secrets", "at least 8", "the guess"]),
        (
            {"least": None},
            ["lemma about 4 secrets", "that no strategy exists", "the guess (", "only a total of"],
        ),
        ({"least": 10**17}, ["lemma about 4 secrets", "does not follow"]),
        ({"least": 2**60}, ["least must be an integer from 0"]),
        ({"steps": 2, "least": None}, ["that no strategy exists within 2 guesses"]),
        ({"alike": [0]}, ["alike has 0"]),
        ({"alike": [0] * 1000}, ["alike has 0"]),
        ({"alike": None}, ["alike", "integers"]),
        ({"more": 1}, ["a lemma must be an object with secrets"]),
        ({"steps": 1}, ["no lemma shows that every strategy has a total of at least 7"]),
        ({"least": 6}, ["no lemma shows that every strategy has a total of at least 7"]),
        ({"secrets": [0, 1, 2], "least": 5}, ["no lemma shows"]),
    ],
)
def test_lemmas_about_everything(tmp_path, fields, parts):
    refused(tmp_path, with_field(ROOT, **fields), *parts)


#: A game of which the lemma about all secrets needs others, and what they cost.
ROWS = [
    [0, 1, 1, 2, 1, 1],
    [1, 0, 1, 2, 1, 1],
    [1, 1, 0, 1, 1, 1],
    [1, 1, 2, 0, 1, 1],
    [1, 1, 1, 1, 0, 1],
    [1, 1, 1, 1, 1, 0],
]
HARD = mc.FiniteGame("abcdef", range(6), lambda g, s: ROWS["abcdef".index(g)][s], {0})


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_every_lemma_about_everything_is_wanted(tmp_path, objective):
    lines = certificate(HARD, objective)
    assert mc.verify_certificate(HARD, write(tmp_path / "c", lines)).objective == objective
    wanted = [line for line in lines[2:] if len(line["lemma"]["secrets"]) == 6]
    assert len(wanted) == 1 + ("then" in objective)
    for one in wanted:
        fewer = [line for line in lines if line is not one]
        fewer[0] = {**lines[0], "lemmas": len(fewer) - 2}
        refused(tmp_path, fewer, "no lemma shows that", game=HARD)


def test_lemmas_are_used_only_after_they_are_shown(tmp_path):
    lines = certificate(HARD)
    assert mc.verify_certificate(HARD, write(tmp_path / "c", lines)).total == 17
    backwards = lines[:2] + lines[:1:-1]
    refused(tmp_path, backwards, "line 3", "lemma about 6 secrets", "only a total of 16", game=HARD)
    alone = [{**lines[0], "lemmas": 1}, lines[1], lines[-1]]
    refused(tmp_path, alone, "line 3", "lemma about 6 secrets", "only a total of 16", game=HARD)


def test_lemmas_for_fewer_guesses_say_nothing_about_more(tmp_path):
    """Nobody finds two secrets with one guess; that is of no use where more are allowed."""
    lines = certificate(HARD)
    forged = lines
    for at in range(2, len(lines) - 1):
        if len(lines[at]["lemma"]["secrets"]) > 1:
            forged = with_field(at, forged, steps=1, least=None)
    refused(tmp_path, forged, "lemma about 6 secrets", "only a total of 16", game=HARD)


def test_a_block_that_cannot_be_found_in_time_needs_a_lemma_for_the_guesses_left(tmp_path):
    lines = certificate(HARD, "worst")
    assert (lines[0]["worst"], lines[-1]["lemma"]["steps"]) == (5, 4)
    assert mc.verify_certificate(HARD, write(tmp_path / "c", lines)).worst == 5
    short = [
        {"lemma": {**line["lemma"], "steps": 1}} if line["lemma"]["steps"] == 3 else line
        for line in lines[2:]
    ]
    refused(tmp_path, lines[:2] + short, "lemma about 6 secrets", "within 4 guesses", game=HARD)


#: Games, their least totals, and what a checker that overlooks something might take these for.
OVERLOOKED = {
    "a guess that cannot win tells all apart": (
        [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0], [1, 2, 3, 4]],
        {0},
        (1, 1, 1, 1),
        8,
    ),
    "a guess ends two secrets": ([[0, 0, 1, 1], [1, 1, 0, 0], [1, 1, 2, 2]], {0}, (1,) * 4, 6),
    "two answers end the game": ([[0, 2, 1, 1], [1, 1, 0, 2], [1, 1, 3, 3]], {0, 2}, (1,) * 4, 6),
    "the heaviest is found first": ([[0, 1, 1], [1, 0, 1], [1, 1, 0]], {0}, (1, 2, 9), 9 + 4 + 3),
}


@pytest.mark.parametrize("name", OVERLOOKED)
def test_a_total_that_only_one_guess_has(tmp_path, name):
    rows, ends, weights, total = OVERLOOKED[name]
    game = mc.FiniteGame(
        range(len(rows)), range(len(weights)), lambda g, s: rows[g][s], ends, weights=weights
    )
    lines = certificate(game)
    assert mc.verify_certificate(game, write(tmp_path / "c", lines)).total == total
    root = len(lines) - 1
    more = [f"line {root + 1}", f"at least {total + 1}", f"only a total of {total}"]
    refused(tmp_path, with_field(root, lines, least=total + 1), *more, game=game)
    alone = [{**lines[0], "lemmas": 1}, lines[1], lines[-1]]
    refused(tmp_path, with_field(2, alone, least=total + 1), f"{total + 1}", game=game)


def test_what_cannot_win_is_not_looked_at_where_only_candidates_are_asked(tmp_path):
    rows, ends, _, _ = OVERLOOKED["a guess that cannot win tells all apart"]
    game = mc.FiniteGame(range(5), range(4), lambda g, s: rows[g][s], ends)
    lines = certificate(game, pool="candidates")
    assert mc.verify_certificate(game, write(tmp_path / "c", lines)).total == 1 + 2 + 3 + 4
    refused(tmp_path, with_field(0, lines, pool="all"), "after the guess 4", game=game)


class Odd:
    guesses = secrets = (0, 1)
    endstates = (0,)

    def score(self, guess, secret):
        return [] if secret else 0


class Heavy(mc.TwoD):
    """A game of one's own whose weights cannot be counted."""

    weights = (1, 1, 1, 2**64)

    def __init__(self):
        super().__init__(2)


def test_games_that_cannot_have_one(tmp_path):
    path = write(tmp_path / "c", GENUINE)
    with one_line(mc.BadGame, "not hashable", "score(0, 1)"):
        mc.verify_certificate(Odd(), path)
    with one_line(mc.BadGame, "int has no guesses"):
        mc.verify_certificate(3, path)
    with one_line(mc.GameTooLarge, "too many to score"):
        mc.verify_certificate(mc.Mastermind(colours=10, holes=8), path)
    with one_line(mc.GameTooLarge, "too many to score"):
        mc.verify_certificate(mc.Mastermind(colours=10, holes=40), path)
    with one_line(mc.BadGame, "the weight 18446744073709551616 is too large"):
        mc.verify_certificate(Heavy(), path)


def test_the_command(tmp_path, capsys):
    path = str(write(tmp_path / "c", GENUINE, packed=True))
    assert main(["verify", path, "twod", "--size", "2"]) == 0
    out, err = capsys.readouterr()
    assert out == f"TwoD(size=2): {mc.verify_certificate(GAME, path)}\n"
    assert err == ""
    assert main(["verify", path, "twod", "--size", "3"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("mastermind_core: c, line 1: the certificate is about another game")
    assert err.count("\n") == 1


@pytest.mark.parametrize("ids", [[0] * 20_000, [1, *[0] * 20_000], [*range(4), *[3] * 20_000]])
def test_repeated_ids_are_refused_before_any_work(tmp_path, monkeypatch, ids):
    def follow(*_):
        raise AssertionError

    monkeypatch.setattr(Lemmas, "_follow", follow)
    refused(tmp_path, with_field(2, secrets=ids), "line 3", "secrets", "ascending")
    refused(tmp_path, with_field(2, alike=ids), "line 3", "alike")


def test_what_is_remembered_of_symmetries_is_bounded():
    one = StatedSymmetry(guesses=(0,), secrets=(0,))
    orbits = Orbits([one] * 5000, 1)
    for number in range(5000):
        orbits.least((number,))
    assert orbits.least.cache_info().currsize < 5000


#: The positions of a square, and what a turn of it does: its corners are guesses and secrets.
SQUARE = mc.FiniteGame(range(4), range(4), lambda g, s: min((g - s) % 4, (s - g) % 4), {0})
TURN = ([1, 2, 3, 0], [1, 2, 3, 0])


def imaged(**lemma):
    """Make a certificate that says of two corners what is so of two others, and forge the image."""
    lines = certificate(SQUARE, mirrors=[TURN])
    pair = {"secrets": [0, 1], "steps": None, "least": 3, "alike": []}
    image = {"of": 0, "by": [[0], [0, 0]], **lemma}
    rest = [line for line in lines if "lemma" in line]
    header = {**lines[0], "lemmas": len(rest) + 2}
    return [header, *lines[1:3], {"lemma": pair}, {"lemma": image}, *rest]


def test_an_image_that_is_one(tmp_path):
    assert mc.verify_certificate(SQUARE, write(tmp_path / "c", imaged())).proven


@pytest.mark.parametrize(
    ("lemma", "parts"),
    [
        ({"of": 1}, ["of must be 0, the lemma before it, not 1"]),
        ({"of": -1}, ["of", "-1"]),
        ({"of": True}, ["of", "True"]),
        ({"of": None}, ["of", "None"]),
        ({"of": []}, ["of"]),
        ({"by": [[0], [1]]}, ["by", "numbers must be from 0 to 0"]),
        ({"by": [[-1]]}, ["by"]),
        ({"by": 0}, ["by", "list of lists", "not 0"]),
        ({"by": {"0": [0]}}, ["by", "list of lists"]),
        ({"by": [0]}, ["by", "list"]),
        ({"by": [[0.0]]}, ["by"]),
        ({"until": [3]}, ["until", "one number per image", "[3]"]),
        ({"until": [3, 10]}, ["until", "10"]),
        ({"until": [3, None]}, ["until", "list of integers"]),
        ({"until": 3}, ["until", "list of integers", "3"]),
        ({"least": 3}, ["an image must be an object with of, by"]),
    ],
)
def test_images(tmp_path, lemma, parts):
    refused(tmp_path, imaged(**lemma), "line 5", *parts, game=SQUARE)


def test_an_image_of_an_image(tmp_path):
    lines = imaged()
    lines[5:5] = [{"lemma": {"of": 1, "by": [[0]]}}]
    lines[0]["lemmas"] += 1
    refused(tmp_path, lines, "line 6", "of must be 0, the lemma before it, not 1", game=SQUARE)
    lines[5]["lemma"]["of"] = 0
    assert mc.verify_certificate(SQUARE, write(tmp_path / "c", lines)).proven


def test_an_image_before_all_lemmas(tmp_path):
    lines = imaged()
    lines[3], lines[4] = lines[4], lines[3]
    refused(tmp_path, lines, "line 4", "cannot be an image", game=SQUARE)
