"""Several boards are played by what is left on each: the laws, and commands with real words."""

from __future__ import annotations

import io
import json
import re
import sys
from collections import Counter
from itertools import islice, product
from math import log2
from random import Random

import pytest
from amounts import mostly_slow
from errors import one_line

import mastermind_core as mc
from mastermind_core.cli import main

WORDS = ["".join(letters) for letters in product("abcd", repeat=3)]
#: Too many secrets for a list, and few words on each board.
GAME = mc.games.Quordle(WORDS, boards=4)


def tiles(guess, secret):
    """Score a word as the rules of Wordle say."""
    marks = ["g" if one == other else "." for one, other in zip(guess, secret, strict=True)]
    free = Counter(s for s, mark in zip(secret, marks, strict=True) if mark == ".")
    for at, letter in enumerate(guess):
        if marks[at] == "." and free[letter]:
            marks[at], free[letter] = "y", free[letter] - 1
    return "".join(marks)


def bits(guess, words):
    """Return the information of a guess about one board."""
    blocks = Counter(tiles(guess, word) for word in words)
    return log2(len(words)) - sum(n * log2(n) for n in blocks.values()) / len(words)


def words_left(history, boards):
    """List the words of each board that fit all scores, and leave out the known words of others."""
    left = [
        [word for word in WORDS if all(tiles(g, word) == score[b] for g, score in history)]
        for b in range(boards)
    ]
    for _ in range(boards):
        known = [words[0] for words in left if len(words) == 1]
        left = [ws if len(ws) == 1 else [w for w in ws if w not in known] for ws in left]
    return left


@pytest.mark.parametrize("seed", range(4))
def test_what_is_left_and_told_is_that_of_each_board(seed):
    random = Random(seed)
    secret = tuple(random.sample(WORDS, 4))
    session = mc.Session(GAME)
    for _ in range(3):
        if (
            len({*map(len, words_left(session.history, 4))})
            == 1
            == len(session.candidates.words[0])
        ):
            break
        guess = random.choice(WORDS)
        session.record(guess, GAME.score(guess, secret))
        left = words_left(session.history, 4)
        assert session.candidates.words == left
        assert secret in session.candidates
        best = session.suggest(3)
        for one in best:
            if isinstance(one.guess, str):
                assert one.bits == pytest.approx(sum(bits(one.guess, words) for words in left))
                assert one.may_win == any(one.guess in words for words in left)
        if all(isinstance(one.guess, str) for one in best):
            known = {words[0] for words in left if len(words) == 1}
            known -= {guess for guess, _ in session.history}
            most = max(sum(bits(guess, words) for words in left) for guess in WORDS)
            assert best[0].guess in known or best[0].bits == pytest.approx(most)


def test_secrets_left_are_counted_and_listed():
    secret = ("abc", "bcd", "cda", "dab")
    history = [(guess, GAME.score(guess, secret)) for guess in ("abd", "cad", "bca")]
    session = mc.Session(GAME, history=history)
    expected = [words for words in product(*words_left(history, 4)) if len({*words}) == len(words)]
    assert list(session.candidates) == expected
    assert session.count == len(session.candidates) == len(expected)
    assert list(session.candidates[:2]) == expected[:2]
    assert session.candidates[-1] == expected[-1]
    assert secret in session.candidates
    assert ("abc", "abc", "abc", "abc") not in session.candidates


@pytest.mark.parametrize("boards", mostly_slow([2, 4, 8], quick=[4]))
def test_real_words_are_found(boards):
    game = mc.games.Quordle(boards=boards)
    secret = tuple(Random(boards).sample(game.answers, boards))
    steps = mc.play_game(game, "sampled", mc.codemakers.fixed(secret))
    assert steps[-1] == (secret, ("found",) * boards)
    assert game.rows(steps) <= boards + 5
    assert {guess for guess, _ in steps[:-1]} <= {*game.guesses.words}


def test_the_first_word_has_the_most_information():
    game = mc.games.Quordle(WORDS, boards=9)
    best = mc.Session(game).suggest(1)[0]
    assert best.bits == pytest.approx(9 * max(bits(guess, WORDS) for guess in WORDS))


def answer_with(monkeypatch, *lines):
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize("boards", mostly_slow(["2", "4", "8"], quick=["2"]))
def test_people_play_with_the_words_of_the_package(boards, capsys, monkeypatch):
    answer_with(monkeypatch, "slate", "hint", "left", "review", "explain crane", "undo", "resign")
    options = ["quordle", "--boards", boards, "--guesser", "you", "--seed", "3"]
    assert main(["play", *options]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    secret = re.search(r"The secret was (.*)\.", out)[1].split()
    assert len(set(secret)) == int(boards)
    score = " ".join(tiles("slate", word) for word in secret)
    assert f"slate  {score}" in out
    answer_with(monkeypatch, "slate", *secret)
    assert main(["play", *options]) == 0
    typed = len({"slate", *secret})
    assert capsys.readouterr().out.rstrip().endswith(f"Found with guess {typed}.")


@pytest.mark.parametrize("boards", mostly_slow(["2", "4", "8"], quick=["4"]))
def test_advice_with_the_words_of_the_package(boards, capsys):
    step = ["--step", f"slate {' '.join(['.y...'] * int(boards))}"]
    assert main(["assist", "quordle", "--boards", boards, *step, "--once"]) == 0
    assert capsys.readouterr().out.splitlines()[0].split()[:2] == ["guess", "bits"]
    assert main(["assist", "quordle", "--boards", boards, *step, "--json"]) == 0
    advice = json.loads(capsys.readouterr().out)
    assert len(advice["suggestions"]) == 3
    assert advice["candidates_complete"] is False


def test_the_computer_finds_the_words_of_a_person(capsys, monkeypatch):
    game = mc.games.Quordle(WORDS, boards=4)
    steps = mc.play_game(game, "sampled", mc.codemakers.fixed(("abc", "bcd", "cda", "dab")))
    session = mc.Session(game)
    for guess, score in steps:
        assert session.guess == guess
        session.answer(game.format_score(score))
    assert session.over
    assert session.known == ("abc", "bcd", "cda", "dab")


def test_contradictions_and_what_takes_too_long_are_said_in_one_line():
    game = mc.games.Quordle(boards=8)
    session = mc.Session(game)
    with one_line(mc.GameTooLarge, "takes too long"):
        session.explain("slate")
    with one_line(mc.GameTooLarge, "too many secrets for a review"):
        mc.review(game, [])
    with one_line(mc.BadArgument, "largest_block", "leave it out"):
        session.suggest(2, metric="largest_block")
    with one_line(mc.InconsistentHistory, "fits none"):
        session.record("slate", "ggggg " * 8)
    assert session.history == []
    assert [*islice(game.scores, 2)] == [(".....",) * 8, (".....",) * 7 + ("....y",)]
    with one_line(mc.GameTooLarge, "secrets"):
        mc.partition(game, "slate")
