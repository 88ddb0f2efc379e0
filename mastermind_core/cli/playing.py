"""The commands that play a game, and advise in one that is played elsewhere, line by line."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from copy import copy
from itertools import islice
from random import Random
from typing import Any, ClassVar

import mastermind_core as mc
from mastermind_core.cli.games import command, game_of
from mastermind_core.cli.options import JSON, STRATEGY, count, option, strategy_of
from mastermind_core.cli.parser import NO, in_json, is_terminal, say
from mastermind_core.errors import (
    BadArgument,
    GameTooLarge,
    InconsistentHistory,
    MastermindCoreError,
    shown,
)
from mastermind_core.game import weights_of
from mastermind_core.games import GAMES
from mastermind_core.games.codes import Pegs
from mastermind_core.notation import parse_guess, parse_score, scores_of, show_guess, show_score
from mastermind_core.play.codemakers import codemaker_of, draw
from mastermind_core.show.looks import TILES, Cell, ink, look_for, tinted


def interactive() -> bool:
    """Return whether a person types and reads."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def ask(prompt: str) -> str | None:
    """Return the next line without spaces around it, or None at the end of the input."""
    try:
        line = input(prompt).strip()
    except EOFError:
        print()
        return None
    if not is_terminal(sys.stdin):
        # What is piped does not show by itself.
        print(line, flush=True)
    return line


def coloured() -> bool:
    """Return whether the output shows colours."""
    dumb = os.environ.get("TERM", "dumb") == "dumb"
    return is_terminal(sys.stdout) and "NO_COLOR" not in os.environ and not dumb


def guess_text(game: Any, guess: Any, score: Any = None) -> str:
    """Return a guess as a text, in the colours of its tiles or of its code."""
    if not coloured():
        return show_guess(game, guess)
    look = look_for(guess, next(iter(game.endstates), None) if score is None else score)
    cells = look.guess(guess) if score is None else tinted(look.guess(guess), look.tints(score))
    return "".join(map(_painted, cells))


def score_text(game: Any, score: Any) -> str:
    """Return a score as a text, with pegs where they can be shown."""
    text = show_score(game, score)
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    if not (coloured() and encoding.replace("-", "") == "utf8" and isinstance(score, Pegs)):
        return text
    return f"{text}  {'●' * score.black}{'○' * score.white}".rstrip()


def _painted(cell: Cell) -> str:
    """Return a cell in the colours of a terminal that come nearest; one without a fill as text."""
    if cell.shape == "text":
        return cell.text
    plain = TILES.get(cell.fill, TILES["plain"])
    fill, letter = (cell.fill, ink(cell.fill)) if cell.shape == "disc" else plain
    if not fill.startswith("#"):
        return f" {cell.text} "
    return f"\033[38;5;{_colour(letter)};48;5;{_colour(fill)}m {cell.text} \033[0m"


def _colour(fill: str) -> int:
    """Return the number of a colour in the 6 x 6 x 6 cube of terminals."""
    red, green, blue = (round(int(fill[at : at + 2], 16) / 51) for at in (1, 3, 5))
    return 16 + 36 * red + 6 * green + blue


def _use_readline(words: Iterable[str]) -> None:
    """Make the arrow and Tab keys work as in a shell, if readline is available."""
    if not interactive():
        return
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        found = [word for word in words if word.startswith(text)]
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


#: Scores that an introduction lists, diagnoses, and candidates that are shown, in text and JSON.
_SCORES, _DIAGNOSES, _CANDIDATES, _FEW = 30, 3, 20, 10

#: What stands between a guess and its answer.
_CUT = re.compile(r"\s*(?:->|=|:|\s)\s*")


