"""How values are written in files: plain, or field by field.

A plain value may be a guess, a secret, a score or an option. None, booleans, integers, strings and
finite floats represent themselves in JSON. A tuple is an array. Any other value is an object with
one field, named after its kind. A value's fields are the fields in its attrs class, or the
parameters in the function that makes it, and their annotations are checked.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
from collections import namedtuple
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import date, datetime
from fractions import Fraction
from functools import cache, partial
from inspect import signature
from string import digits
from types import UnionType
from typing import Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from attrs import NOTHING, fields, frozen, has
from more_itertools import first

from mastermind_core.arguments import expect, scalar
from mastermind_core.errors import BadFile, GameTooLarge, MastermindCoreError, shown
from mastermind_core.exact import LengthObjective
from mastermind_core.game import (
    Exact,
    FiniteGame,
    Game,
    HistoryLegal,
    WrittenScores,
    costs_of,
    is_game,
    weights_of,
    written_scores,
)
from mastermind_core.games import GAMES
from mastermind_core.games.parts import LegalVariant, Variant, count_pairs
from mastermind_core.kernels import Objective
from mastermind_core.names import application, filed, service_of
from mastermind_core.results import (
    MOST_PAIRS,
    Form,
    GameForm,
    NotWritable,
    check_hashes,
    check_rows,
    integers,
    lists_of,
    paired,
)
from mastermind_core.table import Aims, aims_of, compile_game, fingerprint_of

#: Types whose values represent themselves in JSON.
THEMSELVES = {type(None), bool, int, str}

#: Maximum number of fields of a named tuple.
_MOST_FIELDS = 64

#: Maximum number of kinds of named tuples in a document.
_MOST_KINDS = 64

#: Arrays of any values and of exact numbers, and objects that the maker of a value reads itself.
Array: TypeAlias = Sequence[Any]
Exacts: TypeAlias = Sequence[Exact]
Raw: TypeAlias = dict[str, Any]

_NAMES: dict[Any, str] = {
    int: "an integer",
    str: "a string",
    bool: "true or false",
    Raw: "an object",
    list: "an array",
    Array: "an array",
    Exacts: "an array of integers or fractions from 0",
    Exacts | None: "an array of integers or fractions from 0, or null",
}


@frozen
class Kind:
    """How one class's values are written in a file.

    Attributes:
        name: The name in the file.
        of: The values' class.
        write: Takes (writer, value) and returns JSON content. The writer converts parts.
        read: Takes (reader, content) and returns the value. The reader converts parts.
        plain: Whether a game may contain such a value.
    """

    name: str
    of: type
    write: Callable[[Any, Any], Any]
    read: Callable[[Any, Any], Any]
    plain: bool = False


def record(form: Form) -> Kind:
    """Return a kind whose values are written as an object with fields."""
    make = form.make or form.of

    def read(document: object, content: object) -> Any:
        made = made_of(form.name, make, document, content)
        if form.check is not None:
            form.check(made)
        return made

    write = form.write or partial(_write_fields, make)
    return Kind(form.name, form.of, write, read, form.plain)


@cache
def _schema(make: Any) -> dict[str, tuple[Any, bool]]:
    """Return each field's type in a file, and whether the field is required.

    Fields that are neither compared nor shown are internal state, and are left out.
    """
    hints = get_type_hints(make)
    if has(make):
        return {
            str(part.alias): (
                Any if part.converter else hints[part.name],
                part.default is NOTHING,
            )
            for part in fields(make)
            if part.init and (part.eq or part.repr)
        }
    return {
        key: (hints[key], parameter.default is parameter.empty)
        for key, parameter in signature(make).parameters.items()
    }


def _write_fields(make: object, write: Any, value: object) -> dict[str, Any]:
    return {key: write(getattr(value, key)) for key in _schema(make)}


def made_of(name: str, make: Any, read: Any, content: Any) -> Any:
    """Return an object's value after checking each field's type."""
    known = dict(_schema(make))
    values = {"read": read} if known.pop("read", None) else {}
    needed = " ".join(key for key, (_, needed) in known.items() if needed)
    given = fields_of(content, f"a {name}", needed, " ".join(known))
    # The game comes first, because other fields may be indices in it.
    for key in sorted(given, key=lambda key: key != "game"):
        hint, _ = known[key]
        value = _read_field(read, key, given[key], hint)
        values[key] = checked(f"{key} of the {name}", value, hint)
    with refusing(f"the {name} of the file cannot be made"):
        return make(**values)


def _read_field(read: Any, key: str, content: object, hint: Any) -> Any:
    if hint == Raw:
        return content
    if key == "game" and type(content) is int:
        return read.game(content)
    return read(content)


def checked(what: str, value: object, hint: Any) -> Any:
    """Return a value after checking its type, including all parts, or raise ``BadFile``."""
    if not fits(value, hint):
        # The string of a type from typing has the module of each part.
        name = hint.__name__ if type(hint) is type else re.sub(r"\w+\.", "", str(hint))
        message = _NAMES.get(hint, f"of type {name}")
        raise BadFile(f"{what} must be {message}, not {shown(value)}")
    return value


def fits(value: object, hint: Any) -> bool:
    """Return whether a value has a type, including all parts.

    Integers and fractions must be at least 0. Only a ``Sequence`` and a mapping to any
    values may be empty.

    >>> fits((1, (Fraction(1, 2), "a")), tuple[int, tuple[Fraction, str | None]]), fits(True, int)
    (True, False)
    """
    if hint == Array:
        return type(value) is tuple
    if hint == Raw:
        return type(value) is dict
    kind = get_origin(hint) or hint
    if kind is Any or isinstance(kind, TypeVar):
        return True
    if kind in _FITTING:
        return _FITTING[kind](value, get_args(hint))
    return isinstance(value, kind)


def _fits_one(value: object, kinds: Sequence[Any]) -> bool:
    return any(fits(value, kind) for kind in kinds)


def _fits_literal(value: object, literals: Sequence[Any]) -> bool:
    return any(type(value) is type(literal) and value == literal for literal in literals)


def _fits_float(value: object, _: Sequence[Any]) -> bool:
    is_number = type(value) in {int, float}
    return is_number and value == value


def _fits_integer(value: object, _: Sequence[Any]) -> bool:
    return type(value) is int and value >= 0


def _fits_fraction(value: Any, _: Sequence[Any]) -> bool:
    return type(value) in {int, Fraction} and value >= 0


def _fits_tuple(value: object, kinds: Sequence[Any]) -> bool:
    if type(value) is not tuple or not value:
        return False
    if ... in kinds:
        return _fits_sequence(value, kinds)
    return len(value) == len(kinds) and all(map(fits, value, kinds))


def _fits_sequence(value: object, kinds: Sequence[Any]) -> bool:
    if type(value) is not tuple:
        return False
    if kinds[0] in {int, Exact} and {*map(type, value)} == {int}:
        return bool(min(value) >= 0)
    return all(fits(item, kinds[0]) for item in value)


def _fits_mapping(value: object, kinds: Sequence[Any]) -> bool:
    key_kind, item_kind = kinds
    if type(value) is not dict or not (value or item_kind is Any):
        return False
    return all(fits(key, key_kind) and fits(item, item_kind) for key, item in value.items())


#: The test of a value for each kind of type, with the types inside it.
_FITTING: dict[Any, Callable[[Any, Sequence[Any]], bool]] = {
    Union: _fits_one,
    UnionType: _fits_one,
    Literal: _fits_literal,
    float: _fits_float,
    int: _fits_integer,
    Fraction: _fits_fraction,
    tuple: _fits_tuple,
    Sequence: _fits_sequence,
    dict: _fits_mapping,
    Mapping: _fits_mapping,
}


@contextmanager
def refusing(what: str) -> Iterator[None]:
    """Convert an error in making a file's value to a one-line ``BadFile``."""
    try:
        yield
    except (BadFile, GameTooLarge):
        raise
    except MastermindCoreError as error:
        raise BadFile(f"{what}: {error}") from None
    except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError) as error:
        raise BadFile(f"{what}: {shown(error)}") from None


