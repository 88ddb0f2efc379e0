"""One run of the command line: its parser, its output, its errors and exit statuses."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from numbers import Rational
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Any, NoReturn

import mastermind_core as mc
from mastermind_core.errors import BadArgument, nearest, reason_of, shortened, shown

if TYPE_CHECKING:
    from mastermind_core.cli.declaring import PlainCommand

#: The commands with their descriptions.
COMMANDS = {
    "play": "guess a secret, or think of one and let the computer guess",
    "assist": "get hints for a game that you play elsewhere",
    "score": "score a guess against a secret",
    "analyze": "show the distribution of the number of guesses of a strategy",
    "compare": "play the same secrets with several strategies",
    "simulate": "estimate a strategy on random secrets (games of any size)",
    "optimal": "find a provably optimal strategy",
    "is-greedy-optimal": "compare a strategy with the optimum",
    "tree": "print the decision tree of a strategy",
    "export": "write the decision tree of a strategy to a file",
    "verify": "check the certificate of an optimum",
    "tie-study": "evaluate a strategy over random tie-breaking orders",
    "rate": "rate the games of a transcript between random and optimal play",
    "next": "choose the next question about hypotheses with likelihoods, as JSON",
    "oracle": "solve the positions of a game ahead, for exact ratings and rewards",
    "bisect": "find the first bad commit, or culprits, by a test that may be wrong",
    "completion": "print a completion script for a shell (Tab key)",
    "games": "list the games and their options",
    "strategies": "list the strategies with their ideas",
    "list": "list the games, the strategies and the kernel",
}

#: The modules of commands that are not in ``analysing``.
_MODULES = {
    "bisecting": ("bisect",),
    "playing": ("play", "assist", "score"),
    "asking": ("next",),
    "rating": ("rate", "oracle"),
    "listing": ("completion", "games", "strategies", "list"),
}

DONE, NO, BAD_INPUT, NOT_PROVEN = range(4)

#: The exit statuses that shells use for SIGINT and SIGPIPE.
INTERRUPTED = 130
UNREAD = 141

#: The exit statuses that a script can distinguish.
STATUSES = """exit status:
  0    success; if a proof was requested, proven
  1    no such strategy exists, or a game was lost or resigned
  2    bad input: an option, a file or a game that cannot be used
  3    not proven within the budget of --seconds or --nodes
  130  stopped by Ctrl-C
  141  the reader of the output has closed it, as after | head"""


def is_terminal(stream: Any) -> bool:
    """Return whether a stream is a terminal, false for a closed or replaced stream."""
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):
        return False


#: A coloured text, and the text without its colours.
_PAINTED = re.compile(r"(\033\[[\d;]*m(.*?)\033\[0m)")


def room() -> int | None:
    """Return the usable width of the terminal in letters, or None elsewhere."""
    return get_terminal_size().columns - 1 if is_terminal(sys.stdout) else None


def unpainted(text: str) -> str:
    """Return a string without its colours."""
    return _PAINTED.sub(r"\2", text)


def _wrapped(line: str, width: int, hang: int) -> str:
    """Return a line wrapped to a width, in which a coloured cell is neither broken nor too long."""
    cells = iter(_PAINTED.findall(line))
    plain = _PAINTED.sub(lambda cell: "\0" + "\1" * (len(cell[2]) - 1), line)
    if len(plain) <= width:
        return line
    indent = " " * (len(plain) - len(plain.lstrip()) + hang)
    kept = "\0" not in plain
    lines = fill(plain, width, subsequent_indent=indent, break_long_words=kept)
    return re.sub("\0\1*", lambda _: next(cells)[0], lines)


def say(text: str, *, narrowest: int = 20, hang: int = 0) -> None:
    """Print lines, wrapped to the width of a terminal.

    Args:
        text: The lines.
        narrowest: The minimum width.
        hang: The extra indent of continuation lines.
    """
    for line in text.split("\n"):
        width = room()
        print(_wrapped(line, max(narrowest, width), hang) if width else line, flush=True)


def in_json(**fields: Any) -> str:
    """Return one JSON object. Other types than those of JSON are written as strings."""
    return json.dumps(fields, default=_plain, ensure_ascii=False)


def answer(given: argparse.Namespace, text: object, **fields: Any) -> None:
    """Print a value, or the fields as one JSON object if ``--json`` is given."""
    if given.json:
        print(in_json(**fields))
    else:
        say(str(text))


def _plain(item: Any) -> Any:
    whole = isinstance(item, Rational) and item.denominator == 1
    return int(item) if whole else str(item)


#: Games that are other games with options, with the words to type.
OTHER_GAMES = {
    "dordle": "quordle --boards 2",
    "octordle": "quordle --boards 8",
    "sedecordle": "quordle --boards 16",
    "absurdle": "wordle --codemaker adversarial",
    "fibble": "wordle --noise 0.2, which gives wrong tiles",
    "nerdle": "wordle --words FILE --length 8, with a file of equations",
    "primel": "wordle --words FILE --length 5, with a file of primes",
}


class Parser(argparse.ArgumentParser):
    """A parser that raises one-line errors of the package."""

    def error(self, message: str) -> NoReturn:
        """Raise the error with a pointer to ``--help``."""
        if message.endswith(": GAME"):
            (games,) = (one for one in self._actions if one.metavar == "GAME")
            message = f"name a game: {', '.join(games.choices or ())}"
        end = "" if message.endswith("?") else ";"
        raise BadArgument(f"{message}{end} see {self.prog} --help")

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """Convert a value and report the error of its reader."""
        try:
            return action.type(arg_string) if callable(action.type) else arg_string
        except mc.MastermindCoreError as error:
            raise argparse.ArgumentError(action, str(error)) from None
        except ValueError:
            return super()._get_value(action, arg_string)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Raise for words that are not options of this command, and name the nearest option."""
        found, rest = super().parse_known_args(args, namespace)
        if rest:
            word = next((text for text in rest if text.startswith("-")), rest[0]).partition("=")[0]
            known = [text for text in self._option_string_actions if text.startswith("--")]
            if word.startswith("-"):
                self.error(f"{shown(word)} is not a valid option; {nearest(word, known)}")
            self.error(f"unexpected argument {shown(word)}")
        return found, rest

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Raise for a value that is not a choice, and name the nearest choice."""
        if action.choices is not None and value not in action.choices:
            hint = nearest(str(value), action.choices, others=OTHER_GAMES)
            raise argparse.ArgumentError(action, f"{shown(value)} is unknown; {hint}")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help or the version, and unlike argparse, raise if that fails."""
        if file is not None:
            file.write(message)