class Dialogue:
    """A session that a person plays by lines: an action by name, or a move.

    The computer proposes guesses, and a move is the answer to one, or another guess with its
    answer.
    """

    #: What can be typed besides a move, with its help.
    actions: ClassVar[dict[str, str]] = {
        "hint": "the best guesses",
        "left": "the secrets that are left",
        "explain": "explain GUESS: what its answers would leave",
        "undo": "take the last answer back (u)",
        "review": "the guesses so far beside the best ones, and luck",
        "help": "this list (?)",
        "quit": "end the game (q)",
    }

    def __init__(self, session: mc.Session):
        self.session = session
        self.game = session.game
        self.ended = False
        _use_readline(self.actions)

    def prompt(self) -> str:
        """Return the guess that is proposed, and how many secrets are left."""
        return f"{show_guess(self.game, self.session.guess)}  ({self.how_many()}) ? "

    def play(self) -> None:
        """Read lines until the game is over or the input ends."""
        while not self.ended and not self.session.over:
            line = ask(self.prompt())
            if line is None:
                break
            try:
                self.take(line)
            except InconsistentHistory as error:
                say(str(error))
            except MastermindCoreError as error:
                say(f"{error}\n  help lists what else can be typed")
        if self.session.over:
            say(f"Found with guess {len(self.session.history)}.")

    def take(self, line: str) -> None:
        """Carry out a line: an action or a move."""
        word, _, rest = line.partition(" ")
        word = word.lower()
        name = {"u": "undo", "q": "quit", "?": "help", "exit": "quit"}.get(word, word)
        if name in self.actions and (not rest or name == "explain"):
            getattr(self, name)(rest.strip())
        elif line:
            self.move(line)

    def move(self, text: str) -> None:
        """Take an answer; where it contradicts the others, say which may be wrong."""
        try:
            guess, score = self.session.guess, self.read_score(text)
        except BadArgument as error:
            step = self.read_step(text)
            if step is None:
                raise error from None
            guess, score = step
        try:
            self.session.answer(score, guess=guess)
        except InconsistentHistory as error:
            say(str(error))
            # Where the codes that would fit are too many to count, nothing can be said.
            with suppress(GameTooLarge):
                for one in self.session.diagnose(score, guess=guess)[:_DIAGNOSES]:
                    changes = " and ".join(self._change(guess, score, *it) for it in one.changes)
                    say(f"  perhaps {changes}: {one.left} left")

    def _change(self, guess: Any, score: Any, place: int, right: Any) -> str:
        asked, given = [*self.session.history, (guess, score)][place]
        return (
            f"answer {place + 1}, {show_guess(self.game, asked)} {show_score(self.game, given)}, "
            f"was {show_score(self.game, right)}"
        )

    def hint(self, _text: str) -> None:
        """Show the best guesses."""
        self.show(self.session.suggest(_DIAGNOSES))

    def show(self, suggestions: Iterable[mc.play.Suggestion]) -> None:
        """Show guesses with their expected effects."""
        for one in suggestions:
            wins = (", may win" if one.may_win else "") + one.beside
            price = "" if one.price is None else f", costs {one.price}"
            say(
                f"  {guess_text(self.game, one.guess)}  tells {one.bits:.2f} bits, "
                f"{one.expected_left:.2f} left on average, {one.worst_left} at worst{wins}{price}"
            )

    def left(self, _text: str) -> None:
        """Show how many secrets are left, and some of them."""
        some = list(islice(self.session.candidates, _CANDIDATES + 1))
        more = "" if len(some) <= _CANDIDATES else " ..."
        shown = " ".join(show_guess(self.game, secret) for secret in some[:_CANDIDATES])
        say(f"  {self.how_many()}: {shown}{more}")

    def explain(self, text: str) -> None:
        """Show the number of secrets that each answer to a guess would leave."""
        if not text:
            raise BadArgument("explain needs a guess: explain GUESS")
        what = "of the weight left" if len(set(weights_of(self.game))) > 1 else "left"
        for score, weight in self.session.explain(parse_guess(self.game, text)).items():
            say(f"  {show_score(self.game, score)}: {weight} {what}")

    def undo(self, _text: str) -> None:
        """Take the last answer back."""
        self.session.undo()

    def review(self, _text: str) -> None:
        """Show each guess beside the best ones."""
        for at, line in enumerate(self.session.review(), start=1):
            say(
                f"  {at}. {guess_text(self.game, line.made, line.score)}  "
                f"{show_score(self.game, line.score)}  {line.before} to {line.left}; "
                f"{line.beside(lambda guess: show_guess(self.game, guess))}"
            )

    def help(self, _text: str) -> None:
        """List the actions that can be typed."""
        for name, what in self.actions.items():
            say(f"  {name:<8} {what}")

    def quit(self, _text: str) -> None:
        """End the game."""
        self.ended = True

    def how_many(self) -> str:
        """Return the number of secrets left in words."""
        try:
            return f"{self.session.count} left"
        except GameTooLarge:
            return "very many left"

    def how_to_answer(self) -> str:
        """Return the form of answers in words."""
        scores = [show_score(self.game, score) for score in scores_of(self.game)]
        if len(scores) <= _SCORES:
            return f"one of: {'  '.join(scores)}"
        return f"a score such as: {'  '.join(scores[:3])}"

    def read_score(self, text: str) -> Any:
        """Return the score of a string."""
        try:
            return parse_score(self.game, text)
        except BadArgument as error:
            raise BadArgument(
                f"{shown(text)} is no answer; type {self.how_to_answer()}\n  {error}"
            ) from None

    def read_step(self, text: str) -> tuple[Any, Any] | None:
        """Return the guess and the score of a text such as "1122 0,2"; None where it is none."""
        for cut in reversed(list(_CUT.finditer(text))):
            with suppress(BadArgument):
                guess = parse_guess(self.game, text[: cut.start()])
                return guess, self.read_score(text[cut.end() :])
        return None


