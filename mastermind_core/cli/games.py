"""Games on the command line: the registered ones with their options, and games of one's own."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from inspect import Parameter, signature
from typing import Any

from mastermind_core.cli.aims import add_table, add_values, table_game, with_values
from mastermind_core.cli.options import is_file, reader
from mastermind_core.errors import BadArgument, MastermindCoreError, nearest, shown
from mastermind_core.game import check_parts
from mastermind_core.games import GAMES, Option, Registered

_PARTS = ("guesses", "secrets", "endstates", "score")


def add_games(
    parser: argparse.ArgumentParser, *options: Callable[[argparse.ArgumentParser], None]
) -> None:
    """Give a command a parser a game; each of ``options`` adds to all of them.

    The games of other distributions are looked up where no game of the package is named. What all
    games take stands in the help of the command as well.
    """
    options = (*options, add_values)
    if {"-h", "--help"} & set(getattr(parser, "words", ())):
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
        shared = argparse.ArgumentParser(add_help=False, usage=argparse.SUPPRESS)
        for add in options:
            add(shared)
        parser.epilog = shared.format_help().replace("options:", "options with every game:", 1)
    games = parser.add_subparsers(title="games", metavar="GAME", required=True)
    for name, entry in _games_for(getattr(parser, "words", ())).items():
        help_text = entry.description.replace("%", "%%")
        game = games.add_parser(name, help=help_text, description=entry.description)
        for option, kind in entry.options.items():
            _add_option(game, entry, option, kind)
        game.set_defaults(game=name)
        for add in options:
            add(game)
    own = games.add_parser("own", help="a game of your own; FILE.py:NAME alone does as well")
    own.add_argument(
        "own", metavar="FILE.py:NAME", help="a game, or what makes one, in a file of Python"
    )
    table = games.add_parser("table", help="a table of your own; FILE.csv alone does as well")
    add_table(table)
    for game in (own, table):
        game.set_defaults(game="own" if game is own else "table")
        for add in options:
            add(game)


def _games_for(words: Sequence[str]) -> Mapping[str, Registered]:
    """Return the games that a command must know to read these words: all where none is named."""
    if any(word in GAMES.own for word in words):
        return GAMES.own
    brought = {word: GAMES[word] for word in words if word in GAMES}
    return {**GAMES.own, **brought} if brought else GAMES


def _add_option(
    game: argparse.ArgumentParser, entry: Registered, option: str, kind: Option
) -> None:
    required = option in entry.required
    default = signature(entry.make).parameters[option].default
    shown = [kind.help]
    if kind.choices:
        shown.append(f"one of {', '.join(kind.choices)}")
    if not required and default is not Parameter.empty and default not in ((), None, ""):
        shown.append(f"default: {kind.default or default}")
    if kind.alone:
        shown.append(f"{kind.alone} if none is named")
    names = [f"--{option.replace('_', '-')}"]
    if "colour" in option:
        names.append(names[0].replace("colour", "color"))
    game.add_argument(
        *names,
        dest=option,
        type=reader(kind),
        default=argparse.SUPPRESS,
        required=required,
        metavar="FILE" if kind.help.startswith("file") else option.upper(),
        help=f"{shown[0]} ({'; '.join(shown[1:])})" if shown[1:] else shown[0],
        **({"nargs": "?", "const": kind(kind.alone)} if kind.alone else {}),
    )


def game_of(given: argparse.Namespace) -> Any:
    """Return the game that was named, with its options, weights, costs and goals."""
    if given.game == "own":
        return with_values(own_game(given.own), given)
    if given.game == "table":
        return with_values(table_game(given), given)
    entry = GAMES[given.game]
    chosen = {option: getattr(given, option) for option in entry.options if option in given}
    return with_values(entry.make(**chosen), given)


def own_game(text: str) -> Any:
    """Return the game of a file of Python: ``file.py:name`` is a game, or what makes one."""
    path, _, name = text.rpartition(":")
    if not path or not name.isidentifier():
        raise BadArgument(f"{shown(text)} is no game of your own: write FILE.py:NAME")
    module = _run_file(path)
    found = module.get(name)
    if found is None:
        names = [known for known in module if not known.startswith("_")]
        has = f"it has {', '.join(names) or 'no names'}"
        raise BadArgument(f"{path} has no {shown(name)}; {nearest(name, names, has)}")
    if (callable(found) and not all(hasattr(found, part) for part in _PARTS)) or isinstance(
        found, type
    ):
        found = _made(path, name, found)
    check_parts(found)
    return found


def _run_file(path: str) -> dict[str, Any]:
    if not is_file(path):
        raise BadArgument(f"there is no file {shown(path)}")
    spec = spec_from_file_location("own_game", path)
    if spec is None or spec.loader is None:
        raise BadArgument(f"{shown(path)} is no file of Python")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except MastermindCoreError:
        raise
    except SyntaxError as error:
        raise BadArgument(f"{path}, line {error.lineno}: {error.msg}") from None
    except Exception as error:
        raise BadArgument(f"{path} fails: {_one_line(error)}") from None
    return vars(module)


def _made(path: str, name: str, make: Any) -> Any:
    if not callable(make):
        check_parts(make)
    try:
        return make()
    except MastermindCoreError:
        raise
    except Exception as error:
        raise BadArgument(f"{name}() of {path} fails: {_one_line(error)}") from None


def _one_line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