def tagged(content: object) -> tuple[str, Any]:
    """Return an object's only field, or raise ``BadFile`` for anything else."""
    if type(content) is not dict or len(content) != 1:
        raise BadFile(f"expected an object of one field, not {shown(content)}")
    return first(content.items())


def fields_of(content: object, what: str, names: str, others: str = "") -> dict[str, Any]:
    """Return an object after a check that it has all required fields and no unknown ones."""
    needed = names.split()
    allowed = {*needed, *others.split()}
    if type(content) is not dict or not {*needed} <= {*content} <= allowed:
        more = [other for other in others.split() if other not in needed]
        may = f", may have {', '.join(more)}" if more else ""
        raise BadFile(
            f"{what} has {', '.join(needed)}{may}, and nothing else: is it of this version?"
        )
    return content


def as_plain(value: object) -> Any:
    """Return an objective, or a scalar from numpy or pandas, as a plain Python value."""
    if isinstance(value, (Objective, LengthObjective)):
        return value.value
    plain = scalar(value)
    known = type(plain) in {bool, int, float, str, datetime}
    if known and plain == value and hash(plain) == hash(value):
        return plain
    return value


def _plain(
    kind: type, parts: Callable[[Any], Any], hint: Any, make: Callable[[Any], Any] | None = None
) -> Kind:
    """Return a kind whose plain values are written as parts with a given type."""
    name = kind.__name__.lower()

    def write(document: Any, value: Any) -> Any:
        content = document(parts(value))
        if kind in (set, frozenset):
            return sorted(content, key=json.dumps)
        return content

    def read(document: Any, content: Any) -> Any:
        value = checked(name, document(content), hint)
        with refusing(f"the {name} of the file cannot be made"):
            return (make or kind)(value)

    return Kind(name, kind, write, read, plain=True)


