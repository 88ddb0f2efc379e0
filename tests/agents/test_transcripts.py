"""Transcripts: what environments print of a game is read as the game that was played."""

from __future__ import annotations

import json
from random import Random

import pytest

import mastermind_core as mc
from mastermind_core.agents import read_transcripts

TEXT = "crane brine slate pride grape erase speed abide level eerie"
WORDS = TEXT.split()


def played(game, secret, random):
    """Return the turns of a player who guesses anything but the secret a few times, and then it."""
    others = [guess for guess in game.guesses if guess != secret]
    guesses = [*random.sample(others, random.randint(1, 4)), secret]
    return [(guess, game.score(guess, secret)) for guess in guesses]


def rows(word, tiles):
    """Return the two rows of TextArena's Wordle."""
    marks = tiles.translate(str.maketrans("gy.", "GYX"))
    return f"{' '.join(word.upper())}\n{' '.join(marks)}"


def in_textarena(turns, *, says=True):
    """Print a game of Wordle as TextArena's log has it; the end says the result, or nothing."""
    lines = [
        "[GAME] You are Playing Wordle.",
        "wrap your word in square brackets (e.g., '[apple]').",
    ]
    for left, (word, tiles) in zip(range(5, -9, -1), turns, strict=False):
        lines.append(f"[Player 0] My reasons are long. [{word}]")
        if tiles != "ggggg":
            lines.append(f"[GAME] You submitted [{word}].\nFeedback:\n{rows(word, tiles)}")
            lines.append(f"You have {left} guesses left.")
    if says:
        lines.append("[GAME] Congratulations! You guessed the word correctly!")
    return "\n".join(lines)


def in_messages(turns):
    """Return a game of Wordle as the messages of verifiers, whose task has an example."""
    messages = [{"role": "user", "content": "You are Playing Wordle.\nC R A N E\nG G G G G"}]
    for word, tiles in turns:
        messages.append({"role": "assistant", "content": f"I take\n[{word}]"})
        if tiles != "ggggg":
            text = [{"type": "text", "text": f"{rows(word, tiles)}\n\nYou have 3 guesses left."}]
            messages.append({"role": "user", "content": text})
    return messages


def coloured(word, tiles):
    """Return the feedback of clembench."""
    names = {"g": "green", "y": "yellow", ".": "red"}
    return " ".join(f"{letter}<{names[tile]}>" for letter, tile in zip(word, tiles, strict=True))


def in_clembench(turns):
    """Return a game of Wordle as clembench's interactions have it."""
    rounds = []
    for at, (word, tiles) in enumerate(turns, start=1):
        note = f"attempts = {at}\nguess = {word}\nguess_feedback = {coloured(word, tiles)}"
        said = {"type": "get message", "content": f"explanation: so\nguess: {word}"}
        events = [
            {"from": "Player 1", "to": "GM", "action": said},
            {"from": "GM", "to": "GM", "action": {"type": "metadata", "content": note}},
        ]
        rounds.append(events)
    return {"meta": {"game_name": "wordle"}, "players": {}, "turns": rounds}


def test_wordle_is_read_in_the_formats_of_environments():
    game = mc.Wordle(WORDS)
    random = Random(1)
    games = [played(game, random.choice(WORDS), random) for _ in range(20)]
    texts = [
        "\n".join(map(in_textarena, games)),
        "\n".join(in_textarena(turns, says=False) for turns in games),
        json.dumps([in_messages(turns) for turns in games]),
        "\n".join(json.dumps({"prompt": [], "completion": in_messages(one)}) for one in games),
        json.dumps([{"trace": {"messages": in_messages(turns)}} for turns in games]),
        json.dumps([in_clembench(turns) for turns in games]),
        json.dumps(games),
        "\n---\n".join("\n".join(f"{word} {tiles}" for word, tiles in turns) for turns in games),
    ]
    for text in texts:
        assert read_transcripts(game, text) == games


