"""The interactive commands: play a game, or get advice in a game that is played elsewhere."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import copy
from functools import partial
from getpass import getpass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from more_itertools import first

import mastermind_core as mc
from mastermind_core.cli.games import command, exact_game_of, noisy_game_of, playing, worded
from mastermind_core.cli.options import (
    JSON,
    NOISE,
    STRATEGY,
    count,
    is_file,
    option,
    positive,
)
from mastermind_core.cli.parser import NO, in_json, is_terminal, room, say, unpainted
from mastermind_core.errors import BadArgument, InconsistentHistory, counted, shown
from mastermind_core.files.parts import LIMIT, parsed, read_limited, write_whole
from mastermind_core.game import goal_of, weights_of
from mastermind_core.games import GAMES
from mastermind_core.games.parts import GREEN, Pegs, Quordle, size_of
from mastermind_core.names import service_of
from mastermind_core.notation import (
    format_guess,
    format_score,
    parse_guess,
    parse_score,
    scores_of,
    show_item,
)
from mastermind_core.play.parts import codemaker_of, draw, fixed
from mastermind_core.results import aligned
from mastermind_core.show import Cell
from mastermind_core.show.parts import TILES, ink, look_for, tinted


def interactive() -> bool:
    """Return whether input and output are terminals."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def ask(prompt: str, read: Callable[[str], str] = input) -> str | None:
    """Return the next line without spaces around it, or None at the end of the input."""
    try:
        line = read(prompt).strip()
    except EOFError:
        print()
        return None
    if not is_terminal(sys.stdin):
        # Piped input is not echoed.
        print(line, flush=True)
    return line


def coloured() -> bool:
    """Return whether the output shows colours."""
    dumb = os.environ.get("TERM", "dumb") == "dumb"
    return is_terminal(sys.stdout) and "NO_COLOR" not in os.environ and not dumb


def guess_text(game: Any, guess: object, score: object = None) -> str:
    """Return a guess as a string, coloured like its tiles or its code."""
    if not coloured():
        return format_guess(game, guess)
    look = look_for(guess, first(game.endstates, None) if score is None else score)
    cells = look.guess(guess) if score is None else tinted(look.guess(guess), look.tints(score))
    return "".join(map(_painted, cells))


def score_text(game: Any, score: object) -> str:
    """Return a score as a string, with pegs if the terminal can show them."""
    text = format_score(game, score)
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    if not (coloured() and encoding.replace("-", "") == "utf8" and isinstance(score, Pegs)):
        return text
    return f"{text}  {'●' * score.black}{'○' * score.white}".rstrip()


def _painted(cell: Cell) -> str:
    """Return a cell in the nearest colours of a terminal, or without a fill, its letters alone."""
    if cell.shape == "text":
        return cell.text
    plain = TILES.get(cell.fill, TILES["plain"])
    fill, letter = (cell.fill, ink(cell.fill)) if cell.shape == "disc" else plain
    if not fill.startswith("#"):
        return f" {cell.text} "
    return f"\033[38;5;{_colour(letter)};48;5;{_colour(fill)}m {cell.text} \033[0m"


def _colour(fill: str) -> int:
    """Return the index of a colour in the 6 x 6 x 6 cube of terminals."""
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


#: Maximum number of listed scores, diagnoses, and candidates in text and in JSON.
_SCORES = 30
_DIAGNOSES = 3
_CANDIDATES = 20
_FEW = 10

#: The length of the bar of a certain secret.
_BAR = 40

#: The actions that may have words after them.
_WITH_TEXT = ("explain", "fix", "hint", "score")

#: The number from which numbers of secrets are written with an exponent.
_MILLION = 10**6

#: The seconds in which the regrets of suggestions are searched.
_SEARCHED = 0.5

#: The fault of a line that is no move.
_NEITHER = "neither a valid answer nor a guess with its answer"

#: The separator between a guess and its score.
_CUT = re.compile(r"\s*(?:->|=|:|\s)\s*")