class Guessing(Dialogue):
    """The person types guesses; a codemaker answers them."""

    actions: ClassVar[dict[str, str]] = {
        **Dialogue.actions,
        "resign": "see the secret: the game is lost",
    }

    def __init__(self, session: mc.Session, given: argparse.Namespace):
        super().__init__(session)
        # A codemaker that changes its secret remembers its answers: undo goes back to the one
        # before.
        self._answers = [codemaker_of(given.codemaker).begin(self.game, Random(given.seed))]
        self.max_steps = given.max_steps
        self.resigned = False

    @property
    def lost(self) -> bool:
        """Return whether the guesses are used up, or the game was given up."""
        return self.resigned or len(self.session.history) == self.max_steps

    def resign(self, _text: str) -> None:
        """Lose the game, and end it."""
        self.ended = self.resigned = True

    def prompt(self) -> str:
        """Return the number of the guess."""
        number = len(self.session.history) + 1
        return f"guess {number}{f' of {self.max_steps}' if self.max_steps else ''}: "

    def move(self, text: str) -> None:
        """Take a guess, and answer it."""
        guess = parse_guess(self.game, text)
        answers = copy(self._answers[-1])
        score = answers(guess)
        self.session.answer(score, guess=guess)
        self._answers.append(answers)
        say(f"  {guess_text(self.game, guess, score)}  {score_text(self.game, score)}")
        self.ended = self.lost

    def undo(self, text: str) -> None:
        """Take the last guess back."""
        super().undo(text)
        self._answers.pop()

    def secret(self) -> str:
        """Return the secret, or the first that is left of a codemaker that has none."""
        kept = getattr(self._answers[-1], "secret", None)
        return show_guess(self.game, self.session.candidates[0] if kept is None else kept)


