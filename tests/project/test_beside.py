"""What is computed beside the documents: marks, and longest games."""

from __future__ import annotations

from importlib import import_module
from itertools import permutations, product
from pathlib import Path

import pytest

import mastermind_core as mc

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reproduce" / "beside.txt").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def beside(monkeypatch):
    pytest.importorskip("numpy")
    monkeypatch.syspath_prepend(ROOT)
    return import_module("benchmarks.beside")


def mark(guess, secret):
    """Return the marks of a code without repeats."""
    return tuple(
        "b" if a == b else "w" if a in secret else "g" for a, b in zip(guess, secret, strict=True)
    )


def known_within(codes, left, guesses):
    """Return whether so many guesses tell all of some codes apart, by trying all of them."""
    if len(left) == 1 or not guesses:
        return len(left) == 1
    for guess in codes:
        blocks = {}
        for code in left:
            blocks.setdefault(mark(guess, code), []).append(code)
        if len(blocks) > 1 and all(
            known_within(codes, block, guesses - 1) for block in blocks.values()
        ):
            return True
    return False


@pytest.mark.parametrize(("slots", "most"), [(1, 5), (2, 5), (3, 5)])
def test_marked_guesses_are_as_few_as_a_plain_search_finds(slots, most):
    least = []
    for colours in range(slots, most + 1):
        codes = list(permutations(range(colours), slots))
        least.append(next(n for n in range(9) if known_within(codes, codes, n)))
    (line,) = (line for line in PAGE if line.startswith(f"tiles: {slots} slots"))
    assert line.partition("colours: ")[2].startswith(" ".join(map(str, least)))


def test_the_page_has_what_the_command_gives(beside):
    assert {f"tiles: {line}" for line in beside.tiles()} <= set(PAGE)
    assert {f"longest: {line}" for line in beside.longest("AB(4,6)")} <= set(PAGE)


def pegs(guess, secret):
    black = sum(a == b for a, b in zip(guess, secret, strict=True))
    return black, sum(min(guess.count(c), secret.count(c)) for c in set(guess)) - black


def fits(guesses):
    """Return whether each guess fits the answers before it, the last being the secret."""
    return all(
        pegs(one, other) == pegs(one, guesses[-1]) and one != guesses[-1]
        for at, other in enumerate(guesses)
        for one in guesses[:at]
    )


def test_the_longest_games_on_the_page_are_games():
    lines = [line for line in PAGE if line.startswith("longest: ")]
    assert len(lines) >= 2
    for line in lines:
        guesses = line.partition("(")[2].partition("(")[2].partition(")")[0].split()
        assert len(guesses) == int(line.split(": ")[2].split()[0])
        assert fits(guesses), line


def longest_chain(left):
    """Return the most guesses of a game that always asks what fits."""
    best = 0
    for guess in left:
        blocks = {}
        for code in left:
            if code != guess:
                blocks.setdefault(pegs(guess, code), []).append(code)
        best = max(best, 1 + max(map(longest_chain, blocks.values()), default=0))
    return best


@pytest.mark.parametrize("game", ["M(2,3)", "M(2,4)", "M(3,2)", "AB(3,3)", "AB(2,5)", "AB(3,5)"])
def test_no_game_of_consistent_guesses_is_longer(beside, game):
    holes, colours = map(int, game[game.index("(") + 1 : -1].split(","))
    codes = ["".join(code) for code in product("12345"[:colours], repeat=holes)]
    if game.startswith("AB"):
        codes = [code for code in codes if len(set(code)) == holes]
    (line,) = beside.longest(game)
    assert line.split(": ")[1].startswith(f"{longest_chain(codes)} guesses ")


@pytest.mark.long
@pytest.mark.slow
def test_the_page_has_the_longest_games_that_the_command_gives(beside):
    assert {f"longest: {line}" for line in beside.longest()} <= set(PAGE)


def test_the_words_at_once_are_scored_as_wordle_does(monkeypatch):
    np = pytest.importorskip("numpy")
    monkeypatch.syspath_prepend(ROOT)
    static = import_module("benchmarks.static_wordle")
    words = ["eerie", "creep", "geese", "there", "sleep", "allay", "llama", "alley", "abbey"]
    letters = np.array([list(word) for word in words])
    game = mc.Wordle(words)
    for guess in words:
        told = list(static.scores(guess, letters))
        for at, one in enumerate(words):
            for other, two in enumerate(words):
                same = game.score(guess, one) == game.score(guess, two)
                assert (told[at] == told[other]) == same


def test_a_certificate_of_words_at_once_is_refused_if_it_proves_nothing(monkeypatch):
    pytest.importorskip("numpy")
    monkeypatch.syspath_prepend(ROOT)
    static = import_module("benchmarks.static_wordle")
    words = ["booby", "boozy", "bobby", "hobby", "lobby"]
    given = {"apart": ["bobby", "hobby"], "weights": [{"booby boozy": 1}], "use": {}}
    with pytest.raises(SystemExit, match="are not all there"):
        static.refuted(given, words, words)
    game = mc.Wordle(words)
    telling = [word for word in words if game.score(word, "bobby") != game.score(word, "hobby")]
    given["use"] = dict.fromkeys(telling, 0)
    with pytest.raises(SystemExit, match="four words may be enough"):
        static.refuted(given, words, words)
    # Of two pairs that one word tells apart a half is told, and never a quarter is left.
    given["weights"] = [{"booby boozy": 1, "hobby lobby": 1}]
    with pytest.raises(SystemExit, match="four words may be enough"):
        static.refuted(given, words, words)