class Dialogue:
    """A session that a person plays line by line: each line is an action or a move.

    The computer proposes guesses. A move is the answer to the proposed guess, or another guess with
    its answer.
    """

    #: The actions, with their help.
    actions: ClassVar[dict[str, str]] = {
        "hint": "hint N: the best N guesses; extra: guesses (or cost) more than with the best",
        "left": "the secrets that are left",
        "explain": "explain GUESS: the number of secrets left for each answer",
        "undo": "take the last answer back (u)",
        "fix": "fix N ANSWER: correct the answer to guess N",
        "score": "score GUESS SECRET: the answer to a guess",
        "review": "compare the guesses so far with the best ones; luck",
        "help": "this list (?)",
        "quit": "end the game (q)",
    }

    def __init__(self, session: mc.Session, path: str | None = None, top: int = _DIAGNOSES):
        self.session = session
        self.game = session.game
        self.path = path
        self.top = top
        self.beside: dict[str, Any] = {"game": repr(self.game)}
        self.ended = False
        _use_readline(self.actions)

    def worded(self, text: str) -> str:
        """Return a string with the words of this game."""
        return worded(self.game, text)

    def prompt(self) -> str:
        """Return the proposed guess and the number of secrets left."""
        return f"{format_guess(self.game, self.session.guess)}  ({self.how_many()}) ? "

    def play(self) -> None:
        """Read lines until the game is over or the input ends."""
        while not self.ended and not self.session.over:
            line = ask(self.prompt())
            if line is None:
                break
            try:
                self.take(line)
                self.close_boards()
                self.save()
            except InconsistentHistory as error:
                say(str(error))
            except mc.MastermindCoreError as error:
                say(f"{error}\n  type help for a list of actions")
        session = self.session
        history = self.session.history
        if not session.over:
            return
        if history and (not self.session.is_probable or history[-1][1] in self.game.endstates):
            goal = goal_of(self.game) and session.known
            named = "" if goal is None else f": {show_item(goal)}"
            say(f"{self.worded('Found with guess')} {self.made()}{named}.")
        else:
            say(f"{self.worded('Named after guess')} {len(history)}:")
            self.left("")

    def made(self) -> int:
        """Return the number of guesses, or on several boards, of the words that were typed."""
        history = self.session.history
        return self.game.rows(history) if isinstance(self.game, Quordle) else len(history)

    def close_boards(self) -> None:
        """End a game of several boards when the word of each board was typed."""
        session = self.session
        game = self.game
        if not isinstance(game, Quordle) or session.over:
            return
        green = GREEN * game.length
        typed = [(word, score) for word, score in session.history if isinstance(word, str)]
        words = [
            next((word for word, score in typed if score[board] == green), None)
            for board in range(game.boards)
        ]
        if None not in words:
            session.record(tuple(words), first(game.endstates))

    def save(self) -> None:
        """Write the game to the file of ``--save``, if there is one."""
        if self.path is not None:
            text = in_json(**self.session.to_dict(), **self.beside)
            write_whole(Path(self.path), f"{text}\n".encode())

    def take(self, line: str) -> None:
        """Execute a line: an action or a move."""
        word, _, rest = line.partition(" ")
        word = word.lower()
        name = {"u": "undo", "q": "quit", "?": "help", "exit": "quit"}.get(word, word)
        if name in self.actions and (not rest or name in _WITH_TEXT):
            getattr(self, name)(rest.strip())
        elif line:
            self.move(line)

    def move(self, text: str) -> None:
        """Record an answer. If it contradicts earlier ones, print the likeliest errors."""
        try:
            guess = self.session.guess
            score = self.read_score(text, guess, _NEITHER)
        except BadArgument as error:
            step = self.read_step(text, ask_score=True)
            if step is None:
                raise error from None
            guess, score = step
        try:
            self.session.record(guess, score)
        except InconsistentHistory as error:
            say(str(error))
            # Diagnoses are skipped if the consistent codes are too many to count.
            with suppress(mc.GameTooLarge):
                for one in self.session.diagnose(score, guess=guess)[:_DIAGNOSES]:
                    changes = " and ".join(self._change(guess, score, *it) for it in one.changes)
                    say(f"  perhaps change {changes}: {one.left} left")

    def _change(self, guess: object, score: object, place: int, right: object) -> str:
        asked, given = [*self.session.history, (guess, score)][place]
        return (
            f"answer {place + 1}, {format_guess(self.game, asked)} "
            f"{format_score(self.game, given)}, to {format_score(self.game, right)}"
        )

    def hint(self, text: str = "") -> None:
        """Show the best guesses, or one guess if the candidates are too many to count."""
        if not self.session.over:
            number = positive(text) if text else self.top
            try:
                self.show(self.session.suggest(number, seconds=_SEARCHED, distinct=True))
            except mc.GameTooLarge:
                guess = guess_text(self.game, self.session.guess)
                say(f"  {guess}  (its effects take too long to compute)")

    def show(self, suggestions: Iterable[Any]) -> None:
        """Show a table of guesses with their expected effects."""
        found = [*suggestions]
        guesses = [guess_text(self.game, one.guess) for one in found]
        texts = [self.worded("guess"), *guesses]
        widest = max(len(unpainted(text)) for text in texts)
        effects = [_effects(one) for one in found]
        exact = ("", "bits", "mean left", "max left", "wins?", "extra", "cost")
        noisy = ("", "bits", "error", "wins?", "bits per cost")
        head = noisy if self.session.is_probable else exact
        used = head[: len(effects[0])] if effects else head
        width = room()
        lines = aligned(used, effects, width and width - widest - 2, ("max left", "wins?"))
        for text, line in zip(texts, lines, strict=True):
            say(f"  {text}{' ' * (widest - len(unpainted(text)))}{line}")

    def left(self, _text: str) -> None:
        """Show how many secrets are left, and some of them."""
        if self.session.is_probable:
            for name, chance in islice(self.session.posterior.items(), _FEW):
                bar = "#" * max(1, round(_BAR * chance))
                say(f"  {format_guess(self.game, name)}  {float(chance):6.1%}  {bar}")
            return
        candidates = self.session.candidates
        for words in getattr(candidates, "words", ()):  # of several boards
            more = "" if len(words) <= _CANDIDATES else " ..."
            say(f"  {len(words)} left: {' '.join(words[:_CANDIDATES])}{more}")
        if hasattr(candidates, "words"):
            return
        some = list(islice(candidates, _CANDIDATES + 1))
        more = "" if len(some) <= _CANDIDATES else " ..."
        shown = " ".join(format_guess(self.game, secret) for secret in some[:_CANDIDATES])
        say(f"  {self.how_many()}: {shown}{more}")

    def explain(self, text: str) -> None:
        """Show the number of secrets left for each score of a guess."""
        if not text:
            raise BadArgument(self.worded("explain needs a guess: explain GUESS"))
        what = "of the weight left" if len(set(weights_of(self.game))) > 1 else "left"
        for score, weight in self.session.explain(parse_guess(self.game, text)).items():
            share = f"{float(weight):.1%}" if self.session.is_probable else f"{weight} {what}"
            say(f"  {format_score(self.game, score)}: {share}")

    def undo(self, _text: str) -> None:
        """Remove the last answer."""
        self.session.undo()

    def fix(self, text: str) -> None:
        """Correct the answer to an earlier guess, given by its number."""
        number, _, answer = text.partition(" ")
        steps = [*self.session.history]
        if not number.isdecimal() or not 1 <= int(number) <= len(steps):
            needs = "fix needs the number of a guess"
            raise BadArgument(
                f"{self.worded(needs)}, 1 to {len(steps)}, and its answer: fix N ANSWER"
            )
        guess, _ = steps[int(number) - 1]
        steps[int(number) - 1] = guess, self.read_score(answer, guess)
        limit = self.session.ending.confidence
        self.session = mc.Session(self.game, self.session.strategy, history=steps, confidence=limit)

    def score(self, text: str) -> None:
        """Show the score of a guess and a secret."""
        say(f"  {scored(self.game, text)}")

    def review(self, _text: str) -> None:
        """Show each guess in comparison with the best ones."""
        try:
            lines = self.session.review()
        except mc.GameTooLarge as error:
            say(f"  {error}")
            return
        if not lines:
            say(self.worded("  no guess was made yet"))
        for at, line in enumerate(lines, start=1):
            say(
                f"  {at}. {guess_text(self.game, line.made, line.score)}  "
                f"{format_score(self.game, line.score)}  {line.before} to {line.left}; "
                f"{line.beside(lambda guess: format_guess(self.game, guess))}"
            )

    def help(self, _text: str) -> None:
        """List the actions."""
        for name, what in self.actions.items():
            say(f"  {name:<8} {self.worded(what)}")

    def quit(self, _text: str) -> None:
        """End the game."""
        self.ended = True

    def how_many(self) -> str:
        """Return the number of secrets left in words."""
        if self.session.is_probable:
            name, chance = first(self.session.posterior.items())
            return f"{format_guess(self.game, name)} with {float(chance):.1%}"
        words = getattr(self.session.candidates, "words", None)  # of several boards
        if words is not None:
            return f"{' x '.join(str(len(own)) for own in words)} left"
        try:
            return f"{self.session.count} left"
        except mc.GameTooLarge:
            return "very many left"

    def how_to_answer(self) -> str:
        """Return a description of valid answers."""
        some = islice(scores_of(self.game), _SCORES + 1)
        scores = [format_score(self.game, score) for score in some]
        if len(scores) <= _SCORES:
            return f"one of: {'  '.join(scores)}"
        return f"a score such as: {'  '.join(scores[:3])}"

    def meaning(self) -> str:
        """Return a line that explains the answers, empty if they explain themselves."""
        score = first(self.game.endstates, None)
        if isinstance(score, Pegs):
            return "0,2 means: 0 in place (black pegs, bulls), 2 elsewhere (white pegs, cows).\n"
        tiles = "g: the letter is in place; y: it is elsewhere; a dot: it is absent.\n"
        if isinstance(self.game, Quordle):
            return f"{tiles}Write one row of tiles for each board, with spaces between them.\n"
        if isinstance(self.game, mc.Wordle):
            return tiles
        return ""

    def read_score(self, text: str, guess: Any, fault: str = "not a valid answer") -> Any:
        """Return the score of a string, or None if it is unknown."""
        try:
            return parse_score(self.game, text, guess)
        except BadArgument as error:
            if text.strip().lower() == "unknown":
                return None
            reason = str(error).partition(" is not a valid score: ")[2]
            helps = reason and fault != _NEITHER and not reason.startswith("write one of")
            hint = f" ({reason})" if helps else ""
            raise BadArgument(
                f"{shown(text)} is {fault}{hint}; type {self.how_to_answer()}"
            ) from None

    def read_step(self, text: str, *, ask_score: bool = False) -> tuple[Any, Any] | None:
        """Return the guess and the score of a string such as "1122 0,2", or None without either.

        If only one of them is valid, the error is about the other. With ``ask_score`` a guess alone
        is completed by a question for its score.
        """
        read_guess = partial(parse_guess, self.game)
        faults = list[Any]()
        for left, right in reversed(_halves(text)):
            guess, no_guess = _tried(read_guess, left)
            score, no_score = _tried(partial(self.read_score, guess=guess), right)
            if not no_guess and not no_score:
                return guess, score
            if not no_guess or not no_score:
                faults.append(no_guess or no_score)
        guess, no_guess = _tried(read_guess, text)
        if ask_score and not no_guess:
            line = ask(f"  the answer to {guess_text(self.game, guess)}? ")
            return guess, self.read_score(line or "", guess)
        for fault in faults:
            raise fault
        return None