def _distinct(kind: type, items: Collection[Any]) -> Any:
    check_hashes(items, kind.__name__)
    if len(made := kind(items)) != len(items):
        raise BadFile(f"a {kind.__name__} has an item twice")
    return made


def _fraction(parts: Sequence[Any]) -> Fraction:
    if [*map(type, parts)] != [int, int] or parts[1] < 1:
        raise BadFile(f"fraction must be two integers, a positive denominator, not {shown(parts)}")
    return Fraction(*parts)


def _write_named_tuple(write: Any, value: Any) -> Any:
    content = {name: write(getattr(value, name)) for name in value._fields}
    return {type(value).__name__: content}


def _read_named_tuple(read: Any, content: object) -> Any:
    name, fields = tagged(content)
    values = {key: read(item) for key, item in checked(name, fields, Raw).items()}
    read.kinds.add((name, *values))
    if len(read.kinds) > _MOST_KINDS:
        raise BadFile(f"the file has over {_MOST_KINDS} kinds of named tuples")
    known = _named_tuples(own=True).get(name) or _named_tuples(own=False).get(name)
    if known is None:
        return _made(name, tuple(values))(*values.values())
    if {*known._fields} != {*known._field_defaults, *values}:
        raise BadFile(f"{name} has the fields {', '.join(known._fields)}, not {', '.join(values)}")
    return known(**values)


@cache
def _named_tuples(*, own: bool) -> dict[str, Any]:
    """Return the named tuples in the registered games' modules, by name."""
    registry = GAMES.own if own else GAMES
    names = dict.fromkeys(getattr(entry.make, "__module__", "") for entry in registry.values())
    modules = [sys.modules[name] for name in names if name in sys.modules]
    return {
        kind.__name__: kind
        for module in modules
        for kind in (*vars(module).values(), *application("FILED"))
        if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")
    }


@cache
def _made(name: str, fields: tuple[str, ...]) -> Any:
    """Return a named tuple class that is equivalent to the one in a user's game."""
    valid = all(word.isidentifier() and not keyword.iskeyword(word) for word in (name, *fields))
    with suppress(ValueError):
        if valid and len(fields) <= _MOST_FIELDS:
            return namedtuple(name, fields)
    raise BadFile(f"{shown(name)} cannot be a named tuple of {shown(list(fields))}")


#: The kinds of plain values.
PLAIN_KINDS = (
    _plain(list, tuple, Array),
    _plain(set, tuple, Array, partial(_distinct, set)),
    _plain(frozenset, tuple, Array, partial(_distinct, frozenset)),
    _plain(dict, lambda value: tuple(value.items()), Array, partial(paired, what="dict")),
    _plain(float, repr, Literal["inf", "-inf", "nan"]),
    _plain(bytes, bytes.hex, str, bytes.fromhex),
    _plain(Fraction, Fraction.as_integer_ratio, Array, _fraction),
    _plain(date, date.isoformat, str, date.fromisoformat),
    _plain(datetime, datetime.isoformat, str, datetime.fromisoformat),
    _plain(application("Either"), tuple, Array, application("Either")),
    Kind("namedtuple", tuple, _write_named_tuple, _read_named_tuple, plain=True),
)


#: Maximum number of pairs of a game that is written with a digit for each score.
_MOST_DIGITS = 1 << 24

_TO_DIGIT = bytes.maketrans(bytes(range(len(digits))), digits.encode("ascii"))
_FROM_DIGIT = bytes.maketrans(digits.encode("ascii"), bytes(range(len(digits))))

#: Maximum of an option of a game in a file: a larger game could take a day to be counted.
_MOST = 65536


