"""Plain values and games as JSON, without loss.

A plain value may be a guess, a secret, a score or an option. None, booleans, integers,
strings and finite decimals are themselves and a tuple is an array; everything else is an object of
one field, whose name is that of its kind. A game is written by name and options, or in full, or as
what a given game must fit.
"""

from __future__ import annotations

import json
import keyword
import sys
from collections import namedtuple
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache, partial
from itertools import chain
from typing import Any

from attrs import fields, frozen, has

from mastermind_core.errors import BadArgument, BadFile, MastermindCoreError, shown
from mastermind_core.game import Game, HistoryLegal, costs_of, weights_of
from mastermind_core.game.amounts import Exact
from mastermind_core.game.finite import FiniteGame, WrittenScores, written_scores
from mastermind_core.game.tabular import Version
from mastermind_core.games import GAMES
from mastermind_core.games.variants import ITSELF, LegalVariant, Variant
from mastermind_core.table import compile_game

#: Types whose values are themselves in JSON.
THEMSELVES = {type(None), bool, int, str}

#: Items of one hash that do no harm, and the fields and the kinds of named tuples in one document.
_ALIKE, _MOST_FIELDS, _MOST_KINDS = 1000, 64, 64


class NotWritable(Exception):
    """The signal that a value has no place in a file."""


@frozen
class Kind:
    """A kind of value: its class, how it is written and how it is read.

    ``write`` takes the document that is written and the value, ``read`` the document that is read
    and the content; either is called with what is inside. A value that is ``plain`` may be a part
    of a game.
    """

    make: type
    write: Callable[[Any, Any], Any]
    read: Callable[[Any, Any], Any]
    plain: bool = False


@contextmanager
def refusing(what: str) -> Iterator[None]:
    """Turn an error in making the content of a file into one line."""
    try:
        yield
    except MastermindCoreError as error:
        raise BadFile(f"{what}: {error}") from None
    except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError) as error:
        raise BadFile(f"{what}: {shown(error)}") from None


def tagged(content: Any) -> tuple[str, Any]:
    """Return the one field of an object; anything else is refused."""
    if type(content) is not dict or len(content) != 1:
        raise BadFile(f"expected an object of one field, not {shown(content)}")
    return next(iter(content.items()))


def fields_of(content: Any, what: str, names: str, others: str = "") -> dict[str, Any]:
    """Return an object that has these fields, may have the others, and has nothing else."""
    needed = names.split()
    if type(content) is not dict or not {*needed} <= {*content} <= {*needed, *others.split()}:
        more = [other for other in others.split() if other not in needed]
        may = f", may have {', '.join(more)}" if more else ""
        raise BadFile(
            f"{what} has {', '.join(needed)}{may}, and nothing else: is it of this version?"
        )
    return content


def expect(kind: type, value: Any, what: str) -> Any:
    """Return a value that has a type exactly."""
    if type(value) is not kind:
        raise BadFile(f"{what} must be {_NAMES[kind]}, not {shown(value)}")
    return value


_NAMES = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    dict: "an object",
    list: "an array",
}


def integers(value: Any, what: str, below: int, least: int = 0) -> list[int]:
    """Return an array of integers in a range."""
    numbers: list[int] = expect(list, value, what)
    if not set(map(type, numbers)) <= {int}:
        raise BadFile(f"{what} must be whole numbers, not {shown(numbers)}")
    if numbers and (min(numbers) < least or max(numbers) >= below):
        odd = next(number for number in numbers if not least <= number < below)
        raise BadFile(f"{what} has {shown(odd)}; numbers go from {least} to {below - 1}")
    return numbers


def check_hashes(items: Collection[Any], what: str) -> None:
    """Refuse items made to have one hash, of which a dict takes the square of its time."""
    try:
        hashes = len(set(map(hash, items)))
    except TypeError:
        raise BadFile(f"{what} has an item that cannot be hashed") from None
    if len(items) > _ALIKE and hashes < len(items) // 2:
        raise BadFile(f"{what} has {len(items):,} items with {hashes:,} hashes")


def paired(pairs: Any, what: str) -> dict[Any, Any]:
    """Return the dict of pairs that have been read."""
    for pair in pairs:
        if type(pair) is not tuple or len(pair) != 2:
            raise BadFile(f"{what} is an array of pairs, not of {shown(pair)}")
    check_hashes([key for key, _ in pairs], what)
    made = dict(pairs)
    if len(made) != len(pairs):
        raise BadFile(f"{what} has a key twice")
    return made


def as_plain(value: Any) -> Any:
    """Return a number, truth or text of numpy as the plain one that equals it."""
    if type(value).__module__ == "numpy":
        plain = value.item()
        if type(plain) in {bool, int, float, str} and plain == value and hash(plain) == hash(value):
            return plain
    return value