def scored(game: Any, text: str) -> str:
    """Return the score of a guess and a secret in one string."""
    faults = list[Any]()
    for left, right in _halves(text):
        guess, no_guess = _tried(partial(parse_guess, game), left)
        secret, no_secret = _tried(partial(parse_guess, game), right)
        if not no_guess and not no_secret:
            return score_text(game, game.score(guess, secret))
        if not no_guess or not no_secret:
            faults.append(no_guess or no_secret)
    for fault in faults:
        raise fault
    raise BadArgument(f"{shown(text)} is not a guess and a secret: write both with a space between")


def _halves(text: str) -> list[tuple[str, str]]:
    """Return each pair of parts between which a string may be cut.

    A sign alone may belong to a guess, as in "10+2=12", so it counts only without spaces.
    """
    cuts = [*_CUT.finditer(text)]
    cuts = [cut for cut in cuts if cut.group() not in ("=", ":")] or cuts
    return [(text[: cut.start()], text[cut.end() :]) for cut in cuts]


def _effects(one: Any) -> tuple[str, ...]:
    """Return the expected effects of a guess as the cells of a row."""
    wins = "yes" if one.may_win else "no"
    if hasattr(one, "expected_error"):
        told = ("", f"{one.bits:.3f}", f"{one.expected_error:.4f}", wins)
        return told if one.price is None else (*told, f"{one.bits_per_cost:.3f}")
    more = "" if one.regret is None else f"{'' if one.exact else '~'}{one.regret:.2f}"
    left = _large(one.expected_left, ".2f"), _large(one.worst_left, "")
    cells = ("", f"{one.bits:.2f}", *left, wins, more)
    return cells if one.price is None else (*cells, f"{one.price}")


