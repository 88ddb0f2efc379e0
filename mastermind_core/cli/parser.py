"""One run of the command line: its parser, built only for the command that runs, and its errors."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import mastermind_core as mc
from mastermind_core.cli.output import BAD_INPUT, NO, STATUSES, UNREAD, flush_output
from mastermind_core.errors import (
    MastermindCoreError,
    NoStrategy,
    nearest,
    reason_of,
    shortened,
    shown,
)

if TYPE_CHECKING:
    from mastermind_core.cli.games import Command

#: The commands: the module and the name of each there, and what it does.
COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("playing.play", "guess a secret, or think of one and let the computer guess"),
    "assist": ("playing.assist", "get advice in a game that is played elsewhere"),
    "analyse": ("analysing.analyse", "how many secrets take a strategy how many guesses"),
    "compare": ("analysing.compare", "play the same secrets with several strategies"),
    "simulate": (
        "analysing.simulate",
        "play games with random secrets, also where they are too many",
    ),
    "optimal": ("analysing.optimal", "search for a strategy that none can beat"),
    "is-greedy-optimal": (
        "analysing.is_greedy_optimal",
        "compare a strategy with the best that is possible",
    ),
    "tree": ("analysing.tree", "print the decision tree of a strategy"),
    "export": ("analysing.export", "write the decision tree of a strategy to a file"),
    "verify": ("analysing.verify", "check the certificate of an optimum"),
    "tie-study": ("analysing.tie_study", "play a strategy over random orders of the guesses"),
    "completion": (
        "listing.completion",
        "print what a shell needs to complete words by the Tab key",
    ),
    "games": ("listing.games", "list the games and their options"),
    "strategies": ("listing.strategies", "list the strategies, and what each is"),
    "list": ("listing.everything", "list the games, the strategies and the kernel"),
}

#: A game of one's own, or a table, where the name of a game stands.
_OWN = re.compile(r"(?!-).*(?:\.py:[A-Za-z_]\w*|\.[ct]sv)$")


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line; ``words`` are what it is going to read."""

    words: Sequence[str] = ()

    def error(self, message: str) -> NoReturn:
        """Print the error and where help is, and exit."""
        words = self.prog.split()
        name = words[2] if words[0] == "python" else words[0]
        end = "" if message.endswith("?") else ";"
        self.exit(BAD_INPUT, f"{name}: {shortened(message)}{end} see {self.prog} --help\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse words that are not options of this command, and name the nearest option."""
        found, rest = super().parse_known_args(args, namespace)
        if rest:
            word = next((text for text in rest if text.startswith("-")), rest[0]).partition("=")[0]
            known = [text for text in self._option_string_actions if text.startswith("--")]
            hint = nearest(word, known) if word.startswith("-") else "this is one word too many"
            self.error(f"{shown(word)} is no option here; {hint}")
        return found, rest

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is not a choice, and name the nearest choice."""
        if action.choices is not None and value not in action.choices:
            hint = nearest(str(value), action.choices)
            raise argparse.ArgumentError(action, f"{shown(value)} is unknown; {hint}")

    def print_help(self, file: Any = None) -> None:
        """Print help, or fail where it cannot be printed: argparse would be silent."""
        stream = file or sys.stdout
        if stream is not None:
            stream.write(self.format_help())
        flush_output()


def rewritten(arguments: Sequence[str]) -> list[str]:
    """Return the arguments as the parser takes them.

    ``file.py:name`` in the place of a game is ``own file.py:name``, a file of comma-separated
    values ``table file.csv``, and options that stand before the game come after it.
    """
    texts = list(arguments)
    for at, text in enumerate(texts):
        if texts[at - 1 : at] in (["own"], ["table"]):
            break
        if at and _OWN.match(text) and texts[at - 1][:1] != "-":
            texts.insert(at, "table" if text.endswith((".csv", ".tsv")) else "own")
            break
    if len(texts) > 2 and texts[0] != "verify" and texts[1].startswith("--"):
        from mastermind_core.games import GAMES

        of_file = ("own", "table")
        at = next((at for at, text in enumerate(texts) if text in (*GAMES.own, *of_file)), 1)
        named = texts[at : at + 1 + (texts[at] in of_file)]
        texts = [texts[0], *named, *texts[1:at], *texts[at + len(named) :]]
    return texts


def load(command: str) -> Command:
    """Import a command."""
    module, _, name = COMMANDS[command][0].partition(".")
    found: Command = getattr(import_module(f"mastermind_core.cli.{module}"), name)
    return found


def make_parser(name: str, arguments: Sequence[str] = ()) -> Parser:
    """Return the parser, which leaves in ``run`` the function of the command that was given.

    The options of a command are added only where the arguments name it: there are many games.
    """
    parser = Parser(
        prog=name,
        description="Guessing games: play, strategies, decision trees, exact answers.",
        epilog=STATUSES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"mastermind_core {mc.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command, (_, help_text) in COMMANDS.items():
        own = commands.add_parser(command, help=help_text, description=f"{help_text}.".capitalize())
        if command in arguments:
            loaded = load(command)
            own.set_defaults(run=loaded.run)
            own.words = arguments
            loaded.add(own)
    return parser


def _said(text: str, status: int, name: str) -> int:
    """Print one line of error by the name of the script or of the module."""
    print(f"{name}: {shortened(text)}", file=sys.stderr)
    return status


def run_command(
    arguments: Sequence[str] | None,
    make: Callable[[str, Sequence[str]], Parser] | None,
    called: str,
) -> int:
    """Run one command by the name that it was called by, and return its exit status."""
    short = called.rpartition(" ")[2]
    alone = arguments is None
    try:
        if alone:
            _take_any_letter()
        texts = rewritten(sys.argv[1:] if arguments is None else arguments)
        parser = (make or make_parser)(called, texts)
        given = parser.parse_args(texts)
        if not hasattr(given, "run"):
            parser.print_help()
            status = BAD_INPUT if texts else 0
        else:
            status = int(given.run(given))
        flush_output()
    except NoStrategy as error:
        return _said(str(error), NO, short)
    except MastermindCoreError as error:
        return _said(str(error), BAD_INPUT, short)
    except RecursionError:
        return _said("the game is too deep for this command", BAD_INPUT, short)
    except MemoryError:
        return _said("not enough memory for this game", BAD_INPUT, short)
    except BrokenPipeError:
        # Who read the output has gone; nothing can be told.
        if alone:
            _forget_output()
        return UNREAD
    except OSError as error:
        if alone:
            _forget_output()
        what = "" if error.filename is None else f"{shown(str(error.filename))}: "
        return _said(f"{what}{reason_of(error)}", BAD_INPUT, short)
    return status


def _take_any_letter() -> None:
    """Read and print any text, escaping letters that the terminal does not have."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _forget_output() -> None:
    """Drop the rest of the output, or Python reports the error again when it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError), Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
