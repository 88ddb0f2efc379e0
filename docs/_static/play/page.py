"""Answer what the page of play asks: a request and its reply are objects of JSON."""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from inspect import Parameter, signature
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

import mastermind_core as mc
from mastermind_core.errors import (
    BadArgument,
    GameTooLarge,
    InconsistentHistory,
    MastermindCoreError,
)
from mastermind_core.games import GAMES, AttributeTable, read_table, read_words
from mastermind_core.games.words import common_words
from mastermind_core.notation import scores_of
from mastermind_core.play.codemakers import codemaker_of
from mastermind_core.show.cards import guess_html
from mastermind_core.show.looks import cells_html, look_for

#: Candidates that are listed, guesses that are suggested, and guesses or answers to click.
_LISTED, _SUGGESTED, _CLICKED = 24, 3, 40

#: What the fields of games begin with, where that is not the default of the game.
_BEGIN = {
    "mastermind": {"colours": "6", "holes": "4"},
    "hidden-cell": {"size": "5x5"},
}

#: The words of the package that are used in plain Python, where all of them would take minutes.
_WORDS = 400

#: The options that are lists of words, by game, with the one that may be guessed in addition.
_WORD_LISTS = {"jotto": "words", "wordle": "answers", "quordle": "answers"}

#: The names of games, where they are not the words of their name in the registry.
_TITLES = {
    "bulls-and-cows": "Bulls and Cows",
    "black-pegs": "Mastermind with black pegs only",
    "guess-who": "Guess Who",
    "hidden-cell": "Hidden cell",
    "higher-lower": "Higher or lower",
    "odd-coin": "Coin weighing",
    "open-jotto": "Jotto with any letters",
    "quordle": "Quordle (Wordle on several boards)",
    "twod": "TwoD (a point of a grid)",
}

#: The rows of a keyboard.
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")

#: What reads a file: the page has its text instead.
_OF_FILES = (read_words, read_table)

_FOLDER = Path(mkdtemp())

warnings.simplefilter("ignore", mc.errors.SlowKernelWarning)


def catalogue() -> list[dict[str, Any]]:
    """Return the games with their options, as a form shows them."""
    return [
        {
            "name": name,
            "title": _TITLES.get(name, name.capitalize()),
            "description": entry.description,
            "options": [_option(name, entry, option) for option in entry.options],
        }
        for name, entry in GAMES.own.items()
    ]


def _option(name: str, entry: Any, option: str) -> dict[str, Any]:
    kind, default = entry.options[option], signature(entry.make).parameters[option].default
    lines = kind.read in _OF_FILES
    if default is Parameter.empty:
        default = entry.samples[0].get(option)
    if isinstance(default, AttributeTable):
        value = "\n".join(",".join(row) for row in (default.header, *default.rows))
    elif lines:
        value = "\n".join(map(str, default or ()))
    elif default in (None, (), True, False):
        value = ""
    else:
        value = "x".join(map(str, default)) if isinstance(default, tuple) else str(default)
    return {
        "name": option,
        "help": _help(name, option, kind.help.replace("CSV file: ", "").replace("file of ", "")),
        "choices": ["", *kind.choices] if kind.choices else [],
        "lines": lines,
        "value": _BEGIN.get(name, {}).get(option, value),
    }


def _words() -> int:
    """Return the number of words of the package that are used if a list is left empty."""
    return len(common_words()) if mc.kernels.active().startswith("native") else _WORDS


def _help(name: str, option: str, text: str) -> str:
    """Return the description of an option; a list of words names the built-in list."""
    if _WORD_LISTS.get(name) != option:
        return text
    return f"{text} (empty: the {_words():,} most common English words of the package)"


def make_game(name: str, options: dict[str, str]) -> Any:
    """Return a game of the package with what was filled in; what is empty keeps its default."""
    entry, chosen = GAMES[name], {}
    for option, text in options.items():
        kind = entry.options[option]
        if text.strip():
            if kind.read in _OF_FILES:
                path = _FOLDER / option
                path.write_text(text, encoding="utf-8")
                text = str(path)
            try:
                chosen[option] = kind(text.strip())
            except MastermindCoreError as error:
                raise BadArgument(f"{option}: {error}") from None
    words = _WORD_LISTS.get(name)
    if words and words not in chosen and _words() < len(common_words()):
        chosen[words] = common_words()[: _words()]
    return entry.make(**chosen)


