"""Games on the command line: registered games, tables and Python files, with their options.

Every command that takes a game also takes secret weights, guess costs and a goal.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from inspect import Parameter, signature
from pathlib import Path
from runpy import run_path
from typing import Any

import mastermind_core as mc
from mastermind_core.cli.declaring import Declares, PlainCommand, declare_all, option, plain_command
from mastermind_core.cli.options import is_file, picked, strategy_of, text_in
from mastermind_core.code_space import Coding
from mastermind_core.errors import BadArgument, nearest, shown
from mastermind_core.game import check_parts, is_game, is_key, of_lists
from mastermind_core.games import GAMES
from mastermind_core.games.parts import Option, Registered, number, read_words, words_of_file
from mastermind_core.names import service_of
from mastermind_core.notation import choose, format_guess, format_score, parse_guess
from mastermind_core.strategies.parts import needs_table
from mastermind_core.table import too_large

#: The value of ``--identify`` without an argument: the secret itself.
ITSELF = ""

#: Weights, costs and goals.
_VALUES = (
    option(
        "--weights FILE",
        "weights of secrets: lines of a secret and a number, 1 for others; - means standard "
        "input (default: uniform)",
    ),
    option(
        "--costs FILE",
        "costs of guesses: lines of a guess and a number, 1 for others; - means standard "
        "input (default: 1)",
    ),
    option(
        "--identify FILE",
        "end when the secret is identified, or its class: lines of a secret and a class "
        "(default: end as the game does)",
        nargs="?",
        const=ITSELF,
    ),
)

_LENGTH = option(
    "--length N",
    "read only words of N letters, or of N digits and signs (default: all words have one length)",
)

#: Games in files: description and options; a word of the form in ``_NAMED`` implies the kind.
FILES: dict[str, tuple[str, tuple[Declares, ...]]] = {
    "own": (
        "a game of your own; FILE.py:NAME alone suffices",
        (option("own FILE.py:NAME", "a game, or a function that returns one, in a Python file"),),
    ),
    "table": (
        "a table of your own; FILE.csv alone suffices",
        (
            option(
                "table FILE.csv",
                "a header and one row per secret; --weights and --identify may name a column, "
                "--identify also several, such as genus,species",
            ),
            option("--id COLUMN", "column of row names (default: row numbers)"),
            option(
                "--unknown",
                "treatment of an empty cell: an error, any value, any value by chance, a value of "
                "its own, or a column that is not asked",
                choices=("refuse", "both", "chance", "answer", "never"),
                default="refuse",
            ),
            option(
                "--duplicates",
                "treatment of equal rows: an error if their classes differ, one row for those of a "
                "class, or one row of the likeliest class",
                choices=("error", "merge", "class"),
                default="error",
            ),
            option(
                "--likelihoods",
                "cells are probabilities of the answer yes",
                action="store_true",
            ),
            option(
                "--cuts CUTS",
                "thresholds of columns of numbers: all, quantiles, none, or the maximum number per "
                "column (default: all in columns of over 4 numbers, or 16 with --costs)",
                type=lambda text: int(text) if text.isdecimal() else text,
            ),
        ),
    ),
}
_NAMED = {"own": r"(?!-).*\.py:[A-Za-z_]\w*", "table": r"(?!-).*\.[ct]sv"}


class Command(PlainCommand):
    """A command that takes a game, with its options for any game."""

    def declare(self, parser: argparse.ArgumentParser, words: Sequence[str]) -> Sequence[str]:
        """Declare the options of the command and the named game, and return the other words."""
        scratch = argparse.ArgumentParser()
        declare_all(scratch, self.options)
        known = scratch._option_string_actions.items()
        name, rest = _without_game(words, {word for word, action in known if action.nargs == 0})
        if name is None:
            declare_all(parser, (*self.own, *self.options, *_VALUES))
            games = parser.add_subparsers(title="games", metavar="GAME", required=True)
            for game in (*GAMES, *FILES):
                games.add_parser(game, help=about(game)[0].replace("%", "%%"))
            return rest
        parser.set_defaults(game=name)
        parser.prog += f" {name}"
        parser.description, options = about(name)
        declare_all(parser, (*self.own, *options, *self.options, *_VALUES))
        return rest


def _without_game(words: Sequence[str], flags: Collection[str]) -> tuple[str | None, Sequence[str]]:
    """Return the game named by the words, or None, and the words without its name.

    A word after an option other than these ``flags`` is its value, unless no other word names a
    game. A file may name a game, too. Games of other distributions are looked up last.
    """
    free = [
        at
        for at, before in enumerate(("", *words)[: len(words)])
        if not before.startswith("-") or "=" in before or before in flags
    ]
    for names, places in ((GAMES.own, free), (GAMES, range(len(words)))):
        for at in places:
            if words[at] in names or words[at] in FILES:
                return words[at], [*words[:at], *words[at + 1 :]]
            for kind, form in _NAMED.items():
                if at in free and re.fullmatch(form, words[at]):
                    return kind, words
    return None, words


def command(
    *options: Declares, game: bool = True, own: tuple[Declares, ...] = ()
) -> Callable[[Callable[[argparse.Namespace], int | None]], PlainCommand]:
    """Return a decorator that turns a function of the arguments into a command."""
    return (lambda run: Command(run, own, options)) if game else plain_command(*own)


def about(name: str) -> tuple[str, tuple[Declares, ...]]:
    """Return the description of a game, and its options."""
    if name in FILES:
        return FILES[name]
    entry = GAMES[name]
    options = [_option(entry, option, kind) for option, kind in entry.options.items()]
    if _word_lists(entry) and "length" not in entry.options:
        options.append(_LENGTH)
    return entry.description, tuple(options)


def _word_lists(entry: Registered) -> list[str]:
    """Return the names of the options that are files of words."""
    return [name for name, kind in entry.options.items() if kind.read is read_words]


def _option(entry: Registered, name: str, kind: Option) -> Declares:
    """Return the declaration for one option of a game."""
    default = kind.default or signature(entry.make).parameters[name].default
    shown = [kind.help]
    if kind.choices:
        shown.append(f"one of {', '.join(kind.choices)}")
    if default not in (Parameter.empty, (), None, ""):
        shown.append(f"default: {default}")
    if kind.alone:
        shown.append(f"{kind.alone} without a value")
    names = f"--{name.replace('_', '-')}"
    if "colour" in name:
        names += f" {names.replace('colour', 'color')}"
    if kind.alias:
        names += f" --{kind.alias}"
    return option(
        f"{names} {'FILE' if kind.help.startswith('file') else name.upper()}",
        f"{shown[0]} ({'; '.join(shown[1:])})" if shown[1:] else shown[0],
        dest=name,
        type=str if kind.read is read_words else kind,  # words are read when the length is known
        required=name in entry.required,
        **({"nargs": "?", "const": kind(kind.alone)} if kind.alone else {}),
    )


def game_of(given: argparse.Namespace) -> Any:
    """Return the named game, with its options, weights, costs and goals."""
    if given.game == "own":
        game = own_game(given.own)
    elif given.game == "table":
        game = table_game(given)
    else:
        entry = GAMES[given.game]
        options = picked(given, *entry.options)
        for name in {*_word_lists(entry)} & {*options}:
            options[name] = _read_words(options[name], given.length)
        game = entry.make(**options)
    return with_values(game, given)


def exact_game_of(given: argparse.Namespace) -> Any:
    """Return the game of the options. Raise BadArgument if its answers may be wrong."""
    game = game_of(given)
    refuse_noise(game)
    return game


def refuse_noise(game: Any) -> None:
    """Raise BadArgument if a game's answers may be wrong."""
    if service_of(game) is not None:
        raise BadArgument(
            f"the answers of {shown(game)} may be wrong, and this command needs exact ones: use "
            "play, assist, analyze, compare, simulate or optimal"
        )


