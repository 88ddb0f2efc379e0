"""The commands that play a game, and advise in one that is played elsewhere."""

from __future__ import annotations

import argparse
from itertools import islice
from random import Random
from typing import Any

import mastermind_core as mc
from mastermind_core.cli.dialogue import Answering, Guessing, Terminal, read_step
from mastermind_core.cli.games import command, game_of
from mastermind_core.cli.options import (
    JSON,
    STRATEGY,
    count,
    number_option,
    option,
    reader,
    strategy_of,
)
from mastermind_core.cli.output import DONE, NO, print_json
from mastermind_core.errors import BadArgument, GameTooLarge, InconsistentHistory, shown
from mastermind_core.games import GAMES
from mastermind_core.notation import show_guess, show_score
from mastermind_core.play.codemakers import codemaker_of, draw

_GUESSERS = ("you", "computer")

_SHOWN = 10
_FIGURES = ("expected_left", "worst_left", "may_win", "bits")


@command(
    option(
        "--guesser",
        "who guesses",
        choices=_GUESSERS,
        otherwise="asked on a terminal, and else computer",
    ),
    option(
        "--codemaker",
        "who answers you: random keeps a secret, adversarial keeps as many as it can, maxmin and "
        "maxent change theirs",
        type=reader(codemaker_of),
        default="random",
        metavar="NAME",
    ),
    number_option("--max-steps", "guesses you have", otherwise="any number"),
    number_option("--seed", "seed of the secret", count, otherwise="another each time"),
    *STRATEGY,
)
def play(given: argparse.Namespace) -> int:
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


class Assisting(Answering):
    """The computer suggests guesses; the person types the guess that was made, and its answer."""

    top = 3

    def prompt(self) -> str:
        """Return how many secrets are left."""
        return f"({self.how_many()}) guess and answer? "

    def advise(self) -> None:
        """Show the best guesses of the moment, or the one that needs no count."""
        if not self.session.over:
            try:
                best = self.session.suggest(self.top)
            except GameTooLarge:
                guess = self.terminal.guess(self.game, self.session.guess)
                self.terminal.say(f"  {guess}  (what its answers leave takes too long to count)")
                return
            self.show(best)

    def move(self, text: str) -> None:
        """Take a guess with its answer, and advise on the next."""
        before = len(self.session.history)
        super().move(text)
        if len(self.session.history) > before:
            self.advise()

    def undo(self, text: str) -> None:
        """Take the last answer back, and advise again."""
        super().undo(text)
        self.advise()


@command(
    option(
        "--step",
        "a guess that was made and its answer; again for the next one",
        action="append",
        default=[],
        metavar="'GUESS SCORE'",
        otherwise="none",
    ),
    number_option("--top", "guesses to suggest", default=3),
    option("--once", "print the advice and end, without asking for more", action="store_true"),
    *STRATEGY,
    JSON,
)
def assist(given: argparse.Namespace) -> int:
    """Advise until the secret is found."""
    game = game_of(given)
    dialogue = Assisting(mc.Session(game, strategy_of(given, game)))
    dialogue.top = given.top
    for text in given.step:
        _take(dialogue, text)
    if given.json:
        _print_json(dialogue.session, given.top)
        return DONE
    if not given.once:
        dialogue.terminal.say(
            "Type each guess with its answer, or only the answer to the first suggestion; "
            f"an answer is {dialogue.how_to_answer()}"
        )
    dialogue.advise()
    if given.once:
        dialogue.left("")
        return DONE
    dialogue.play()
    if dialogue.session.over:
        dialogue.terminal.say(f"Found with guess {len(dialogue.session.history)}.")
    return DONE


def _take(dialogue: Assisting, text: str) -> None:
    step = read_step(dialogue, text)
    if step is None:
        raise BadArgument(
            f"--step: {shown(text)} is no guess with its answer: write them with a space between, "
            "the "
            f"answer {dialogue.how_to_answer()}"
        )
    guess, score = step
    try:
        dialogue.session.answer(score, guess=guess)
    except InconsistentHistory as error:
        raise InconsistentHistory(f"--step {shown(text)}: {error}") from None


def _print_json(session: mc.Session, top: int) -> None:
    game: Any = session.game
    count, suggestions = _figures(session, top)
    print_json(
        game=repr(game),
        history=[[show_guess(game, g), show_score(game, s)] for g, s in session.history],
        over=session.over,
        count=count,
        candidates=[show_guess(game, secret) for secret in islice(session.candidates, _SHOWN)],
        suggestions=suggestions,
    )


def _figures(session: mc.Session, top: int) -> tuple[int | None, list[dict[str, Any]]]:
    """Return how many secrets are left, and the best guesses; without a count a guess alone."""
    try:
        count = session.count
        best = [] if session.over else session.suggest(top)
    except GameTooLarge:
        return None, [{"guess": show_guess(session.game, session.guess)}]
    return count, [
        {
            "guess": show_guess(session.game, one.guess),
            **{name: getattr(one, name) for name in _FIGURES},
        }
        for one in best
    ]
