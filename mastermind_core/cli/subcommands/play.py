"""The command that plays a game: the person guesses, or the computer does."""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

import mastermind_core as mc
from mastermind_core.cli.answering import Answering
from mastermind_core.cli.exits import DONE, NO
from mastermind_core.cli.games import add_games, game_of
from mastermind_core.cli.guessing import Guessing
from mastermind_core.cli.options import count, positive, reader
from mastermind_core.cli.strategies import add_strategy, strategy_of
from mastermind_core.cli.terminal import Terminal
from mastermind_core.games import GAMES
from mastermind_core.notation import show_guess
from mastermind_core.play.codemakers import codemaker_of, draw

_GUESSERS = ("you", "computer")


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_games(parser, _add, add_strategy)


def _add(game: argparse.ArgumentParser) -> None:
    game.add_argument(
        "--guesser",
        choices=_GUESSERS,
        help="who guesses (default: asked on a terminal, and else computer)",
    )
    game.add_argument(
        "--codemaker",
        type=reader(codemaker_of),
        default="random",
        metavar="NAME",
        help="who answers you: random keeps a secret, adversarial keeps as many as it can, maxmin "
        "and maxent change theirs (default: random)",
    )
    game.add_argument(
        "--max-steps",
        type=positive,
        metavar="N",
        help="guesses you have (default: any number)",
    )
    game.add_argument(
        "--seed", type=count, metavar="N", help="seed of the secret (default: another each time)"
    )


def run(given: argparse.Namespace) -> int:
    """Play one game."""
    game = game_of(given)
    strategy = strategy_of(given, game)
    session = mc.Session(game, strategy)
    guesser = given.guesser or _asked()
    if guesser is None:
        return DONE
    if guesser == "you":
        return _guess(given, game, session)
    return _answer(session)


def _asked() -> str | None:
    """Ask who guesses, where somebody can be asked."""
    terminal = Terminal(_GUESSERS)
    if not terminal.interactive:
        return "computer"
    while True:
        line = terminal.ask("Who guesses, you or the computer (y/c)? ")
        if line is None or line.lower() in ("q", "quit"):
            return None
        for guesser in _GUESSERS:
            if line and guesser.startswith(line.lower()):
                return guesser


def _answer(session: mc.Session) -> int:
    dialogue = Answering(session)
    dialogue.terminal.say(
        f"Think of a secret. Answer each guess with {dialogue.how_to_answer()}\n"
        "u takes back, help lists what else can be typed."
    )
    dialogue.play()
    if session.over:
        dialogue.terminal.say(f"Found with guess {len(session.history)}.")
    return DONE


def _guess(given: argparse.Namespace, game: Any, session: mc.Session) -> int:
    dialogue = Guessing(session, given.codemaker, given.seed, given.max_steps)
    say = dialogue.terminal.say
    what = GAMES[given.game].description if given.game in GAMES else repr(game)
    example = show_guess(game, draw(game, Random(session.count)))
    say(
        f"{what}\n{session.count:,} secrets are possible, such as {example}. Type a guess; "
        "hint, undo, resign and help do what they say."
    )
    dialogue.play()
    guesses = len(session.history)
    if session.over:
        say(f"Found with guess {guesses}.")
    else:
        lost = "The guesses are used up. " if dialogue.lost and not dialogue.resigned else ""
        say(f"{lost}The secret was {dialogue.secret()}.")
    if session.history:
        dialogue.review("")
    return NO if dialogue.lost and not session.over else DONE