def _read_words(path: str, length: int | None) -> tuple[str, ...]:
    """Return the words of a file. A line says how many were left out because of their length."""
    words, left_out = words_of_file(path, length)
    if left_out:
        print(
            f"{path}: {len(words):,} words of {length} letters or signs, {left_out:,} left out",
            file=sys.stderr,
        )
    return words


#: How many columns of a table an error names.
_SHOWN = 8

#: The words of games, and of keys: a question about a row.
_OF_KEYS = {"guess": "question", "guesses": "questions", "secret": "row", "secrets": "rows"}


def worded(game: Any, text: str) -> str:
    """Return a string with the words of a key, if the game is one."""
    if not is_key(game):
        return text

    def other(found: re.Match[str]) -> str:
        word = found.group()
        new = _OF_KEYS[word.lower()]
        return new.upper() if word.isupper() else new.capitalize() if word.istitle() else new

    return re.sub(r"\b(guess|secret)(es|s)?\b", other, text, flags=re.IGNORECASE)


#: The answers that a sensitivity and a specificity are about.
_YES_NO = (("yes", "no"), ("true", "false"), ("positive", "negative"), ("1", "0"))


def noisy_game_of(given: argparse.Namespace) -> Any:
    """Return the game of the options, with noise if there is any."""
    game = game_of(given)
    rates = given.sensitivity, given.specificity
    if rates == (None, None):
        return game if given.noise is None else mc.noisy(game, given.noise)
    if given.noise is not None:
        raise BadArgument("--noise is for all answers: leave out --sensitivity and --specificity")
    service = service_of(game)
    heard = mc.compile_game(game).scores if service is None else service.compiled(game).answers
    answers = {format_score(game, one).lower(): one for one in heard.items}
    words = next((pair for pair in _YES_NO if answers.keys() == {*pair}), None)
    if words is None:
        listed = ", ".join(answers)
        raise BadArgument(f"--sensitivity needs the answers yes and no, and this game has {listed}")
    yes, no = (answers[word] for word in words)
    right, left = (1 if rate is None else rate for rate in rates)
    return mc.noisy(game, {yes: {yes: right, no: 1 - right}, no: {no: left, yes: 1 - left}})


