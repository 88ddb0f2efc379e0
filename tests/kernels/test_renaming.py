"""Sets of words that differ only in the names of letters and the order of places."""

from __future__ import annotations

from array import array
from itertools import product
from random import Random

import pytest
from clock import turned_clock
from tasks import changed

import mastermind_core as mc
from mastermind_core.kernels import Words, is_compiled
from mastermind_core.kernels.exact import compiled as exact
from mastermind_core.table import compile_game
from tests.fuzz.larger import named
from tests.support.inside import pose, words_of


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(7, 24))]
)
def test_other_names_change_no_value(seed):
    assert named(Random(seed)) >= 0


def posed(game):
    table = compile_game(game)
    return table.kernel_scores, pose(game, table)


def renamed(game, members, letters, places):
    """Return the members with their letters and places exchanged, as ids."""
    codes = list(game.secrets)
    images = [tuple(letters[codes[one][place]] for place in places) for one in members]
    return array("I", sorted(map(codes.index, images)))


needs_names = pytest.mark.skipif(not is_compiled(), reason="the plain search knows no other names")


@needs_names
@pytest.mark.parametrize("repeats", ["both", "guesses", "none"])
def test_what_is_known_of_a_set_is_known_of_its_images(repeats):
    game = mc.Mastermind(colours=7, holes=3, repeats=repeats)
    random = Random(repeats)
    members = array("I", sorted(random.sample(range(len(game.secrets)), 60)))
    letters = dict(zip(range(1, 8), random.sample(range(1, 8), 7), strict=True))
    image = renamed(game, members, letters, random.sample(range(3), 3))
    scores, task = posed(game)
    nodes = []
    for words in (task.hints.words, Words()):
        memory = exact.new_memory(scores, changed(task, words=words))
        first, again = (
            exact.attempt(scores, changed(task, candidates=some, symmetries=()), None, memory)
            for some in (members, image)
        )
        assert first.proven
        assert again.proven
        assert again.total == first.total
        nodes += [first.nodes, again.nodes]
    first, again, _, bare_again = nodes
    assert again < 0.7 * first
    assert again < 0.7 * bare_again


@needs_names
def test_less_is_searched_and_the_tree_is_the_same():
    scores, task = posed(mc.Mastermind(colours=6, holes=4))
    known = exact.attempt(scores, task)
    bare = exact.attempt(scores, changed(task, words=Words()))
    assert known.nodes < bare.nodes
    assert (known.total, known.tree) == (bare.total, bare.tree)


@needs_names
def test_letters_that_may_not_be_exchanged_are_not():
    # The answer tells whether the first letter is an "a": only "b" and "c" are alike.
    words = ["".join(word) for word in product("abc", repeat=3)]

    class Game:
        guesses = secrets = tuple(words)
        endstates = frozenset([(3, True)])

        def score(self, guess, secret):
            same = sum(map(str.__eq__, guess, secret))
            return same, guess[0] == secret[0] == "a" or same == 3

        def generators(self):
            swap = str.maketrans("bc", "cb")
            yield (move := lambda word: word.translate(swap)), move
            yield (turn := lambda word: word[0] + word[2] + word[1]), turn

    scores, task = posed(Game())
    known = exact.attempt(scores, changed(task, tuning=[24, 2, 30, 12, 8, 64, 512, 16, 64, 1]))
    bare = exact.attempt(scores, changed(task, words=Words(), symmetries=()))
    assert (known.total, known.proven) == (bare.total, True)


def test_what_is_no_word_has_no_letters():
    assert words_of(compile_game(mc.FiniteGame("ab", "ab", str.__eq__, {True}))).secrets == b"\0\1"
    for secrets in ([1, 2], ["a", "ab"], [(1, 2), "abc"], [None], [chr(at) for at in range(65)]):
        game = mc.FiniteGame(secrets, secrets, lambda g, s: g == s, {True})
        assert words_of(compile_game(game)) == Words()
    longer = mc.FiniteGame(["x", "yy"], ["x"], lambda g, s: g == s, {True})
    assert words_of(compile_game(longer)) == Words(b"\0", b"")


@needs_names
def test_two_secrets_of_one_word_are_not_renamed():
    scores, task = posed(mc.Mastermind(colours=3, holes=3))
    flat = Words(bytes(len(task.hints.words.secrets)), task.hints.words.guesses)
    found = exact.attempt(scores, changed(task, words=flat))
    assert found.total == exact.attempt(scores, task).total


@needs_names
@pytest.mark.parametrize(
    "words",
    [Words(b"\0"), Words(b"", b"\0" * 27), Words(b"\0" * 81, b"\0"), Words(b"\0" * 81, b"\0" * 82)],
)
def test_words_that_are_not_all_there_are_refused(words):
    scores, task = posed(mc.Mastermind(colours=3, holes=3))
    with pytest.raises(mc.BadArgument, match="words"):
        exact.attempt(scores, changed(task, words=words))


class Unhashed(tuple):
    """A secret that is itself whatever it holds."""

    __slots__ = ()

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return id(self)


class Longer(Unhashed):
    def __iter__(self):
        return iter(range(len(self) + self[0]))


@pytest.mark.parametrize(
    "secrets", [[Unhashed([[1], 2]), Unhashed([[2], 2])], [Longer([1]), Longer([2])]]
)
def test_letters_of_any_kind_do_no_harm(secrets):
    game = mc.FiniteGame(secrets, secrets, lambda g, s: g is s, {True})
    assert words_of(compile_game(game)) == Words()
    assert mc.optimal(game).total == 3


WORDS = ["".join(word) for word in product("abcdefg", repeat=3)]


def many_scores(guess, secret):
    """Return one of over 255 scores, few of which a guess can get."""
    return guess, secret if guess == secret else sum(map(str.__eq__, guess, secret))


def many():
    return mc.FiniteGame(WORDS, WORDS, many_scores, {(word, word) for word in WORDS})


@needs_names
def test_over_255_scores_and_some_of_the_candidates():
    letters = bytes(map("abcdefg".index, "".join(WORDS)))
    scores, task = posed(many())
    some = changed(task, candidates=array("I", range(0, 343, 9)), words=Words(letters, letters))
    found = exact.attempt(scores, changed(some, nodes=100))
    assert found.total >= found.lower_bound > 0


@pytest.mark.unwatched
@needs_names
@pytest.mark.parametrize(
    "options", [{"seconds": 0.5}, {"nodes": 200}, {"workers": 2, "nodes": 500}]
)
def test_over_255_scores_under_every_budget(options):
    with turned_clock():
        found = mc.optimal(many(), **options)
    assert found.lower_bound <= found.total == mc.replay(many(), found).total