class Board:
    """One game: the person guesses, or guesses elsewhere and types what was answered."""

    def __init__(self, game: Any, codemaker: str | None):
        self.game, self.session = game, mc.Session(game)
        self.answers = None if codemaker is None else codemaker_of(codemaker).begin(game, Random())
        self.resigned = False
        self.note = ""

    def guess(self, guess: str, score: str = "") -> str:
        """Take a guess, with the answer that it got elsewhere or the codemaker's own."""
        asked = mc.parse_guess(self.game, guess)
        before = self._count()
        if self.answers is not None:
            self.session.record(asked, self.answers(asked))
            self.note = self._told_nothing(before)
            return ""
        answer = mc.parse_score(self.game, score)
        try:
            self.session.record(asked, answer)
        except InconsistentHistory as error:
            found = self.session.diagnose(answer, guess=asked)[:2]
            return " ".join([f"{error}.", *(f"Perhaps {self._told(one)}." for one in found)])
        self.note = self._told_nothing(before)
        return ""

    def _count(self) -> int | None:
        try:
            return self.session.count
        except GameTooLarge:
            return None

    def _told_nothing(self, before: int | None) -> str:
        """Return a hint if the last guess left all candidates possible."""
        if before is None or self.session.over or self._count() != before:
            return ""
        return (
            "That guess told you nothing: every candidate would have got this answer. "
            "Best guesses shows some that tell more."
        )

    def _told(self, diagnosis: Any) -> str:
        changes = (
            f"answer {place + 1} was {mc.format_score(self.game, score)}"
            for place, score in diagnosis.changes
        )
        return f"{' and '.join(changes)}: {diagnosis.left} left"

    def undo(self) -> str:
        """Take the last answer back, in a game that is played elsewhere."""
        self.session.undo()
        return ""

    def resign(self) -> str:
        """Give the game up."""
        self.resigned = True
        secret = getattr(self.answers, "secret", None)
        left = self.session.candidates[0] if secret is None else secret
        return f"You resigned: the secret was {mc.format_guess(self.game, left)}."

    def hint(self) -> list[list[str]]:
        """Return the best guesses, drawn, with what they are expected to do."""
        return [
            [
                self._drawn(one.guess),
                f"{one.bits:.2f} bits",
                f"{one.expected_left:.2f}",
                str(one.worst_left),
                f"{'may win' if one.may_win else ''}{one.beside}".removeprefix(", "),
            ]
            for one in self.session.suggest(_SUGGESTED)
        ]

    def review(self) -> list[list[str]]:
        """Return the guesses beside the best ones, drawn."""
        return [
            [
                self._drawn(line.made, line.score),
                f"{line.before} to {line.left}",
                line.worth(self._drawn),
                f"{line.luck:+.2f}",
            ]
            for line in self.session.review()
        ]

    @property
    def _look(self) -> Any:
        return look_for(self.game.guesses[0], next(iter(self.game.endstates), None))

    def _drawn(self, guess: Any, score: Any = None) -> str:
        return str(guess_html(self._look, guess, score))

    def _score_drawn(self, score: Any) -> str:
        return str(cells_html(self._look.score(score), self._look.words(score)))

    def _title(self) -> str:
        """Return how the game stands, in a line."""
        number = len(self.session.history)
        guesses = f"{number} guess{'' if number == 1 else 'es'}"
        if self.resigned:
            return f"Given up after {guesses}"
        if self.session.over:
            ended = bool(number) and self.session.history[-1][1] in self.game.endstates
            known = "" if ended else f": {mc.format_guess(self.game, self.session.known)}"
            return f"{'Found in' if ended else 'Known after'} {guesses}{known}"
        return f"Guess {number + 1}, {self._left()}"

    def _left(self) -> str:
        try:
            count = self.session.count
        except GameTooLarge:
            return "very many candidates left"
        return f"{count:,} candidate{'' if count == 1 else 's'} left"

    def clickable(self) -> dict[str, Any]:
        """Return the parts of guesses, and the answers, that can be clicked."""
        game, first = self.game, self.game.guesses[0]
        scores = list(islice(scores_of(game), 1000))
        tiles = len(first) if isinstance(first, str) and set(scores[0]) <= set("gy.") else 0
        found: dict[str, Any] = {"parts": [], "slots": 0, "separator": "", "tiles": tiles}
        # A game of codes has too many guesses to look through, and names its symbols.
        words = () if hasattr(game, "symbols") else getattr(game.guesses, "words", game.guesses)
        if isinstance(first, str) and len({len(first), *map(len, words)}) == 1:
            letters = sorted({letter for word in words for letter in word}) or game.symbols
            found |= {"slots": len(first), "parts": self._keyboard(letters)}
        elif isinstance(first, tuple) and hasattr(game, "symbols"):
            names = [mc.format_guess(game, (one,)) for one in game.symbols]
            parts = [
                {"text": name, "html": self._drawn((one,))}
                for name, one in zip(names, game.symbols, strict=True)
            ]
            apart = "" if {*map(len, names)} == {1} else " "
            found |= {"slots": len(first), "parts": parts, "separator": apart}
        elif len(game.guesses) <= _CLICKED:
            parts = [{"text": mc.format_guess(game, one)} for one in game.guesses]
            found |= {"slots": 1, "parts": parts}
        shown = scores if len(scores) <= _CLICKED and not tiles else []
        answers = [{"text": mc.format_score(game, s), "html": self._score_drawn(s)} for s in shown]
        return {**found, "answers": answers}

    def _keyboard(self, letters: Sequence[str]) -> list[dict[str, Any]]:
        """Return letters in the rows of a keyboard, with the best mark that each has got."""
        marks: dict[str, int] = {}
        for guess, score in self.session.history:
            if isinstance(guess, str) and isinstance(score, str) and set(score) <= set(".yg"):
                for letter, mark in zip(guess, score, strict=True):
                    marks[letter] = max(marks.get(letter, 0), ".yg".index(mark))
        rows = {key: row for row, keys in enumerate(_KEYS) for key in keys}
        if not set(letters) <= set(rows):
            return [{"text": one, "mark": marks.get(one)} for one in letters]
        return [
            {"text": key, "row": row, "mark": marks.get(key)}
            for key, row in rows.items()
            if key in letters
        ]

    def state(self) -> dict[str, Any]:
        """Return all that the page shows of the game."""
        session, over = self.session, self.session.over or self.resigned
        try:
            count: int | None = session.count
        except GameTooLarge:
            count = None
        some = [] if over else list(islice(session.candidates, _LISTED + 1))
        return {
            "title": self._title(),
            "rows": [[self._drawn(*turn), self._score_drawn(turn[1])] for turn in session.history],
            **self.clickable(),
            "over": over,
            "count": count,
            "candidates": [mc.format_guess(self.game, one) for one in some[:_LISTED]],
            "more": len(some) > _LISTED,
            "number": len(session.history),
            "examples": [mc.format_guess(self.game, one) for one in islice(self.game.guesses, 2)],
            "scores": [mc.format_score(self.game, one) for one in islice(scores_of(self.game), 12)],
        }