def encode_game(game: Game, write: Any) -> dict[str, Any]:
    """Return a game's JSON content."""
    service = service_of(game)
    forms = getattr(service, "GAME_FORMS", _GAME_FORMS)
    for form in forms:
        try:
            content = form.write(game, write)
            if content is not None:
                return {form.name: content}
        except NotWritable:
            continue
    sizes = {"guesses": len(game.guesses), "secrets": len(game.secrets)}
    return {"given": {"name": shown(game), **sizes, "fingerprint": fingerprint_of(game)}}


def _named(game: Game, write: Any) -> dict[str, Any] | None:
    """Return a registered game's name and options, or None."""
    kind = type(game)
    name = next((name for name, entry in GAMES.items() if entry.make is kind), None)
    if name is None or not has(kind):
        return None
    options = {
        str(option.alias): write(getattr(game, option.name))
        for option in fields(kind)
        if option.init
    }
    return {"name": name, "options": options}


def _variant(game: Any, write: Any) -> dict[str, Any] | None:
    """Return a registered game's variant, which keeps its symmetries in this form."""
    if not isinstance(game, Variant):
        return None
    named = _named(game.game, write)
    if named is None:
        return None
    return {
        "game": {"named": named},
        "weights": write(game.weights),
        "costs": write(game.costs),
        "goals": write(game.goals),
    }


def _written(game: Game, write: Any) -> dict[str, Any] | None:
    """Return a game's lists and all scores, or None for a large game."""
    guesses = tuple(game.guesses)
    secrets = tuple(game.secrets)
    n_pairs = len(guesses) * len(secrets)
    if n_pairs > (_MOST_DIGITS if _has_digits(game.score) else MOST_PAIRS):
        return None
    content: dict[str, Any] = {
        "name": str(getattr(game, "name", type(game).__name__)),
        "guesses": write(guesses),
        "secrets": write(secrets),
    }
    scores = written_scores(game)
    aims = aims_of(game, secrets)
    uniform = set(aims.weights) == {1} and aims.weight_unit == 1
    content["scores"] = write(tuple(scores.scores))
    content["ends"] = [
        index for index, score in enumerate(scores.scores) if score in game.endstates
    ]
    content["weights"] = None if uniform else write(weights_of(game))
    as_digits = n_pairs > MOST_PAIRS
    content["rows"] = [_digits(row) if as_digits else list(row) for row in scores.rows]
    if set(costs_of(game)) - {1}:
        content["costs"] = write(costs_of(game))
    if aims.goals:
        content["goals"] = _written_goals(aims, write)
    return content


def _has_digits(score: object) -> bool:
    """Return whether a table's scores are few enough for one digit each."""
    return isinstance(score, WrittenScores) and len(score.scores) <= len(digits)


def _digits(row: Sequence[int]) -> str:
    """Return a guess's score indices as a digit string, which is read faster."""
    return bytes(row).translate(_TO_DIGIT).decode("ascii")


def _of_digits(row: object, size: int, below: int) -> bytes:
    """Return the indices in a digit string, or raise ``BadFile`` for another value."""
    if not isinstance(row, str) or len(row) != size or not {*row} <= {*digits[:below]}:
        raise BadFile(f"rows must be strings of {size} digits under {below} in a large game")
    return row.encode("ascii").translate(_FROM_DIGIT)


def _written_goals(aims: Aims, write: Any) -> list[Any]:
    """Return each secret's goal: its name, or a number where a name cannot be written."""
    try:
        names = [write(name) for name in aims.names]
    except NotWritable:
        names = list(range(len(aims.names)))
    return [names[goal] for goal in aims.goals]


def decode_game(content: object, read: Any) -> Game:
    """Return the game in a file, or the caller's game if they are equivalent."""
    tag, spec = tagged(content)
    given: Game | None = read.given
    if tag not in _MAKERS:
        raise BadFile(f"a game must be one of {', '.join(_MAKERS)}, not {shown(tag)}")
    game: Game = made_of(f"{tag} game", _MAKERS[tag], read, spec)
    if given is None:
        return game
    if equivalent(game, given):
        return given
    raise BadFile(
        f"the file is about another game, {shown(game)}: give that one, or leave out game="
    )


def equivalent(game: Game, other: Game) -> bool:
    """Return whether two games have the same guesses, secrets, scores and weights."""
    if game == other:
        return True
    service = service_of(game)
    if service is not service_of(other) or count_pairs(game) != count_pairs(other):
        return False
    if service is not None:
        return lists_of(game) == lists_of(other) and fingerprint_of(game) == fingerprint_of(other)
    if type(game) is type(other) and not isinstance(game, FiniteGame):
        return False
    return _named_table(game) == _named_table(other)