class CommandParser(Parser):
    """The parser of a command, which declares options late, because there are many games."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Declare the options that the command and the named game have, then parse the rest."""
        command = load(self.prog.rpartition(" ")[2])
        self.set_defaults(run=command.run)
        return super().parse_known_args(command.declare(self, args), namespace)


def load(command: str) -> PlainCommand:
    """Import a command."""
    module = next((module for module, names in _MODULES.items() if command in names), "analysing")
    home = import_module(f"mastermind_core.cli.{module}")
    found: PlainCommand = getattr(home, command.replace("-", "_"))
    return found


def make_parser(name: str) -> Parser:
    """Return the parser, which stores the function of the command in ``run``."""
    parser = Parser(
        prog=name,
        description="Guessing games: play, strategies, decision trees, exact solutions.",
        epilog=STATUSES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"mastermind_core {mc.__version__}")
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", parser_class=CommandParser
    )
    for command, help_text in COMMANDS.items():
        commands.add_parser(command, help=help_text, description=f"{help_text}.".capitalize())
    return parser


#: Options whose names are not those of the functions' arguments.
_RENAMED = {"by": "identify", "cost": "costs", "prior": "weights"}


def _with_options(text: str, given: object) -> str:
    """Return a message with command-line options in place of function arguments.

    >>> from argparse import Namespace
    >>> _with_options('pass unknown="both" or max_steps=', Namespace(unknown=None, max_steps=None))
    'pass --unknown both or --max-steps'
    """

    def option(found: re.Match[str]) -> str:
        name = _RENAMED.get(found[1], found[1])
        if not hasattr(given, name):
            return found[0]
        value = (found[2] or "").strip('"')
        return f"--{name.replace('_', '-')} {'' if value == 'True' else value}".rstrip()

    return re.sub(r"\b([a-z_]+)=(\"[^\"]*\"|\w+)?", option, text)


def _failed(text: str, status: int, name: str) -> int:
    """Print a one-line error with the name of the program, and return the status."""
    print(f"{name}: {shortened(text)}", file=sys.stderr)
    return status


def _words(arguments: Sequence[str] | None) -> Sequence[str]:
    """Return the words of the command line, with ``help COMMAND`` as ``COMMAND --help``."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    return [*words[1:], "--help"] if words[:1] == ["help"] else words


def run_command(
    arguments: Sequence[str] | None, make: Callable[[str], Parser] | None, called: str
) -> int:
    """Run one command under the name of its call, and return the exit status."""
    short = called.rpartition(" ")[2]
    given: Any = None
    alone = arguments is None
    try:
        if alone:
            _take_any_letter()
            # Which line of a program was slow or wrong is of no use here.
            warnings.formatwarning = lambda text, *_args, **_how: f"{short}: {text}\n"
        parser = (make or make_parser)(called)
        try:
            given = parser.parse_args(_words(arguments))
            if hasattr(given, "run"):
                return int(given.run(given) or DONE)
            parser.print_help()
            return DONE
        finally:  # also after --help and --version, which exit
            if sys.stdout is not None:
                sys.stdout.flush()
    except mc.MastermindCoreError as error:
        status = NO if isinstance(error, mc.NoStrategy) else BAD_INPUT
        return _failed(_with_options(str(error), given), status, short)
    except OSError as error:
        if alone:
            _forget_output()
        if isinstance(error, BrokenPipeError):
            return UNREAD  # an error message would not be read either
        what = "" if error.filename is None else f"{shown(str(error.filename))}: "
        return _failed(f"{what}{reason_of(error)}", BAD_INPUT, short)
    except Exception as error:
        return _failed(_of_a_game(error), BAD_INPUT, short)


def _of_a_game(error: Exception) -> str:
    """Return the message for an error of a game or its score function. Raise any other error."""
    if isinstance(error, RecursionError):
        return "the game is too deep for this command"
    if isinstance(error, MemoryError):
        return "not enough memory for this game"
    notes = getattr(error, "__notes__", None)
    if not notes:
        raise error
    return " ".join(f"{notes[0]}: {type(error).__name__}: {error}".split())


def _take_any_letter() -> None:
    """Escape letters that the terminal cannot encode, in input and output."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _forget_output() -> None:
    """Discard the rest of the output. Otherwise Python reports the error again at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError), Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