def _write_items(write: Any, value: Any) -> list[Any]:
    items = [write(item) for item in value]
    return items if isinstance(value, list) else sorted(items, key=json.dumps)


def _read_items(kind: type, read: Any, content: Any) -> Any:
    items = [read(item) for item in expect(list, content, kind.__name__)]
    if kind is list:
        return items
    check_hashes(items, kind.__name__)
    if len(made := kind(items)) != len(items):
        raise BadFile(f"a {kind.__name__} has an item twice")
    return made


def _read_dict(read: Any, content: Any) -> dict[Any, Any]:
    return paired([read(pair) for pair in expect(list, content, "dict")], "dict")


def _read_float(read: Any, content: Any) -> float:
    if expect(str, content, "float") not in {"inf", "-inf", "nan"}:
        raise BadFile(f"float must be inf, -inf or nan, not {shown(content)}")
    return float(content)


def _read_bytes(read: Any, content: Any) -> bytes:
    try:
        return bytes.fromhex(expect(str, content, "bytes"))
    except ValueError:
        raise BadFile(f"bytes must be hexadecimal, not {shown(content)}") from None


def _read_fraction(read: Any, content: Any) -> Fraction:
    if type(content) is not list or [type(part) for part in content] != [int, int]:
        raise BadFile(f"fraction must be two whole numbers, not {shown(content)}")
    if content[1] < 1:
        raise BadFile(f"fraction must have a positive denominator, not {shown(content[1])}")
    return Fraction(*content)


def _write_named_tuple(write: Any, value: Any) -> Any:
    return {type(value).__name__: {name: write(getattr(value, name)) for name in value._fields}}


def _read_named_tuple(read: Any, content: Any) -> Any:
    name, fields = tagged(content)
    values = {key: read(item) for key, item in expect(dict, fields, name).items()}
    read.kinds.add((name, *values))
    if len(read.kinds) > _MOST_KINDS:
        raise BadFile(f"it has over {_MOST_KINDS} kinds of named tuples")
    known = _named_tuples(own=True).get(name) or _named_tuples(own=False).get(name)
    if known is None:
        return _made(name, tuple(values))(*values.values())
    if list(known._fields) != list(values):
        raise BadFile(f"{name} has the fields {', '.join(known._fields)}, not {', '.join(values)}")
    return known(**values)


@cache
def _named_tuples(*, own: bool) -> dict[str, Any]:
    """Return the classes of answers that the modules of the registered games have."""
    entries = (GAMES.own if own else GAMES).values()
    modules = (sys.modules.get(getattr(entry.make, "__module__", "")) for entry in entries)
    found = [vars(module) for module in modules if module is not None]
    return {
        kind.__name__: kind
        for names in found
        for kind in (*names.values(), Version)
        if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")
    }


@cache
def _made(name: str, fields: tuple[str, ...]) -> Any:
    """Return a class of named tuples like that of a game of the user's own."""
    wrong = [one for one in (name, *fields) if not one.isidentifier() or keyword.iskeyword(one)]
    try:
        if not wrong and len(fields) <= _MOST_FIELDS:
            return namedtuple(name, fields)
    except ValueError:
        pass
    raise BadFile(f"{shown(name)} cannot be a named tuple of {shown(list(fields))}")


#: The kinds of plain values, by name.
PLAIN_KINDS = {
    "list": Kind(list, _write_items, partial(_read_items, list), plain=True),
    "set": Kind(set, _write_items, partial(_read_items, set), plain=True),
    "frozenset": Kind(frozenset, _write_items, partial(_read_items, frozenset), plain=True),
    "dict": Kind(dict, lambda write, value: [*map(write, value.items())], _read_dict, plain=True),
    "float": Kind(float, lambda _, value: repr(value), _read_float, plain=True),
    "bytes": Kind(bytes, lambda _, value: value.hex(), _read_bytes, plain=True),
    "fraction": Kind(
        Fraction, lambda _, value: [value.numerator, value.denominator], _read_fraction, plain=True
    ),
    "namedtuple": Kind(tuple, _write_named_tuple, _read_named_tuple, plain=True),
}


#: Pairs of a guess and a secret up to which a game of functions is written out.
MOST_PAIRS = 1 << 20

#: No option of a game in a file is a number above this: a game could take a day to count itself.
_MOST = 65536


def encode_game(game: Game[Any, Any, Any], write: Any) -> dict[str, Any]:
    """Return a game in JSON."""
    for form in (_named, _variant, _written):
        try:
            if (found := form(game, write)) is not None:
                return {form.__name__[1:]: found}
        except NotWritable:
            continue
    return {
        "given": {
            "name": shown(game),
            "guesses": len(game.guesses),
            "secrets": len(game.secrets),
            "fingerprint": _fingerprint(game),
        }
    }