class Assisting(Dialogue):
    """The computer suggests guesses; the person types the guess that was made, and its answer."""

    def __init__(self, session: mc.Session, top: int):
        super().__init__(session)
        self.top = top

    def prompt(self) -> str:
        """Return how many secrets are left."""
        return f"({self.how_many()}) guess and answer? "

    def advise(self) -> None:
        """Show the best guesses of the moment, or the one that needs no count."""
        if not self.session.over:
            try:
                self.show(self.session.suggest(self.top))
            except GameTooLarge:
                guess = guess_text(self.game, self.session.guess)
                say(f"  {guess}  (what its answers leave takes too long to count)")

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

    def step(self, text: str) -> None:
        """Take a guess with its answer that was given as an option."""
        step = self.read_step(text)
        if step is None:
            raise BadArgument(
                f"--step: {shown(text)} is no guess with its answer: write them with a space "
                f"between, the answer {self.how_to_answer()}"
            )
        try:
            self.session.answer(step[1], guess=step[0])
        except InconsistentHistory as error:
            raise InconsistentHistory(f"--step {shown(text)}: {error}") from None

    def figures(self) -> dict[str, Any]:
        """Return the figures and the best guesses; without a count one guess alone."""
        session, game = self.session, self.game
        try:
            count, best = session.count, [] if session.over else session.suggest(self.top)
            names = ("expected_left", "worst_left", "may_win", "bits")
            suggestions = [
                {"guess": show_guess(game, one.guess)}
                | {name: getattr(one, name) for name in names}
                for one in best
            ]
        except GameTooLarge:
            count, suggestions = None, [{"guess": show_guess(game, session.guess)}]
        return {
            "game": repr(game),
            "history": [[show_guess(game, g), show_score(game, s)] for g, s in session.history],
            "over": session.over,
            "count": count,
            "candidates": [show_guess(game, one) for one in islice(session.candidates, _FEW)],
            "suggestions": suggestions,
        }


_GUESSERS = ("you", "computer")


@command(
    option(
        "--guesser",
        "who guesses (default: asked on a terminal, and else computer)",
        choices=_GUESSERS,
    ),
    option(
        "--codemaker NAME",
        "who answers you: random keeps a secret, adversarial keeps as many as it can, maxmin and "
        "maxent change theirs",
        type=codemaker_of,
        default="random",
    ),
    option("--max-steps N", "guesses you have (default: any number)"),
    option("--seed N", "seed of the secret (default: another each time)", type=count),
    *STRATEGY,
)
def play(given: argparse.Namespace) -> int | None:
    """Play one game."""
    game = game_of(given)
    session = mc.Session(game, strategy_of(given, game))
    guesser = given.guesser or _asked()
    if guesser == "you":
        return _guess(given, game, session)
    if guesser == "computer":
        dialogue = Dialogue(session)
        say(
            f"Think of a secret. Answer each guess with {dialogue.how_to_answer()}\n"
            "u takes back, help lists what else can be typed."
        )
        dialogue.play()
    return None


def _asked() -> str | None:
    """Ask who guesses, where somebody can be asked."""
    if not interactive():
        return "computer"
    _use_readline(_GUESSERS)
    while True:
        line = ask("Who guesses, you or the computer (y/c)? ")
        if line is None or line.lower() in ("q", "quit"):
            return None
        for guesser in _GUESSERS:
            if line and guesser.startswith(line.lower()):
                return guesser


def _guess(given: argparse.Namespace, game: Any, session: mc.Session) -> int | None:
    dialogue = Guessing(session, given)
    what = GAMES[given.game].description if given.game in GAMES else repr(game)
    example = show_guess(game, draw(game, Random(session.count)))
    say(
        f"{what}\n{session.count:,} secrets are possible, such as {example}. Type a guess; "
        "hint, undo, resign and help do what they say."
    )
    dialogue.play()
    if not session.over:
        lost = "The guesses are used up. " if dialogue.lost and not dialogue.resigned else ""
        say(f"{lost}The secret was {dialogue.secret()}.")
    if session.history:
        dialogue.review("")
    return NO if dialogue.lost and not session.over else None


@command(
    option(
        "--step",
        "a guess that was made and its answer; again for the next one (default: none)",
        action="append",
        default=[],
        metavar="'GUESS SCORE'",
    ),
    option("--top N", "guesses to suggest", default=3),
    option("--once", "print the advice and end, without asking for more", action="store_true"),
    *STRATEGY,
    JSON,
)
def assist(given: argparse.Namespace) -> None:
    """Advise until the secret is found."""
    game = game_of(given)
    dialogue = Assisting(mc.Session(game, strategy_of(given, game)), given.top)
    for text in given.step:
        dialogue.step(text)
    if given.json:
        print(in_json(**dialogue.figures()))
        return
    if not given.once:
        say(
            "Type each guess with its answer, or only the answer to the first suggestion; "
            f"an answer is {dialogue.how_to_answer()}"
        )
    dialogue.advise()
    if given.once:
        dialogue.left("")
    else:
        dialogue.play()
