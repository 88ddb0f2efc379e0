"""Talking with a person: coloured and wrapped on a terminal, plain where it is piped."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from textwrap import fill
from typing import Any

from mastermind_core.games.pegs import Pegs
from mastermind_core.games.words import GREEN, GREY, YELLOW
from mastermind_core.notation import show_guess, show_score

#: Backgrounds by the place of a colour, and by its name.
_BACKGROUNDS = (41, 42, 43, 44, 45, 46, 47, 100, 101, 102, 103, 104, 105, 106)
_NAMED = {"red": 41, "green": 42, "yellow": 43, "blue": 44, "purple": 45, "cyan": 46, "white": 47}
_TILES = {GREEN: 42, YELLOW: 43, GREY: 100}

_NARROWEST = 20


class Terminal:
    """Where a person reads and writes; ``fancy`` where it shows colours."""

    def __init__(self, words: Sequence[str] = ()):
        """Look at what standard input and output are; ``words`` are completed by the Tab key."""
        self.interactive = is_terminal(sys.stdin) and is_terminal(sys.stdout)
        self.fancy = (
            is_terminal(sys.stdout)
            and "NO_COLOR" not in os.environ
            and os.environ.get("TERM", "dumb") != "dumb"
        )
        encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
        self.signs = encoding.replace("-", "") == "utf8"
        if self.interactive:
            _use_readline(words)

    def say(self, text: str) -> None:
        """Print a text, wrapped to the width of a terminal."""
        if not is_terminal(sys.stdout):
            print(text, flush=True)
            return
        width = max(_NARROWEST, shutil.get_terminal_size().columns - 1)
        for line in text.split("\n"):
            indent = " " * (len(line) - len(line.lstrip()))
            print(line if "\033" in line else fill(line, width, subsequent_indent=indent))

    def ask(self, prompt: str) -> str | None:
        """Return the next line without spaces around it, or None at the end of the input."""
        if self.interactive:
            try:
                return input(prompt).strip()
            except EOFError:
                print()
                return None
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            return None
        if not is_terminal(sys.stdin):
            # What is piped does not show by itself.
            print(line.strip(), flush=True)
        return line.strip()

    def guess(self, game: Any, guess: Any, score: Any = None) -> str:
        """Return a guess as a text, in the colours of its tiles or of its code."""
        text = show_guess(game, guess)
        if not self.fancy:
            return text
        if _is_tiled(guess, score):
            pairs = zip(guess, score, strict=True)
            return "".join(_painted(letter, _TILES[mark]) for letter, mark in pairs)
        symbols = getattr(game, "symbols", None)
        if symbols is None or not isinstance(guess, tuple):
            return text
        places = {symbol: at for at, symbol in enumerate(symbols)}
        return "".join(
            _painted(
                str(symbol),
                _NAMED.get(str(symbol), _BACKGROUNDS[places.get(symbol, 0) % len(_BACKGROUNDS)]),
            )
            for symbol in guess
        )

    def score(self, game: Any, score: Any) -> str:
        """Return a score as a text, with pegs where they can be shown."""
        text = show_score(game, score)
        if not (self.fancy and self.signs and isinstance(score, Pegs)):
            return text
        return f"{text}  {'●' * score.black}{'○' * score.white}".rstrip()


def is_terminal(stream: Any) -> bool:
    """Say whether a stream is a terminal; one that has been closed or replaced need not say."""
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):
        return False


def _is_tiled(guess: Any, score: Any) -> bool:
    """Say whether a word is answered letter by letter."""
    if not (isinstance(guess, str) and isinstance(score, str)):
        return False
    return len(guess) == len(score) and set(score) <= _TILES.keys()


def _painted(text: str, background: int) -> str:
    return f"\033[30;{background}m {text} \033[0m"


def _use_readline(words: Sequence[str]) -> None:
    """Let the arrow keys and the Tab key do what they do in a shell, where that can be had."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        found = [word for word in words if word.startswith(text)]
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