def _large(number: float, form: str) -> str:
    """Return a number as a string, in a short form if it is large."""
    return f"{number:.1e}" if number >= _MILLION else f"{number:{form}}"


def _tried(read: Callable[[str], Any], text: str) -> tuple[Any, BadArgument | None]:
    """Return the item of a string and None, or None and the error."""
    try:
        return read(text), None
    except BadArgument as error:
        return None, error


class Guessing(Dialogue):
    """A dialogue in which the person types guesses and a codemaker scores them."""

    actions: ClassVar[dict[str, str]] = {
        **{name: what for name, what in Dialogue.actions.items() if name != "fix"},
        "resign": "lose the game and see the secret",
    }

    def __init__(self, session: mc.Session, given: argparse.Namespace):
        super().__init__(session, given.save)
        self.beside["seed"] = given.seed
        if given.secret is not None:
            self.beside["secret"] = given.secret
        # A codemaker that changes its secret has a state; undo restores the previous one.
        exact = getattr(self.game, "exact", self.game)
        self._answers = [codemaker_of(given.codemaker).begin(exact, Random(given.seed))]
        self._random, self._noise = Random(given.seed), getattr(self.game, "likelihood", None)
        for guess, _ in session.history:
            self._answers.append(copy(self._answers[-1]))
            self._answers[-1](guess)
        self.max_steps = given.max_steps
        self.resigned = False

    @property
    def lost(self) -> bool:
        """Return whether the guesses are used up or the player has resigned."""
        return self.resigned or (self.max_steps is not None and self.made() >= self.max_steps)

    def reason(self) -> str:
        """Return a sentence on why the game is lost, if the player has not resigned."""
        return "The guesses are used up. " if self.lost and not self.resigned else ""

    def resign(self, _text: str) -> None:
        """Lose the game, and end it."""
        self.ended = self.resigned = True

    def prompt(self) -> str:
        """Return the prompt with the number of the guess."""
        number = self.made() + 1
        return (
            f"{self.worded('guess')} {number}{f' of {self.max_steps}' if self.max_steps else ''}: "
        )

    def move(self, text: str) -> None:
        """Score a guess and record it."""
        guess = parse_guess(self.game, text)
        answers = copy(self._answers[-1])
        score = answers(guess)
        if self._noise is not None:
            secret = getattr(answers, "secret", None)
            if secret is None:
                raise BadArgument("--noise needs a codemaker that keeps its secret: random")
            row = self._noise(guess, secret)
            (score,) = self._random.choices([*row], [float(chance) for chance in row.values()])
        self.session.record(guess, score)
        self._answers.append(answers)
        say(f"  {guess_text(self.game, guess, score)}  {score_text(self.game, score)}")
        self.ended = self.lost

    def undo(self, text: str) -> None:
        """Remove the last guess."""
        super().undo(text)
        self._answers.pop()

    def secret(self) -> str:
        """Return the secret, or the first candidate if the codemaker has none."""
        kept = getattr(self._answers[-1], "secret", None)
        return format_guess(self.game, self.session.candidates[0] if kept is None else kept)