def _named_table(game: Game) -> tuple[Any, ...]:
    """Return the guesses, the secrets, the scores as they occur, and the digest."""
    table = compile_game(game)
    scores = dict(zip(table.places, table.scores.items, strict=True))
    names = [scores[place] for place in sorted(scores) if place >= 0]
    return table.guesses.items, table.secrets.items, names, fingerprint_of(game)


def _given_game(read: Any, name: str, guesses: int, secrets: int, fingerprint: str) -> Game:
    """Return the caller's game, after a check that the file has the same game."""
    given: Game | None = read.given
    if given is None:
        raise BadFile(
            f"the file has {shown(name)} without its scores, which are too many for a file (over "
            f"{MOST_PAIRS:,}) or not plain values: load(path, game=game) with the game it was "
            "saved with"
        )
    sizes = (len(given.guesses), len(given.secrets))
    if sizes != (guesses, secrets) or fingerprint_of(given) != fingerprint:
        raise BadFile(
            f"the file is about another game, {shown(name)}, whose scores differ: give the game it "
            "was saved with"
        )
    return given


def _named_game(read: Any, name: str, options: Raw) -> Game:
    if name not in GAMES:
        raise BadFile(f"the game {shown(name)} is unknown: is it of a later version?")
    make: Any = GAMES[name].make
    given = {key: read(value) for key, value in options.items()}
    known = {part.alias for part in fields(make) if part.init} if has(make) else set()
    unknown = given.keys() - known
    if unknown:
        option = shown(min(unknown))
        raise BadFile(f"the game {name} has no option {option}: is it of a later version?")
    for key, value in given.items():
        if type(value) is int and abs(value) > _MOST:
            raise BadFile(f"the option {key} of a game is {shown(value)}, over {_MOST}")
    made: Game = make(**given)
    hash(made)
    return made


def _variant_game(
    read: Any, game: Raw, weights: Exacts, costs: Exacts, goals: Array | Literal["secret"]
) -> Game:
    tag, named = tagged(game)
    if tag != "named":
        raise BadFile(f"a variant must have a named game, not a game that is {shown(tag)}")
    original = made_of("named game", _named_game, read, named)
    make: Any = LegalVariant if isinstance(original, HistoryLegal) else Variant
    made: Game = make(original, weights, costs, goals)
    hash(made)
    return made


def _written_game(
    name: str,
    guesses: Array,
    secrets: Array,
    scores: Array,
    ends: Array,
    weights: Exacts | None,
    rows: Array,
    costs: Exacts = (),
    goals: Array | None = None,
) -> Game:
    check_hashes(guesses, "guesses")
    check_hashes(secrets, "secrets")
    check_hashes(scores, "scores")
    check_hashes(goals or (), "goals")
    n_pairs = len(guesses) * len(secrets)
    if n_pairs > _MOST_DIGITS or len(rows) > len(guesses):
        raise BadFile(f"a written game has at most {_MOST_DIGITS:,} pairs, and a row per guess")
    if len({(type(score), score) for score in scores}) != len(scores):
        raise BadFile("scores has a score twice")
    indices: Sequence[Sequence[int]] = rows
    if n_pairs > MOST_PAIRS:
        indices = tuple(_of_digits(row, len(secrets), len(scores)) for row in rows)
    else:
        check_rows(rows, guesses, secrets, len(scores))
    if len(rows) != len(guesses):
        raise BadFile(f"rows must be {len(guesses)} rows of {len(secrets)} numbers")
    return FiniteGame(
        guesses,
        secrets,
        WrittenScores(guesses, secrets, scores, indices),
        {scores[index] for index in integers(ends, "ends", len(scores))},
        weights=weights or (),
        costs=costs,
        goal=goals,
        name=name,
    )


#: The forms of a game in a file. An application has its own forms for games of its own kind.
_GAME_FORMS = (
    GameForm("named", _named, _named_game),
    GameForm("variant", _variant, _variant_game),
    GameForm("written", _written, _written_game),
)

#: The functions that make a game, by its form in a file.
_MAKERS: dict[str, Callable[..., Game]] = {
    **{form.name: form.make for form in (*_GAME_FORMS, *filed("GAME_FORMS"))},
    "given": _given_game,
}


def check_game(game: Any) -> None:
    """Raise ``BadArgument`` for a value that is not a game or None."""
    expect(game is None or is_game(game), "game", "a game", game)
