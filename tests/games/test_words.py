"""The word games, against their rules told another way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mastermind_core as mc

words = st.text("abc", min_size=4, max_size=4)


def tiles_by_hand(guess, secret):
    """Strike out letters: the green ones first, then the yellow ones from the left."""
    marks, left = ["."] * len(guess), list(secret)
    for at, letter in enumerate(guess):
        if secret[at] == letter:
            marks[at] = "g"
            left.remove(letter)
    for at, letter in enumerate(guess):
        if marks[at] == "." and letter in left:
            marks[at] = "y"
            left.remove(letter)
    return "".join(marks)


@given(words, words)
def test_tiles_follow_the_rule(guess, secret):
    assert mc.Wordle([secret], [guess]).score(guess, secret) == tiles_by_hand(guess, secret)


def official(guess, asked, score):
    """Say by the letters whether the official hard mode allows a guess after an answer."""
    green = all(guess[at] == asked[at] for at in range(4) if score[at] == "g")
    shown = [asked[at] for at in range(4) if score[at] != "."]
    return green and all(guess.count(letter) >= shown.count(letter) for letter in shown)


@given(words, words)
def test_a_secret_keeps_the_hints_it_gives(guess, secret):
    answer = tiles_by_hand(guess, secret)
    for hard in ("official", "consistent"):
        assert mc.Wordle([secret], hard=hard).legal(secret, [(guess, answer)])


@given(st.lists(words, min_size=1, max_size=8, unique=True))
def test_jotto_is_mastermind_on_words(chosen):
    game = mc.Jotto(chosen)
    for guess in chosen:
        blocks = mc.partition(game, guess)
        assert {word for block in blocks.values() for word in block} == set(chosen)
        assert blocks[(4, 0)] == [guess]
        for score, block in blocks.items():
            assert all(game.score(word, guess) == score for word in block)


def test_words_that_are_never_the_answer_may_be_guessed():
    game = mc.Wordle(["cigar", "rebut"], others=["rebut", "salet"])
    assert game.guesses == ("cigar", "rebut", "salet")
    assert game.secrets == ("cigar", "rebut")


@given(
    st.lists(words, min_size=1, max_size=12, unique=True),
    words,
    words,
    st.sampled_from([False, "official", "consistent"]),
)
def test_all_legal_words_at_once(guesses, asked, secret, hard):
    game = mc.Wordle(guesses, hard=hard)
    answer = tiles_by_hand(asked, secret)
    allowed = game.legal_sets()(asked, answer)
    rules = {
        False: lambda _: True,
        "official": lambda guess: official(guess, asked, answer),
        "consistent": lambda guess: tiles_by_hand(asked, guess) == answer,
    }
    expected = [*map(rules[hard], game.guesses)]
    assert [bool(allowed >> at & 1) for at in range(len(guesses))] == expected
    assert [game.legal(guess, [(asked, answer)]) for guess in game.guesses] == expected
    assert allowed >> len(guesses) == 0


@given(st.lists(words, min_size=1, max_size=9, unique=True), words, words)
def test_consistent_words_are_those_that_would_be_answered_so(guesses, asked, secret):
    game = mc.Wordle(guesses, hard="consistent")
    answer = tiles_by_hand(asked, secret)
    for guess in guesses:
        assert game.legal(guess, [(asked, answer)]) == (tiles_by_hand(asked, guess) == answer)


def test_consistent_only_plays_only_what_could_be_the_answer():
    answers = ["batch", "catch", "hatch", "latch", "match", "patch", "watch", "chump", "blimp"]
    totals = [
        mc.optimal(mc.Wordle(answers, hard=mode), pool="legal" if mode else "all").total
        for mode in (False, "official", "consistent")
    ]
    assert totals == sorted(totals)
    solution = mc.optimal(mc.Wordle(answers, hard="consistent"), pool="legal")
    for secret in answers:
        node, known = solution.tree, []
        while node is not None:
            assert all(tiles_by_hand(asked, node.guess) == score for asked, score in known)
            known.append((node.guess, tiles_by_hand(node.guess, secret)))
            node = node[known[-1][1]].subtree


def test_a_hard_mode_may_forbid_none_of_some_words():
    answers = ["batch", "catch", "hatch", "latch"]
    for game in (
        mc.Wordle(answers, hard=True),
        mc.weighted(mc.Wordle(answers, hard=True), [1] * 4),
    ):
        assert mc.optimal(game, pool="legal").total == 1 + 2 + 3 + 4


def test_hard_mode_plays_only_what_the_hints_allow():
    answers = ["batch", "catch", "hatch", "latch", "match", "patch", "watch"]
    easy = mc.Wordle(answers, others=["chomp", "blimp"])
    hard = mc.Wordle(answers, others=["chomp", "blimp"], hard=True)
    play = mc.strategies.entropy.replace(pool="legal")
    for path in mc.all_solutions(hard, play):
        for place, (guess, _) in enumerate(path):
            assert hard.legal(guess, path[:place])
    # After batch, hard mode must keep -atch: the words come one by one.
    assert mc.worst_case(hard, play.replace(opening=["batch"])) == len(answers)
    assert mc.worst_case(easy, mc.strategies.entropy.replace(opening=["batch"])) < len(answers)
    assert mc.optimal(hard, pool="legal").total >= mc.optimal(easy).total


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: mc.Jotto([]), "words is empty"),
        (lambda: mc.Jotto("fools"), "not the string 'fools'"),
        (lambda: mc.Jotto(["one", "three"]), "words has 'three': each must be a word of 3 letters"),
        (lambda: mc.Wordle([]), "answers is empty"),
        (lambda: mc.Wordle(["cigar"], others=["to"]), "others has 'to'"),
        (lambda: mc.Wordle(["cigar", "cigar"]), "answers has 'cigar' twice"),
        (lambda: mc.Jotto(["fools", "score", "fools"]), "words has 'fools' twice"),
        (lambda: mc.Jotto(5), "words must be a list of words, not 5"),
        (lambda: mc.Jotto(["fools"], answer="both"), 'answer must be "pegs" or "common"'),
        (lambda: mc.Wordle(["cigar"], hard="hard"), 'hard must be False, "official" or "consis'),
    ],
)
def test_bad_lists_are_refused(make, message):
    with pytest.raises(mc.BadGame, match=message):
        make()


@given(
    st.integers(1, 6).flatmap(
        lambda length: st.tuples(
            *[
                st.lists(
                    st.text("abcd", min_size=length, max_size=length),
                    min_size=1,
                    max_size=6,
                    unique=True,
                )
            ]
            * 2
        )
    )
)
def test_the_table_of_words_is_that_of_their_scores(lists):
    answers, others = lists
    game = mc.Wordle(answers, others)
    table = mc.compile_game(game)
    for guess in game.guesses:
        blocks = table.split(table.guesses[guess], table.everything)
        for score, block in blocks:
            for secret in block:
                assert tiles_by_hand(guess, answers[secret]) == table.scores.items[score]


def test_words_are_not_too_long_for_two_bytes_of_colours():
    with pytest.raises(mc.BadGame, match="answers have 11 letters; a word has at most 10"):
        mc.Wordle(["abcdefghijk"])


def test_word_games_play_with_the_words_of_the_package():
    answers, others = mc.games.english_words()
    game = mc.Wordle()
    assert game.secrets == answers
    assert game.guesses == (*answers, *others)
    assert mc.Jotto().words == answers
    assert mc.Wordle(["cigar", "rebut"]).guesses == ("cigar", "rebut")
    assert all(len(word) == 5 and word.isascii() and word.islower() for word in game.guesses)
    assert len(set(game.guesses)) == len(game.guesses)


def test_a_length_reads_its_words_of_a_dictionary(tmp_path):
    path = tmp_path / "words"
    path.write_text("Aaron\nabout\nit'll\nthe\ncrane\nabout\nCrane\n")
    assert mc.games.read_words(path, length=5) == ("aaron", "about", "crane")
    with pytest.raises(mc.BadGame, match=r"a length, such as 5, reads only words of that length"):
        mc.games.read_words(path)
    with pytest.raises(mc.BadGame, match="has no word of 7 letters"):
        mc.games.read_words(path, length=7)
