"""Forged symmetries in certificates are refused with one line that says why."""

from __future__ import annotations

import pytest
from certificate_maker import Asked, certificate, symmetries, write
from forged import refused, with_field

import mastermind_core as mc

MIRRORED = mc.Mastermind(colours=2, holes=2)
TRUTH = Asked(MIRRORED)
MIRRORS = symmetries(TRUTH)
WITH_MIRRORS = certificate(MIRRORED, mirrors=MIRRORS)


@pytest.mark.parametrize(
    ("fields", "parts"),
    [
        ({"guesses": [0, 1, 2]}, ["each number from 0 to 3 once"]),
        ({"guesses": [0, 1, 2, 2]}, ["each number from 0 to 3 once"]),
        ({"guesses": [0, 1, 2, 4]}, ["has 4"]),
        ({"guesses": [False, 1, 2, 3]}, ["integers"]),
        ({"guesses": None}, ["guesses", "None"]),
        ({"guesses": [1, 0, 2, 3], "secrets": None}, ["not a symmetry of the scores"]),
        ({"guesses": [0, 1, 2, 3], "secrets": [3, 1, 2, 0]}, ["not a symmetry of the scores"]),
        ({"more": 1}, ["a symmetry must be an object"]),
    ],
)
def test_symmetries_that_are_none(tmp_path, fields, parts):
    assert mc.verify_certificate(MIRRORED, write(tmp_path / "c", WITH_MIRRORS)).symmetries
    refused(tmp_path, with_field(2, WITH_MIRRORS, **fields), "line 3", *parts, game=MIRRORED)


SWAP = {"symmetry": {"guesses": [1, 0], "secrets": None}}


@pytest.mark.parametrize(
    ("rows", "weights", "part"),
    [
        ([[0, 1], [1, 0]], (1, 2), "another weight"),
        ([[0, 1], [2, 0]], (1, 1), None),
        ([[0, 0], [1, 1]], (1, 1), "it maps an end state"),
        ([[0, 1], [0, 0]], (1, 1), "maps two of them to one"),
        ([[0, 0], [1, 2]], (1, 1), "it changes the blocks of 'a'"),
    ],
)
def test_symmetries_of_ends_and_weights(tmp_path, rows, weights, part):
    game = mc.FiniteGame("ab", range(2), lambda g, s: rows["ab".index(g)][s], {0}, weights=weights)
    lines = certificate(game)
    lines[0]["symmetries"] = 1
    lines.insert(2, SWAP)
    if part is not None:
        refused(tmp_path, lines, "line 3", part, game=game)


def test_a_symmetry_must_hold_for_the_last_guess_too(tmp_path):
    rows = [[0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 0, 1]]
    game = mc.FiniteGame("abcd", range(3), lambda g, s: rows["abcd".index(g)][s], {0})
    lines = certificate(game)
    swap = {"symmetry": {"guesses": [1, 0, 2, 3], "secrets": [1, 0, 2]}}
    forged = [{**lines[0], "symmetries": 1}, lines[1], swap, *lines[2:]]
    refused(tmp_path, forged, "line 3", "it changes the blocks of 'd'", game=game)


def test_symmetries_with_fewer_secrets_than_guesses(tmp_path):
    game = mc.FiniteGame("ab", "a", lambda g, s: g == s, {True})
    lines = [{**certificate(game)[0], "symmetries": 1}, certificate(game)[1], SWAP]
    refused(tmp_path, lines, "line 3", "secrets is null", game=game)


def test_a_symmetry_is_named_once(tmp_path):
    at = len(WITH_MIRRORS) - 1
    twice = with_field(at, WITH_MIRRORS, alike=[0, 0])
    refused(tmp_path, twice, "alike has a symmetry twice", game=MIRRORED)


def test_a_symmetry_that_does_not_keep_the_set(tmp_path):
    moved = [at for at, (_, way) in enumerate(MIRRORS) if way[0] != 0]
    forged = with_field(-1, WITH_MIRRORS, secrets=[0])
    forged[-1]["lemma"].update(alike=[moved[0]], least=1)
    refused(tmp_path, forged, f"line {len(forged)}", "does not fix this set", game=MIRRORED)


def test_alike_spares_only_what_is_taken_to_another_guess(tmp_path):
    """Only a and b are alike here; e finds all with a total of 8, the others take 10."""
    rows = [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0], [2, 3, 4, 5]]
    game = mc.FiniteGame("abcde", range(4), lambda g, s: rows["abcde".index(g)][s], {0})
    swap = ([1, 0, 2, 3, 4], [1, 0, 2, 3])
    lines = certificate(game, mirrors=[swap])
    assert lines[-1]["lemma"]["alike"] == [0]
    assert mc.verify_certificate(game, write(tmp_path / "c", lines)).total == 8
    refused(
        tmp_path, with_field(-1, lines, least=9), "the guess 'e'", "only a total of 8", game=game
    )