class Assisting(Dialogue):
    """A dialogue in which the computer suggests guesses and the person types guess and answer."""

    def prompt(self) -> str:
        """Return the prompt with the number of secrets left."""
        return f"({self.how_many()}) {self.worded('guess and answer')}? "

    def take(self, line: str) -> None:
        """Execute a line and show suggestions again if it changed the history."""
        before = [*self.session.history]
        super().take(line)
        if self.session.history != before:
            self.hint()

    def step(self, text: str) -> None:
        """Record a guess with its answer, given as an option."""
        try:
            step = self.read_step(text)
            if step is None:
                raise BadArgument(
                    "the step is not a guess with its answer: write both with a space between, the "
                    f"answer {self.how_to_answer()}"
                )
            self.session.record(step[0], step[1])
        except (BadArgument, InconsistentHistory) as error:
            raise type(error)(f"--step {shown(text)}: {error}") from None

    def figures(self) -> dict[str, Any]:
        """Return the state and best guesses for JSON, or one guess if counting is infeasible."""
        session = self.session
        game = self.game
        count = None
        with suppress(mc.GameTooLarge):
            count = session.count
        try:
            best = [] if session.over else session.suggest(self.top, distinct=True)
            names = ("expected_left", "worst_left", "expected_error", "may_win", "bits")
            suggestions = [
                {"guess": format_guess(game, one.guess)}
                | {name: getattr(one, name) for name in names if hasattr(one, name)}
                for one in best
            ]
        except mc.GameTooLarge:
            suggestions = [{"guess": format_guess(game, session.guess)}]
        posterior = islice(session.posterior.items(), _FEW) if session.is_probable else ()
        candidates = [*islice(session.candidates, _FEW + 1)]
        chances = {format_guess(game, name): float(chance) for name, chance in posterior}
        return {
            "game": repr(game),
            "history": [
                [format_guess(game, g), None if s is None else format_score(game, s)]
                for g, s in session.history
            ],
            "over": session.over,
            "count": count,
            "candidates": [format_guess(game, one) for one in candidates[:_FEW]],
            "candidates_complete": len(candidates) <= _FEW,
            "suggestions": suggestions,
            **({"posterior": chances} if chances else {}),
        }


