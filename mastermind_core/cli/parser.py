"""The parser of the command line: every command by its module, built only for the one that runs."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import mastermind_core as mc
from mastermind_core.cli import exits
from mastermind_core.cli.output import flush_output
from mastermind_core.errors import nearest, shortened, shown

#: The commands: the module of each, and what it does.
COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("play", "guess a secret, or think of one and let the computer guess"),
    "assist": ("assist", "get advice in a game that is played elsewhere"),
    "analyse": ("analyse", "how many secrets take a strategy how many guesses"),
    "compare": ("compare_strategies", "play the same secrets with several strategies"),
    "simulate": ("simulate_games", "play games with random secrets, also where they are too many"),
    "optimal": ("find_optimal", "search for a strategy that none can beat"),
    "is-greedy-optimal": (
        "judge_greedy",
        "compare a strategy with the best that is possible",
    ),
    "tree": ("tree", "print the decision tree of a strategy"),
    "export": ("export", "write the decision tree of a strategy to a file"),
    "verify": ("check_certificate", "check the certificate of an optimum"),
    "tie-study": ("study_ties", "play a strategy over random orders of the guesses"),
    "completion": ("completion", "print what a shell needs to complete words by the Tab key"),
    "games": ("games", "list the games and their options"),
    "strategies": ("strategies", "list the strategies, and what each is"),
    "list": ("list_all", "list the games, the strategies and the kernel"),
}

#: A game of one's own, or a table, where the name of a game stands.
_OWN = re.compile(r"(?!-).*(?:\.py:[A-Za-z_]\w*|\.[ct]sv)$")


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line; ``words`` are what it is going to read."""

    words: Sequence[str] = ()

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is, and exit."""
        words = self.prog.split()
        name = words[2] if words[0] == "python" else words[0]
        end = "" if message.endswith("?") else ";"
        self.exit(exits.BAD_INPUT, f"{name}: {shortened(message)}{end} see {self.prog} --help\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse what is no option of this very command, and name the nearest that is one."""
        found, rest = super().parse_known_args(args, namespace)
        if rest:
            word = next((text for text in rest if text.startswith("-")), rest[0]).partition("=")[0]
            known = [text for text in self._option_string_actions if text.startswith("--")]
            hint = nearest(word, known) if word.startswith("-") else "this is one word too many"
            self.error(f"{shown(word)} is no option here; {hint}")
        return found, rest

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse what is no choice, and name the nearest that is one."""
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


def make_parser(name: str, arguments: Sequence[str] = ()) -> Parser:
    """Return the parser, which leaves in ``run`` the function of the command that was given.

    The options of a command are added only where the arguments name it: there are many games.
    """
    parser = Parser(
        prog=name,
        description="Guessing games: play, strategies, decision trees, exact answers.",
        epilog=exits.TEXT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"mastermind_core {mc.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command, (module, help_text) in COMMANDS.items():
        own = commands.add_parser(command, help=help_text, description=f"{help_text}.".capitalize())
        if command in arguments:
            loaded = import_module(f"mastermind_core.cli.subcommands.{module}")
            own.set_defaults(run=loaded.run)
            own.words = arguments
            loaded.add(own)
    return parser