def playing(given: argparse.Namespace, game: Any = None) -> tuple[Any, Any]:
    """Return a game and its strategy. Rows have the names that a tree with errors gives them."""
    game = game_of(given) if game is None else game
    strategy = strategy_of(given, game)
    is_exact = service_of(game) is None
    if is_exact and isinstance(strategy, mc.Node) and hasattr(strategy.candidates[0], "certainty"):
        game = strategy.game
    return game, strategy


def game_and_strategy(given: argparse.Namespace) -> tuple[Any, Any]:
    """Return a game and a strategy that can be evaluated on all secrets."""
    game, strategy = playing(given)
    if isinstance(game, mc.games.CodeGame) and not needs_table(strategy) and too_large(game):
        raise mc.GameTooLarge(
            f"{shown(game)} has {Coding(game).secrets:,} secrets, too many to play against each: "
            "use simulate to play a sample"
        )
    return game, strategy


def own_game(text: str) -> Any:
    """Return the game of a Python file: ``file.py:name`` is a game, or a function for one."""
    path, _, name = text.rpartition(":")
    if not path or not name.isidentifier():
        raise BadArgument(f"{shown(text)} does not name a game of your own: write FILE.py:NAME")
    if not is_file(path):
        raise BadArgument(f"file {shown(path)} does not exist")
    with _failing(path):
        module = run_path(path, run_name="own_game")
    found = module.get(name)
    if found is None:
        names = [known for known in module if not known.startswith("_")]
        has = f"the file defines {', '.join(names) or 'no names'}"
        raise BadArgument(f"{path} has no {shown(name)}; {nearest(name, names, has)}")
    if isinstance(found, type) or (callable(found) and not is_game(found)):
        with _failing(f"{name}() of {path}"):
            found = found()
    check_parts(found, noisy=True)
    return of_lists(found)