def judge(source: str, strategy: str, seconds: float) -> dict[str, str]:
    """Say whether a strategy is optimal for the game that a text of Python makes."""
    names: dict[str, Any] = {"mc": mc, "mastermind_core": mc}
    exec(compile(source, "the game", "exec"), names)
    game = names.get("game")
    if game is None:
        parts = [names.get(part) for part in ("guesses", "secrets", "score", "endstates")]
        if any(part is None for part in parts):
            return {"said": "Define guesses, secrets, score and endstates, or a game."}
        game = mc.FiniteGame(*parts)
    verdict = mc.is_greedy_optimal(game, strategy, seconds=seconds)
    return {"said": str(verdict), "card": verdict._repr_html_()}


class Page:
    """The page: at most one game, and the requests that may come."""

    board: Board

    def reply(self, ask: str, given: dict[str, Any]) -> Any:
        """Return the reply to one request."""
        if ask == "catalogue":
            return {"games": catalogue(), "strategies": mc.STRATEGIES.names()}
        if ask == "judge":
            return judge(**given)
        if ask == "start":
            self.board = Board(make_game(given["game"], given["options"]), given["codemaker"])
            return {**self.board.state(), "said": "", "note": ""}
        if ask in ("hint", "review"):
            return {"rows": getattr(self.board, ask)()}
        self.board.note = ""
        said = getattr(self.board, ask)(**given)
        return {**self.board.state(), "said": said, "note": self.board.note}


_PAGE = Page()


def answer(request: str) -> str:
    """Return the reply to a request; what goes wrong is said in a line."""
    asked = json.loads(request)
    try:
        reply = _PAGE.reply(asked["ask"], asked["given"])
    except MastermindCoreError as error:
        reply = {"error": str(error)}
    except SyntaxError as error:
        reply = {"error": f"line {error.lineno}: {error.msg}"}
    except Exception as error:  # of the score function that was typed
        reply = {"error": f"{type(error).__name__}: {error}"}
    return json.dumps(reply)