_GUESSERS = ("you", "computer")

_SAVE = option("--save FILE", "save the game to FILE after each move, and resume it if FILE exists")


def _session(given: argparse.Namespace, game: Any) -> tuple[mc.Session, dict[str, Any]]:
    """Return a new session, or the one in the file of ``--save``, with the content of the file."""
    game, strategy = playing(given, game)
    if given.save is None or not is_file(given.save):
        return mc.Session(game, strategy, confidence=given.confidence), {}
    content = read_limited(Path(given.save), LIMIT)
    try:
        data = parsed(content, LIMIT)
        if isinstance(data, dict) and data.get("game") == repr(game):
            return mc.Session.from_dict(game, data, strategy), data
    except mc.MastermindCoreError as error:
        raise BadArgument(f"--save: {shown(given.save)}: {error}") from None
    raise BadArgument(f"--save: {shown(given.save)} is not a saved game of {shown(game)}")


def _secret(game: Any) -> str:
    """Return the secret that a person types. A terminal does not show it."""
    while True:
        read = getpass if interactive() else input
        text = ask("Codemaker, type the secret (not shown): ", read)
        try:
            fixed(parse_guess(game, text or "")).begin(game, Random())  # raises unless a secret
        except BadArgument as error:
            if text is None:
                raise
            say(str(error))
        else:
            return text or ""


@command(
    option(
        "--guesser",
        "the player who guesses (default: a question on a terminal, otherwise computer)",
        choices=_GUESSERS,
    ),
    option(
        "--codemaker NAME",
        "the player who scores your guesses: random keeps a secret, adversarial keeps as many as "
        "possible, maxmin and maxent change theirs",
        type=codemaker_of,
        default="random",
    ),
    option(
        "--two",
        "two people play: one types the secret, which is not shown, and the other guesses",
        action="store_true",
    ),
    option("--max-steps N", "maximum number of your guesses (default: no limit)"),
    _SAVE,
    option("--seed N", "seed of the secret (default: random)", type=count),
    *NOISE,
    *STRATEGY,
)
def play(given: argparse.Namespace) -> int | None:
    """Play one game."""
    game = noisy_game_of(given)
    session, saved = _session(given, game)
    guesser = _guesser(given, game, saved)
    given.secret = saved.get("secret")
    if given.two and given.secret is None:
        given.secret = _secret(game)
    if given.secret is not None:
        given.codemaker = fixed(parse_guess(game, given.secret))
    if given.seed is None:
        given.seed = saved.get("seed", Random().randrange(2**32))
    guesser = guesser or _asked()
    if guesser == "you":
        return _guess(given, game, session)
    if guesser == "computer":
        dialogue = Dialogue(session, given.save)
        say(
            f"{dialogue.worded('Think of a secret. Answer each guess with')} "
            f"{dialogue.how_to_answer()}\n"
            f"{dialogue.meaning()}"
            "Type u to undo, help for a list of actions."
        )
        dialogue.play()
    return None