@contextmanager
def _failing(what: str) -> Iterator[None]:
    """Convert an exception of the user's program into a one-line error."""
    try:
        yield
    except mc.MastermindCoreError:
        raise
    except SyntaxError as error:
        raise BadArgument(f"{what}, line {error.lineno}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise BadArgument(f"{what} fails: {reason}") from None


def table_game(given: argparse.Namespace) -> Any:
    """Return the game of a table, whose weights and classes may be columns."""
    from mastermind_core.tables import read_table  # few games are tables

    table = read_table(given.table)
    beside: dict[str, Any] = {}
    for name, word in (("prior", "weights"), ("by", "identify")):
        if getattr(given, word) in table.columns:
            beside[name] = getattr(given, word)
            setattr(given, word, None)
        elif getattr(given, word) is not None:
            _check_named(word, getattr(given, word), [*table.columns])
    classes = (given.identify or "").split(",")
    if len(classes) > 1 and set(classes) <= set(table.columns):
        beside["by"], given.identify = classes, None
    if given.costs is not None:  # a column has one cost, however many thresholds are asked
        column = partial(choose, items=table.columns, kind="column")
        beside["cost"], given.costs = values_in("costs", given.costs, column, number), None
    if given.identify:  # a file of classes; a row that is not listed is a class of its own
        ids = [*map(str, table.columns.get(given.id, table.ids))]
        named = values_in("identify", given.identify, lambda text: choose(text, ids, "row"), str)
        beside["by"] = [named.get(name, (name,)) for name in ids]
        given.identify = None
    how = beside | picked(given, "id", "unknown", "duplicates", "cuts", "likelihoods")
    game = mc.FiniteGame.from_table(given.table, name=Path(given.table).stem, **how)
    if game.note:
        print(f"{game.name}: {game.note}", file=sys.stderr)
    return game


def _check_named(option: str, text: str, columns: Sequence[Any]) -> None:
    """Raise BadArgument for a value that names neither columns of a table nor a file."""
    names = text.split(",")
    if text in {ITSELF, "-"} or is_file(text) or set(names) <= {*columns}:
        return
    unknown = next(name for name in names if name not in columns)
    has = f"it has {', '.join(map(shown, columns[:_SHOWN]))}"
    raise BadArgument(
        f"--{option}: {shown(unknown)} is neither a file nor a column of the table; "
        f"{nearest(unknown, [*map(str, columns)], has)}"
    )


def with_values(game: Any, given: argparse.Namespace) -> Any:
    """Return a game with the weights, costs and goals that were given."""
    if given.weights is not None:
        game = mc.weighted(game, values_in("weights", given.weights, _secret_of(game), number))
    if given.costs is not None:
        game = mc.priced(game, values_in("costs", given.costs, partial(parse_guess, game), number))
    if given.identify == ITSELF:
        return game if getattr(game, "goal", None) else mc.identified(game)
    if given.identify is not None:
        classes = values_in("identify", given.identify, _secret_of(game), str)
        # A secret that is not listed is a class of its own.
        return mc.identified(game, by=lambda secret: classes.get(secret, (secret,)))
    return game


def _secret_of(game: Any) -> Callable[[str], Any]:
    """Return a function from a string to the secret that it denotes."""
    secrets = {format_guess(game, secret): secret for secret in game.secrets}
    may_be_guessed = next(iter(game.secrets)) in game.guesses

    def find(text: str) -> Any:
        if text in secrets:
            return secrets[text]
        if not may_be_guessed:
            return secrets[choose(text, secrets, "row" if is_key(game) else "secret")]
        found = parse_guess(game, text)
        if found not in game.secrets:
            raise BadArgument(f"{shown(text)} is not a secret of {shown(game)}")
        return found

    return find


def values_in(
    option: str, path: str, item: Callable[[str], Any], value: Callable[[str], Any]
) -> Mapping[Any, Any]:
    """Return the values in a file with one item per line and its value after the last separator."""
    found: dict[Any, Any] = {}
    text = text_in(path, f"--{option}: ")
    for at, line in enumerate(map(str.strip, text.split("\n")), start=1):
        if not line:
            continue
        sign = next((sign for sign in ";\t," if sign in line), None)
        *words, last = next(csv.reader([line], delimiter=sign)) if sign else line.rsplit(None, 1)
        last = last if sign == "," else last.replace(",", ".")
        try:
            if not words:
                raise BadArgument(f"{shown(line)} has no value: write it after the name")
            one = item(",".join(words).strip())
            if one in found:
                raise BadArgument(f"{shown(','.join(words))} comes twice")
            found[one] = value(last.strip())
        except BadArgument as error:
            raise BadArgument(f"--{option}, line {at}: {error}") from None
    return found
