"""The verified checker and the one in Python say the same of true and of forged certificates."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from unittest.mock import patch

import pytest
from certificate_maker import (
    OBJECTIVES,
    Asked,
    certificate,
    symmetries,
    with_images,
    write,
)
from forged import GAME, GENUINE, change_a_number, says, with_field, with_line

import mastermind_core as mc
from mastermind_core.kernels import is_compiled


def believed(game, path):
    try:
        mc.verify_certificate(game, path)
    except mc.errors.BadCertificate:
        return False
    return True


def random_game(random):
    n = random.randint(2, 6)
    rows = [[random.randint(0, 3) for _ in range(n)] for _ in range(random.randint(0, 3))]
    rows += [[9 if g == s else random.randint(0, 3) for s in range(n)] for g in range(n)]
    weights = () if random.random() < 0.5 else [random.randint(1, 4) for _ in range(n)]
    return mc.FiniteGame(range(len(rows)), range(n), lambda g, s: rows[g][s], {9}, weights=weights)


def meddled(random, lines):
    """Change a number somewhere, or leave a line out, or take it twice."""
    lines = deepcopy(lines)
    at = random.randrange(len(lines))
    kind = random.random()
    if kind < 0.1 and len(lines) > 2:
        del lines[at]
        return lines
    if kind < 0.2:
        return [*lines[:at], lines[at], *lines[at:]]
    change_a_number(random, lines[at])
    return lines


@pytest.mark.parametrize("games", [12, pytest.param(40, marks=pytest.mark.slow)])
def test_both_say_the_same(program, tmp_path, games):
    random, accepted, refused = Random(3), 0, 0
    for _ in range(games):
        game = random_game(random)
        objective, pool = random.choice(OBJECTIVES), random.choice(["all", "candidates"])
        mirrors = symmetries(Asked(game))[: random.randint(0, 2)]
        lines = certificate(game, objective, pool, mirrors=mirrors)
        for forged in (lines, *(meddled(random, lines) for _ in range(7))):
            path = write(tmp_path / "c", forged)
            text, own = says(program, forged, game)
            assert own == believed(game, path), (text, forged)
            accepted += own
            refused += not own
    assert accepted > games
    assert refused > 15 * games // 4


def game_of_answers(random, answers, secrets):
    """Make a game that has so many scores in all, the one that ends it the last to come."""
    rows = [[random.randrange(1, answers) for _ in range(secrets)] for _ in range(secrets + 9)]
    for number in range(1, answers):
        rows[number % 9][number // 9 % secrets] = number
    for secret in range(secrets):
        rows[9 + secret][secret] = 0
    return mc.FiniteGame(range(secrets + 9), range(secrets), lambda g, s: rows[g][s], {0})


# The answers of all guesses are bits of 16 or 32, or bytes, or wider; of bytes, sets of up to 64
# secrets are compared two by two, and other sets by bits.
@pytest.mark.parametrize("secrets", [12, 70])
@pytest.mark.parametrize("answers", [3, 16, 17, 32, 33, 256, 257])
def test_both_say_the_same_however_answers_are_kept(program, tmp_path, answers, secrets):
    random = Random(f"{answers} {secrets}")
    game = game_of_answers(random, min(answers, 9 * secrets), secrets)
    path, refused = tmp_path / "c", 0
    mc.optimal(game).write_certificate(path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    scores = {game.score(g, s) for g in game.guesses for s in game.secrets}
    assert len(scores) == min(answers, 9 * secrets)
    for forged in (lines, *(meddled(random, lines) for _ in range(12))):
        text, own = says(program, forged, game)
        assert own == believed(game, write(path, forged)), text
        assert own or forged is not lines, text
        refused += not own
    assert refused > 3


def round_table(random):
    """Make a game on a circle: how far away the secret is, told as closer or farther than some."""
    n, far = random.randint(4, 6), random.randint(1, 2)
    apart = [min(d, n - d) for d in range(n)]
    return mc.FiniteGame(range(n), range(n), lambda g, s: min(apart[(g - s) % n], far), {0})


@pytest.mark.parametrize("games", [8, pytest.param(25, marks=pytest.mark.slow)])
def test_both_say_the_same_of_images(program, tmp_path, games):
    random, accepted, refused, images = Random(5), 0, 0, 0
    for _ in range(games):
        game = round_table(random)
        mirrors = symmetries(Asked(game))
        mirrors = random.sample(mirrors, min(3, len(mirrors)))
        lines = certificate(game, random.choice(OBJECTIVES), mirrors=mirrors)
        lines = with_images(lines, mirrors)
        images += sum(len(line.get("lemma", {}).get("by", ())) for line in lines)
        for forged in (lines, *(meddled(random, lines) for _ in range(9))):
            path = write(tmp_path / "c", forged)
            text, own = says(program, forged, game)
            assert own == believed(game, path), (text, forged)
            assert own or forged is not lines, text
            accepted += own
            refused += not own
    assert images > 8 * games // 5
    assert accepted > games
    assert refused > 4 * games


def test_a_certificate_of_the_search_has_images(program, tmp_path):
    """Ten colours in two holes: most sets are others with other names."""
    game, path = mc.Mastermind(colours=10, holes=2), tmp_path / "c"
    found = mc.optimal(game)
    found.write_certificate(path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    images = [by for line in lines for by in line.get("lemma", {}).get("by", ())]
    stated = [line for line in lines if "secrets" in line.get("lemma", {})]
    if is_compiled():
        assert len(images) > len(stated)
    assert mc.verify_certificate(game, path).total == found.total == 517
    assert says(program, lines, game)[1]


def alone(lines, least):
    """Leave only the lemma about all secrets, and change what it says."""
    return [{**lines[0], "lemmas": 1}, lines[1], {"lemma": {**lines[-1]["lemma"], "least": least}}]


def test_blocks_that_need_no_lemma(program, tmp_path):
    """Both see the same of blocks by themselves, and neither sees more than is true."""
    random, follows = Random(8), 0
    for _ in range(30):
        n = random.randint(5, 9)
        rows = [[0 if g == s else random.choice("aaaaaab") for s in range(n)] for g in range(n)]
        game = mc.FiniteGame(range(n), range(n), lambda g, s, rows=rows: rows[g][s], {0})
        lines = certificate(game)
        least = lines[0]["total"]
        for said in (least, least + 1):
            forged = alone(lines, said)
            text, own = says(program, forged, game)
            assert own == believed(game, write(tmp_path / "c", forged)), text
            assert said == least or not own
            follows += own
    assert 5 < follows < 30


BROKEN = [
    GENUINE[:-1],
    [*GENUINE, GENUINE[-1]],
    with_line(0, "{}"),
    with_line(1, ""),
    with_line(1, '{"tree": [[0, [[0, -1], [1, 1], [2, 2]]]]}'),
    with_line(len(GENUINE) - 1, '{"lemma": {"secrets": [0]'),
    with_line(len(GENUINE) - 1, "[" * 100_000),
    with_field(0, total=GENUINE[0]["total"] + 1),
    with_field(0, fingerprint="0" * 64),
    with_field(0, format=2),
    with_field(0, pool="legal"),
    with_field(0, objective="best"),
    with_field(-1, secrets=[]),
    with_field(-1, secrets=[1, 0]),
    with_field(-1, secrets=[0, 0]),
    with_field(-1, alike=[0]),
    with_field(-1, least=10**30),
    with_field(-1, least=1.5),
    with_field(-1, steps="1"),
    [],
]


@pytest.mark.parametrize("at", range(len(BROKEN)))
def test_files_that_are_none(program, tmp_path, at):
    assert says(program, GENUINE, GAME)[1]
    assert not says(program, BROKEN[at], GAME)[1]


def with_node(at, guess, *branches):
    tree = GENUINE[1]["tree"]
    return with_line(1, {"tree": [*tree[:at], [guess, list(branches)], *tree[at + 1 :]]})


@pytest.mark.parametrize(
    "forged",
    [
        with_field(0, total=6),
        with_field(0, total=8),
        with_field(0, worst=1),
        with_field(0, worst=3),
        with_field(0, max_steps=1),
        with_field(0, max_cost=1),
        with_node(0, 0, [2, 1], [0, -1], [3, 2], [1, 3]),
        with_node(0, 1, [2, 1], [0, -1], [3, 2]),
        with_node(0, 1, [2, 1], [0, -1], [3, 2], [1, -1]),
        with_node(0, 1, [2, 1], [0, -1], [3, 1], [1, 3]),
        with_node(1, 3, [0, -1]),
        with_line(1, {"tree": GENUINE[1]["tree"][:1]}),
    ],
)
def test_trees_are_played_by_the_program_itself(program, forged):
    """What it says of a tree does not depend on the checker in Python."""
    if program is None:
        pytest.skip("needs OCaml")
    with patch("mastermind_core.checker.replay", lambda *_: 7):
        assert says(program, GENUINE, GAME)[1]
        said, own = says(program, forged, GAME)
    assert not own
    assert "verified checker reports: " in said or "but the header has" in said


def test_with_candidates_each_guess_of_a_tree_may_win(program):
    """A first guess that is no secret is refused, though it distinguishes all of them."""
    rows = [[1, 2, 3], [0, 1, 1], [1, 0, 1], [1, 1, 0]]
    game = mc.FiniteGame(range(4), range(3), lambda g, s: rows[g][s], {0})
    lines = certificate(game)
    assert lines[1]["tree"][0][0] == 0
    forged = [{**lines[0], "pool": "candidates"}, *lines[1:]]
    if program is None:
        pytest.skip("needs OCaml")
    with patch("mastermind_core.checker.replay", lambda *_: 7):
        assert says(program, lines, game)[1]
        assert "refused: the lemmas do not show the claim" in says(program, forged, game)[0]


def test_a_sample(tmp_path):
    lemmas = GENUINE[0]["lemmas"]
    forged = with_field(-1, least=GENUINE[-1]["lemma"]["least"] + 1)
    path = write(tmp_path / "c", forged)
    with pytest.raises(mc.errors.BadCertificate):
        mc.verify_certificate(GAME, path, sample=[lemmas])
    with pytest.raises(mc.errors.BadCertificate):
        mc.verify_certificate(GAME, path, sample=10 * lemmas)
    text = str(mc.verify_certificate(GAME, write(tmp_path / "c", GENUINE), sample=lemmas))
    assert "verified by" in text
    if lemmas > 1:
        some = mc.verify_certificate(GAME, path, sample=[1])
        assert not some.proven
        assert f"a sample of 1 of {lemmas} lemmas, which is not a proof" in str(some)
        drawn = mc.verify_certificate(GAME, write(tmp_path / "c", GENUINE), sample=1, seed=1)
        assert (drawn.checked, drawn.lemmas) == (1, lemmas)


@pytest.mark.parametrize("sample", [0, -1, True, "3", [0], [1.5], 2.5])
def test_samples_that_are_none(tmp_path, sample):
    with pytest.raises(mc.BadArgument, match="sample must be"):
        mc.verify_certificate(GAME, write(tmp_path / "c", GENUINE), sample=sample)


def test_a_lemma_that_is_not_there(tmp_path):
    with pytest.raises(mc.BadArgument, match="lemma 1000 does not exist"):
        mc.verify_certificate(GAME, write(tmp_path / "c", GENUINE), sample=[1000])


def test_a_symmetry_is_refused_for_any_one_pair(program, tmp_path):
    """Rows and columns of a square change places; then one answer after another is another."""
    for odd in range(25):
        rows = [[abs(g - s) for s in range(5)] for g in range(5)]
        rows[odd // 5][odd % 5] += 2 if odd % 6 else 0
        ends = {rows[0][0]}
        game = mc.FiniteGame(range(5), range(5), lambda g, s, rows=rows: rows[g][s], ends)
        turn = {"symmetry": {"guesses": [4, 3, 2, 1, 0], "secrets": [4, 3, 2, 1, 0]}}
        lines = certificate(game)
        lines = [{**lines[0], "symmetries": 1}, lines[1], turn, *lines[2:]]
        images = {(rows[g][s], rows[4 - g][4 - s]) for g in range(5) for s in range(5)}
        true = all(len({pair[side] for pair in images}) == len(images) for side in (0, 1))
        assert true == (odd % 6 == 0 or odd in {4, 20})  # where two scores change names
        assert says(program, lines, game)[1] == true
        assert believed(game, write(tmp_path / "c", lines)) == true
