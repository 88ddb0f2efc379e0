"""The command that advises in a game that is played elsewhere."""

from __future__ import annotations

import argparse
from itertools import islice
from typing import Any

import mastermind_core as mc
from mastermind_core.cli.answering import Answering, read_step
from mastermind_core.cli.exits import DONE
from mastermind_core.cli.games import add_games, game_of
from mastermind_core.cli.options import add_json, positive
from mastermind_core.cli.output import print_json
from mastermind_core.cli.strategies import add_strategy, strategy_of
from mastermind_core.errors import BadArgument, GameTooLarge, InconsistentHistory, shown
from mastermind_core.notation import show_guess, show_score

_SHOWN = 10
_FIGURES = ("expected_left", "worst_left", "may_win", "bits")


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_games(parser, _add, add_strategy, add_json)


def _add(game: argparse.ArgumentParser) -> None:
    game.add_argument(
        "--step",
        action="append",
        default=[],
        metavar="'GUESS SCORE'",
        help="a guess that was made and its answer; again for the next one (default: none)",
    )
    game.add_argument(
        "--top", type=positive, default=3, metavar="N", help="guesses to suggest (default: 3)"
    )
    game.add_argument(
        "--once", action="store_true", help="print the advice and end, without asking for more"
    )


class Assisting(Answering):
    """The computer suggests guesses; the person types what was guessed, and the answer."""

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


def run(given: argparse.Namespace) -> int:
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
