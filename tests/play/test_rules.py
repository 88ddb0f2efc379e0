"""A rule on legal guesses holds wherever a game is played, suggested, analysed or searched."""

from __future__ import annotations

import io
import re
import sys

import pytest
from errors import one_line

import mastermind_core as mc
from mastermind_core.cli import main

WORDS = ("batch", "catch", "chump", "match", "watch", "hatch", "patch", "latch", "clamp", "blimp")
OTHERS = ("whelp", "combs", "dwarf")
HARD, EASY = (mc.Wordle(WORDS, others=OTHERS, hard=hard) for hard in (True, False))


class Climbing:
    """A game of numbers in which each guess must be larger than the last one that was too small."""

    guesses = secrets = tuple(range(1, 9))
    endstates = frozenset({"="})

    def score(self, guess, secret):
        return "=" if guess == secret else "<" if guess < secret else ">"

    def legal(self, guess, history):
        return all(guess > asked if score == "<" else True for asked, score in history)


GAMES = {"hard": HARD, "weighted": mc.weighted(HARD, [*range(1, 11)]), "own": Climbing()}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

#: Games of which all trees are tried: a word more takes five times as long.
FEW = mc.Wordle(WORDS[:5], others=OTHERS, hard=True)
SMALL = {"hard": FEW, "weighted": mc.weighted(FEW, [*range(1, 6)]), "own": Climbing()}
STRATEGIES = ("entropy", "knuth", "irving", "most_parts")


def answer_with(monkeypatch, *lines):
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def is_legal(game, guesses, secret):
    """Return whether each guess of a path is legal after those before it."""
    path = [(guess, game.score(guess, secret)) for guess in guesses]
    return all(game.legal(guess, path[:at]) for at, (guess, _) in enumerate(path))


@every_game
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_strategies_make_legal_guesses(game, strategy):
    lengths = {}
    for path in mc.all_solutions(game, strategy):
        guesses = [guess for guess, _ in path]
        secret = guesses[-1]
        assert is_legal(game, guesses, secret)
        lengths[len(path)] = lengths.get(len(path), 0) + 1
    assert sum(lengths.values()) == len(game.secrets)
    for secret in game.secrets:
        steps = mc.play_game(game, strategy, mc.codemakers.fixed(secret))
        assert is_legal(game, [guess for guess, _ in steps], secret)


@pytest.mark.parametrize("game", SMALL.values(), ids=SMALL)
def test_searches_find_the_optimum_under_the_rule(game):
    def fewest(left, history):
        """Return the minimum worst case by trying all legal guesses."""
        best = len(left) + 1
        for guess in game.guesses:
            if not game.legal(guess, history):
                continue
            blocks = {}
            for secret in left:
                blocks.setdefault(game.score(guess, secret), []).append(secret)
            if len(blocks) == 1 and not {*blocks} & game.endstates:
                continue
            depths = [
                0 if score in game.endstates else fewest(block, (*history, (guess, score)))
                for score, block in blocks.items()
            ]
            best = min(best, 1 + max(depths))
        return best

    worst = fewest([*game.secrets], ())
    assert mc.optimal_worst_case(game) == mc.optimal(game, "worst").worst == worst
    assert mc.solution_exists(game, worst)
    assert not mc.solution_exists(game, worst - 1)
    assert mc.optimal(game, "worst").worst == mc.optimal(game, "worst", pool="legal").worst


def test_whoever_wants_all_guesses_says_so():
    first = {"first_guess": "batch"}
    free, ruled = (mc.optimal(HARD, pool=pool, **first).total for pool in ("all", None))
    assert free == mc.optimal(EASY, **first).total < ruled
    opened = mc.strategies.entropy.replace(opening=["batch"])
    free, ruled = (mc.length_distribution(HARD, opened.replace(pool=p)) for p in ("all", None))
    assert free == mc.length_distribution(EASY, opened) != ruled