def _guesser(given: argparse.Namespace, game: Any, saved: dict[str, Any]) -> str | None:
    """Return who guesses, if the options, the game or the saved game say so."""
    asked: str | None = given.guesser or ("you" if given.two else None)
    if service_of(getattr(game, "exact", game)) is not None:
        if asked == "you":
            raise BadArgument("cells are unknown or probable: let the computer guess")
        return "computer"
    return asked or ("you" if "seed" in saved else None)


def _asked() -> str | None:
    """Return the guesser, after a question if input and output are terminals."""
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


def _introduce(name: str, dialogue: Guessing) -> None:
    """Print the description of the game, and the possible input."""
    game = dialogue.game
    what = GAMES[name].description if name in GAMES else repr(game)
    example = format_guess(game, draw(getattr(game, "exact", game), Random(1)))
    begun = " in all" if dialogue.session.history else ""
    say(
        f"{what}\n{dialogue.meaning()}"
        f"{dialogue.worded(counted(size_of(game.secrets), 'secret'))} are possible{begun}, "
        f"for example {example}. {dialogue.worded('Type a guess')}, or: hint, undo, resign, help."
    )


def _guess(given: argparse.Namespace, game: Any, session: mc.Session) -> int | None:
    dialogue = Guessing(session, given)
    if session.over:
        say(
            f"The game in {given.save} is over after {counted(dialogue.made(), 'guess', 'guesses')}"
            f": delete the file, or name another one, to begin a new game."
        )
        return None
    _introduce(given.game, dialogue)
    dialogue.play()
    if given.save and not (dialogue.lost or session.over):
        say(f"Saved: {given.save}")
        return None
    return _end(dialogue, game, session)


def _end(dialogue: Guessing, game: Any, session: mc.Session) -> int | None:
    """Name the secret of a lost game, review the guesses, and return the exit status."""
    if not session.over:
        say(f"{dialogue.reason()}{dialogue.worded('The secret')} was {dialogue.secret()}.")
    if session.history and not (session.is_probable or isinstance(game, Quordle)):
        dialogue.review("")
    return NO if dialogue.lost and not session.over else None


@command(
    option(
        "--step",
        "a guess and its answer; repeat for the next one (default: none)",
        action="append",
        default=[],
        metavar="'GUESS SCORE'",
    ),
    option("--top N", "number of guesses to suggest", default=3),
    option("--once", "print the advice and exit", action="store_true"),
    _SAVE,
    *NOISE,
    *STRATEGY,
    JSON,
)
def assist(given: argparse.Namespace) -> None:
    """Advise until the secret is found."""
    game = noisy_game_of(given)
    dialogue = Assisting(_session(given, game)[0], given.save, given.top)
    for text in given.step:
        dialogue.step(text)
    dialogue.save()
    if given.json:
        print(in_json(**dialogue.figures()))
        return
    if not given.once:
        task = dialogue.worded("Type each guess with its answer")
        say(
            f"{task}, or only the answer to the first suggestion; an answer is "
            f"{dialogue.how_to_answer()}\n{dialogue.meaning()}".rstrip()
        )
    dialogue.hint()
    if given.once:
        dialogue.left("")
    else:
        dialogue.play()


@command(own=(option("words GUESS", "the guess, then the secret", nargs="+"),))
def score(given: argparse.Namespace) -> None:
    """Print the score of a guess and a secret."""
    print(scored(exact_game_of(given), " ".join(given.words)))