def test_the_chat_of_clembench_is_read_without_its_example():
    game = mc.Wordle([*WORDS, "apple"])
    turns = [("slate", "..y.g"), ("grape", "ggggg")]
    task = [
        "Welcome to Wordle!",
        "guess: apple",
        'For example, the feedback for "apple" might be:',
        "guess_feedback: a<yellow> p<yellow> p<green> l<yellow> e<red>",
    ]
    lines = [f"guess: {word}\nguess_feedback: {coloured(word, tiles)}" for word, tiles in turns]
    assert read_transcripts(game, "\n".join([*task, *lines])) == [turns]


def test_pegs_are_read_in_the_format_of_textarena():
    game = mc.Mastermind(colours=6, holes=4, repeats="none")
    random = Random(2)
    games = [played(game, random.choice(game.secrets), random) for _ in range(10)]
    lines = []
    for turns in games:
        lines.append("[GAME] You are playing Mastermind.\nin the following format: '[2 1 4 5]'.")
        for guess, (black, white) in turns:
            code = " ".join(map(str, guess))
            lines.append(f"[Player 0] [{code}]")
            if black < 4:
                pegs = f"{black} black peg(s), {white} white peg(s)."
                lines.append(f"[GAME] Submitted [{code}]. Feedback: {pegs}")
    assert read_transcripts(game, "\n".join(lines)) == games


def test_the_text_of_the_environment_is_read():
    pytest.importorskip("gymnasium")
    game = mc.Mastermind(colours=6, holes=4)
    env = mc.gym.GuessingEnv(game, observation="text")
    env.reset(options={"secret": (1, 2, 3, 4)})
    for action in ("1122", "what?", "1122", "1234"):
        text, *_ = env.step(action)
    first = (1, 1, 2, 2), (1, 1)
    ((one, refused, again, last),) = read_transcripts(game, text)
    assert (one, again, last) == (first, first, ((1, 2, 3, 4), (4, 0)))
    assert refused[1] is None


@pytest.mark.parametrize("line", ["1122 0 1", "1122 0,1", "1122  0 1", "1122 01", "1 1 2 2  0,1"])
def test_a_line_has_a_guess_and_the_whole_score(line):
    game = mc.Mastermind(colours=6, holes=4)
    assert read_transcripts(game, line) == [[((1, 1, 2, 2), mc.games.Pegs(0, 1))]]


def test_refused_moves_have_no_score():
    game = mc.Wordle(WORDS)
    refusals = [
        "[GAME] You attempted an invalid move. Reason: 'zzzzz' is not an English word.",
        "Your guess is not a valid word for this game. Please try again.",
        "The guess should have exactly 5 letters.",
    ]
    for refusal in refusals:
        text = f"[crane]\n{rows('crane', 'ygy.g')}\n[zzzzz]\n{refusal}\n[erase]"
        assert read_transcripts(game, text)[0][1] == ("zzzzz", None)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "found no guess"),
        ("I like it here.", "found no guess"),
        ("[]", "found no guess"),
        ("[3]", "objects and arrays"),
        ("Z Z Z Z Z\nG G G G G", "game 1, move 1"),
    ],
)
def test_texts_without_a_game_are_refused(text, part):
    with pytest.raises(mc.BadArgument, match=part) as caught:
        read_transcripts(mc.Wordle(WORDS), text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("line", ["zzzzz .....", "crane qqqqq"])
def test_a_line_whose_word_or_score_is_none_of_the_game_is_not_left_out(line):
    text = f"crane .....\n{line}\nI think again."
    with pytest.raises(mc.BadArgument, match="game 1, move 2") as caught:
        read_transcripts(mc.Wordle(WORDS), text)
    assert "\n" not in str(caught.value)


def test_the_score_of_another_game_is_said_to_be_none_of_this_one():
    with pytest.raises(mc.BadArgument, match="no guess of Wordle"):
        read_transcripts(mc.Wordle(WORDS), "1122 1,0\n1234 4,0")