@pytest.mark.parametrize("strategy", [None, *STRATEGIES, "sampled"])
def test_a_session_proposes_suggests_and_takes_legal_guesses(strategy):
    for secret in HARD.secrets:
        session = mc.Session(HARD, strategy)
        session.answer(HARD.score("whelp", secret), guess="whelp")
        while not session.over:
            history = list(session.history)
            assert HARD.legal(session.guess, history)
            assert all(HARD.legal(one.guess, history) for one in session.suggest(20))
            session.answer(HARD.score(session.guess, secret))


def test_a_session_refuses_what_the_rule_forbids():
    session = mc.Session(HARD, history=[("batch", ".gggg")])
    with one_line(mc.BadArgument, "the guess chump", "after batch .gggg", "make one such as catch"):
        session.answer(".....", guess="chump")
    assert len(session.history) == 1
    with one_line(mc.BadArgument, "the guess chump", "rule of the game"):
        mc.Session(HARD, history=[("batch", ".gggg"), ("chump", "y..y.")])
    session.answer(".gggg", guess="match")


def test_a_session_with_all_guesses_still_proposes_legal_ones():
    free = mc.strategies.entropy.replace(pool="all")
    history = [("batch", ".gggg")]
    assert not HARD.legal(mc.Session(EASY, free, history=history).guess, history)
    assert HARD.legal(mc.Session(HARD, free, history=history).guess, history)


def test_a_review_refuses_and_compares_by_the_rule():
    lines = mc.review(HARD, [("batch", ".gggg"), ("catch", "ggggg")])
    history = [(line.made, line.score) for line in lines]
    for at, line in enumerate(lines):
        assert all(HARD.legal(guess, history[:at]) for guess in line.best)
    with one_line(mc.BadArgument, "the guess chump is against the rule of the game"):
        mc.review(HARD, [("batch", ".gggg"), ("chump", "y..y.")])


def test_a_function_that_breaks_the_rule_is_named():
    def stubborn(position):
        return ("batch", "chump", *position.candidates)[len(position.history)]

    with one_line(mc.BadArgument, "the strategy stubborn guessed", "the rule of the game forbids"):
        mc.length_distribution(HARD, stubborn)


@pytest.mark.parametrize("words", ["", "--strategy entropy", "--strategy knuth"])
def test_the_commands_keep_to_the_hard_mode(words, tmp_path, capsys, monkeypatch):
    path = tmp_path / "words.txt"
    path.write_text("\n".join(WORDS))
    answer_with(monkeypatch, "batch .gggg", "chump y..y.", "hint", "quit")
    main(["assist", "wordle", "--answers", str(path), "--hard", *words.split()])
    out = capsys.readouterr().out
    assert "the guess chump is against the rule of the game after batch .gggg" in out
    after = out.split("against the rule")[1]
    hinted = re.findall(r"^  (?!guess)([a-z]{5})  ", after, re.M)
    assert hinted
    assert all(HARD.legal(word, [("batch", ".gggg")]) for word in hinted)


def test_the_computer_plays_by_the_hard_mode(tmp_path, capsys, monkeypatch):
    path = tmp_path / "words.txt"
    path.write_text("\n".join(WORDS))
    alone = mc.Wordle(mc.games.read_words(path), hard=True)
    for secret in WORDS:
        steps = mc.play_game(alone, "entropy", mc.codemakers.fixed(secret))
        answer_with(monkeypatch, *(score for _, score in steps))
        main(["play", "wordle", "--answers", str(path), "--hard"])
        out = capsys.readouterr().out
        asked = re.findall(r"^([a-z]{5})  \(", out, re.M)
        assert is_legal(HARD, asked, secret)
        assert f"Found with guess {len(steps)}" in out


def test_a_rule_that_a_search_cannot_express_is_refused_not_ignored():
    class Twice(Climbing):
        def legal(self, guess, history):
            return len(history) % 2 == 0 or guess % 2 == 0

    with one_line(mc.BadGame, "not one that the search can express"):
        mc.optimal(Twice())
    assert mc.optimal(Twice(), pool="all").proven