def _named(game: Game[Any, Any, Any], write: Any) -> dict[str, Any] | None:
    """Return the name and the options of a registered game."""
    kind = type(game)
    name = next((name for name, entry in GAMES.items() if entry.make is kind), None)
    if name is None or not has(kind):
        return None
    options = {str(one.alias): getattr(game, one.name) for one in fields(kind) if one.init}
    return {
        "name": name,
        "options": {key: write(_as_given(option)) for key, option in options.items()},
    }


def _variant(game: Game[Any, Any, Any], write: Any) -> dict[str, Any] | None:
    """Return a registered game with its own weights, costs and goals; it keeps its symmetries."""
    named = _named(game.game, write) if isinstance(game, Variant) else None
    if named is None or not isinstance(game, Variant):
        return None
    return {
        "game": {"named": named},
        "weights": [*map(write, game.weights)],
        "costs": [*map(write, game.costs)],
        "goals": game.goals if isinstance(game.goals, str) else [*map(write, game.goals)],
    }


def _as_given(option: Any) -> Any:
    """Return an option as a user would give it: a game may keep its lists in a class of its own."""
    kind = type(option)
    if kind is not tuple and issubclass(kind, tuple) and not hasattr(kind, "_fields"):
        return tuple(option)
    return option


def _written(game: Game[Any, Any, Any], write: Any) -> dict[str, Any] | None:
    """Return the lists of a game, and the scores of all pairs."""
    guesses, secrets = tuple(game.guesses), tuple(game.secrets)
    if len(guesses) * len(secrets) > MOST_PAIRS:
        return None
    lists = {"guesses": [*map(write, guesses)], "secrets": [*map(write, secrets)]}
    scores, table = written_scores(game), compile_game(game)
    extra: dict[str, Any] = {}
    if table.priced:
        extra["costs"] = [*map(write, costs_of(game))]
    if table.goals:
        try:
            names = [*map(write, table.names)]
        except NotWritable:
            names = [*range(len(table.names))]
        extra["goals"] = [names[goal] for goal in table.goals]
    even = set(table.weights) == {1} and table.weight_unit == 1
    return {
        "name": str(getattr(game, "name", type(game).__name__)),
        **lists,
        "scores": [*map(write, scores.scores)],
        "ends": [at for at, one in enumerate(scores.scores) if one in game.endstates],
        "weights": None if even else [*map(write, weights_of(game))],
        "rows": [list(row) for row in scores.rows],
        **extra,
    }


def _fingerprint(game: Game[Any, Any, Any]) -> str:
    """Return a digest of a game, with the units of its weights and costs where they are not 1."""
    table = compile_game(game)
    units = [table.weight_unit, table.cost_unit]
    return " ".join([table.fingerprint(), *(map(str, units) if set(units) != {1} else ())])


def decode_game(content: Any, read: Any, given: Game[Any, Any, Any] | None) -> Game[Any, Any, Any]:
    """Return the game of a file, or the one that is given if it is the same."""
    tag, spec = tagged(content)
    if tag == "given":
        return _same_answers(spec, given)
    readers = {"named": _read_named, "written": _read_written, "variant": _read_variant}
    if tag not in readers:
        raise BadFile(f"a game is named, a variant, written or given, not {shown(tag)}")
    with refusing("the game of the file cannot be made"):
        game = readers[tag](spec, read)
    if given is None:
        return game
    if not alike(game, given):
        raise BadFile(
            f"the file is about another game, {shown(game)}: give that one, or leave out game="
        )
    return given


def alike(game: Game[Any, Any, Any], other: Game[Any, Any, Any]) -> bool:
    """Return whether two games have the same guesses, secrets, answers and weights."""
    if game == other:
        return True
    if type(game) is type(other) and not isinstance(game, FiniteGame):
        return False
    if count_pairs(game) != count_pairs(other):
        return False
    own, its = compile_game(game), compile_game(other)
    return (
        own.guesses.items == its.guesses.items
        and own.secrets.items == its.secrets.items
        and _fingerprint(game) == _fingerprint(other)
        and all(
            game.score(guess, secret) == other.score(guess, secret)
            for guess, secret in chain(
                ((guess, own.secrets.items[0]) for guess in own.guesses.items),
                ((own.guesses.items[0], secret) for secret in own.secrets.items),
            )
        )
    )


def _same_answers(spec: Any, given: Game[Any, Any, Any] | None) -> Game[Any, Any, Any]:
    content = fields_of(spec, "a given game", "name guesses secrets fingerprint")
    name = shown(content["name"])
    if given is None:
        raise BadFile(
            f"the file has a game of functions, {name}, which no file can hold: load(path, "
            "game=game) with the game it was saved with"
        )
    sizes = [content["guesses"], content["secrets"]]
    if sizes != [len(given.guesses), len(given.secrets)] or (
        _fingerprint(given) != content["fingerprint"]
    ):
        raise BadFile(
            f"the file is about another game, {name}, whose answers are others than those of "
            f"{shown(given)}: give the game it was saved with"
        )
    return given


def _read_named(spec: Any, read: Any) -> Game[Any, Any, Any]:
    content = fields_of(spec, "a named game", "name options")
    name = expect(str, content["name"], "name")
    if name not in GAMES:
        raise BadFile(f"the game {shown(name)} is unknown: is it of a later version?")
    make: Any = GAMES[name].make
    given = expect(dict, content["options"], "options")
    options = {key: read(value) for key, value in given.items()}
    known = {one.alias for one in fields(make) if one.init} if has(make) else set()
    if not options.keys() <= known:
        odd = min(options.keys() - known)
        raise BadFile(f"the game {name} has no option {shown(odd)}: is it of a later version?")
    for key, value in options.items():
        if type(value) is int and abs(value) > _MOST:
            raise BadFile(f"the option {key} of a game is {shown(value)}, over {_MOST}")
    made: Game[Any, Any, Any] = make(**options)
    hash(made)
    return made


def _read_variant(spec: Any, read: Any) -> Game[Any, Any, Any]:
    content = fields_of(spec, "a variant", "game weights costs goals")
    tag, named = tagged(content["game"])
    if tag != "named":
        raise BadFile(f"a variant is of a named game, not of a game that is {shown(tag)}")
    game = _read_named(named, read)
    goals = content["goals"]
    if goals != ITSELF:
        goals = read(expect(list, goals, "goals"))
    make = LegalVariant if isinstance(game, HistoryLegal) else Variant
    weights, costs = (_amounts(content, name, read) for name in ("weights", "costs"))
    made: Game[Any, Any, Any] = make(game, weights, costs, goals)
    hash(made)
    return made


def _read_written(spec: Any, read: Any) -> Game[Any, Any, Any]:
    names = "name guesses secrets scores ends weights rows"
    content = fields_of(spec, "a written game", names, "costs goals")
    lists = {}
    for name in ("guesses", "secrets", "scores", "goals"):
        lists[name] = read(expect(list, content.get(name, []), name))
        check_hashes(lists[name], name)
    guesses, secrets, scores = lists["guesses"], lists["secrets"], lists["scores"]
    rows = expect(list, content["rows"], "rows")
    if len(rows) != len(guesses) or any(
        type(row) is not list or len(row) != len(secrets) for row in rows
    ):
        raise BadFile(f"rows must be {len(guesses)} arrays of {len(secrets)} numbers")
    if len(guesses) * len(secrets) > MOST_PAIRS:
        raise BadFile(f"a written game has at most {MOST_PAIRS:,} pairs")
    if len({(type(score), score) for score in scores}) != len(scores):
        raise BadFile("scores has a score twice")
    table = tuple(tuple(integers(row, "rows", len(scores))) for row in rows)
    return FiniteGame(
        guesses,
        secrets,
        WrittenScores(guesses, secrets, scores, table),
        {scores[at] for at in integers(content["ends"], "ends", len(scores))},
        weights=_amounts(content, "weights", read),
        costs=_amounts(content, "costs", read),
        goal=lists["goals"] if "goals" in content else None,
        name=expect(str, content["name"], "name"),
    )


def _amounts(content: Any, name: str, read: Any) -> tuple[Exact, ...]:
    """Return weights or costs as numbers that are exact; none where a file has none."""
    given = content.get(name)
    if given is None:
        return ()
    numbers: tuple[Exact, ...] = read(expect(list, given, name))
    wrong = [one for one in numbers if type(one) not in {int, Fraction}]
    if wrong:
        raise BadFile(f"{name} must be whole numbers or fractions, not {shown(wrong[0])}")
    return numbers


def count_pairs(game: Game[Any, Any, Any]) -> int:
    """Return the number of pairs of a guess and a secret, if Python can count them."""
    try:
        return len(game.guesses) * len(game.secrets)
    except OverflowError:
        raise BadFile("it has more codes than can be counted") from None


def check_game(game: Any) -> None:
    """Refuse a value that is not a game."""
    if game is not None and not all(
        hasattr(game, part) for part in ("guesses", "secrets", "endstates", "score")
    ):
        raise BadArgument(f"game must be a game, not {shown(game)}")
